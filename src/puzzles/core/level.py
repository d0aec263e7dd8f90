"""What every level has, whatever the puzzle."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.core.errors import Place

LEVEL_KEYS = ("title",)  # that every level in a file may have


@dataclass(frozen=True)
class Level:
    """A plugin's own level type adds its board and the rest."""

    title: str
    place: Place
