"""The solvers in slow motion, for watching: every piece of pipe the search lays, every vertex the
count passes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import takewhile

from puzzles.core.solving import Answer, Event, Progress
from puzzles.flow.rules.model import Move, State
from puzzles.flow.rules.problem import Problem, pieces
from puzzles.flow.solver.order import axes
from puzzles.flow.solver.search import FOUND, RUNNING, Search, advance
from puzzles.flow.solver.sweep import Sweep
from puzzles.running.kernels import is_ready

Edge = tuple[int, int]


def trace(state: State, view: str) -> Iterator[Event]:
    """The search (`search`) or the count (`sweep`) of a whole board, one step at a time."""
    problem = state.board.problem
    return _search(problem) if view == "search" else _sweep(problem)


def _search(problem: Problem) -> Iterator[Event]:
    """Edge by edge, in the order the search concludes that it is used; back off at dead ends."""
    if not is_ready(advance):
        yield Progress(preparing=True)
    began = time.monotonic()
    run = Search(problem, problem.fill)
    shown: list[Edge] = []
    steps, result = 0, RUNNING

    def event(drawn: list[Edge], says: str, **look: object) -> Progress:
        facts = {"pieces of pipe": len(drawn), "guesses": run.nodes}
        paths = [list(path) for path in pieces(drawn)]
        shows = {"paths": paths, "facts": facts, "lines": [says], **look}
        return Progress(steps, time.monotonic() - began, look=shows)

    while result == RUNNING:
        before = run.nodes
        result = run.advance(1)
        drawn = run.drawn()
        same = (a == b for a, b in zip(shown, drawn, strict=False))
        kept = sum(takewhile(bool, same))
        if failed := shown[kept:]:
            steps += 1
            lit = sorted({vertex for edge in failed for vertex in edge})
            yield event(shown, f"dead end: {len(failed)} go", swept=lit, mark="dead end")
        for size in range(kept if failed else kept + 1, len(drawn) + 1):
            steps += 1
            is_guess = size == kept + 1 and run.nodes > before and not failed
            says, mark = ("a guess", "guess") if is_guess else ("follows", "")
            yield event(drawn[:size], says, mark=mark)
        shown = drawn
    moves = tuple(map(Move, run.paths())) if result == FOUND else None
    guesses = f"{run.nodes:,} guess{'es' if run.nodes != 1 else ''}"
    rule = " in which no pipe touches itself" if problem.fill else ""
    headline = f"Found with {guesses}." if moves else f"No solution{rule}, after {guesses}."
    proved, seconds = bool(moves) or not rule, time.monotonic() - began
    yield Answer(moves, proved, len(moves or ()), steps, seconds, headline)


def _sweep(problem: Problem) -> Iterator[Event]:
    """Vertex by vertex, with the number of partial fillings that are kept apart."""
    began, kept, largest, passed = time.monotonic(), 0, 0, -1
    yield Progress(preparing=True)
    sweep = Sweep(problem, axes(problem)[0], logging=False)
    while not sweep.done:
        sweep.step()
        if sweep.steps == passed:
            continue
        mark = "more than ever" if sweep.kept > largest else ""
        passed, kept, largest = sweep.steps, kept + sweep.kept, max(largest, sweep.kept)
        facts = {"cells passed": passed, "partial fillings": sweep.kept, "at most": largest}
        look = {"swept": sweep.passed, "facts": facts, "mark": mark}
        yield Progress(passed, time.monotonic() - began, look=look)
    yield Answer(
        None,
        True,
        0,
        kept,
        time.monotonic() - began,
        f"Passed with {kept:,} partial fillings in all.",
    )
