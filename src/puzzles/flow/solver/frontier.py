"""The frontier method: a sweep over the vertices that counts all solutions without listing them.

A vertex is processed by choosing its edges to later vertices. All that the rest must know of what
was chosen is a *state*: what each vertex on the frontier still needs. Partial solutions with equal
states merge, and their counts add. This is Simpath (Knuth, TAOCP 7.1.4, exercise 225) with dots.

A state is a row of numbers. First a *label* for each slot:

- 0: no vertex, or one that needs no edge any more;
- 1 + s: one end of a strand without colour, whose other end, the *mate*, is in slot s; it needs
  one edge. A vertex by itself is its own mate and needs two edges (none, if it may stay empty);
- 1 + slots + c: the end of a strand of colour c, or a dot; it needs one edge.

If paths must not touch themselves (*untouching*) there follow, for each slot, 1 + the first slot
that has a vertex of the same strand, which names the strand; and for each strand, at its name, the
set of strands it touches and must not be joined to, eight to a number.

States that cannot be finished are dropped, on three grounds:

- `alive`: a vertex has fewer neighbours that it may be joined to than it needs edges;
- `has_room` (module `lines`): more paths must cross a line over the board than fit on it.
- `untangled`: pipes would have to cross. What is not processed lies in a disc, on whose border the
  curve of the sweep gives the ends of strands and the dots on the rim. Two colours with both ends
  there cross an odd number of times if their ends alternate, unless strands without colour lead
  them to other places: as part of one of them, such a strand changes that parity if the ends of
  the other lie on both sides of it. So each strand is given to at most one colour in all possible
  ways, and if some parity is always odd, the state is dropped.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.solver.lines import FAMILIES, has_room
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled

RUNNING, DONE, NO_ROOM, NO_LOG, NO_LIMB = range(5)

# What `Layers.at` holds: the step; which of the two layers has its sources; how many they are and
# the next one; how many targets there are; the part of their hash table in use, less one; how
# much is logged; the states expanded; and what kind of problem it is (STRANDS: where the names of
# strands begin in a row, or 0; SINGLE: the set of colours that have two dots).
STEP, SIDE, SOURCES, NEXT, TARGETS, MASK, LOGGED, STATES, SLOTS, FILL, STRANDS, SINGLE = range(12)

MOST_COLOURS = 62  # sets of colours are bits of a word; greater ones do not count as SINGLE
MOST_LOOSE = 4  # strands without colour that are tried on colours; with more, a state is kept


class Layers(NamedTuple):
    """The states before and after a step, and how all states came about.

    A state is a row of 1- or 2-byte numbers in some words; those after it are the limbs of how
    many partial solutions it stands for, the lowest first.
    """

    words: npt.NDArray[np.uint64]  # (2, room, words + limbs)
    table: Ints  # (2 × room,): targets by hash, −1 where empty
    log: npt.NDArray[np.uint32]  # (., 2): every transition: source × choices + choice, and target
    logged: npt.NDArray[np.int64]  # (n + 1,): where the transitions of each step begin
    key: npt.NDArray[np.uint64]  # (2, words): the state being expanded and the one being made
    row: npt.NDArray[np.unsignedinteger]  # (2, .): the same memory, as numbers
    spot: npt.NDArray[np.int64]  # scratch
    at: npt.NDArray[np.int64]  # (12,)


@compiled
def join(row, x, y, slots, strands):
    """Use the edge between the vertices in slots x and y; whether that is allowed."""
    a, b = np.int64(row[x]), np.int64(row[y])
    if a == 0 or b == 0 or a - 1 == y:
        return False
    if a > slots and b > slots and a != b:
        return False
    if strands and not unite(row, x, y, slots, strands):
        return False
    row[x] = row[y] = 0
    if a <= slots and b <= slots:
        row[a - 1], row[b - 1] = b, a
    elif a <= slots:
        row[a - 1] = b
    elif b <= slots:
        row[b - 1] = a
    return True


@compiled
def joinable(row, x, y, slots, strands):
    """Whether `join` would be allowed."""
    a, b = np.int64(row[x]), np.int64(row[y])
    if a == 0 or b == 0 or a - 1 == y or (a > slots and b > slots and a != b):
        return False
    return not (strands and touch(row, row[strands + x] - 1, row[strands + y] - 1, slots, strands))


@compiled
def touch(row, s, t, slots, strands):
    """Whether the strands named s and t touch."""
    sets = strands + slots + s * ((slots + 7) >> 3)
    return row[sets + (t >> 3)] >> (t & 7) & 1 != 0


@compiled
def set_touch(row, s, t, slots, strands, value):
    """Note whether strand s touches t."""
    i = strands + slots + s * ((slots + 7) >> 3) + (t >> 3)
    bit = 1 << (t & 7)
    row[i] = row[i] | bit if value else row[i] & ~bit


@compiled
def unite(row, x, y, slots, strands):
    """Make one strand of those of x and y, unless they touch."""
    s, t = np.int64(row[strands + x]) - 1, np.int64(row[strands + y]) - 1
    if s == t or touch(row, s, t, slots, strands):
        return False
    rename(row, max(s, t), min(s, t), slots, strands)
    return True


@compiled
def rename(row, old, new, slots, strands):
    """Give a strand another name, which may be that of another strand."""
    for x in range(slots):
        if row[strands + x] == old + 1:
            row[strands + x] = new + 1
        if touch(row, old, x, slots, strands):
            for s, t, value in ((old, x, False), (x, old, False), (new, x, True), (x, new, True)):
                set_touch(row, s, t, slots, strands, value)


@compiled
def part(plan, p, row, here, one, other, slots, strands, single):
    """Note what the vertex just processed touches, and take it from the frontier; `one` and
    `other` are the slots it was joined to, or −1. Whether its path does not touch itself.

    `plan[p]` is the list of later neighbours.
    """
    name = np.int64(row[strands + here]) - 1
    row[strands + here] = 0
    if one >= 0 or row[here] == 0:
        for i in range(p + 1, p + 1 + plan[p]):
            x = plan[i]
            if x != one and x != other:
                near = np.int64(row[strands + x]) - 1
                if near == name:
                    return False
                set_touch(row, name, near, slots, strands, True)
                set_touch(row, near, name, slots, strands, True)
    row[here] = 0
    if name == here:
        heir = 0
        while heir < slots and row[strands + heir] != name + 1:
            heir += 1
        if heir < slots:
            rename(row, name, heir, slots, strands)
    return forget(row, slots, strands, single)


@compiled
def forget(row, slots, strands, single):
    """Remove touches that say nothing: of strands that have no end, and of two that have different
    colours. Whether no touch keeps the two dots of a colour apart."""
    for s in range(slots):
        for t in range(slots):
            if not touch(row, s, t, slots, strands):
                continue
            a = b = np.int64(0)
            for x in range(slots):
                if row[x] and row[strands + x] == s + 1:
                    a = np.int64(row[x])
                if row[x] and row[strands + x] == t + 1:
                    b = np.int64(row[x])
            if a == 0 or b == 0 or (a > slots and b > slots and a != b):
                set_touch(row, s, t, slots, strands, False)
                set_touch(row, t, s, slots, strands, False)
            elif a > slots and a == b and is_single(a - slots - 1, single):
                return False
    return True


@compiled
def is_single(colour, single):
    """Whether a colour is known to have only two dots."""
    return colour < MOST_COLOURS and single >> colour & 1 != 0


@compiled
def alive(plan, p, row, slots, strands, fill):
    """Whether the vertices in the list at `plan[p]` can still get the edges they need."""
    q = p + 1
    for _ in range(plan[p]):
        x, beyond, near = plan[q], plan[q + 1], plan[q + 2]
        q += 3 + near
        label = row[x]
        if label == 0 or (label == x + 1 and not fill):
            continue
        need = 1 + (label == x + 1) - beyond
        if need > near:
            return False
        for k in range(q - near, q):
            if need <= 0:
                break
            need -= joinable(row, x, plan[k], slots, strands)
        if need > 0:
            return False
    return True


@compiled
def colour_at(s, row, slots, single):
    """The colour of what stands on a curve as s; −1 if it has none, or more than two dots."""
    colour = np.int64(row[s]) - slots - 1 if s >= 0 else np.int64(-1 - s)
    return colour if colour >= 0 and is_single(colour, single) else -1


@compiled
def untangled(plan, p, row, slots, single, spot):
    """Whether the ends on the curve at `plan[p]` can be joined without crossings, as far as
    parities tell."""
    once = twice = np.int64(0)
    for i in range(p + 1, p + 1 + plan[p]):
        colour = colour_at(plan[i], row, slots, single)
        if colour >= 0:
            twice |= once & (1 << colour)
            once |= 1 << colour
    if twice & (twice - 1) == 0:
        return True
    depth, once = 0, np.int64(0)
    for i in range(p + 1, p + 1 + plan[p]):
        colour = colour_at(plan[i], row, slots, single)
        if colour < 0 or twice >> colour & 1 == 0:
            continue
        if once >> colour & 1 == 0:
            once |= 1 << colour
            spot[depth] = colour
            depth += 1
        elif spot[depth - 1] == colour:
            depth -= 1
        else:
            return routable(plan, p, row, slots, twice, spot)
    return True


@compiled
def crosses(a, b, c, d):
    """Whether the chords ab and cd of a circle cross."""
    return (a < c < b) != (a < d < b)


@compiled
def routable(plan, p, row, slots, colours, spot):
    """Whether strands without colour can be given to some of `colours` so that all parities are
    even."""
    # Chords of colours: their ends in `left` and `right`; `odd` has the chords each crosses oddly.
    left, right, odd = spot[64:128], spot[128:192], spot[192:256]
    strand, given, where = spot[256:320], spot[320:384], spot[384:]
    start, stop = p + 1, p + 1 + plan[p]
    chords = 0
    for i in range(start, stop):
        s = plan[i]
        if s >= 0:
            where[s] = i
        colour = colour_at(s, row, slots, colours)
        if colour < 0:
            continue
        j = 0
        while j < chords and given[j] != colour:
            j += 1
        if j == chords:
            left[j], given[j], odd[j] = i, colour, 0
            chords += 1
        else:
            right[j] = i
    for a in range(chords):
        for b in range(a):
            if crosses(left[a], right[a], left[b], right[b]):
                odd[a] |= 1 << b
                odd[b] |= 1 << a
    loose = 0
    for i in range(start, stop):
        s = plan[i]
        if s < 0 or row[s] == 0 or row[s] > slots or where[row[s] - 1] <= i:
            continue
        crossed = np.int64(0)
        for a in range(chords):
            if crosses(i, where[row[s] - 1], left[a], right[a]):
                crossed |= 1 << a
        if crossed:
            if loose == MOST_LOOSE:
                return True
            strand[loose] = crossed
            loose += 1
    return evened(odd, chords, strand, loose, given, right)


@compiled
def evened(odd, chords, strand, loose, tried, taker):
    """Whether giving strands to chords can make all parities even: depth first, each time mending
    the first odd pair with a strand that goes to one of the two and crosses the other."""
    depth = used = 0
    tried[0] = 0
    while True:
        a = 0
        while a < chords and odd[a] == 0:
            a += 1
        if a == chords:
            return True
        b = 0
        while odd[a] >> b & 1 == 0:
            b += 1
        option = tried[depth]
        while option < 2 * loose:
            other = a if option & 1 else b
            if used >> (option >> 1) & 1 == 0 and strand[option >> 1] >> other & 1:
                break
            option += 1
        if option < 2 * loose:
            tried[depth], taker[depth] = option + 1, a + b - other
            flip(odd, taker[depth], strand[option >> 1], chords)
            depth += 1
            tried[depth] = 0
        elif depth == 0:
            return False
        else:
            depth -= 1
            option = tried[depth] - 1
            flip(odd, taker[depth], strand[option >> 1], chords)
        used ^= 1 << (option >> 1)


@compiled
def flip(odd, a, others, chords):
    """Change the parity between chord a and each of `others`."""
    others &= ~(1 << a)
    odd[a] ^= others
    for b in range(chords):
        odd[b] ^= (others >> b & 1) << a


@compiled
def copy(key, words):
    """Make a state the one in `words`. (Numba's own assignment of arrays allocates.)"""
    for k in range(len(key)):
        key[k] = words[k]


@compiled
def hash_of(words, size):
    """A hash of the first `size` words."""
    h = np.uint64(0)
    for k in range(size):
        h = (h ^ words[k]) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    h *= np.uint64(0xD6E8FEB86659FD93)
    return np.int64(h >> np.uint64(24))


@compiled
def find(key, words, side, table, mask):
    """Where in the table a state is, or would be."""
    i = hash_of(key, len(key)) & mask
    while table[i] >= 0:
        same = True
        for k in range(len(key)):
            same = same and words[side, table[i], k] == key[k]
        if same:
            break
        i = (i + 1) & mask
    return i


@compiled
def add(words, side, target, source, first):
    """Add the count of a source to that of a target; it has the words from `first` on."""
    carry = np.uint64(0)
    for k in range(first, words.shape[2]):
        more = words[1 - side, source, k] + carry
        carry = np.uint64(more < carry)
        words[side, target, k] += more
        carry += np.uint64(words[side, target, k] < more)


@compiled
def merge(plan, p, lines, row, key, words, table, log, spot, at, source, choice):
    """Add the state in `row` and `key` to the targets, unless it is hopeless; `plan[p]` is the
    curve."""
    if not alive(plan, p + 1 + plan[p], row, at[SLOTS], at[STRANDS], at[FILL]):
        return
    side = 1 - at[SIDE]
    i = find(key, words, side, table, at[MASK])
    target = np.int64(table[i])
    if target < 0:
        if not untangled(plan, p, row, at[SLOTS], at[SINGLE], spot):
            return
        if not has_room(lines, at[STEP], row, at[SLOTS]):
            return
        target = at[TARGETS]
        table[i] = target
        for k in range(words.shape[2]):
            words[side, target, k] = key[k] if k < len(key) else np.uint64(0)
        at[TARGETS] += 1
    add(words, side, target, source, len(key))
    log[at[LOGGED], 0], log[at[LOGGED], 1] = choice, target
    at[LOGGED] += 1


@compiled
def expand(plan, start, lines, base, row, old, key, words, table, log, spot, at, source):
    """Process the vertex of the step at `plan[start]` in one state, in all ways. A choice is told
    by the indices of two later neighbours among them, counted from 1 (0: none)."""
    slots, strands, single = at[SLOTS], at[STRANDS], at[SINGLE]
    here, p = plan[start], start + 2
    for i in range(p, p + 2 * plan[start + 1], 2):
        base[plan[i]] = plan[i + 1]
        if strands:
            base[strands + plan[i]] = plan[i] + 1
    later = p + 2 * plan[start + 1]
    choices = plan[later] + 1
    curve = later + choices
    code = source * choices * choices
    free = base[here] == here + 1
    if base[here] == 0 or (free and not at[FILL]):
        copy(key, old)
        if strands == 0:
            row[here] = 0
        if strands == 0 or part(plan, later, row, here, -1, -1, slots, strands, single):
            merge(plan, curve, lines, row, key, words, table, log, spot, at, source, code)
    if base[here] == 0:
        return
    for i in range(1, choices):
        for j in range(free, i if free else 1):
            copy(key, old)
            x, y = plan[later + i], plan[later + j] if j else -1
            if not join(row, here, x, slots, strands):
                continue
            if j and not join(row, here, y, slots, strands):
                continue
            if strands and not part(plan, later, row, here, x, y, slots, strands, single):
                continue
            chosen = code + i * choices + j
            merge(plan, curve, lines, row, key, words, table, log, spot, at, source, chosen)


@compiled
def open_layer(table, at):
    """Empty the table for the next step, at a size that will do for a while."""
    size = 16
    while size < 4 * at[SOURCES] and size < len(table):
        size *= 2
    table[:size] = -1
    at[MASK], at[NEXT], at[TARGETS] = size - 1, 0, 0


@compiled
def rehash(key, words, table, at, size):
    """Use `size` entries of the table."""
    side = 1 - at[SIDE]
    table[:size] = -1
    at[MASK] = size - 1
    for target in range(at[TARGETS]):
        copy(key, words[side, target])
        table[find(key, words, side, table, size - 1)] = target


@compiled
def total(words, side, states, first):
    """All partial solutions of a layer, whose counts are in the words from `first` on."""
    amount = 0.0
    for i in range(states):
        for k in range(first, words.shape[2]):
            amount += np.float64(words[side, i, k]) * 2.0 ** (64 * (k - first))
    return amount


@compiled
def advance(plan, start, lines, layers, budget):
    """Go on until DONE, or until `budget` states are expanded (RUNNING), or until there is no room
    for more states, nor in the log, or counts may need another limb."""
    words, table, log, logged, keys, rows, spot, at = layers
    old, key, base, row = keys[0], keys[1], rows[0], rows[1]
    while True:
        if at[NEXT] == at[SOURCES]:
            at[STEP] += 1
            logged[at[STEP]] = at[LOGGED]
            at[SIDE], at[SOURCES] = 1 - at[SIDE], at[TARGETS]
            open_layer(table, at)
            for f in range(FAMILIES):
                lines.asked[f] = lines.refused[f] = 0
        if at[STEP] == len(start) or at[SOURCES] == 0:
            return DONE
        begin, side = start[at[STEP]], at[SIDE]
        later = plan[begin + 2 + 2 * plan[begin + 1]]
        ways = later * later + 1
        limbs = words.shape[2] - len(key)
        most = 2.0 ** (64 * limbs - 1)
        if at[NEXT] == 0 and total(words, side, at[SOURCES], len(key)) * ways >= most:
            return NO_LIMB
        while at[NEXT] < at[SOURCES]:
            if budget <= 0:
                return RUNNING
            if at[TARGETS] + ways > words.shape[1]:
                return NO_ROOM
            if at[LOGGED] + ways > len(log):
                return NO_LOG
            if 2 * (at[TARGETS] + ways) > at[MASK]:
                if at[MASK] + 1 == len(table):
                    return NO_ROOM
                rehash(key, words, table, at, 2 * (at[MASK] + 1))
            copy(old, words[side, at[NEXT]])
            expand(plan, begin, lines, base, row, old, key, words, table, log, spot, at, at[NEXT])
            at[NEXT] += 1
            at[STATES] += 1
            budget -= 1
