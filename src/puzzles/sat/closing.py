"""The loop that lines close, seen fast: a search asks after each of its steps."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled, quick

Flags = npt.NDArray[np.int8]
Lines = tuple[Ints, Ints, Ints, Ints, Ints]  # the ends of each place, and scratch for each point
NONE = -1  # no point


class Closing:
    """Places that lead from one point to another, each by its two `ends`."""

    def __init__(self, ends: Mapping[int, tuple[int, int]]) -> None:
        points = np.full((2, max(ends, default=NONE) + 1), NONE, np.int32)
        points[:, [*ends]] = np.array([*ends.values()], np.int32).reshape(-1, 2).T
        scratch = np.zeros((3, points.max(initial=NONE) + 1), np.int32)
        self.lines: Lines = tuple(map(quick, (*points, *scratch)))

    def loop(self, values: Flags) -> list[int] | None:
        """The places of one loop that those whose value is 1 close, none if they close none; None
        if there are no such places."""
        length = closed(values, self.lines)
        return None if length < 0 else [int(place) for place in self.lines[-1][:length]]


@compiled
def closed(values: Flags, lines: Lines) -> int:
    """Find a loop that places whose value is 1 close, and put its places in `loop`. Return how many
    they are, 0 if there is none, −1 if there are no such places. Of each point, `up` is the next on
    the way to the root of its tree, and `way` the place between."""
    one, other, up, way, loop = lines
    for point in range(len(up)):
        up[point] = NONE
    found = NONE
    for place in range(len(one)):
        if values[place] > 0 and one[place] >= 0:
            found = 0
            # One end becomes the root of its tree.
            point, before, link = one[place], NONE, NONE
            while point >= 0:
                after, own = up[point], way[point]
                up[point], way[point] = before, link
                before, link, point = point, own, after
            point, length = other[place], 0
            while up[point] >= 0:
                loop[length] = way[point]
                length += 1
                point = up[point]
            if point == one[place]:
                loop[length] = place
                return length + 1
            up[one[place]], way[one[place]] = other[place], place
    return found
