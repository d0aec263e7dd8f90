"""Certificates of par: against brute force, and what the checker is asked to believe wrongly."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest
from test_solver import KINDS, brute_optimum, connected_state, random_state

from puzzles import checker
from puzzles.core.errors import PuzzlesError
from puzzles.core.solving import Limits, answer
from puzzles.kami.model import State
from puzzles.kami.solver.certificate import certify, check_by
from sampling import slow


def certificate(state: State) -> str:
    text: str = answer(certify(state.level, Limits())).facts["certificate"]
    return text


def states(kind: str, boards: int, largest: int = 8) -> Iterator[State]:
    rng = random.Random(f"{kind} {boards}")
    for _ in range(boards):
        yield random_state(rng, kind, largest)


@pytest.mark.parametrize("boards", [8, *slow(50)])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_accepted_is_the_optimum(kind, boards):
    for state in states(kind, boards):
        text = certificate(state)
        assert checker.check(text).proved == f"par {brute_optimum(state)} is proved"
        assert len(check_by(text, state.level).moves) == brute_optimum(state)


def answered_at_random(proof: checker.Kami, rng: random.Random, left: int) -> None:
    """Say that a part is not won in `left` moves, and see any pairs."""
    (inside,) = proof.parts
    asking, pairs = proof.show(inside, left), None
    with suppress(StopIteration):
        while True:
            asking.send(pairs)
            cells = range(len(proof.start))
            pairs = [rng.choice(cells) for _ in range(2 * rng.randint(0, 2))]


@pytest.mark.parametrize("boards", [40, *slow(250)])
def test_no_answers_refute_what_can_be_won(boards):
    """Pairs may be seen or not: as many moves as are enough are never refuted."""
    rng, refuted = random.Random(boards), 0
    for _ in range(boards):
        state = connected_state(rng, rng.randint(4, 9), rng.randint(2, 4))
        lines = certificate(state).split("\n")
        cells = [line.split() for line in reversed(lines) if line.startswith("cell")]
        least = brute_optimum(state)
        for _ in range(5):
            with pytest.raises(checker.Refused):
                answered_at_random(checker.Kami(list(cells)), rng, least)
            with suppress(checker.Refused):
                answered_at_random(checker.Kami(list(cells)), rng, least - 1)
                refuted += 1
    assert refuted > boards  # not everything is refused


def test_seeing_pairs_never_loses_the_only_way():
    """All pairs at once, in each position on the way of every optimal solution."""
    rng = random.Random(5)
    for _ in range(40):
        state = connected_state(rng, rng.randint(4, 9), rng.randint(2, 4))
        cells = [line.split() for line in reversed(certificate(state).split("\n"))
                 if line.startswith("cell")]  # fmt: skip
        proof, least = checker.Kami(cells), brute_optimum(state)
        wholes, near = proof.contract(proof.start, *proof.parts)
        colours = [proof.start[next(checker.bits(whole))] for whole in wholes]
        joins, useful = checker.Joins(near, colours), set(proof.moves(colours, near, None, False))
        for y in range(len(wholes)):
            for x in range(y):
                with suppress(checker.Refused):  # fewer moves join it
                    useful &= joins.first_moves(least, x, y, None)
        left = least and [
            move for move in useful
            if optimum_after(proof, wholes[move[0]], move[1]) == least - 1
        ]  # fmt: skip
        assert left or least == 0


def optimum_after(proof: checker.Kami, whole: int, colour: int) -> int:
    """By the checker, which sees no pairs."""
    position, (inside,), left = proof.recoloured(proof.start, whole, colour), proof.parts, 0
    while True:
        asking = proof.refute(position, left, None, inside, {})
        try:
            checker.converse(asking, list)
        except checker.Refused:
            return left
        if len(set(position)) == 1:
            return 0
        left += 1


def test_parts_are_not_exchanged():
    """Two islands of one shape: what is refuted of one says nothing of the other."""
    lines = ["cell a R", "cell b W a", "cell c R", "cell d W c"]
    proof = checker.Kami([line.split() for line in reversed(lines)])
    with pytest.raises(checker.Refused, match="symmetry"):
        proof.add_symmetry([2, 3, 0, 1])


def test_symmetries_are_checked():
    lines = ["cell a R", "cell b W a", "cell c R b"]
    proof = checker.Kami([line.split() for line in reversed(lines)])
    proof.add_symmetry([2, 1, 0])
    for image in ([1, 0, 2], [0, 1], [0, 0, 0], [0, 2, 1]):
        with pytest.raises(checker.Refused):
            proof.add_symmetry(image)


def test_a_false_par_is_named():
    state = next(states("graph", 1))
    text = certificate(state)
    level = state.level
    object.__setattr__(level, "par", brute_optimum(state) + 1)
    with pytest.raises(PuzzlesError, match="but the optimum is"):
        check_by(text, level)
