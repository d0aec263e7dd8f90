"""Whether lines close a loop, seen fast: a search asks after each of its steps."""

from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled


@compiled
def closes(points: Ints, values: Ints, above: Ints) -> bool:
    """Say if places whose value is 1 close a loop, or if that of all is -1. `points` are the two
    points of each place; `above` is room for a number a point."""
    able = False
    for point in range(len(above)):
        above[point] = point
    for place in range(len(points)):
        able |= values[place] >= 0
        if values[place] > 0:
            a, b = points[place]
            while above[a] != a:
                a = above[a]
            while above[b] != b:
                b = above[b]
            if a == b:
                return True
            above[a] = b
    return not able
