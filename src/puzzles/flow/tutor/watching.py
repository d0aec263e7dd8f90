"""The views of Flow's solver: the search and the count in slow motion, and a person's reasons."""

from collections.abc import Iterable, Iterator
from itertools import takewhile

from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress, Step, as_preparing
from puzzles.core.words import many
from puzzles.flow.rules.model import Move, State
from puzzles.flow.rules.problem import pieces
from puzzles.flow.solver.count import Sweep
from puzzles.flow.solver.frontier import axes
from puzzles.flow.solver.search import FOUND, RUNNING, Search, advance
from puzzles.flow.solver.settle import Query, ask
from puzzles.flow.tutor.difficulty import solve
from puzzles.flow.tutor.reasons import GUESSED, Deduction, Reasoner
from puzzles.flow.tutor.second import no_second
from puzzles.running.kernels import is_ready

Edge = tuple[int, int]
THREE = 3  # partial fillings of a layer that are shown: the first, the middle and the last
SWEEP, REASONS, NO_SECOND = "sweep", "reasons", "why no second"


def trace(state: State, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
    """The search, the count, the reasons or the refuted guesses (`views`) for a whole board, one
    step at a time."""
    views = {SWEEP: _sweep, REASONS: _reasons, NO_SECOND: _no_second}
    return views.get(view, _search)(state)


def _search(state: State) -> Iterator[Event]:
    """Edge by edge, in the order the search concludes that it is used; back off at dead ends."""
    problem = state.board.problem
    if not is_ready(advance):
        yield Progress(preparing=True)
    run = Search(problem, problem.fill)
    shown: list[Edge] = []
    result = RUNNING

    def event(drawn: list[Edge], words: str, mark: str = "", lit: Iterable[int] = ()) -> Progress:
        step = Step(
            lines=(words,),
            figures={"pieces drawn": len(drawn), "guesses": run.nodes},
            mark=mark,
            lit=tuple(sorted(lit)),
            paths=tuple(pieces(drawn)),
        )
        return Progress(step=step)

    while result == RUNNING:
        before = run.nodes
        result = run.advance(1)
        drawn = run.drawn()
        same = (a == b for a, b in zip(shown, drawn, strict=False))
        kept = sum(takewhile(bool, same))
        if failed := shown[kept:]:
            lit = {vertex for edge in failed for vertex in edge}
            yield event(shown, f"dead end: {len(failed)} go", "dead end", lit)
            yield event(drawn[:kept], "forced")
        for size in range(kept + 1, len(drawn) + 1):
            is_guess = size == kept + 1 and run.nodes > before and not failed
            yield event(drawn[:size], *(("a guess", "guess") if is_guess else ("forced",)))
        shown = drawn
    moves = tuple(map(Move, run.paths())) if result == FOUND else None
    guesses = f"{run.nodes:,} guess{'es' if run.nodes != 1 else ''}"
    rule = " in which no pipe touches itself" if problem.fill else ""
    headline = f"Found with {guesses}." if moves else f"No solution{rule}, after {guesses}."
    yield Answer(moves, bool(moves) or not rule, headline=headline)


def _sweep(state: State) -> Iterator[Event]:
    """Vertex by vertex, with the number of partial fillings that are kept apart; three of them are
    shown, one after another."""
    problem = state.board.problem
    total = largest = 0
    yield Progress(preparing=True)
    sweep = Sweep(problem, axes(problem)[0], logging=True)
    while not sweep.done:
        before = sweep.steps
        sweep.step()
        if sweep.steps > before:
            size = sweep.layer_size
            mark = "more than ever" if size > largest else ""
            total, largest = total + size, max(largest, size)
            told = f"{many(size, 'way')} so far (most: {largest:,})"
            shown = sweep.steps % THREE * (size - 1) // (THREE - 1)
            ghosts = [pieces(edges) for edges in sweep.drawn_to(shown, 1)] if size else [[]]
            figures, lit = {"cells passed": sweep.steps}, tuple(sweep.processed)
            step = Step("", "", (told,), figures, mark, lit=lit, ghosts=tuple(ghosts[0]))
            yield Progress(step=step)
    yield Answer(None, True, headline=f"Passed with {total:,} partial fillings in all.")


def _no_second(state: State) -> Iterator[Event]:
    """The guesses that refute a second solution, or a second solution."""
    query = Query(state.board.problem, 2, state.level.untouching)
    settled = yield from as_preparing(ask(query))
    several = len(settled.solutions)
    if several == 1:
        yield from no_second(state, settled.solutions[0])
        return
    for number, solution in enumerate(settled.solutions, 1):
        yield Progress(step=Step(f"Solution {number}.", paths=tuple(solution)))
    found = "This board has a second solution." if several else "This board has no solution."
    yield Answer(None, True, headline=found)


def _reasons(state: State) -> Iterator[Event]:
    """Deduction by deduction, with the sentence for it and the cells that it rests on."""
    board, kinds = state.board, list[str]()
    solving = solve(board.problem, state.level.untouching, "there is no solution to explain")
    reasoner = Reasoner(board, (yield from as_preparing(solving)))
    for found in reasoner.deductions():
        if isinstance(found, Deduction):
            kinds.append(found.kind)
            yield Progress(step=reasoner.reason(found))
    reasons = len(kinds) - (taken := kinds.count(GUESSED))
    known = f": {reasons} for a reason, {taken} taken from the solution"
    each = known if taken else ", each for a reason"
    yield Answer(None, True, headline=f"Solved in {many(len(kinds), 'step')}{each}.")
