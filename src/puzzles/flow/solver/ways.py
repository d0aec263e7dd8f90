"""All ways to join the dots of a colour: every simple path between two of them, counted exactly,
and listed shortest first (docs/flow-solver.md, "Other questions").

A path may use all that is free: no other dot, and nothing that a pipe of another colour lies on.
Whether it leaves room for the others is another question: whether it is *used* in a solution.
"""

import time
from collections.abc import Generator, Iterator, Sequence
from heapq import heappop, heappush
from itertools import combinations

import numpy as np

from puzzles.core.results import Way
from puzzles.core.solving import Answer, Event, Limits, Progress, Run
from puzzles.core.words import counted
from puzzles.flow.rules.model import Move, State
from puzzles.flow.rules.problem import Path, Problem
from puzzles.flow.solver.settle import Query, ask
from puzzles.flow.solver.solve import remaining_problem
from puzzles.grids.graph import Graph

IN_ONE = "in a solution"  # the event of such a path
INTERVAL = 0.02  # seconds between two reports
PATH_BYTES, VERTEX_BYTES = 250, 8  # about: of a path that waits, and of each of its vertices
KNOWN = 20  # solutions that are looked for beforehand; if these are all, nothing need be tried
BEFOREHAND, EACH = Limits(nodes=2_000_000), Limits(nodes=20_000)  # for that; to try a path


def count_ways(state: State, task: str, limits: Limits) -> Iterator[Event]:
    """Count the paths of a colour."""
    run, number, stopped = Run(limits), 0, ""
    graph, free, ends = _open(state, task)
    for pair in combinations(ends, 2):
        vertices = sorted({*free, *pair})
        dot = np.where(np.isin(vertices, pair), 0, -1).astype(np.int32)
        place = state.board.problem.place[vertices]
        pair_problem = Problem.build(graph.induced(vertices), dot, place, fill=False)
        result = yield from ask(Query(pair_problem, 0, method="count"), run.left)
        number, run.nodes = number + result.number, run.nodes + result.nodes
        if stopped := result.stopped:
            break
        yield Progress(run.nodes, run.seconds, count=number)
    headline, nodes = _paths(number, task, not stopped), run.nodes
    yield Answer(None, not stopped, 0, nodes, run.seconds, headline, stopped, count=number)


def ways(state: State, task: str, limits: Limits) -> Iterator[Event]:
    """List the paths of a colour, shortest first, each in a `Progress` of its own."""
    began = reported = time.monotonic()
    path_filter = _PathFilter(state, task)
    yield from path_filter.learn()
    verdicts: dict[bool | None, int] = {True: 0, False: 0, None: 0}
    steps, found, stopped = 0, 0, ""
    for path, size in listing(*_open(state, task)):
        steps += 1
        if path:
            used = yield from path_filter.uses(path)
            found, verdicts[used] = found + 1, verdicts[used] + 1
            told = (
                f"Path {found:,}: {len(path)} cells",
                f"in a solution so far: {verdicts[True]:,}",
            )
            way = Way(lines=told, mark=IN_ONE * bool(used), length=len(path), used=used)
            yield Progress(found, time.monotonic() - began, line=(Move(path),), step=way)
            reported = time.monotonic()
        elif (now := time.monotonic()) - reported > INTERVAL:
            yield Progress(found, now - began)
            reported = now
        if size and (stopped := limits.reached(time.monotonic() - began, steps, size / 1e6)):
            break
    doubtful = f", {verdicts[None]:,} not settled" if verdicts[None] else ""
    headline = f"{_paths(found, task, not stopped)}; {verdicts[True]:,} in a solution{doubtful}"
    facts, seconds = {"used": verdicts[True], "unsettled": verdicts[None]}, time.monotonic() - began
    yield Answer(None, not stopped, 0, steps, seconds, headline, stopped, facts, count=found)


def _paths(number: int, task: str, exact: bool) -> str:
    return f"{counted(number, 'path', exact)} for {task}"


def _others(state: State, task: str) -> list[Path]:
    colour = state.board.symbols.index(task)
    return [pipe for pipe in state.pipes if state.board.dot_at[pipe[0]] != colour]


def _open(state: State, task: str) -> tuple[Graph, set[int], list[int]]:
    """Return the board's graph, its free vertices, and the dots of a colour."""
    dot_at = state.board.dot_at
    taken = {vertex for pipe in _others(state, task) for vertex in pipe}
    free = set(np.flatnonzero(dot_at < 0).tolist()) - taken
    ends = np.flatnonzero(dot_at == state.board.symbols.index(task)).tolist()
    return state.board.graph, free, ends


def listing(graph: Graph, free: set[int], ends: Sequence[int]) -> Iterator[tuple[Path | None, int]]:
    """Yield the simple paths between every two of some `ends` over `free` vertices, shortest first,
    and None for each beginning that was extended; each with the bytes that wait, about."""
    # The best first: by the length of the shortest path that begins so, then the longest.
    heap: list[tuple[int, int, int, Path, int]] = []
    number = vertices = 0

    def add(length: int, path: Path, last: int) -> None:
        nonlocal number, vertices
        number, vertices = number + 1, vertices + len(path)
        heappush(heap, (length, -len(path), number, path, last))

    for first, last in combinations(ends, 2):
        add(1, (first,), last)
    while heap:
        *_, path, last = heappop(heap)
        vertices -= len(path)
        whole = path[-1] == last
        away = {} if whole else _distances(graph, free, last, path)
        for vertex in graph.neighbours[path[-1]]:
            if vertex in away:
                add(len(path) + away[vertex], (*path, vertex), last)
        yield path if whole else None, PATH_BYTES * len(heap) + VERTEX_BYTES * vertices


def _distances(graph: Graph, free: set[int], last: int, path: Path) -> dict[int, int]:
    """Return the distance to the last vertex of all that a path leaves free."""
    away, queue, closed = {last: 0}, [last], set(path)
    for vertex in queue:
        for near in graph.neighbours[vertex]:
            if near in free and near not in closed and near not in away:
                away[near] = away[vertex] + 1
                queue.append(near)
    return away


class _PathFilter:
    """Answers whether a solution around the pipes of other colours has a path."""

    def __init__(self, state: State, task: str) -> None:
        self._board, self._others = state.board, _others(state, task)
        self._used: set[Path] = set()  # by solutions that are known
        self._complete = False  # these are all

    def learn(self) -> Generator[Event, None, None]:
        """Look for all solutions, which are seldom many."""
        problem, board_vertex = remaining_problem(self._board, self._others) or (None, [])
        if problem is None:
            return
        settled = yield from ask(Query(problem, KNOWN), BEFOREHAND)
        self._complete = settled.complete
        for solution in settled.solutions:
            self._used |= {tuple(board_vertex[v] for v in path) for path in solution}

    def uses(self, path: Path) -> Generator[Event, None, bool | None]:
        """Say if some solution has this path; None if that is not settled."""
        if path in self._used:
            return True
        found = remaining_problem(self._board, [*self._others, path])
        if self._complete or found is None:
            return False
        settled = yield from ask(Query(found[0]), EACH)
        return bool(settled.solutions) or (False if settled.complete else None)
