"""A board that was read off a picture is played, solved or corrected."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from textual.widgets import Static

from puzzles.core.reading import Reading
from puzzles.library.levels import read_pack
from puzzles.ui.home.open import OpenScreen, _path
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.maker.read import ReadCard
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.watch.watch import WatchScreen
from screens import text, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")

BOARD = 'puzzle = "flow"\ntitle = "Shot"\nboard = """\nA.A\nB.B\nC.C\n"""\n'


def read(board: str, sure: float = 0.98) -> PuzzlesApp:
    pack = read_pack("shot.toml", board)
    return PuzzlesApp(None, (pack.puzzle, Reading(pack.levels[0], sure)))


@pytest.mark.parametrize(
    ("key", "screen"),
    [
        ("enter", PlayScreen),
        pytest.param("S", WatchScreen, marks=pytest.mark.slow),
        pytest.param("E", EditScreen, marks=pytest.mark.slow),
        pytest.param("escape", EditScreen, marks=pytest.mark.slow),
    ],
)
async def test_the_card_leads_on(key, screen):
    async with read(BOARD).run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, ReadCard))
        assert "Flow 3×3, 98 % sure" in text(pilot.app, "#question")
        await pilot.press(key)
        await wait_until(pilot, lambda: type(pilot.app.screen) is screen)


async def test_the_surest_reading_has_the_card_and_the_picture_too():
    app = read(BOARD, 1.0)
    picture = np.full((40, 20, 3), (250, 40, 10), np.uint8)
    app._edited = app._edited[0], replace(app._edited[1], picture=picture)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, ReadCard))
        shown = pilot.app.screen.query(Static).first()
        await wait_until(pilot, lambda: shown.render_line(3).text.strip() == "▀" * 16)


@pytest.mark.parametrize(("size", "lines"), [((120, 40), 8), ((200, 60), 11), ((80, 24), 0)])
async def test_the_picture_lies_beside_the_board_that_was_read(size, lines):
    app = read(BOARD)
    picture = np.full((40, 20, 3), (250, 40, 10), np.uint8)
    app._edited = app._edited[0], replace(app._edited[1], picture=picture)
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, ReadCard))
        await pilot.press("E")
        await pilot.pause()
        small = pilot.app.screen.query_one("#read")
        assert small.region.height == lines
        assert pilot.app.screen.region.contains_region(small.region)


@pytest.mark.slow
async def test_the_card_is_clicked():
    async with read(BOARD).run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, ReadCard))
        at = text(pilot.app, "#reason").index("S solve")
        reason = pilot.app.screen.query_one("#reason")
        left = reason.content_region.x - reason.region.x
        await pilot.click(reason, offset=(left + at, 0))
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, WatchScreen))


async def test_a_board_that_is_none_yet_is_corrected_at_once():
    pack = read_pack("shot.toml", BOARD)
    drawn = pack.puzzle.maker.put(pack.puzzle.maker.sketch(pack.levels[0]), [0], 0)
    app = PuzzlesApp(None, (pack.puzzle, Reading(drawn, 0.9)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.2)
        assert isinstance(pilot.app.screen, EditScreen)


@pytest.mark.parametrize("form", ["{}", "'{}'", "escaped", "file"])
def test_paths_as_terminals_paste_them(form, tmp_path):
    file = tmp_path / "a shot (1).png"
    file.write_bytes(b"")
    pasted = {
        "escaped": str(file).replace(" ", r"\ ").replace("(", r"\(").replace(")", r"\)"),
        "file": file.as_uri(),
    }.get(form, form.format(file))
    assert _path(pasted) == str(file)


@pytest.mark.slow
async def test_a_path_that_is_none_is_named():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("O")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, OpenScreen))
        pilot.app.screen.query_one("#answer").text = "file:///no/such%20shot.png"
        await pilot.press("enter")
        await wait_until(pilot, lambda: "/no/such shot.png" in text(pilot.app, "#reason"))
