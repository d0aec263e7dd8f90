"""The elimination, to be watched: what the presses of more and more cells can put out."""

import time
from collections.abc import Iterator

from lights_out.solver import cells, eliminate, solve
from puzzles.core.solving import Event, Limits, Progress
from puzzles.grids.symbols import SymbolState

views = {"elimination": "Each row of the equations is solved for one light."}


def trace(state: SymbolState, view: str) -> Iterator[Event]:
    """A step for each cell; the board shows the position after the presses of `line`."""
    began = time.monotonic()
    for number, (left, one, quiet) in enumerate(eliminate(state), 1):
        facts = {"cells": number, "lights left": left.bit_count(), "quiet sets": len(quiet)}
        yield Progress(number, time.monotonic() - began, line=cells(one), look={"facts": facts})
    yield from solve(state, Limits())
