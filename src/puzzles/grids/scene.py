"""What is on a board, as a value: it has no size on a screen, no terminal and no widget."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from puzzles.core.tables import Values
from puzzles.grids.grid import Grid

Vector = tuple[float, float]  # a way from a cell to the next, in columns and rows


@dataclass(frozen=True)
class Ink:
    """A colour of the board: its name, its look as `#rrggbb`, and the letter that stands for it."""

    name: str
    look: str
    letter: str


@dataclass(frozen=True)
class Run:
    """A line through cells, and the way from each to the next, which may lead out over a rim and in
    at the other one. A `ghost` is still to come."""

    cells: tuple[int, ...]
    ways: tuple[Vector, ...]
    ink: int
    ghost: bool = False


@dataclass(frozen=True)
class Sign:
    """A text in a cell, or on a `dot` of an ink."""

    text: str
    dot: int | None = None


@dataclass(frozen=True)
class Scene:
    """A position to be drawn. Inks go by their number, −1 is for none: `cells` has that of each
    cell, on whose bare paper there can be signs, and runs that pass over and under each other on
    `bridges`. `bars` are between two cells, and `rims` on a side that leads over the rim of the
    board. The cells that are `lit` are pointed at; `coming` is a cell, and the ink that it gets.
    """

    grid: Grid
    inks: tuple[Ink, ...]
    cells: Sequence[int]
    signs: Mapping[int, Sign] = field(default_factory=dict)
    runs: tuple[Run, ...] = ()
    bridges: frozenset[int] = frozenset()
    bars: frozenset[tuple[int, int]] = frozenset()
    rims: tuple[tuple[int, Vector], ...] = ()
    lit: tuple[int, ...] = ()
    coming: tuple[int, int] | None = None

    def as_json(self) -> Values:
        """The scene as JSON values, with the names and the outlines of cells."""
        grid, (width, height) = self.grid, self.grid.extent
        outlines = (
            [[float(x), float(y) * grid.aspect] for x, y in grid.outline(cell)]
            for cell in range(grid.n)
        )
        return {
            "grid": grid.kind,
            "width": width,
            "height": height * grid.aspect,
            "inks": [asdict(ink) for ink in self.inks],
            "cells": [
                {"name": grid.name(cell), "ink": ink, "outline": outline}
                for cell, (ink, outline) in enumerate(zip(self.cells, outlines, strict=True))
            ],
            "edges": grid.graph.edges.tolist() if grid.kind == "network" else [],
            "signs": [{"cell": cell, **asdict(sign)} for cell, sign in self.signs.items()],
            "runs": [
                {**asdict(run), "cells": list(run.cells), "ways": list(map(list, run.ways))}
                for run in self.runs
            ],
            "bridges": sorted(self.bridges),
            "bars": [[a, b] for a, b in sorted(self.bars)],
            "rims": [{"cell": cell, "way": list(way)} for cell, way in self.rims],
        }
