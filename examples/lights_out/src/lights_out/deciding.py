"""Whether so many presses are enough: the first set that is small enough says so."""

import time
from collections.abc import Iterator

from lights_out.solver import SLICE, cells, eliminate, sets
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.grids.symbols import SymbolState


def within(state: SymbolState, most: int, limits: Limits) -> Iterator[Event]:
    """A set of at most `most` presses, or none, which is proved when all were looked at."""
    began, looked_at = time.monotonic(), 0
    *_, (left, one, quiet) = eliminate(state)
    for looked_at, presses in enumerate(() if left else sets(one, quiet), 1):
        took = time.monotonic() - began
        if (size := presses.bit_count()) <= most:
            said = f"yes, in {size} press{'es' * (size != 1)}"
            yield Answer(cells(presses), True, 0, looked_at, took, said)
            return
        if looked_at % SLICE == 0:
            if stopped := limits.reached(took, looked_at):
                yield Answer(None, False, 0, looked_at, took, "not decided", stopped)
                return
            yield Progress(looked_at, took)
    took, said = time.monotonic() - began, "no, proved: no such presses put these lights out"
    yield Answer(None, True, most + 1, looked_at, took, said)
