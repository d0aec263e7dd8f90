"""Working memory for questions about sets of components, and the tables that they rest on."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.kami.solver.pair_bound import PairRoom
from puzzles.kami.solver.position import ONE, Ints, Words, bits
from puzzles.kami.solver.triple_bound import TripleRoom
from puzzles.running.kernels import compiled

Bytes = npt.NDArray[np.uint8]

NO, YES, UNKNOWN = 0, 1, 2
LEAVES = 7  # in a set, at most: the key of one more would not fit into a word
ANSWERS = 1 << 18  # that there is memory for: a power of two
LATER = 255  # moves: never
STEPS_PER_WORD = 3  # cost of one word operation of the bounds that a set rests on

# What `SetRoom.at` holds: components of the position; positions asked about; different questions
# about this one; steps that they took.
SIZE, ROUND, ASKED, SPENT = range(4)

# What `SetRoom.way` holds of a question: how many components, in what colour, moves, and where its
# answer goes. How far it has come: the part that is left out; the pivot and the half that are
# tried, and moves for that, 0 for none; the colour of a stretch, and how much of that is chosen.
COUNT, COLOUR, MOVES, SLOT, OUT, PIVOT, HALF, FEW, SHADE, PLACE = range(10)

Leaves = tuple[int, ...]  # a set of components, sorted


class SetRoom(NamedTuple):
    """Working memory for questions about sets; components have the pair bound's numbers.

    A question that rests on another has a depth one less than that.
    """

    pairs: PairRoom
    triples: TripleRoom
    least: Bytes  # (n, n, n): moves that join three in any colour
    at_pivot: Bytes  # (n, n, n): [x, y, p]: moves that join x and y to p in p's colour
    forks: Words  # (levels, n, n, W): [v, z, p]: what is joined with z to p in p's colour, up to v
    beside: Ints  # (n, n): how many neighbours a component has, and which
    row: Words  # (W,): scratch
    far: Ints  # (1, 4): the quadruple that takes more moves than were asked about last
    asked: Words  # (answers,): questions
    rounds: npt.NDArray[np.uint32]  # (answers,): the position that each was asked about
    more_than: Bytes  # (answers,): moves that are not enough
    at_most: Bytes  # (answers,): moves that are
    members: Ints  # (depths, LEAVES + 1): the set that is asked about
    chosen: Ints  # (depths, LEAVES): a stretch that may join it
    choice: Ints  # (depths, LEAVES): the neighbour that replaces each there, from 1; 0 is none
    low: Ints  # (depths, 1 << LEAVES): moves that some of it need to be joined to a pivot
    way: Ints  # (depths, 10): the question
    at: Ints  # (4,)


def set_room(pairs: PairRoom, triples: TripleRoom, levels: int, answers: int = ANSWERS) -> SetRoom:
    """Return memory for questions of up to `levels` moves; next to nothing if there is none for
    triples."""
    n, depths = len(triples.known), levels + LEAVES

    def numbers(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    def moves(*shape: int) -> Bytes:
        return np.zeros(shape, np.uint8)

    return SetRoom(
        pairs,
        triples,
        moves(n, n, n),
        moves(n, n, n),
        np.zeros((levels + 1, n, n, (n + 63) // 64), np.uint64),
        numbers(n, n + 1),
        np.zeros((n + 63) // 64, np.uint64),
        numbers(1, 4),
        np.zeros(answers, np.uint64),
        np.zeros(answers, np.uint32),
        moves(answers),
        moves(answers),
        numbers(depths, LEAVES + 1),
        numbers(depths, LEAVES),
        numbers(depths, LEAVES),
        numbers(depths, 1 << LEAVES),
        numbers(depths, 10),
        numbers(4),
    )


@compiled
def prepare(space: SetRoom, bound: int, most: int) -> None:
    """Get ready for questions of up to `most` moves about the position that has this triple bound,
    and begin to count the steps. Pairs and triples are as the bounds left them."""
    size, at = space.pairs.first[-1], space.at
    words = (size + 63) >> 6
    at[SIZE], at[SPENT] = size, 9 * size * size * size
    forget(space)
    for z in range(size):
        near = space.beside[z]
        near[0] = 0
        for i in range(words):
            for y in bits(i, space.pairs.near[z, i]):
                near[0] += 1
                near[near[0]] = y
        for w in range(size):
            for x in range(size):
                # One move more than joining them is always enough.
                space.at_pivot[z, w, x] = bound + 1
    for level in range(most + 1):
        for z in range(size):
            for p in range(size):
                for i in range(words):
                    before = space.forks[level - 1, z, p, i] if level else np.uint64(0)
                    space.forks[level, z, p, i] = (
                        before if level <= bound else space.pairs.everything[i]
                    )
            if level <= bound:
                for w in range(size):
                    tabulate(space, level, z, w, words)


@compiled
def tabulate(space: SetRoom, level: int, z: int, w: int, words: int) -> None:
    """Note what z and w are joined to at a level."""
    for i in range(words):
        word = space.triples.reached[level, z, w, i]
        if level:
            word &= ~space.triples.reached[level - 1, z, w, i]
        for x in bits(i, word):
            space.least[z, w, x] = level
        for p in bits(i, space.triples.pivots[level, z, w, i]):
            space.at_pivot[z, w, p] = level
            space.forks[level, z, p, w >> 6] |= ONE << np.uint64(w & 63)


@compiled
def forget(space: SetRoom) -> None:
    """Forget all answers: another position is asked about, or there are too many."""
    space.at[ROUND] += 1
    space.at[ASKED] = 0
