"""Levels of Flow that have one solution, proved.

A level starts from pipes, not from dots: a random cover in which no pipe touches itself (`cover`)
almost always has no other of that kind. If the board can still be filled in a second way, that one
has a pipe that touches itself; the cover is then annealed anew just where the two differ, and
rarely needs more than a few rounds.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt
from random import Random

import numpy as np

from puzzles.core.errors import Place, UsageError
from puzzles.core.solving import Event, Limits, Progress
from puzzles.core.tables import Values
from puzzles.core.wishing import as_hard, look_at
from puzzles.core.words import many
from puzzles.flow.generator.cover import SHORTEST, Cover
from puzzles.flow.generator.shapes import LEAST, LEAST_SIDE, MOST, OPTIONS, Wishes, shape
from puzzles.flow.rules.levels import LETTERS
from puzzles.flow.rules.model import Board, FlowLevel
from puzzles.flow.rules.problem import Problem, Solution, edges_of
from puzzles.flow.solver.settle import Query, ask
from puzzles.flow.tutor.difficulty import grade
from puzzles.grids import symmetry
from puzzles.grids.text import read_size

COVERS, REPAIRS = 8, 20
WARM, REPAIR_SWEEPS = 0.5, 40
SOON = Limits(nodes=100_000)  # where there is no proof by then, another board is quicker
TRIES, TRIES_DIFFICULTY = 8, 150
# The share of boards tried that have few, long pipes; fewer come through.
FEW = 0.3


def make(seed: int, given: Values) -> Iterator[Event | FlowLevel]:
    """A level as wished for, which ends the stream; the same for equal arguments. No pipe of its
    solution is shorter than three cells or touches itself, and it is the only filling, with the
    proof's figures.

    Raises UsageError if there is no such level, or none turns up, with the nearest there is.
    """
    look_at(OPTIONS, given)
    wishes = Wishes(**given)
    least, of = LEAST_SIDE.get(wishes.kind, LEAST), f" of {wishes.kind} boards"
    cols, rows = read_size(wishes.size, "6x6", range(least, MOST + 1), of)
    most = min(rows * cols // SHORTEST, len(LETTERS))
    if wishes.colours is not None and not 0 < wishes.colours <= most:
        room = many(most, "colour")
        raise UsageError(f"a {cols}×{rows} board has room for {room} at most, not {wishes.colours}")
    # A key that says everything makes levels for different wishes differ throughout.
    rng = Random(f"{cols}×{rows} {wishes.kind} {wishes.colours} {wishes.difficulty} {seed}")
    yield Progress()
    what, hint = f"{cols}×{rows} level", "try a larger one"
    if wishes.colours is not None:
        what, hint = f"{what} with {many(wishes.colours, 'colour')}", "try another number"

    def made() -> Iterator[Event | FlowLevel]:
        few = FEW if wishes.difficulty is None else 0.0  # these are easy or hard, not between
        for _ in range(TRIES if wishes.difficulty is None else TRIES_DIFFICULTY):
            level = yield from _try(rows, cols, wishes.kind, wishes.colours, rng, few)
            if level is not None:
                yield replace(level, title=f"{cols}×{rows} {wishes.kind} {seed}")

    yield from as_hard(made(), grade, wishes.difficulty, what, hint)


def canonical(level: FlowLevel) -> str:
    """The same text for levels that differ by a symmetry, or by which colour is which."""
    board = level.board
    bridges = [cell in board.bridges for cell in range(board.grid.n)]
    return f"{board.wrap} " + symmetry.canonical(
        board.grid, board.dots.tolist(), bridges, board.walls
    )


def _try(
    rows: int, cols: int, kind: str, colours: int | None, rng: Random, few: float = 0.0
) -> Generator[Progress, None, FlowLevel | None]:
    """One board of a kind, made into a level if that can be done."""
    board = shape(kind, rows, cols, rng)
    n = board.graph.n
    most = min(n // SHORTEST, len(LETTERS))
    pairs = colours
    if pairs is None:
        # Pairs for each cell along a side: with this probability few, else the more, the larger the
        # board is; as in packs that people have played for years.
        usual = min(0.98, max(0.84, 0.53 + 0.045 * sqrt(n)))
        share = rng.gauss(0.58, 0.085) if rng.random() < few else rng.gauss(usual, 0.12)
        pairs = min(most, max(2, round(sqrt(n) * share)))
    if kind != "twins":
        return (yield from with_dots(board, pairs, rng))
    twins = max(1, pairs // 4)
    level = yield from with_dots(board, min(most, pairs + twins * (colours is not None)), rng)
    return None if level is None else (yield from twin(level, twins, rng))


def with_dots(board: Board, pairs: int, rng: Random) -> Generator[Progress, None, FlowLevel | None]:
    """The board (of any kind, its dots are ignored) with dots for that many pairs, each of a colour
    of its own; None if no level with one filling turns up."""
    for _ in range(COVERS):
        cover = Cover(board, rng)
        work = cover.anneal(pairs, list(range(board.graph.n)))
        for _ in range(REPAIRS):
            for _ in work:
                yield Progress()
            if not cover.fine(pairs):
                break
            pipes = cover.pipes
            level = dotted(board, pipes, range(pairs))
            proof, other = yield from _prove_unique(level.board.problem, pipes)
            if proof:
                return replace(level, proof=proof)
            if other is None:
                break
            differ = {v for step in {*edges_of(pipes)} ^ {*edges_of(other)} for v in step}
            work = cover.anneal(pairs, cover.around(differ), REPAIR_SWEEPS, WARM)
    return None


def twin(
    level: FlowLevel, colours: int, rng: Random
) -> Generator[Progress, None, FlowLevel | None]:
    """A level with one filling, in which that many colours get the pair of another colour as well,
    and which still has one filling; None if it cannot be done."""
    found = yield from ask(Query(level.board.problem, untouching=True))
    pipes = found.solutions[0]
    colour = list(range(len(pipes)))
    near, beside = level.board.graph.neighbours, level.board.grid.graph.neighbours
    choices = list(combinations(colour, 2))
    rng.shuffle(choices)
    for a, b in choices:
        ends = [(pipes[i][0], pipes[i][-1]) for i in (a, b)]
        untwinned = colour.count(a) == colour.count(b) == 1 and (colour[a], colour[b]) == (a, b)
        if not untwinned or any(v in (*near[w], *beside[w]) for v in ends[0] for w in ends[1]):
            continue
        colour[b] = a
        twinned = dotted(level.board, pipes, colour)
        proof, _ = yield from _prove_unique(twinned.board.problem, pipes)
        if not proof:
            colour[b] = b
            continue
        level, colours = replace(twinned, proof=proof), colours - 1
        if not colours:
            return level
    return None


def dotted(board: Board, pipes: Solution, colours: Sequence[int]) -> FlowLevel:
    """The board with the dots of these pipes, lettered in reading order."""
    dots = np.full(board.grid.n, -1, dtype=np.int32)
    ends = sorted((end, colours[i]) for i, pipe in enumerate(pipes) for end in (pipe[0], pipe[-1]))
    letter = {colour: i for i, colour in enumerate(dict.fromkeys(colour for _, colour in ends))}
    for end, colour in ends:
        dots[end] = letter[colour]
    symbols = tuple(LETTERS[: len(letter)])
    return FlowLevel("", Place("random"), replace(board, symbols=symbols, dots=dots))


def _prove_unique(
    problem: Problem, pipes: Solution
) -> Generator[Progress, None, tuple[dict[str, int], Solution | None]]:
    """Return the proof that these pipes, none of which touches itself, are the only filling, or
    another filling, or neither."""
    found = yield from ask(Query(problem, 2), SOON)
    own = set(edges_of(pipes))
    other = next((some for some in found.solutions if set(edges_of(some)) != own), None)
    proof = {"fillings": 1, "untouching": 1, "nodes": found.nodes}
    return (proof if found.complete and not other else {}), other
