"""What follows from rules and marks, and why: from as few rules as can be found.

A reason is a minimal unsatisfiable core of the selectors of rules, marks, and the contrary of what
follows (Espasa, Gent, Hoffmann, Jefferson & Lynch, "Using small MUSes to explain how to solve pen
and paper puzzles", 2021). Contraries that propagation refutes come first; where none of these is
easy, those that it refutes in both cases of a variable close by; then a search. Of the reasons that
are found the least is taken, and of equal ones the first.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from puzzles.sat.growing import Assumed, GrowingSolver

TRIED = 4  # cores that are made minimal, the smallest first, in search for the least,
LARGE = 60  # until they have had more literals than that
EASY = 2  # rules, at most, of a reason that has no rival of two cases,
NEAR = 12  # for which so many literals are tried at a time, and variables close to each


class Found(NamedTuple):
    """A literal that follows, and assumptions from which it does."""

    literal: int
    core: set[int]


class Explainer(GrowingSolver, ABC):
    """A GrowingSolver whose assumptions are rules and marks."""

    @abstractmethod
    def cost(self, found: Found) -> int:
        """The number of rules of a core."""

    @abstractmethod
    def near(self, literal: int) -> Iterable[int]:
        """The variables, that of a literal first, then those close to it."""

    @abstractmethod
    def parts(self, found: Found) -> Iterable[Collection[int]]:
        """What may be left out of a core, in the order in which that is tried; at last, each of its
        assumptions by itself."""

    def least(
        self, fixed: Assumed, left: Sequence[int], telling: Callable[[Found], bool]
    ) -> Found | None:
        """Return a minimal core of few rules for a literal of those that are `left`, all of which
        follow; of cores of equal cost one that is `telling`. None if nothing was found out."""
        self.unlearn()  # or propagation would go by what was learned, which is of many rules
        found = [*self._refuted(fixed, [(literal ^ 1, literal ^ 1) for literal in left])]
        if not any(self.cost(each) <= EASY for each in found):
            for i in range(0, len(left), NEAR):
                found += self._by_cases(fixed, left, left[i : i + NEAR])
                if found:
                    break
        if not found:  # nothing that propagation finds
            searched = (self.searched(fixed, literal) for literal in left)
            found = [*islice(filter(None, searched), TRIED)]
        tried, looked_at = list[Found](), 0
        for each in sorted(found, key=self.cost)[:TRIED]:
            looked_at += len(each.core)
            if tried and looked_at > LARGE:
                break
            tried.append(self.minimal(each))
            if self.cost(tried[-1]) <= EASY and telling(tried[-1]):
                break
        cost = min(map(self.cost, tried), default=0)
        best = [each for each in tried if self.cost(each) == cost]
        return next(filter(telling, best), best[0]) if best else None

    def _refuted(self, fixed: Assumed, pairs: Sequence[tuple[int, int]]) -> Iterator[Found]:
        """Yield cores for the contraries of the first literals of those pairs that are refuted."""
        for k, core in self.refuted(fixed, pairs):
            contrary, case = pairs[k]
            yield Found(contrary ^ 1, core - {contrary, case, case ^ 1})

    def _by_cases(
        self, fixed: Assumed, left: Sequence[int], some: Iterable[int]
    ) -> Iterator[Found]:
        """Yield cores for some literals by both cases of a free variable close by; one that is easy
        is enough."""
        free = {literal >> 1: literal for literal in left}
        close = {a: islice(filter(free.__contains__, self.near(a)), 1, NEAR + 1) for a in some}
        for found in self._refuted(fixed, [(a ^ 1, free[v]) for a in close for v in close[a]]):
            yield found
            if self.cost(found) <= EASY:
                return

    def searched(self, fixed: Assumed, literal: int) -> Found | None:
        """Return a core for a literal, if it follows, by a search."""
        self.unlearn()  # or later cores would be larger
        core = self.core_of([*fixed, literal ^ 1])
        return None if core is None else Found(literal, {*core} - {literal ^ 1})

    def minimal(self, found: Found) -> Found:
        """Leave out of a core what is not needed."""
        return found._replace(core=self.smaller(found.core, found.literal ^ 1, self.parts(found)))

    def besides(self, core: set[int], rules: Iterable[int], some: Iterable[int]) -> Iterator[int]:
        """Yield those of some literals that follow from a core, too, and need all of its rules."""
        fixed = sorted(core)
        fewer = [[each for each in fixed if each != rule] for rule in rules]
        for literal, _ in self._refuted(fixed, [(each ^ 1, each ^ 1) for each in some]):
            if all(self.core_of([*less, literal ^ 1]) is None for less in fewer):
                yield literal
