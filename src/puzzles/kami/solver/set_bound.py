"""Sets of components that need more moves than are left: questions, from the top.

The fewest moves that join a set of components, over all trees in the graph, are a lower bound. The
tables of the triple bound answer for sets of up to three. A larger set is asked about: k moves join
it in colour c only if a pivot, a component of that colour, parts it in two halves that take no more
than k together, or if k − 1 moves join a stretch next to all its pivots (docs/kami-solver.md,
"Larger sets are questions"). What was asked is remembered. A set is not joined where a part of it
is not.

There are too many quadruples to ask about each. Joining two pairs at a pivot shows for nearly all
that they are joined by so many moves, by whole rows of bits; the few that are left are asked about.
"""

import numpy as np

from puzzles.kami.solver.pair_bound import holds
from puzzles.kami.solver.position import ANY, ONE, Ints, bits
from puzzles.kami.solver.set_room import (
    ASKED,
    COLOUR,
    COUNT,
    FEW,
    HALF,
    LATER,
    LEAVES,
    MOVES,
    NO,
    OUT,
    PIVOT,
    PLACE,
    ROUND,
    SHADE,
    SIZE,
    SLOT,
    SPENT,
    UNKNOWN,
    YES,
    SetRoom,
    forget,
)
from puzzles.running.kernels import compiled, int64


@compiled
def judge(space: SetRoom, members: Ints, wanted: int, moves: int) -> int:
    """Return the colours, of those `wanted`, that so many moves can join a set in, as bits. Of the
    largest sets, which are not extended, one is enough."""
    ways = 0
    for c in bits(0, np.uint64(wanted)):
        if len(members) == LEAVES and ways:
            break
        for i in range(len(members)):
            space.members[0, i] = members[i]
        space.at[SPENT] += 100
        ways |= joined(space, len(members), c, moves) << c
    return ways


@compiled
def longer(space: SetRoom, goal: int, moves: int, patience: int) -> bool:
    """Return True if a quadruple takes more than so many moves (to the colour `goal`, if that is
    not −1); `far` is the first that does. Returns False if `patience` steps do not show it."""
    for z in range(space.at[SIZE]):
        if list_longer(space, goal, moves, z, space.far, patience):
            return True
    return False


@compiled
def list_longer(space: SetRoom, goal: int, moves: int, z: int, out: Ints, patience: int) -> int:
    """Put quadruples, the third of which is z, that take more than so many moves (to the colour
    `goal`, if that is not −1) into `out` (most, 4), until there are no more, it is full, or
    `patience` steps are spent; returns how many."""
    members, row, number = space.members[0], space.row, 0
    words = (space.at[SIZE] + 63) >> 6
    for y in range(z):
        for x in range(y):
            if space.at[SPENT] > patience:
                return number
            if not separate(space, goal, moves, x, y, z, words):
                continue
            for i in range(z >> 6, words):
                for w in bits(i, row[i]):
                    members[0], members[1], members[2], members[3] = x, y, z, w
                    if joined(space, int64(4), goal, moves):
                        continue
                    for j in range(4):
                        out[number, j] = (x, y, z, w)[j]
                    number += 1
                    if number == len(out):
                        return number
    return number


@compiled
def separate(space: SetRoom, goal: int, moves: int, x: int, y: int, z: int, words: int) -> bool:
    """Leave in `row` what is greater than x < y < z and is not seen to be joined to them by `moves`
    moves, two pairs at a pivot; whether there is any."""
    row, start = space.row, z >> 6
    for i in range(start, words):
        row[i] = space.pairs.everything[i]
    row[start] &= ~((ONE << np.uint64(z & 63)) - ONE)
    row[start] &= ~(ONE << np.uint64(z & 63))
    for p in range(space.at[SIZE]):
        if goal >= 0 and space.pairs.colour[p] != goal:
            continue
        some = np.uint64(0)
        for i in range(start, words):
            some |= row[i]
        if not some:
            space.at[SPENT] += 3 * p
            return False
        for i in range(start, words):
            for one, two, other in ((x, y, z), (x, z, y), (y, z, x)):
                left = moves - int(space.at_pivot[one, two, p])
                if left > 0:
                    row[i] &= ~space.forks[left, other, p, i]
    space.at[SPENT] += 12 * space.at[SIZE]
    return True


@compiled
def joined(space: SetRoom, size: int, c: int, moves: int) -> bool:
    """Return True if so many moves join the set at depth 0 in colour c, which may be ANY."""
    if space.at[ASKED] > len(space.asked) // 2:
        forget(space)
    depth = int64(0)
    answer = known(space, depth, size, c, moves)
    if answer != UNKNOWN:
        return answer == YES
    while depth >= 0:
        answer = consider(space, depth)
        if answer == UNKNOWN:
            depth += 1
        else:
            note(space, depth, answer)
            depth -= 1
    return answer == YES


@compiled
def note(space: SetRoom, depth: int, answer: int) -> None:
    """Remember the answer to the question at a depth."""
    slot, moves = space.way[depth, SLOT], space.way[depth, MOVES]
    if answer == YES:
        space.at_most[slot] = min(space.at_most[slot], moves)
    else:
        space.more_than[slot] = max(space.more_than[slot], moves + 1)


@compiled
def consider(space: SetRoom, depth: int) -> int:
    """Go on with the question at a depth: returns its answer, or UNKNOWN if there is another to be
    answered before. Then that is known, and asked again."""
    way, everything = space.way[depth], (1 << space.way[depth, COUNT]) - 1
    size, c, moves = way[COUNT], way[COLOUR], way[MOVES]
    while way[OUT] < size:
        part = take(space, depth, everything - (1 << way[OUT]), int64(-1))
        answer = known(space, depth + 1, part, c, moves)
        if answer != YES:
            return answer
        way[OUT] += 1
    answer = NO
    while answer == NO and (way[FEW] or next_half(space, depth)):
        answer = by_halves(space, depth, everything)
    while answer == NO and (way[PLACE] == size or next_stretch(space, depth)):
        for i in range(size):
            space.members[depth + 1, i] = space.chosen[depth, i]
        answer = known(space, depth + 1, size, ANY, moves - 1)
        if answer == NO:
            way[PLACE] -= 1
    return answer


@compiled
def known(space: SetRoom, depth: int, size: int, c: int, moves: int) -> int:
    """Return YES if so many moves join the set of this size at a depth in colour c, NO if not, and
    UNKNOWN if that has to be found out; then it is the question at this depth."""
    members, way = space.members[depth], space.way[depth]
    size = tidy(members, size)
    if size <= 3:
        x, y, z = members[0], members[size >> 1], members[size - 1]
        late = int(space.least[x, y, z])
        if c >= 0 and not holds(space.triples.direct[c, x, y, z >> 6], z):
            late += 1
        return YES if late <= moves else NO
    if apart(space, members, size, c, moves):
        return NO
    if space.at[ASKED] > len(space.asked) // 4 * 3:
        return YES  # there is no memory to find out: nothing is claimed
    slot = find(space, members, size, c)
    if space.more_than[slot] > moves:
        return NO
    if space.at_most[slot] <= moves:
        return YES
    space.at[SPENT] += 100
    way[COUNT], way[COLOUR], way[MOVES], way[SLOT] = size, c, moves, slot
    way[OUT] = 0 if size > 4 else size
    way[PIVOT], way[HALF], way[FEW], way[SHADE], way[PLACE] = 0, 0, 0, -1, -1
    return UNKNOWN


@compiled
def tidy(members: Ints, size: int) -> int:
    """Sort a set and leave out what is there twice; returns how many are left."""
    left = 0
    for i in range(size):
        x, at = members[i], left
        while at and members[at - 1] >= x:
            at -= 1
        if at < left and members[at] == x:
            continue
        for j in range(left, at, -1):
            members[j] = members[j - 1]
        members[at] = x
        left += 1
    return left


@compiled
def apart(space: SetRoom, members: Ints, size: int, c: int, moves: int) -> bool:
    """Return True if some three of a set, or some two and a pivot of it, need more moves."""
    for i in range(size):
        x = members[i]
        for j in range(size):
            y = members[j]
            if space.pairs.colour[y] == c:
                for h in range(i):
                    if space.at_pivot[x, members[h], y] > moves:
                        return True
            elif j < i:
                for h in range(j):
                    if space.least[x, y, members[h]] > moves:
                        return True
    return False


@compiled
def find(space: SetRoom, members: Ints, size: int, c: int) -> int:
    """Return the slot for the moves that join a set in a colour."""
    key = np.uint64(c + 2)  # never 0, so that sets of different sizes differ
    for i in range(size):
        key = key << np.uint64(8) | np.uint64(members[i] + 1)
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
def next_half(space: SetRoom, depth: int) -> bool:
    """Go to the next way to part the set at a pivot in halves that may be joined to it with the
    question's moves in sum; returns False if there are no more."""
    way, low = space.way[depth], space.low[depth]
    size, c, moves = way[COUNT], way[COLOUR], way[MOVES]
    first = way[HALF] + 1
    for p in range(way[PIVOT], space.at[SIZE]):
        space.at[SPENT] += 1
        if c >= 0 and space.pairs.colour[p] != c:
            continue
        if first > 1 or weigh(space, depth, size, p) <= moves:
            for half in range(first, 1 << (size - 1)):
                other = (1 << size) - 1 - half
                if low[half] and low[other] and low[half] + low[other] <= moves:
                    space.at[SPENT] += 20
                    way[PIVOT], way[HALF], way[FEW] = p, half, low[half]
                    return True
        first = 1
    way[PIVOT] = space.at[SIZE]
    return False


@compiled
def by_halves(space: SetRoom, depth: int, everything: int) -> int:
    """Return YES if the two halves can both be joined to the pivot, with the question's moves in
    sum; UNKNOWN if there is another question."""
    way, low, half = space.way[depth], space.low[depth], space.way[depth, HALF]
    while way[FEW] + low[everything - half] <= way[MOVES]:
        answer = half_joined(space, depth, half, way[FEW])
        if answer == YES:
            answer = half_joined(space, depth, everything - half, way[MOVES] - way[FEW])
            if answer != NO:
                return answer
            break
        if answer == UNKNOWN:
            return UNKNOWN
        way[FEW] += 1
    way[FEW] = 0
    return NO


@compiled
def weigh(space: SetRoom, depth: int, size: int, p: int) -> int:
    """Fill `low` for pivot p, by the pairs in each part of the set; returns what the set needs."""
    members, low, at_pivot = space.members[depth], space.low[depth], space.at_pivot
    space.at[SPENT] += 4 << size
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
def half_joined(space: SetRoom, depth: int, half: int, moves: int) -> int:
    """Return YES if so many moves join a half to the pivot; the next question, if that is not
    known."""
    rest, p = half & (half - 1), space.way[depth, PIVOT]
    if not rest & (rest - 1):
        return YES if space.low[depth, half] <= moves else NO
    size = take(space, depth, half, p)
    return known(space, depth + 1, size, space.pairs.colour[p], moves)


@compiled
def take(space: SetRoom, depth: int, part: int, p: int) -> int:
    """Ask next about a part of the set, and p unless that is −1; returns how many that are."""
    size = 0
    for i in bits(0, np.uint64(part)):
        space.members[depth + 1, size] = space.members[depth, i]
        size += 1
    if p >= 0:
        space.members[depth + 1, size] = p
        size += 1
    return size


@compiled
def next_stretch(space: SetRoom, depth: int) -> bool:
    """Choose what a move less than the question's may join to a stretch that, recoloured to the
    question's colour or, for ANY, to that of one of the set, joins the set: the set with any of
    those that have the colour replaced by a neighbour. Returns False if there are no more."""
    members, chosen, choice = space.members[depth], space.chosen[depth], space.choice[depth]
    way, colour, beside = space.way[depth], space.pairs.colour, space.beside
    while way[SHADE] < len(space.pairs.own):
        at = way[PLACE]
        if at < 0:
            way[SHADE] += 1
            if way[COLOUR] < 0 or way[SHADE] == way[COLOUR]:
                way[PLACE] = choice[0] = 0
            continue
        x, i = members[at], choice[at]
        choice[at] += 1
        if i > (beside[x, 0] if colour[x] == way[SHADE] else 0):
            way[PLACE] -= 1
            continue
        chosen[at] = beside[x, i] if i else x
        space.at[SPENT] += 10
        if not fits(space, chosen, at, way[MOVES] - 1):
            continue
        if at < way[COUNT] - 1:
            way[PLACE] += 1
            choice[at + 1] = 0
            continue
        differs = way[COLOUR] >= 0
        for j in range(way[COUNT]):
            differs = differs or chosen[j] != members[j]
        if differs:
            way[PLACE] = way[COUNT]
            return True
    return False


@compiled
def fits(space: SetRoom, members: Ints, last: int, moves: int) -> bool:
    """Return True if so many moves may join the set up to `last`: each three with that."""
    x = members[last]
    for i in range(last):
        for j in range(i + 1):
            if space.least[x, members[i], members[j]] > moves:
                return False
    return True
