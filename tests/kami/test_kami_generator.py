"""Generated levels of Kami: symmetric, no confetti, as wished for, and with a proved par."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from puzzles.core.errors import UsageError
from puzzles.core.solving import Limits, Progress, answer
from puzzles.grids.square import SquareGrid
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami.generator import patterns
from puzzles.kami.generator.generator import HARD, make
from puzzles.kami.generator.patterns import PALETTES, PATTERNS, coordinates, fold, symmetries
from puzzles.kami.generator.wishes import Wishes, like
from puzzles.kami.rules import levels
from puzzles.kami.rules.model import KINDS, KamiLevel, start
from puzzles.kami.solver.solve import solve
from puzzles.kami.tutor.difficulty import greedy
from sampling import slow


def generate(seed, wishes: Wishes):
    return make(seed, vars(wishes))


def last(events):
    *_, end = events
    return end


def test_a_triangle_board_around_a_corner_has_all_symmetries() -> None:
    everything = {"none", "mirror", "turn", "both", "three", "six"}
    assert set(symmetries(TriangleGrid.full(29, 10))) == everything
    assert set(symmetries(TriangleGrid.full(17, 6))) == everything
    # Its middle is no corner of triangles.
    assert "six" not in symmetries(TriangleGrid.full(27, 10))
    # Left and right of an odd number of columns point the same way.
    assert "mirror" not in symmetries(TriangleGrid.full(29, 9))
    assert set(symmetries(SquareGrid.full(6, 8))) == {"none", "mirror", "turn", "both", "quarter"}
    assert "quarter" not in symmetries(SquareGrid.full(5, 8))


def image(grid, symmetry_image) -> dict[int, int]:
    """Where a symmetry takes each cell, of those that stay on the board."""
    at = coordinates(grid)
    places = {tuple(np.round(p, 4) + 0.0): cell for cell, p in enumerate(at)}
    moved = np.round(patterns.image_of(at, symmetry_image), 4) + 0.0
    return {cell: places[tuple(p)] for cell, p in enumerate(moved) if tuple(p) in places}


@pytest.mark.parametrize("name", patterns.TRIANGLE_SYMMETRIES)
def test_a_triangle_symmetry_keeps_neighbours_and_what_is_folded(name: str) -> None:
    grid = TriangleGrid.full(29, 10)
    folded = fold(coordinates(grid), name)
    near = grid.graph.neighbours
    for symmetry in patterns.TRIANGLE_SYMMETRIES[name]:
        moved = image(grid, symmetry)
        assert len(moved) > grid.n / 4
        for cell, other in moved.items():
            assert (folded[cell] == folded[other]).all()
            assert all(moved[w] in near[other] for w in near[cell] if w in moved)


@pytest.mark.parametrize("seeds", [1, *slow(3)])
@pytest.mark.parametrize("kind", KINDS)
def test_levels_are_symmetric_and_their_par_is_proved(kind: str, seeds: int) -> None:
    for seed in range(seeds):
        level = last(generate(seed, Wishes(kind=kind, par=4, symmetry="both")))
        assert isinstance(level, KamiLevel)
        found = answer(solve(start(level), Limits()))
        assert (len(found.moves), found.proved) == (4, True)
        assert 1 <= level.difficulty <= 10
        grid = level.board.grid
        shape = (grid.rows, grid.cols)
        colours = np.full(shape, -1)
        colours[grid.row, grid.col] = level.board.colours
        assert (colours == colours[::-1]).all()
        assert (colours == colours[:, ::-1]).all()
        assert (grid.n < grid.rows * grid.cols) == (kind == "islands")


@pytest.mark.parametrize("figure", patterns.FIGURES)
def test_figures_are_whole_and_symmetric(figure) -> None:
    """Each shape is its own image upside down and in a mirror, and its rims follow the folds: it
    has both halves of the rhombi around its middle."""
    at = coordinates(TriangleGrid.full(29, 10))
    for seed in range(20):
        for mask in figure(at, Random(seed)):
            cells = mask.reshape(29, 10)
            assert mask.any()
            assert (cells == cells[:, ::-1]).all()
            assert (cells == cells[::-1]).all()


@pytest.mark.parametrize("seeds", [1, *slow(4)])
def test_no_confetti(seeds: int) -> None:
    for seed in range(seeds):
        board = last(generate(seed, Wishes(size="8x23", par=5))).board
        areas = np.bincount(board.grid.graph.components(board.colours.tolist()))
        assert (areas <= 2).mean() <= 0.25
        assert areas.mean() >= 4


def test_patterns_see_nothing_but_folded_coordinates() -> None:
    """What is folded alike is labelled alike: that is why boards are symmetric."""
    for grid in (TriangleGrid.full(29, 10), SquareGrid.full(16, 10)):
        at = fold(coordinates(grid), "both")
        for pattern in (*PATTERNS, patterns.around):
            labels = pattern(at, Random(1))
            _, first, which = np.unique(at, axis=0, return_index=True, return_inverse=True)
            assert (labels[first][which.reshape(-1)] == labels).all()


def test_patterns_follow_the_folds() -> None:
    """A cell and the one across its side are alike more often than not, and no pattern has one
    label only."""
    for grid in (TriangleGrid.full(29, 10), SquareGrid.full(16, 10)):
        a, b = grid.graph.edges.T
        for pattern in PATTERNS:
            for seed in range(20):
                labels = pattern(coordinates(grid), Random(seed))
                assert (labels >= -1000).all()
                assert len(np.unique(labels)) > 1, (pattern, seed)
                assert (labels[a] == labels[b]).mean() > 0.3, (pattern, seed)


@pytest.mark.slow
def test_equal_arguments_make_equal_levels_and_others_do_not() -> None:
    def made(seed: int, **wishes) -> str:
        return str(levels.format(last(generate(seed, Wishes(**wishes)))))

    assert made(1, par=3) == made(1, par=3)
    assert len({made(1, par=3), made(2, par=3), made(1, par=4), made(1, kind="square")}) == 4


@pytest.mark.parametrize("colours", [2, *slow(3, 6)])
def test_there_are_as_many_colours_as_wished_for(colours: int) -> None:
    assert len(last(generate(1, Wishes(colours=colours))).board.palette) == colours


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", [2, *slow(4)])
def test_the_difficulty_is_the_one_wished_for(difficulty: int) -> None:
    level = last(generate(1, Wishes(difficulty=difficulty)))
    assert abs(level.difficulty - difficulty) <= 0.5


@pytest.mark.slow
def test_hard_levels_are_not_won_by_greed() -> None:
    level = last(generate(2, Wishes(difficulty=HARD)))
    assert len(greedy(start(level))) > level.par


@pytest.mark.slow
def test_a_level_like_another() -> None:
    for kind in KINDS:
        level = last(generate(1, Wishes(kind=kind, par=3)))
        other = last(generate(2, Wishes(**like(level))))
        assert other.par == level.par
        assert other.board.grid.kind == level.board.grid.kind


def test_palettes_have_letters_and_looks_of_their_own() -> None:
    for colours in PALETTES.values():
        for what in ("letter", "name", "look"):
            assert len({getattr(colour, what) for colour in colours}) == len(colours)


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ({"size": "x"}, "'x' is not a size; sizes are like 10x29, columns first"),
        ({"size": "1x5"}, "sides are 2 to 40 cells, not 1×5"),
        ({"kind": "round"}, "no kind 'round'; known are triangle, square, islands"),
        ({"colours": 9}, "colours is from 2 to 6, not 9"),
        ({"par": 30}, "par is from 1 to 20, not 30"),
        ({"size": "2x2", "par": 15}, "4 cells have a par of 3 at most, not 15"),
        ({"colours": 6, "par": 2}, "6 colours need 5 moves at least, not 2"),
        (
            {"kind": "square", "symmetry": "six"},
            "a 10×16 square board cannot have the symmetry six; "
            "it can have none, mirror, turn, both, quarter",
        ),
        ({"difficulty": 0}, "difficulty is from 1 to 10, not 0"),
    ],
)
def test_impossible_wishes_are_refused_at_once(wishes, reason: str) -> None:
    with pytest.raises(UsageError) as refusal:
        next(generate(1, Wishes(**wishes)))
    assert str(refusal.value) == reason


@pytest.mark.slow
def test_what_does_not_turn_up_is_refused_with_the_nearest(monkeypatch) -> None:
    monkeypatch.setattr("puzzles.kami.generator.generator.TRIES", 1100)
    with pytest.raises(UsageError) as refusal:
        last(generate(1, Wishes(size="4x5", kind="square", par=9)))
    assert "no 4×5 level with par 9 turned up; " in str(refusal.value)


def test_it_can_be_stopped_at_any_time() -> None:
    making = generate(1, Wishes(par=10))
    for _ in range(3):
        assert isinstance(next(making), Progress)
    making.close()
