"""Working memory for questions about sets of components, and the tables that they rest on."""

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.kami.solver.pair_bound import PairTables
from puzzles.kami.solver.position import ONE, Ints, Words, bits
from puzzles.kami.solver.triple_bound import TripleTables
from puzzles.running.kernels import compiled, zeros

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
    in_any_colour: Annotated[Bytes, "n n n"]  # moves that join three
    # [x, y, p]: moves that join x and y to p in p's colour.
    at_pivot: Annotated[Bytes, "n n n"]
    # [v, z, p]: joined with z to p in p's colour, up to v.
    partners: Annotated[Words, "levels n n W"]
    # [z, w]: a row for each number of moves, of the pivots that z and w are joined to.
    pivots: Annotated[Words, "n n levels_W"]
    part_pivots: Annotated[Words, "parts levels_W"]  # scratch: the same for parts of a set
    pivots_left: Annotated[Words, "depths W"]  # still to be tried
    neighbour_list: Annotated[Ints, "n around"]  # how many neighbours a component has, and which
    row: Annotated[Words, "W"]  # scratch
    far: Annotated[Ints, "1 4"]  # the quadruple that takes more than were asked about last
    asked: Annotated[Words, "answers"]  # questions
    # The position that each was asked about.
    rounds: Annotated[npt.NDArray[np.uint32], "answers"]
    more_than: Annotated[Bytes, "answers"]  # moves that are not enough
    at_most: Annotated[Bytes, "answers"]  # moves that are
    members: Annotated[Ints, "depths and_one"]  # the set that is asked about
    stretch: Annotated[Ints, "depths members"]  # one that may join the set
    # The neighbour that replaces each; 0 is none.
    replacement: Annotated[Ints, "depths members"]
    half_bounds: Annotated[Ints, "depths parts"]  # moves that join a part to a pivot, at least
    question: Annotated[Ints, "depths 9"]  # `set_bound` says what it holds
    counters: Annotated[Ints, "4"]


def questions_of(
    pairs: PairTables, triples: TripleTables, levels: int, answers: int = ANSWERS
) -> SetQuestions:
    """Return memory for questions of up to `levels` moves; next to nothing if there is none for
    triples."""
    n, most = len(triples.pivots_so_far), MOST_MEMBERS
    sizes = {"n": n, "W": (n + 63) // 64, "around": n + 1, "levels": levels + 1, "answers": answers}
    sizes |= {"depths": levels + most, "members": most, "and_one": most + 1, "parts": 1 << most}
    sizes |= {"levels_W": (levels + 1) * sizes["W"]}
    return zeros(SetQuestions, {"pairs": pairs, "triples": triples}, **sizes)


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
        for w in range(z + 1):
            tabulate(sets, bound, most, z, w)


@compiled
def tabulate(sets: SetQuestions, bound: int, most: int, z: int, w: int) -> None:
    """Note what z and w are joined to, and w and z."""
    size, width, triples = sets.counters[SIZE], len(sets.row), sets.triples
    joined, at_pivot, pivots = sets.in_any_colour[z, w], sets.at_pivot[z, w], sets.pivots[z, w]
    for x in range(size):
        at_pivot[x] = bound + 1  # one move more than joining them is always enough
    for i in range((size + 63) >> 6):
        before = so_far = np.uint64(0)
        for level in range(most + 1):
            if level <= bound:
                for x in bits(i, triples.reached[level, z, w, i] & ~before):
                    joined[x] = level
                for p in bits(i, triples.pivots[level, z, w, i]):
                    at_pivot[p] = level
                before = triples.reached[level, z, w, i]
                so_far |= triples.pivots[level, z, w, i]
            else:
                so_far = sets.pairs.everything[i]
            pivots[level * width + i] = sets.pivots[w, z, level * width + i] = so_far
    for x in range(size):
        sets.in_any_colour[w, z, x] = joined[x]
        sets.at_pivot[w, z, x] = at_pivot[x]


@compiled
def prepare_quadruples(sets: SetQuestions, bound: int, most: int) -> None:
    """Get ready to list quadruples, too."""
    prepare(sets, bound, most)
    size = sets.counters[SIZE]
    words = (size + 63) >> 6
    for level in range(most + 1):
        for z in range(size):
            for p in range(size):
                for i in range(words):
                    before = sets.partners[level - 1, z, p, i] if level else np.uint64(0)
                    everything = sets.pairs.everything[i]
                    sets.partners[level, z, p, i] = before if level <= bound else everything
            for w in range(z + 1 if level <= bound else 0):
                for i in range(words):
                    for p in bits(i, sets.triples.pivots[level, z, w, i]):
                        sets.partners[level, z, p, w >> 6] |= ONE << np.uint64(w & 63)
                        sets.partners[level, w, p, z >> 6] |= ONE << np.uint64(z & 63)


@compiled
def forget(sets: SetQuestions) -> None:
    """Forget all answers: another position is asked about, or there are too many."""
    sets.counters[ROUND] += 1
    sets.counters[ASKED] = 0
