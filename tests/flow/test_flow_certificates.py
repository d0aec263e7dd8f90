"""Certificates of how many solutions there are: against enumeration, and SAT."""

from __future__ import annotations

import random

import pytest
from judge import Judge
from naive import edges
from test_search import enumeration, random_problem, touches

from puzzles import checker
from puzzles.core.errors import PuzzlesError
from puzzles.core.solving import Limits, answer
from puzzles.flow.solver.certificate import certify, check_by
from puzzles.library.levels import read_pack
from sampling import slow

KINDS = ["plain", "holes", "walls", "wraps", "hexes", "graph", "bridges"]


def board(text: str, **keys: str):
    lines = ['puzzle = "flow"', *(f"{key} = {value}" for key, value in keys.items())]
    return read_pack("test", "\n".join([*lines, f'board = """\n{text}\n"""\n'])).levels[0]


def flow(task) -> checker.Flow:
    looks = tuple("." if dot < 0 else f"c{dot}" for dot in task.dot.tolist())
    near = enumerate(task.graph.neighbours)
    edges = tuple((w, v) for v, beside in near for w in beside if w < v)
    return checker.Flow(checker.Board("flow", tuple(map(str, range(task.n))), looks, edges))


@pytest.mark.parametrize("boards", [20, *slow(75)])
@pytest.mark.parametrize("kind", KINDS)
def test_any_guesses_count_all_solutions(kind, boards):
    """Whatever is guessed, what the checker finds are all solutions and no others."""
    rng = random.Random(f"{kind} {boards}")
    for _ in range(boards):
        task = random_problem(rng, kind, fill=True)
        every = list(enumeration(task))
        for untouching in (False, True):
            proof = flow(task)
            proof.untouching = untouching
            for free in proof.solve():
                proof.answer = rng.choice(list(checker.bits(free)))
            wanted = [one for one in every if not (untouching and touches(task, one))]
            found = {
                frozenset(proof.edges[e] for e in checker.bits(drawn)) for drawn in proof.found
            }
            assert found == set(map(edges, wanted))
            assert len(proof.found) == len(found)


LEVELS = {
    "one": (".A...\nAC+..\n.B...\n...CB", {}, "fillings 1"),
    "none": ("A.B\n...\nB.A", {}, "fillings 0"),
    "shy": ("A..B\n.B..\n.A..\n....", {"unique": '"untouching"'}, None),
}


@pytest.mark.parametrize("name", LEVELS)
def test_sat_has_the_same_opinion(name):
    text, keys, claim = LEVELS[name]
    level = board(text, **keys)
    proof = answer(certify(level, Limits()))
    assert claim in (None, proof.facts["claim"])
    checked = checker.check(proof.facts["certificate"])
    judge, drawn = Judge(level.board.problem), sum(checked.solutions)
    untouching = checked.claim == "untouching"
    try:
        for e, edge in enumerate(judge.edges):
            is_drawn = bool(drawn >> checked.board.edges.index(edge) & 1)
            assert judge.follows((), (e, is_drawn), untouching)
            assert judge.follows((), (e, not is_drawn), untouching) == (not checked.solutions)
    finally:
        judge.close()


def test_several_solutions_are_not_certified():
    level = board("AA\nAA")
    found = answer(certify(level, Limits()))
    assert not found.proved
    assert found.stopped == "several solutions"
    assert "certificate" not in found.facts


def test_a_claim_that_a_certificate_does_not_cover():
    shy = board("A..B\n.B..\n.A..\n....", unique='"untouching"')
    text = answer(certify(shy, Limits())).facts["certificate"]
    assert check_by(text, shy, Limits()).proved
    with pytest.raises(PuzzlesError, match="says nothing of its fillings"):
        check_by(text, board("A..B\n.B..\n.A..\n...."), Limits())


def test_no_solution_is_no_claim_of_a_level():
    level = board("A.B\n...\nB.A")
    text = answer(certify(level, Limits())).facts["certificate"]
    with pytest.raises(PuzzlesError, match="fillings 0 is proved"):
        check_by(text, level, Limits())
