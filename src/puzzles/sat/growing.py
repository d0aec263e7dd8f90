"""A search to which clauses are added when they are broken, for rules that have more of them than
can be written down; and why assumptions contradict, in few of them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.running.kernels import PLAIN, quick
from puzzles.sat.closing import Closing
from puzzles.sat.patterns import Pattern, selected
from puzzles.sat.solver import RUNNING, SATISFIED, UNSATISFIABLE, Solver, ease, refute

SLICE = 5_000 if PLAIN else 200_000  # clauses looked at in a slice: about 10 ms
WORK = 1_000_000  # clauses looked at, at most, to find out if something follows

Clause = tuple[int, ...]
Assumed = Sequence[int] | Ints  # literals that are assumptions


class GrowingSolver(Solver):
    """A Solver that asks for clauses whenever it has gone as far as it can."""

    grows, closing = True, Closing({})  # if there may be any, and where only a closed loop has some

    def __init__(self, variables: int, room: int, broken: Callable[[], Iterable[Clause]]) -> None:
        """Begin with variables, and room for those of rules to come. `broken` yields clauses that
        have to hold, one of which at least is made false by `values`; none where these break no
        rule."""
        super().__init__(variables + room, [])
        self._broken, self._known, self._added = broken, set[Clause](), list[Ints]()
        self._used, self._kinds = variables, dict[object, int]()

    def extend(self, rules: Iterable[tuple[Pattern, Sequence[int], object]]) -> range:
        """Add rules, each a pattern of some literals, and of a kind. Return their selectors, as
        literals; none if there is no room for all."""
        first, some = self._used, [*rules]
        used, clauses = selected(first, [(pattern, literals) for pattern, literals, _ in some])
        if used > len(self.values):
            return range(0)
        self._used, self._added = used, self._added + clauses
        self.add(clauses)
        for own, (_, _, kind) in enumerate(some, first):
            self._state.kind[own] = self._kinds.setdefault(kind, own)
        return range(2 * first, 2 * (first + len(some)), 2)

    def _grow(self) -> bool:
        """Add clauses that are broken; say if there are any new ones."""
        new = [clause for clause in self._broken() if clause not in self._known]
        if new:  # mostly there are none
            self._known.update(new)
            arrays = [np.array(clause, np.int32) for clause in new]
            self.add(arrays)
            self._added += arrays
        return bool(new)

    def advance(self, decisions: int, work: int, assumptions: Assumed = ()) -> int:
        result = super().advance(decisions, work, assumptions)
        return RUNNING if result == SATISFIED and self._grow() else result

    def unlearn(self) -> None:
        """Forget what searches have learned, so that propagation goes by the rules alone."""
        self.forget(self._added)
        self._added = []

    def core_of(self, assumptions: Assumed, work: float = WORK) -> list[int] | None:
        """Return a core of the assumptions if they contradict; None if they do not, which `values`
        show, or where that is not found out by so much work."""
        if self.learned > 2:
            self.unlearn()
        work += self.spent
        while (result := self.advance(1_000_000, SLICE, assumptions)) == RUNNING:
            if self.spent > work:
                return None
        return self.core if result == UNSATISFIABLE else None

    def refuted(
        self, fixed: Assumed, pairs: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[int, set[int]]]:
        """Yield the numbers of those pairs of literals that propagation refutes, and cores: the
        first contradicts assumptions whether the second is true or false, or alone if both are the
        same."""
        self._make_room()
        given, rows = np.array(fixed, np.int32), np.array(pairs, np.int32).reshape(-1, 2)
        k, asked, lines = 0, (quick(given), quick(rows)), self.closing.lines
        while (k := refute(self._state, *asked, k, self.grows, lines, WORK)) < len(pairs):
            if core := self.core:
                first = core if len({*pairs[k]}) == 1 else self.core_of([*fixed, *pairs[k]])
                if first is not None:
                    yield k, {*core, *first}
            k += bool(core) or not self._grow()

    def ease(self, fixed: Assumed, literals: Sequence[int]) -> list[int] | None:
        """Return how many kinds of assumptions steps need that lead to some literals, each step by
        propagation alone; None if they do not lead there."""
        self._make_room()
        costs = quick(np.zeros(len(literals) + 1, np.int32))
        given, wanted = (quick(np.array(each, np.int32)) for each in (fixed, literals))
        steps = ease(self._state, given, wanted, costs, WORK)
        return None if steps < 0 else [*map(int, costs[:steps])]

    def smaller(
        self, core: Collection[int], kept: int, parts: Iterable[Collection[int]]
    ) -> set[int]:
        """Return a core without the parts that it can spare, tried in this order: the rest still
        contradicts `kept`. It is minimal, as far as so much WORK finds out, if its literals are
        among the parts one by one."""
        left = {*core}
        for part in parts:
            if left.issuperset(part):
                found = self.core_of([kept, *sorted(left.difference(part))])
                left = left if found is None else {*found} - {kept}
        return left
