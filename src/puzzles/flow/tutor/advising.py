"""Hints on a board of Flow: where to look, a person's reason, then the stroke.

The reasoner goes on from the player's own pipes until a deduction lengthens one. The hint gives the
deductions that this one rests on. If no solution has a pipe that is drawn, the hint gives the first
step of this pipe that is wrong, and the reason.
"""

import time
from collections.abc import Generator, Iterator
from dataclasses import replace

from puzzles.core.results import MOVE, WHY, Advice, Hint
from puzzles.core.solving import Limits, Progress
from puzzles.core.words import many
from puzzles.flow.rules.model import Move, State, path_text
from puzzles.flow.rules.problem import Path, Solution, edges_of, pieces
from puzzles.flow.solver.solve import Completion, best_completion
from puzzles.flow.tutor.reasons import CALLED, FORCED, Deduction, Reasoner

MOST_REASONS = 3  # reasons for one stroke

Step = tuple[int, int]


def advise(state: State, known: tuple[Move, ...], limits: Limits) -> Iterator[Progress | Advice]:
    """See `core.modules.Tutor.advise`."""
    hints, headline, stopped, wrong, unfinished = list[Hint](), "solved", "", False, False
    found = Completion(list(state.pipes), tuple(move.path for move in known))
    if not state.won:
        if not (known and all(_alike(found.solution, pipe) == len(pipe) for pipe in state.pipes)):
            found = yield from best_completion(state, limits)
        if found.remaining is None:
            stopped = "" if found.settled else "limit reached"
            headline = "no solution found so far" if stopped else "there is no solution"
        elif wrong := len(found.kept) < len(state.pipes):
            hints, headline = yield from _astray(state, found, limits)
        else:
            hints, unfinished = yield from _onward(state, found, limits)
            pipes = len(found.remaining)
            headline = f"it can be solved: {many(pipes, 'pipe')} to draw"
    moves = None if found.remaining is None else tuple(map(Move, found.remaining))
    yield Advice(
        moves,
        proved=not stopped,
        lower_bound=len(moves or ()),
        headline=headline,
        stopped=stopped,
        hints=tuple(hints),
        astray=wrong,
        unfinished=unfinished,
    )


def _alike(solution: Solution, pipe: Path) -> int:
    """Return the number of first vertices that a pipe shares with the path of a solution."""
    ways = [way for path in solution for way in (path, path[::-1]) if way[0] == pipe[0]]
    return next((i for way in ways for i in range(len(pipe), 0, -1) if way[:i] == pipe[:i]), 0)


def _steps(reasoner: Reasoner, found: Deduction) -> dict[Step, bool]:
    """Return the passages that a deduction draws or rules out."""
    return {reasoner.ends(e): drawn for e, drawn in found.concludes}


# Going on ----------------------------------------------------------------------------------


def _onward(
    state: State, found: Completion, limits: Limits
) -> Generator[Progress, None, tuple[list[Hint], bool]]:
    """Return where to look, why, and the first stroke that follows; and whether there was no time
    to find out why, so that they are of the first pipe to draw."""
    began, board = time.monotonic(), state.board
    reasoner = Reasoner(board, found.solution, state.pipes, hand=True)
    seen: list[Deduction] = []
    for event in reasoner.deductions():
        if isinstance(event, Deduction):
            seen.append(event)
            if path := _longer(state, event, reasoner):
                needed = _needed(seen, reasoner, set(edges_of([path])))
                reasons = [hint for one in needed for hint in _reason(reasoner, one)]
                stroke = Hint(needed[-1].words, kind=MOVE, move=path_text(board, path))
                return [*reasons, stroke], False
        else:
            yield event
            if limits.reached(time.monotonic() - began, 0):
                path = (found.remaining or ((),))[0]
                cells = board.cell_of[path[0]], board.cell_of[path[-1]]
                why = "The solver needs longer for a reason; its solution has this pipe."
                where = Hint(f"Look at pipe {board.letter(path)}.", lit=cells)
                stroke = Hint(why, kind=MOVE, move=path_text(board, path))
                return [where, Hint(why, lit=cells, kind=WHY), stroke], True
    return [], False


def _longer(state: State, found: Deduction, reasoner: Reasoner) -> Path:
    """Return the stroke that a deduction allows from a dot on, or ()."""
    new = {step for step, drawn in _steps(reasoner, found).items() if drawn}
    begun = {pipe[0]: pipe for pipe in state.pipes}
    longer: list[tuple[int, Path]] = []
    for path in pieces(reasoner.drawn()) if new else ():
        if not new.isdisjoint(edges_of([path])):
            for way in (path, path[::-1]):
                own = begun.get(way[0], way[:1])
                if state.board.dot_at[way[0]] >= 0 and way[: len(own)] == own != way:
                    longer.append((len(own), way))
    return max(longer, default=(0, ()))[1]


def _needed(seen: list[Deduction], reasoner: Reasoner, steps: set[Step]) -> list[Deduction]:
    """Return the deductions that the last one, or a stroke of these passages, rests on.

    Of more than MOST_REASONS, these are the last.
    """
    *before, last = seen
    needed, cells = [last], set(last.rests_on)
    for one in reversed(before):
        concluded = _steps(reasoner, one).items()
        if any(
            (drawn and step in steps) or not cells.isdisjoint(step) for step, drawn in concluded
        ):
            needed.append(one)
            cells |= set(one.rests_on)
    if (more := len(needed) - MOST_REASONS) > 0:
        first = needed[MOST_REASONS - 1]
        after = f"After {many(more, 'step')} elsewhere: {_lowered(first.words)}"
        needed[MOST_REASONS - 1 :] = [replace(first, words=after)]
    return needed[::-1]


def _reason(reasoner: Reasoner, found: Deduction) -> list[Hint]:
    """Return the hints that say where a reason is, and the reason; a run of pipe is pointed out
    where it begins, or else the cells it goes through would tell the stroke."""
    grid, told = reasoner.board.grid, reasoner.reason(found)
    cells, ghosts, struck = told.lit, told.ghosts, told.struck
    if found.kind == FORCED:
        cells = cells[:1]
    called = CALLED.get(told.kind, told.kind)
    why = Hint(told.words, lit=cells, struck=struck, ghosts=ghosts, kind=WHY, reason=called)
    near = cells
    if len(cells) == 2 or (cells and reasoner.board.dots[cells[0]] < 0):  # they would tell the way
        around = (other for cell in cells[:2] for other in grid.graph.neighbours[cell])
        near = tuple(dict.fromkeys((*cells, *around)))
    where = grid.look(near) if near else "Look at the whole board."
    return [Hint(where, lit=near), why]


def _lowered(words: str) -> str:
    """A sentence as it goes on after a colon."""
    return words[0].lower() + words[1:]


# Going back --------------------------------------------------------------------------------


def _astray(
    state: State, found: Completion, limits: Limits
) -> Generator[Progress, None, tuple[list[Hint], str]]:
    """Return why a wrong pipe cannot go on after the part that a solution with the kept ones has,
    and how far it goes back; and the reason in short."""
    board, kept = state.board, found.kept
    wrong = next(pipe for pipe in state.pipes if pipe not in kept)
    size = _alike(found.solution, wrong)
    while size + 1 < len(wrong):  # as far as any solution goes with it
        pipes = (*kept, wrong[: size + 1])
        further = yield from best_completion(State(state.level, pipes), limits)
        if further.remaining is None or len(further.kept) < len(pipes):
            break
        size, found = size + 1, further
    part, (step,) = wrong[:size], edges_of([wrong[size - 1 : size + 1]])
    reasoner = Reasoner(board, found.solution, [*kept, part], hand=True)
    seen: list[Deduction] = []
    for event in reasoner.deductions():
        if isinstance(event, Deduction):
            seen.append(event)
            if step in _steps(reasoner, event):
                break
        else:
            yield event
    letter, cells = board.letter(wrong), tuple(dict.fromkeys(board.cell_of[v] for v in wrong))
    needed = _needed(seen, reasoner, set()) if seen else []
    *others, last = [_reason(reasoner, one)[1] for one in needed] or [Hint(lit=cells, kind=WHY)]
    here, there = map(board.name, wrong[size - 1 : size + 1])
    never = f"Pipe {letter} cannot go from {here} to {there}. {last.words}".rstrip()
    back = f"Pipe {letter} goes back to {here}."
    hints = [
        Hint(f"Look at pipe {letter}.", lit=cells),
        *others,
        replace(last, words=never),
        Hint(back, kind=MOVE, move=path_text(board, part)),
    ]
    return hints, _lowered(never[:-1])
