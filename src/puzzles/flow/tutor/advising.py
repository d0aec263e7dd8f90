"""Hints on a board of Flow: where to look, a person's reason, then the stroke.

The reasoner goes on from the player's own pipes until a deduction lengthens one. The hint gives the
deductions that this one rests on. If no solution has a pipe that is drawn, the hint gives the first
step of this pipe that is wrong, and the reason.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, takewhile

from puzzles.core.results import MOVE, WHERE, WHY, Hint
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.core.tables import Values
from puzzles.flow.rules.model import Board, Move, State, path_text
from puzzles.flow.rules.problem import Path, Solution, edges_of, pieces
from puzzles.flow.solver.solve import around, completed
from puzzles.flow.tutor.position import Position
from puzzles.flow.tutor.reasons import WHAT_IF, Deduction, Reasoner
from puzzles.flow.tutor.telling import listed
from puzzles.flow.tutor.words import lowered, sentence
from puzzles.grids.whereabouts import whereabouts

MOST = 3  # reasons for one stroke
NAMED = 4  # cells that are named at most where to look

Step = tuple[int, int]


@dataclass(frozen=True)
class Reasoned:
    """A deduction, its sentence, the passages that it draws or rules out, and all passages that
    were drawn before it."""

    found: Deduction
    words: str
    concluded: dict[Step, bool]
    drawn: tuple[Step, ...]


def advise(state: State, known: tuple[Move, ...], limits: Limits) -> Iterator[Event]:
    """See `core.modules.Tutor.advise`."""
    began = time.monotonic()
    hints: list[Hint] = []
    moves: tuple[Move, ...] | None = ()
    headline, stopped, astray_now, unfinished = "solved", "", False, False
    if state.won:
        pass
    elif known and (solution := _along(state, known)):
        hints, unfinished = yield from _onward(state, solution, known[0].path, limits)
        moves, headline = known, _to_draw(len(known))
    else:
        outcome = yield from around(state, limits)
        if outcome.solution is None:
            moves, stopped = None, "" if outcome.settled else "limit reached"
            headline = "no solution found so far" if stopped else "there is no solution"
        else:
            rest = tuple(completed(state.board, outcome.kept, outcome.solution))
            moves = tuple(map(Move, rest))
            solution = whole(outcome.kept, rest)
            wrong = next((pipe for pipe in state.pipes if pipe not in outcome.kept), None)
            astray_now = wrong is not None
            if wrong is None:
                hints, unfinished = yield from _onward(state, solution, rest[0], limits)
                headline = _to_draw(len(rest))
            else:
                reasons, part = yield from astray(state, outcome.kept, solution, wrong, limits)
                headline = lowered(reasons[-1].words[:-1])
                words = (
                    f"Pipe {state.board.letter(part)} goes back to {state.board.name(part[-1])}."
                )
                hints = [*reasons, Hint(MOVE, words, move=path_text(state.board, part))]
    facts = {
        "hints": [hint.as_json() for hint in hints],
        "astray": astray_now,
        "unfinished": unfinished,
    }
    yield Answer(
        moves, not stopped, len(moves or ()), 0, time.monotonic() - began, headline, stopped, facts
    )


def _to_draw(pipes: int) -> str:
    return f"it can be solved: {pipes} pipe{'s' * (pipes != 1)} to draw"


def _along(state: State, known: tuple[Move, ...]) -> Solution:
    """Return the solution that these moves end in, or () if it has not all that is drawn."""
    solution = whole(state.pipes, (move.path for move in known))
    starts = {end for path in solution for end in (path[0], path[-1])}
    drawn = all(pipe[0] in starts and _alike(solution, pipe) == len(pipe) for pipe in state.pipes)
    return solution if drawn else ()


def whole(kept: Iterable[Path], rest: Iterable[Path]) -> Solution:
    """The solution that pipes which were kept, and the others that are to be drawn, make."""
    rest = tuple(rest)
    ends = {end for path in rest for end in (path[0], path[-1])}
    return (*(pipe for pipe in kept if ends.isdisjoint((pipe[0], pipe[-1]))), *rest)


def _reasons(board: Board, reasoner: Reasoner) -> Iterator[Progress | Reasoned]:
    """Yield the deductions that need words."""
    for found in reasoner.deductions():
        if isinstance(found, Progress):
            yield found
        elif found.why != "dots":
            concluded = {reasoner.ends(e): drawn for e, drawn in found.concludes}
            before = tuple(step for step in reasoner.drawn() if step not in concluded)
            yield Reasoned(found, sentence(board, reasoner, found), concluded, before)


# Going on ----------------------------------------------------------------------------------


def _onward(
    state: State, solution: Solution, first: Path, limits: Limits
) -> Generator[Event, None, tuple[list[Hint], bool]]:
    """Return where to look, why, and the first stroke that follows; and whether there was no time
    to find out why, so that they are of the `first` pipe to draw."""
    began, board = time.monotonic(), state.board
    reasoner = Reasoner(board.problem, solution, state.pipes, hand=True)
    seen: list[Reasoned] = []
    for found in _reasons(board, reasoner):
        if isinstance(found, Progress):
            yield found
            if limits.reached(time.monotonic() - began, 0):
                return _unreasoned(board, first), True
            continue
        seen.append(found)
        if path := _longer(state, found, reasoner):
            needed = _needed(seen, set(edges_of([path])))
            reasons = (_reason(board, reasoner, one) for one in needed)
            stroke = Hint(MOVE, needed[-1].words, move=path_text(board, path))
            return [*chain.from_iterable(reasons), stroke], False
    return [], False


def _unreasoned(board: Board, path: Path) -> list[Hint]:
    """Return the hints for a pipe, without a reason."""
    cells = board.cell_of[path[0]], board.cell_of[path[-1]]
    why = "The solver needs longer for a reason; its solution has this pipe."
    return [
        Hint(WHERE, f"Look at pipe {board.letter(path)}.", cells),
        Hint(WHY, why, cells),
        Hint(MOVE, why, move=path_text(board, path)),
    ]


def _longer(state: State, reason: Reasoned, position: Position) -> Path:
    """Return the stroke that a deduction allows from a dot on, or ()."""
    new = {step for step, drawn in reason.concluded.items() if drawn}
    begun = {pipe[0]: pipe for pipe in state.pipes}
    longer: list[tuple[int, Path]] = []
    for path in pieces(position.drawn()) if new else ():
        if not new.isdisjoint(edges_of([path])):
            for way in (path, path[::-1]):
                own = begun.get(way[0], way[:1])
                if state.board.dot_at[way[0]] >= 0 and way[: len(own)] == own != way:
                    longer.append((len(own), way))
    return max(longer, default=(0, ()))[1]


def _needed(seen: list[Reasoned], steps: set[Step]) -> list[Reasoned]:
    """Return the deductions that the last one, or a stroke of these passages, rests on.

    Of more than MOST, these are the last.
    """
    *before, last = seen
    needed, cells = [last], set(last.found.rests_on)
    for one in reversed(before):
        if any(
            (drawn and step in steps) or not cells.isdisjoint(step)
            for step, drawn in one.concluded.items()
        ):
            needed.append(one)
            cells |= set(one.found.rests_on)
    if (more := len(needed) - MOST) <= 0:
        return needed[::-1]
    *rest, first = needed[:MOST]
    steps_more = f"{more} step{'s' * (more != 1)} elsewhere"
    first = replace(first, words=f"After {steps_more}: {lowered(first.words)}")
    return [first, *rest[::-1]]


def _reason(board: Board, position: Position, reason: Reasoned) -> list[Hint]:
    """Return the hints that say where a reason is, and the reason."""
    cells = tuple(dict.fromkeys(board.cell_of[v] for v in reason.found.rests_on))
    return [
        Hint(WHERE, _place(board, cells), cells),
        Hint(WHY, reason.words, cells, _supposed(board, position, reason)),
    ]


def _place(board: Board, cells: tuple[int, ...]) -> str:
    if not cells:
        return "Look at the whole board."
    place = whereabouts(board.grid, cells)
    where = f"in the {place}" if place == "middle" else f"at the {place}"
    named = f": {listed(list(map(board.grid.name, cells)))}" if len(cells) <= NAMED else ""
    return f"Look {where}{named}."


def _supposed(board: Board, position: Position, reason: Reasoned) -> Values | None:
    """Return the pipes to be drawn faintly after a what-if, and the cell where it goes wrong."""
    found = reason.found
    if found.kind != WHAT_IF:
        return None
    followed = {position.ends(e) for e, drawn in found.chain if drawn}
    ghosts = [
        list(path if board.dot_at[path[0]] >= 0 else path[::-1])
        for path in pieces([*reason.drawn, *followed])
        if not followed.isdisjoint(edges_of([path]))
    ]
    return {"ghosts": ghosts, "wrong": [board.cell_of[found.wrong]] * (found.wrong >= 0)}


# Going back --------------------------------------------------------------------------------


def astray(
    state: State, kept: list[Path], solution: Solution, wrong: Path, limits: Limits
) -> Generator[Event, None, tuple[list[Hint], Path]]:
    """Return why a wrong pipe cannot go on after the part that a solution with the `kept` ones has,
    and that part."""
    size = _alike(solution, wrong)
    while size + 1 < len(wrong):  # as far as any solution goes with it
        pipes = (*kept, wrong[: size + 1])
        outcome = yield from around(State(state.level, pipes), limits)
        if outcome.solution is None or len(outcome.kept) < len(pipes):
            break
        rest = completed(state.board, outcome.kept, outcome.solution)
        size, solution = size + 1, whole(outcome.kept, rest)
    part, (step,) = wrong[:size], edges_of([wrong[size - 1 : size + 1]])
    reasoner = Reasoner(state.board.problem, solution, [*kept, part])
    seen: list[Reasoned] = []
    for found in _reasons(state.board, reasoner):
        if isinstance(found, Progress):
            yield found
            continue
        seen.append(found)
        if step in found.concluded:
            break
    needed = _needed(seen, set()) if seen else []
    return list(_reasons_why(state.board, reasoner, wrong, size, needed)), part


def _alike(solution: Solution, pipe: Path) -> int:
    """Return the number of first vertices that a pipe shares with the path of a solution."""
    way = next(way for path in solution for way in (path, path[::-1]) if way[0] == pipe[0])
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(way, pipe, strict=False)))


def _reasons_why(
    board: Board, position: Position, wrong: Path, size: int, needed: list[Reasoned]
) -> Iterator[Hint]:
    """Yield the reasons why a pipe cannot go on after `size` vertices."""
    letter, cells = board.letter(wrong), tuple(dict.fromkeys(board.cell_of[v] for v in wrong))
    here, there = map(board.name, wrong[size - 1 : size + 1])
    yield Hint(WHERE, f"Look at pipe {letter}.", cells)
    *others, last = [_reason(board, position, one)[1] for one in needed] or [Hint(WHY, "", cells)]
    yield from others
    never = f"Pipe {letter} cannot go from {here} to {there}."
    yield replace(last, words=f"{never} {last.words}".rstrip())
