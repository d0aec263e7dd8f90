"""Rules that do not count: two lines are not alike; what is marked alike hangs together."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import ClassVar

from puzzles.logic.model import Forced, Marks, Rule
from puzzles.logic.patterns import Pattern, unlike


@dataclass(frozen=True, eq=False)
class Unlike(Rule):
    """The first half of the places is not marked like the other half."""

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        half = len(self.places) // 2
        return [*zip(self.places[:half], self.places[half:], strict=True)]

    @property
    def pattern(self) -> Pattern:
        return unlike(len(self.places) // 2)

    def broken(self, marks: Marks) -> bool:
        return all(a in marks and marks[a] == marks.get(b) for a, b in self._pairs)

    def forced(self, marks: Marks) -> Iterator[Forced]:
        left = [(a, b) for a, b in self._pairs if a not in marks or marks[a] != marks.get(b)]
        if len(left) != 1 or (left[0][0] in marks) == (left[0][1] in marks):
            return
        (known,) = (place for place in left[0] if place in marks)
        (free,) = (place for place in left[0] if place not in marks)
        basis = tuple((place, marks[place]) for place in self.places if place != free)
        yield Forced(((free, not marks[known]),), basis, self.words)


@dataclass(frozen=True, eq=False)
class Joined(Rule):
    """The places that are set, or else those that are ruled out, hang together: a way over such
    places, each `touching` the next, leads from any to any other. Where they do not, one of the
    places that part two of them has to be such a place, too.
    """

    whole: ClassVar[bool] = True
    touching: Sequence[Sequence[int]] = ()
    is_set: bool = True

    def broken(self, marks: Marks) -> bool:
        joined, able = self._joined(marks)
        return bool(joined) and not joined <= {*self._area(min(joined), able)}

    def forced(self, marks: Marks) -> Iterator[Forced]:
        joined, able = self._joined(marks)
        words = f"{{{'set' if self.is_set else 'out'}}} hang together only by way of {{free}}"
        for place in sorted(able - joined):
            near, others = able.intersection(self.touching[place]), able - {place}
            if not near or near <= {*self._area(min(near), others, near)}:
                continue  # they hang together without this place
            ends = [p for p in self._area(place, able) if p in joined]  # the nearest first
            area = {*self._area(ends[0], others)} if ends else set[int]()
            if far := [p for p in ends if p not in area]:
                wall = self._wall(area, far[0]) - {place}
                basis = [(p, self.is_set) for p in (ends[0], far[0])]
                basis += [(p, not self.is_set) for p in wall]
                yield Forced(((place, self.is_set),), tuple(basis), words)

    def cuts(self, marks: Marks) -> Iterator[tuple[int, ...]]:
        joined, _ = self._joined(marks)
        home = self._area(min(joined), joined) if joined else []
        left = joined.difference(home)
        while left:
            area = self._area(min(left), joined)
            left = left.difference(area)
            kept = [~area[0], ~home[0], *self._wall({*area}, home[0])]
            yield tuple(kept if self.is_set else (~literal for literal in kept))

    def _joined(self, marks: Marks) -> tuple[set[int], set[int]]:
        """The places that have to hang together, and with them those that may."""
        able = {place for place in self.places if marks.get(place, self.is_set) == self.is_set}
        return able & marks.keys(), able

    def _area(self, start: int, among: Set[int], enough: Set[int] = frozenset()) -> list[int]:
        """What hangs together with a place, the nearest first, until `enough` are found."""
        area, seen = [start], {start}
        for place in area:
            new = [p for p in self.touching[place] if p in among and p not in seen]
            area += new
            seen.update(new)
            if enough and enough <= seen:
                break
        return area

    def _wall(self, area: Set[int], far: int) -> set[int]:
        """The places around an area that part it from one far off, none of which can be spared."""
        rim = {p for place in area for p in self.touching[place]}.intersection(self.places) - area
        beyond = {*self._area(far, {*self.places} - rim - area)}
        return {place for place in rim if not beyond.isdisjoint(self.touching[place])}
