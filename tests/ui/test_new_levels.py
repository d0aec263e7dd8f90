"""A new level like the one being played."""

from __future__ import annotations

import pytest

from puzzles.core.errors import PuzzlesError
from puzzles.library import registry
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from puzzles.running.child import Compiler
from puzzles.running.making import new_level
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from screens import text, wait_until

PACK = """
puzzle = "flow"
title = "Trial"
[[level]]
title = "First"
board = '''
.A...
AC+..
.B...
...CB
'''
[[level]]
title = "Last"
board = '''
..123
.....
1..5.
...43
25..4
'''
"""


@pytest.fixture
def pack(own_levels):
    (own_levels / "trial.toml").write_text(PACK)


@pytest.mark.slow
async def test_each_is_another_and_of_its_kind(pack) -> None:
    puzzle, compiler = registry.plugin("flow"), Compiler(print)
    wishes = puzzle.generator.like(find("trial/last").level)
    first, second = [(await new_level(compiler, puzzle, wishes)).levels[0] for _ in range(2)]
    for made in (first, second):
        assert (made.board.grid.size, len(made.board.symbols)) == ("5×5", 5)
    assert puzzle.text(puzzle.start(first)) != puzzle.text(puzzle.start(second))
    await compiler.end()


@pytest.mark.slow
async def test_the_reason_comes_through(compiled_children) -> None:
    puzzle = registry.plugin("flow")
    level = read_pack("x", 'puzzle = "flow"\nboard = "A..A"\n').levels[0]
    with pytest.raises(PuzzlesError, match="turned up"):
        await new_level(Compiler(print), puzzle, puzzle.generator.like(level))


@pytest.mark.slow
async def test_n_after_the_last_level_and_shift_n_anywhere(pack) -> None:
    app = PuzzlesApp(find("trial/last"))
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        await pilot.press("n")
        await wait_until(pilot, lambda: app.screen.entry.pack.title == "New")
        first = app.screen
        assert isinstance(first, PlayScreen)
        assert app.screen.entry.level.board.grid.size == "5×5"
        await pilot.press("N")
        await wait_until(pilot, lambda: app.screen is not first)
        assert app.screen.entry.name != first.entry.name


async def test_waiting_can_be_broken_off(pack) -> None:
    app = PuzzlesApp(find("trial/first"))
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.press("N")
        assert "Making a new level" in text(app, "#message")
        await pilot.press("escape")
        await wait_until(pilot, lambda: text(app, "#message") == "Stopped.")
        assert app.screen.entry.level.title == "First"


@pytest.mark.slow
async def test_every_win_is_kept_with_its_time_and_hints(pack) -> None:
    app = PuzzlesApp(find("trial/last"))
    async with app.run_test(size=(100, 40)) as pilot:
        screen = app.screen
        await pilot.press("H")
        await wait_until(pilot, lambda: screen.game.plan)
        while not screen.game.session.status.won:
            move = screen.puzzle.move_parse(screen.game.session.state, screen.game.plan[0])
            screen.on_grid_board_played(type(screen.board).Played(move))
        await wait_until(pilot, app.saves.wins)
        (win,) = app.saves.wins()
    assert (win.level, win.moves, win.grade) == ("flow/trial/last", 5, "perfect")
    assert win.hints == 1
    assert win.seconds is not None
    assert 0 < win.seconds < 60
