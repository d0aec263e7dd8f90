"""Counts that do not fit together, against trying every way to take things."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain, combinations

from puzzles.sat.crowding import Count, crowded


def possible(counts: Sequence[Count], things: Sequence[int]) -> bool:
    """Whether there is a way to take some of the things that suits all counts."""
    every = chain.from_iterable(combinations(things, k) for k in range(len(things) + 1))
    return any(
        all(count.least <= len({*some}.intersection(count.free)) <= count.most for count in counts)
        for some in every
    )


def test_what_is_crowded_cannot_be_and_one_count_less_can() -> None:
    """Some need more than others have room for; what two into one, or one into one, shows by trying
    is found, too."""
    rng, told = random.Random(1), 0
    for _ in range(400):
        things = range(6)
        counts = {}
        for name in "abcd":
            free = frozenset(rng.sample(things, rng.randint(1, 4)))
            least = rng.randint(0, len(free))
            counts[name] = Count(free, least, rng.randint(least, len(free)))
        inner, outer = crowded(counts)
        if inner:
            told += 1
            within = [thing for name in inner for thing in counts[name].free]
            assert len(within) == len({*within})
            assert not possible([counts[name] for name in (*inner, *outer)], things)
            for name in inner:
                rest = [counts[other] for other in (*inner, *outer) if other != name]
                assert possible(rest, things) or len(inner) + len(outer) > 2
        else:
            for one, two in combinations(counts.values(), 2):
                for less, more in ((one, two), (two, one)):
                    assert not (less.free <= more.free and less.least > more.most)
    assert told > 50
