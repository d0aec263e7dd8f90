"""What is on a board, as a value: it has no size on a screen, no terminal and no widget."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.core.tables import Values
from puzzles.grids.graph import Ints
from puzzles.grids.grid import Floats, Grid
from puzzles.grids.sides import SideGrid

Vector = tuple[float, float]  # a way from a cell to the next, in columns and rows
Side = tuple[int, Vector]  # of a cell, that lies this way from its middle
RIGHT, LEFT, DOWN, UP = (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)
# Those of squares, and of hexagons; of two lines on a bridge, the one drawn last lies on top.
SQUARE_WAYS: tuple[Vector, ...] = (UP, LEFT, DOWN, RIGHT)
HEX_WAYS: tuple[Vector, ...] = (UP, DOWN, (-1.0, -0.5), (-1.0, 0.5), (1.0, -0.5), (1.0, 0.5))


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
    """A text in a cell, or on a `dot` of an ink; or a mark of an `ink`: a `shape` ("disc", "ring",
    "star") or, where there is no room for one, the text. What is `given` can be told from it."""

    text: str
    dot: int | None = None
    ink: int | None = None
    shape: str = ""
    given: bool = False


@dataclass(frozen=True, eq=False)
class Scene:
    """A position to be drawn. Inks go by their number, −1 is for none: `cells` has that of each
    cell, on whose bare paper there can be signs, and runs that pass over and under each other on
    `crossings`. `bars` are between two cells, `rims` on a side that leads over the rim of the
    board: walls, borders of regions, edges that are drawn. `exits` are sides there that are open.
    `between` two cells on bare paper can be a sign. `areas` numbers what the cells belong to,
    where that is more than one cell: what is lit and spoken of together.

    On the `sides` of square cells lines are drawn, in the ink of a sign, or its text stands there.
    Signs, such as numbers, stand `above` columns and `beside` rows, at the rim. Where sides are
    chosen and not cells, these are the `spots`, and what is lit goes by their numbers.

    Cells that are `lit` are pointed at, those that are `faded` are left out of it. Those that are
    `coming` get another ink; `turned` says how far the paper of each is on its way to being turned
    over, from 0 to 1. `shades` are how bright the lighter and the darker one of two neighbouring
    cells of an ink are. The board is `marked` if marks, signs and lines are drawn on its inks, too,
    as on bare paper.
    """

    grid: Grid
    inks: tuple[Ink, ...]
    cells: npt.NDArray[np.integer[Any]]  # shape (n,)
    signs: Mapping[int, Sign] = field(default_factory=dict)
    runs: tuple[Run, ...] = ()
    crossings: frozenset[int] = frozenset()
    bars: frozenset[tuple[int, int]] = frozenset()
    rims: tuple[Side, ...] = ()
    exits: tuple[Side, ...] = ()
    between: Mapping[tuple[int, int], str] = field(default_factory=dict)
    sides: Mapping[Side, Sign] = field(default_factory=dict)
    above: Mapping[int, Sign] = field(default_factory=dict)
    beside: Mapping[int, Sign] = field(default_factory=dict)
    spots: SideGrid | None = None
    areas: Ints | None = None
    lit: tuple[int, ...] = ()
    faded: tuple[int, ...] = ()
    coming: Mapping[int, int] = field(default_factory=dict)
    turned: Floats | None = None
    shades: tuple[float, float] = (1.0, 0.94)
    marked: bool = False

    @property
    def bare(self) -> bool:
        """True if there are cells without an ink, or marks on them."""
        drawn_on = self.marked or self.sided or self.above or self.beside
        return bool(drawn_on or self.cells.min() < 0)

    @property
    def sided(self) -> bool:
        """True if something stands on the sides of cells."""
        return bool(self.sides) or self.spots is not None

    @property
    def drawn(self) -> frozenset[object]:
        """All that is drawn in cells and between them, piece by piece."""
        lines = {(frozenset(two), run.ink) for run in self.runs for two in pairwise(run.cells)}
        cells = enumerate(self.cells.tolist())
        return frozenset({*lines, *cells, *self.signs.items(), *self.sides.items()})

    @property
    def chosen(self) -> Grid:
        """What a player chooses from, whose numbers what is lit goes by."""
        return self.grid if self.spots is None else self.spots

    def sign(self, place: int) -> Sign | None:
        """The sign at what a player chooses."""
        return self.signs.get(place) if self.spots is None else self.sides.get(self.spots.of(place))

    def signed(self, signs: Mapping[int, Sign]) -> "Scene":
        """The scene with these signs there, too."""
        if self.spots is None:
            return replace(self, signs={**self.signs, **signs})
        sides = {self.spots.of(place): sign for place, sign in signs.items()}
        return replace(self, sides={**self.sides, **sides})

    @property
    def known(self) -> range:
        """The numbers that can be lit."""
        return range(self.grid.n + (0 if self.spots is None else self.spots.n))

    def lit_cells(self, lit: Iterable[int]) -> tuple[int, ...]:
        """The cells among what is lit."""
        first = 0 if self.spots is None else self.spots.n
        return tuple(number - first for number in lit if number >= first)

    @cached_property
    def owners(self) -> Ints:
        """The number of the area of each cell, or its own where there are none."""
        return np.arange(self.grid.n, dtype=np.int32) if self.areas is None else self.areas

    def area(self, cell: int) -> Ints:
        """The cells that a cell belongs together with, itself among them."""
        return np.flatnonzero(self.owners == self.owners[cell]).astype(np.int32)

    def middle(self, cell: int) -> int:
        """The cell nearest to the middle of an area."""
        cells = self.area(cell)
        places = np.array([self.grid.point(each) for each in cells.tolist()])
        away = ((places - places.mean(axis=0)) ** 2).sum(axis=1)
        return int(cells[away.argmin()])

    def firsts(self, cells: Iterable[int]) -> list[int]:
        """Return one of these cells for each area."""
        owners = self.owners.tolist()
        return list({owners[cell]: cell for cell in cells}.values())

    def as_json(self) -> Values:
        """The scene as JSON values, with the names and the outlines of cells."""
        grid, (width, height) = self.grid, self.grid.extent

        def outline(cell: int) -> list[list[float]]:
            return [[float(x), float(y) * grid.aspect] for x, y in grid.outline(cell)]

        return {
            "grid": grid.kind,
            "width": width,
            "height": height * grid.aspect,
            "inks": [asdict(ink) for ink in self.inks],
            "cells": [
                {"name": grid.name(cell), "ink": ink, "outline": outline(cell)}
                for cell, ink in enumerate(self.cells.tolist())
            ],
            "edges": grid.graph.edges.tolist() if grid.kind == "network" else [],
            "signs": [{"cell": cell, **asdict(sign)} for cell, sign in self.signs.items()],
            "runs": [
                {**asdict(run), "cells": list(run.cells), "ways": list(map(list, run.ways))}
                for run in self.runs
            ],
            "bridges": sorted(self.crossings),
            "bars": [[a, b] for a, b in sorted(self.bars)],
            "rims": [{"cell": cell, "way": list(way)} for cell, way in self.rims],
            "between": [{"cells": [a, b], "text": text} for (a, b), text in self.between.items()],
            "sides": [
                {"cell": cell, "way": list(way), **asdict(sign)}
                for (cell, way), sign in self.sides.items()
            ],
            "above": [{"column": col, **asdict(sign)} for col, sign in self.above.items()],
            "beside": [{"row": row, **asdict(sign)} for row, sign in self.beside.items()],
            "exits": [{"cell": cell, "way": list(way)} for cell, way in self.exits],
        }
