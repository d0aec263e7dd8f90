"""Bounds that are there at once, however many regions a connected board has.

A move lowers the radius by one at most: that is a lower bound. Each breadth-first search bounds the
eccentricities of all regions from below (Takes & Kosters, 2013), so a few find the least. A region
in the middle that takes, again and again, the colour that most regions around it have is a
solution.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from puzzles.grids.graph import Graph

SEARCHES = 30  # at most; without them all, the bound may be less than the radius


def radius_bound(graph: Graph) -> tuple[int, int]:
    """Return a lower bound on the radius of a connected graph, and a vertex in its middle."""
    least = np.zeros(graph.n, np.int64)  # that each eccentricity can be
    exact = np.full(graph.n, graph.n)  # eccentricities, where they are known
    for _ in range(SEARCHES):
        v = int(least.argmin())
        if exact[v] == least[v]:
            break
        away = graph.distances(v)
        exact[v] = away.max()
        least = np.maximum(least, np.maximum(away, exact[v] - away))
    return int(least.min()), int(exact.argmin())


def grown_line(graph: Graph, colours: Sequence[int], middle: int) -> list[tuple[int, int]]:
    """Return a solution of a connected graph: the colours that one region takes."""
    line: list[tuple[int, int]] = []
    inside, rim = {middle}, set(graph.neighbours[middle])
    while rim:
        [(colour, _)] = Counter(colours[v] for v in rim).most_common(1)
        taken = {v for v in rim if colours[v] == colour}
        inside |= taken
        rim |= {w for v in taken for w in graph.neighbours[v]}
        rim -= inside
        line.append((middle, colour))
    return line
