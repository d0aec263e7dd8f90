"""Helps to draw a Flow board: one solution, a step of difficulty, or the dots that are missing.

- *One solution* is what `repair` finds.
- *Harder, easier*: the end of a pipe of the only solution goes over to the end of a pipe beside
  it, so that two dots move by a cell and the pipes still fill the board. A walk of such changes
  keeps to boards with one solution, and to the wanted side.
- *Finishing* keeps the dots that are drawn, lays others at random, all of one colour, and asks for
  a solution: so any two of them may be joined, and there often is one. Then each pipe gets a colour
  of its own; where there is still another solution, pipes are cut in two (`repair`).
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from math import sqrt
from random import Random

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.core.results import Grade, Proposal, Repair
from puzzles.core.solving import Limits, Progress, relay
from puzzles.core.tables import Table, read_table
from puzzles.flow.generator.cover import SHORTEST
from puzzles.flow.generator.generator import with_dots
from puzzles.flow.maker.changes import CHANGES, PAIRS, WALLS
from puzzles.flow.maker.repair import repair
from puzzles.flow.rules import levels
from puzzles.flow.rules.levels import LETTERS
from puzzles.flow.rules.model import Board, FlowLevel
from puzzles.flow.rules.problem import Solution
from puzzles.flow.solver.settle import Question, Settled, settle
from puzzles.flow.tutor.difficulty import grade

TRIES, STEPS = 400, 300  # boards that are filled, changes that are made
SOON = Limits(nodes=3_000)  # for a board that may be filled
PATIENT = Limits(seconds=20.0)
STEP, NEAR = 1.0, 0.5  # of difficulty, and how near is near enough
ALONE = "it has one solution, proved"

Helping = Iterator[Progress | Proposal[FlowLevel]]


def wishes(sketch: FlowLevel) -> dict[str, str]:
    """See `core.modules.Maker.assist`."""
    return {
        "walls": "Make it unique, by walls",
        "any": "Make it unique, by any change",
        "finish": "Finish it for me: dots are added",
        "easier": "A step easier",
        "harder": "A step harder",
    }


def assist(sketch: FlowLevel, wish: str, orbits: Sequence[Sequence[int]]) -> Helping:
    """See `core.modules.Maker.assist`."""
    if wish == "finish":
        yield from _finished(sketch)
    elif wish in ("walls", "any"):
        yield from _unique(_level(sketch), (WALLS,) if wish == "walls" else CHANGES)
    else:
        yield from _graded(_level(sketch), STEP if wish == "harder" else -STEP)


def _level(sketch: FlowLevel) -> FlowLevel:
    """The level that is drawn; raises LevelError if it is none."""
    return levels.parse(_table(sketch))


def _table(sketch: FlowLevel) -> Table:
    keys = {key: value for key, value in levels.format(sketch).items() if key != "pipes"}
    return read_table("drawing", json.dumps(keys), toml=False)


def _unique(level: FlowLevel, kinds: Sequence[str]) -> Helping:
    """The fewest changes of these kinds that leave one solution."""
    found = yield from relay(repair(level, kinds, PATIENT), Repair)
    words = tuple(str(change["words"]) for change in found.changes)
    note = "fewer changes are not enough, proved" if found.least else "fewer changes may be enough"
    yield Proposal(found.level, words, note if words else "it has one solution already")


# Harder and easier ------------------------------------------------------------------------------


def _graded(level: FlowLevel, by: float) -> Helping:
    """A board of another difficulty, whose pipes end elsewhere."""
    settled = yield from _settled(level.board, 2)
    if len(settled.solutions) != 1 or not settled.complete:
        raise UsageError("only a board with one solution has a difficulty; make it unique first")
    now = yield from relay(grade(level), Grade)
    goal = min(10.0, max(1.0, now.difficulty + by))
    if abs(goal - now.difficulty) <= NEAR:
        raise UsageError(f"difficulty is {now.difficulty}, and from 1 to 10")
    rng, board, pipes, away = Random(0), level.board, settled.solutions[0], abs(by)
    for step in range(STEPS):
        yield Progress(step)
        moved = _moved(board, pipes, rng)
        if moved is None:
            break
        settled = yield from _settled(moved, 2)
        if len(settled.solutions) != 1 or not settled.complete:
            continue
        found = yield from relay(grade(replace(level, board=moved)), Grade)
        far = abs(found.difficulty - goal)
        if far <= away + NEAR * rng.random():
            board, pipes, away = moved, settled.solutions[0], far
        if far <= NEAR and (found.difficulty - now.difficulty) * by > 0:
            changed = replace(level, board=moved, proof={}, difficulty=None)
            gone = int(((level.board.dots >= 0) & (moved.dots != level.board.dots)).sum())
            words = f"{gone} dot{'s' * (gone != 1)} moved"
            note = f"difficulty {found.difficulty} instead of {now.difficulty}"
            yield Proposal(changed, (words,), note)
            return
    raise UsageError("no such board was found nearby")


def _moved(board: Board, pipes: Solution, rng: Random) -> Board | None:
    """The board after the end of a pipe has gone over to the end of another beside it."""
    ends = {end: pipe for pipe in pipes for end in (pipe[0], pipe[-1])}
    ways = []
    for v, pipe in ends.items():
        onward = pipe[1] if pipe[0] == v else pipe[-2]
        cells = v < board.grid.n and onward < board.grid.n and onward not in board.bridges
        if len(pipe) > SHORTEST and cells and v not in board.bridges:
            ways += [
                (v, onward, w)
                for w in board.graph.neighbours[v]
                if w in ends and ends[w] is not pipe
            ]
    if not ways:
        return None
    v, onward, w = rng.choice(ways)
    dots = board.dots.copy()
    dots[onward], dots[v], dots[w] = dots[v], dots[w], -1
    return replace(board, dots=dots)


# What is not drawn yet --------------------------------------------------------------------------


def _finished(sketch: FlowLevel) -> Helping:
    """The board with more dots, and one solution."""
    rng, fallback = Random(0), None
    if (sketch.board.dots < 0).all():
        pairs = max(2, round(sqrt(sketch.board.grid.n)))
        made = yield from with_dots(sketch.board, pairs, rng)
        if made is None:
            raise UsageError("no dots were found for a board like this")
        board = replace(made, title=sketch.title, place=sketch.place)
        yield Proposal(board, (f"{2 * pairs} dots added",), ALONE)
        return
    level = levels.read(_table(sketch))
    for number in range(TRIES):
        yield Progress(number)
        filled = yield from _filled(level.board, rng)
        if filled is None:
            continue
        settled = yield from _settled(filled, 2)
        if settled.complete and len(settled.solutions) == 1:
            yield _with_more(level, filled)
            return
        fallback = fallback or filled
    if fallback is None:
        raise UsageError("no dots were found that fit the drawing")
    unclear = replace(level, board=fallback)
    found = yield from relay(repair(unclear, (PAIRS,), PATIENT), Repair)
    words = (str(change["words"]) for change in found.changes)
    yield _with_more(level, found.level.board, *words)


def _with_more(level: FlowLevel, board: Board, *words: str) -> Proposal[FlowLevel]:
    more = int((board.dots >= 0).sum() - (level.board.dots >= 0).sum())
    added = f"{more} dot{'s' * (more != 1)} added" if more else "nothing is missing"
    changed = replace(level, board=board, proof={}, difficulty=None)
    return Proposal(changed, (added, *words), ALONE)


def _filled(board: Board, rng: Random) -> Generator[Progress, None, Board | None]:
    """The board with dots at random, so that pipes of three cells or more fill it; None if these
    dots do not do."""
    drawn = np.flatnonzero(board.dots >= 0)
    alone = [colour for colour in range(len(board.symbols)) if (board.dots == colour).sum() % 2]
    free = [
        cell for cell in range(board.grid.n) if board.dots[cell] < 0 and cell not in board.bridges
    ]
    most = min(len(LETTERS) - len(board.symbols), (board.grid.n - len(drawn)) // SHORTEST // 2)
    extra = rng.randint(0, max(0, most))
    if len(alone) + 2 * extra > len(free):
        return None
    places = rng.sample(free, len(alone) + 2 * extra)
    dots = board.dots.copy()
    dots[places[: len(alone)]] = alone
    dots[places[len(alone) :]] = len(board.symbols)
    settled = yield from _settled(replace(board, dots=dots), 1, SOON)
    if not settled.solutions:
        return None
    symbols, colours = list(board.symbols), dots.copy()
    for pipe in settled.solutions[0]:
        if len(pipe) < SHORTEST:
            return None
        if dots[pipe[0]] == len(board.symbols):
            colours[[pipe[0], pipe[-1]]] = len(symbols)
            symbols.append(next(letter for letter in LETTERS if letter not in symbols))
    return replace(board, symbols=tuple(symbols), dots=colours)


def _settled(
    board: Board, want: int, limits: Limits = PATIENT
) -> Generator[Progress, None, Settled]:
    return (yield from relay(settle(Question(board.problem, want), limits), Settled))
