"""The quadruple bound: the triple bound's idea for trees that join four components.

For components w, x, y, z and colour c let Q(w, x, y, z, c) be the fewest moves that put all four
into one component of colour c, over all trees in the graph. By Meeks & Scott's recurrence for trees
("The complexity of Flood-Filling games on graphs", 2012) it is the smallest of Q(w, x, y, z, d) + 1
and, over all edges a–b, F(w, a, c) + Q(b, x, y, z, c) and T(w, x, a, c) + T(b, y, z, c), where F is
the pair bound's, T the triple bound's, and the four may change places. The largest over all
quadruples of the smallest Q over all colours is a lower bound, at least the triple bound.

There are too many quadruples to compute it for all. But hardly ever is that needed, for the
question is only whether one takes more than k moves. Joining two pairs at a *pivot*, a component of
the final colour, shows for nearly all that they do not, and for the triples a table tells that. The
few that are left are asked about one by one, from the top: a tree that ends in colour c consists of
pivots and of stretches between them, each recoloured to it as a whole. So either

- a pivot p parts the four: P(x, y; p) + P(z, w; p) or P(w; p) + P(x, y, z; p) is at most k, where P
  is the fewest moves that join a set to p in p's own colour; or
- all pivots are leaves of a single stretch: k − 1 moves join the four, *any* of those that have the
  colour c being replaced by one of its neighbours. (A stretch that reaches two of them need not
  contain either.)

What was asked is remembered, and a question that the four triples in a quadruple answer is not
even asked.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.kami.solver.pair_bound import PairRoom, holds
from puzzles.kami.solver.position import ONE, Ints, Words
from puzzles.kami.solver.slices import EVER
from puzzles.kami.solver.triple_bound import MOST_COMPONENTS, TripleRoom
from puzzles.running.kernels import compiled, lowest

Bytes = npt.NDArray[np.uint8]

NO, YES, UNKNOWN = 0, 1, 2
ANY = -1  # colour
ANSWERS = 1 << 19  # that there is room for
PATIENCE = 60_000_000  # steps, some 0.1 s, for all questions about a position
LATER = 255  # moves: never
ROUNDS = 1 << 22  # positions, before what was asked about others is wiped out

# What `QuadRoom.at` holds.
SIZE, ROUND, ASKED, SPENT, PAIR = range(5)

# What a question on the stack holds: four components, colour, moves, where its answer goes, and how
# far it has come.
X, Y, Z, W, COLOUR, MOVES, SLOT, PLACE, STEP = range(9)


class QuadRoom(NamedTuple):
    """Working memory of the quadruple bound; components have the pair bound's numbers."""

    least: Bytes  # (n, n, n): moves that join three in any colour
    at_pivot: Bytes  # (n, n, n): [x, y, p]: moves that join x and y to p in p's colour
    forks: Words  # (levels, n, n, W): [v, z, p]: what is joined with z to p in p's colour, up to v
    central: Ints  # (n,): all components, those first that others are joined to soon
    beside: Ints  # (n, n): how many neighbours a component has, and which
    row: Words  # (W,): scratch
    far: Ints  # (1, 4): the quadruple that takes more moves than were asked about last
    asked: Ints  # (answers,): questions, with their round
    more_than: Bytes  # (answers,): moves that are not enough
    at_most: Bytes  # (answers,): moves that are
    questions: Ints  # (levels, 9): those that wait for the answer to the next one
    # (5,): components; positions asked about; different questions about this one; steps; the next
    # pair to list quadruples of
    at: Ints


def quad_room(n: int, levels: int) -> QuadRoom:
    """Room for bounds of up to `levels` moves; next to nothing if n is too large."""
    if n > MOST_COMPONENTS:
        n = 0
    words = (n + 63) // 64

    def moves(*shape: int) -> Bytes:
        return np.zeros(shape, np.uint8)

    return QuadRoom(
        moves(n, n, n),
        moves(n, n, n),
        np.zeros((levels + 1, n, n, words), np.uint64),
        np.zeros(n, np.int64),
        np.zeros((n, n + 1), np.int64),
        np.zeros(words, np.uint64),
        np.zeros((1, 4), np.int64),
        np.zeros(ANSWERS, np.int64),
        moves(ANSWERS),
        moves(ANSWERS),
        np.zeros((levels + 2, 9), np.int64),
        np.zeros(5, np.int64),
    )


def quad_bytes(n: int, levels: int) -> int:
    """What the room takes of memory."""
    n = n if n <= MOST_COMPONENTS else 0
    return (2 * n + (levels + 1) * ((n + 63) // 64) * 8) * n * n + 10 * ANSWERS


@compiled
def prepare(pairs: PairRoom, triples: TripleRoom, space: QuadRoom, bound: int, most: int) -> int:
    """Get ready for questions of up to `most` moves about the position that has this triple bound;
    the steps it took. Both rooms are as the bounds left them."""
    size, at = pairs.first[-1], space.at
    words = (size + 63) >> 6
    at[SIZE], at[ASKED], at[SPENT] = size, 0, 0
    at[ROUND] += 1
    if at[ROUND] == ROUNDS:
        at[ROUND] = 1
        for slot in range(ANSWERS):
            space.asked[slot] = 0
    for z in range(size):
        list_neighbours(pairs, space, z, words)
        for w in range(size):
            for x in range(size):
                # One move more than joining them is always enough.
                space.at_pivot[z, w, x] = bound + 1
    for level in range(most + 1):
        for z in range(size):
            for p in range(size):
                for i in range(words):
                    before = space.forks[level - 1, z, p, i] if level else np.uint64(0)
                    space.forks[level, z, p, i] = before if level <= bound else pairs.everything[i]
            if level <= bound:
                for w in range(size):
                    tabulate(triples, space, level, z, w, words)
    sort_by_centrality(space, size)
    work: int = 3 * size * size * size
    return work


@compiled
def list_neighbours(pairs: PairRoom, space: QuadRoom, z: int, words: int) -> None:
    """Fill z's row of `beside`."""
    number = 0
    for i in range(words):
        word = pairs.near[z, i]
        while word:
            number += 1
            space.beside[z, number] = (i << 6) + lowest(word)
            word &= word - ONE
    space.beside[z, 0] = number


@compiled
def tabulate(triples: TripleRoom, space: QuadRoom, level: int, z: int, w: int, words: int) -> None:
    """Note what z and w are joined to at a level."""
    for i in range(words):
        word = triples.reached[level, z, w, i]
        if level:
            word &= ~triples.reached[level - 1, z, w, i]
        while word:
            space.least[z, w, (i << 6) + lowest(word)] = level
            word &= word - ONE
        word = triples.pivots[level, z, w, i]
        while word:
            p = (i << 6) + lowest(word)
            word &= word - ONE
            space.at_pivot[z, w, p] = level
            space.forks[level, z, p, w >> 6] |= ONE << np.uint64(w & 63)


@compiled
def sort_by_centrality(space: QuadRoom, size: int) -> None:
    """Fill `central`."""
    for p in range(size):
        total = 0
        for x in range(size):
            total += space.at_pivot[x, x, p]
        entry = total << 10 | p
        at = p
        while at and space.central[at - 1] > entry:
            space.central[at] = space.central[at - 1]
            at -= 1
        space.central[at] = entry
    for i in range(size):
        space.central[i] &= 1023


def longer(pairs: PairRoom, triples: TripleRoom, space: QuadRoom, goal: int, moves: int) -> bool:
    """Whether a quadruple takes more than so many moves (to the colour `goal`, if that is not −1);
    `far` is the first that does. If it takes too long to tell, no."""
    space.at[PAIR] = 0
    return list_longer(pairs, triples, space, goal, moves, space.far, EVER) > 0


@compiled
def list_longer(
    pairs: PairRoom,
    triples: TripleRoom,
    space: QuadRoom,
    goal: int,
    moves: int,
    out: Ints,
    budget: int,
) -> int:
    """Go on putting quadruples that take more than so many moves (to the colour `goal`, if that is
    not −1) into `out` (most, 4), until there are no more, it is full, or so many steps are spent;
    how many it has got. If it takes too long to tell, there are no more."""
    size, at = space.at[SIZE], space.at
    words, row, number, stop = (size + 63) >> 6, space.row, 0, at[SPENT] + budget
    while at[PAIR] < size * size and at[SPENT] < stop:
        z, y = at[PAIR] // size, at[PAIR] % size
        at[PAIR] += 1
        for x in range(y if y < z else 0):
            if not separate(pairs, space, goal, moves, x, y, z, words):
                continue
            for i in range(z >> 6, words):
                while row[i]:
                    w = (i << 6) + lowest(row[i])
                    row[i] &= row[i] - ONE
                    if not joined(pairs, triples, space, x, y, z, w, goal, moves):
                        out[number, 0], out[number, 1] = x, y
                        out[number, 2], out[number, 3] = z, w
                        number += 1
                        if number == len(out):
                            return number
    return number


@compiled
def separate(
    pairs: PairRoom, space: QuadRoom, goal: int, moves: int, x: int, y: int, z: int, words: int
) -> bool:
    """Leave in `row` what is greater than x < y < z and is not seen to be joined to them by `moves`
    moves, two pairs at a pivot; whether there is any."""
    row, start = space.row, z >> 6
    for i in range(start, words):
        row[i] = pairs.everything[i]
    row[start] &= ~((ONE << np.uint64(z & 63)) - ONE)
    row[start] &= ~(ONE << np.uint64(z & 63))
    for k in range(space.at[SIZE]):
        p = space.central[k]
        if goal >= 0 and pairs.colour[p] != goal:
            continue
        some = np.uint64(0)
        for i in range(start, words):
            some |= row[i]
        if not some:
            space.at[SPENT] += k
            return False
        left = moves - space.at_pivot[x, y, p]
        if left > 0:
            for i in range(start, words):
                row[i] &= ~space.forks[left, z, p, i]
        left = moves - space.at_pivot[x, z, p]
        if left > 0:
            for i in range(start, words):
                row[i] &= ~space.forks[left, y, p, i]
        left = moves - space.at_pivot[y, z, p]
        if left > 0:
            for i in range(start, words):
                row[i] &= ~space.forks[left, x, p, i]
    space.at[SPENT] += 4 * space.at[SIZE]
    return True


@compiled
def joined(
    pairs: PairRoom,
    triples: TripleRoom,
    space: QuadRoom,
    x: int,
    y: int,
    z: int,
    w: int,
    c: int,
    moves: int,
) -> bool:
    """Whether so many moves join the four in colour c."""
    answer = known(pairs, triples, space, 0, x, y, z, w, c, moves)
    depth = 0 if answer == UNKNOWN else -1
    while depth >= 0:
        question = space.questions[depth]
        answer = NO
        if question[PLACE] < 4:
            answer = by_path(pairs, triples, space, depth)
        if answer == NO:
            answer = by_stretch(pairs, triples, space, depth)
        if answer == UNKNOWN:
            depth += 1
            continue
        slot = question[SLOT]
        if answer == YES:
            space.at_most[slot] = min(space.at_most[slot], question[MOVES])
        else:
            space.more_than[slot] = max(space.more_than[slot], question[MOVES] + 1)
        depth -= 1
    return answer == YES


@compiled
def known(
    pairs: PairRoom,
    triples: TripleRoom,
    space: QuadRoom,
    depth: int,
    x: int,
    y: int,
    z: int,
    w: int,
    c: int,
    moves: int,
) -> int:
    """Whether so many moves join the four in colour c, if that can be told at once. If it is
    UNKNOWN, it is the next question, at this depth."""
    x, y = min(x, y), max(x, y)
    z, w = min(z, w), max(z, w)
    x, z = min(x, z), max(x, z)
    y, w = min(y, w), max(y, w)
    y, z = min(y, z), max(y, z)
    least, at_pivot, colour = space.least, space.at_pivot, pairs.colour
    if x == y or y == z or z == w:
        if x == y:
            y = z
        if z != w:
            z = w
        late = least[x, y, z]
        if c >= 0 and not holds(triples.direct[c, x, y, z >> 6], z):
            late += 1
        return YES if late <= moves else NO
    late = max(max(least[x, y, z], least[x, y, w]), max(least[x, z, w], least[y, z, w]))
    if late > moves:
        return NO
    if c >= 0:
        if colour[x] == c:
            late = max(late, max(max(at_pivot[y, z, x], at_pivot[y, w, x]), at_pivot[z, w, x]))
        if colour[y] == c:
            late = max(late, max(max(at_pivot[x, z, y], at_pivot[x, w, y]), at_pivot[z, w, y]))
        if colour[z] == c:
            late = max(late, max(max(at_pivot[x, y, z], at_pivot[x, w, z]), at_pivot[y, w, z]))
        if colour[w] == c:
            late = max(late, max(max(at_pivot[x, y, w], at_pivot[x, z, w]), at_pivot[y, z, w]))
        if late > moves:
            return NO
    slot = find(space, (((c + 1) << 8 | x) << 8 | y) << 16 | z << 8 | w)
    if space.more_than[slot] > moves:
        return NO
    if space.at_most[slot] <= moves:
        return YES
    if (
        space.at[ASKED] > ANSWERS // 2
        or space.at[SPENT] > PATIENCE
        or by_pairs(pairs, space, x, y, z, w, c, moves)
    ):
        space.at_most[slot] = moves
        return YES
    question = space.questions[depth]
    question[X], question[Y], question[Z], question[W] = x, y, z, w
    question[COLOUR], question[MOVES], question[SLOT] = c, moves, slot
    question[PLACE] = question[STEP] = 0
    return UNKNOWN


@compiled
def find(space: QuadRoom, question: int) -> int:
    """Where the answer to a question is, or is to be."""
    key = space.at[ROUND] << 40 | question
    slot = (question * 0x9E3779 >> 22) & (ANSWERS - 1)
    while space.asked[slot] >> 40 == space.at[ROUND]:
        if space.asked[slot] == key:
            return int(slot)
        slot = (slot + 1) & (ANSWERS - 1)
    space.at[ASKED] += 1
    space.asked[slot] = key
    space.more_than[slot], space.at_most[slot] = 0, LATER
    return int(slot)


@compiled
def by_pairs(
    pairs: PairRoom, space: QuadRoom, x: int, y: int, z: int, w: int, c: int, moves: int
) -> bool:
    """Whether so many moves join two pairs of the four at a pivot."""
    at_pivot = space.at_pivot
    start, stop = pivots(pairs, space, c)
    for p in range(start, stop):
        if (
            at_pivot[x, y, p] + at_pivot[z, w, p] <= moves
            or at_pivot[x, z, p] + at_pivot[y, w, p] <= moves
            or at_pivot[x, w, p] + at_pivot[y, z, p] <= moves
        ):
            space.at[SPENT] += 3 * (p - start)
            return True
    space.at[SPENT] += 3 * (stop - start)
    return False


@compiled
def pivots(pairs: PairRoom, space: QuadRoom, c: int) -> tuple[int, int]:
    """The first component of colour c, or of ANY, and the one after the last."""
    if c < 0:
        return 0, int(space.at[SIZE])
    return int(pairs.first[c]), int(pairs.first[c + 1])


@compiled
def by_path(pairs: PairRoom, triples: TripleRoom, space: QuadRoom, depth: int) -> int:
    """Whether the question is answered by joining a path from one of the four to the others at a
    pivot."""
    question, at_pivot = space.questions[depth], space.at_pivot
    x, y, z, w = question[X], question[Y], question[Z], question[W]
    start, stop = pivots(pairs, space, question[COLOUR])
    place, step = question[PLACE], question[STEP]
    for turn in range(4):
        x, y, z, w = y, z, w, x
        if turn < place:
            continue
        for p in range(max(start, step), stop):
            left = question[MOVES] - at_pivot[w, w, p]
            if (
                left <= 0
                or left == question[MOVES]
                or at_pivot[x, y, p] > left
                or at_pivot[x, z, p] > left
                or at_pivot[y, z, p] > left
            ):
                continue
            answer = known(pairs, triples, space, depth + 1, x, y, z, p, pairs.colour[p], left)
            if answer == UNKNOWN:
                question[PLACE], question[STEP] = turn, p
            if answer != NO:
                return answer
        step = 0
        space.at[SPENT] += stop - start
    question[PLACE], question[STEP] = 4, 0
    return NO


@compiled
def by_stretch(pairs: PairRoom, triples: TripleRoom, space: QuadRoom, depth: int) -> int:
    """Whether the question is answered by recolouring a single stretch."""
    question, beside = space.questions[depth], space.beside
    x, y, z, w = question[X], question[Y], question[Z], question[W]
    for c in range(question[PLACE] - 4, len(pairs.own)):
        if question[COLOUR] == c or (
            question[COLOUR] == ANY
            and (
                c == pairs.colour[x]
                or c == pairs.colour[y]
                or c == pairs.colour[z]
                or c == pairs.colour[w]
            )
        ):
            xs = 1 + (beside[x, 0] if pairs.colour[x] == c else 0)
            ys = 1 + (beside[y, 0] if pairs.colour[y] == c else 0)
            zs = 1 + (beside[z, 0] if pairs.colour[z] == c else 0)
            ws = 1 + (beside[w, 0] if pairs.colour[w] == c else 0)
            ways = xs * ys * zs * ws
            # The first way replaces nothing: in any colour that is the question itself.
            for way in range(max(question[STEP], int(question[COLOUR] == ANY)), ways):
                i, rest = way % xs, way // xs
                j, rest = rest % ys, rest // ys
                k, h = rest % zs, rest // zs
                answer = known(
                    pairs,
                    triples,
                    space,
                    depth + 1,
                    beside[x, i] if i else x,
                    beside[y, j] if j else y,
                    beside[z, k] if k else z,
                    beside[w, h] if h else w,
                    ANY,
                    question[MOVES] - 1,
                )
                if answer == UNKNOWN:
                    question[PLACE], question[STEP] = 4 + c, way
                if answer != NO:
                    return answer
            space.at[SPENT] += 10 * ways
        question[STEP] = 0
    return NO
