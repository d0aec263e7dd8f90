"""New levels: random presses on a board that is dark, and par proved."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from lights_out.rules import OFF, rules
from lights_out.solver import solve
from puzzles.core.errors import Place, UsageError
from puzzles.core.results import Option
from puzzles.core.solving import Answer, Event, Limits, Progress, relay
from puzzles.core.tables import Values
from puzzles.grids import symmetry
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolLevel
from puzzles.grids.text import read_size

OPTIONS = (
    Option("size", "columns and rows, as in 6x4 (5x5)", str, placeholder="SIZE"),
    Option("par", "in how many presses it can be solved"),
)
TRIES = 200


def make(seed: int, wishes: Mapping[str, Any]) -> Iterator[Event | SymbolLevel]:
    """A level that takes as many presses as are wished for."""
    cols, rows = read_size(wishes.get("size", "5x5"), "6x4")
    n, par = cols * rows, wishes.get("par")
    if n > rules.most or (par is not None and not 1 <= par <= n):
        raise UsageError(f"a board has {rules.most} cells at most, and par is from 1 to as many")
    rng, most = Random(f"{cols}×{rows} {par} {seed}"), 0
    dark = SymbolLevel(f"{cols}×{rows} {seed}", Place(""), SquareGrid.full(rows, cols), OFF * n)
    for _ in range(TRIES):
        yield Progress()
        state = rules.start(dark)
        for cell in rng.sample(range(n), par or max(1, n // 2)):
            state = rules.apply(state, cell)
        fewest = (yield from relay(solve(state, Limits()), Answer)).lower_bound
        if fewest == par or (fewest and par is None):
            yield replace(dark, cells=state.cells, par=fewest)
            return
        most = max(most, fewest)
    raise UsageError(f"no {cols}×{rows} level of par {par} turned up; the hardest has par {most}")


def like(level: SymbolLevel) -> Values:
    return {"size": f"{level.grid.cols}x{level.grid.rows}"}


def canonical(level: SymbolLevel) -> str:
    return symmetry.canonical(level.grid, [0] * level.grid.n, [*map(ord, level.cells)])
