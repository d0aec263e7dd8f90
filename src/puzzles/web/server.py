"""The web server: a page with a terminal in it, and a socket to an app for each visitor.

A request must be meant for this server, come from its own page, and have the token where there is
one. Each visitor, known by a cookie, has a folder with games, wins and settings. When the socket
goes, the app and all it started go.

The app speaks to us as Textual's web driver does, in packets: a letter (D for data, M for a JSON
object), the length in four bytes, and so many bytes.
"""

import asyncio
import json
import os
import shutil
import socket
import struct
import sys
from asyncio import IncompleteReadError, LimitOverrunError
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from string import Template
from urllib.parse import urlsplit

import textual_serve
from aiohttp import WSMsgType, web

from puzzles.core.offers import FILES, LACKS
from puzzles.library import locations
from puzzles.running.child import kill

VISITOR, TOKEN = "puzzles-visitor", "puzzles-token"  # cookies
STATIC = "/static"
HEARTBEAT = 2.3  # seconds until a silent browser is called; it is gone after half as long again
YEAR = 365 * 24 * 3600  # seconds
MOST = 1000  # profiles; those whose visitors have been away longest go first
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # or the token would go along
}

# -P: what lies in the visitor's folder is not taken for a module.
COMMAND = (sys.executable, "-P", "-m", "puzzles")
BEGINS = b"__GANGLION__\n"  # what a web driver says first
QUIT = 1.0  # seconds that an app may take to quit before it is ended, and a browser to hear of it
LARGEST = 1 << 16  # bytes in a message of a browser
WIDEST, HIGHEST = 400, 200  # characters

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Gate:
    """`host` is what the server listens at; `url` is the origin that visitors come by, if another
    server stands in front; without a `token` all are let in."""

    host: str
    url: str = ""
    token: str = ""

    def is_meant(self, host: str) -> bool:
        """Return True if a request's Host is this server. A browser would take a page for ours
        whose own name points here (DNS rebinding), but it sends that name."""
        name = _name(host)
        own = {"localhost", self.host.casefold(), _name(urlsplit(self.url).netloc)}
        machine = socket.gethostname().casefold()
        with suppress(ValueError):
            ip_address(name)
            return True
        return bool(name) and name in own | {machine, f"{machine}.local"}

    def is_own(self, origin: str, host: str) -> bool:
        """Return True if the page that opens a socket came from `host`, as its browser says."""
        return origin == (self.url or f"http://{host}")

    def admits(self, token: str) -> bool:
        return not self.token or compare_digest(token.encode(), self.token.encode())


def is_beyond(host: str) -> bool:
    """Return True if other machines can reach what listens there. Raises OSError."""
    found = socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return not all(
        ip_address(str(address[0]).partition("%")[0]).is_loopback for *_, address in found
    )


def _name(host: str) -> str:
    """The name in a Host header, without the port; "" if it is none."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # a ValueError, if that is no number
    except ValueError:
        return ""
    return (parts.hostname or "").casefold()


class Profiles:
    """The folders of all visitors."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open = Counter[str]()

    @contextmanager
    def lent(self, cookie: str) -> Iterator[Path]:
        """Yield the folder of the visitor with this cookie, whose name does not give it away."""
        name = sha256(cookie.encode()).hexdigest()[:32]
        folder = self._folder / name
        self._open[name] += 1
        try:
            self._make_room(name)
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.utime(folder)  # which says when its visitor last came
            yield folder
        finally:
            self._open[name] -= 1

    def _make_room(self, newcomer: str) -> None:
        if not self._folder.is_dir() or (self._folder / newcomer).exists():
            return
        away = [folder for folder in self._folder.iterdir() if not self._open[folder.name]]
        with suppress(FileNotFoundError):  # another server makes room, too
            away.sort(key=lambda folder: folder.stat().st_mtime)
        for folder in away[: len(away) + len(+self._open) - MOST]:
            shutil.rmtree(folder, ignore_errors=True)


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


class Server:
    """The server for up to `clients` visitors at a time, each in one page: who opens another goes
    on there. `slots` is the folder of `running.slots`."""

    def __init__(self, gate: Gate, profiles: Profiles, clients: int, slots: str) -> None:
        self._gate, self._profiles = gate, profiles
        self._clients, self._slots = clients, slots
        # Each visitor's socket, by the cookie, and whether all is over there.
        self._visits: dict[str, tuple[web.WebSocketResponse, asyncio.Event]] = {}
        self._page = Template(files("puzzles.web").joinpath("page.html").read_text("utf-8"))

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._guarded])
        app.on_response_prepare.append(_add_headers)
        app.router.add_get("/", self._index)
        app.router.add_get("/ws", self._socket)
        app.router.add_static(STATIC, str(files(textual_serve).joinpath("static")))
        app.on_shutdown.append(self._close)
        return app

    @web.middleware
    async def _guarded(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        gate, given = self._gate, request.query.get("token", "")
        if not gate.is_meant(request.host):
            raise web.HTTPMisdirectedRequest(text="This server has another name.\n")
        # What is no text, or of a static file no name, is not ours to report.
        strange = (ValueError, OSError) if request.path.startswith(STATIC) else UnicodeError
        try:
            "".join(request.cookies.values()).encode()
            if not (gate.admits(given) or gate.admits(request.cookies.get(TOKEN, ""))):
                raise web.HTTPForbidden(text="Come by the address with the token in it.\n")
            return await handler(request)
        except strange:
            raise web.HTTPBadRequest(text="This cannot be read.\n") from None

    async def _index(self, request: web.Request) -> web.StreamResponse:
        if "token" in request.query:  # it is to stay in no history
            moved = web.HTTPSeeOther("/")
            self._keep(moved, TOKEN, request.query["token"])
            return moved
        cookie = request.cookies.get(VISITOR) or token_urlsafe(24)
        self._need_place(cookie)
        origin = self._gate.url or f"http://{request.host}"
        page = self._page.substitute(socket=escape(f"{origin.replace('http', 'ws', 1)}/ws"))
        response = web.Response(
            text=page, content_type="text/html", headers={"Cache-Control": "no-store"}
        )
        self._keep(response, VISITOR, cookie)
        return response

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not self._gate.is_own(request.headers.get("Origin", ""), request.host):
            raise web.HTTPForbidden(text="This page is not one of ours.\n")
        cookie = request.cookies.get(VISITOR)
        if not cookie:
            raise web.HTTPBadRequest(text="Come by the page, with cookies.\n")
        try:
            size = _size(request.query.get("width", "80"), request.query.get("height", "24"))
        except ValueError:
            raise web.HTTPBadRequest(text="A window has a width and a height.\n") from None
        self._need_place(cookie)
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=LARGEST, timeout=QUIT)
        own = socket, asyncio.Event()
        before, self._visits[cookie] = self._visits.get(cookie), own
        try:
            await socket.prepare(request)
            if before is not None:
                await before[0].close()
                await before[1].wait()
            if not socket.closed:  # by the next one
                with self._profiles.lent(cookie) as folder:
                    await visit(socket, size, folder, self._slots)
                if not socket.closed and request.transport:  # nobody is there to say goodbye to
                    request.transport.abort()
        finally:
            own[1].set()
            if self._visits[cookie] is own:
                del self._visits[cookie]
        return socket

    def _need_place(self, cookie: str) -> None:
        """HTTPServiceUnavailable, unless there is a place for this visitor."""
        if cookie not in self._visits and len(self._visits) >= self._clients:
            words = f"All {self._clients} places are taken. Please come again in a little while.\n"
            raise web.HTTPServiceUnavailable(text=words, headers={"Retry-After": "60"})

    def _keep(self, response: web.StreamResponse, name: str, value: str) -> None:
        """Have the browser send a cookie back, from our own pages alone."""
        secure = self._gate.url.startswith("https:")
        response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=secure)

    async def _close(self, app: web.Application) -> None:
        await asyncio.gather(*(socket.close() for socket, _ in self._visits.values()))


# A visit ---------------------------------------------------------------------------------


async def visit(
    socket: web.WebSocketResponse, size: tuple[int, int], folder: Path, slots: str
) -> None:
    """Let a browser play, in an app of its own, until one of the two has had enough. `size` is that
    of its window, in characters; `slots` is the folder of `running.slots`."""
    # The files of a guest are in the folder that the app runs in, whose place is not named, and it
    # reads and writes no others.
    own = {
        "TEXTUAL_DRIVER": "puzzles.ui.terminal.guest:GuestDriver",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "COLORTERM": "truecolor",
        "TERM": "xterm-256color",
        "TERM_PROGRAM": "textual",
        LACKS: FILES,
        "PUZZLES_DATA_DIR": "data",
        "PUZZLES_STATE_DIR": "state",
        "PUZZLES_CONFIG_DIR": "config",
        "PUZZLES_CACHE_DIR": os.path.abspath(locations.cache()),
        "PUZZLES_SLOTS": slots,
        "COLUMNS": str(size[0]),
        "ROWS": str(size[1]),
    }
    app = await asyncio.create_subprocess_exec(
        *COMMAND, stdin=PIPE, stdout=PIPE, cwd=folder, env=os.environ | own
    )
    showing = asyncio.create_task(_show(app, socket))
    try:
        async for message in socket:
            if message.type == WSMsgType.TEXT:
                await _pass_on(app, socket, json.loads(message.data))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        pass  # whoever speaks another language is not listened to
    except ConnectionError:
        pass  # the app has ended
    finally:
        await _end(app)
        await asyncio.wait([showing], timeout=QUIT)
        showing.cancel()  # if it still waits for the browser


async def _show(app: Process, socket: web.WebSocketResponse) -> None:
    """Pass on what the app draws; when one of the two has ended, so has the other."""
    assert app.stdout
    try:
        await app.stdout.readuntil(BEGINS)
        while True:
            kind, length = struct.unpack(">cI", await app.stdout.readexactly(5))
            drawn = await app.stdout.readexactly(length)
            if kind == b"D":
                await socket.send_bytes(drawn)
    except (IncompleteReadError, LimitOverrunError, ConnectionError):
        await socket.close()


async def _pass_on(app: Process, socket: web.WebSocketResponse, said: list[object]) -> None:
    """Pass on a browser's message: keys and clicks as a terminal sends them, its window's size."""
    match said:
        case ["stdin", str(keys)]:
            await _send(app, b"D", keys.encode())
        case ["resize", {"width": width, "height": height}]:
            columns, rows = _size(width, height)
            await _send(app, b"M", {"type": "resize", "width": columns, "height": rows})
        case ["focus" | "blur" as kind, *_]:
            await _send(app, b"M", {"type": kind})
        case ["ping", sent]:
            await socket.send_json(["pong", sent])
        case _:
            raise ValueError(said)


async def _send(app: Process, kind: bytes, content: bytes | dict[str, object]) -> None:
    assert app.stdin
    payload = content if isinstance(content, bytes) else json.dumps(content).encode()
    app.stdin.write(struct.pack(">cI", kind, len(payload)) + payload)
    await app.stdin.drain()


async def _end(app: Process) -> None:
    """Have the app quit, as by its key; if it does not, end it, and see it gone."""
    with suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(QUIT):
            await _send(app, b"M", {"type": "quit"})
            await app.wait()
    if app.returncode is None:
        kill(app)
        await app.wait()


def _size(width: object, height: object) -> tuple[int, int]:
    """The size of a window, in characters; ValueError if it is none."""
    return min(max(int(str(width)), 1), WIDEST), min(max(int(str(height)), 1), HIGHEST)
