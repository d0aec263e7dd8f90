"""The app in a browser: a level clicked to its end in a headless Chromium."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sys

import pytest
from textual.geometry import Offset
from textual.widgets import Static

import browser
from puzzles.cli import main
from puzzles.player.saves import Saves
from puzzles.ui.app import PuzzlesApp
from puzzles.ui.gallery import Gallery
from puzzles.ui.play import PlayScreen

pytestmark = pytest.mark.usefixtures("lessons_seen")

pytest.importorskip("textual_serve")

PACK = """
puzzle = "kami"
title = "Web"
[[level]]
title = "Quince"
board = "RRRWWW\\nRRRWWW\\nRRRWWW"
par = 1
"""


@pytest.fixture
def port():
    with socket.socket() as found:
        found.bind(("localhost", 0))
        return found.getsockname()[1]


@pytest.fixture
def level(own_directories):
    """A pack of the player's own, which is found by its title."""
    folder = own_directories / "data" / "levels"
    folder.mkdir(parents=True)
    (folder / "web.toml").write_text(PACK)


def test_a_port_in_use_is_one_line(port, capsys):
    with socket.socket() as other:
        other.bind(("localhost", port))
        other.listen()
        assert main(["serve", "--port", str(port)]) == 2
    error = capsys.readouterr().err
    assert f"cannot serve at localhost:{port}" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("wrong", ["0", "65536", "web"])
def test_a_port_that_is_none(wrong, capsys):
    assert main(["serve", "--port", wrong]) == 2
    assert "port" in capsys.readouterr().err


async def spots(columns, rows):
    """Where to click to win: the level's card, the colour white, the red half (in characters)."""
    async with PuzzlesApp().run_test(size=(columns, rows)) as pilot:
        screen = pilot.app.screen
        gallery = screen.query_one(Gallery)
        for _ in range(400):
            titles = [item.entry.level.title for item in gallery.items]
            if "Quince" in titles:
                break
            await pilot.pause(0.02)
        pilot.app.screen.query_one("#search").value = "quince"
        await pilot.pause(0.2)
        card = gallery.region.offset + gallery.region_of(0).offset
        search = screen.query_one("#search").region.offset
        await pilot.click(gallery, offset=(4, 4))
        assert isinstance(pilot.app.screen, PlayScreen)
        await pilot.pause(0.2)
        palette = pilot.app.screen.query_one("#palette").region.offset
        board = pilot.app.screen.board.region.offset
        await pilot.click("#palette", offset=(2, 1))
        await pilot.click(pilot.app.screen.board, offset=(1, 1))
        assert "perfect" in str(pilot.app.screen.query_one("#status", Static).render())
        inside = Offset(3, 3), Offset(2, 1), Offset(1, 1)
        return search, card + inside[0], palette + inside[1], board + inside[2]


@pytest.mark.skipif(browser.CHROMIUM is None, reason="no Chromium here")
async def test_a_level_is_clicked_to_its_end(level, port, tmp_path):
    state = tmp_path / "state"  # not that of the app which only tells where to click
    shutil.copytree(os.environ["PUZZLES_STATE_DIR"], state)
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "puzzles", "serve", "--port", str(port),
        stdout=asyncio.subprocess.DEVNULL, env=os.environ | {"PUZZLES_STATE_DIR": str(state)},
    )  # fmt: skip
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            await asyncio.sleep(0.05)
        async with browser.page(f"http://localhost:{port}", tmp_path / "chromium") as page:
            await until(page, "document.body.classList.contains('-first-byte')")
            await until(page, "document.querySelector('.xterm-helper-textarea').style.width")
            cell = await page.run(
                "(() => { const s = document.querySelector('.xterm-helper-textarea').style;"
                "const r = document.querySelector('.xterm-screen').getBoundingClientRect();"
                "return [parseInt(s.width), parseInt(s.height), r.width, r.height] })()"
            )
            wide, high = cell[:2]
            search, *clicks = await spots(int(cell[2] // wide), int(cell[3] // high))
            await asyncio.sleep(1.5)  # all packs are read
            await page.click((search.x + 1.5) * wide, (search.y + 0.5) * high)
            await page.call("Input.insertText", text="quince")
            await asyncio.sleep(1)
            for spot in clicks:
                await page.click((spot.x + 0.5) * wide, (spot.y + 0.5) * high)
                await asyncio.sleep(1)
            await page.picture(tmp_path / "won.png")
        saves = Saves(state)
        results = saves.results()
        saves.close()
        assert results["kami/web/quince"].grade == "perfect"
    finally:
        server.terminate()
        await server.wait()


async def until(page, script):
    for _ in range(400):
        if await page.run(script):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(script)
