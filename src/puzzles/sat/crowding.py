"""Counts that do not fit together, since some need more than others have room for."""

from collections.abc import Hashable, Mapping, Sequence, Set
from itertools import combinations
from typing import NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
MANY = 8  # counts, at most, of which it is looked at whether some fit into others,
FEW = (1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1)  # and so many into so many


class Count(NamedTuple):
    """Of the things that are `free`, so many are taken at `least`, and at `most`."""

    free: Set[int]
    least: int
    most: int


def crowded(counts: Mapping[K, Count]) -> tuple[Sequence[K], Sequence[K]]:
    """Return a few counts that need more than a few others have room for, in which all their free
    things lie, and these others; nothing where there are none."""
    needing = [key for key, count in counts.items() if count.least > 0]
    for few, most in FEW if len(counts) <= MANY else ():
        for inner in combinations(needing, few):
            free = [counts[key].free for key in inner]
            need, inside = sum(counts[key].least for key in inner), set[int]().union(*free)
            if sum(map(len, free)) > len(inside):
                continue
            rest = [k for k, count in counts.items() if k not in inner and count.most < need]
            for outer in combinations([k for k in rest if inside & counts[k].free], most):
                around = set[int]().union(*(counts[key].free for key in outer))
                if inside <= around and need > sum(counts[key].most for key in outer):
                    return inner, outer
    return (), ()
