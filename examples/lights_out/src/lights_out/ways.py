"""All ways to put out one light: an odd number of presses of the cells that turn it."""

import time
from collections.abc import Iterator
from itertools import combinations

from lights_out.model import ON, reach
from lights_out.solver import eliminate
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.grids.symbols import SymbolState


def tasks(state: SymbolState) -> tuple[str, ...]:
    """The lights that are on."""
    grid = state.level.grid
    return tuple(grid.name(cell) for cell, light in enumerate(state.cells) if light == ON)


def ways(state: SymbolState, task: str, limits: Limits) -> Iterator[Event]:
    """The presses near a light, few first; there are 16 sets at most. What a solution has there is
    what one of them has, and any sum of what quiet sets have."""
    began, number = time.monotonic(), 0
    *_, (left, one, quiet) = eliminate(state)
    near = reach(state.level, state.level.grid.cell(task))
    here, basis = sum(1 << cell for cell in near), list[int]()
    for presses in quiet:
        if rest := _reduced(presses & here, basis):
            basis.append(rest)
    for size in range(1, len(near) + 1, 2):
        for some in combinations(near, size):
            presses = sum(1 << cell for cell in some)
            used = not left and not _reduced(presses ^ one & here, basis)
            number += 1
            yield Progress(number, line=some, look={"length": size, "used": used})
    took, said = time.monotonic() - began, f"{number} ways to put out {task}"
    yield Answer(None, True, 0, number, took, said, "", {"ways": number})


def count_ways(state: SymbolState, task: str, limits: Limits) -> Iterator[Event]:
    """Half of all sets of presses near a light are odd."""
    near = reach(state.level, state.level.grid.cell(task))
    number = 1 << len(near) - 1
    yield Answer(None, True, 0, 1, 0.0, f"{number} ways to put out {task}", "", {"ways": number})


def _reduced(some: int, basis: list[int]) -> int:
    """What of a set no sum of a basis' sets takes away."""
    for other in basis:
        some = min(some, some ^ other)
    return some
