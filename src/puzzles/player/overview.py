"""Everything the home screen shows, as one value: the levels there are, what the player has made of
them, and what is looked for. All that is said about it follows from that."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from random import Random
from typing import Any

from puzzles.core.tables import Values
from puzzles.library.catalogue import Entry, entries, journey, stage
from puzzles.library.levels import Pack
from puzzles.library.own import is_own
from puzzles.library.registry import plugins
from puzzles.player.records import Result, Standing, board_key, cells_of
from puzzles.player.standing import Standing as Known

SHELVES = 6  # puzzles that each have one
CHOICE = 5  # levels of about the right difficulty, of which the day has one
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
    def of(cls, entry: Entry) -> "Item":
        pack = entry.pack
        found = pack.puzzle.facts(entry.level).items()
        facts = {key: value for key, value in found if value is not None}
        known = " ".join(f"{key} {value}" for key, value in facts.items())
        words = f"{pack.puzzle.title} {pack.title} {entry.level.title} {known}"
        return cls(entry, entry.name, facts, _plain(words))


@dataclass(frozen=True)
class Wish:
    """The levels to show: everything, as it stands; an empty word is no wish."""

    text: str = ""  # words that all occur in the puzzle, pack, title or facts
    pack: str = ""  # `puzzle/pack`
    puzzle: str = ""
    unsolved: bool = False
    size: str = ""  # one of SIZES
    difficulty: str = ""  # one of DIFFICULTIES

    def admits(self, item: Item, solved: Collection[str]) -> bool:
        """True if a level is looked for; `solved` holds the names of those that are won."""
        pack, (least, most) = item.entry.pack, SIZES.get(self.size, (0, math.inf))
        easiest, hardest = DIFFICULTIES.get(self.difficulty, (-1, math.inf))
        return (
            self.puzzle in ("", pack.puzzle.id)
            and self.pack in ("", name_of(pack))
            and not (self.unsolved and item.name in solved)
            and (not self.size or least <= cells_of(item.facts) <= most)
            and easiest <= item.facts.get("difficulty", -1) <= hardest
            and all(word in item.words for word in _plain(self.text).split())
        )


def following(items: Sequence[Item], solved: Collection[str], last: str = "") -> Item | None:
    """The level to play next: the first unsolved one from the level called `last` on, or from the
    beginning; None if all are solved."""
    at = next((i for i, item in enumerate(items) if item.name == last), 0)
    return next((item for item in (*items[at:], *items[:at]) if item.name not in solved), None)


def _plain(text: str) -> str:
    return text.casefold().replace("×", "x")


@dataclass(frozen=True)
class Overview:
    """The levels of the packs read so far, in order, and what is `known` of the player: its
    `results`, but those won on another board."""

    packs: tuple[Pack, ...] = ()
    items: tuple[Item, ...] = ()
    complete: bool = False  # whether all packs have been read
    known: Known = field(default_factory=Known)
    results: Mapping[str, Result] = field(default_factory=dict)
    wish: Wish = field(default_factory=Wish)

    # What becomes of it --------------------------------------------------------------------

    def with_pack(self, pack: Pack) -> "Overview":
        """Return the overview with one more pack."""
        results = _current_results([pack], self.results)
        return replace(
            self, packs=(*self.packs, pack), items=(*self.items, *_items(pack)), results=results
        )

    def renewed(self, packs: Sequence[Pack]) -> "Overview":
        """Return the overview with these packs instead."""
        items = (item for pack in packs for item in _items(pack))
        return replace(self, packs=tuple(packs), items=tuple(items))

    def after_play(self, known: Known) -> "Overview":
        """Return the overview with what has been played since."""
        return replace(self, known=known, results=_current_results(self.packs, known.results))

    def moves(self, item: Item) -> tuple[str, ...]:
        """Return the moves that won a level, or none."""
        return self.known.won.get(item.name, ()) if item.name in self.results else ()

    def looking_for(self, **wish: Any) -> "Overview":
        """Return the overview with other values for some fields of the wish."""
        return replace(self, wish=replace(self.wish, **wish))

    def cycle(self, what: str) -> "Overview":
        """Return the overview with the next value of a filter; after the last one, none."""
        values = ("", *self.choices(what))
        now = values.index(getattr(self.wish, what))
        return self.looking_for(**{what: values[(now + 1) % len(values)]})

    # What follows from it ------------------------------------------------------------------

    def choices(self, what: str) -> tuple[str, ...]:
        """Return the values of `puzzle`, `size` or `difficulty`; none where all would be alike."""
        if what == "puzzle":
            return tuple(plugins()[0])
        if what == "size":
            return tuple(SIZES)
        known = any("difficulty" in item.facts for item in self.items)
        return tuple(DIFFICULTIES) if known else ()

    @cached_property
    def shown(self) -> list[Item]:
        """The levels that are looked for."""
        return [item for item in self.items if self.wish.admits(item, self.results)]

    @cached_property
    def shelves(self) -> dict[str, list[Pack]]:
        """The packs by puzzle, under its title: those that come first in the order of the journey,
        then those that were played, the latest first. Of more than SHELVES puzzles, those that were
        not played share a shelf, each with its first pack."""
        packs: dict[str, list[Pack]] = {}
        for pack in self.packs:
            packs.setdefault(pack.puzzle.id, []).append(pack)
        way = list(dict.fromkeys(name.split("/")[0] for name in journey()))

        def rank(puzzle: str) -> tuple[int, int]:
            for place, known in enumerate((way, self.known.played)):
                if puzzle in known and (place or packs[puzzle][0].puzzle.first):
                    return place, known.index(puzzle)
            return 2, 0

        order = sorted(packs, key=rank)
        own = [p for p in order if len(order) <= SHELVES or rank(p)[0] < 2]
        found = {packs[puzzle][0].puzzle.title: packs[puzzle] for puzzle in own}
        if others := [packs[puzzle][0] for puzzle in order if puzzle not in own]:
            found["More puzzles"] = others
        return found

    @cached_property
    def upcoming(self) -> Item | None:
        """The level to go on with: the last one played, or the next on the journey, or the next of
        the pack, where one off the way has been begun. None if all are solved, and as long as the
        one may be in a pack that is not read yet."""
        if self.known.left is not None and self.complete and self._last is None:
            return Item.of(self.known.left)  # which is in no pack
        found = self.on_the_way
        if found is None and (self.complete or self._last):
            found = following(self.items, self.results, self.known.last)
        return found

    @property
    def ahead(self) -> Item | None:
        """The level to be pointed at among those shown: the one to go on with, or the first that is
        not solved."""
        here = self.upcoming
        return here if here in self.shown else following(self.shown, self.results)

    @cached_property
    def _last(self) -> Item | None:
        """The level played last, if it is in a pack that has been read."""
        return next((item for item in self.items if item.name == self.known.last), None)

    def harder(self, puzzle: str, day: date) -> Item | None:
        """The day's choice for this player: of the levels that are not solved one a little harder
        than those of the latest day; the same until something is won. None if that is not known."""
        paces = self.known.paces
        wanted = paces[puzzle].harder if puzzle in paces else None
        own = [item for item in self.items if item.entry.pack.puzzle.id == puzzle]
        graded = [item for item in own if "difficulty" in item.facts]
        if wanted is None or not graded:
            return None
        near = sorted(graded, key=lambda item: abs(float(item.facts["difficulty"]) - wanted))
        open_ = [item for item in near if item.name not in self.results][:CHOICE]
        return Random(f"{day} {puzzle}").choice(open_) if open_ else None

    @cached_property
    def on_the_way(self) -> Item | None:
        """The next level of the journey that is not solved, unless something else is going on."""
        if (last := self._last) is None and self.known.last and not self.complete:
            return None
        if last is not None:
            begun = last.name not in journey() and not self.share(last.entry.pack).complete
            if begun or last.name not in self.results:
                return None
        here = stage(self.results)
        return next((item for item in self.items if item.name == here), None)

    @cached_property
    def _by_pack(self) -> dict[int, list[Item]]:
        """The levels of each pack, by its `id`."""
        found: dict[int, list[Item]] = {id(pack): [] for pack in self.packs}
        for item in self.items:
            found[id(item.entry.pack)].append(item)
        return found

    @cached_property
    def next_in_packs(self) -> frozenset[str]:
        """The name of the first level of each pack that is not solved."""
        ahead = (following(own, self.results) for own in self._by_pack.values())
        return frozenset(item.name for item in ahead if item is not None)

    def share(self, pack: Pack) -> Standing:
        """Return how much of a pack is solved."""
        return Standing.of([item.name for item in self._by_pack[id(pack)]], self.results)


def name_of(pack: Pack) -> str:
    """The name of a pack: `puzzle/pack`."""
    return f"{pack.puzzle.id}/{pack.name}"


def _items(pack: Pack) -> list[Item]:
    return [Item.of(entry) for entry in entries(pack)]


def _current_results(packs: Iterable[Pack], results: Mapping[str, Result]) -> dict[str, Result]:
    """Return the results but those won on another board: the player's own levels change."""
    found = dict(results)
    for pack in filter(is_own, packs):
        for entry in entries(pack):
            if won := found.get(entry.name):
                start = pack.puzzle.text(pack.puzzle.start(entry.level))
                if won.board != board_key(start):
                    del found[entry.name]
    return found
