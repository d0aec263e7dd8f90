"""Abilities that a puzzle's room for drawing boards (`facets.Edits`) may have besides putting
things at cells.

Each is a protocol of its own. A room that has its functions has the ability: the host looks for
them, and offers what is there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from puzzles.core.level import Level
from puzzles.core.tables import Values

L = TypeVar("L", bound=Level)

Pair = tuple[int, int]  # of cells, the lower number first


@dataclass(frozen=True)
class Demand:
    """Something that holds for the whole of a board: what it is called, what it can be, and which
    of that it is."""

    name: str
    values: tuple[str, ...]
    value: str


@runtime_checkable
class EditsWalls(Protocol[L]):
    """Walls between cells."""

    def sides(self, sketch: L, cell: int, /) -> Mapping[int, tuple[float, float]]:
        """The cells that a wall could part from this one, and where each lies, as a step on the
        grid: that of a cell over the rim points over the rim."""

    def walls(self, sketch: L, /) -> Collection[Pair]:
        """The pairs of cells that are parted."""

    def build(self, sketch: L, pairs: Collection[Pair], whether: bool, /) -> L:
        """The sketch with walls between these cells, or without."""


@runtime_checkable
class EditsColours(Protocol[L]):
    """Colours that a board has of its own, and that change. All raise UsageError."""

    @property
    def SHEETS(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Colours that go together, by what they are called: names and looks (`#rrggbb`)."""

    def add(self, sketch: L, name: str, look: str, /) -> L:
        """The sketch with one colour more."""

    def dye(self, sketch: L, thing: int, name: str, look: str, /) -> L:
        """The sketch with another look, and name, for a colour."""

    def dye_all(self, sketch: L, sheet: str, /) -> L:
        """The sketch with the colours of a sheet."""

    def take(self, sketch: L, thing: int, /) -> L:
        """The sketch without a colour; its cells get another."""


@runtime_checkable
class EditsDemands(Protocol[L]):
    """Rules for the whole of a board."""

    def demands(self, sketch: L, /) -> tuple[Demand, ...]:
        """All there are on a board of this kind."""

    def demand(self, sketch: L, name: str, value: str, /) -> L:
        """The sketch with another value of one."""


@runtime_checkable
class EditsSolutions(Protocol[L]):
    """Boards that are drawn by their solutions."""

    def lay(self, sketch: L, way: Sequence[int], /) -> L:
        """The sketch after a hand has gone along these cells and drawn a piece of solution; what it
        has gone back over counts no more. What has to stand on the board for that, does."""

    def keys(self, sketch: L, /) -> Values:
        """Return the keys that `draft` reads besides those of `format`, so that nothing drawn is
        lost."""
