"""Random boards of Flow that have one solution.

A board starts from pipes, not from dots: a random cover in which no pipe touches itself (`cover`)
almost always has no other of that kind. If the board can still be filled in a second way, that one
has a pipe that touches itself; the cover is then annealed anew just where the two differ, and
rarely needs more than a few rounds.
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from math import isqrt
from random import Random
from typing import TypeVar

import numpy as np

from puzzles.core.errors import Place, UsageError
from puzzles.core.solving import Limits, Progress
from puzzles.flow.count import Count, count
from puzzles.flow.cover import SHORTEST, Cover
from puzzles.flow.levels import LETTERS
from puzzles.flow.model import Board, FlowLevel
from puzzles.flow.problem import Problem, Solution
from puzzles.flow.search import Found, search
from puzzles.grids.square import SquareGrid

# Beyond these sides, and with too few pairs, waiting is no fun; they are limits of patience only.
MOST_SIDE, MOST_SIDE_UNIQUE = 40, 15
COVERS, REPAIRS = 8, 20
WARM, REPAIR_SWEEPS = 0.5, 40
# Searching finds a second solution, or that there is none, sooner than counting, or not at all.
SEARCH = Limits(nodes=20_000)

E = TypeVar("E", Found, Count)


def generate(
    size: str, pairs: int | None, seed: int, unique: bool = True
) -> Iterator[Progress | FlowLevel]:
    """A random board of the `size` `COLUMNSxROWS` with that many pairs (None: what suits), which
    ends the stream; the same for equal arguments. No pipe of its solution is shorter than three
    cells or touches itself, and if `unique` it is the only filling, with the proof's figures.

    Raises UsageError if there is no such board, or none turns up.
    """
    grid = SquareGrid.full(*_sides(size, MOST_SIDE_UNIQUE if unique else MOST_SIDE))
    most = min(grid.n // SHORTEST, len(LETTERS))
    if pairs is None:
        pairs = min(isqrt(grid.n), most)
    if not 0 < pairs <= most:
        raise UsageError(f"a {grid.size} board has room for {most} pairs at most, and needs one")
    # A key that says everything makes boards with different arguments differ throughout.
    rng = Random(f"{grid.size} {pairs} {seed} {unique}")
    board = Board(grid, (), np.full(grid.n, -1, dtype=np.int32))
    level = yield from make(board, pairs, rng, unique)
    if level is None:
        raise UsageError(f"no {grid.size} board with {_pairs(pairs)} turned up; try another number")
    yield replace(level, title=f"{grid.size} with {_pairs(pairs)}, seed {seed}")


def make(
    board: Board, pairs: int, rng: Random, unique: bool = True
) -> Generator[Progress, None, FlowLevel | None]:
    """The board (of any kind, its dots are ignored) with dots for that many pairs, each of a colour
    of its own; None if no such level turns up."""
    began = time.monotonic()
    for _ in range(COVERS):
        cover = Cover(board)
        work = cover.anneal(rng, pairs, list(range(board.graph.n)))
        for _ in range(REPAIRS):
            for _ in work:
                yield Progress(seconds=time.monotonic() - began)
            pipes = cover.pipes
            if len(pipes) > pairs or not all(map(cover.sound, pipes)):
                break
            level = dotted(board, pipes, range(pairs))
            if not unique:
                return level
            verdict = yield from _verdict(level.board.problem, pipes)
            if verdict.proof:
                return replace(level, proof=verdict.proof)
            if verdict.other is None:
                break
            differ = {v for step in _steps(pipes) ^ _steps(verdict.other) for v in step}
            work = cover.anneal(rng, pairs, cover.around(differ), REPAIR_SWEEPS, WARM)
    return None


def twin(
    level: FlowLevel, colours: int, rng: Random
) -> Generator[Progress, None, FlowLevel | None]:
    """A level with one filling, in which that many colours get the pair of another colour as well,
    and which still has one filling; None if it cannot be done."""
    found = yield from _last(search(level.board.problem, Limits(), untouching=True))
    pipes = found.solutions[0]
    colour = list(range(len(pipes)))
    near = level.board.graph.neighbours
    choices = list(combinations(colour, 2))
    rng.shuffle(choices)
    for a, b in choices:
        ends = [(pipes[i][0], pipes[i][-1]) for i in (a, b)]
        alone = colour.count(a) == colour.count(b) == 1 and (colour[a], colour[b]) == (a, b)
        if not alone or any(v in near[w] for v in ends[0] for w in ends[1]):
            continue
        colour[b] = a
        twinned = dotted(level.board, pipes, colour)
        verdict = yield from _verdict(twinned.board.problem, pipes)
        if not verdict.proof:
            colour[b] = b
            continue
        level, colours = replace(twinned, proof=verdict.proof), colours - 1
        if not colours:
            return level
    return None


def dotted(board: Board, pipes: Solution, colours: Sequence[int]) -> FlowLevel:
    """The board with the dots of these pipes, lettered in reading order."""
    dots = np.full(board.grid.n, -1, dtype=np.int32)
    at = sorted((end, colours[i]) for i, pipe in enumerate(pipes) for end in (pipe[0], pipe[-1]))
    letter = {colour: i for i, colour in enumerate(dict.fromkeys(colour for _, colour in at))}
    for end, colour in at:
        dots[end] = letter[colour]
    dots.flags.writeable = False
    symbols = tuple(LETTERS[: len(letter)])
    return FlowLevel("", Place("random"), replace(board, symbols=symbols, dots=dots))


@dataclass(frozen=True)
class _Verdict:
    """The proof that a filling is the only one, or another one, or neither."""

    proof: dict[str, int] = field(default_factory=dict)
    other: Solution | None = None


def _verdict(problem: Problem, pipes: Solution) -> Generator[Progress, None, _Verdict]:
    """Whether these pipes, none of which touches itself, are the only filling."""
    found = yield from _last(search(problem, SEARCH, untouching=False, want=2))
    alone, solutions, work = found.complete, found.solutions, {"nodes": found.nodes}
    if not alone and len(solutions) < 2:
        counted = yield from _last(count(problem, Limits(), cap=2, want=2))
        alone = counted.exact and counted.count == 1
        solutions, work = counted.solutions, {"states": counted.states}
    own = _steps(pipes)
    other = next((solution for solution in solutions if _steps(solution) != own), None)
    if other or not alone:
        return _Verdict(other=other)
    return _Verdict({"fillings": 1, "untouching": 1, **work})


def _last(events: Iterator[Progress | E]) -> Generator[Progress, None, E]:
    """Pass progress on, and return what ends the stream."""
    for event in events:
        if not isinstance(event, Progress):
            return event
        yield event
    raise RuntimeError("the stream ended without an answer")


def _steps(pipes: Solution) -> set[tuple[int, int]]:
    """The edges that pipes use."""
    return {(min(step), max(step)) for pipe in pipes for step in pairwise(pipe)}


def _pairs(number: int) -> str:
    return f"{number} pair{'s' if number > 1 else ''}"


def _sides(size: str, most: int) -> tuple[int, int]:
    """Rows and columns of a size like `8x6`."""
    match = re.fullmatch(r"([1-9]\d{0,3})[x×]([1-9]\d{0,3})", size.strip().lower())
    if not match:
        raise UsageError(f"{size!r} is not a size; sizes are like 6x6, columns first")
    cols, rows = map(int, match.groups())
    if max(cols, rows) > most:
        raise UsageError(f"{cols}×{rows} is too large; sides may be {most} at most")
    return rows, cols
