"""Random boards: the same for the same seed, solvable, and with one solution."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from puzzles.core.errors import UsageError
from puzzles.core.solving import Limits, Progress
from puzzles.flow import levels
from puzzles.flow.count import Count, count
from puzzles.flow.cover import SHORTEST
from puzzles.flow.generator import generate, make, twin
from puzzles.flow.model import Board, FlowLevel
from puzzles.flow.problem import fault, touches_itself
from puzzles.flow.search import Found, search
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.hexagon import HexGrid
from puzzles.grids.square import SquareGrid


def last(events):
    """What ends a stream."""
    *_, end = events
    return end


def result(generator):
    """What a generator returns; it may yield nothing but progress."""
    while True:
        try:
            assert isinstance(next(generator), Progress)
        except StopIteration as end:
            return end.value


def bare(grid: LatticeGrid, **kind) -> Board:
    return Board(grid, (), np.full(grid.n, -1, dtype=np.int32), **kind)


def with_gaps() -> Board:
    present = np.ones((6, 6), dtype=np.bool_)
    present[[0, 5, 2, 3], [0, 5, 3, 3]] = False
    return bare(SquareGrid(present))


def with_walls() -> Board:
    grid = SquareGrid.full(6, 5)
    column = [(grid.at(row, 1), grid.at(row, 2)) for row in range(1, 5)]
    return bare(grid, walls=frozenset(column))


KINDS = {
    "plain": lambda: bare(SquareGrid.full(6, 6)),
    "gaps": with_gaps,
    "walls": with_walls,
    "warps": lambda: bare(SquareGrid.full(5, 6), wrap=True),
    "bridges": lambda: bare(SquareGrid.full(6, 6), bridges=frozenset({8, 21})),
    "hexes": lambda: bare(HexGrid.full(5, 5)),
}


def check_level(level: FlowLevel, pairs: int) -> None:
    """One filling, which has no fault and none of whose pipes is short or touches itself."""
    problem = level.board.problem
    assert problem.pairs == pairs
    fillings = last(count(problem, Limits(), cap=2))
    assert isinstance(fillings, Count)
    assert (fillings.count, fillings.exact) == (1, True)
    found = last(search(problem, Limits(), untouching=True, want=2))
    assert isinstance(found, Found)
    (solution,) = found.solutions
    assert fault(problem, solution) == ""
    assert min(map(len, solution)) >= SHORTEST
    assert not any(touches_itself(problem.graph, path) for path in solution)
    assert level.proof["fillings"] == level.proof["untouching"] == 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_board_has_one_filling(kind: str) -> None:
    board = KINDS[kind]()
    for seed in range(20):
        pairs = 5 + seed % 2
        level = result(make(board, pairs, Random(seed)))
        assert len(level.board.symbols) == pairs
        check_level(level, pairs)


def test_two_pairs_of_a_colour() -> None:
    for seed in range(20):
        plain = result(make(bare(SquareGrid.full(6, 6)), 6, Random(seed)))
        level = result(twin(plain, 1, Random(seed)))
        check_level(level, 6)
        board = level.board
        assert sorted(np.bincount(board.dots[board.dots >= 0])) == [2, 2, 2, 2, 4]
        same = [board.dots[a] == board.dots[b] >= 0 for a, b in board.graph.edges]
        assert not any(same), "two dots of a colour are neighbours"


def test_too_many_twins_are_not_made() -> None:
    level = result(make(bare(SquareGrid.full(5, 5)), 5, Random(1)))
    assert result(twin(level, 3, Random(1))) is None


def test_equal_arguments_make_equal_levels_and_others_do_not() -> None:
    def made(*arguments) -> str:
        return str(levels.format(last(generate(*arguments))))

    assert made("7x6", 6, 1) == made("7×6", 6, 1)
    assert len({made("7x6", 6, 1), made("7x6", 6, 2), made("6x7", 6, 1), made("7x6", 7, 1)}) == 4


def test_sizes_are_columns_by_rows_and_pairs_may_be_left_open() -> None:
    level = last(generate("8x5", None, 3))
    grid = level.board.grid
    assert (grid.cols, grid.rows) == (8, 5)
    check_level(level, 6)
    assert level.title == "8×5 with 6 pairs, seed 3"


def test_without_uniqueness_boards_may_be_larger() -> None:
    level = last(generate("16x6", 9, 1, unique=False))
    assert level.proof == {}
    (solution,) = last(search(level.board.problem, Limits(), untouching=True)).solutions
    assert fault(level.board.problem, solution) == ""


@pytest.mark.parametrize(
    ("size", "pairs", "reason"),
    [
        ("six", 3, "'six' is not a size; sizes are like 6x6, columns first"),
        ("6x", 3, "'6x' is not a size; sizes are like 6x6, columns first"),
        ("0x6", 3, "'0x6' is not a size; sizes are like 6x6, columns first"),
        ("6x6x6", 3, "'6x6x6' is not a size; sizes are like 6x6, columns first"),
        ("3x3", 12, "a 3×3 board has room for 3 pairs at most, and needs one"),
        ("6x6", 0, "a 6×6 board has room for 12 pairs at most, and needs one"),
        ("6x6", -1, "a 6×6 board has room for 12 pairs at most, and needs one"),
        ("2x1", None, "a 2×1 board has room for 0 pairs at most, and needs one"),
        ("16x6", 9, "16×6 is too large; sides may be 15 at most"),
        ("4x4", 1, "no 4×4 board with 1 pair turned up; try another number"),
    ],
)
def test_impossible_wishes_are_refused(size: str, pairs: int | None, reason: str) -> None:
    with pytest.raises(UsageError) as refusal:
        last(generate(size, pairs, 1))
    assert str(refusal.value) == reason


def test_it_can_be_stopped_at_any_time() -> None:
    making = generate("12x12", 12, 1)
    for _ in range(3):
        assert isinstance(next(making), Progress)
    making.close()
