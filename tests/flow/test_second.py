"""Why there is no second solution: the view never claims that where there is one."""

from __future__ import annotations

import json
import random

import pytest

from flow.naive import solutions, untouching
from puzzles.core.solving import UNLIMITED, Answer, answer
from puzzles.flow import plugin
from puzzles.flow.rules.model import FlowLevel
from puzzles.flow.tutor.second import no_second
from puzzles.flow.tutor.watching import NO_SECOND
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from sampling import slow

RNG = random.Random(33)


def parsed(board: str, **keys) -> FlowLevel:
    return read_pack("x", json.dumps({"puzzle": "flow", "board": board, **keys})).levels[0]


def drawn(fill: bool) -> FlowLevel:
    """A random board with four pairs on a torus, or with three whose cells may stay empty."""
    letters = "AABBCCDD" if fill else "AABBCC"
    cells = ["."] * 16
    for cell, letter in zip(RNG.sample(range(16), len(letters)), letters, strict=True):
        cells[cell] = letter
    text = "\n".join(" ".join(cells[4 * r : 4 * r + 4]) for r in range(4))
    return parsed(text, **({"wrap": True} if fill else {"fill": False}))


@pytest.mark.parametrize("fill", [True, False])
@pytest.mark.parametrize("boards", [250, *slow(500)])
def test_a_second_solution_is_never_refuted(fill, boards):
    proved = several = 0
    for _ in range(boards):
        level = drawn(fill)
        problem, state = level.board.problem, plugin.start(level)
        every = list(solutions(problem).values())
        alike = list(untouching(problem.graph, solutions(problem)).values())
        if len(every) == 1:
            *steps, end = no_second(state, every[0])
            assert steps
            assert isinstance(end, Answer)
            assert end.proved
            proved += 1
        elif len(alike) > 1:
            with pytest.raises(RuntimeError, match="second"):
                list(no_second(state, alike[0]))
            several += 1
    assert min(proved, several) > 1


def test_the_last_step_is_the_solution():
    entry = find("flow/warps/lost-luggage")
    state = plugin.start(entry.level)
    *steps, end = plugin.tutor.trace(state, NO_SECOND, UNLIMITED)
    shown = [step.step for step in steps if step.step]
    paths = {frozenset(path) for path in shown[-1].paths}
    assert paths == {frozenset(path) for path in solutions_of(state)}
    guesses = [look for look in shown if look.mark == "guess"]
    dead_ends = [look for look in shown if look.mark == "dead end"]
    assert len(guesses) == len(dead_ends) > 1
    assert f"{len(guesses)} guesses" in end.headline
    assert all(look.lit for look in guesses)


def solutions_of(state):
    return [move.path for move in answer(plugin.solver.solve(state, UNLIMITED)).moves]


def test_a_second_solution_is_shown():
    state = plugin.start(parsed("A . .\nB . A\n. . B"))
    *steps, end = plugin.tutor.trace(state, NO_SECOND, UNLIMITED)
    shown = [step.step for step in steps if step.step]
    several = len(solutions(state.board.problem)) > 1
    assert several == ("second" in end.headline and len(shown) == 2)


def test_a_board_without_a_solution():
    state = plugin.start(parsed("A B\nB A"))
    *_, end = plugin.tutor.trace(state, NO_SECOND, UNLIMITED)
    assert end.headline == "This board has no solution."
