"""What follows from a position of Flow by its rules, told by SAT: a variable for each edge, and for
each vertex and colour, or its staying empty. Loops, and paths that touch themselves if none may,
are forbidden when they occur."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from pysat.solvers import Solver

from puzzles.flow.rules.problem import Problem

Decided = tuple[int, bool]  # an edge, and whether it is used


class Judge:
    """The rule that a vertex must be passed holds only where it is asked for, and that no path
    touches itself only if it is."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.edges = [tuple(edge) for edge in problem.graph.edges.tolist()]
        number = {edge: i + 1 for i, edge in enumerate(self.edges)}
        m, colours = len(self.edges), int(problem.dot.max()) + 1
        has = [
            [m + 1 + v * (colours + 1) + c for c in range(colours + 1)] for v in range(problem.n)
        ]
        self.rule = [m + problem.n * (colours + 1) + 1 + v for v in range(problem.n)]
        self.alone = self.rule[-1] + 1
        self.solver = Solver("cadical153")
        add = self.solver.add_clause
        for v in range(problem.n):
            around = [number[min(v, w), max(v, w)] for w in problem.graph.neighbours[v]]
            dot = int(problem.dot[v])
            degree, empty = 1 if dot >= 0 else 2, has[v][colours]
            for group in combinations(around, degree + 1):
                add([-edge for edge in group])
            for group in combinations(around, max(0, len(around) - degree + 1)):
                add([-self.rule[v], empty, *group])
            for edge in around:
                add([-empty, -edge])
            add(has[v])
            for one, other in combinations(has[v], 2):
                add([-one, -other])
            if dot >= 0:
                add([has[v][dot]])
            elif problem.fill:
                add([-empty])
        for edge, (v, w) in enumerate(self.edges, 1):
            for c in range(colours):
                add([-edge, -has[v][c], has[w][c]])
                add([-edge, has[v][c], -has[w][c]])
                if (problem.dot == c).sum() == 2:  # all of the colour are on one path
                    add([-self.alone, edge, -has[v][c], -has[w][c]])

    def close(self) -> None:
        self.solver.delete()

    def follows(
        self,
        position: Iterable[Decided],
        conclusion: Decided,
        alone: bool,
        vertices: Iterable[int] | None = None,
    ) -> bool:
        """Whether a conclusion follows from a position by the rules, those of `vertices` only if
        given, and, if so, by no path touching itself."""
        edge, used = conclusion
        among = range(self.problem.n) if vertices is None else vertices
        given = [e + 1 if is_used else -e - 1 for e, is_used in (*position, (edge, not used))]
        given += [self.rule[v] for v in among] + [self.alone] * alone
        while self.solver.solve(given):
            model = set(self.solver.get_model())
            flaws = list(self._flaws([e for e in range(len(self.edges)) if e + 1 in model], alone))
            if not flaws:
                return False
            for flaw in flaws:
                self.solver.add_clause(flaw)
        return True

    def _flaws(self, used: list[int], alone: bool) -> Iterable[list[int]]:
        """Clauses that forbid the loops, and the touches, of these edges."""
        joined: dict[int, list[tuple[int, int]]] = {}
        for e in used:
            u, v = self.edges[e]
            joined.setdefault(u, []).append((v, e))
            joined.setdefault(v, []).append((u, e))
        seen: set[int] = set()
        for start in sorted(joined, key=lambda v: len(joined[v])):
            if start in seen:
                continue
            path, along = [start], list[int]()
            while onward := [(w, e) for w, e in joined[path[-1]] if e not in along[-1:]]:
                w, e = onward[0]
                along.append(e)
                if w == start:
                    yield [-e - 1 for e in along]
                    break
                path.append(w)
            seen |= set(path)
            if alone and (not onward or w != start):
                yield from self._touches(path, along)

    def _touches(self, path: list[int], along: list[int]) -> Iterable[list[int]]:
        place = {v: i for i, v in enumerate(path)}
        for u, v in self.edges:
            if u in place and v in place and abs(place[u] - place[v]) > 1:
                first, last = sorted((place[u], place[v]))
                yield [-self.alone, *(-between - 1 for between in along[first:last])]
