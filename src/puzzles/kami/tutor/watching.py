"""The views of Kami's solver: the search, a line in reasons or backwards, why none is shorter."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, TypeVar, cast

from puzzles.core.errors import MoveError, sentence
from puzzles.core.solving import (
    UNLIMITED,
    Answer,
    Event,
    Limits,
    Progress,
    Step,
    as_preparing,
    relay,
)
from puzzles.core.words import many
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Board, Move, State
from puzzles.kami.solver.moves import unpack
from puzzles.kami.solver.optima import enough, why
from puzzles.kami.solver.search import BOUND, DEEPER, KNOWN, SOLVED, Stack, stack_of, steps
from puzzles.kami.solver.solve import WIDTH, Part, Solving, parts_of
from puzzles.kami.solver.table import table
from puzzles.kami.solver.trunk import trunks
from puzzles.kami.tutor import difficulty, speaking
from puzzles.kami.tutor.explaining import purpose, why_not_fewer

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

REMEMBERED = 2000  # answers, until all are forgotten
BARS = 10  # characters of the longest bar

# Steps with the moves made before them, events on the way, and at the end the headline.
Story = Iterator[tuple[Step, tuple[Move, ...]] | Progress | str]
Solved = tuple[Answer, list[Part]]
T = TypeVar("T")


def trace(state: State, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
    """The search depth first (`search`), an optimal line in reasons or backwards, or the witness
    that no line is shorter (`speaking.VIEWS`)."""
    stories = {"reasons": _reasons, "why not fewer": _witness, "painting": _painting}
    if view not in stories:
        yield from _Search(state).events()
        return
    best, parts = yield from _once(state, "", _solved(state))
    headline, made = "", 0
    for told in stories[view](state, (best, parts)):
        if isinstance(told, Progress):
            yield told
        elif isinstance(told, str):
            headline = told
        else:
            step, moves = told
            step = replace(step, mark=MADE if len(moves) != made else "")
            made = len(moves)
            yield Progress(line=moves, step=step)
    yield Answer(None, best.proved, best.lower_bound, headline=headline)


# The search --------------------------------------------------------------------------------


class _Search:
    """The search of the largest part, iteration by iteration, each move that is tried; what is
    known, and the events that show it."""

    def __init__(self, state: State) -> None:
        self._state, parts = state, parts_of(state)
        self._islands = len(parts)
        self._part = max(parts, key=lambda part: part.graph.n)
        self._lower, self._tried = self._part.lower, 0
        others = [part for part in parts if part is not self._part]
        self._rest = sum(part.lower for part in others)
        self._faded = _regions(state, [cell for part in others for cell in part.cells])
        self._best: list[tuple[int, int]] = []

    def events(self) -> Iterator[Event]:
        part = self._part
        yield Progress(preparing=True)
        for line in trunks(part.graph, part.colours, WIDTH, part.graph.n, 0):
            if line is not None:
                part.add_solution(line)
            yield Progress(preparing=True)
        self._best = list(part.line or ())
        stack = stack_of(part.graph, part.colours, -1, len(self._best))
        entries = table()
        reasons = ["Before the search:", "at least, by counting", "colours; best, by trial."]
        yield self._event(reasons, seconds=2 * SHOWN)
        while self._lower < len(self._best):
            before, what = self._tried, ""
            for what, depth in steps(stack, entries, self._lower):
                self._tried += 1
                yield self._step(what, stack, depth)
            if what != SOLVED:
                why = "every move was tried." if self._tried > before else "a bound proves it."
                are = f"{many(self._lower, 'move')} {'is' if self._lower == 1 else 'are'}"
                lines = [f"{are} not enough:", why]
                self._lower += 1
                yield self._event(lines, mark="bound raised", seconds=2 * SHOWN)
        met = ["The two have met:", "this is proved."]
        yield self._event(met, self._best, mark="proved")
        moves = f"after {self._tried:,} moves were" if self._tried else "before any move was"
        island = f"The largest of {self._islands} islands alone"
        which = island if self._islands > 1 else "This board"
        headline = f"{which} needs {many(len(self._best), 'move')}: proved {moves} tried."
        if self._islands > 1:
            best, parts = yield from _once(self._state, "", _solved(self._state))
            alone, needs = [str(part.lower) for part in parts], len(best.moves or ())
            late = needs - sum(part.lower for part in parts)
            sums = " + ".join([*alone, *[f"{late} to end in one colour"] * (late > 0)])
            headline += f" All islands: {sums} = {needs}."
        yield Answer(None, True, self._lower, headline=headline)

    def _event(
        self,
        lines: Sequence[str],
        line: Sequence[tuple[int, int]] = (),
        seconds: float = SHOWN,
        **more: Any,
    ) -> Progress:
        """Return an event with both bounds above its own lines."""
        least, most = self._lower, len(self._best)
        lower, best = (round(BAR * number / max(most, BAR)) for number in (least, most))
        known = [
            *[f"largest of {self._islands} islands"] * (self._islands > 1),
            f"at least {least:2} {'▰' * lower}{'▱' * (best - lower)}",
            f"best     {most:2} {'▰' * best}",
        ]
        if self._islands > 1:
            known.append(f"all at least {least + self._rest}: {self._rest}+{least}")
        step = Step(lines=(*known, *lines), seconds=seconds, struck=self._faded, **more)
        moves = tuple(Move(self._part.cells[v], colour) for v, colour in line)
        return Progress(lower_bound=least, best=most, line=moves, step=step)

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


def _solved(state: State) -> Generator[Event, None, Solved]:
    run = Solving(state, UNLIMITED)
    return (yield from relay(run.events(), Answer)), run.parts


_known: dict[tuple[Board, bytes, str], Any] = {}


def _once(state: State, what: str, ask: Generator[Event, None, T]) -> Generator[Progress, None, T]:
    """Return what an asking generator comes to, which is asked once: who leaves a view, or opens
    another of the same board, does not wait for the same again."""
    key = state.board, state.colours.tobytes(), what
    if key not in _known:
        found = yield from as_preparing(ask)
        if len(_known) >= REMEMBERED:
            _known.clear()
        _known[key] = found
    return cast(T, _known[key])


def _witness(state: State, solved: Solved) -> Story:
    """Why fewer moves are not enough: the regions that alone need so many, the way between them,
    the moves along it; or what is counted, as far as that goes."""
    best, parts = solved
    needs, start = len(best.moves or ()), state
    found = why_not_fewer(state, needs)
    if found.facts["kind"] == "colours":
        firsts = {int(state.colours[cell]): cell for cell in state.region_cell.tolist()[::-1]}
        labels = {cell: str(number) for number, cell in enumerate(firsts.values(), 1)}
        yield Step(sentence(found.lines[0]), labels=labels), ()
    elif found.facts["kind"] == "search" and len(parts) > 1:
        yield from _counted(state, parts, needs)
    for words, cells in zip(found.lines, found.cells if found.cells != ([],) else (), strict=False):
        if cells is not found.cells[0]:  # names of so many regions are no help beside the board
            words = f"the cheapest way to join them is outlined: {many(len(cells), 'region')}"
        yield Step(sentence(words), lit=_regions(state, cells)), ()
    line: list[Move] = []
    for number, move in enumerate(found.moves, 1):
        try:
            after = model.apply(state, move)
        except MoveError:  # the rest of the board has made this one needless
            continue
        line.append(move)
        text = f"move {number} of {needs} along it: {{}}"
        yield Step(*speaking.both(text, speaking.move_words, state, move)), tuple(line)
        state = after
    if found.facts["kind"] == "search":
        yield from _first_moves(start, needs)
    yield sentence(found.lines[0])


def _counted(state: State, parts: list[Part], needs: int) -> Story:
    """What each island needs, and what that adds up to."""
    middles = [part.cells[len(part.cells) // 2] for part in parts]
    numbers = [str(part.lower) for part in parts]
    alone = sum(part.lower for part in parts)
    for part, middle, number in zip(parts, middles, numbers, strict=True):
        words = f"This island alone needs {many(part.lower, 'move')}."
        yield Step(words, lit=_regions(state, part.cells), labels={middle: number}), ()
    late = f" and {needs - alone} more, to end in one colour" * (needs > alone)
    words = f"A move changes one island alone, so they need {' + '.join(numbers)} = {alone}{late}."
    yield Step(words, labels=dict(zip(middles, numbers, strict=True))), ()


def _first_moves(state: State, needs: int) -> Story:
    """What each first move leaves, as bars that grow: nobody knows a shorter reason."""
    counts = {needs - 1: 0, needs: 0}
    for move in difficulty.moves(state):
        asked = _enough(model.apply(state, move), needs - 1)
        best = yield from _once(state, f"{move}", asked)
        counts[needs - 1 if best else needs] += 1
        most = max(counts.values())
        bars = {left: "▇" * -(-BARS * count // most) for left, count in counts.items()}
        lines = tuple(
            f"{left} left{' or more' * (left == needs):8} {count:3} {bars[left]}"
            for left, count in counts.items()
        )
        said = f"First moves tried: {sum(counts.values())}. None leaves fewer than {needs - 1}."
        lit = tuple(state.region(move.cell).tolist())
        yield Step(said, lines=lines, lit=lit, seconds=SHOWN), ()


def _enough(state: State, left: int) -> Generator[Event, None, bool]:
    for found in enough(state, left, UNLIMITED):
        if found is not None:
            return found
        yield Progress(preparing=True)
    return False


def _regions(state: State, firsts: Sequence[int]) -> tuple[int, ...]:
    return tuple(cell for first in firsts for cell in state.region(first).tolist())


def _reasons(state: State, solved: Solved) -> Story:
    """Each move of an optimal line: the region and what the move is for, then what it came to, and
    what other colours would have left."""
    best, _ = solved
    moves = best.moves or ()
    for number, move in enumerate(moves):
        text = f"{{}}. It {purpose(state, move)}."
        lit = tuple(state.region(move.cell).tolist())
        yield Step(*speaking.both(text, speaking.move_words, state, move), lit=lit), moves[:number]
        asked = relay(why(state, move, len(moves) - number - 1, UNLIMITED), Answer)
        said = yield from _once(state, f"{number} {move}", asked)
        text = f"{text[:-1]}: {said.headline}"
        yield Step(*speaking.both(text, speaking.move_words, state, move)), moves[: number + 1]
        state = model.apply(state, move)
    yield best.headline


def _painting(state: State, solved: Solved) -> Story:
    """An optimal line backwards: strokes that paint the sheet, a later one over earlier ones.

    Of a board in one part without a demanded colour, these are the fewest (Rosenke and Scheibner
    2026, arXiv 2602.00690).
    """
    best, parts = solved
    moves, islands = best.moves or (), len(parts)
    states = list(accumulate(moves, model.apply, initial=state))
    last = state.board.palette[states[-1].colours[0]].name
    whole = f"each of the {islands} islands" if islands > 1 else "the whole sheet"
    yield Step(f"The first colour is {last}, on {whole}."), moves
    for made in reversed(range(len(moves))):
        before, cell = states[made], moves[made].cell
        stroke = f"stroke {len(moves) - made + islands}: {{}}"
        words = speaking.both(stroke, speaking.region, before, cell)
        yield Step(*words, lit=tuple(before.region(cell).tolist())), moves[:made]
    strokes = f"{len(moves) + islands} strokes paint this sheet"
    fewest = islands == 1 and state.board.final is None and best.proved
    yield f"{strokes}, one more than its moves. Fewer cannot." if fewest else f"{strokes}."
