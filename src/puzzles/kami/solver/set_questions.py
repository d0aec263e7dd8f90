"""Working memory for questions about sets of components, and the tables that they rest on."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.kami.solver.pair_bound import PairTables
from puzzles.kami.solver.position import ONE, Ints, Words, bits
from puzzles.kami.solver.triple_bound import TripleTables
from puzzles.running.kernels import compiled

Bytes = npt.NDArray[np.uint8]

MOST_MEMBERS = 7  # in a set, at most: the key of one more would not fit into a word
ANSWERS = 1 << 18  # that there is memory for: a power of two
STEPS_PER_WORD = 3  # cost of one word operation of the bounds that a set rests on

# What `SetQuestions.counters` holds: components of the position; positions asked about; different
# questions about this one; steps that they took.
SIZE, ROUND, ASKED, SPENT = range(4)

Members = tuple[int, ...]  # a set of components, sorted


class SetQuestions(NamedTuple):
    """Working memory for questions about sets; components have the pair bound's numbers.

    A question that rests on another has a depth one less than that.
    """

    pairs: PairTables
    triples: TripleTables
    in_any_colour: Bytes  # (n, n, n): moves that join three
    at_pivot: Bytes  # (n, n, n): [x, y, p]: moves that join x and y to p in p's colour
    partners: Words  # (levels, n, n, W): [v, z, p]: joined with z to p in p's colour, up to v
    neighbour_list: Ints  # (n, n): how many neighbours a component has, and which
    row: Words  # (W,): scratch
    far: Ints  # (1, 4): the quadruple that takes more moves than were asked about last
    asked: Words  # (answers,): questions
    rounds: npt.NDArray[np.uint32]  # (answers,): the position that each was asked about
    more_than: Bytes  # (answers,): moves that are not enough
    at_most: Bytes  # (answers,): moves that are
    members: Ints  # (depths, MOST_MEMBERS + 1): the set that is asked about
    stretch: Ints  # (depths, MOST_MEMBERS): one that may join the set
    replacement: Ints  # (depths, MOST_MEMBERS): the neighbour that replaces each; 0 is none
    half_bounds: Ints  # (depths, 1 << MOST_MEMBERS): moves that join a part to a pivot, at least
    question: Ints  # (depths, 10): `set_bound` says what it holds
    counters: Ints  # (4,)


def questions_of(
    pairs: PairTables, triples: TripleTables, levels: int, answers: int = ANSWERS
) -> SetQuestions:
    """Return memory for questions of up to `levels` moves; next to nothing if there is none for
    triples."""
    n, depths = len(triples.pivots_so_far), levels + MOST_MEMBERS

    def numbers(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    def moves(*shape: int) -> Bytes:
        return np.zeros(shape, np.uint8)

    return SetQuestions(
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
        numbers(depths, MOST_MEMBERS + 1),
        numbers(depths, MOST_MEMBERS),
        numbers(depths, MOST_MEMBERS),
        numbers(depths, 1 << MOST_MEMBERS),
        numbers(depths, 10),
        numbers(4),
    )


@compiled
def prepare(sets: SetQuestions, bound: int, most: int) -> None:
    """Get ready for questions of up to `most` moves about the position that has this triple bound,
    and begin to count the steps. Pairs and triples are as the bounds left them."""
    size, counters = sets.pairs.first[-1], sets.counters
    words = (size + 63) >> 6
    counters[SIZE], counters[SPENT] = size, 9 * size * size * size
    forget(sets)
    for z in range(size):
        near = sets.neighbour_list[z]
        near[0] = 0
        for i in range(words):
            for y in bits(i, sets.pairs.near[z, i]):
                near[0] += 1
                near[near[0]] = y
        for w in range(size):
            for x in range(size):
                # One move more than joining them is always enough.
                sets.at_pivot[z, w, x] = bound + 1
    for level in range(most + 1):
        for z in range(size):
            for p in range(size):
                for i in range(words):
                    before = sets.partners[level - 1, z, p, i] if level else np.uint64(0)
                    upto = before if level <= bound else sets.pairs.everything[i]
                    sets.partners[level, z, p, i] = upto
            if level <= bound:
                for w in range(size):
                    tabulate(sets, level, z, w, words)


@compiled
def tabulate(sets: SetQuestions, level: int, z: int, w: int, words: int) -> None:
    """Note what z and w are joined to at a level."""
    for i in range(words):
        word = sets.triples.reached[level, z, w, i]
        if level:
            word &= ~sets.triples.reached[level - 1, z, w, i]
        for x in bits(i, word):
            sets.in_any_colour[z, w, x] = level
        for p in bits(i, sets.triples.pivots[level, z, w, i]):
            sets.at_pivot[z, w, p] = level
            sets.partners[level, z, p, w >> 6] |= ONE << np.uint64(w & 63)


@compiled
def forget(sets: SetQuestions) -> None:
    """Forget all answers: another position is asked about, or there are too many."""
    sets.counters[ROUND] += 1
    sets.counters[ASKED] = 0
