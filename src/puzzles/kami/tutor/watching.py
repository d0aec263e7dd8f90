"""The views of Kami's solver: the search, a line in reasons or backwards, why none is shorter."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import accumulate
from typing import Any

from puzzles.core.errors import MoveError, sentence
from puzzles.core.solving import (
    UNLIMITED,
    Answer,
    Event,
    Limits,
    Progress,
    Run,
    Step,
    as_preparing,
    relay,
)
from puzzles.core.words import many
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Move, State
from puzzles.kami.solver.beam import beam
from puzzles.kami.solver.moves import unpack
from puzzles.kami.solver.optima import why
from puzzles.kami.solver.search import BOUND, DEEPER, KNOWN, SOLVED, Stack, stack_of, steps
from puzzles.kami.solver.solve import WIDE, parts_of, solve
from puzzles.kami.solver.table import table
from puzzles.kami.tutor import speaking
from puzzles.kami.tutor.explaining import taken_in, why_not_fewer

SHOWN = 0.8  # seconds that a step is shown at speed 1
BEADS = "▁▂▃▄▅▆▇█"
SIBLINGS = 5  # moves that are listed, with the one that is tried
BAR = 8  # beads of the longer of the two bounds
BEADED = 10  # moves of the line, the latest, that have a bead

MADE = "a move"  # the event of the views that make the moves of a line
WORDS = {
    DEEPER: "goes deeper",
    BOUND: "dead end: {left} more moves cannot be enough",
    KNOWN: "dead end: the same position failed before",
    SOLVED: "solved",
}

# Words on an upright board and on a turned one, cells that are lit, moves made.
Shown = tuple[tuple[str, str], list[int], tuple[Move, ...]]
Story = Generator[Progress, None, tuple[list[Shown], str]]  # its steps, and the headline


def trace(state: State, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
    """The search depth first (`search`), an optimal line in reasons or backwards, or the witness
    that no line is shorter (`speaking.VIEWS`)."""
    stories = {"reasons": _reasons, "why not fewer": _witness, "painting": _painting}
    return _play_story(state, stories[view]) if view in stories else _Search(state).events()


# The search --------------------------------------------------------------------------------


class _Search(Run):
    """The search of the largest part, iteration by iteration, each move that is tried; what is
    known, and the events that show it."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self._state, parts = state, parts_of(state)
        self._islands = len(parts)
        self._part = max(parts, key=lambda part: part.graph.n)
        self._lower, self._tried = self._part.lower, 0
        self._best: list[tuple[int, int]] = []

    def events(self) -> Iterator[Event]:
        part = self._part
        yield Progress(preparing=True)
        for width in (1, WIDE):
            for line in beam(part.graph, part.colours, width, -1):
                if line is not None:
                    part.add_solution(line)
                yield Progress(preparing=True)
        self._best = list(part.line or ())
        stack = stack_of(part.graph, part.colours, -1, len(self._best))
        entries = table()
        reasons = ["Before the search:", "at least, by counting", "colours; best, by trial."]
        cells = part.cells if self._islands > 1 else []  # of the island that is searched
        marked = [cell for first in cells for cell in self._state.region(first).tolist()]
        yield self._event(reasons, seconds=2 * SHOWN, lit=tuple(marked))
        while self._lower < len(self._best):
            before, what = self._tried, ""
            for what, depth in steps(stack, entries, self._lower):
                self._tried += 1
                yield self._step(what, stack, depth)
            if what != SOLVED:
                why = "every move was tried." if self._tried > before else "a bound proves it."
                are = f"{many(self._lower, 'move')} {'is' if self._lower == 1 else 'are'}"
                self._lower += 1
                yield self._event(
                    [f"{are} not enough:", why], mark="bound raised", seconds=2 * SHOWN
                )
        met = ["The two have met:", "this is proved."]
        yield self._event(met, self._best, mark="proved")
        moves = f"after {self._tried:,} moves were" if self._tried else "before any move was"
        island = f"The largest of {self._islands} islands alone"
        which = island if self._islands > 1 else "This board"
        headline = f"{which} needs {many(len(self._best), 'move')}: proved {moves} tried."
        yield Answer(None, True, self._lower, self._tried, self.seconds, headline)

    def _event(
        self,
        lines: Sequence[str],
        line: Sequence[tuple[int, int]] = (),
        seconds: float = SHOWN,
        **more: Any,
    ) -> Progress:
        """Return an event with both bounds above its own lines."""
        numbers = self._lower, len(self._best)
        lower, best = (round(BAR * number / max(numbers[1], BAR)) for number in numbers)
        known = [
            *[f"largest of {self._islands} islands"] * (self._islands > 1),
            f"at least {numbers[0]:2} {'▰' * lower}{'▱' * (best - lower)}",
            f"best     {numbers[1]:2} {'▰' * best}",
        ]
        step = Step(lines=(*known, *lines), seconds=seconds, **more)
        moves = tuple(Move(self._part.cells[v], colour) for v, colour in line)
        return Progress(self._tried, self.seconds, *numbers, line=moves, step=step)

    def _step(self, what: str, stack: Stack, depth: int) -> Progress:
        """Return the event of a move that is tried: the moves to try there, numbered on the board,
        and what came of it."""
        line = [unpack(stack.moves[d, stack.tried[d] - 1]) for d in range(depth + 1)]
        beads = "".join(
            BEADS[(len(BEADS) - 1) * stack.tried[d] // stack.listed[d]] for d in range(depth + 1)
        )
        lines = [f"{self._lower} moves? {beads[-BEADED:]}"]
        lines.append(WORDS[what].format(left=self._lower - depth - 1))
        at, listed = stack.tried[depth] - 1, stack.listed[depth]
        first = max(0, min(at - 1, listed - SIBLINGS))
        numbers = {}
        for i, move in enumerate(stack.moves[depth, first : min(first + SIBLINGS, listed)], first):
            v, colour = unpack(int(move))
            mark = "▸" if i == at else " " if i > at else "×"
            lines.append(f"{mark} {i + 1:2} {self._state.board.palette[colour].name}")
            numbers[self._part.cells[v]] = str(i + 1)
        if first + SIBLINGS < listed:
            lines.append(f"  and {listed - first - SIBLINGS} more")
        if what == SOLVED:
            self._best = line
        return self._event(lines, line, labels=numbers, mark="solved" if what == SOLVED else "")


# An optimal line ---------------------------------------------------------------------------


def _play_story(state: State, story: Callable[[State, Answer], Story]) -> Iterator[Event]:
    """Yield the steps of a story of an optimal line, which is found out of sight."""
    began = time.monotonic()
    best = yield from as_preparing(relay(solve(state, UNLIMITED), Answer))
    shown, headline = yield from story(state, best)
    made = 0
    for number, ((words, turned), marked, moves) in enumerate(shown, 1):
        mark = MADE if len(moves) != made else ""
        step = Step(words, turned, mark=mark, lit=tuple(marked))
        made = len(moves)
        yield Progress(number, time.monotonic() - began, line=moves, step=step)
    seconds = time.monotonic() - began
    yield Answer(None, best.proved, best.lower_bound, len(shown), seconds, headline)


def _words(text: str, name: Callable[..., str] | None = None, *about: Any) -> tuple[str, str]:
    """Return a sentence, for an upright board and for a turned one: `{}` in it is what `name` calls
    something by where it lies."""
    if name is None:
        return sentence(text), sentence(text)
    return sentence(text.format(name(*about, False))), sentence(text.format(name(*about, True)))


def _witness(state: State, best: Answer) -> Story:
    """The regions that alone need so many moves, the way between them, the moves along it."""
    yield Progress(preparing=True)
    needs = len(best.moves or ())
    found = why_not_fewer(state, needs)
    shown: list[Shown] = []
    for words, cells in zip(found.lines, found.cells, strict=False):
        lit = [cell for first in cells for cell in state.region(first).tolist()]
        shown.append((_words(words), lit, ()))
    line: list[Move] = []
    for number, move in enumerate(found.moves, 1):
        try:
            after = model.apply(state, move)
        except MoveError:  # the rest of the board has made this one needless
            continue
        line.append(move)
        text = f"move {number} of {needs} along it: {{}}"
        shown.append((_words(text, speaking.move_words, state, move), [], tuple(line)))
        state = after
    return shown, sentence(found.lines[0])


def _reasons(state: State, best: Answer) -> Story:
    """Each move of an optimal line: the region and what is to be said of the move, then what it
    came to."""
    moves, shown = best.moves or (), list[Shown]()
    for number, move in enumerate(moves):
        asked = why(state, move, len(moves) - number - 1, UNLIMITED)
        said = yield from as_preparing(relay(asked, Answer))
        text = f"{{}}: {taken_in(state, move)}, {said.headline}"
        words = _words(text, speaking.move_words, state, move)
        shown.append((words, state.region(move.cell).tolist(), moves[:number]))
        shown.append((words, [], moves[: number + 1]))
        state = model.apply(state, move)
    return shown, best.headline


def _painting(state: State, best: Answer) -> Story:
    """An optimal line backwards: strokes that paint the sheet, a later one over earlier ones.

    Of a board in one part without a demanded colour, these are the fewest (Rosenke and Scheibner
    2026, arXiv 2602.00690).
    """
    yield Progress(preparing=True)
    moves, islands = best.moves or (), len(parts_of(state))
    states = list(accumulate(moves, model.apply, initial=state))
    last = state.board.palette[states[-1].colours[0]].name
    whole = f"each of the {islands} islands" if islands > 1 else "the whole sheet"
    shown: list[Shown] = [(_words(f"the first colour is {last}, on {whole}"), [], moves)]
    for made in reversed(range(len(moves))):
        before, cell = states[made], moves[made].cell
        stroke = f"stroke {len(moves) - made + islands}: {{}}"
        words = _words(stroke, speaking.region, before, cell)
        shown.append((words, before.region(cell).tolist(), moves[:made]))
    strokes = f"{len(moves) + islands} strokes paint this sheet"
    fewest = islands == 1 and state.board.final is None and best.proved
    return shown, f"{strokes}, one more than its moves. Fewer cannot." if fewest else f"{strokes}."
