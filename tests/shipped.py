"""The packs that ship, their puzzles and their levels: read once, and nothing but ours."""

from __future__ import annotations

from puzzles.library import locations
from puzzles.library.catalogue import Entry, pack_in
from puzzles.library.levels import level_files

PACKS = [pack_in(file) for file in level_files([locations.shipped_levels()])]
ENTRIES = [Entry(pack, index) for pack in PACKS for index in range(len(pack.levels))]
PUZZLES = list({pack.puzzle.id: pack.puzzle for pack in PACKS}.values())


def named(pack: object) -> str:
    """`PUZZLE-PACK`, the name of a test case."""
    return f"{pack.puzzle.id}-{pack.name}"  # type: ignore[attr-defined]
