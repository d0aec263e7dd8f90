"""Clauses that recur with other literals: how many of some hold, or that two rows are not alike.

From the clauses of how many literals hold, propagation finds all that is forced. Few literals are
told by the sets of them that cannot all fail, or all hold. Many get a variable for "at least j of
the first i", after Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints"
(2005), here in both directions.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, count, islice

import numpy as np

from puzzles.grids.graph import Ints

Clause = tuple[int, ...]  # of i, or ~i for its contrary: the i-th of some literals
FEW = 50  # clauses, at most, that are told by sets


@dataclass(frozen=True, eq=False)
class Pattern:
    """Clauses over some literals, and so many `own` variables, the next literals. `rows` are arrays
    of clauses of equal length, 2·i for literal i, 2·i + 1 for its contrary; each clause ends with
    the contrary of one more literal, which says that these are to count."""

    own: int
    rows: tuple[Ints, ...]

    @classmethod
    def of(cls, given: int, own: int, clauses: Iterable[Clause]) -> "Pattern":
        alike: dict[int, list[Clause]] = {}
        for clause in clauses:
            alike.setdefault(len(clause), []).append((*clause, ~(given + own)))
        rows = (np.array(some, np.int32) for some in alike.values())
        return cls(own, tuple(np.where(some < 0, 2 * ~some + 1, 2 * some) for some in rows))


NOTHING = Pattern(0, ())


def selected(first: int, rules: Iterable[tuple[Pattern, Sequence[int]]]) -> tuple[int, list[Ints]]:
    """Return the number of variables of rules, each a pattern of some literals of the `first`
    variables, and their clauses in arrays. Next comes a variable for each rule, its *selector*:
    the rule counts where that is true. Then come those of the rules' own."""
    some = [*rules]
    variables, clauses, same = first + len(some), list[Ints](), dict[Pattern, list[list[int]]]()
    for selector, (pattern, literals) in enumerate(some, first):
        own = range(2 * variables, 2 * (variables := variables + pattern.own), 2)
        row = [*literals, *own, 2 * selector]
        same.setdefault(pattern, []).append(row)
    for pattern, alike in same.items():
        table = np.array(alike, np.int32)
        clauses += [
            (table[:, rows >> 1] ^ (rows & 1)).reshape(-1, rows.shape[1]) for rows in pattern.rows
        ]
    return variables, clauses


@cache
def counted(n: int, allowed: frozenset[int]) -> Pattern:
    """So many of n literals hold as one of these numbers."""
    if not allowed:
        return Pattern.of(n, 0, [()])
    least, most = min(allowed), max(allowed)
    gaps = [k for k in range(least, most) if k not in allowed]
    clauses, fresh = [*islice(_by_sets(n, least, most, gaps), FEW + 1)], count(n)
    if len(clauses) > FEW:
        clauses = [*_by_steps(n, least, most, gaps, fresh)]
    return Pattern.of(n, next(fresh) - n, clauses)


def _by_sets(n: int, least: int, most: int, gaps: Iterable[int]) -> Iterator[Clause]:
    for some in combinations(range(n), most + 1):
        yield tuple(~i for i in some)
    yield from combinations(range(n), n - least + 1)
    for k in gaps:
        for some in combinations(range(n), k):
            yield tuple(~i if i in some else i for i in range(n))


def _by_steps(
    n: int, least: int, most: int, gaps: Iterable[int], fresh: Iterator[int]
) -> Iterator[Clause]:
    before: list[int] = []  # at least 1, 2, … of the literals so far
    for i in range(n):
        now = [next(fresh) for _ in range(min(i, most) + 1)]
        for j, more in enumerate(now):
            less, same = before[j - 1 : j] if j else [], before[j : j + 1]
            yield (more, ~i, *(~one for one in less))
            yield (~more, i, *same)
            yield from ((more, ~one) for one in same)
            yield from ((~more, one) for one in less)
        before = now
    if most < n:
        yield (~before[most],)
    if least:
        yield (before[least - 1],)
    for k in gaps:
        yield ~before[k - 1], before[k]


@cache
def unlike(n: int) -> Pattern:
    """The first n literals do not hold like the next n."""
    clauses: list[Clause] = [tuple(range(2 * n, 3 * n))]
    for i in range(n):
        clauses += [(~(2 * n + i), i, n + i), (~(2 * n + i), ~i, ~(n + i))]
    return Pattern.of(2 * n, n, clauses)
