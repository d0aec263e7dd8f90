"""The app in a browser: two visitors at once, each with cookies of their own, and a page from
elsewhere that would like to come in."""

from __future__ import annotations

import socket

import pytest
from textual.geometry import Offset

import browser
from puzzles.cli import main
from puzzles.core.errors import UsageError
from puzzles.library.catalogue import find
from puzzles.library.ids import make_id
from puzzles.player.records import best
from puzzles.player.saves import Saves
from puzzles.ui.shell.app import PuzzlesApp
from screens import middle_of

pytest.importorskip("textual_serve")

from aiohttp import web

from visitor import serving

QUINCE = """
puzzle = "kami"
title = "Quince"
board = "RRRWWW\\nRRRWWW\\nRRRWWW"
"""
# What the page asks for when it opens its socket, the columns and rows of its terminal; and what it
# hears.
ASKED = """
const Socket = WebSocket;
WebSocket = class extends Socket {
    constructor(url) {
        super(url);
        Object.assign(window, {asked: new URL(url).searchParams, heard: ""});
        this.addEventListener("message", async ({data}) => {
            const text = await new Response(data).text();
            heard += text;
        });
    }
};
"""


@pytest.fixture
def port():
    with socket.socket() as found:
        found.bind(("localhost", 0))
        return found.getsockname()[1]


def test_a_port_in_use_is_one_line(port, capsys):
    with socket.socket() as other:
        other.bind(("localhost", port))
        other.listen()
        assert main(["serve", "--port", str(port)]) == 2
    error = capsys.readouterr().err
    assert f"cannot serve at localhost:{port}" in error
    assert error.count("\n") == 1


def test_the_address_is_told_before_the_solver_is_prepared(port, capsys, monkeypatch):
    def wait(puzzles):
        raise UsageError("the solver would be prepared now")

    monkeypatch.setattr("puzzles.running.compile_state.kernels_missing", lambda puzzle: True)
    monkeypatch.setattr("puzzles.cli.serve.compile_first", wait)
    assert main(["serve", "--port", str(port)]) == 2
    assert f"http://localhost:{port} opens once" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [
        ["--port", "0"],
        ["--port", "65536"],
        ["--port", "web"],
        ["--clients", "0"],
        ["--url", "puzzles.example"],
        ["--url", "https://puzzles.example/here"],
        ["--url", "ftp://x"],
        ["--url", "https://a@b"],
        ["--url", "http://"],
    ],
)
def test_what_cannot_be_meant_is_one_line(wrong, capsys):
    assert main(["serve", *wrong]) == 2
    assert wrong[1] in capsys.readouterr().err


async def spots(level, columns, rows):
    """Where to click to win: the colour white, the red half (in characters)."""
    app = PuzzlesApp(find(level))
    async with app.run_test(size=(columns, rows)) as pilot:
        for _ in range(100):  # until all is laid out
            await pilot.pause(0.05)
            colours = app.screen.query_one("#palette").region  # white is the last of them
            palette = colours.offset + Offset(2, colours.height - 2)
            board = app.screen.board.region.offset + middle_of(app.screen.board, 0)
            await pilot.click(offset=palette)
            await pilot.click(offset=board)
            if app.screen.game.status.won:
                return palette, board
        raise AssertionError("it is not won")


class Player:
    """A page with the app in it."""

    def __init__(self, page):
        self._page = page

    async def comes_in(self, origin):
        """The size of the terminal, in characters."""
        await self._page.begins_with(ASKED)
        await self._page.goes(origin)
        assert await self._page.until("document.body?.classList.contains('-first-byte')")
        columns, rows, width, height = await self._page.run(
            "(() => { const r = document.querySelector('.xterm-screen').getBoundingClientRect();"
            "return [+asked.get('width'), +asked.get('height'), r.width, r.height] })()"
        )
        self._wide, self._high = width / columns, height / rows
        await self.hears("Search")
        return columns, rows

    async def hears(self, words):
        """Wait until the app has drawn some words, since it was last waited for."""
        assert await self._page.until(f"heard.includes({words!r}) && ((heard = ''), true)")

    async def opens(self, level):
        await self._page.run("document.querySelector('.xterm-helper-textarea').focus()")
        await self._page.press("O")
        await self.hears("the text of a level")
        await self._page.press(*level, "Enter")
        await self.hears("Lesson")
        await self._page.press("Escape")
        await self.hears("By its ID")

    async def clicks(self, *places):
        for spot in places:
            await self._page.click(((spot.x + 0.5) * self._wide, (spot.y + 0.5) * self._high))


def wins(folder):
    saves = Saves(folder)
    found = sum(result.grade == "solved" for result in best(saves.wins()).values())
    saves.close()
    return found


@pytest.mark.slow
@pytest.mark.skipif(browser.program("chromium") is None, reason="no Chromium here")
@pytest.mark.usefixtures("lessons_seen")  # here, where the app only tells where to click
async def test_two_play_at_once_and_each_has_their_own_wins(own_directories, tmp_path):
    file = own_directories / "quince.toml"
    file.write_text(QUINCE)
    entry = find(str(file))
    level = make_id(entry.pack.puzzle, entry.level)
    with serving(state=tmp_path / "state") as server:
        async with browser.opened("chromium") as chromium:
            pages = [await chromium.page() for _ in range(2)]
            one, other = map(Player, pages)
            size = await one.comes_in(server.origin)
            await other.comes_in(server.origin)
            palette, board = await spots(level, *size)
            for player, clicked in ((one, [palette, board]), (other, [palette])):
                await player.opens(level)
                await player.clicks(*clicked)
            await one.hears("olved")
            await pages[0].picture(tmp_path / "won.png")
        folders = list((tmp_path / "state" / "visitors").iterdir())
    assert sorted(wins(folder / "state") for folder in folders) == [0, 1]


KNOCKS = """<script>
const link = new WebSocket("%s?width=80&height=24");
link.onopen = () => { document.title = "in" };
link.onerror = () => { document.title = "out" };
</script>"""


@pytest.mark.slow
@pytest.mark.skipif(browser.program("chromium") is None, reason="no Chromium here")
async def test_a_page_from_elsewhere_stays_out(tmp_path, port):
    async def evil(request: web.Request) -> web.Response:
        return web.Response(text=KNOCKS % address, content_type="text/html")

    with serving(state=tmp_path / "state") as server:
        address = f"ws://127.0.0.1:{server.port}/ws"
        app = web.Application()
        app.router.add_get("/", evil)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        try:
            async with browser.opened("chromium") as chromium:
                page = await chromium.page()
                await Player(page).comes_in(server.origin)  # and has the cookie of a visitor
                await page.goes(f"http://127.0.0.1:{port}")
                assert await page.until("document.title")
                assert await page.run("document.title") == "out"
        finally:
            await runner.cleanup()
