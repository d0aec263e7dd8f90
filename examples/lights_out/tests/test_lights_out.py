"""Lights Out keeps to the protocol, its pars are true, and it can be played and drawn."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest

from lights_out.plugin import plugin
from lights_out.rules import OFF, ON
from puzzles.core.errors import LevelError, UsageError
from puzzles.core.results import Grade, Proposal
from puzzles.core.solving import UNLIMITED, Limits, answer, last
from puzzles.library import catalogue, registry
from puzzles.library.levels import read_pack
from puzzles.testing import conformance

PACK = read_pack(str(plugin.packs / "first-lights.toml"))


def level_of(board):
    return read_pack("level", f'puzzle = "lights_out"\nboard = """\n{board}"""').levels[0]


def test_it_is_a_puzzle():
    conformance(plugin, PACK.levels)


def test_the_host_has_found_it():
    assert registry.plugin("lights_out") is plugin
    assert catalogue.find("lights_out/first-lights/spark").level.par == 4


@cache
def all_sets(side):
    """For each board that can be solved, the sizes of all sets of presses that solve it."""
    dark, sizes = level_of("\n".join([ON * side] * side)), {}
    start = plugin.start(dark)
    start = start.after(OFF * side * side)
    for some in product((False, True), repeat=side * side):
        state = start
        for cell, press in enumerate(some):
            state = plugin.apply(state, cell) if press else state
        sizes.setdefault(state.cells, []).append(sum(some))
    return sizes


@pytest.mark.parametrize(("side", "boards"), [(2, 16), (3, 512)])
def test_no_one_can_do_it_in_fewer(side, boards):
    sizes = all_sets(side)
    assert len(sizes) == boards
    for cells in random.Random(side).sample(sorted(sizes), min(boards, 100)):
        if ON in cells:
            rows = (cells[at : at + side] for at in range(0, side * side, side))
            start = plugin.start(level_of("\n".join(rows)))
            found = answer(plugin.solver.solve(start, UNLIMITED))
            assert (found.proved, len(found.moves)) == (True, min(sizes[cells]))
            assert found.facts["ways"] == sizes[cells].count(min(sizes[cells]))
            assert answer(plugin.solver.count(start, UNLIMITED)).count == len(sizes[cells])


def test_a_board_that_cannot_be_solved():
    level = level_of("*-\n..")
    found = answer(plugin.solver.solve(plugin.start(level), UNLIMITED))
    assert (found.moves, found.proved) == (None, True)
    with pytest.raises(UsageError):
        last(plugin.tutor.grade(level), Grade)
    mended = last(plugin.maker.assist(level, "solvable", ()), Proposal)
    assert answer(plugin.solver.solve(plugin.start(mended.level), UNLIMITED)).moves


def test_a_limit_is_told():
    pairs = "\n".join(["**.**.**.**.**.**.**", "...................."] * 10)  # 2⁷⁰ quiet sets
    state = plugin.start(level_of(pairs))
    found = answer(plugin.solver.solve(state, Limits(nodes=30_000)))
    assert (found.proved, found.stopped, found.lower_bound) == (False, "node limit", 28)
    assert plugin.status(plugin.after(state, plugin.texts(state, found.moves))).won


@pytest.mark.parametrize(
    ("board", "line"),
    [
        ("*-\n-x", "level:4:2: 'x' is no cell; known are * - ."),
        ("*-\n-", "level:4:2: ragged rows: this one has 1 cells, the first has 2"),
        ("--\n--", "level:2:9: all lights are out already"),
        ("*" * 401, "level:2:9: the board has 401 cells; the most is 400"),
        ("..", "level:2:9: the board has no cells"),
    ],
)
def test_bad_boards(board, line):
    with pytest.raises(LevelError) as caught:
        level_of(board)
    assert str(caught.value) == line


async def test_it_is_played_by_keys_and_by_mouse(monkeypatch, tmp_path):
    from puzzles.ui.play.play import PlayScreen
    from puzzles.ui.shell.app import PuzzlesApp

    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"PUZZLES_{name}_DIR", str(tmp_path))
    app = PuzzlesApp(catalogue.find("lights_out/first-lights/spark"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        board = app.screen.board
        for number, cell in enumerate(answer(plugin.solver.solve(board.state, UNLIMITED)).moves):
            if number % 2:
                x, y = board.spot(cell)
                await pilot.click(board, offset=(int(x), int(y)))
            else:
                grid = board.grid
                await pilot.press(*["left"] * grid.cols, *["up"] * grid.rows)
                await pilot.press(*["right"] * grid.col[cell], *["down"] * grid.row[cell], "enter")
            await pilot.pause()
            assert board.state.moves == number + 1
        assert plugin.status(board.state).won
        await pilot.press("u")
        assert not plugin.status(board.state).won
