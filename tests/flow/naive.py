"""Flow by plain enumeration: all paths of each colour, then all compatible combinations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from puzzles.flow.rules.problem import Path, Problem, Solution, touches_itself
from puzzles.grids.graph import Graph

Edges = frozenset[tuple[int, int]]


def edges(solution: Solution) -> Edges:
    """A solution as the set of its edges."""
    return frozenset((min(a, b), max(a, b)) for path in solution for a, b in pairwise(path))


def solutions(problem: Problem) -> dict[Edges, Solution]:
    """All solutions, by their edges."""
    return {edges(solution): solution for solution in _combinations(problem, 0, frozenset())}


def untouching(graph: Graph, every: dict[Edges, Solution]) -> dict[Edges, Solution]:
    """Those solutions in which no path touches itself."""
    return {
        key: solution
        for key, solution in every.items()
        if not any(touches_itself(graph, path) for path in solution)
    }


def _combinations(problem: Problem, first: int, used: frozenset[int]) -> Iterator[Solution]:
    """Paths for all dots from vertex `first` on that are not in `used`."""
    dots = [v for v in range(first, problem.n) if problem.dot[v] >= 0 and v not in used]
    if not dots:
        if len(used) == problem.n or not problem.fill:
            yield ()
        return
    for path in _paths(problem, used, (dots[0],)):
        for others in _combinations(problem, dots[0] + 1, used | set(path)):
            yield (path, *others)


def _paths(problem: Problem, used: frozenset[int], path: Path) -> Iterator[Path]:
    """All paths that begin like this one and end at another dot of its colour."""
    for v in problem.graph.neighbours[path[-1]]:
        if v in used or v in path:
            continue
        if problem.dot[v] < 0:
            yield from _paths(problem, used, (*path, v))
        elif problem.dot[v] == problem.dot[path[0]]:
            yield (*path, v)


def fault(problem: Problem, solution: Solution) -> str:
    """Return the reason why `solution` does not solve `problem`, or ""."""
    used: set[int] = set()
    for path in solution:
        ends = path[0], path[-1]
        if (
            len(path) < 2
            or problem.dot[ends[0]] < 0
            or problem.dot[ends[0]] != problem.dot[ends[1]]
        ):
            return f"path {path} does not join two dots of a colour"
        if any(problem.dot[v] >= 0 for v in path[1:-1]):
            return f"path {path} runs through a dot"
        if any(b not in problem.graph.neighbours[a] for a, b in pairwise(path)):
            return f"path {path} jumps"
        if len(set(path)) < len(path) or used & set(path):
            return f"path {path} uses a vertex twice"
        used |= set(path)
    if len(solution) < problem.pairs:
        return "some dots are not joined"
    if problem.fill and len(used) < problem.n:
        return "some cells are empty"
    return ""
