"""How hard a level is for a person: how many sets of as many presses there are to choose from."""

from collections.abc import Iterator
from math import comb, log2

from lights_out.model import start
from lights_out.solver import solve
from puzzles.core.errors import UsageError
from puzzles.core.facets import Grade
from puzzles.core.solving import Answer, Event, Limits, relay
from puzzles.grids.symbols import SymbolLevel

LIMITS = Limits(nodes=10_000_000)  # no seconds: a level has the same grade on every machine
BITS = 8  # a step from 1 to 10 is that many times twice as much to choose from


def grade(level: SymbolLevel) -> Iterator[Event | Grade]:
    """From 1, for one set alone, to 10. Raises UsageError where no solution is proved the best."""
    best = yield from relay(solve(start(level), LIMITS), Answer)
    if best.moves is None or not best.proved:
        raise UsageError("a level without a proved solution has no difficulty")
    choices = log2(comb(level.grid.n, len(best.moves)))
    figures = {"presses": len(best.moves), "ways": best.facts["ways"], "bits": round(choices, 1)}
    yield Grade(round(min(10.0, 1 + choices / BITS), 1), figures)
