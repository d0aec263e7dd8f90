"""Helps to draw a Flow board: one solution, a step of difficulty, or the dots that are missing.

- *One solution* is what `repair` finds.
- *Harder, easier*: the end of a pipe of the only solution goes over to the end of a pipe beside
  it, so that two dots move by a cell and the pipes still fill the board. Of such boards, those
  with one solution are graded.
- *Finishing* keeps the dots that are drawn, lays others at random, all of one colour, and asks for
  a solution: so any two of them may be joined, and there often is one. Then each pipe gets a colour
  of its own. Where no such board has one solution, the pipes that the first one got are cut in two
  (`repair`).
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from math import sqrt
from random import Random

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.core.places import Places
from puzzles.core.results import Grade, Proposal, Repair
from puzzles.core.solving import Limits, Progress, last, relay
from puzzles.core.tables import Table
from puzzles.core.wishing import nearby, step_from
from puzzles.core.words import many
from puzzles.flow.generator.cover import SHORTEST
from puzzles.flow.generator.generator import with_dots
from puzzles.flow.maker.changes import CHANGES, PAIRS, WALLS
from puzzles.flow.maker.repair import repair
from puzzles.flow.rules import levels
from puzzles.flow.rules.levels import LETTERS
from puzzles.flow.rules.model import Board, FlowLevel
from puzzles.flow.solver.settle import Query, Settled, ask, settle
from puzzles.flow.tutor.difficulty import grade

TRIES, TRIED = 400, 60  # boards that are filled, and that are graded in a round of changes
SOON = Limits(nodes=3_000)  # for a board that may be filled
PATIENT = Limits(seconds=20.0)
UNIQUE = "it has one solution, proved"

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
        yield from _finish(sketch)
    elif wish in ("walls", "any"):
        kinds = (WALLS,) if wish == "walls" else CHANGES
        found = yield from relay(repair(levels.parse(_table(sketch)), kinds, PATIENT), Repair)
        words = tuple(str(change["words"]) for change in found.changes)
        least = "no smaller change is enough, proved"
        note = least if found.least else "a smaller change may be enough"
        yield Proposal(found.level, words, note if words else "it has one solution already")
    else:
        level = levels.parse(_table(sketch))
        now = yield from _difficulty(level)
        if now is None:
            reason = "only a board with one solution has a difficulty; make it unique first"
            raise UsageError(reason)
        goal, dots = step_from(now, wish == "harder"), level.board.dots
        changed, reached = yield from nearby(level, goal, _difficulty, _ends_moved, TRIED)
        gone = int(((dots >= 0) & (changed.board.dots != dots)).sum())
        note = f"difficulty {reached} instead of {now}"
        yield Proposal(changed, (f"{many(gone, 'dot')} moved",), note)


def _table(sketch: FlowLevel) -> Table:
    return Table(levels.format(sketch), Places("drawing"))


# Harder and easier ------------------------------------------------------------------------------


def _difficulty(level: FlowLevel) -> Generator[Progress, None, float | None]:
    """Return the difficulty of a board with one solution, None for others."""
    if not (yield from _is_unique(level.board)):
        return None
    return (yield from relay(grade(level), Grade)).difficulty


def _is_unique(board: Board) -> Generator[Progress, None, bool]:
    settled = yield from ask(Query(board.problem, 2), PATIENT)
    return settled.complete and settled.number == 1


def _ends_moved(level: FlowLevel) -> Iterator[tuple[bytes, FlowLevel]]:
    """Yield the boards on which the end of a pipe has gone over to the end of another beside it."""
    board = level.board
    (pipes,) = last(settle(Query(board.problem), PATIENT), Settled).solutions
    ends = {end: pipe for pipe in pipes for end in (pipe[0], pipe[-1])}
    for v, pipe in ends.items():
        onward = pipe[1] if pipe[0] == v else pipe[-2]
        if len(pipe) > SHORTEST and onward < board.grid.n and onward not in board.bridges:
            for w in board.graph.neighbours[v]:
                if ends.get(w, pipe) is not pipe:
                    dots = board.dots.copy()
                    dots[onward], dots[v], dots[w] = dots[v], dots[w], -1
                    moved = replace(board, dots=dots)
                    yield dots.tobytes(), replace(level, board=moved, proof={}, difficulty=None)


# What is not drawn yet --------------------------------------------------------------------------


def _finish(sketch: FlowLevel) -> Helping:
    """Propose the board with more dots, and one solution."""
    rng = Random(0)
    if (sketch.board.dots < 0).all():
        pairs = max(2, round(sqrt(sketch.board.grid.n)))
        made = yield from with_dots(sketch.board, pairs, rng)
        if made is None:
            raise UsageError("no dots were found for a board like this")
        board = replace(made, title=sketch.title, place=sketch.place)
        yield Proposal(board, (f"{2 * pairs} dots added",), UNIQUE)
        return
    level, fallback = levels.read(_table(sketch)), None
    for number in range(TRIES):
        yield Progress(number)
        filled = yield from _fill(level.board, rng)
        if filled is None:
            continue
        if (yield from _is_unique(filled)):
            yield _with_more(level, filled)
            return
        fallback = fallback or filled
    if fallback is None:
        raise UsageError("no dots were found that fit the drawing")
    unclear = replace(level, board=fallback, proof={}, difficulty=None)
    drawn = len(level.board.symbols)
    found = yield from relay(repair(unclear, (PAIRS,), PATIENT, drawn), Repair)
    yield _with_more(level, found.level.board, *(str(c["words"]) for c in found.changes))


def _with_more(level: FlowLevel, board: Board, *words: str) -> Proposal[FlowLevel]:
    more = int((board.dots >= 0).sum() - (level.board.dots >= 0).sum())
    added = f"{many(more, 'dot')} added" if more else "nothing is missing"
    changed = replace(level, board=board, proof={}, difficulty=None)
    return Proposal(changed, (added, *words), UNIQUE)


def _fill(board: Board, rng: Random) -> Generator[Progress, None, Board | None]:
    """Return the board with dots at random, so that pipes of three cells or more fill it; None if
    these dots do not do."""
    drawn = np.flatnonzero(board.dots >= 0)
    unpaired = [colour for colour in range(len(board.symbols)) if (board.dots == colour).sum() % 2]
    free = [
        cell for cell in range(board.grid.n) if board.dots[cell] < 0 and cell not in board.bridges
    ]
    most = min(len(LETTERS) - len(board.symbols), (board.grid.n - len(drawn)) // SHORTEST // 2)
    extra = rng.randint(0, max(0, most))
    if len(unpaired) + 2 * extra > len(free):
        return None
    places = rng.sample(free, len(unpaired) + 2 * extra)
    dots = board.dots.copy()
    dots[places[: len(unpaired)]] = unpaired
    dots[places[len(unpaired) :]] = len(board.symbols)
    settled = yield from ask(Query(replace(board, dots=dots).problem), SOON)
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
