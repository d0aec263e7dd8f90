"""Solving from a player's position: methods, the pipes that must go, and honest endings."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from itertools import combinations

import naive
import pytest

from puzzles.core.errors import MoveError
from puzzles.core.solving import Answer, Limits, answer
from puzzles.flow import plugin
from puzzles.flow.rules import model
from puzzles.flow.rules.model import Move, State
from puzzles.flow.rules.problem import Path
from puzzles.flow.solver.solve import MOST_WRONG, solve
from puzzles.library.levels import read_pack
from sampling import slow

BOARDS = (  # with one filling, or a few
    "0 0 1 2 3\n0 0 0 0 0\n1 0 0 5 0\n0 0 0 4 3\n2 5 0 0 4",
    "A..A\n....\n....\nB..B",
    "A...A\nB...B\nC...C\nD...D\nE...E",
    "A..\n...\nA..",
)


def state_of(text: str) -> State:
    return model.start(read_pack("level", text).levels[0])  # type: ignore[arg-type]


def drawn(rng: random.Random, state: State, pipes: int) -> State:
    """The position after some random pipes, not all of them finished."""
    problem = state.board.problem
    dots = [v for v in range(problem.n) if problem.dot[v] >= 0]
    for _ in range(pipes):
        path = [rng.choice(dots)]
        for _ in range(rng.randint(1, 6)):
            ways = [
                w
                for w in problem.graph.neighbours[path[-1]]
                if w not in path and problem.dot[w] in (-1, problem.dot[path[0]])
            ]
            if not ways:
                break
            path.append(rng.choice(ways))
            if problem.dot[path[-1]] >= 0:
                break
        with suppress(MoveError):  # a lone dot, or the same pipe again
            state = model.apply(state, Move(tuple(path)))
    return state


def contained(pipe: Path, solution: set[tuple[int, int]]) -> bool:
    return naive.edges((pipe,)) <= solution


def fewest_wrong(state: State, solutions: list[set[tuple[int, int]]]) -> int:
    """How many pipes must go at least, by trying every set."""
    return min(sum(not contained(pipe, solution) for pipe in state.pipes) for solution in solutions)


def replayed(state: State, result: Answer) -> State:
    assert result.moves is not None
    for move in result.moves:
        state = model.apply(state, move)
    return state


@pytest.mark.parametrize("boards", [60, *slow(160)])
def test_a_smallest_set_of_pipes_goes_and_the_rest_is_solved(boards: int) -> None:
    sizes = Counter[int]()
    for seed in range(boards):
        rng = random.Random(seed)
        start = state_of(BOARDS[seed % len(BOARDS)])
        state = drawn(rng, start, rng.randint(1, 5))
        solutions = [set(edges) for edges in naive.solutions(start.board.problem)]
        result = answer(solve(state, Limits()))
        assert bool(solutions) == (result.moves is not None)
        assert result.proved
        if not solutions:
            continue
        fewest = fewest_wrong(state, solutions)
        wrong = result.facts["wrong"]
        sizes[len(wrong)] += 1
        if fewest <= MOST_WRONG:
            assert len(wrong) == fewest
        won = replayed(state, result)
        assert won.won
        # What was kept is part of the solution.
        final = {edge for pipe in won.pipes for edge in naive.edges((pipe,))}
        assert sum(not contained(pipe, final) for pipe in state.pipes) == len(wrong)
    assert sizes[0] >= boards // 32
    assert min(sizes[1], sizes[2]) >= boards // 8


@pytest.mark.parametrize("boards", [100, *slow(200)])
def test_of_many_wrong_pipes_none_goes_that_could_stay(boards: int) -> None:
    many = 0
    for seed in range(boards):
        rng = random.Random(seed)
        start = state_of(BOARDS[2 * (seed % 2)])
        state = drawn(rng, start, 6)
        solutions = [set(edges) for edges in naive.solutions(start.board.problem)]
        if len(state.pipes) < 4 or fewest_wrong(state, solutions) <= MOST_WRONG:
            continue
        many += 1
        result = answer(solve(state, Limits()))
        letter = {pipe: start.board.symbols[start.board.dot_at[pipe[0]]] for pipe in state.pipes}
        kept = [pipe for pipe in state.pipes if letter[pipe] not in result.facts["wrong"]]
        assert any(all(contained(pipe, solution) for pipe in kept) for solution in solutions)
        for pipe in set(state.pipes) - set(kept):
            assert not any(
                all(contained(p, solution) for p in (*kept, pipe)) for solution in solutions
            )
    assert many >= boards // 60


@pytest.mark.parametrize("method", plugin.methods)
def test_every_method_solves_and_says_its_name(method: str) -> None:
    for text in BOARDS:
        state = state_of(text)
        result = answer(solve(state, Limits(), method))
        solvable = bool(naive.solutions(state.board.problem))
        assert (result.moves is not None, result.proved) == (solvable, True)
        if solvable:
            assert result.facts["method"] == method
            assert replayed(state, result).won
            paths = result.facts["paths"]
            assert len(paths) == state.board.pairs
            first = result.moves[0].path[0]
            assert paths[0][0] == state.board.grid.name(state.board.cell_of[first])


@pytest.mark.parametrize("method", ["", *plugin.methods])
def test_unsolvable_is_proved_and_a_limit_is_not(method: str) -> None:
    result = answer(solve(state_of("AB.\nBA."), Limits(), method))
    assert (result.moves, result.proved, result.headline) == (None, True, "unsolvable, proved")
    hard = state_of("\n".join(["A" + "." * 11, *["." * 12] * 9, "." * 11 + "A"]))
    result = answer(solve(hard, Limits(nodes=3), method))
    assert (result.moves, result.proved, result.stopped) == (None, False, "limit reached")


def test_two_pairs_of_a_colour_may_be_joined_either_way() -> None:
    state = state_of("A.A\n...\nA.A")
    result = answer(solve(state, Limits()))
    solutions = naive.solutions(state.board.problem)
    assert bool(solutions) == (result.moves is not None)


def test_combinations_of_kept_pipes_agree_with_enumeration() -> None:
    """Every subset of a solution's pipes can stay."""
    state = state_of(BOARDS[0])
    first = next(iter(naive.solutions(state.board.problem).values()))
    for size in range(len(first) + 1):
        for chosen in combinations(first, size):
            some = state
            for path in chosen:
                some = model.apply(some, Move(path))
            result = answer(solve(some, Limits()))
            assert result.facts["wrong"] == []
            assert replayed(some, result).won
