"""A model as clauses for `puzzles.sat`, each rule with a *selector*: a variable that is true if the
rule is to count.

The places are the first variables, in the order of the model; then come the selectors, and the
variables that rules have for themselves.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from puzzles.grids.graph import Ints
from puzzles.logic.model import Mark, Marks, Model, Rule
from puzzles.logic.patterns import Pattern
from puzzles.running.kernels import PLAIN
from puzzles.sat.solver import RUNNING, SATISFIED, UNSATISFIABLE, Solver

SLICE = 5_000 if PLAIN else 200_000  # clauses looked at in a slice: about 10 ms
WORK = 4_000_000  # clauses looked at, at most, to find out if something follows

Clause = tuple[int, ...]
Assumed = Sequence[int] | Ints  # literals that are assumptions


class Clauses:
    """The rules of a model, and a search for marks that keep those that are selected."""

    def __init__(self, model: Model) -> None:
        self.model, self.cutting = model, [rule for rule in model.rules if rule.whole]
        self._places, self._by_place = np.array(model.places), np.zeros(model.grid.n, np.int32)
        self._variable = {place: v for v, place in enumerate(model.places)}
        first = len(model.places)
        self.selector = {rule: 2 * (first + i) for i, rule in enumerate(model.rules)}
        self.rule_of = {literal: rule for rule, literal in self.selector.items()}
        self._known, self._late = set[Clause](), list[Ints]()
        same: dict[Pattern, list[Rule]] = {}
        for rule in model.rules:
            same.setdefault(rule.pattern, []).append(rule)
        self._variables = first + len(model.rules)
        clauses = [each for pattern, rules in same.items() for each in self._alike(pattern, rules)]
        self.solver = Solver(self._variables, clauses)
        self.every = [*self.selector.values()]

    def _alike(self, pattern: Pattern, rules: Sequence[Rule]) -> Iterator[Ints]:
        """Yield the clauses of rules that have the same pattern, in arrays of equal length."""
        literals = []
        for rule in rules:
            own = range(self._variables, self._variables + pattern.own)
            self._variables += pattern.own
            literals.append([*self._theirs(rule.literals), *(2 * v for v in own)])
            literals[-1].append(self.selector[rule])
        table = np.array(literals, np.int32)
        for rows in pattern.rows:
            yield (table[:, rows >> 1] ^ (rows & 1)).reshape(-1, rows.shape[1])

    def literal(self, mark: Mark) -> int:
        """The literal of the solver that says that a place is marked so."""
        return 2 * self._variable[mark[0]] + (not mark[1])

    def mark(self, literal: int) -> Mark:
        return self.model.places[literal >> 1], not literal & 1

    def literals(self, marks: Marks) -> list[int]:
        return [self.literal(mark) for mark in marks.items()]

    def _theirs(self, literals: Iterable[int]) -> list[int]:
        """The solver's literals for those of a model."""
        variable = self._variable
        return [2 * variable[p] if p >= 0 else 2 * variable[~p] + 1 for p in literals]

    def _cut(self, assumptions: Assumed) -> bool:
        """Add clauses of the rules of the whole board that are assumed and broken by what is marked
        now; say if there are any new ones."""
        if not self.cutting:
            return False
        new = list[Clause]()
        self._by_place[self._places] = self.solver.values[: len(self._places)]
        for rule in self.cutting:
            if rule.suspect(self._by_place) and self.selector[rule] in assumptions:
                marks = self.found()
                cuts = ((*self._theirs(cut), self.selector[rule] ^ 1) for cut in rule.cuts(marks))
                new += (clause for clause in cuts if clause not in self._known)
        self._known.update(new)
        arrays = [np.array(clause, np.int32) for clause in new]
        self.solver.add(arrays)
        self._late += arrays
        return bool(new)

    def forget(self) -> None:
        """Forget what searches have learned, so that propagation goes by the rules alone."""
        self.solver.forget(self._late)
        self._late = []

    def forbid(self, marks: Marks) -> None:
        """Look for no marks again that agree with all of these."""
        self.solver.add([np.array([literal ^ 1 for literal in self.literals(marks)], np.int32)])

    def found(self) -> dict[int, bool]:
        """The marks that the last search found, or has made so far."""
        values = self.solver.values[: len(self._places)]
        marked = values.nonzero()[0]
        return dict(zip(self._places[marked].tolist(), (values[marked] > 0).tolist(), strict=True))

    def advance(self, decisions: int, assumptions: Assumed, work: int = SLICE) -> int:
        """Search on, under assumptions: RUNNING, SATISFIED or UNSATISFIABLE. A rule of the whole
        board that is assumed, and broken by what is found, adds clauses, and the search goes on."""
        result = self.solver.advance(decisions, work, assumptions)
        return RUNNING if result == SATISFIED and self._cut(assumptions) else result

    def follows(self, assumptions: Assumed, work: float = WORK) -> list[int] | None:
        """Return a core of the assumptions if they contradict; None if they do not, which `found`
        shows, or where that is not found out by so much work: too little is left out of a core
        then, never too much."""
        if self.solver.learned > 2:
            self.forget()
        work += self.solver.spent
        while (result := self.advance(1_000_000, assumptions)) == RUNNING:
            if self.solver.spent > work:
                return None
        return self.solver.core if result == UNSATISFIABLE else None

    def refuted(self, fixed: Assumed, *more: int) -> list[int] | None:
        """Return a core of the assumptions if propagation alone finds that they contradict."""
        assumptions = np.concatenate((fixed, more), dtype=np.int32, casting="unsafe")
        while self.solver.advance(0, SLICE, assumptions) != UNSATISFIABLE:
            if not self._cut(assumptions):
                return None
        return self.solver.core
