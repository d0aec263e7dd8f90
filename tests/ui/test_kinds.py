"""What is new about a kind of board is taught once, before it; open rims have arrows."""

from __future__ import annotations

import pytest

from puzzles.characters.lines import ARROWS
from puzzles.core.solving import Limits, answer
from puzzles.library.catalogue import Entry
from puzzles.library.lessons import lesson_pack
from puzzles.library.levels import read_pack
from puzzles.library.registry import plugins
from puzzles.player.memory import Memory
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.play.playing import TutorialScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.help import HelpScreen
from sampling import slow
from screens import packs_read, text
from shipped import ENTRIES, PUZZLES

PACK = """
puzzle = "flow"
title = "Trial"
[[level]]
title = "Plain"
board = '''
A.B
...
A.B
'''
[[level]]
title = "Warped"
wrap = true
board = '''
A..A
B..B
.CC.
'''
[[level]]
title = "Both"
wrap = true
walls = ["a1-d1"]
board = '''
A..A
B+.B
.CC.
'''
"""


TEACHING = [puzzle for puzzle in PUZZLES if puzzle.can("lessons.KINDS")]


@pytest.mark.parametrize("puzzle", TEACHING, ids=lambda puzzle: puzzle.id)
def test_a_lesson_has_one_solution_and_every_kind_that_ships_has_a_lesson(puzzle):
    lessons = puzzle.lessons.KINDS
    for level, lesson in zip(
        lesson_pack(puzzle, list(lessons.values())).levels, lessons.values(), strict=True
    ):
        start = puzzle.start(level)
        assert len(answer(puzzle.solver.solve(start, Limits())).moves) == len(lesson.moves)
        if puzzle.can("solver.count"):
            assert answer(puzzle.solver.count(start, Limits())).count == 1
    kinds = {
        kind
        for entry in ENTRIES
        if entry.pack.puzzle is puzzle
        for kind in puzzle.lessons.kinds(entry.level)
    }
    assert kinds <= set(lessons)
    if puzzle.id == "flow":
        assert kinds == set(lessons)


@pytest.mark.slow
async def test_a_kind_is_taught_before_its_first_level_and_once():
    pack = read_pack("trial.toml", PACK)
    Memory().mark_seen("flow")
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await packs_read(pilot)
        app.open(Entry(pack, 0))
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)  # nothing is new here
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(app.screen, TutorialScreen)
        assert "open" in text(app, "#message")
        assert text(app, "#status") == "Lesson 1 of 1"
        assert app.screen_stack[-2].entry.level.title == "Warped"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        await app.workers.wait_for_complete()
        await pilot.press("n")  # walls and bridges are new, warps are not
        await pilot.pause()
        assert isinstance(app.screen, TutorialScreen)
        assert text(app, "#status") == "Lesson 1 of 2"
        await pilot.press("escape")
        await pilot.press("p", "n")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.entry.level.title == "Both"
        await app.workers.wait_for_complete()
    memory = Memory()
    kinds = plugins()[0]["flow"].lessons.KINDS
    seen = [kind for kind in kinds if memory.seen(f"flow/{kind}")]
    assert seen == ["walls", "warps", "bridges"]


@pytest.mark.slow
async def test_lessons_can_be_taken_again_from_the_help():
    app = PuzzlesApp(Entry(read_pack("trial.toml", PACK), 1))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)  # asked for by name
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert len(app.screen.query(".picture")) == 5  # the tutorial, and warps
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(app.screen, TutorialScreen)
        assert text(app, "#status") == "Lesson 1 of 5"


def arrows(board) -> dict[str, str]:
    """The arrows on a board: where they stand, in characters, by the names of their cells."""
    found = {}
    frame = board.frame()
    for y, row in enumerate(frame.glyph.tolist()):
        for x, glyph in enumerate(row):
            if glyph in ARROWS.values():
                name = board.grid.name(board.cell_at(x + 0.5, y + 0.5))
                found[name] = found.get(name, "") + glyph
    return found


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), *slow((120, 40))])
async def test_open_rims_have_arrows_until_a_pipe_goes_there(size):
    app = PuzzlesApp(Entry(read_pack("trial.toml", PACK), 2))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board = app.screen.board
        found = arrows(board)
        dots = {board.ink(colour) for colour in range(3)}
        frame = board.frame()
        places = zip(frame.glyph.ravel(), frame.back.reshape(-1, 3).tolist(), strict=True)
        on_dots = [
            glyph for glyph, back in places if glyph in ARROWS.values() and tuple(back) in dots
        ]
        assert not on_dots
        assert found == {
            "a1": "▴",
            "b1": "▴",
            "c1": "▴",
            "d1": "▴",  # no way from a1 to d1
            "a2": "◂",
            "d2": "▸",
            "a3": "◂▾",
            "b3": "▾",
            "c3": "▾",
            "d3": "▸▾",
        }
        app.screen.draw(app.screen.game.play_text("B from a2 left"))
        await pilot.pause()
        board.finish()
        assert {"a2", "d2"}.isdisjoint(arrows(board))
    app = PuzzlesApp(Entry(read_pack("trial.toml", PACK), 0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert arrows(app.screen.board) == {}


async def test_all_six_ways_between_hexagons_have_keys():
    hexes = 'puzzle = "flow"\ngrid = "hex"\nboard = """\n  .   A\nA   .\n  .   B\nB   .\n"""\n'
    app = PuzzlesApp(Entry(read_pack("level", hexes), 0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        board.point_at(board.grid.cell("a1"))
        ways = []
        for key in ("pagedown", "pageup", "home", "end"):
            await pilot.press(key)
            ways.append(board.grid.name(board.cursor))
        assert ways == ["b2", "c1", "b1", "a1"]
        await pilot.press("space", "pageup", "pagedown", "pageup")
        await pilot.pause()
        assert [board.grid.name(cell) for cell in board.state.pipes[0]] == ["a1", "b1", "c1", "d1"]
