"""Generated levels: as wished for, the same for the same seed, and with one filling, proved."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from naive import fault

from puzzles.core.errors import UsageError
from puzzles.core.solving import Limits, Progress
from puzzles.flow.generator import generator
from puzzles.flow.generator.cover import SHORTEST, Cover
from puzzles.flow.generator.generator import make, twin, with_dots
from puzzles.flow.generator.shapes import Wishes, bare, like, shape
from puzzles.flow.rules import levels
from puzzles.flow.rules.model import KINDS, FlowLevel
from puzzles.flow.rules.problem import touches_itself
from puzzles.flow.solver.settle import Query, settle
from puzzles.grids.square import SquareGrid
from sampling import slow


def generate(seed, wishes: Wishes):
    return make(seed, vars(wishes))


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


def check_level(level: FlowLevel) -> None:
    """One filling, which has no fault and none of whose pipes is short or touches itself; no two
    dots of a colour are neighbours, and not all dots are on the rim."""
    board, problem = level.board, level.board.problem
    fillings = last(settle(Query(problem, method="count"), Limits()))
    assert (fillings.number, fillings.exact) == (1, True)
    found = last(settle(Query(problem, 2, untouching=True), Limits()))
    (solution,) = found.solutions
    assert fault(problem, solution) == ""
    assert min(map(len, solution)) >= SHORTEST
    assert not any(touches_itself(problem.graph, path) for path in solution)
    assert not any(board.dots[a] == board.dots[b] >= 0 for a, b in board.grid.graph.edges)
    degree = np.diff(problem.graph.indptr)
    assert degree.min() == degree.max() or (degree[problem.dot >= 0] == degree.max()).any()
    assert level.proof["fillings"] == level.proof["untouching"] == 1


@pytest.mark.parametrize("seeds", [1, *slow(4)])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_board_has_one_filling(kind: str, seeds: int) -> None:
    for seed in range(seeds):
        level = last(generate(seed, Wishes("5x6", kind)))
        assert level.board.kind == kind or not seed
        assert (level.board.grid.rows, level.board.grid.cols) == (6, 5)
        assert 1 <= level.difficulty <= 10
        check_level(level)


def test_gaps_and_hexes_may_come_full_but_others_show_their_kind() -> None:
    for kind in set(KINDS) - {"hexes"}:
        assert {shape(kind, 7, 7, Random(seed)).kind for seed in range(20)} <= {kind, "plain"}
    assert {shape("walls", 7, 7, Random(seed)).kind for seed in range(20)} == {"walls"}
    assert {shape("bridges", 7, 7, Random(seed)).kind for seed in range(20)} == {"bridges"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", [5, *slow(8, 15)])
def test_bare_boards_are_in_one_piece_without_dead_ends(kind: str, side: int) -> None:
    for seed in range(20):
        graph = shape(kind, side, side, Random(seed)).graph
        assert graph.components().max() == 0
        assert min(map(len, graph.neighbours)) >= 2


def test_large_boards() -> None:
    check_level(last(generate(3, Wishes("12x11", colours=13))))


def test_a_cover_uses_every_vertex_once_at_all_times() -> None:
    board = shape("bridges", 8, 8, Random(2))
    cover = Cover(board, Random(1))
    for _ in cover.anneal(8, list(range(board.graph.n))):
        assert sorted(v for pipe in cover.pipes for v in pipe) == list(range(board.graph.n))
    assert cover.fine(8)
    assert not cover.fine(7)
    pipe = cover.pipes[0]
    assert set(pipe) <= set(cover.around(pipe[:1]))


def test_two_pairs_of_a_colour() -> None:
    for seed in range(10):
        plain = result(with_dots(bare(SquareGrid.full(6, 6)), 6, Random(seed)))
        level = result(twin(plain, 1, Random(seed)))
        check_level(level)
        board = level.board
        assert sorted(np.bincount(board.dots[board.dots >= 0])) == [2, 2, 2, 2, 4]


def test_too_many_twins_are_not_made() -> None:
    level = result(with_dots(bare(SquareGrid.full(5, 5)), 5, Random(1)))
    assert result(twin(level, 3, Random(1))) is None


def test_equal_arguments_make_equal_levels_and_others_do_not() -> None:
    def made(seed: int, *wishes) -> str:
        return str(levels.format(last(generate(seed, Wishes(*wishes)))))

    assert made(1, "7x6", "plain", 6) == made(1, "7×6", "plain", 6)
    others = {made(1, "7x6"), made(2, "7x6"), made(1, "6x7"), made(1, "7x6", "plain", 7)}
    assert len(others) == 4


def test_the_number_of_colours_is_the_one_wished_for() -> None:
    for kind in ("plain", "twins"):
        for colours in (5, 6):
            level = last(generate(1, Wishes("7x7", kind, colours)))
            assert len(level.board.symbols) == colours


@pytest.mark.slow
@pytest.mark.parametrize("wished", [3, 1, 5])
def test_the_difficulty_is_the_one_wished_for(wished: int) -> None:
    assert abs(last(generate(2, Wishes("8x8", difficulty=wished))).difficulty - wished) <= 0.5


@pytest.mark.slow
def test_a_level_like_another() -> None:
    for kind in KINDS:
        level = last(generate(1, Wishes("5x6", kind)))
        wishes = Wishes(**like(level))
        assert wishes.size == "5x6"
        assert wishes.kind == level.board.kind
        assert len(last(generate(2, wishes)).board.symbols) == len(level.board.symbols)


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        (Wishes("six"), "'six' is not a size; sizes are like 6x6, columns first"),
        (Wishes("6x"), "'6x' is not a size; sizes are like 6x6, columns first"),
        (Wishes("0x6"), "'0x6' is not a size; sizes are like 6x6, columns first"),
        (Wishes("6x6x6"), "'6x6x6' is not a size; sizes are like 6x6, columns first"),
        (Wishes("3x3", colours=12), "a 3×3 board has room for 3 colours at most, not 12"),
        (Wishes("6x6", colours=0), "a 6×6 board has room for 12 colours at most, not 0"),
        (
            Wishes("6x6", "round"),
            "no kind 'round'; known are plain, gaps, walls, warps, bridges, hexes, twins",
        ),
        (Wishes("16x6"), "sides of plain boards are 3 to 15 cells, not 16×6"),
        (Wishes("4x4", "bridges"), "sides of bridges boards are 5 to 15 cells, not 4×4"),
        (Wishes(difficulty=11), "difficulty is from 1 to 10, not 11"),
        (
            Wishes("3x3", colours=1),
            "no 3×3 level with 1 colour turned up; try another number",
        ),
    ],
)
def test_impossible_wishes_are_refused(wishes: Wishes, reason: str) -> None:
    with pytest.raises(UsageError) as refusal:
        last(generate(1, wishes))
    assert str(refusal.value) == reason


def test_a_difficulty_that_cannot_be_had_is_refused_after_an_effort(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(generator, "TRIES_DIFFICULTY", 12)
    with pytest.raises(UsageError) as refusal:
        last(generate(1, Wishes("4x4", difficulty=10)))
    assert "difficulty 10 turned up; the nearest has difficulty" in str(refusal.value)


def test_it_can_be_stopped_at_any_time() -> None:
    making = generate(1, Wishes("12x12"))
    for _ in range(3):
        assert isinstance(next(making), Progress)
    making.close()


@pytest.mark.slow
def test_plain_covers_look_as_boards_do_that_people_play() -> None:
    # What is bought with prices: few short pipes, ends that lie apart, but many beside other ends.
    board, side = bare(SquareGrid.full(8, 8)), 8
    short, apart, beside = [], [], []
    for seed in range(40):
        cover = Cover(board, Random(seed))
        for _ in cover.anneal(7, list(range(board.graph.n))):
            pass
        dots = {end for pipe in cover.pipes for end in (pipe[0], pipe[-1])}
        short += [len(pipe) <= SHORTEST + 1 for pipe in cover.pipes]
        apart += [
            sum(map(abs, np.subtract(divmod(pipe[0], side), divmod(pipe[-1], side)))) / side
            for pipe in cover.pipes
        ]
        beside += [any(w in dots for w in board.graph.neighbours[dot]) for dot in dots]
    assert np.mean(short) < 0.2
    assert np.mean(apart) > 0.6
    assert np.mean(beside) > 0.6
