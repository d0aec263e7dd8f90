"""Sets of regions that alone need more moves than are at hand, grown one region at a time.

There are too many sets of five or more to look at all. But one is enough, and good ones grow: from
the quadruples with the largest value, a component at a time, those first that can be joined in few
colours with so many moves. Where a set can be in none, the bound is one more.
"""

import heapq
from collections.abc import Generator, Iterator, Sequence
from itertools import combinations

import numpy as np

from puzzles.grids.graph import Graph
from puzzles.kami.solver.pair_bound import pairs_of
from puzzles.kami.solver.position import ANY, PART
from puzzles.kami.solver.set_bound import joinable_colours, list_far_quadruples
from puzzles.kami.solver.set_questions import (
    MOST_MEMBERS,
    SIZE,
    SPENT,
    STEPS_PER_WORD,
    Members,
    SetQuestions,
    prepare_quadruples,
    questions_of,
)
from puzzles.kami.solver.triple_bound import MOST_COMPONENTS, filled, triple_bound, triple_tables

MOST_SEEDS = 2000  # quadruples that are extended
MOST_VAIN = 10_000  # sets that are looked at in vain
MOST_TIGHT = 16  # sets to be asked about below the root, each grown from one quadruple
MOST_VAIN_EACH = 2000  # sets that are looked at in vain for each of them
ANSWERS = 1 << 22  # that there is memory for
NO_LIMIT = 1 << 60  # steps: as many as it takes
TURN = 2 * PART  # word operations for each bound that is yielded, some 8 ms
CALL = 100_000  # steps that a call of a kernel takes as long as, some 0.1 ms

Bounded = tuple[int, Members]  # a set, after the moves that it needs


class Clock:
    """The steps that kernels take, in turns."""

    def __init__(self) -> None:
        self._spent = 0

    def turns(self, steps: int) -> range:
        """Return as many numbers as turns are over after a call that took so many steps."""
        over, self._spent = divmod(self._spent + CALL + steps, STEPS_PER_WORD * TURN)
        return range(over)


def grown_bounds(
    graph: Graph, colours: Sequence[int], most: int, tight: list[Members] | None = None
) -> Iterator[int]:
    """Yield lower bounds on the moves a connected graph needs, one for each turn of work and each
    at least the one before, until there are no more; of interest are those up to `most`. At the
    end, give `tight` some sets of its regions that need as many moves as the last bound says."""
    palette = max(colours) + 1
    if graph.n > MOST_COMPONENTS:
        return
    pairs, least = pairs_of(graph, colours, palette, most)
    triples = triple_tables(graph.n, palette, most)
    triple, _ = triple_bound(pairs, triples, least, most)
    if not filled(triples, graph.n) or triple > most:
        return
    yield triple
    sets, clock = questions_of(pairs, triples, most, ANSWERS), Clock()
    prepare_quadruples(sets, triple, most)
    bound, seeds = triple, list[Members]()
    while found := (yield from _far_quadruples(sets, clock, bound, triple)):
        bound, seeds = bound + 1, found
    if not seeds:
        seeds = yield from _far_quadruples(sets, clock, bound - 1, triple)
    best = bound
    for best, _ in _grow(sets, clock, bound, most, seeds, MOST_VAIN):
        yield best
    if tight is None or best >= most:
        return
    # One set from each of some seeds: so they have little in common.
    for seed in seeds[:: -(-len(seeds) // MOST_TIGHT)]:
        top = bound, seed
        for top in _grow(sets, clock, bound, best, [seed], MOST_VAIN_EACH):
            yield max(best, top[0])
        if top[0] >= best:
            tight.append(tuple(pairs.name[list(top[1])].tolist()))


def _far_quadruples(
    sets: SetQuestions, clock: Clock, moves: int, bound: int
) -> Generator[int, None, list[Members]]:
    """Return quadruples that take more than so many moves, at most MOST_SEEDS, after yielding the
    bound for each turn of work."""
    found: list[Members] = []
    out = np.zeros((MOST_SEEDS, 4), np.int64)
    for z in range(sets.counters[SIZE]):
        sets.counters[SPENT] = 0
        number = list_far_quadruples(sets, ANY, moves, z, out, NO_LIMIT)
        found += [tuple(sorted(four)) for four in out[:number].tolist()]
        for _ in clock.turns(int(sets.counters[SPENT])):
            yield bound
        if len(found) >= MOST_SEEDS:
            break
    return found[:MOST_SEEDS]


def _grow(
    sets: SetQuestions, clock: Clock, bound: int, most: int, seeds: list[Members], patience: int
) -> Iterator[Bounded]:
    """Yield the best set of five or more so far, for each turn of work and at the end, until so
    many sets were looked at in vain or one needs `most` moves; the seeds need `bound`.

    Sets wait, ranked by the bound they have come to, and by their size and the colours they can be
    joined in, in sum: so one that does not lose a colour with one more component comes after its
    parent's siblings. Of the best rank, the widest `_spread` is extended.
    """
    n, all_colours = int(sets.counters[SIZE]), (1 << len(sets.pairs.coloured)) - 1
    waiting = [
        (-bound, all_colours.bit_count() + 4, 4, -_spread(sets, four), four, all_colours)
        for four in seeds
    ]
    heapq.heapify(waiting)
    seen = set(seeds)
    best, stop = (bound, max(seeds, default=())), len(seen) + patience
    while waiting and len(seen) < stop and best[0] < most:
        negative, _, _, _, parent, colours = heapq.heappop(waiting)
        larger = {tuple(sorted((*parent, w))) for w in range(n) if w not in parent}
        children = sorted(larger - seen)
        seen.update(children)
        for child in children:
            sets.counters[SPENT] = 0
            largest, value = len(child) == MOST_MEMBERS, negative
            remaining = int(joinable_colours(sets, np.array(child), colours, -negative, largest))
            if not remaining:
                value, remaining = negative - 1, all_colours
                if -value > best[0]:
                    stop = len(seen) + patience
                best = max(best, (-value, child))
            for _ in clock.turns(int(sets.counters[SPENT])):
                yield best
            if not largest:
                rank = remaining.bit_count() + len(child)
                entry = value, rank, len(child), -_spread(sets, child), child, remaining
                heapq.heappush(waiting, entry)
    yield best


def _spread(sets: SetQuestions, members: Members) -> int:
    """Return the sum of the cubes of the moves that each three of a set need."""
    x, y, z = np.array([*combinations(members, 3)]).T
    return int((sets.in_any_colour[x, y, z].astype(np.int64) ** 3).sum())
