"""A new level like the one being played, made ahead."""

from __future__ import annotations

import asyncio
import gc

import pytest

from lacking import without
from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.offers import COMPILER, LACKS
from puzzles.library import registry
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from puzzles.running import child, making
from puzzles.running.child import Compiler
from puzzles.running.making import Ahead
from puzzles.ui.play import play
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


@pytest.fixture(autouse=True)
def not_polite(monkeypatch):
    """Other tests do not hold up what is made ahead."""
    monkeypatch.setattr(child, "POLITE", "not")


@pytest.fixture
def pack(own_levels):
    (own_levels / "trial.toml").write_text(PACK)


@pytest.mark.slow
async def test_a_level_is_made_ahead_and_taken_once(pack) -> None:
    ahead, level = Ahead(Compiler(print)), find("trial/last").level
    puzzle = registry.plugin("flow")
    ahead.begin(puzzle, level)
    task = ahead._task
    ahead.begin(puzzle, level)
    assert ahead._task is task, "one is enough"
    first = await ahead.take(puzzle, level)
    second = await ahead.take(puzzle, level)
    for made in (first, second):
        board = made.levels[0].board
        assert (board.grid.size, len(board.symbols)) == ("5×5", 5)
    assert puzzle.text(puzzle.start(first.levels[0])) != puzzle.text(puzzle.start(second.levels[0]))
    await ahead.end()


async def test_what_fails_unasked_for_is_not_complained_of(pack, monkeypatch) -> None:
    monkeypatch.setattr(child, "COMMAND", ("/nowhere/python",))
    monkeypatch.setattr(child.Child, "_possible", True)  # or all is done here from now on
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
    ahead = Ahead(Compiler(print))
    ahead.begin(registry.plugin("flow"), find("trial/last").level)
    await asyncio.wait([ahead._task])
    await ahead.end()
    await asyncio.sleep(0)  # lets go of the task
    gc.collect()
    assert not complaints


async def test_a_change_of_mind_stops_what_is_being_made(pack) -> None:
    ahead, puzzle = Ahead(Compiler(print)), registry.plugin("flow")
    ahead.begin(puzzle, find("trial/last").level)
    task = ahead._task
    await asyncio.sleep(0.2)
    large = read_pack("x", 'puzzle = "flow"\nboard = """\nA.......\n.......A"""\n').levels[0]
    ahead.begin(puzzle, large)
    await asyncio.wait([task], timeout=60)
    assert task.cancelled()
    await ahead.end()


@pytest.mark.slow
async def test_the_reason_comes_through(compiled_children) -> None:
    ahead, puzzle = Ahead(Compiler(print)), registry.plugin("flow")
    level = read_pack("x", 'puzzle = "flow"\nboard = "A..A"\n').levels[0]
    with pytest.raises(PuzzlesError, match="turned up"):
        await ahead.take(puzzle, level)


@pytest.mark.parametrize(("puzzle", "wished"), [("flow", {"size": "7x7"}), ("kami", {"par": 4})])
async def test_where_nothing_is_compiled_a_level_comes_of_the_stock(
    puzzle, wished, monkeypatch
) -> None:
    monkeypatch.setenv(LACKS, COMPILER)
    monkeypatch.setattr(making, "LONGEST", 0.0)
    plugin = registry.plugin(puzzle)
    assert plugin.can("generator.make")
    made = await Ahead(Compiler(print)).make(plugin, wished)
    assert "stock" in made.blurb
    assert plugin.generator.like(made.levels[0]).items() >= wished.items()


def test_a_puzzle_that_makes_none_says_so(pack) -> None:
    puzzle = without(registry.plugin("flow"), "generator.make")
    with pytest.raises(UsageError, match="levels of Flow are not generated"):
        Ahead(Compiler(print)).begin(puzzle, find("trial/last").level)


@pytest.mark.slow
async def test_n_after_the_last_level_and_shift_n_anywhere(pack, monkeypatch) -> None:
    monkeypatch.setattr(play, "SETTLED", 0.1)
    app = PuzzlesApp(find("trial/last"))
    async with app.run_test(size=(100, 40)) as pilot:
        await wait_until(pilot, lambda: app.ahead._task and app.ahead._task.done())
        made = app.ahead._task.result()
        await pilot.press("n")
        await wait_until(pilot, lambda: app.screen.entry.pack.title == "New")
        assert app.screen.entry.pack is made, "it was there already"
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
