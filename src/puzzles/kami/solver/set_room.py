"""Working memory for questions about sets of components, and the tables that they rest on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.kami.solver.pair_bound import PairRoom
from puzzles.kami.solver.position import ONE, Ints, Words
from puzzles.kami.solver.triple_bound import MOST_COMPONENTS, TripleRoom
from puzzles.running.kernels import compiled, lowest

Bytes = npt.NDArray[np.uint8]

NO, YES, UNKNOWN = 0, 1, 2
ANY = -1  # colour
LEAVES = 7  # in a set, at most: the key of one more would not fit into a word
ANSWERS = 1 << 18  # that there is room for: a power of two
LATER = 255  # moves: never
STEPS_PER_WORD = 3  # cost of one word operation of the bounds that a set rests on

# What `SetRoom.at` holds: components of the position; positions asked about; different questions
# about this one; word operations; the next pair to list quadruples of; the depth of the question
# that is considered, −1 for none; the next set to judge, and its next colour.
SIZE, ROUND, ASKED, SPENT, PAIR, DEPTH, NEXT, NEXT_COLOUR = range(8)

# What a question holds: how many components, in what colour, moves, where its answer goes, and how
# far it has come.
COUNT, COLOUR, MOVES, SLOT, PLACE, STEP = range(6)

# Places: parts of the set; halves at pivots, then one against the rest; and stretches of colour
# PLACE − STRETCH.
PARTS, HALVES, PATHS, STRETCH = range(4)

Leaves = tuple[int, ...]  # a set of components, sorted


class SetRoom(NamedTuple):
    """Working memory for questions about sets; components have the pair bound's numbers."""

    pairs: PairRoom
    triples: TripleRoom
    least: Bytes  # (n, n, n): moves that join three in any colour
    at_pivot: Bytes  # (n, n, n): [x, y, p]: moves that join x and y to p in p's colour
    forks: Words  # (levels, n, n, W): [v, z, p]: what is joined with z to p in p's colour, up to v
    central: Ints  # (n,): all components, those first that others are joined to soon
    beside: Ints  # (n, n): how many neighbours a component has, and which
    row: Words  # (W,): scratch
    far: Ints  # (1, 4): the quadruple that takes more moves than were asked about last
    asked: Words  # (answers,): questions
    rounds: npt.NDArray[np.uint32]  # (answers,): the position that each was asked about
    more_than: Bytes  # (answers,): moves that are not enough
    at_most: Bytes  # (answers,): moves that are
    questions: Ints  # (depths, 6): those that wait for the answer to the next one
    members: Ints  # (depths, LEAVES + 1): their components
    choices: Ints  # (depths, LEAVES): which neighbour replaces each, from 1; 0 is none
    member: Ints  # (LEAVES + 1,): scratch: the set that is asked about next
    low: Ints  # (1 << LEAVES,): scratch: moves that some of a set need to be joined to a pivot
    at: Ints  # (8,)


def set_room(pairs: PairRoom, triples: TripleRoom, levels: int, answers: int = ANSWERS) -> SetRoom:
    """Room for questions of up to `levels` moves; next to nothing if there is no room for
    triples."""
    n = len(triples.known)

    def numbers(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    def moves(*shape: int) -> Bytes:
        return np.zeros(shape, np.uint8)

    room = SetRoom(
        pairs,
        triples,
        moves(n, n, n),
        moves(n, n, n),
        np.zeros((levels + 1, n, n, (n + 63) // 64), np.uint64),
        numbers(n),
        numbers(n, n + 1),
        np.zeros((n + 63) // 64, np.uint64),
        numbers(1, 4),
        np.zeros(answers, np.uint64),
        np.zeros(answers, np.uint32),
        moves(answers),
        moves(answers),
        numbers(levels + 2, 6),
        numbers(levels + 2, LEAVES + 1),
        numbers(levels + 2, LEAVES),
        numbers(LEAVES + 1),
        numbers(1 << LEAVES),
        numbers(8),
    )
    room.at[DEPTH] = -1
    return room


def set_room_bytes(n: int, levels: int, answers: int = ANSWERS) -> int:
    """Return the bytes of memory that the room takes, beside that of pairs and triples."""
    n = n if n <= MOST_COMPONENTS else 0
    return (2 * n + (levels + 1) * ((n + 63) // 64) * 8) * n * n + 14 * answers


@compiled
def prepare(space: SetRoom, bound: int, most: int) -> int:
    """Get ready for questions of up to `most` moves about the position that has this triple bound;
    the steps it took. Both rooms are as the bounds left them."""
    size, at = space.pairs.first[-1], space.at
    words = (size + 63) >> 6
    at[SIZE], at[SPENT] = size, 0
    forget(space)
    for z in range(size):
        list_neighbours(space, z, words)
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
    sort_by_centrality(space, size)
    work: int = 3 * size * size * size
    return work


@compiled
def list_neighbours(space: SetRoom, z: int, words: int) -> None:
    """Fill z's row of `beside`."""
    number = 0
    for i in range(words):
        word = space.pairs.near[z, i]
        while word:
            number += 1
            space.beside[z, number] = (i << 6) + lowest(word)
            word &= word - ONE
    space.beside[z, 0] = number


@compiled
def tabulate(space: SetRoom, level: int, z: int, w: int, words: int) -> None:
    """Note what z and w are joined to at a level."""
    for i in range(words):
        word = space.triples.reached[level, z, w, i]
        if level:
            word &= ~space.triples.reached[level - 1, z, w, i]
        while word:
            space.least[z, w, (i << 6) + lowest(word)] = level
            word &= word - ONE
        word = space.triples.pivots[level, z, w, i]
        while word:
            p = (i << 6) + lowest(word)
            word &= word - ONE
            space.at_pivot[z, w, p] = level
            space.forks[level, z, p, w >> 6] |= ONE << np.uint64(w & 63)


@compiled
def sort_by_centrality(space: SetRoom, size: int) -> None:
    """Fill `central`."""
    for p in range(size):
        total = 0
        for x in range(size):
            total += int(space.at_pivot[x, x, p])
        entry = total << 10 | p
        at = p
        while at and space.central[at - 1] > entry:
            space.central[at] = space.central[at - 1]
            at -= 1
        space.central[at] = entry
    for i in range(size):
        space.central[i] &= 1023


@compiled
def forget(space: SetRoom) -> None:
    """Forget all answers: another position is asked about, or there are too many."""
    space.at[ROUND] += 1
    space.at[ASKED] = 0
