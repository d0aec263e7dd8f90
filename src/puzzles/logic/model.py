"""A puzzle as its author says it: places that can be marked, and rules about small sets of them.

At each place is a mark, or none by now: the place is set (a lamp, a star, a 1, a side of a loop),
or it is ruled out. Both are said by a *literal*: `p` says that place p is set, `~p` that it is
ruled out. The marks on a board are the set of the literals that hold.

Most rules say how many of some literals hold: `model.rule(row, {2}, "row 3 has two stars")`. One
that speaks of the whole board is a subclass of `Rule` (`puzzles.logic.wholes`).
"""

from collections.abc import Collection, Iterable, Iterator, Set
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from puzzles.grids.grid import LatticeGrid
from puzzles.sat.patterns import NOTHING, Pattern, counted

Marks = Set[int]  # literals that hold
LIT = 12  # places of a rule that are lit, at most: of a larger one its marks are


def place_of(literal: int) -> int:
    """The place of which a literal speaks."""
    return max(literal, ~literal)


@dataclass(frozen=True)
class Deduction:
    """What some rules force where some marks are: these rule out anything else. The words say why;
    what a rule forces alone has a sentence without its stop, with `{set}` and so on. The `chain` is
    what comes of the contrary, if the words tell that: the supposed mark, and what follows."""

    rules: "tuple[Rule, ...]"
    marks: tuple[int, ...]
    concludes: tuple[int, ...]
    words: str = ""
    chain: tuple[int, ...] = ()

    @cached_property
    def cost(self) -> int:
        """The number of its rules, a group counting as one."""
        return len({rule.thought for rule in self.rules})

    @property
    def supposed(self) -> set[int]:
        """The marks that it rests on, and the contrary of what it concludes first."""
        return {*self.marks, ~self.concludes[0]}

    @property
    def lit(self) -> tuple[int, ...]:
        """The cells that its rules are about, and the places that it speaks of, but decides not."""
        decided = {*map(place_of, self.concludes)}
        at = {cell for rule in self.rules for cell in rule.at}
        few = (rule.places for rule in self.rules if len(rule.places) <= LIT)
        spoken = {*map(place_of, self.marks)}.union(*few)
        return tuple(c for c in dict.fromkeys((*sorted(at), *sorted(spoken))) if c not in decided)


@dataclass(eq=False)
class Rule:
    """A rule: as many of its `literals`, all different, hold as one of the numbers `allowed`. Other
    rules, which allow no numbers, are subclasses. What it says are its `words`.

    It may be about cells of the level `at` which nothing is marked, too, such as one with a number,
    and state a `clue` that a new board may lose, told by where it is. Rules of a `group` are one
    thought, as that no two touch; "" stands alone.

    Its other words: `name` is that of the places together ("row 3"). `full` says why the open ones
    are ruled out once as many are set as can be, and `only` why they are all set. `few` and `many`
    say what is the matter if there can be only too few or too many, `many` also how another rule is
    broken: sentences without their stop. `{set}`, `{out}` and `{free}` name the places that are.

    A rule of the `whole` board has too many clauses to write down: broken ones are added."""

    whole: ClassVar[bool] = False
    words: str
    literals: tuple[int, ...]
    at: tuple[int, ...] = ()
    clue: Any = None
    allowed: frozenset[int] = frozenset()
    group: str = ""
    name: str = ""
    full: str = ""
    only: str = ""
    few: str = ""
    many: str = ""

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The places that it is about."""
        return tuple(map(place_of, self.literals))

    @property
    def thought(self) -> object:
        """What it is counted as: those of a group are one."""
        return self.group or self

    @property
    def pattern(self) -> Pattern:
        """Its clauses."""
        return NOTHING if self.whole else counted(len(self.literals), self.allowed)

    def state(self, marks: Marks) -> tuple[list[int], list[int], list[int]]:
        """The literals that hold, those that do not, and those that are open."""
        holding = [each for each in self.literals if each in marks]
        failing = [each for each in self.literals if ~each in marks]
        free = [each for each in self.literals if each not in marks and ~each not in marks]
        return holding, failing, free

    @cached_property
    def _sets(self) -> tuple[frozenset[int], frozenset[int]]:
        return frozenset(self.literals), frozenset(~literal for literal in self.literals)

    def _can(self, marks: Marks) -> range:
        """How many of its literals can hold."""
        own, against = self._sets
        return range(len(own & marks), len(own) - len(against & marks) + 1)

    def broken(self, marks: Marks) -> bool:
        """Say if it is broken already, whatever the open places become."""
        return self.allowed.isdisjoint(self._can(marks))

    def forced(self, marks: Marks) -> Iterator[Deduction]:
        """Yield what it alone forces at open places, if it sees that at once and is not broken."""
        possible = self.allowed.intersection(can := self._can(marks))
        if not possible or len(can) == 1 or can[0] < max(possible) >= min(possible) < can[-1]:
            return
        holding, failing, free = self.state(marks)
        basis, against = [*holding], [~literal for literal in failing]
        if max(possible) == can[0]:  # those that fail count where more are allowed, in general
            basis += against * (max(self.allowed) > can[0])
            concludes, words = [~literal for literal in free], self.full
        else:
            basis = against + holding * (min(self.allowed) < can[-1])
            concludes, words = free, self.only
        yield Deduction((self,), tuple(basis), tuple(concludes), words or self.words)

    def cuts(self, marks: Marks, loop: Collection[int] | None) -> Iterator[tuple[int, ...]]:
        """Yield broken clauses of a `whole` rule, if it is broken. Of `OneLoop`, there may be a
        `loop` that is closed; None if nothing is set."""
        return iter(())


same_rule = lru_cache(4_000)(Rule)  # equal rules of several boards are one


@dataclass(frozen=True)
class Said:
    """What is said of a place and of several: `has a star`, `have stars`; and what they are."""

    yes: tuple[str, str]
    no: tuple[str, str]
    noun: tuple[str, str] = ("cell", "cells")


class Model:
    """The places that can be marked, which are cells of a grid, what is said of them, the rules,
    and `givens`, marks of the level. If a model is `whole`, all places have to be marked; if not,
    those that are open when all rules are kept count as ruled out."""

    def __init__(
        self, grid: LatticeGrid, places: Iterable[int], said: Said, whole: bool = False
    ) -> None:
        self.grid, self.places, self.said, self.whole = grid, tuple(places), said, whole
        self.rules: list[Rule] = []
        self.givens: set[int] = set()

    def rule(
        self, literals: Iterable[int], allowed: Collection[int], words: str, **more: Any
    ) -> None:
        """Add a rule that counts, as `Rule` says; what there is `more` are its other fields."""
        some = tuple(literals)
        numbers = frozenset(allowed).intersection(range(len(some) + 1))
        self.rules.append(same_rule(words, some, allowed=numbers, **more))

    def without(self, gone: Set["int | Rule"]) -> "Model":
        """The model without some rules and givens."""
        fewer = copy(self)
        fewer.rules = [rule for rule in self.rules if rule not in gone]
        fewer.givens = {*self.givens.difference(gone)}
        return fewer

    def filled(self, marks: Collection[int]) -> set[int]:
        """The marks, and all that is open ruled out."""
        return {place if place in marks else ~place for place in self.places}

    def faults(self, marks: Marks) -> list[Rule]:
        """The rules that are broken, whatever the open places become."""
        return [rule for rule in self.rules if rule.broken(marks)]

    def unfinished(self, marks: Marks) -> list[Rule]:
        """The rules that are not kept if the open places are ruled out."""
        return self.faults(self.filled(marks))
