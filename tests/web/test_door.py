"""The door: who is let in, how many at a time, and how they have to speak. The server is in this
process, and its apps say no more than a word."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import AsyncExitStack

import aiohttp
import pytest

pytest.importorskip("textual_serve")

from processes import children_of, wait_for
from puzzles.web import server as web_server
from puzzles.web.server import VISITOR
from visitor import GREETER, hall, new_session, visitor


@pytest.fixture
async def server(tmp_path, monkeypatch):
    """A server with three places."""
    monkeypatch.setattr(web_server, "COMMAND", GREETER)
    monkeypatch.setattr(web_server, "HEARTBEAT", 60.0)  # a browser on a busy machine is not silent
    async with hall(tmp_path) as server:
        yield server


@pytest.fixture
def apps():
    """Gives the processes that have come since."""
    others = children_of(os.getpid())
    return lambda: [pid for pid in children_of(os.getpid()) if pid not in others]


@pytest.mark.parametrize("path", ["/", "/ws", "/static/js/textual.js"])
@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example"])
async def test_another_name_is_not_answered(server, path, host):
    url, named = server.origin + path, {"Host": host}
    async with new_session() as session, session.get(url, headers=named) as answer:
        assert answer.status == 421
        assert not answer.cookies


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None, "http://127.0.0.1:1"])
async def test_no_other_page_opens_a_socket(server, origin):
    async with new_session() as session:
        await session.get(server.origin)  # with the cookie of a visitor
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{server.origin}/ws", origin=origin)
        assert refused.value.status == 403


async def test_a_socket_needs_the_page_first(server):
    async with new_session() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{server.origin}/ws", origin=server.origin)
        assert refused.value.status == 400


async def test_cookies_are_for_our_pages_alone(server):
    async with new_session() as session, session.get(server.origin) as page:
        (cookie,) = page.cookies.values()
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
        assert "http" not in (await page.text()).replace("</html", "").replace("<html", "")


async def test_where_a_token_is_asked_for_it_is_for_all(tmp_path, monkeypatch, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(web_server, "COMMAND", GREETER)
    async with hall(tmp_path, token="open sesame") as server, new_session() as session:
        for path in "", "?token=wrong", "ws", "static/js/textual.js":
            async with session.get(f"{server.origin}/{path}") as answer:
                assert answer.status == 403
        async with session.get(f"{server.origin}/?token=open+sesame") as answer:
            assert answer.status == 200
            assert "token" not in str(answer.url)
        async with visitor(server, session) as guest:
            await guest.see("Welcome")
    printed = capfd.readouterr()
    for told in caplog.text, printed.out, printed.err:  # and it is told to nobody
        assert "sesame" not in told


async def test_each_visitor_has_a_folder_and_finds_it_again(server):
    told = []
    async with new_session() as first, new_session() as second:
        for session in (first, second, first):
            async with visitor(server, session) as guest:
                await guest.see("Welcome to ")
                told.append(guest.text().strip())
    assert told[0] == told[2] != told[1]


async def test_more_than_there_is_room_for_are_asked_to_come_later(apps, server):
    async with AsyncExitStack() as stack:
        for _ in range(3):
            guest = await stack.enter_async_context(visitor(server))
            await guest.see("Welcome")
        late = await stack.enter_async_context(new_session())
        async with late.get(server.origin) as page:
            assert page.status == 503
            assert "All 3 places are taken. Please come again" in await page.text()
            assert page.headers["Retry-After"]
        late.cookie_jar.update_cookies({VISITOR: "x"})
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await late.ws_connect(f"{server.origin}/ws", origin=server.origin)
        assert refused.value.status == 503
        await guest.link.close()
        await asyncio.to_thread(wait_for, lambda: len(apps()) == 2)
        async with visitor(server) as guest:
            await guest.see("Welcome")


@pytest.mark.parametrize(
    "words",
    [
        '["stdin", 1]',
        "",
        "{",
        "[]",
        "7",
        '["stdin"]',
        '["resize", {}]',
        '["resize", {"width": "x", "height": 1}]',
        "[" * 60_000,
    ],
)
async def test_who_speaks_another_language_is_let_go(server, words, caplog):
    async with visitor(server) as guest:
        await guest.see("Welcome")
        await guest.link.send_str(words)
        await asyncio.wait_for(guest.ended, 60)
    assert not [record for record in caplog.records if record.exc_info]


OWN = "Origin: http://127.0.0.1:PORT\r\nCookie: puzzles-visitor=x\r\n"
STRANGE = [  # a path, and more headers
    ("/", "Cookie: puzzles-token=\xff\r\n"),
    ("/", "Cookie: puzzles-visitor=\xff\xfe\r\n"),
    ("/ws", "Origin: http://127.0.0.1:PORT\r\nCookie: puzzles-visitor=\xff\xfe\r\n"),
    ("/ws?width=abc", OWN),
    ("/ws?width=80.5", OWN),
    ("/ws?height=" + "9" * 5000, OWN),
    ("/static/" + "a/" * 3000, ""),
    ("/static/%00", ""),
    ("/static/%ff", ""),
]


async def status(server, path, headers):
    """The status of the answer to a request, byte by byte as it stands here."""
    port = server.origin.rpartition(":")[2]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asks = "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    asks = f"{asks}Sec-WebSocket-Key: {'A' * 22}==\r\n" if path.startswith("/ws") else ""
    said = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n{asks}{headers}\r\n"
    writer.write(said.replace("PORT", port).encode("latin-1"))
    line = await asyncio.wait_for(reader.readline(), 60)
    writer.close()
    return int(line.split()[1])


async def test_what_cannot_be_read_is_refused_without_a_report(server, caplog):
    found = [await status(server, path, headers) for path, headers in STRANGE]
    assert set(found) <= {400, 403, 404}, found
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_fault_of_the_server_is_reported(server, caplog, monkeypatch):
    monkeypatch.setattr(web_server.Server, "_need_place", lambda self, cookie: int("x"))
    assert await status(server, "/", "") == 500
    assert [record for record in caplog.records if record.exc_info]


async def test_who_comes_again_and_again_has_one_app_at_a_time(apps, server):
    async with new_session() as session:
        await session.get(server.origin)
        links = [
            await session.ws_connect(f"{server.origin}/ws", origin=server.origin) for _ in range(8)
        ]
        await asyncio.to_thread(wait_for, apps)
        for _ in range(50):
            assert len(apps()) <= 1
            await asyncio.sleep(0.02)
        assert [link.closed for link in links] == [False] * 8  # until they are read
        for link in links[:-1]:
            async with asyncio.timeout(60):
                while (said := await link.receive()).type == aiohttp.WSMsgType.BINARY:
                    pass
            assert said.type == aiohttp.WSMsgType.CLOSE
