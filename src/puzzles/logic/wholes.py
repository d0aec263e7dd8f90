"""Rules that do not count: two lines are not alike; what is set is one loop."""

from collections.abc import Iterator
from dataclasses import dataclass

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
