"""All optimal solutions, counted up to the order of independent moves, and why a move is one.

Two consecutive moves are independent if they can be swapped: each is made on the same region before
and after, and both orders end alike. Sequences that differ by such swaps are one solution (a trace:
Mazurkiewicz, 1977). Of each only the least sequence is followed: one in which no move can be
swapped forwards past moves that all come after it in order of region and colour.
"""

import sys
import time
from collections.abc import Generator, Iterator

from puzzles.core.solving import Answer, Event, Limits, Progress, Run, Stopped, relay
from puzzles.core.words import counted, listed, many
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Move, State
from puzzles.kami.solver.search import EXHAUSTED, RUNNING, Search
from puzzles.kami.solver.solve import parts_of, solve, within

Played = tuple[State, Move]  # a position, and the move made in it


def solutions(state: State, most: int, limits: Limits) -> Iterator[Event]:
    """Count the optimal solutions from `state`, up to `most`; the answer's facts say whether they
    are all (`complete`). Its moves are the first one found."""
    first = yield from relay(solve(state, limits), Answer)
    if not first.proved or first.moves is None:
        yield first
    else:
        yield from count_optima(state, first, limits, most)


def count_optima(state: State, first: Answer, limits: Limits, most: int) -> Iterator[Event]:
    """`solutions`, given a proved answer. Progress tells how many are found, as its `count`."""
    assert first.moves is not None
    run = _Count(limits, most, first)
    stopped = ""
    try:
        yield from run.count_below(state, len(first.moves), [])
    except Stopped as limit:
        stopped = str(limit)
    complete = not stopped and run.found < most
    facts = {**first.facts, "complete": complete}
    number = max(1, run.found)  # the proved answer is one
    said = f"{first.headline}; {counted(number, 'optimal solution', complete)}"
    asked = (run.nodes, run.seconds, said, stopped, facts)
    yield Answer(first.moves, not stopped, first.lower_bound, *asked, count=number)


class _Count(Run):
    """A count, and what is known of positions."""

    def __init__(self, limits: Limits, most: int, first: Answer) -> None:
        super().__init__(limits, first.seconds, first.nodes)
        self._most, self._par = most, first.lower_bound
        self._enough: dict[tuple[bytes, int], bool] = {}
        self.found = 0

    def count_below(self, state: State, left: int, line: list[Played]) -> Iterator[Event]:
        """Count the ways to go on from a position after `line` that take `left` moves."""
        if left == 0:
            self.found += state.won
            return
        for move in _moves(state):
            if self.found >= self._most:
                return
            child = model.apply(state, move)
            if self.due():
                yield self._progress()
            if not (yield from self._is_enough(child, left - 1)):
                continue
            if _is_least(line, move):
                yield from self.count_below(child, left - 1, [*line, (state, move)])

    def _is_enough(self, state: State, left: int) -> Generator[Event, None, bool]:
        """Return True if a position can be won in `left` moves."""
        key = state.colours.tobytes(), left
        if key not in self._enough:
            for event in enough(state, left, self.limits):
                if isinstance(event, bool):
                    self._enough[key] = event
                else:
                    self.check()
                    yield self._progress()
            self.nodes += 1
            self.check()
        return self._enough[key]

    def _progress(self) -> Progress:
        self.last_event = time.monotonic()
        return Progress(self.nodes, self.seconds, self._par, self._par, count=self.found)


def enough(state: State, left: int, limits: Limits) -> Iterator[bool | None]:
    """Yield None after each slice of work, then whether `left` moves can win the position."""
    parts = parts_of(state)
    if len(parts) > 1 or state.board.final is not None:
        for event in within(state, left, Limits(memory_mb=limits.memory_mb)):
            yield event.proved and event.moves is not None if isinstance(event, Answer) else None
        return
    part = parts[0]
    if part.graph.n == 1:
        yield True
        return
    search = Search(part.graph, part.colours, -1, left, limits.memory_mb * 1_000_000)
    search.begin(left)
    while (result := search.advance(sys.maxsize // 2)) == RUNNING:
        yield None
    yield result != EXHAUSTED


def _moves(state: State) -> Iterator[Move]:
    """Yield all moves, also those that merge nothing: one may well be in an optimal solution. The
    colour that is demanded may be gone; no other that is gone comes back in one."""
    colours = sorted({*state.colours.tolist(), state.board.final} - {None})
    for cell in state.region_cell.tolist():
        for colour in colours:
            if colour != state.colours[cell]:
                yield Move(cell, colour)


def _is_least(line: list[Played], move: Move) -> bool:
    """Return True if no swap of a move forwards, after `line`, gives a lesser sequence."""
    for before, earlier in reversed(line):
        if not _independent(before, earlier, move):
            return True
        if (move.cell, move.colour) < (earlier.cell, earlier.colour):
            return False
    return True


def _independent(before: State, one: Move, other: Move) -> bool:
    """Return True if each of two moves is made on the same region before the other and after it."""
    v, w = before.region_of[[one.cell, other.cell]].tolist()
    if v == w:
        return False
    colours = before.colours
    swallows = colours[one.cell] == other.colour or colours[other.cell] == one.colour
    return not (swallows and w in before.region_graph.neighbours[v])


def describe_rest(left: int) -> str:
    """Return what is left after a move, in words: `3 moves are left`."""
    if not left:
        return "the board is finished"
    return f"{many(left, 'move')} {'is' if left == 1 else 'are'} left"


def why(state: State, move: Move, left: int, limits: Limits) -> Iterator[Event]:
    """Say what a best move leaves, `left` moves, and what other colours of its region would."""
    began = time.monotonic()
    palette = state.board.palette
    others = {*state.colours.tolist()} - {move.colour, int(state.colours[move.cell])}
    good: dict[int, bool] = {}  # for each that is decided
    for colour in sorted(others):
        for event in enough(model.apply(state, Move(move.cell, colour)), left, limits):
            if event is not None:
                good[colour] = event
            elif limits.reached(time.monotonic() - began, 0):
                break
            yield Progress(0, time.monotonic() - began, left)
    as_good = [palette[colour].name for colour in good if good[colour]]
    worse = len(good) - len(as_good)
    said = [describe_rest(left)]
    if len(as_good) == len(others) > 1:
        said.append("any other colour is as good")
    elif as_good:
        said.append(f"{listed(as_good)} {'are' if len(as_good) > 1 else 'is'} as good")
    if worse:
        said.append(
            f"any other colour leaves {many(left + 1, 'move')} or more"
            if len(good) == len(others)
            else f"of the other colours {worse} cost a move or more"
        )
    seconds, proved = time.monotonic() - began, len(good) == len(others)
    yield Answer(None, proved, left, 0, seconds, "; ".join(said), "", {"as_good": as_good})
