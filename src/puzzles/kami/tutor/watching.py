"""The views of Kami's solver: the search move by move, and why no line is shorter."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator
from typing import Any

from puzzles.core.errors import MoveError
from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Move, State
from puzzles.kami.solver.beam import beam
from puzzles.kami.solver.optima import why
from puzzles.kami.solver.search import lane
from puzzles.kami.solver.solve import WIDE, Part, parts_of, solve
from puzzles.kami.solver.symmetry import symmetries
from puzzles.kami.solver.tracing import BOUND, DEEPER, FOUND, TABLE, Step, steps
from puzzles.kami.tutor import telling
from puzzles.kami.tutor.explaining import sentence, taken_in, why_not_fewer

REASONS, WITNESS = "reasons", "why not fewer"
SHOWN = 0.8  # seconds that a step is shown at speed 1
BEADS = "▁▂▃▄▅▆▇█"
SIBLINGS = 5  # moves that are named beside the one that is tried

Shown = tuple[str, list[int], tuple[Move, ...]]  # words, cells that are lit, moves made

WORDS = {
    DEEPER: "goes deeper",
    BOUND: "cut off: a bound says {left} more are not enough",
    TABLE: "cut off: the table has this position, with as many moves left",
    FOUND: "solved",
}


def trace(state: State, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
    """The search depth first (`search`), an optimal line in reasons, or the witness that no line is
    shorter (`views`)."""
    return {REASONS: _reasons, WITNESS: _witness}.get(view, _search)(state)


# The search --------------------------------------------------------------------------------


def _search(state: State) -> Iterator[Event]:
    """Iteration by iteration, each move that is tried; of islands the largest."""
    began, parts = time.monotonic(), parts_of(state)
    part = max(parts, key=lambda part: part.graph.n)
    yield Progress(preparing=True)
    best = yield from _good(part)
    tried = 0
    room = lane(part.graph, part.colours, -1, len(best), symmetries(part.graph, part.colours))
    lower = part.lower
    known = [f"at least {lower}, by the colours", f"best {len(best)}, by a beam"]
    look = {"lines": ["before any search:", *known], "shown": 2 * SHOWN}
    yield Progress(0, 0.0, lower, len(best), look=look)
    while lower < len(best):
        found: list[tuple[int, int]] = []
        for step in steps(room, lower):
            tried += 1
            look = _look(state, part, step, lower, len(best))
            line = tuple(Move(part.cells[v], colour) for v, colour in step.line)
            yield Progress(tried, time.monotonic() - began, lower, len(best), line=line, look=look)
            if step.what == FOUND:
                found = list(step.line)
        if found:
            best = found
        else:
            lower += 1
    island = " for the largest island" if len(parts) > 1 else ""
    headline = f"Bound and best have met{island}: {len(best)} moves, after {tried:,} tried."
    yield Answer(None, True, lower, tried, time.monotonic() - began, headline)


def _good(part: Part) -> Generator[Event, None, list[tuple[int, int]]]:
    """A good line of a part, found before the search begins."""
    for width, target in ((1, -1), (WIDE, -1)):
        for line in beam(part.graph, part.colours, width, target):
            if line is not None:
                part.found(line)
            yield Progress(preparing=True)
    return list(part.line or ())


def _look(state: State, part: Part, step: Step, limit: int, best: int) -> dict[str, Any]:
    """Return the lines beside the board: limit, bounds, depth, and the moves to try."""
    palette, name = state.board.palette, state.board.grid.name
    lines = [
        f"looks for {limit} moves",
        f"at least {limit}, best {best}",
        f"{_strip(step)}  depth {len(step.line)}",
    ]
    room = len(lines) + SIBLINGS + 2
    if step.siblings:
        at = step.at
        lines.append(f"move {at + 1} of {len(step.siblings)} here:")
        first = max(0, min(at - 1, len(step.siblings) - SIBLINGS))
        for number, (v, colour) in enumerate(step.siblings[first : first + SIBLINGS], first):
            mark = "▸" if number == at else " " if number > at else "×"
            lines.append(f"{mark} {name(part.cells[v])} {palette[colour].name}")
        lines.append(f"  {step.dropped} more are no use")
    lines += [""] * (room - len(lines))  # so that what is below stays where it is
    lines.append(WORDS[step.what].format(left=step.left))
    return {"lines": lines, "shown": SHOWN}


def _strip(step: Step) -> str:
    """A bead for each depth: how much of the moves there was tried."""
    return "".join(
        BEADS[min(len(BEADS) * tried // max(listed, 1), len(BEADS) - 1)]
        for tried, listed in step.ways
    )


# The witness -------------------------------------------------------------------------------


def _witness(state: State) -> Iterator[Event]:
    """The regions that alone need so many moves, the way between them, the moves along it."""
    began = time.monotonic()
    needs = len((yield from _unseen(solve(state, UNLIMITED))).moves or ())
    found = why_not_fewer(state, needs, telling.named)
    grid, facts = state.board.grid, found.facts

    def cells(names: list[str]) -> list[int]:
        return [cell for name in names for cell in state.region(grid.cell(name)).tolist()]

    ends, way = cells(facts.get("ends", [])), cells(facts.get("way", []))
    shown: list[Shown] = [(sentence(found.lines[0]), ends, ())]
    if way:
        shown.append((sentence(found.lines[1]), way, ()))
    line: list[Move] = []
    reached = state
    for number, fold in enumerate(facts.get("moves", ()), 1):
        move = Move(grid.cell(fold["cells"][0]), state.board.colour_named(fold["colour"]))
        try:
            reached = model.apply(reached, move)
        except MoveError:  # the rest of the board has made this one needless
            continue
        line.append(move)
        words = f"Move {number} of {needs} along it: {fold['cells'][0]} {fold['colour']}."
        shown.append((words, [], tuple(line)))
    yield from _shown(shown, began)
    yield Answer(None, True, needs, len(shown), time.monotonic() - began, sentence(found.lines[0]))


def _shown(shown: Iterable[Shown], began: float) -> Iterator[Event]:
    for number, (words, marked, moves) in enumerate(shown, 1):
        look = {"words": words, "marked": marked}
        yield Progress(number, time.monotonic() - began, line=moves, look=look)


def _unseen(events: Iterator[Event]) -> Generator[Event, None, Answer]:
    """The answer; nothing is to be seen of how it is found."""
    for event in events:
        if isinstance(event, Answer):
            return event
        yield Progress(preparing=True)
    raise RuntimeError("a search ended without an answer")


# An optimal line ---------------------------------------------------------------------------


def _reasons(state: State) -> Iterator[Event]:
    """Each move of an optimal line: the region and what is to be said of the move, then what it
    came to."""
    began = time.monotonic()
    best = yield from _unseen(solve(state, UNLIMITED))
    moves, shown = best.moves or (), list[Shown]()
    for number, move in enumerate(moves):
        said = yield from _unseen(why(state, move, len(moves) - number - 1, UNLIMITED))
        does = f"{taken_in(state, move)}, {said.headline}"
        words = sentence(f"{model.move_text(state, move)}: {does}")
        shown.append((words, state.region(move.cell).tolist(), moves[:number]))
        shown.append((words, [], moves[: number + 1]))
        state = model.apply(state, move)
    yield from _shown(shown, began)
    yield Answer(None, True, len(moves), len(shown), time.monotonic() - began, best.headline)
