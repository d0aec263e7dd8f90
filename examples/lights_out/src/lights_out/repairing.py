"""Boards that have one solution: cells are taken away, as few as can be."""

import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import combinations

from lights_out.counting import count
from lights_out.model import ON, start
from puzzles.core.errors import UsageError
from puzzles.core.facets import Repair
from puzzles.core.solving import Event, Limits, Progress, answer
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolLevel

KINDS = ("cells",)


def repair(
    level: SymbolLevel, kinds: Collection[str], limits: Limits
) -> Iterator[Event | Repair[SymbolLevel]]:
    """Try all sets of cells, the small ones first."""
    began, grid, before = time.monotonic(), level.grid, _solutions(level, limits)
    sets = (some for size in range(grid.n) for some in combinations(range(grid.n), size))
    for number, gone in enumerate(sets, 1):
        changed = _without(level, gone)
        if ON in changed.cells and _solutions(changed, limits) == 1:
            names = map(grid.name, gone)
            told = [{"kind": "cell", "cells": [a], "words": f"no cell at {a}"} for a in names]
            yield Repair(changed, tuple(told), True, before, True)
            return
        if limits.reached(took := time.monotonic() - began, number):
            raise UsageError("no such changes were found in time")
        yield Progress(number, took)
    raise UsageError("no such changes leave one solution")


def _solutions(level: SymbolLevel, limits: Limits) -> int:
    return int(answer(count(start(level), limits)).facts["solutions"])


def _without(level: SymbolLevel, gone: Collection[int]) -> SymbolLevel:
    """The level without some of its cells."""
    present = level.grid.index >= 0
    present[level.grid.row[list(gone)], level.grid.col[list(gone)]] = False
    cells = "".join(light for cell, light in enumerate(level.cells) if cell not in gone)
    return replace(level, grid=SquareGrid(present), cells=cells, par=None, difficulty=None)
