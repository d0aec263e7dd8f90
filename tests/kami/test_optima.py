"""Optimal solutions counted up to the order of independent moves, against trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from puzzles.core.solving import Answer, Limits, Progress, answer
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Move, State
from puzzles.kami.solver.optima import _independent, solutions, why
from puzzles.kami.solver.solve import solve
from puzzles.library.levels import read_pack
from sampling import slow

Line = tuple[tuple[int, int], ...]


def board(rng: random.Random, demanded: bool = False) -> State:
    width, height, colours = rng.choice([(2, 2, 2), (3, 2, 3), (4, 1, 3), (5, 1, 3), (3, 3, 2)])
    rows = ["".join(rng.choice("RGB"[:colours]) for _ in range(width)) for _ in range(height)]
    rows[0] = "R" + rows[0][1:-1] + "G"  # a board of one colour is no level
    names = {"R": "Red #c00000", "G": "Green #00c000", "B": "Blue #0000c0"}
    used = "\n".join(f'{letter} = "{names[letter]}"' for letter in sorted(set("".join(rows))))
    final = 'final = "Green"' if demanded else ""
    text = (
        f'puzzle = "kami"\ngrid = "square"\n[colours]\n{used}\n[[level]]\ntitle = "x"\n'
        f"{final}\n"
        'board = """\n' + "\n".join(rows) + '\n"""\n'
    )
    return model.start(read_pack("x.toml", text).levels[0])  # type: ignore[arg-type]


def every_move(state: State) -> Iterator[Move]:
    for cell in state.region_cell.tolist():
        for colour in range(len(state.board.palette)):
            if colour != state.colours[cell]:
                yield Move(cell, colour)


def lines(state: State, left: int) -> Iterator[list[tuple[State, Move]]]:
    """All ways to win in `left` moves."""
    if left == 0:
        if state.won:
            yield []
        return
    for move in every_move(state):
        for rest in lines(model.apply(state, move), left - 1):
            yield [(state, move), *rest]


def classes(every: list[list[tuple[State, Move]]]) -> int:
    """How many there are up to swaps of neighbouring independent moves."""
    parent = {tuple(move for _, move in line): tuple(move for _, move in line) for line in every}

    def root(line: tuple[Move, ...]) -> tuple[Move, ...]:
        while parent[line] != line:
            line = parent[line]
        return line

    for line in every:
        moves = tuple(move for _, move in line)
        for i, ((before, one), (_, other)) in enumerate(pairwise(line)):
            if _independent(before, one, other):
                swapped = (*moves[:i], other, one, *moves[i + 2 :])
                parent[root(moves)] = root(swapped)
    return len({root(line) for line in parent})


@pytest.mark.parametrize("boards", [40, *slow(120)])
def test_they_are_counted_as_trying_everything_does(boards: int) -> None:
    several = swaps = 0
    for seed in range(boards):
        state = board(random.Random(seed), demanded=seed % 2 == 1)
        best = answer(solve(state, Limits()))
        assert best.moves is not None
        if len(best.moves) > 3:
            continue
        every = list(lines(state, len(best.moves)))
        number = classes(every)
        result = answer(solutions(state, 10_000, Limits()))
        assert (result.count, result.facts["complete"]) == (number, True)
        several += number > 1
        swaps += number < len(every)
    assert several > boards // 4
    assert swaps > boards // 12


def test_a_limit_gives_at_least_so_many() -> None:
    state = next(
        s
        for s in (board(random.Random(i)) for i in range(99))
        if answer(solutions(s, 99, Limits())).count > 3
    )
    result = answer(solutions(state, 2, Limits()))
    assert (result.count, result.facts["complete"]) == (2, False)
    assert result.headline.endswith("at least 2 optimal solutions")


@pytest.mark.parametrize("seed", range(12))
def test_why_a_move_is_best(seed: int) -> None:
    state = board(random.Random(seed))
    best = answer(solve(state, Limits()))
    if not best.moves:
        return
    move, left = best.moves[0], len(best.moves) - 1
    *_, said = why(state, move, left, Limits())
    assert isinstance(said, Answer)
    assert said.headline.startswith(f"{left} move" if left else "the board is finished")
    every = "any other colour is as good" in said.headline
    for colour in set(state.colours.tolist()) - {move.colour, int(state.colours[move.cell])}:
        other = answer(solve(model.apply(state, Move(move.cell, colour)), Limits()))
        name = state.board.palette[colour].name
        assert (every or name in said.headline) == (len(other.moves or ()) <= left)
    assert all(isinstance(event, Answer | Progress) for event in why(state, move, left, Limits()))
