"""Sets of regions that alone need more moves than are at hand, grown one region at a time.

There are too many sets of five or more to look at all. But one is enough, and good ones grow: from
the quadruples with the largest value, a component at a time, those first that can be joined in few
colours with so many moves. Where a set can be in none, the bound is one more.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterator, Sequence
from itertools import combinations

import numpy as np

from puzzles.grids.graph import Graph
from puzzles.kami.solver.pair_bound import pairs_of
from puzzles.kami.solver.position import PART, WORK
from puzzles.kami.solver.quad_bound import list_longer
from puzzles.kami.solver.set_bound import judge
from puzzles.kami.solver.set_room import (
    ANY,
    ASKED,
    DEPTH,
    LEAVES,
    NEXT,
    NEXT_COLOUR,
    PAIR,
    SIZE,
    SPENT,
    STEPS_PER_WORD,
    Leaves,
    SetRoom,
    forget,
    prepare,
    set_room,
    set_room_bytes,
)
from puzzles.kami.solver.triple_bound import (
    MOST_COMPONENTS,
    UNFINISHED,
    finished,
    triple_bound,
    triple_bytes,
    triple_room,
)

SEEDS = 2000  # quadruples that are extended, at most
SETS = 10_000  # that are looked at in vain, at most
SPREAD = 16  # quadruples from which a set each is grown to be asked about below the root, at most
APART = 2000  # sets that are looked at in vain for each of them
ANSWERS = 1 << 22  # that there is room for
PARTS_OF_SLICE = WORK // PART  # sets that are told sooner take a slice, too: so many are in vain
STEPS = 6 * PART  # at a time, some 8 ms: these steps are smaller than word operations


def grown_bytes(n: int, colours: int, levels: int) -> int:
    """Return the bytes of memory that `grown_bounds` takes."""
    return triple_bytes(n, colours, levels) + set_room_bytes(n, levels, ANSWERS)


def grown_bounds(
    graph: Graph, colours: Sequence[int], most: int, tight: list[Leaves] | None = None
) -> Iterator[int]:
    """Lower bounds on the moves a connected graph needs, one for each slice of work and each at
    least the one before, until there are no more; of interest are those up to `most`. At the end,
    `tight` is given some sets of its regions that need as many moves as the last bound says."""
    palette = max(colours) + 1
    if graph.n > MOST_COMPONENTS:
        return
    pairs, least = pairs_of(graph, colours, palette, most)
    triples = triple_room(graph.n, palette, most)
    bound = UNFINISHED
    while bound == UNFINISHED:
        bound, _ = triple_bound(pairs, triples, least, most, STEPS // STEPS_PER_WORD)
        yield least
    if not finished(triples, graph.n) or bound > most:
        return
    yield bound
    space = set_room(pairs, triples, most, ANSWERS)
    prepare(space, bound, most)
    bound, seeds = yield from _quadruples(space, bound)
    best = yield from _grow(space, bound, most, seeds, SETS, [])
    if tight is not None and best < most:
        sets = yield from _tight(space, bound, best, most, seeds)
        tight += [tuple(pairs.name[list(members)].tolist()) for members in sets]


def _quadruples(space: SetRoom, bound: int) -> Generator[int, None, tuple[int, list[Leaves]]]:
    """The quadruple bound, from the triple bound, and quadruples that have it."""
    triple = bound
    found: list[Leaves] = []
    longer = yield from _longer(space, triple, bound)
    while longer:
        found, bound = longer, bound + 1
        longer = yield from _longer(space, triple, bound)
    if not found:
        found = yield from _longer(space, triple, bound - 1)
    return bound, found


def _longer(space: SetRoom, triple: int, moves: int) -> Generator[int, None, list[Leaves]]:
    """Quadruples that take more than so many moves, SEEDS of them at most."""
    found: list[Leaves] = []
    out = np.zeros((SEEDS, 4), np.int64)
    space.at[PAIR] = 0
    while space.at[PAIR] < space.at[SIZE] ** 2 and len(found) < SEEDS:
        # Patience and memory that are meant for a position of the search are for a slice here.
        space.at[SPENT] = 0
        if space.at[ASKED] > len(space.asked) // 2:
            forget(space)
        number = list_longer(space, ANY, moves, out, PART)
        found += [tuple(sorted(four)) for four in out[:number].tolist()]
        yield triple
    return found[:SEEDS]


def _grow(
    space: SetRoom,
    bound: int,
    most: int,
    seeds: list[Leaves],
    patience: int,
    found: list[tuple[int, Leaves]],
) -> Generator[int, None, int]:
    """Bounds by sets of five and more, the seeds having this one, until so many sets were looked at
    in vain; the sets with bounds of their own that were better are `found`.

    Sets wait, ranked by the bound they have come to, and by their size and the colours they can be
    joined in, in sum: so one that does not lose a colour with one more component comes after its
    parent's siblings. Of the best rank, the widest `_spread` is extended.
    """
    palette, n, best = len(space.pairs.own), int(space.at[SIZE]), bound
    everything = (1 << palette) - 1
    waiting = [(-bound, palette + 4, 4, -_spread(space, four), four, everything) for four in seeds]
    heapq.heapify(waiting)
    seen = set(seeds)
    vain = len(seen) + patience
    while waiting and len(seen) < vain and best < most:
        negative, _, _, _, parent, ways = heapq.heappop(waiting)
        larger = {tuple(sorted((*parent, w))) for w in range(n) if w not in parent}
        children = sorted(larger - seen)
        if not children:
            continue
        seen.update(children)
        colours = np.zeros(len(children), np.int64)
        sets = np.array(children)
        space.at[NEXT], space.at[NEXT_COLOUR], space.at[DEPTH] = 0, 0, -1
        parts = 0
        while space.at[NEXT] < len(sets) or parts % PARTS_OF_SLICE:
            judge(space, sets, ways, colours, -negative, STEPS)
            if not colours[: space.at[NEXT]].all() and best < 1 - negative:
                best, vain = 1 - negative, len(seen) + patience
            parts += 1
            yield best
        found += [
            (1 - negative, child)
            for child, left in zip(children, colours.tolist(), strict=True)
            if not left
        ]
        if len(parent) + 1 == LEAVES:
            continue
        for child, left in zip(children, colours.tolist(), strict=True):
            value, left = (negative, left) if left else (negative - 1, everything)
            rank = left.bit_count() + len(child)
            entry = value, rank, len(child), -_spread(space, child), child, left
            heapq.heappush(waiting, entry)
    return best


def _spread(space: SetRoom, members: Leaves) -> int:
    """Return the sum of the cubes of the moves that each three of a set need."""
    x, y, z = np.array([*combinations(members, 3)]).T
    return int((space.least[x, y, z].astype(np.int64) ** 3).sum())


def _tight(
    space: SetRoom,
    bound: int,
    best: int,
    most: int,
    seeds: list[Leaves],
) -> Generator[int, None, list[Leaves]]:
    """Sets that need as many moves as the best bound says, one from each of some seeds, which have
    this bound: so they have little in common."""
    sets: list[Leaves] = []
    for seed in seeds[:: -(-len(seeds) // SPREAD)]:
        found = [(bound, seed)]
        for _ in _grow(space, bound, most, [seed], APART, found):
            yield best
            if max(found)[0] >= best:
                break
        sets += [members for value, members in found if value >= best][:1]
    return sets
