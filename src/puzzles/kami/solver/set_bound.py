"""Sets of components that need more moves than are left: questions, from the top.

The fewest moves that join a set of components, over all trees in the graph, are a lower bound. The
tables of the triple bound answer for sets of up to three. A larger set is asked about: k moves join
it in colour c only if a pivot, a component of that colour, parts it in two halves that take no more
than k together, or if k − 1 moves join a stretch next to all its pivots (docs/kami-solver.md,
"Larger sets are questions"). What was asked is remembered.

There are too many quadruples to ask about each. Joining two pairs at a pivot shows for nearly all
that they are joined by so many moves, by whole rows of bits; the few that are left are asked about.
"""

import numpy as np

from puzzles.kami.solver.pair_bound import holds
from puzzles.kami.solver.position import ANY, MIX, ONE, Ints, bits
from puzzles.kami.solver.set_questions import ASKED, ROUND, SIZE, SPENT, SetQuestions, forget
from puzzles.running.kernels import compiled, int64, lowest

NO, YES, UNKNOWN = range(3)
NEVER = 255  # moves

# What `SetQuestions.question` holds: how many components, in what colour, moves, and the entry of
# its answer. How far it has come: the pivot and the half that are tried, and moves for that half,
# 0 for none; the colour of a stretch, and how much of that is chosen.
COUNT, COLOUR, MOVES, ENTRY, PIVOT, HALF, HALF_MOVES, STRETCH_COLOUR, STRETCH_SIZE = range(9)


@compiled
def joinable_colours(
    sets: SetQuestions, members: Ints, wanted: int, moves: int, first_only: bool
) -> int:
    """Return those of the colours `wanted` that so many moves can join a set in, as bits; if
    `first_only`, only the first of them."""
    colours = 0
    for c in bits(0, np.uint64(wanted)):
        if first_only and colours:
            break
        for i in range(len(members)):
            sets.members[0, i] = members[i]
        sets.counters[SPENT] += 100
        colours |= is_joined(sets, len(members), c, moves) << c
    return colours


@compiled
def find_far_quadruple(sets: SetQuestions, goal: int, moves: int, patience: int) -> bool:
    """Return True if a quadruple takes more than so many moves (to the colour `goal`, if that is
    not −1); `far` is the first that does. Return False if `patience` steps do not show it."""
    for z in range(sets.counters[SIZE]):
        if list_far_quadruples(sets, goal, moves, z, sets.far, patience):
            return True
    return False


@compiled
def list_far_quadruples(
    sets: SetQuestions, goal: int, moves: int, z: int, out: Ints, patience: int
) -> int:
    """Put quadruples, the third of which is z, that take more than so many moves (to the colour
    `goal`, if that is not −1) into `out` (most, 4), until there are no more, it is full, or
    `patience` steps are spent; return how many."""
    members, row, number = sets.members[0], sets.row, 0
    words = (sets.counters[SIZE] + 63) >> 6
    for y in range(z):
        for x in range(y):
            if sets.counters[SPENT] > patience:
                return number
            if not keep_far_fourths(sets, goal, moves, x, y, z):
                continue
            for i in range(z >> 6, words):
                for w in bits(i, row[i]):
                    members[0], members[1], members[2], members[3] = x, y, z, w
                    if is_joined(sets, int64(4), goal, moves):
                        continue
                    out[number, 0], out[number, 1], out[number, 2], out[number, 3] = x, y, z, w
                    number += 1
                    if number == len(out):
                        return number
    return number


@compiled
def keep_far_fourths(sets: SetQuestions, goal: int, moves: int, x: int, y: int, z: int) -> bool:
    """Leave in `row` what is greater than x < y < z and is not seen to be joined to them by `moves`
    moves, two pairs at a pivot; return whether there is any."""
    row, start, words = sets.row, z >> 6, (sets.counters[SIZE] + 63) >> 6
    for i in range(start, words):
        row[i] = sets.pairs.everything[i]
    row[start] &= ~((ONE << np.uint64(z & 63)) - ONE)
    row[start] &= ~(ONE << np.uint64(z & 63))
    for p in range(sets.counters[SIZE]):
        if goal >= 0 and sets.pairs.colour[p] != goal:
            continue
        some = np.uint64(0)
        for i in range(start, words):
            some |= row[i]
        if not some:
            sets.counters[SPENT] += 3 * p
            return False
        for i in range(start, words):
            for one, two, other in ((x, y, z), (x, z, y), (y, z, x)):
                left = moves - int(sets.at_pivot[one, two, p])
                if left > 0:
                    row[i] &= ~sets.partners[left, other, p, i]
    sets.counters[SPENT] += 12 * sets.counters[SIZE]
    return True


@compiled
def is_joined(sets: SetQuestions, size: int, c: int, moves: int) -> bool:
    """Return True if so many moves join the set at depth 0 in colour c, which may be ANY."""
    if sets.counters[ASKED] > len(sets.asked) // 2:
        forget(sets)
    depth = int64(0)
    answer = answer_or_ask(sets, depth, size, c, moves)
    if answer != UNKNOWN:
        return answer == YES
    while depth >= 0:
        answer = consider(sets, depth)
        if answer == UNKNOWN:
            depth += 1
        else:
            remember(sets, depth, answer)
            depth -= 1
    return answer == YES


@compiled
def remember(sets: SetQuestions, depth: int, answer: int) -> None:
    """Remember the answer to the question at a depth."""
    entry, moves = sets.question[depth, ENTRY], sets.question[depth, MOVES]
    if answer == YES:
        sets.at_most[entry] = min(sets.at_most[entry], moves)
    else:
        sets.more_than[entry] = max(sets.more_than[entry], moves + 1)


@compiled
def consider(sets: SetQuestions, depth: int) -> int:
    """Go on with the question at a depth: return its answer, or UNKNOWN if another has to be
    answered before, which is the one at the next depth then."""
    question, everything = sets.question[depth], (1 << sets.question[depth, COUNT]) - 1
    size, moves = question[COUNT], question[MOVES]
    answer = NO
    while answer == NO and (question[HALF_MOVES] or next_half(sets, depth)):
        answer = try_halves(sets, depth, everything)
    while answer == NO and (question[STRETCH_SIZE] == size or next_stretch(sets, depth)):
        for i in range(size):
            sets.members[depth + 1, i] = sets.stretch[depth, i]
        answer = answer_or_ask(sets, depth + 1, size, ANY, moves - 1)
        if answer == NO:
            question[STRETCH_SIZE] -= 1
    return answer


@compiled
def answer_or_ask(sets: SetQuestions, depth: int, size: int, c: int, moves: int) -> int:
    """Return YES if so many moves join the set of this size at a depth in colour c, NO if not, and
    UNKNOWN if that has to be found out; then it is the question at this depth."""
    members, question = sets.members[depth], sets.question[depth]
    size = tidy(members, size)
    if size <= 3:
        x, y, z = members[0], members[size >> 1], members[size - 1]
        needed = int(sets.in_any_colour[x, y, z])
        if c >= 0 and not holds(sets.triples.direct[c, z, y, x >> 6], x):
            needed += 1
        return YES if needed <= moves else NO
    if has_far_part(sets, members, size, c, moves):
        return NO
    if sets.counters[ASKED] > len(sets.asked) // 4 * 3:
        return YES  # there is no memory to find out: nothing is claimed
    entry = find_entry(sets, members, size, c)
    if sets.more_than[entry] > moves:
        return NO
    if sets.at_most[entry] <= moves:
        return YES
    sets.counters[SPENT] += 100
    question[COUNT], question[COLOUR], question[MOVES], question[ENTRY] = size, c, moves, entry
    question[HALF] = question[HALF_MOVES] = 0
    question[PIVOT] = question[STRETCH_COLOUR] = question[STRETCH_SIZE] = -1
    return UNKNOWN


@compiled
def tidy(members: Ints, size: int) -> int:
    """Sort a set and leave out what is there twice; return how many are left."""
    left = 0
    for i in range(size):
        x, place = members[i], left
        while place and members[place - 1] >= x:
            place -= 1
        if place < left and members[place] == x:
            continue
        for j in range(left, place, -1):
            members[j] = members[j - 1]
        members[place] = x
        left += 1
    return left


@compiled
def has_far_part(sets: SetQuestions, members: Ints, size: int, c: int, moves: int) -> bool:
    """Return True if some three of a set, or some two and a pivot of it, need more moves."""
    for i in range(size):
        x = members[i]
        for j in range(size):
            y = members[j]
            if sets.pairs.colour[y] == c:
                for h in range(i):
                    if sets.at_pivot[x, members[h], y] > moves:
                        return True
            elif j < i:
                for h in range(j):
                    if sets.in_any_colour[x, y, members[h]] > moves:
                        return True
    return False


@compiled
def find_entry(sets: SetQuestions, members: Ints, size: int, c: int) -> int:
    """Return the entry for the moves that join a set in a colour."""
    key = np.uint64(c + 2)  # never 0, so that sets of different sizes differ
    for i in range(size):
        key = key << np.uint64(8) | np.uint64(members[i] + 1)
    hashed = (key ^ (key >> np.uint64(29))) * MIX  # Fibonacci hashing (Knuth, 1973)
    entry = np.int64(hashed >> np.uint64(42)) & (len(sets.asked) - 1)
    while sets.rounds[entry] == sets.counters[ROUND]:
        if sets.asked[entry] == key:
            return int(entry)
        entry = (entry + 1) & (len(sets.asked) - 1)
    sets.counters[ASKED] += 1
    sets.asked[entry] = key
    sets.rounds[entry] = sets.counters[ROUND]
    sets.more_than[entry], sets.at_most[entry] = 0, NEVER
    return int(entry)


@compiled
def next_half(sets: SetQuestions, depth: int) -> bool:
    """Go to the next way to part the set at a pivot in halves that may be joined to it with the
    question's moves in sum; return False if there are no more."""
    question, half_bounds = sets.question[depth], sets.half_bounds[depth]
    left, moves, everything = sets.pivots_left[depth], question[MOVES], (1 << question[COUNT]) - 1
    if question[PIVOT] < 0:
        find_pivots(sets, depth)
    first = question[HALF] + 1
    for i in range(len(left)):
        while left[i]:
            question[PIVOT] = (i << 6) + lowest(left[i])
            if first == 1:
                fill_half_bounds(sets, depth, question[COUNT], question[PIVOT])
            for half in range(first, (everything + 1) >> 1):
                few, rest = half_bounds[half], half_bounds[everything - half]
                if few and rest and few + rest <= moves:
                    sets.counters[SPENT] += 20
                    question[HALF], question[HALF_MOVES] = half, few
                    return True
            left[i] &= left[i] - ONE
            first = 1
    return False


@compiled
def find_pivots(sets: SetQuestions, depth: int) -> None:
    """Put into `pivots_left` the pivots of the question's colour to which two halves of the set may
    be joined, with its moves in sum, as far as pairs tell."""
    question, members, parts = sets.question[depth], sets.members[depth], sets.part_pivots
    size, c, moves = question[COUNT], question[COLOUR], question[MOVES]
    left, width, words = sets.pivots_left[depth], len(sets.row), (sets.counters[SIZE] + 63) >> 6
    sets.counters[SPENT] += 20 << size
    for i in range(width):
        left[i] = 0
    for part in range(1, 1 << size):
        rest = part & (part - 1)
        more = rest & (rest - 1)
        x = members[lowest(np.uint64(part))]
        if more:
            one, two = part ^ rest, rest ^ more
            for j in range((moves + 1) * width):
                parts[part, j] = parts[rest, j] & parts[part ^ two, j] & parts[one | two, j]
        else:
            y = members[lowest(np.uint64(rest))] if rest else x
            for j in range((moves + 1) * width):
                parts[part, j] = sets.pivots[x, y, j]
    for half in range(1, 1 << (size - 1)):
        for few in range(1, moves):
            for i in range(words):
                rest = parts[(1 << size) - 1 - half, (moves - few) * width + i]
                left[i] |= parts[half, few * width + i] & rest
    if c >= 0:
        for i in range(words):
            left[i] &= sets.pairs.coloured[c, i]


@compiled
def try_halves(sets: SetQuestions, depth: int, everything: int) -> int:
    """Return YES if the two halves can both be joined to the pivot, with the question's moves in
    sum; UNKNOWN if there is another question."""
    question, half = sets.question[depth], sets.question[depth, HALF]
    rest = everything - half
    while question[HALF_MOVES] + sets.half_bounds[depth, rest] <= question[MOVES]:
        answer = half_joined(sets, depth, half, question[HALF_MOVES])
        if answer == YES:
            answer = half_joined(sets, depth, rest, question[MOVES] - question[HALF_MOVES])
            if answer != NO:
                return answer
            break
        if answer == UNKNOWN:
            return UNKNOWN
        question[HALF_MOVES] += 1
    question[HALF_MOVES] = 0
    return NO


@compiled
def fill_half_bounds(sets: SetQuestions, depth: int, size: int, p: int) -> None:
    """Fill `half_bounds` for pivot p by the pairs in each part."""
    members, bounds, at_pivot = sets.members[depth], sets.half_bounds[depth], sets.at_pivot
    for i in range(size):
        x = members[i]
        bounds[1 << i] = at_pivot[x, x, p]
        for j in range(i):
            bounds[1 << i | 1 << j] = at_pivot[x, members[j], p]
    sets.counters[SPENT] += 4 << size
    for part in range(1, 1 << size):
        rest = part & (part - 1)
        more = rest & (rest - 1)
        if more:
            one, two = part ^ rest, rest ^ more
            bounds[part] = max(max(bounds[rest], bounds[part ^ two]), bounds[one | two])


@compiled
def half_joined(sets: SetQuestions, depth: int, half: int, moves: int) -> int:
    """Return YES if so many moves join a half to the pivot, NO if not, and UNKNOWN if that is the
    next question now."""
    rest, p = half & (half - 1), sets.question[depth, PIVOT]
    if not rest & (rest - 1):
        return YES if sets.half_bounds[depth, half] <= moves else NO
    size = 0
    for i in bits(0, np.uint64(half)):
        sets.members[depth + 1, size] = sets.members[depth, i]
        size += 1
    sets.members[depth + 1, size] = p
    return answer_or_ask(sets, depth + 1, size + 1, sets.pairs.colour[p], moves)


@compiled
def next_stretch(sets: SetQuestions, depth: int) -> bool:
    """Choose the next stretch that may join the set by being recoloured, to the question's colour
    or, for ANY, to each in turn: the set with each of those that have the colour replaced by a
    neighbour. Return False if there are no more."""
    members, question, colour = sets.members[depth], sets.question[depth], sets.pairs.colour
    stretch, replacement = sets.stretch[depth], sets.replacement[depth]
    while question[STRETCH_COLOUR] < len(sets.pairs.coloured):
        place = question[STRETCH_SIZE]
        if place < 0:
            question[STRETCH_COLOUR] += 1
            if question[COLOUR] < 0 or question[STRETCH_COLOUR] == question[COLOUR]:
                question[STRETCH_SIZE] = replacement[0] = 0
            continue
        x, i = members[place], replacement[place]
        replaced = colour[x] == question[STRETCH_COLOUR]
        i += replaced
        replacement[place] += 1
        if i > (sets.neighbour_list[x, 0] if replaced else 0):
            question[STRETCH_SIZE] -= 1
            continue
        stretch[place] = sets.neighbour_list[x, i] if i else x
        sets.counters[SPENT] += 10
        if not fits(sets, stretch, place, question[MOVES] - 1):
            continue
        if place < question[COUNT] - 1:
            question[STRETCH_SIZE] += 1
            replacement[place + 1] = 0
            continue
        differs = question[COLOUR] >= 0
        for j in range(question[COUNT]):
            differs = differs or stretch[j] != members[j]
        if differs:
            question[STRETCH_SIZE] = question[COUNT]
            return True
    return False


@compiled
def fits(sets: SetQuestions, members: Ints, last: int, moves: int) -> bool:
    """Return True if so many moves may join the set up to `last`: each three with that."""
    x = members[last]
    for i in range(last):
        for j in range(i + 1):
            if sets.in_any_colour[x, members[i], members[j]] > moves:
                return False
    return True
