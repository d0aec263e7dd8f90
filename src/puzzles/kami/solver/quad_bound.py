"""The quadruple bound: quadruples of components that need more moves than are left.

There are too many quadruples to compute the value of each. But the question is only if one takes
more than k moves. Joining two pairs at a pivot, a component of the final colour, shows for nearly
all that they do not, by whole rows of bits; `set_bound` is asked about the few that are left.
"""

from __future__ import annotations

import numpy as np

from puzzles.kami.solver.position import EVER, ONE, Ints
from puzzles.kami.solver.set_bound import go_on, known
from puzzles.kami.solver.set_room import (
    ASKED,
    DEPTH,
    NO,
    PAIR,
    SIZE,
    SPENT,
    STEPS_PER_WORD,
    UNKNOWN,
    SetRoom,
    forget,
)
from puzzles.running.kernels import compiled, lowest

PATIENCE = 60_000_000  # word operations, some 0.1 s, for all questions about a position


def longer(space: SetRoom, goal: int, moves: int) -> bool:
    """Return True if a quadruple takes more than so many moves (to the colour `goal`, if that is
    not −1); `far` is the first that does. If it takes too long to tell, no."""
    space.at[PAIR] = 0
    return list_longer(space, goal, moves, space.far, EVER) > 0


@compiled
def list_longer(
    space: SetRoom,
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
            if not separate(space, goal, moves, x, y, z, words):
                continue
            for i in range(z >> 6, words):
                while row[i]:
                    w = (i << 6) + lowest(row[i])
                    row[i] &= row[i] - ONE
                    if not joined(space, x, y, z, w, goal, moves):
                        out[number, 0], out[number, 1] = x, y
                        out[number, 2], out[number, 3] = z, w
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
    for k in range(space.at[SIZE]):
        p = space.central[k]
        if goal >= 0 and space.pairs.colour[p] != goal:
            continue
        some = np.uint64(0)
        for i in range(start, words):
            some |= row[i]
        if not some:
            space.at[SPENT] += k
            return False
        left = moves - int(space.at_pivot[x, y, p])
        if left > 0:
            for i in range(start, words):
                row[i] &= ~space.forks[left, z, p, i]
        left = moves - int(space.at_pivot[x, z, p])
        if left > 0:
            for i in range(start, words):
                row[i] &= ~space.forks[left, y, p, i]
        left = moves - int(space.at_pivot[y, z, p])
        if left > 0:
            for i in range(start, words):
                row[i] &= ~space.forks[left, x, p, i]
    space.at[SPENT] += 4 * space.at[SIZE]
    return True


@compiled
def joined(space: SetRoom, x: int, y: int, z: int, w: int, c: int, moves: int) -> bool:
    """Return True if so many moves join the four in colour c; yes, if it takes too long to tell."""
    at, member = space.at, space.member
    if at[ASKED] > len(space.asked) // 2:
        forget(space)
    member[0], member[1], member[2], member[3] = x, y, z, w
    answer = known(space, 0, 4, c, moves)
    if answer == UNKNOWN:
        at[DEPTH] = 0
        budget = STEPS_PER_WORD * max(0, PATIENCE - at[SPENT])
        answer, left = go_on(space, budget)
        at[SPENT] += (budget - left) // STEPS_PER_WORD
        at[DEPTH] = -1
    return answer != NO
