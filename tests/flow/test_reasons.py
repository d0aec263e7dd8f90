"""Whole solutions in reasons: every step follows, and rests on no more than it needs."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import numpy as np
import pytest

from flow.judge import Judge
from puzzles.core.errors import UsageError
from puzzles.core.results import Explanation, Grade
from puzzles.core.solving import UNLIMITED, last
from puzzles.flow import plugin
from puzzles.flow.rules.model import KINDS, FlowLevel
from puzzles.flow.solver.strands import (
    UNTOUCHING,
    backtrack,
    forbid,
    new_strands,
    propagate,
    use,
)
from puzzles.flow.tutor.difficulty import solve
from puzzles.flow.tutor.reasons import ALONE, FORCED, GUESSED, WHAT_IF, Deduction, Reasoner
from puzzles.library.levels import read_pack
from sampling import slow
from shipped import ENTRIES
from timing import PART, gaps

LEVELS = [entry.level for entry in ENTRIES if entry.pack.puzzle.id == "flow"]
RNG = random.Random(15)
SMALL = [level for level in LEVELS if level.board.grid.n <= 81]
SAMPLE = [*RNG.sample(SMALL, 6), *RNG.sample([x for x in SMALL if x.difficulty > 4.5], 8)]


def parsed(board: str, **keys) -> FlowLevel:
    return read_pack("x", json.dumps({"puzzle": "flow", "board": board, **keys})).levels[0]


def reasoner_of(level: FlowLevel) -> Reasoner:
    solving = solve(level.board.problem, level.untouching, "")
    while True:
        try:
            next(solving)
        except StopIteration as end:
            return Reasoner(level.board, end.value)


def reasoned(level: FlowLevel) -> tuple[Reasoner, list[Deduction]]:
    reasoner = reasoner_of(level)
    return reasoner, [found for found in reasoner.deductions() if isinstance(found, Deduction)]


def judged(level: FlowLevel) -> list[Deduction]:
    """The deductions, each of which has followed from what stood before by SAT."""
    reasoner, deductions = reasoned(level)
    judge, position = Judge(level.board.problem), []
    for found in deductions:
        if found.kind != "guess":
            alone = reasoner.untouching and found.kind != FORCED
            for conclusion in found.concludes:
                assert judge.follows(position, conclusion, alone), (found, conclusion)
                assert not judge.follows(position, (conclusion[0], not conclusion[1]), alone)
        position += found.concludes
    judge.close()
    assert sorted(e for e, _ in position) == list(range(len(reasoner.u)))
    return deductions


BOARDS = pytest.mark.parametrize(
    "level", [*SAMPLE, *slow(*LEVELS[::48])], ids=lambda level: level.title
)


@BOARDS
def test_every_step_follows_from_what_stood_before(level: FlowLevel) -> None:
    assert judged(level)


@pytest.mark.parametrize("kind", KINDS)
def test_on_every_kind_of_board(kind: str) -> None:
    judged(next(level for level in LEVELS if level.board.kind == kind and level.difficulty > 3))


def refuted(
    reasoner: Reasoner, position: list[tuple[int, bool]], supposed: tuple[int, bool], kept: set[int]
) -> bool:
    """Whether the rules of pipes, and that the vertices `kept` must be passed, refute it."""
    problem = reasoner.problem
    room = new_strands(problem, False)
    backtrack(room, 0)
    for e, used in position:
        assert (use if used else forbid)(room, e)
    room.counters[UNTOUCHING] = reasoner.untouching
    assert propagate(room)
    room.vertices["open"][[v for v in range(problem.n) if v not in kept]] += 1000
    e, used = supposed
    return not ((use if used else forbid)(room, e) and propagate(room))


def what_ifs(level: FlowLevel) -> Iterator[tuple[Reasoner, list[tuple[int, bool]], Deduction]]:
    """Each with the position before it, until a cut tells something that no passage shows."""
    reasoner, position = reasoner_of(level), []
    for found in reasoner.deductions():
        if reasoner._hemmed.any():
            return
        if isinstance(found, Deduction):
            if found.kind == WHAT_IF:
                yield reasoner, position, found
            position += found.concludes


@BOARDS
def test_a_what_if_rests_on_what_it_needs_and_no_more(level: FlowLevel) -> None:
    judge = Judge(level.board.problem)
    for reasoner, position, found in what_ifs(level):
        assert found.supposed is not None
        e, used = found.supposed
        assert judge.follows(position, (e, not used), reasoner.untouching, found.rests_on)
        assert refuted(reasoner, position, found.supposed, set(found.rests_on))
        for v in found.rests_on:
            fewer = set(found.rests_on) - {v}
            assert not refuted(reasoner, position, found.supposed, fewer)
        assert found.chain[0] == found.supposed or not found.chain
    judge.close()


def test_few_cells_are_cited() -> None:
    cited = [len(found.rests_on) for level in SAMPLE for found in reasoned(level)[1]]
    assert np.median(cited) <= 6


@pytest.mark.parametrize("level", SAMPLE, ids=lambda level: level.title)
def test_it_is_the_person_of_the_grade(level: FlowLevel) -> None:
    """Neither needs a what-if where the other has an easier step."""
    graded = last(plugin.tutor.grade(level), Grade).figures
    kinds = [found.kind for found in reasoned(level)[1]]
    assert kinds.count(WHAT_IF) == graded["what_ifs"]
    assert kinds.count(GUESSED) == graded["guesses"]


def test_where_a_pipe_has_to_touch_itself_nobody_thinks_it_does_not() -> None:
    deductions = judged(parsed("A...\nA...\n...."))
    assert ALONE not in {found.kind for found in deductions}


def test_where_cells_may_stay_empty() -> None:
    level = parsed("A..\n#.#\n..A", fill=False)
    assert any("could not leave it" in found.words for found in judged(level))
    judged(parsed("A.B\n...\nA.B", fill=False))


def test_a_run_is_told_once() -> None:
    level = parsed("A...A\nB...B")
    (run,) = [found for found in reasoned(level)[1] if "then on" in found.words][:1]
    assert len(run.rests_on) > 1


def explained(level: FlowLevel) -> Explanation:
    return last(plugin.tutor.explain(level, UNLIMITED), Explanation)


def test_the_sentences_are_those_of_a_player() -> None:
    level = next(level for level in LEVELS if level.title == "Venice")
    words = {step.words for step in explained(level).steps}
    assert words >= {
        "The pipe through a1 must join b1 and a2.",
        "The dot at b8 has only one way: to c8.",
        "A pipe from a8 to b8 would touch itself, so the pipe can only go on from a8 to a7.",
    }
    assert [text for text in words if text.startswith("If ") and "would collide" in text]


def test_all_is_told_of_cells() -> None:
    for level in SAMPLE:
        board = level.board
        found = explained(level)
        drawn = set()
        for step in found.steps:
            assert step.words.isprintable()
            assert step.words.endswith(".")
            assert set(step.lit) <= set(range(board.grid.n))
            drawn |= {(u, v) for u, v, is_drawn in step.facts["edges"] if is_drawn}
        assert len(drawn) == board.graph.n - board.pairs
        assert found.facts["difficulty"] == level.difficulty


@pytest.mark.slow
def test_it_can_be_stopped_at_any_time() -> None:
    """Events come often, for the largest boards, too."""
    level = max(LEVELS, key=lambda level: (level.board.grid.n, level.difficulty))
    for _ in range(2):  # the second time everything is compiled
        took = gaps(plugin.tutor.explain(level, UNLIMITED))
    assert took[-1] < PART
    assert sum(took) < 5


def test_without_a_solution_there_is_nothing_to_explain() -> None:
    with pytest.raises(UsageError, match="no solution"):
        explained(parsed("AB\nBA"))
