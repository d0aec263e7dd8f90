"""Which levels a player is looking for, and what comes next: search and filters."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from puzzles.core.tables import Values
from puzzles.library.catalogue import Entry

# Bands of board size by the number of cells, of difficulty by its number: least and most.
SIZES = {"small": (0.0, 64.0), "medium": (65.0, 150.0), "large": (151.0, math.inf)}
DIFFICULTIES = {"easy": (0.0, 3.99), "middling": (4.0, 6.99), "hard": (7.0, 10.0)}


@dataclass(frozen=True)
class Item:
    """A level as lists show it: its name, what is known of it, and the words it is found by."""

    entry: Entry
    name: str
    facts: Values
    words: str

    @classmethod
    def of(cls, entry: Entry) -> Item:
        pack = entry.pack
        found = pack.puzzle.facts(entry.level).items()
        facts = {key: value for key, value in found if value is not None}
        known = " ".join(f"{key} {value}" for key, value in facts.items())
        words = f"{pack.puzzle.title} {pack.title} {entry.level.title} {known}"
        return cls(entry, entry.name, facts, _plain(words))

    @property
    def cells(self) -> int:
        """Count the cells of a board by its size: `10×29`, or `53 nodes`."""
        return math.prod(map(int, re.findall(r"\d+", str(self.facts.get("size", "")))))


@dataclass(frozen=True)
class Wish:
    """The levels to show: everything, as it stands; an empty word is no wish."""

    text: str = ""  # words that all occur in the puzzle, pack, title or facts
    puzzle: str = ""
    unsolved: bool = False
    size: str = ""  # one of SIZES
    difficulty: str = ""  # one of DIFFICULTIES

    def admits(self, item: Item, solved: Collection[str]) -> bool:
        """True if a level is looked for; `solved` holds the names of those that are won."""
        if self.puzzle and item.entry.pack.puzzle.id != self.puzzle:
            return False
        if self.unsolved and item.name in solved:
            return False
        if self.size and not _within(SIZES[self.size], item.cells):
            return False
        difficulty = item.facts.get("difficulty", -1)
        if self.difficulty and not _within(DIFFICULTIES[self.difficulty], difficulty):
            return False
        return all(word in item.words for word in _plain(self.text).split())


def following(items: Sequence[Item], solved: Collection[str], last: str = "") -> Item | None:
    """The level to play next: the first unsolved one from the level called `last` on, or from the
    beginning; None if all are solved."""
    at = next((i for i, item in enumerate(items) if item.name == last), 0)
    return next((item for item in (*items[at:], *items[:at]) if item.name not in solved), None)


def _within(band: tuple[float, float], value: float) -> bool:
    return band[0] <= value <= band[1]


def _plain(text: str) -> str:
    return text.casefold().replace("×", "x")
