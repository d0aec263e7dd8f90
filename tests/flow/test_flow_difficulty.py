"""The difficulty of Flow: what a person has to do, not how large the board is."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from puzzles.core.results import Grade
from puzzles.core.solving import Limits, last
from puzzles.flow.generator.generator import make
from puzzles.flow.generator.shapes import Wishes
from puzzles.flow.rules.model import KINDS
from puzzles.flow.solver.settle import Query, Settled, settle
from puzzles.flow.tutor.difficulty import Person, grade
from puzzles.library.levels import read_pack
from sampling import slow

# The pipes lie side by side: every cell is forced from a corner on.
LANES = "\n".join(["ABCDEFGHIJ", *["." * 10] * 8, "ABCDEFGHIJ"])


def generate(seed, wishes: Wishes):
    return make(seed, vars(wishes))


def graded(level) -> Grade:
    *_, end = grade(level)
    assert isinstance(end, Grade)
    return end


def parsed(board: str, **keys):
    return read_pack("x", json.dumps({"puzzle": "flow", "board": board, **keys})).levels[0]


@pytest.mark.slow
def test_a_large_board_can_be_easy_and_a_small_one_hard() -> None:
    easy = graded(parsed(LANES))
    assert easy.figures["what_ifs"] == easy.figures["guesses"] == 0
    assert easy.difficulty < 2.5
    small = next(
        level
        for seed in range(100)
        if graded(level := list(generate(seed, Wishes("5x5", "warps")))[-1]).figures["what_ifs"] > 2
    )
    assert graded(small).difficulty > 3 + easy.difficulty


def test_every_passage_is_decided_by_some_step() -> None:
    level = parsed(LANES)
    figures = graded(level).figures
    assert sum(figures[step] for step in ("forced", "alone", "cut_off")) == 180


@pytest.mark.parametrize("boards", [1, *slow(6)])
@pytest.mark.parametrize("kind", KINDS)
def test_the_person_never_errs(kind: str, boards: int) -> None:
    """Whatever the steps decide agrees with the one filling."""
    for seed in range(boards):
        board = list(generate(seed, Wishes("6x6", kind)))[-1].board
        query = Query(board.problem, 2, untouching=True)
        (solution,) = last(settle(query, Limits()), Settled).solutions
        steps = {frozenset(pair) for path in solution for pair in pairwise(path)}
        person = Person(board.problem, solution)
        while person.undecided:
            if person.easiest() is None and not person.what_if():
                person.guess()
        used = {frozenset((u, v)) for u, v, state in person.strands.edges.tolist() if state == 1}
        assert used == steps


def test_a_pipe_that_has_to_touch_itself_is_still_graded() -> None:
    level = parsed("A.\nA.")
    assert 1 <= graded(level).difficulty <= 10


def test_where_cells_may_stay_empty() -> None:
    level = parsed("A..\n...\n..A", fill=False)
    assert 1 <= graded(level).difficulty <= 10


def test_equal_levels_have_equal_grades() -> None:
    level = list(generate(4, Wishes("9x9")))[-1]
    assert graded(level) == graded(level)
    assert graded(level).difficulty == level.difficulty
