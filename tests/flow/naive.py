"""Flow by plain enumeration: all paths of each colour, then all compatible combinations."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.flow.problem import Path, Problem, Solution, touches_itself


def solutions(problem: Problem, untouching: bool = False) -> set[frozenset[frozenset[int]]]:
    """All solutions, each as the set of its edges."""
    found = set()
    for solution in _combinations(problem, untouching, 0, frozenset()):
        edges = [frozenset(edge) for path in solution for edge in zip(path, path[1:], strict=False)]
        found.add(frozenset(edges))
    return found


def edges(solution: Solution) -> frozenset[frozenset[int]]:
    """A solution as the set of its edges."""
    return frozenset(frozenset(edge) for path in solution
                     for edge in zip(path, path[1:], strict=False))


def _combinations(problem: Problem, untouching: bool, first: int,
                  used: frozenset[int]) -> Iterator[Solution]:
    """Paths for all dots from vertex `first` on that are not in `used`."""
    dots = [v for v in range(first, problem.n) if problem.dot[v] >= 0 and v not in used]
    if not dots:
        if len(used) == problem.n or not problem.fill:
            yield ()
        return
    for path in _paths(problem, used, (dots[0],)):
        if not (untouching and touches_itself(problem.graph, path)):
            for others in _combinations(problem, untouching, dots[0] + 1, used | set(path)):
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
