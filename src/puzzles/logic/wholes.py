"""Rules of the whole board: what is marked alike hangs together; what is set is one loop."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from puzzles.grids.graph import Forest, Graph
from puzzles.logic.model import Deduction, Marks, Rule


@dataclass(eq=False, kw_only=True)
class Joined(Rule):
    """The places of the literals that hold hang together in a `graph`: a way over such places leads
    from any to any other. Where they do not, one of the places that part two of them has to be such
    a place, too; `only` says so."""

    whole: ClassVar[bool] = True
    graph: Graph

    def forced(self, marks: Marks) -> Iterator[Deduction]:
        for place, near, far, area in self.graph.joints(*self._joined(marks)):
            mark, parting = self._such[place], self._parting(area, near, far)
            basis = tuple(~literal for literal in parting if literal != mark)
            yield Deduction((self,), basis, (mark,), self.only or self.words)

    def broken(self, marks: Marks) -> bool:
        return len([*self.graph.areas(*self._joined(marks))]) > 1

    def cuts(self, marks: Marks, loop: Collection[int] | None) -> Iterator[tuple[int, ...]]:
        areas = [*self.graph.areas(*self._joined(marks))]
        yield from (self._parting({*area}, area[0], areas[0][0]) for area in areas[1:])

    @cached_property
    def _such(self) -> dict[int, int]:
        """Of each place, the literal that makes it one that has to hang together."""
        return dict(zip(self.places, self.literals, strict=True))

    def _joined(self, marks: Marks) -> tuple[set[int], set[int]]:
        """The places that have to hang together, and with them those that may."""
        able = {place for place, literal in self._such.items() if ~literal not in marks}
        return {place for place in able if self._such[place] in marks}, able

    def _parting(self, area: Set[int], inside: int, far: int) -> tuple[int, ...]:
        """The clause that a place in an area hangs together with one far off, if both have to: by
        the places around the area that part them, none of which can be spared."""
        wall = self.graph.wall(area, far, self._such.keys())
        return ~self._such[inside], ~self._such[far], *(self._such[place] for place in wall)


@dataclass(eq=False, kw_only=True)
class OneLoop(Rule):
    """What is set, of places that lead from one point to another, is one loop: where some of them
    close one, they are all. At least one is set.

    `ends` are the two points of each place, `called` its name. Of some places, `needed`, other
    rules say how many are set at least: a search learns most of those of which a loop has too few.
    """

    whole: ClassVar[bool] = True
    ends: Mapping[int, tuple[int, int]]
    called: Callable[[int], str]
    needed: Sequence[tuple[tuple[int, ...], int]]

    def loops(self, marks: Marks) -> list[list[int]]:
        """The loops that are closed, each as its places."""
        return Forest(self.ends, marks).loops()

    def forced(self, marks: Marks) -> Iterator[Deduction]:
        forest, free = Forest(self.ends, marks), [p for p in self.ends if not marks & {p, ~p}]
        if forest.closing and free and not self.broken(marks):
            basis, out = tuple(forest.loops()[0]), tuple(~place for place in free)
            yield Deduction((self,), basis, out, "the loop is closed")
        for place in free if not forest.closing else ():
            path = forest.path(place)
            if path and (others := self.ends.keys() & marks - {*path}):
                other = min(others, key=lambda each: (abs(each - place), each))
                words = f"a line at {self.called(place)} would close a loop without"
                basis, words = tuple(sorted((*path, other))), f"{words} {self.called(other)}"
                yield Deduction((self,), basis, (~place,), words)

    def broken(self, marks: Marks) -> bool:
        others = (self.ends.keys() & marks - {*loop} for loop in self.loops(marks))
        return any(others) or all(~place in marks for place in self.ends)

    def cuts(self, marks: Marks, loop: Collection[int] | None) -> Iterator[tuple[int, ...]]:
        """Where a loop is closed: not all of it, or nothing else."""
        if loop is None and all(~place in marks for place in self.ends):
            yield tuple(self.ends)
        elif loop and (others := self.ends.keys() & marks - (own := {*loop})):
            lacking = (places for places, n in self.needed if len(own.intersection(places)) < n)
            for other in sorted({min(others), *next(lacking, ())} - own):
                yield (*(~place for place in loop), ~other)
