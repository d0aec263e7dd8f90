"""A puzzle as its author says it: places that can be marked, and rules about small sets of them.

At each place is a mark, or none by now: the place is set (a lamp, a star, a 1, a side of a loop),
or it is ruled out. What a rule says of a place is a *literal*: `p` says that place p is set, `~p`
that it is ruled out.

Most rules say how many of some literals hold: `count(row) == 2`, `count(run) <= 1`. One that speaks
of the whole board is a subclass of `Rule` (`puzzles.logic.wholes`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from puzzles.grids.graph import Ints
from puzzles.grids.grid import LatticeGrid
from puzzles.sat.patterns import NOTHING, Pattern, counted

Marks = Mapping[int, bool]  # whether each place that is marked is set
Mark = tuple[int, bool]


def mark_of(literal: int) -> Mark:
    """The mark that makes a literal hold."""
    return (literal, True) if literal >= 0 else (~literal, False)


@dataclass(frozen=True, eq=False)
class Count:
    """How many of some literals hold, as one of the numbers `allowed`; compared, fewer are."""

    literals: tuple[int, ...]
    allowed: frozenset[int]

    def among(self, numbers: Iterable[int]) -> "Count":
        """It is one of these numbers."""
        return Count(self.literals, self.allowed.intersection(numbers))

    def __eq__(self, number: object) -> "Count":  # type: ignore[override]
        return self.among(each for each in self.allowed if each == number)

    def __ne__(self, number: object) -> "Count":  # type: ignore[override]
        return self.among(each for each in self.allowed if each != number)

    def __le__(self, number: int) -> "Count":
        return self.among(range(number + 1))

    def __ge__(self, number: int) -> "Count":
        return self.among(range(number, len(self.literals) + 1))


def count(literals: Iterable[int]) -> Count:
    """How many of these literals hold, to be compared: `count(row) == 2`."""
    some = tuple(literals)
    return Count(some, frozenset(range(len(some) + 1)))


@dataclass(frozen=True)
class Forced:
    """What a rule alone forces where some marks are: these rule out anything else."""

    concludes: tuple[Mark, ...]
    marks: tuple[Mark, ...]
    words: str  # why, a sentence without its stop


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule: what it says, and of which `literals`. It may be about cells of the level `at` which
    nothing is marked, too, such as one with a number. Rules of a `group` are one thought, as that
    no two touch; "" stands alone.

    Its other words: `name` is that of the places together ("row 3"). Of a rule that counts, `full`
    says why the open ones are ruled out once as many are set as can be, and `only` why they are all
    set. `few` and `many` say what is the matter if there can be only too few or too many, `many`
    also how another rule is broken: sentences without their stop. `{set}`, `{out}` and `{free}` are
    the names of the places that are.

    A rule of the `whole` board has more clauses than can be written down: they are added when they
    are broken.
    """

    whole: ClassVar[bool] = False
    words: str
    literals: tuple[int, ...]
    at: tuple[int, ...] = ()
    group: str = ""
    name: str = ""
    full: str = ""
    only: str = ""
    few: str = ""
    many: str = ""

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The places that it is about."""
        return tuple(mark_of(literal)[0] for literal in self.literals)

    @property
    def pattern(self) -> Pattern:
        """Its clauses."""
        return NOTHING

    def broken(self, marks: Marks) -> bool:
        """Say if it is broken already, whatever the open places become."""
        raise NotImplementedError

    def forced(self, marks: Marks) -> Iterator[Forced]:
        """Yield what it alone forces at open places, as far as it sees that; nothing where it is
        broken."""
        raise NotImplementedError

    def suspect(self, values: Ints) -> bool:
        """Say if there may be `cuts` where the value of each place is 1 if it is set, -1 if it is
        ruled out and 0 if it is open."""
        return True

    def cuts(self, marks: Marks) -> Iterator[tuple[int, ...]]:
        """Yield clauses of a rule of the `whole` board: one at least that is broken by marks that
        break the rule, none for others."""
        return iter(())


@dataclass(frozen=True, eq=False)
class Counting(Rule):
    """A rule that counts."""

    allowed: frozenset[int] = frozenset()

    @property
    def pattern(self) -> Pattern:
        return counted(len(self.literals), self.allowed)

    def state(self, marks: Marks) -> tuple[list[int], list[int], list[int]]:
        """The literals that hold, those that do not, and those that are open."""
        holding, failing, free = list[int](), list[int](), list[int]()
        for literal, mark in zip(self.literals, map(marks.get, self.places), strict=True):
            state = free if mark is None else holding if mark == (literal >= 0) else failing
            state.append(literal)
        return holding, failing, free

    def broken(self, marks: Marks) -> bool:
        holding, _, free = self.state(marks)
        return self.allowed.isdisjoint(range(len(holding), len(holding) + len(free) + 1))

    def forced(self, marks: Marks) -> Iterator[Forced]:
        holding, failing, free = self.state(marks)
        least, most = len(holding), len(holding) + len(free)
        possible = self.allowed.intersection(range(least, most + 1))
        if not possible or not free:
            return
        if max(possible) == least:  # those that fail count where more are allowed, in general
            basis = holding + failing * (max(self.allowed) > least)
            concludes, words = [~literal for literal in free], self.full
        elif min(possible) == most:
            basis = failing + holding * (min(self.allowed) < most)
            concludes, words = free, self.only
        else:
            return
        known = tuple((place, marks[place]) for place, _ in map(mark_of, basis))
        yield Forced(tuple(map(mark_of, concludes)), known, words or self.words)


@dataclass(frozen=True)
class Said:
    """How a puzzle says marks, of one place and of several: `has a star`, `have stars`; and what
    it calls places."""

    yes: tuple[str, str]
    no: tuple[str, str]
    noun: tuple[str, str] = ("cell", "cells")


class Model:
    """The places that can be marked, which are cells of a grid, what is said of them, and the
    rules.

    `givens` are marks of the level. If the model is `whole`, all places have to be marked; if it is
    not, those that are open when all rules are kept count as ruled out.
    """

    def __init__(
        self, grid: LatticeGrid, places: Iterable[int], said: Said, whole: bool = False
    ) -> None:
        self.grid, self.places, self.said, self.whole = grid, tuple(places), said, whole
        self.rules: list[Rule] = []
        self.givens: dict[int, bool] = {}

    def rule(self, what: Count, words: str, at: Iterable[int] = (), **said: str) -> None:
        """Add a rule that counts; what is `said` besides are words of `Rule`."""
        self.rules.append(Counting(words, what.literals, tuple(at), allowed=what.allowed, **said))

    def add(self, rule: Rule) -> None:
        """Add a rule of another kind."""
        self.rules.append(rule)


def faults(model: Model, marks: Marks) -> list[Rule]:
    """The rules that are broken, whatever the open places become."""
    return [rule for rule in model.rules if rule.broken(marks)]


def unfinished(model: Model, marks: Marks) -> list[Rule]:
    """The rules that are not kept if the open places are ruled out."""
    return faults(model, {place: marks.get(place, False) for place in model.places})
