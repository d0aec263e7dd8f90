"""Help for people: how hard a level is, what to press next, the search to watch, words."""

import time
from collections.abc import Iterator
from math import comb, log2

from lights_out.rules import ON, reach, rules
from lights_out.solver import cells, eliminate, solve
from puzzles.core.errors import UsageError
from puzzles.core.results import MOVE, WHERE, WHY, Advice, Grade, Hint
from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress, Step, relay
from puzzles.grids.symbols import SymbolLevel, SymbolState

LIMITS = Limits(nodes=10_000_000)  # no seconds: a level has the same grade on every machine
BITS = 8  # a step from 1 to 10 is that many times twice as much to choose from


def grade(level: SymbolLevel) -> Iterator[Event | Grade]:
    """From 1, for one set alone, to 10. Raises UsageError where no solution is proved the best."""
    best = yield from relay(solve(rules.start(level), LIMITS), Answer)
    if best.moves is None or not best.proved:
        raise UsageError("a level without a proved solution has no difficulty")
    choices = log2(comb(level.grid.n, len(best.moves)))
    figures = {"presses": len(best.moves), "ways": best.facts["ways"], "bits": round(choices, 1)}
    yield Grade(round(min(10.0, 1 + choices / BITS), 1), figures)


def advise(state: SymbolState, known: tuple[int, ...], limits: Limits) -> Iterator[Event]:
    """The press of a best solution that puts the most lights out."""
    best = Answer(known, True, len(known), headline=f"{len(known)} are enough")
    if not known:
        best = yield from relay(solve(state, limits), Answer)
    hints: list[Hint] = []
    if best.moves:
        press = max(best.moves, key=lambda cell: _lit(state, cell))
        around = tuple(reach(state.level, press))
        turned_off = _lit(state, press)
        why = f"A press here turns {turned_off} lights off and {len(around) - turned_off} on."
        hints = [
            Hint(f"Look around {move_words(state, press)}.", kind=WHERE, lit=around),
            Hint(why, kind=WHY, lit=tuple(cell for cell in around if state.cells[cell] == ON)),
            Hint(f"It leaves {len(best.moves) - 1}.", kind=MOVE, move=state.level.grid.name(press)),
        ]
    yield Advice(**vars(best), hints=tuple(hints))


def _lit(state: SymbolState, press: int) -> int:
    return sum(state.cells[cell] == ON for cell in reach(state.level, press))


def renamed(state: SymbolState, text: str, palette: str) -> str:
    """Lights have no names that a palette could change."""
    return text


def move_words(state: SymbolState, move: int, turned: bool = False) -> str:
    """`b2, in the middle`, `a1, at the top left`."""
    grid = state.level.grid
    place = grid.whereabouts([move], turned)
    return f"{grid.name(move)}, {'in' if place == 'middle' else 'at'} the {place}"


VIEWS = {"elimination": "Each row of the equations is solved for one light."}


def trace(state: SymbolState, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
    """A step for each cell; the board shows the position after the presses of `line`."""
    began = time.monotonic()
    for number, (left, one, quiet) in enumerate(eliminate(state), 1):
        figures = {"cells": number, "lights left": left.bit_count(), "quiet sets": len(quiet)}
        seen = Step(figures=figures, lit=cells(one))
        yield Progress(number, time.monotonic() - began, line=cells(one), step=seen)
    yield from solve(state, Limits())
