"""Solves a position of Flow around the player's own pipes.

The player's pipes are kept if they can be: a pipe becomes part of the problem by taking its
vertices away and moving its dot to its end. If that has no solution some pipes must go, and a
smallest set of them is found by leaving out one, then two, and so on. If that set would be large,
pipes are put back one by one while there is a solution, which leaves out none that could stay.

If a level claims to have one solution in which no pipe touches itself, and that is true, it is the
one that is meant, and pipes that are no part of it must go. What levels claim is checked here, too.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from puzzles.core.results import FalseClaim
from puzzles.core.solving import Answer, Event, Limits, Progress, Run
from puzzles.core.tables import Values
from puzzles.core.words import UNSOLVABLE, counted, many
from puzzles.flow.rules.model import Board, FlowLevel, Move, State
from puzzles.flow.rules.problem import Path, Problem, Solution, touches_itself
from puzzles.flow.solver.settle import MOST_LISTED, RULE, Query, Settled, ask, settle

# Smallest sets of wrong pipes are looked for up to this size.
MOST_WRONG = 3


def solve(state: State, limits: Limits, method: str = "") -> Iterator[Event]:
    """Solve, with as many of the player's pipes as possible; the moves go on from here.

    `method` is "search", "learning" or "count", or "" for all, in turns.
    """
    run = _Solve(state, limits, method)
    yield run.answer((yield from run.best_completion()))


@dataclass
class Completion:
    """The player's pipes that are `kept`, and the `remaining` ones to draw, each from a dot on: a
    solution. If `remaining` is None there is none, provided that is `settled`."""

    kept: list[Path]
    remaining: tuple[Path, ...] | None = None
    settled: bool = True
    method: str = "none"

    @property
    def solution(self) -> Solution:
        """The solution."""
        remaining = self.remaining or ()
        ends = {end for path in remaining for end in (path[0], path[-1])}
        return (*(pipe for pipe in self.kept if ends.isdisjoint((pipe[0], pipe[-1]))), *remaining)


def best_completion(state: State, limits: Limits) -> Generator[Progress, None, Completion]:
    """Return the solution that keeps as many of the player's pipes as possible, if one is found."""
    return (yield from _Solve(state, limits, "").best_completion())


class _Solve(Run):
    """One run, and its result."""

    def __init__(self, state: State, limits: Limits, method: str) -> None:
        super().__init__(limits)
        self._board, self._drawn = state.board, state.pipes
        self._untouching, self._method = state.level.untouching, method

    def best_completion(self) -> Generator[Progress, None, Completion]:
        """Pass on the events of solving; returns the result."""
        if self._untouching:
            settled = yield from self._ask(Query(self._board.problem, 2, True, self._method))
            if settled.complete and len(settled.solutions) == 1:
                ways = [way for path in settled.solutions[0] for way in (path, path[::-1])]
                stay = [p for p in self._drawn if any(way[: len(p)] == p for way in ways)]
                paths = tuple(p for p in settled.solutions[0] if not {p, p[::-1]} & {*stay})
                return Completion(stay, (*to_draw(self._board, stay, paths),), True, settled.method)
        for size in range(min(len(self._drawn), MOST_WRONG) + 1):
            for wrong in combinations(self._drawn, size):
                kept = [pipe for pipe in self._drawn if pipe not in wrong]
                outcome = yield from self._settle(kept)
                if outcome.remaining is not None or not outcome.settled:
                    return outcome
        return (yield from self._put_back())

    def _put_back(self) -> Generator[Progress, None, Completion]:
        """Keep each pipe that can stay with those kept before it."""
        best = yield from self._settle([])
        for pipe in self._drawn if best.remaining is not None else ():
            outcome = yield from self._settle([*best.kept, pipe])
            if not outcome.settled:
                return outcome
            if outcome.remaining is not None:
                best = outcome
        return best

    def _settle(self, kept: list[Path]) -> Generator[Progress, None, Completion]:
        """Solve the board around these pipes, or prove that it cannot be done."""
        found = remaining_problem(self._board, kept)
        if found is None:
            return Completion(kept)
        problem, board_vertex = found
        settled = yield from self._ask(Query(problem, method=self._method))
        remaining = None
        for solution in settled.solutions:
            paths = tuple(tuple(board_vertex[v] for v in path) for path in solution)
            remaining = tuple(to_draw(self._board, kept, paths))
        return Completion(kept, remaining, not settled.stopped, settled.method)

    def _ask(self, query: Query) -> Generator[Progress, None, Settled]:
        before = self.nodes
        for event in settle(query, self.left):
            self.nodes = before + event.nodes
            if isinstance(event, Settled):
                return event
            yield Progress(self.nodes, self.seconds, preparing=event.preparing)
        raise RuntimeError("a query was left without an answer")

    def answer(self, outcome: Completion) -> Answer:
        """Return the result in words."""
        board, paths = self._board, outcome.remaining
        facts: Values = {"method": outcome.method}
        if paths is None:
            proved = outcome.settled
            headline = UNSOLVABLE if proved else "not finished: no solution found so far"
            stopped = "" if proved else "limit reached"
            return Answer(None, proved, 0, self.nodes, self.seconds, headline, stopped, facts)
        facts["wrong"] = wrong = [board.letter(p) for p in self._drawn if p not in outcome.kept]
        facts["paths"] = [list(map(board.name, path)) for path in paths]
        headline = f"solved: {many(len(paths), 'pipe')} to draw"
        if wrong:
            headline = f"{' and '.join(wrong)} must go; then {headline}"
        elif board.fill and not any(touches_itself(board.graph, pipe) for pipe in outcome.solution):
            headline += "; no pipe touches itself"
        moves = tuple(map(Move, paths))
        return Answer(moves, True, len(moves), self.nodes, self.seconds, headline, facts=facts)


def remaining_problem(board: Board, kept: list[Path]) -> tuple[Problem, list[int]] | None:
    """Return the problem that is left when these pipes stay, and the board's vertex for each of its
    own; None if the pipes exclude each other.

    A pipe that has not reached its second dot leaves its last vertex behind, as a dot.
    """
    problem = board.problem
    dot = problem.dot.copy()
    gone = np.zeros(problem.n, dtype=bool)
    for pipe in kept:
        colour = dot[pipe[0]]
        whole = problem.dot[pipe[-1]] >= 0 and len(pipe) > 1
        taken = pipe if whole else pipe[:-1]
        if gone[list(pipe)].any() or colour < 0:
            return None
        gone[list(taken)] = True
        dot[list(taken)] = -1
        if not whole:
            dot[pipe[-1]] = colour
    board_vertex: list[int] = np.flatnonzero(~gone).tolist()
    graph, place = problem.graph.induced(board_vertex), problem.place[board_vertex]
    return Problem.build(graph, dot[board_vertex], place, problem.fill), board_vertex


def to_draw(board: Board, kept: list[Path], solution: Solution) -> Iterator[Path]:
    """Yield the pipes to draw, each whole and from a dot, for a solution around the kept ones."""
    growing = {pipe[-1]: pipe for pipe in kept if board.dot_at[pipe[-1]] < 0 or len(pipe) == 1}
    for path in solution:
        first, last = path[0], path[-1]
        if first not in growing and last in growing:
            path = path[::-1]
        head = growing.pop(path[0], path[:1])
        tail = growing.pop(path[-1], path[-1:])
        yield head + path[1:-1] + tail[::-1] if len(path) > 1 else head


def count(state: State, limits: Limits) -> Iterator[Event]:
    """Count the fillings, and those in which no pipe touches itself, up to MOST_LISTED, which
    are in the answer's facts."""
    run, problem = Run(limits), state.board.problem
    fillings = yield from ask(Query(problem, 0, method="count"), limits)
    run.nodes = fillings.nodes
    yield Progress(run.nodes, run.seconds, count=fillings.number)
    untouching = yield from ask(Query(problem, MOST_LISTED, untouching=True), run.left)
    number = max(fillings.number, untouching.number)  # those without touching are fillings, too
    exact, states = fillings.exact and untouching.exact, fillings.nodes + untouching.nodes
    facts = {
        "untouching": untouching.number,
        "states": states,
        "peak_mb": round(fillings.peak_mb, 1),
    }
    few = f"{untouching.number:,}"
    if not untouching.exact:
        few = counted(untouching.number, "solution", exact=False)
    headline = f"{counted(number, 'solution', fillings.exact)}, {few} {RULE}"
    stopped = "" if exact else fillings.stopped or untouching.stopped
    yield Answer(None, exact, 0, states, run.seconds, headline, stopped, facts, count=number)


def solutions(state: State, most: int, limits: Limits) -> Iterator[Event]:
    """Count the fillings of a board, whatever is drawn, and read back up to `most` of them: their
    paths are in the answer's facts, the first one in its moves."""
    board = state.board
    found = yield from ask(Query(board.problem, most, method="count"), limits)
    listed = [[list(map(board.name, path)) for path in solution] for solution in found.solutions]
    headline = counted(found.number, "solution", found.exact)
    facts = {"complete": found.exact, "listed": listed}
    moves = tuple(map(Move, found.solutions[0])) if found.solutions else None
    asked = (found.nodes, found.seconds, headline, found.stopped, facts)
    yield Answer(moves, found.exact, 0, *asked, count=found.number)


# What a level claims ----------------------------------------------------------------------------


def check(level: FlowLevel, limits: Limits) -> Iterator[Event | FalseClaim]:
    """Compare what a level claims with its board: that it has one solution, or as many as its proof
    says; or one in which no pipe touches itself. Yield a fault for each claim that is false."""
    run, facts, problem = Run(limits), dict[str, int](), level.board.problem
    told, doubts, solutions = list[str](), list[str](), list[Solution]()
    asked: list[tuple[int | None, bool]] = [*claims(level)]
    for claimed, untouching in asked:
        # Look for one solution more than are claimed; where these are many, count them all.
        most = 1 if claimed is None else min(max(2, claimed + 1), MOST_LISTED)
        all_counted = not untouching and most > 2
        query = Query(problem, method="count") if all_counted else Query(problem, most, untouching)
        found = yield from ask(query, run.left)
        run.nodes += found.nodes
        number = found.number if all_counted else len(found.solutions)
        exact = found.exact if all_counted else found.complete
        told.append(counted(number, "solution", exact) + f" {RULE}" * untouching)
        if not exact and number <= (claimed or 0):
            doubts.append(found.stopped or "limit reached")
        elif claimed is not None and number != claimed:
            yield FalseClaim(level.place, f"this level has {told[-1]}; it must have {claimed:,}")
        facts["untouching" if untouching else "fillings"] = number
        solutions += found.solutions
        last = claimed is not None and len(told) == len(asked)
        if last and level.untouching and not any(facts.values()):
            asked.append((None, False))  # none that was claimed is not none at all
    moves = tuple(map(Move, solutions[0])) if solutions else None
    headline = "; ".join(told) + ("" if doubts else ", proved")
    stopped, seconds = next(iter(doubts), ""), run.seconds
    yield Answer(moves, not doubts, len(moves or ()), run.nodes, seconds, headline, stopped, facts)


def claims(level: FlowLevel) -> Iterator[tuple[int, bool]]:
    """The numbers of solutions that a level claims, each with True if it is only of those in which
    no pipe touches itself."""
    proof = level.proof
    if level.untouching:
        yield 1, True
    if "fillings" in proof or not level.untouching:
        yield proof.get("fillings", 1), False
    if "untouching" in proof and not (level.untouching and proof["untouching"] == 1):
        yield proof["untouching"], True
