"""Prunes states whose pipes would have to cross.

On a flat board of squares all that is not processed lies in a disc. On its border are the frontier
and, from its end on, the dots on the rim of the board that are ahead. Two paths inside whose ends
alternate on the border cross. Of two colours with both ends there this tells if they cross an odd
number of times. A strand without colour that one of the two uses can change that, if it leads past
an end of the other. docs/flow-solver.md (Lemma 6) has the proof.
"""

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Floats, Numbers, Problem
from puzzles.flow.solver.layers import Row, label
from puzzles.running.kernels import compiled

NO_MORE = 1 << 30
MOST_COLOURS = 62  # sets of colours are words; of others nothing is told


class Crossings(NamedTuple):
    """What is on the border of what is not processed, and memory to find crossings."""

    across: Numbers  # (n,): the vertices by their minor coordinate; none if the board is not flat
    rim: Numbers  # (d,): the dots on the rim, in the order in which the border comes to them
    paired: int  # the set of colours with two dots
    # (slots + d + 1,): what is on the border after a step: slots, and −1 less the colours of dots
    # ahead; NO_MORE after the last
    border: Numbers
    chords: Numbers  # (MOST_COLOURS,): the colours with both ends on the border
    crossed: Numbers  # (MOST_COLOURS,): the set of colours that each crosses an odd number of times
    before: Numbers  # (slots,): the set of colours with one of their ends before a slot


def new_crossings(problem: Problem, major: Floats, minor: Floats, slots: int) -> Crossings:
    """Return what a sweep along `major` needs."""
    dot, across, rim = problem.dot, np.argsort(minor, kind="stable"), np.empty(0, np.int64)
    if not is_flat(problem):
        across = across[:0]
    else:
        top, right, bottom, left = major.min(), minor.max(), major.max(), minor.min()
        first = (major == top) | (minor == right)
        on_rim = first | (major == bottom) | (minor == left)
        # Along the first two sides the sum of the coordinates grows; along the others it falls.
        along = np.where(first, major + minor, 3 * (bottom + right) - major - minor)
        rim = np.flatnonzero(on_rim & (dot >= 0) & (dot < MOST_COLOURS))
        rim = rim[np.argsort(along[rim])]
    dots = np.bincount(dot[dot >= 0])[:MOST_COLOURS]
    paired = sum(1 << colour for colour in np.flatnonzero(dots == 2).tolist())
    border, before = np.empty(slots + len(rim) + 1, np.int64), np.empty(slots, np.int64)
    chords, crossed = np.empty((2, MOST_COLOURS), np.int64)
    return Crossings(across, rim, paired, border, chords, crossed, before)


def is_flat(problem: Problem) -> bool:
    """Say if all edges join neighbours among squares, no two of which are at one place."""
    place, (u, v) = problem.place - problem.place[:1], problem.graph.edges.T
    steps = np.abs(place[u] - place[v]).sum(axis=1)
    squares = bool((place == np.rint(place)).all() and (steps == 1).all())
    return squares and len(set(map(tuple, place.tolist()))) == problem.n


@compiled
def uncrossed(crossings: Crossings, row: Row, slots: int) -> bool:
    """Say if no two colours are seen to cross whatever strands without colour they use."""
    chords, crossed, before = crossings.chords, crossings.crossed, crossings.before
    count = met = odd = there = 0
    k = 0
    while crossings.border[k] != NO_MORE:
        s = crossings.border[k]
        k += 1
        c = -1 - s
        if s >= 0:
            before[s] = odd
            c = label(row, s) - slots - 1
        if c < 0 or c >= MOST_COLOURS or crossings.paired >> c & 1 == 0:
            continue
        if met >> c & 1:
            crossed[c] ^= odd
            chords[count] = c
            count, there = count + 1, there | 1 << c
        else:
            crossed[c] = odd | 1 << c
            met |= 1 << c
        odd ^= 1 << c
    crossing = 0
    for k in range(count):
        crossing |= crossed[chords[k]] & there
    if crossing == 0:
        return True
    for s in range(slots):
        mate = label(row, s) - 1
        if s < mate < slots:
            crossing &= ~(before[s] ^ before[mate])
    for k in range(count):
        if crossing >> chords[k] & 1 and crossed[chords[k]] & crossing:
            return False
    return True
