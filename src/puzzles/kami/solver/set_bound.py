"""Sets of components that need more moves than are left: questions, from the top.

The fewest moves that join a set of components, over all trees in the graph, are a lower bound. The
tables of the triple bound answer for sets of up to three. A larger set is asked about. A tree that
joins it in colour c consists of *pivots*, which have the colour, and of stretches that are
recoloured to it as wholes (Meeks & Scott, "The complexity of Flood-Filling games on graphs", 2012).
So

- a pivot p parts the set: P(A; p) + P(B; p) is at most k for a half A and the other half B, where P
  is the fewest moves that join a set to p in p's own colour; or
- all pivots are leaves of a single stretch: k − 1 moves join the set, any of those that have the
  colour c being replaced by one of their neighbours. (A stretch that reaches two of them need not
  contain either.)

What was asked is remembered. A set is not joined where a part of it is not.
"""

from __future__ import annotations

import numpy as np

from puzzles.kami.solver.pair_bound import holds
from puzzles.kami.solver.position import Ints
from puzzles.kami.solver.set_room import (
    ANY,
    ASKED,
    COLOUR,
    COUNT,
    DEPTH,
    HALVES,
    LATER,
    LEAVES,
    MOVES,
    NEXT,
    NEXT_COLOUR,
    NO,
    PARTS,
    PATHS,
    PLACE,
    ROUND,
    SIZE,
    SLOT,
    STEP,
    STRETCH,
    UNKNOWN,
    YES,
    SetRoom,
    forget,
)
from puzzles.running.kernels import compiled, lowest


@compiled
def judge(
    space: SetRoom,
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
        if c == len(space.pairs.own):
            at[NEXT] += 1
            at[NEXT_COLOUR] = 0
            continue
        answer = NO
        if at[DEPTH] >= 0:
            answer, budget = go_on(space, budget)
        elif wanted >> c & 1 and not (size == LEAVES and ways[i]):
            if at[ASKED] > len(space.asked) // 2:
                forget(space)
            for j in range(size):
                space.member[j] = sets[i, j]
            answer = known(space, 0, size, c, moves)
            if answer == UNKNOWN:
                at[DEPTH] = 0
            budget -= 100
        if answer != UNKNOWN:
            ways[i] |= (answer == YES) << c
            at[NEXT_COLOUR] += 1
    return budget


@compiled
def go_on(space: SetRoom, budget: int) -> tuple[int, int]:
    """Go on with the questions that wait: the answer to the first, or UNKNOWN if the budget is
    spent before; and what is left of that."""
    depth = space.at[DEPTH]
    answer = UNKNOWN
    while depth >= 0 and budget > 0:
        question = space.questions[depth]
        answer, steps = consider(space, depth)
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
def consider(space: SetRoom, depth: int) -> tuple[int, int]:
    """Go on with the question at a depth: its answer, or UNKNOWN if there is another to be answered
    before; and the steps it took."""
    question, answer, steps = space.questions[depth], NO, 0
    if question[PLACE] == PARTS:
        answer = by_parts(space, depth)
        if answer != YES:
            return answer, 100
        question[PLACE], question[STEP] = HALVES, 0
        answer = NO
    while question[PLACE] < STRETCH and answer == NO:
        answer, more = by_pivots(space, depth)
        steps += more
        if answer == NO:
            question[PLACE] += 1
            question[STEP] = 0
    while question[PLACE] < STRETCH + len(space.pairs.own) and answer == NO:
        answer, more = by_stretch(space, depth)
        steps += more
        if answer == NO:
            question[PLACE] += 1
            question[STEP] = 0
    return answer, steps + 10


@compiled
def known(
    space: SetRoom,
    depth: int,
    size: int,
    c: int,
    moves: int,
) -> int:
    """Return YES if so many moves join the first `size` of `member` in colour c, NO if not, and
    UNKNOWN if that cannot be told at once; then it is the next question, at this depth."""
    member, least, at_pivot = space.member, space.least, space.at_pivot
    size = tidy(member, size)
    if size <= 3:
        x, y, z = member[0], member[size >> 1], member[size - 1]
        late = int(least[x, y, z])
        if c >= 0 and not holds(space.triples.direct[c, x, y, z >> 6], z):
            late += 1
        return YES if late <= moves else NO
    key = np.uint64(c + 2)  # never 0, so that sets of different sizes differ
    for i in range(size):
        x = member[i]
        key = key << np.uint64(8) | np.uint64(x + 1)
        for j in range(size):
            y = member[j]
            if space.pairs.colour[y] == c:
                for h in range(i):
                    if at_pivot[x, member[h], y] > moves:
                        return NO
            elif j < i:
                for h in range(j):
                    if least[x, y, member[h]] > moves:
                        return NO
    if space.at[ASKED] > len(space.asked) // 4 * 3:
        return YES  # there is no room to find out: nothing is claimed
    slot = find(space, key)
    if space.more_than[slot] > moves:
        return NO
    if space.at_most[slot] <= moves:
        return YES
    question = space.questions[depth]
    question[COUNT], question[COLOUR], question[MOVES] = size, c, moves
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
def find(space: SetRoom, key: np.uint64) -> int:
    """Return the slot for the answer to a question."""
    mixed = (key ^ (key >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)
    slot = np.int64(mixed >> np.uint64(42)) & (len(space.asked) - 1)
    while space.rounds[slot] == space.at[ROUND]:
        if space.asked[slot] == key:
            return int(slot)
        slot = (slot + 1) & (len(space.asked) - 1)
    space.at[ASKED] += 1
    space.asked[slot] = key
    space.rounds[slot] = space.at[ROUND]
    space.more_than[slot], space.at_most[slot] = 0, LATER
    return int(slot)


@compiled
def by_parts(space: SetRoom, depth: int) -> int:
    """Return True if all parts of the set that leave out one can be joined."""
    question, members = space.questions[depth], space.members[depth]
    size = question[COUNT]
    for out in range(question[STEP], size):
        for i in range(size - 1):
            space.member[i] = members[i] if i < out else members[i + 1]
        answer = known(space, depth + 1, size - 1, question[COLOUR], question[MOVES])
        if answer == UNKNOWN:
            question[STEP] = out
        if answer != YES:
            return answer
    return YES


@compiled
def by_pivots(space: SetRoom, depth: int) -> tuple[int, int]:
    """Return True if a pivot parts the set: into halves of two or more, or one and the rest; and
    the steps it took."""
    question = space.questions[depth]
    c, size, moves = question[COLOUR], question[COUNT], question[MOVES]
    low, full, steps = space.low, (1 << size) - 1, 0
    for i in range(question[STEP] >> LEAVES, space.at[SIZE]):
        p = space.central[i]
        steps += 1
        if c >= 0 and space.pairs.colour[p] != c:
            continue
        steps += 4 << size
        if weigh(space, depth, p) > moves:
            continue
        first = question[STEP] & full if i == question[STEP] >> LEAVES else 1
        for half in range(max(first, 1), 1 << (size - 1)):
            other = full ^ half
            if not low[half] or not low[other] or low[half] + low[other] > moves:
                continue
            alone = half & (half - 1) == 0 or other & (other - 1) == 0
            if alone != (question[PLACE] == PATHS):
                continue
            answer = by_halves(space, depth, p, half, other)
            steps += 20
            if answer == UNKNOWN:
                question[STEP] = i << LEAVES | half
            if answer != NO:
                return answer, steps
    return NO, steps


@compiled
def weigh(space: SetRoom, depth: int, p: int) -> int:
    """Fill `low` for pivot p, by the pairs in each part of the set; what the whole set needs."""
    members, low, at_pivot = space.members[depth], space.low, space.at_pivot
    size = space.questions[depth, COUNT]
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
    space: SetRoom,
    depth: int,
    p: int,
    half: int,
    other: int,
) -> int:
    """Return True if the two parts of the set can both be joined to the pivot, with the question's
    moves in sum."""
    moves, few = space.questions[depth, MOVES], space.low[half]
    while few + space.low[other] <= moves:
        answer = joined_to(space, depth, p, half, few)
        if answer == UNKNOWN:
            return UNKNOWN
        if answer == YES:
            return joined_to(space, depth, p, other, moves - few)
        few += 1
    return NO


@compiled
def joined_to(
    space: SetRoom,
    depth: int,
    p: int,
    part: int,
    moves: int,
) -> int:
    """Return True if so many moves join a part of the set to the pivot; the question after this
    one, if that is not known."""
    rest = part & (part - 1)
    if not rest & (rest - 1):
        return YES if space.low[part] <= moves else NO
    size = 0
    while part:
        space.member[size] = space.members[depth, lowest(np.uint64(part))]
        part &= part - 1
        size += 1
    space.member[size] = p
    return known(space, depth + 1, size + 1, space.pairs.colour[p], moves)


@compiled
def by_stretch(space: SetRoom, depth: int) -> tuple[int, int]:
    """Return True if one stretch, recoloured to the colour of the place, joins the set; and the
    steps it took."""
    question, members, choice = space.questions[depth], space.members[depth], space.choices[depth]
    c, size, moves = question[PLACE] - STRETCH, question[COUNT], question[MOVES] - 1
    pivots = 0
    for i in range(size):
        pivots += space.pairs.colour[members[i]] == c
    if question[COLOUR] != c and (question[COLOUR] != ANY or not pivots):
        return NO, 1
    member, steps = space.member, 0
    at = size - 1
    if question[STEP]:  # the answer for the last choice is known by now
        for i in range(size):
            member[i] = chosen(space, members[i], choice[i])
    else:
        at = choice[0] = 0
    while at >= 0:
        x = members[at]
        if choice[at] > (space.beside[x, 0] if space.pairs.colour[x] == c else 0):
            at -= 1
            if at >= 0:
                choice[at] += 1
            continue
        member[at] = chosen(space, x, choice[at])
        steps += 10
        if not fits(space, member, at, moves):
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
            answer = known(space, depth + 1, size, ANY, moves)
            if answer == UNKNOWN:
                question[STEP] = 1
            if answer != NO:
                return answer, steps
            for i in range(size):  # it has been sorted
                member[i] = chosen(space, members[i], choice[i])
        choice[at] += 1
    return NO, steps


@compiled
def chosen(space: SetRoom, x: int, choice: int) -> int:
    """The component itself, or the neighbour that replaces it."""
    return int(space.beside[x, choice]) if choice else x


@compiled
def fits(space: SetRoom, member: Ints, last: int, moves: int) -> bool:
    """Return True if so many moves may join the set up to `last`: they join each three with
    that."""
    x = member[last]
    for i in range(last):
        for j in range(i + 1):
            if space.least[x, member[i], member[j]] > moves:
                return False
    return True
