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
from puzzles.kami.solver.set_bound import judge, list_longer
from puzzles.kami.solver.set_room import (
    LEAVES,
    SIZE,
    SPENT,
    STEPS_PER_WORD,
    Leaves,
    SetRoom,
    prepare,
    set_room,
)
from puzzles.kami.solver.triple_bound import MOST_COMPONENTS, finished, triple_bound, triple_room

SEEDS = 2000  # quadruples that are extended, at most
SETS = 10_000  # that are looked at in vain, at most
SPREAD = 16  # quadruples from which a set each is grown to be asked about below the root, at most
APART = 2000  # sets that are looked at in vain for each of them
ANSWERS = 1 << 22  # that there is memory for
EVER = 1 << 60  # steps: as many as it takes
TURN = 2 * PART  # word operations for each bound that is yielded, some 8 ms
CALL = 100_000  # steps that a call of a kernel takes as long as, some 0.1 ms

Bounded = tuple[int, Leaves]  # a set, after the moves that it needs


class Clock:
    """The steps that kernels take, in turns."""

    def __init__(self) -> None:
        self._spent = 0

    def turns(self, steps: int) -> range:
        """Return as many numbers as turns are over after a call that took so many steps."""
        over, self._spent = divmod(self._spent + CALL + steps, STEPS_PER_WORD * TURN)
        return range(over)


def grown_bounds(
    graph: Graph, colours: Sequence[int], most: int, tight: list[Leaves] | None = None
) -> Iterator[int]:
    """Lower bounds on the moves a connected graph needs, one for each turn of work and each at
    least the one before, until there are no more; of interest are those up to `most`. At the end,
    `tight` is given some sets of its regions that need as many moves as the last bound says."""
    palette = max(colours) + 1
    if graph.n > MOST_COMPONENTS:
        return
    pairs, least = pairs_of(graph, colours, palette, most)
    triples = triple_room(graph.n, palette, most)
    triple, _ = triple_bound(pairs, triples, least, most)
    if not finished(triples, graph.n) or triple > most:
        return
    yield triple
    space, clock = set_room(pairs, triples, most, ANSWERS), Clock()
    prepare(space, triple, most)
    bound, seeds = triple, list[Leaves]()
    while found := (yield from _longer(space, clock, bound, triple)):
        bound, seeds = bound + 1, found
    if not seeds:
        seeds = yield from _longer(space, clock, bound - 1, triple)
    best = bound
    for best, _ in _grow(space, clock, bound, most, seeds, SETS):
        yield best
    if tight is None or best >= most:
        return
    # One set from each of some seeds: so they have little in common.
    for seed in seeds[:: -(-len(seeds) // SPREAD)]:
        top = bound, seed
        for top in _grow(space, clock, bound, best, [seed], APART):
            yield max(best, top[0])
        if top[0] >= best:
            tight.append(tuple(pairs.name[list(top[1])].tolist()))


def _longer(
    space: SetRoom, clock: Clock, moves: int, bound: int
) -> Generator[int, None, list[Leaves]]:
    """Return quadruples that take more than so many moves, SEEDS of them at most, after yielding
    the bound for each turn of work."""
    found: list[Leaves] = []
    out = np.zeros((SEEDS, 4), np.int64)
    for z in range(space.at[SIZE]):
        space.at[SPENT] = 0
        number = list_longer(space, ANY, moves, z, out, EVER)
        found += [tuple(sorted(four)) for four in out[:number].tolist()]
        for _ in clock.turns(int(space.at[SPENT])):
            yield bound
        if len(found) >= SEEDS:
            break
    return found[:SEEDS]


def _grow(
    space: SetRoom, clock: Clock, bound: int, most: int, seeds: list[Leaves], patience: int
) -> Iterator[Bounded]:
    """The best set of five or more so far, for each turn of work and at the end, until so many sets
    were looked at in vain or one needs `most` moves; the seeds need `bound`.

    Sets wait, ranked by the bound they have come to, and by their size and the colours they can be
    joined in, in sum: so one that does not lose a colour with one more component comes after its
    parent's siblings. Of the best rank, the widest `_spread` is extended.
    """
    n, everything = int(space.at[SIZE]), (1 << len(space.pairs.own)) - 1
    waiting = [
        (-bound, everything.bit_count() + 4, 4, -_spread(space, four), four, everything)
        for four in seeds
    ]
    heapq.heapify(waiting)
    seen = set(seeds)
    best, vain = (bound, max(seeds, default=())), len(seen) + patience
    while waiting and len(seen) < vain and best[0] < most:
        negative, _, _, _, parent, ways = heapq.heappop(waiting)
        larger = {tuple(sorted((*parent, w))) for w in range(n) if w not in parent}
        children = sorted(larger - seen)
        seen.update(children)
        for child in children:
            space.at[SPENT] = 0
            value, left = negative, int(judge(space, np.array(child), ways, -negative))
            if not left:
                value, left = negative - 1, everything
                if -value > best[0]:
                    vain = len(seen) + patience
                best = max(best, (-value, child))
            for _ in clock.turns(int(space.at[SPENT])):
                yield best
            if len(child) < LEAVES:
                rank = left.bit_count() + len(child)
                entry = value, rank, len(child), -_spread(space, child), child, left
                heapq.heappush(waiting, entry)
    yield best


def _spread(space: SetRoom, members: Leaves) -> int:
    """Return the sum of the cubes of the moves that each three of a set need."""
    x, y, z = np.array([*combinations(members, 3)]).T
    return int((space.least[x, y, z].astype(np.int64) ** 3).sum())
