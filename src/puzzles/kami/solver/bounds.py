"""The cheap lower bounds on the moves a position of one connected part needs.

**Colours.** A move removes at most one colour, so colours − 1, or, where the final colour is
demanded (the *goal*; −1 for none), the number of other colours.

**Radius.** A move lowers the radius of the region graph by at most one.

Neither overestimates, nor does the strong one, in `pair_bound`.
"""

from __future__ import annotations

import numpy as np

from puzzles.kami.solver.position import ONE, Ints, Positions
from puzzles.running.kernels import compiled, lowest


@compiled
def colour_bound(room: Positions, slot: int, counts: Ints, goal: int) -> int:
    """The colour bound; fills `counts` with the number of components of each colour."""
    for colour in range(len(counts)):
        counts[colour] = 0
    for i in range(room.alive.shape[1]):
        word = room.alive[slot, i]
        while word:
            counts[room.colour[slot, (i << 6) + lowest(word)]] += 1
            word &= word - ONE
    present = 0
    for colour in range(len(counts)):
        if counts[colour] and colour != goal:
            present += 1
    return present if goal >= 0 else present - 1


@compiled
def radius_bound(room: Positions, slot: int) -> int:
    """The radius; fills `room.eccentricity`, each component's distance from the furthest other."""
    near, alive = room.near[slot], room.alive[slot]
    words = len(alive)
    seen, front, ahead = room.rows[0], room.rows[1], room.rows[2]
    radius = len(near)
    for i in range(words):
        left = alive[i]
        while left:
            v = (i << 6) + lowest(left)
            left &= left - ONE
            for j in range(words):
                front[j] = 0
            front[i] = ONE << np.uint64(v & 63)
            for j in range(words):
                seen[j] = front[j]
            steps = -1
            more = True
            while more:
                steps += 1
                for j in range(words):
                    ahead[j] = 0
                for j in range(words):
                    word = front[j]
                    while word:
                        w = (j << 6) + lowest(word)
                        word &= word - ONE
                        for k in range(words):
                            ahead[k] |= near[w, k]
                more = False
                for j in range(words):
                    front[j] = ahead[j] & ~seen[j]
                    seen[j] |= ahead[j]
                    if front[j]:
                        more = True
            room.eccentricity[v] = steps
            radius = min(radius, steps)
    return radius
