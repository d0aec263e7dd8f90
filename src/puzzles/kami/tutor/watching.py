"""The views of Kami's solver: the search, a line in reasons or backwards, why none is shorter."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from puzzles.core.errors import MoveError
from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Move, State
from puzzles.kami.solver.beam import beam
from puzzles.kami.solver.moves import components, unpack
from puzzles.kami.solver.optima import why
from puzzles.kami.solver.position import EVER, child_key, least_key, recolour
from puzzles.kami.solver.search import BUDGET, DEPTH, Stack, Workspace, enter, workspace
from puzzles.kami.solver.set_room import NO
from puzzles.kami.solver.solve import WIDE, Part, parts_of, solve
from puzzles.kami.solver.symmetry import symmetries
from puzzles.kami.solver.table import Table, failed, store, table
from puzzles.kami.tutor import telling
from puzzles.kami.tutor.explaining import sentence, taken_in, why_not_fewer

REASONS, WITNESS, PAINTING = "reasons", "why not fewer", "painting"
SHOWN = 0.8  # seconds that a step is shown at speed 1
BEADS = "▁▂▃▄▅▆▇█"
SIBLINGS = 5  # moves that are listed, with the one that is tried
BAR = 8  # beads of the longer of the two bounds
BEADED = 10  # moves of the line, the latest, that have a bead

MADE = "a move"  # the event of the views that make the moves of a line

# Words on an upright board and on a turned one, cells that are lit, moves made.
Shown = tuple[tuple[str, str], list[int], tuple[Move, ...]]

DEEPER, BOUND, TABLE, FOUND = "deeper", "bound", "table", "found"
WORDS = {
    DEEPER: "goes deeper",
    BOUND: "dead end: {left} more moves cannot be enough",
    TABLE: "dead end: the same position failed before",
    FOUND: "solved",
}


def trace(state: State, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
    """The search depth first (`search`), an optimal line in reasons or backwards, or the witness
    that no line is shorter (`views`)."""
    views = {REASONS: _reasons, WITNESS: _witness, PAINTING: _painting}
    return views.get(view, _search)(state)


# The search --------------------------------------------------------------------------------


def _search(state: State) -> Iterator[Event]:
    """Iteration by iteration, each move that is tried; of islands the largest."""
    show = _Show(state)
    part = show.part
    yield Progress(preparing=True)
    best = yield from _good(part)
    show.best = len(best)
    room = workspace(part.graph, part.colours, -1, len(best), symmetries(part.graph, part.colours))
    entries = table()
    reasons = ["Before the search:", "at least, by counting", "colours; best, by trial."]
    yield show.event(reasons, shown=2 * SHOWN, marked=show.island)
    while show.lower < show.best:
        found: list[tuple[int, int]] = []
        for step in steps(room, entries, show.lower):
            if not step.line:  # the start itself
                continue
            show.tried += 1
            if step.what == FOUND:
                found, show.best = list(step.line), len(step.line)
            yield show.step(step)
        if found:
            best = found
        else:
            yield show.raised()
    yield show.event(["The two have met:", "this is proved."], show.moves(best), mark="proved")
    yield show.answer()


class _Show:
    """The part that is searched, what is known of it, and the events that show it."""

    def __init__(self, state: State) -> None:
        self.parts = parts_of(state)
        self.part = max(self.parts, key=lambda part: part.graph.n)
        self.lower, self.best, self.tried = self.part.lower, 0, 0
        self._began, self._state = time.monotonic(), state
        self._tried_before = 0  # this iteration

    @property
    def island(self) -> list[int]:
        """The cells of the island that is searched, if there are several."""
        if len(self.parts) == 1:
            return []
        return [cell for first in self.part.cells for cell in self._state.region(first).tolist()]

    def moves(self, line: Iterable[tuple[int, int]]) -> tuple[Move, ...]:
        """Return moves of the board for those of the part."""
        return tuple(Move(self.part.cells[v], colour) for v, colour in line)

    def event(
        self, lines: Sequence[str], line: tuple[Move, ...] = (), shown: float = SHOWN, **look: Any
    ) -> Progress:
        """Return an event with both bounds above its own lines."""
        long = max(self.best, 1)
        lower, best = (round(BAR * number / max(long, BAR)) for number in (self.lower, self.best))
        known = [
            f"at least {self.lower:2} {'▰' * lower}{'▱' * (best - lower)}",
            f"best     {self.best:2} {'▰' * best}",
        ]
        which = [f"largest of {len(self.parts)} islands"] * bool(self.island)
        told = {"lines": [*which, *known, *lines], "shown": shown, **look}
        seconds = time.monotonic() - self._began
        return Progress(self.tried, seconds, self.lower, self.best, line=line, look=told)

    def step(self, step: Step) -> Progress:
        """Return the event of a move that is tried: the moves to try there, numbered on the board,
        and what came of it."""
        palette = self._state.board.palette
        lines = [f"{self.lower} moves? {_strip(step)[-BEADED:]}"]
        lines.append(WORDS[step.what].format(left=step.left))
        first = max(0, min(step.at - 1, len(step.siblings) - SIBLINGS))
        numbers = []
        for at, (v, colour) in enumerate(step.siblings[first : first + SIBLINGS], first):
            mark = "▸" if at == step.at else " " if at > step.at else "×"
            lines.append(f"{mark} {at + 1:2} {palette[colour].name}")
            numbers.append([self.part.cells[v], str(at + 1)])
        hidden = len(step.siblings) - first - SIBLINGS
        lines += [f"  and {hidden} more"] * (hidden > 0)
        event = "solved" if step.what == FOUND else ""
        return self.event(lines, self.moves(step.line), numbers=numbers, mark=event)

    def raised(self) -> Progress:
        """Raise the lower bound, and return the event that says why."""
        searched, self._tried_before = self.tried > self._tried_before, self.tried
        why = "every move was tried." if searched else "a bound proves it."
        lines = [f"{self.lower} {'move is' if self.lower == 1 else 'moves are'} not enough:", why]
        self.lower += 1
        return self.event(lines, mark="bound raised", shown=2 * SHOWN)

    def answer(self) -> Answer:
        """Return the end of the search, and the sentence for it."""
        after = (
            f"after {self.tried:,} moves were tried" if self.tried else "before any move was tried"
        )
        of = f"The largest of {len(self.parts)} islands" if self.island else "This board"
        moves = f"{self.best} move{'s' * (self.best != 1)}"
        alone = " alone" if self.island else ""
        headline = f"{of}{alone} needs {moves}: proved {after}."
        seconds = time.monotonic() - self._began
        return Answer(None, True, self.lower, self.tried, seconds, headline)


def _good(part: Part) -> Generator[Event, None, list[tuple[int, int]]]:
    """A good line of a part, found before the search begins."""
    for width, target in ((1, -1), (WIDE, -1)):
        for line in beam(part.graph, part.colours, width, target):
            if line is not None:
                part.found(line)
            yield Progress(preparing=True)
    return list(part.line or ())


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
    shown: list[Shown] = [(_plain(found.lines[0]), ends, ())]
    if way:
        shown.append((_plain(found.lines[1]), way, ()))
    line: list[Move] = []
    reached = state
    for number, fold in enumerate(facts.get("moves", ()), 1):
        move = Move(grid.cell(fold["cells"][0]), state.board.colour_named(fold["colour"]))
        before = reached
        try:
            reached = model.apply(reached, move)
        except MoveError:  # the rest of the board has made this one needless
            continue
        line.append(move)
        words = _told(f"move {number} of {needs} along it: {{}}", before, move)
        shown.append((words, [], tuple(line)))
    yield from _shown(shown, began)
    yield Answer(None, True, needs, len(shown), time.monotonic() - began, sentence(found.lines[0]))


def _shown(shown: Iterable[Shown], began: float) -> Iterator[Event]:
    made = 0
    for number, ((words, turned), marked, moves) in enumerate(shown, 1):
        look = {"words": words, "turned": turned, "marked": marked}
        look["mark"] = MADE if len(moves) != made else ""
        made = len(moves)
        yield Progress(number, time.monotonic() - began, line=moves, look=look)


def _plain(words: str) -> tuple[str, str]:
    """The same sentence however the board lies."""
    return sentence(words), sentence(words)


def _told(words: str, state: State, move: Move) -> tuple[str, str]:
    """A sentence with a move in it, which is told by where its region lies."""
    told = (telling.move_words(state, move, turned) for turned in (False, True))
    upright, turned = (sentence(words.format(each)) for each in told)
    return upright, turned


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
        words = _told(f"{{}}: {does}", state, move)
        shown.append((words, state.region(move.cell).tolist(), moves[:number]))
        shown.append((words, [], moves[: number + 1]))
        state = model.apply(state, move)
    yield from _shown(shown, began)
    yield Answer(None, True, len(moves), len(shown), time.monotonic() - began, best.headline)


def _painting(state: State) -> Iterator[Event]:
    """An optimal line backwards: strokes that paint the sheet, a later one over earlier ones.

    Of a board in one part without a demanded colour, these are the fewest (Rosenke and Scheibner
    2026, arXiv 2602.00690).
    """
    began = time.monotonic()
    best = yield from _unseen(solve(state, UNLIMITED))
    moves, islands = best.moves or (), len(parts_of(state))
    states = list(accumulate(moves, model.apply, initial=state))
    last = state.board.palette[states[-1].colours[0]].name
    whole = f"each of the {islands} islands" if islands > 1 else "the whole sheet"
    shown: list[Shown] = [(_plain(f"the first colour is {last}, on {whole}"), [], tuple(moves))]
    for made in reversed(range(len(moves))):
        before, cell = states[made], moves[made].cell
        stroke = f"stroke {len(moves) - made + islands}: "
        upright, turned = (telling.region(before, cell, turned) for turned in (False, True))
        words = sentence(stroke + upright), sentence(stroke + turned)
        shown.append((words, before.region(cell).tolist(), tuple(moves[:made])))
    yield from _shown(shown, began)
    strokes = f"{len(moves) + islands} strokes paint this sheet"
    fewest = islands == 1 and state.board.final is None and best.proved
    headline = f"{strokes}, one more than its moves. Fewer cannot." if fewest else f"{strokes}."
    yield Answer(None, best.proved, 0, len(shown), time.monotonic() - began, headline)


# Steps of the search -----------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """A move that was tried: the `line` to it, itself the last, of its `siblings` the one `at` that
    place; what came of it, with so many moves `left`. `ways` have, for each depth, how many moves
    were tried and how many there are."""

    what: str
    line: tuple[tuple[int, int], ...]
    siblings: tuple[tuple[int, int], ...]
    at: int
    left: int
    ways: tuple[tuple[int, int], ...]


def steps(own: Workspace, entries: Table, limit: int) -> Iterator[Step]:
    """All steps of the iteration for at most `limit` moves; the last one may be FOUND. `entries`
    are known from earlier iterations."""
    stack, room = own.stack, own.stack.room
    if enter(own, 0, limit, stack.at[BUDGET] - EVER) == NO:
        yield Step(BOUND, (), (), 0, limit, ())
        return
    stack.at[DEPTH] = 0
    while (depth := int(stack.at[DEPTH])) >= 0:
        left = limit - depth - 1
        if stack.tried[depth] == stack.listed[depth]:
            key_1, key_2 = least_key(room, depth)
            store(entries, np.uint64(key_1), np.uint64(key_2), left + 2)
            stack.at[DEPTH] -= 1
            continue
        v, colour = unpack(stack.moves[depth, stack.tried[depth]])
        stack.tried[depth] += 1
        key_1, key_2 = child_key(room, depth, v, colour, room, depth + 1)
        key = np.uint64(key_1), np.uint64(key_2)
        if failed(entries, *key, left):
            yield _step(TABLE, stack, depth, left)
            continue
        recolour(room, depth, room, depth + 1, v, colour)
        if enter(own, depth + 1, left, stack.at[BUDGET] - EVER) == NO:
            store(entries, *key, left + 1)
            yield _step(BOUND, stack, depth, left)
            continue
        if stack.listed[depth + 1] == 0 and components(stack.counts) == 1:
            yield _step(FOUND, stack, depth, left)
            return
        yield _step(DEEPER, stack, depth, left)
        stack.at[DEPTH] += 1


def _step(what: str, stack: Stack, depth: int, left: int) -> Step:
    line = tuple(unpack(stack.moves[d, stack.tried[d] - 1]) for d in range(depth + 1))
    siblings = tuple(map(unpack, stack.moves[depth, : stack.listed[depth]].tolist()))
    ways = tuple((int(stack.tried[d]), int(stack.listed[d])) for d in range(depth + 1))
    return Step(what, line, siblings, int(stack.tried[depth]) - 1, left, ways)
