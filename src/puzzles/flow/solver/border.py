"""What lies on the border of what a sweep has not processed.

On a board drawn without crossings this is a disc, bounded by the line that the sweep has reached
and by the rim of the board. Ends of strands lie on the one, some dots on the other. From a dot
further inside a *ray* leads straight to the border, if that is near; whatever path passes between
the two has a vertex on the ray, so only as many can as it has vertices. That is the dot's *gap*, 0
on the rim.

Rays lead to the nearest side, so no two cross: of two that did, one would not lead to the nearest.
Each passes its vertices on the side of smaller coordinates, the longer it is the further off.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Floats, Numbers
from puzzles.flow.solver.state import MOST_COLOURS
from puzzles.flow.solver.sweep import Sweep
from puzzles.running.kernels import compiled

# Vertices on a ray, at most: the more there are, the less it tells. With 2 or 3 there are 4 % fewer
# states, and a count takes longer.
FAR = 1
# The sides, in their order along the border: the line that is reached, then of the rim the greatest
# minor coordinate, the greatest major one, and the least minor one.
REACHED, MOST, LAST, LEAST = range(4)
LONG = 1e6  # longer than any side


class Dots(NamedTuple):
    """Where d dots that are ahead of a sweep are on the border."""

    vertex: Numbers  # (d,)
    box: Floats  # (4,): the coordinates of the sides; first of the one where the sweep begins
    place: Floats  # (d,): how far along the border, infinite if not on it
    gap: Numbers  # (d,)
    rank: Numbers  # (d,): the dots by their place


def dots(sweep: Sweep) -> Dots:
    """The dots ahead of a sweep, not placed."""
    vertex = np.flatnonzero((sweep.dot >= 0) & (sweep.dot < MOST_COLOURS))
    major, minor = sweep.major, sweep.minor
    box = [
        major.min(initial=np.inf),
        minor.max(initial=-np.inf),
        major.max(initial=-np.inf),
        minor.min(initial=np.inf),
    ]
    return Dots(
        vertex,
        np.array(box),
        np.full(len(vertex), np.inf),
        np.zeros(len(vertex), np.int64),
        np.arange(len(vertex)),
    )


@compiled
def is_square(sweep: Sweep) -> bool:
    """Whether edges join neighbours among squares, so that a ray crosses none between vertices."""
    for v in range(len(sweep.order)):
        down, right = sweep.major[v] - sweep.major[0], sweep.minor[v] - sweep.minor[0]
        if down != np.floor(down) or right != np.floor(right):
            return False
        for i in range(sweep.indptr[v], sweep.indptr[v + 1]):
            w = sweep.indices[i]
            if abs(sweep.major[v] - sweep.major[w]) + abs(sweep.minor[v] - sweep.minor[w]) != 1:
                return False
    return True


@compiled
def put(sweep: Sweep, t: int, ahead: Dots, square: bool) -> bool:
    """Put the dots ahead where they are after step t, with rays on squares only; whether all are
    where they were."""
    same, rank = True, ahead.rank
    for k in range(len(ahead.vertex)):
        told, gap = placed(sweep, t, ahead.vertex[k], ahead.box, square)
        same &= ahead.place[k] == told and ahead.gap[k] == gap
        ahead.place[k], ahead.gap[k] = told, gap
    for i in range(1, len(rank)):
        k = rank[i]
        while i and ahead.place[rank[i - 1]] > ahead.place[k]:
            rank[i] = rank[i - 1]
            i -= 1
        rank[i] = k
    return same


@compiled
def placed(sweep: Sweep, t: int, v: int, box: Floats, square: bool) -> tuple[float, int]:
    """Where a dot is on the border after step t, or its ray ends, and the gap between."""
    here, y, x = sweep.order[t], sweep.major[v], sweep.minor[v]
    if sweep.seen[v] <= t:
        return np.inf, 0
    far, side = FAR + 1.0, -1
    if y == box[REACHED]:
        far, side = 0.0, REACHED
    elif x == box[MOST]:
        far, side = 0.0, MOST
    elif y == box[LAST]:
        far, side = 0.0, LAST
    elif x == box[LEAST]:
        far, side = 0.0, LEAST
    elif square:
        # To the sides first: what is reached of a line may be one vertex nearer there.
        down = y - sweep.major[here]
        if down > 0 and box[MOST] - x < far:
            far, side = box[MOST] - x, MOST
        if down > 0 and x - box[LEAST] < far:
            far, side = x - box[LEAST], LEAST
        down -= x <= sweep.minor[here]
        if 0 < down < far:
            far, side = down, REACHED
        if box[LAST] - y < far:
            far, side = box[LAST] - y, LAST
    if side < 0:
        return np.inf, 0
    along = x if side in (REACHED, LAST) else y
    along -= far / (FAR + 1)
    return side * LONG + (along if side in (REACHED, MOST) else -along), int(far)
