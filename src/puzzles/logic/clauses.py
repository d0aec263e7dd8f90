"""A model as clauses for `puzzles.sat`, each rule with a *selector*: a variable that is true if the
rule is to count.

The places are the first variables, in the order of the model. A rule that counts few literals is
told by the sets of them that cannot all fail, or all hold. One that counts many has a variable for
"at least j of the first i", after Sinz, "Towards an optimal CNF encoding of Boolean cardinality
constraints" (2005), here in both directions. Either way propagation finds all that it forces.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb

import numpy as np

from puzzles.logic.model import Count, Counting, Mark, Marks, Model, Rule
from puzzles.running.kernels import PLAIN
from puzzles.sat.solver import RUNNING, SATISFIED, UNSATISFIABLE, Solver

FEW = 40  # clauses of one rule by sets
SLICE = 5_000 if PLAIN else 200_000  # clauses looked at in a slice: about 10 ms

Clause = tuple[int, ...]


class Clauses:
    """The rules of a model, and a search for marks that keep those that are selected."""

    def __init__(self, model: Model) -> None:
        self.model, self.cutting = model, [rule for rule in model.rules if _cuts(rule)]
        self._variable = {place: v for v, place in enumerate(model.places)}
        first = len(model.places)
        self.selector = {rule: 2 * (first + i) for i, rule in enumerate(model.rules)}
        self.rule_of = {literal: rule for rule, literal in self.selector.items()}
        self._variables = first + len(model.rules)
        self._known = set[Clause]()
        rows: dict[int, list[Clause]] = {}
        for rule in model.rules:
            for clause in self._clauses(rule):
                rows.setdefault(len(clause), []).append(clause)
        clauses = [np.array(alike, np.int32).reshape(len(alike), -1) for alike in rows.values()]
        self.solver = Solver(self._variables, clauses)
        self.every = [*self.selector.values()]

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

    def _clauses(self, rule: Rule) -> Iterator[Clause]:
        if not isinstance(rule, Counting):
            return
        off, literals = self.selector[rule] ^ 1, self._theirs(rule.count.literals)
        n, allowed = len(literals), rule.count.allowed
        if not allowed:
            yield (off,)
            return
        least, most = min(allowed), max(allowed)
        gaps = [k for k in range(least, most) if k not in allowed]
        by_sets = comb(n, most + 1) + comb(n, n - least + 1) + sum(comb(n, k) for k in gaps)
        if by_sets <= FEW:
            for some in combinations(literals, most + 1):
                yield (*(literal ^ 1 for literal in some), off)
            for some in combinations(literals, n - least + 1):
                yield (*some, off)
            for k in gaps:
                for some in combinations(literals, k):
                    yield (*(literal ^ (literal in some) for literal in literals), off)
            return
        yield from self._counted(literals, off, rule.count)

    def _counted(self, literals: Sequence[int], off: int, what: Count) -> Iterator[Clause]:
        """The same with variables of its own."""
        least, most = min(what.allowed), max(what.allowed)
        before: list[int] = []  # at least 1, 2, … of the literals so far
        for literal in literals:
            size = min(len(before) + 1, most + 1)
            now = [2 * (self._variables + j) for j in range(size)]
            self._variables += size
            for j, more in enumerate(now):
                if j < len(before):
                    yield before[j] ^ 1, more
                    yield more ^ 1, before[j], literal
                else:
                    yield more ^ 1, literal
                if j:
                    yield before[j - 1] ^ 1, literal ^ 1, more
                    yield more ^ 1, before[j - 1]
                else:
                    yield literal ^ 1, more
            before = now
        if most < len(before):
            yield before[most] ^ 1, off
        if least:
            yield before[least - 1], off
        for k in range(least + 1, most):
            if k not in what.allowed:
                yield before[k - 1] ^ 1, before[k], off

    def add(self, rule: Rule, literals: Iterable[int]) -> None:
        """Add a clause that follows from a rule."""
        clause = (*self._theirs(literals), self.selector[rule] ^ 1)
        if clause not in self._known:
            self._known.add(clause)
            self.solver.add([np.array(clause, np.int32)])

    def forbid(self, marks: Marks) -> None:
        """Look for no marks again that agree with all of these."""
        self.solver.add([np.array([literal ^ 1 for literal in self.literals(marks)], np.int32)])

    def found(self) -> dict[int, bool]:
        """The marks that the last search found."""
        values = self.solver.values[: len(self.model.places)].tolist()
        return {place: value > 0 for place, value in zip(self.model.places, values, strict=True)}

    def advance(self, decisions: int, assumptions: Sequence[int], work: int = SLICE) -> int:
        """Search on, under assumptions: RUNNING, SATISFIED or UNSATISFIABLE. A rule of the whole
        board that is assumed, and broken by what is found, adds clauses, and the search goes on."""
        result = self.solver.advance(decisions, work, assumptions)
        if result != SATISFIED or not self.cutting:
            return result
        marks, broken = self.found(), False
        assumed = set(assumptions)
        for rule in self.cutting:
            if self.selector[rule] in assumed:
                for clause in rule.cuts(marks):
                    self.add(rule, clause)
                    broken = True
        return RUNNING if broken else SATISFIED

    def follows(self, assumptions: Sequence[int]) -> list[int] | None:
        """Return a core of the assumptions if they contradict, else None."""
        while (result := self.advance(1_000_000, assumptions)) == RUNNING:
            pass
        return self.solver.core if result == UNSATISFIABLE else None

    def refuted(self, assumptions: Sequence[int]) -> list[int] | None:
        """Return a core of the assumptions if propagation alone finds that they contradict."""
        unsatisfiable = self.solver.advance(0, SLICE, assumptions) == UNSATISFIABLE
        return self.solver.core if unsatisfiable else None


def _cuts(rule: Rule) -> bool:
    return type(rule).cuts is not Rule.cuts
