"""The leaf bound: a few regions that alone need more moves than are at hand, grown one by one.

The fewest moves that join a set of components, over all trees in the graph, are a lower bound, as
for two, three and four of them (`pair_bound`, `triple_bound`, `quad_bound`); the more there are,
the closer it comes. There are too many sets of five or more to look at all. But one is enough, and
good ones grow: from the quadruples with the largest value, a component at a time, those first that
can be joined in few colours with so many moves. Where a set can be in none, the bound is one more.

A set is asked about from the top, as quadruples are, of which this is the general case. A tree
that joins it in colour c consists of *pivots*, which have the colour, and of stretches that are
recoloured to it as wholes (Meeks & Scott, "The complexity of Flood-Filling games on graphs", 2012).
So

- a pivot p parts the set: P(A; p) + P(B; p) is at most k for a half A and the other half B, where P
  is the fewest moves that join a set to p in p's own colour; or
- all pivots are leaves of a single stretch: k − 1 moves join the set, any of those that have the
  colour c being replaced by one of their neighbours.

Sets of up to three are answered by tables, and what was asked is remembered. A set is not joined
where a part of it is not.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from puzzles.grids.graph import Graph
from puzzles.kami.solver.pair_bound import PairRoom, holds, pairs_of
from puzzles.kami.solver.position import Ints, Words
from puzzles.kami.solver.quad_bound import ANSWERS as QUAD_ANSWERS
from puzzles.kami.solver.quad_bound import (
    ANY,
    LATER,
    NO,
    PAIR,
    SPENT,
    UNKNOWN,
    YES,
    Bytes,
    QuadRoom,
    list_longer,
    prepare,
    quad_bytes,
    quad_room,
)
from puzzles.kami.solver.quad_bound import ASKED as QUAD_ASKED
from puzzles.kami.solver.quad_bound import SIZE as QUAD_SIZE
from puzzles.kami.solver.slices import PART, WORK
from puzzles.kami.solver.triple_bound import (
    MOST_COMPONENTS,
    UNFINISHED,
    TripleRoom,
    finished,
    triple_bound,
    triple_bytes,
    triple_room,
)
from puzzles.running.kernels import compiled, lowest

LEAVES = 7  # in a set, at most: the key of one more would not fit into a word
SEEDS = 2000  # quadruples that are extended, at most
SETS = 10_000  # that are looked at in vain, at most
SPREAD = 16  # quadruples from which a set each is grown to be asked about below the root, at most
APART = 2000  # sets that are looked at in vain for each of them
ANSWERS = 1 << 22  # that there is room for
PARTS_OF_SLICE = WORK // PART  # sets that are told sooner take a slice, too: so many are in vain
TOUCHES = 8  # in how many slices memory for them is taken
STEPS = 6 * PART  # at a time, some 8 ms: these steps are smaller than word operations
WORD = 3  # steps that a word operation of the bounds that a set rests on takes as long as

# What `LeafRoom.at` holds.
ASKED, DEPTH, NEXT, NEXT_COLOUR = range(4)

# What a question holds: how many components, in what colour, moves, where its answer goes, and how
# far it has come.
SIZE, COLOUR, MOVES, SLOT, PLACE, STEP = range(6)

# Places: parts of the set; halves at pivots, then one against the rest; and stretches of colour
# PLACE − STRETCH.
PARTS, HALVES, PATHS, STRETCH = range(4)


Leaves = tuple[int, ...]  # a set of components, sorted


class LeafRoom(NamedTuple):
    """Working memory of the leaf bound; components have the pair bound's numbers."""

    asked: Words  # (answers,): questions; 0 is an empty place
    more_than: Bytes  # (answers,): moves that are not enough
    at_most: Bytes  # (answers,): moves that are
    questions: Ints  # (depths, 6): those that wait for the answer to the next one
    members: Ints  # (depths, LEAVES + 1): their components
    choices: Ints  # (depths, LEAVES): which neighbour replaces each, from 1; 0 is none
    member: Ints  # (LEAVES + 1,): scratch: the set that is asked about next
    low: Ints  # (1 << LEAVES,): scratch: moves that some of a set need to be joined to a pivot
    at: Ints  # (4,): different questions; depth, −1 for none; the next set, and its next colour


def leaf_room(levels: int, answers: int = ANSWERS) -> LeafRoom:
    """Room for bounds of up to `levels` moves, and for so many answers: a power of two."""

    def numbers(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    room = LeafRoom(
        np.zeros(answers, np.uint64),
        np.zeros(answers, np.uint8),
        np.zeros(answers, np.uint8),
        numbers(levels + 2, 6),
        numbers(levels + 2, LEAVES + 1),
        numbers(levels + 2, LEAVES),
        numbers(LEAVES + 1),
        numbers(1 << LEAVES),
        numbers(4),
    )
    room.at[DEPTH] = -1
    return room


def leaf_bytes(n: int, colours: int, levels: int, answers: int = ANSWERS) -> int:
    """What `leaf_bounds` takes of memory, and what asking about sets does with less room."""
    return 10 * answers + triple_bytes(n, colours, levels) + quad_bytes(n, levels)


@compiled
def judge(
    pairs: PairRoom,
    triples: TripleRoom,
    quads: QuadRoom,
    space: LeafRoom,
    sets: Ints,
    wanted: int,
    ways: Ints,
    moves: int,
    budget: int,
) -> int:
    """Go on finding the colours, of those `wanted`, that so many moves can join each set in, until
    all are found or `budget` steps are spent; what is left of them. Of the largest sets, which are
    not extended, one colour is enough.

    `sets` (number, leaves), `ways` (number,); colours are bits.
    """
    at, size = space.at, sets.shape[1]
    while at[NEXT] < len(sets) and budget > 0:
        i, c = at[NEXT], at[NEXT_COLOUR]
        if c == len(pairs.own):
            at[NEXT] += 1
            at[NEXT_COLOUR] = 0
            continue
        answer = NO
        if at[DEPTH] >= 0:
            answer, budget = go_on(pairs, triples, quads, space, budget)
        elif wanted >> c & 1 and not (size == LEAVES and ways[i]):
            if at[ASKED] > len(space.asked) // 2:
                wipe(space)
            for j in range(size):
                space.member[j] = sets[i, j]
            answer = known(pairs, triples, quads, space, 0, size, c, moves)
            if answer == UNKNOWN:
                at[DEPTH] = 0
            budget -= 100
        if answer != UNKNOWN:
            ways[i] |= (answer == YES) << c
            at[NEXT_COLOUR] += 1
    return budget


@compiled
def wipe(space: LeafRoom) -> None:
    """Forget all answers."""
    for slot in range(len(space.asked)):
        space.asked[slot] = 0
    space.at[ASKED] = 0


@compiled
def go_on(
    pairs: PairRoom, triples: TripleRoom, quads: QuadRoom, space: LeafRoom, budget: int
) -> tuple[int, int]:
    """Go on with the questions that wait: the answer to the first, or UNKNOWN if the budget is
    spent before; and what is left of that."""
    depth = space.at[DEPTH]
    answer = UNKNOWN
    while depth >= 0 and budget > 0:
        question = space.questions[depth]
        answer, steps = consider(pairs, triples, quads, space, depth)
        budget -= steps
        if answer == UNKNOWN:
            depth += 1
            continue
        slot = question[SLOT]
        if answer == YES:
            space.at_most[slot] = min(space.at_most[slot], question[MOVES])
        else:
            space.more_than[slot] = max(space.more_than[slot], question[MOVES] + 1)
        depth -= 1
    space.at[DEPTH] = depth
    return answer if depth < 0 else UNKNOWN, budget


@compiled
def consider(
    pairs: PairRoom, triples: TripleRoom, quads: QuadRoom, space: LeafRoom, depth: int
) -> tuple[int, int]:
    """Go on with the question at a depth: its answer, or UNKNOWN if there is another to be answered
    before; and the steps it took."""
    question, answer, steps = space.questions[depth], NO, 0
    if question[PLACE] == PARTS:
        answer = by_parts(pairs, triples, quads, space, depth)
        if answer != YES:
            return answer, 100
        question[PLACE], question[STEP] = HALVES, 0
        answer = NO
    while question[PLACE] < STRETCH and answer == NO:
        answer, more = by_pivots(pairs, triples, quads, space, depth)
        steps += more
        if answer == NO:
            question[PLACE] += 1
            question[STEP] = 0
    while question[PLACE] < STRETCH + len(pairs.own) and answer == NO:
        answer, more = by_stretch(pairs, triples, quads, space, depth)
        steps += more
        if answer == NO:
            question[PLACE] += 1
            question[STEP] = 0
    return answer, steps + 10


@compiled
def known(
    pairs: PairRoom,
    triples: TripleRoom,
    quads: QuadRoom,
    space: LeafRoom,
    depth: int,
    size: int,
    c: int,
    moves: int,
) -> int:
    """Whether so many moves join the first `size` of `member` in colour c, if that can be told at
    once. If it is UNKNOWN, it is the next question, at this depth."""
    member, least, at_pivot = space.member, quads.least, quads.at_pivot
    size = tidy(member, size)
    if size <= 3:
        x, y, z = member[0], member[size >> 1], member[size - 1]
        late = int(least[x, y, z])
        if c >= 0 and not holds(triples.direct[c, x, y, z >> 6], z):
            late += 1
        return YES if late <= moves else NO
    key = np.uint64(c + 2)  # never 0, so that sets of different sizes differ
    for i in range(size):
        x = member[i]
        key = key << np.uint64(8) | np.uint64(x + 1)
        for j in range(size):
            y = member[j]
            if pairs.colour[y] == c:
                for h in range(i):
                    if at_pivot[x, member[h], y] > moves:
                        return NO
            elif j < i:
                for h in range(j):
                    if least[x, y, member[h]] > moves:
                        return NO
    slot = find(space, key)
    if space.more_than[slot] > moves:
        return NO
    if space.at_most[slot] <= moves:
        return YES
    if space.at[ASKED] > len(space.asked) // 4 * 3:
        space.at_most[slot] = moves
        return YES
    question = space.questions[depth]
    question[SIZE], question[COLOUR], question[MOVES] = size, c, moves
    question[SLOT], question[STEP] = slot, 0
    question[PLACE] = PARTS if size > 4 else HALVES
    for i in range(size):
        space.members[depth, i] = member[i]
    return UNKNOWN


@compiled
def tidy(member: Ints, size: int) -> int:
    """Sort the first `size` of `member` and leave out what is there twice; how many are left."""
    left = 0
    for i in range(size):
        x, at = member[i], left
        while at and member[at - 1] >= x:
            at -= 1
        if at < left and member[at] == x:
            continue
        for j in range(left, at, -1):
            member[j] = member[j - 1]
        member[at] = x
        left += 1
    return left


@compiled
def find(space: LeafRoom, key: np.uint64) -> int:
    """Where the answer to a question is, or is to be."""
    mixed = (key ^ (key >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)
    slot = np.int64(mixed >> np.uint64(42)) & (len(space.asked) - 1)
    while space.asked[slot]:
        if space.asked[slot] == key:
            return int(slot)
        slot = (slot + 1) & (len(space.asked) - 1)
    space.at[ASKED] += 1
    space.asked[slot] = key
    space.more_than[slot], space.at_most[slot] = 0, LATER
    return int(slot)


@compiled
def by_parts(
    pairs: PairRoom, triples: TripleRoom, quads: QuadRoom, space: LeafRoom, depth: int
) -> int:
    """Whether all parts of the set that leave out one can be joined."""
    question, members = space.questions[depth], space.members[depth]
    size = question[SIZE]
    for out in range(question[STEP], size):
        for i in range(size - 1):
            space.member[i] = members[i] if i < out else members[i + 1]
        answer = known(
            pairs, triples, quads, space, depth + 1, size - 1, question[COLOUR], question[MOVES]
        )
        if answer == UNKNOWN:
            question[STEP] = out
        if answer != YES:
            return answer
    return YES


@compiled
def by_pivots(
    pairs: PairRoom, triples: TripleRoom, quads: QuadRoom, space: LeafRoom, depth: int
) -> tuple[int, int]:
    """Whether a pivot parts the set: into halves of two or more, or one and the rest; and the steps
    it took."""
    question = space.questions[depth]
    c, size, moves = question[COLOUR], question[SIZE], question[MOVES]
    low, full, steps = space.low, (1 << size) - 1, 0
    for i in range(question[STEP] >> LEAVES, quads.at[0]):
        p = quads.central[i]
        steps += 1
        if c >= 0 and pairs.colour[p] != c:
            continue
        steps += 4 << size
        if weigh(quads, space, depth, p) > moves:
            continue
        first = question[STEP] & full if i == question[STEP] >> LEAVES else 1
        for half in range(max(first, 1), 1 << (size - 1)):
            other = full ^ half
            if not low[half] or not low[other] or low[half] + low[other] > moves:
                continue
            alone = half & (half - 1) == 0 or other & (other - 1) == 0
            if alone != (question[PLACE] == PATHS):
                continue
            answer = by_halves(pairs, triples, quads, space, depth, p, half, other)
            steps += 20
            if answer == UNKNOWN:
                question[STEP] = i << LEAVES | half
            if answer != NO:
                return answer, steps
    return NO, steps


@compiled
def weigh(quads: QuadRoom, space: LeafRoom, depth: int, p: int) -> int:
    """Fill `low` for pivot p, by the pairs in each part of the set; what the whole set needs."""
    members, low, at_pivot = space.members[depth], space.low, quads.at_pivot
    size = space.questions[depth, SIZE]
    for i in range(size):
        x = members[i]
        low[1 << i] = at_pivot[x, x, p]
        for j in range(i):
            low[1 << i | 1 << j] = at_pivot[x, members[j], p]
    for part in range(1, 1 << size):
        rest = part & (part - 1)
        more = rest & (rest - 1)
        if more:
            one, two = part ^ rest, rest ^ more
            low[part] = max(max(low[rest], low[part ^ two]), low[one | two])
    return int(low[(1 << size) - 1])


@compiled
def by_halves(
    pairs: PairRoom,
    triples: TripleRoom,
    quads: QuadRoom,
    space: LeafRoom,
    depth: int,
    p: int,
    half: int,
    other: int,
) -> int:
    """Whether the two parts of the set can both be joined to the pivot, with the question's moves
    in sum."""
    moves, few = space.questions[depth, MOVES], space.low[half]
    while few + space.low[other] <= moves:
        answer = joined_to(pairs, triples, quads, space, depth, p, half, few)
        if answer == UNKNOWN:
            return UNKNOWN
        if answer == YES:
            return joined_to(pairs, triples, quads, space, depth, p, other, moves - few)
        few += 1
    return NO


@compiled
def joined_to(
    pairs: PairRoom,
    triples: TripleRoom,
    quads: QuadRoom,
    space: LeafRoom,
    depth: int,
    p: int,
    part: int,
    moves: int,
) -> int:
    """Whether so many moves join a part of the set to the pivot; the question after this one, if
    that is not known."""
    rest = part & (part - 1)
    if not rest & (rest - 1):
        return YES if space.low[part] <= moves else NO
    size = 0
    while part:
        space.member[size] = space.members[depth, lowest(np.uint64(part))]
        part &= part - 1
        size += 1
    space.member[size] = p
    return known(pairs, triples, quads, space, depth + 1, size + 1, pairs.colour[p], moves)


@compiled
def by_stretch(
    pairs: PairRoom, triples: TripleRoom, quads: QuadRoom, space: LeafRoom, depth: int
) -> tuple[int, int]:
    """Whether one stretch, recoloured to the colour of the place, joins the set; and the steps it
    took."""
    question, members, choice = space.questions[depth], space.members[depth], space.choices[depth]
    c, size, moves = question[PLACE] - STRETCH, question[SIZE], question[MOVES] - 1
    pivots = 0
    for i in range(size):
        pivots += pairs.colour[members[i]] == c
    if question[COLOUR] != c and (question[COLOUR] != ANY or not pivots):
        return NO, 1
    member, steps = space.member, 0
    at = size - 1
    if question[STEP]:  # the answer for the last choice is known by now
        for i in range(size):
            member[i] = chosen(pairs, quads, members[i], choice[i])
    else:
        at = choice[0] = 0
    while at >= 0:
        x = members[at]
        if choice[at] > (quads.beside[x, 0] if pairs.colour[x] == c else 0):
            at -= 1
            if at >= 0:
                choice[at] += 1
            continue
        member[at] = chosen(pairs, quads, x, choice[at])
        steps += 10
        if not fits(quads, member, at, moves):
            choice[at] += 1
            continue
        if at < size - 1:
            at += 1
            choice[at] = 0
            continue
        replaced = 0
        for i in range(size):
            replaced += choice[i]
        if replaced or question[COLOUR] != ANY:
            answer = known(pairs, triples, quads, space, depth + 1, size, ANY, moves)
            if answer == UNKNOWN:
                question[STEP] = 1
            if answer != NO:
                return answer, steps
            for i in range(size):  # it has been sorted
                member[i] = chosen(pairs, quads, members[i], choice[i])
        choice[at] += 1
    return NO, steps


@compiled
def chosen(pairs: PairRoom, quads: QuadRoom, x: int, choice: int) -> int:
    """The component itself, or the neighbour that replaces it."""
    return int(quads.beside[x, choice]) if choice else x


@compiled
def fits(quads: QuadRoom, member: Ints, last: int, moves: int) -> bool:
    """Whether so many moves may join the set up to `last`: they join each three with that."""
    x = member[last]
    for i in range(last):
        for j in range(i + 1):
            if quads.least[x, member[i], member[j]] > moves:
                return False
    return True


def leaf_bounds(
    graph: Graph, colours: Sequence[int], most: int, tight: list[Leaves] | None = None
) -> Iterator[int]:
    """Lower bounds on the moves a connected graph needs, one for each slice of work and each at
    least the one before, until there are no more; of interest are those up to `most`. At the end,
    `tight` is given some sets of its regions that need as many moves as the last bound says."""
    palette = max(colours) + 1
    if graph.n > MOST_COMPONENTS:
        return
    pairs, bound = pairs_of(graph, colours, palette, most)
    triples, quads = triple_room(graph.n, palette, most), quad_room(graph.n, most)
    least, bound = bound, UNFINISHED
    while bound == UNFINISHED:
        bound, _ = triple_bound(pairs, triples, least, most, STEPS // WORD)
        yield least
    if finished(triples, graph.n) and bound <= most:
        yield bound
        bound, seeds = yield from _quadruples(pairs, triples, quads, bound, most)
        rooms = pairs, triples, quads, leaf_room(most)
        for some in np.array_split(rooms[-1].asked, TOUCHES):
            some[:] = 0  # before it is touched all over, which takes as long as several slices
            yield bound
        best = yield from _grow(*rooms, bound, most, seeds, SETS, [])
        if tight is not None and best < most:
            sets = yield from _tight(*rooms, bound, best, most, seeds)
            tight += [tuple(pairs.name[list(members)].tolist()) for members in sets]


def _quadruples(
    pairs: PairRoom, triples: TripleRoom, quads: QuadRoom, bound: int, most: int
) -> Generator[int, None, tuple[int, list[Leaves]]]:
    """The quadruple bound, from the triple bound, and quadruples that have it."""
    triple = bound
    found: list[Leaves] = []
    longer = yield from _longer(pairs, triples, quads, triple, bound, most)
    while longer:
        found, bound = longer, bound + 1
        longer = yield from _longer(pairs, triples, quads, triple, bound, most)
    if not found:
        found = yield from _longer(pairs, triples, quads, triple, bound - 1, most)
    return bound, found


def _longer(
    pairs: PairRoom, triples: TripleRoom, quads: QuadRoom, triple: int, moves: int, most: int
) -> Generator[int, None, list[Leaves]]:
    """Quadruples that take more than so many moves, SEEDS of them at most."""
    prepare(pairs, triples, quads, triple, most)
    found: list[Leaves] = []
    out = np.zeros((SEEDS, 4), np.int64)
    quads.at[PAIR] = 0
    while quads.at[PAIR] < quads.at[QUAD_SIZE] ** 2 and len(found) < SEEDS:
        # Patience and memory that are meant for a position of the search are for a slice here.
        quads.at[SPENT] = 0
        if quads.at[QUAD_ASKED] > QUAD_ANSWERS // 4:
            prepare(pairs, triples, quads, triple, most)
        number = list_longer(pairs, triples, quads, ANY, moves, out, PART)
        found += [tuple(sorted(four)) for four in out[:number].tolist()]
        yield triple
    return found[:SEEDS]


def _grow(
    pairs: PairRoom,
    triples: TripleRoom,
    quads: QuadRoom,
    space: LeafRoom,
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
    parent's siblings. Always the first of the best rank is extended.
    """
    palette, n, best = len(pairs.own), int(quads.at[QUAD_SIZE]), bound
    everything = (1 << palette) - 1
    waiting = [(-bound, palette + 4, 4, four, everything) for four in seeds]
    heapq.heapify(waiting)
    seen = set(seeds)
    vain = len(seen) + patience
    while waiting and len(seen) < vain and best < most:
        negative, _, _, parent, ways = heapq.heappop(waiting)
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
            judge(pairs, triples, quads, space, sets, ways, colours, -negative, STEPS)
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
            heapq.heappush(waiting, (value, rank, len(child), child, left))
    return best


def _tight(
    pairs: PairRoom,
    triples: TripleRoom,
    quads: QuadRoom,
    space: LeafRoom,
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
        for _ in _grow(pairs, triples, quads, space, bound, most, [seed], APART, found):
            yield best
            if max(found)[0] >= best:
                break
        sets += [members for value, members in found if value >= best][:1]
    return sets
