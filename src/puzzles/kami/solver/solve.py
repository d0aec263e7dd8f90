"""The fewest moves that win a position of Kami, proved (docs/kami-solver.md).

A position is contracted to its region graph. Its connected parts (islands) do not influence each
other until the end, when all must have one colour: `search` proves what each part takes, and, for
as few final colours as settle it, which parts take one move more. What is known of a large part `at
once` comes first.
"""

import sys
import time
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from puzzles.core.par import check_par
from puzzles.core.results import FalseClaim
from puzzles.core.solving import Answer, Event, Limits, Progress, Run, Stopped
from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.grids.graph import Graph
from puzzles.kami.rules.model import KamiLevel, Move, State, start
from puzzles.kami.solver.at_once import grown_line, radius_bound
from puzzles.kami.solver.search import EXHAUSTED, FOUND, Search, advance
from puzzles.kami.solver.set_growth import grown_bounds
from puzzles.kami.solver.trunk import Line, trunks
from puzzles.running.kernels import is_ready

MAX_REGIONS = 1000  # of a part that is searched
LARGE = 250  # regions; where there are more, plain Python takes seconds to begin the search
TOO_LARGE = "board too large"
HARD = 20  # slices of search after which sets of regions are grown as well
# Parts of slices after which a beam that is WIDER looks for a better solution. It will take about
# WIDER times as long as the one before, and waits until the search has had WIDER times as long as
# that, and WIDER times as long as when that one began. Where a proof that there is none is all that
# the search still needs, it waits WIDER times longer.
HARDER = 240
WIDTH, WIDER = 4, 4  # of the first beam; of each other in relation to the one before
BEAM = 4  # one byte in so many is for a beam


def solve(
    state: State, limits: Limits, method: str = "", *, slices: int = sys.maxsize
) -> Iterator[Event]:
    """Search for the fewest moves from `state`, by the one method there is; see `core.solving` for
    the events.

    `slices` of search, some 20 ms each, are a limit as good as seconds, and the same on every
    machine; a position takes anything from a microsecond to a tenth of a second.
    """
    return Solving(state, limits, slices).events()


def within(
    state: State, most: int, limits: Limits, *, slices: int = sys.maxsize
) -> Iterator[Event]:
    """Search for a solution of at most `most` moves; see `core.modules.Solver.within`."""
    run = Solving(state, limits, slices)
    for event in run.events():
        moves = event.moves
        if moves is not None and len(moves) <= most:
            headline = f"yes, in {many(len(moves), 'move')}"
        elif event.lower_bound > most:
            moves, least = None, many(event.lower_bound, "move")
            headline = f"no, proved: it takes at least {least}"
        elif isinstance(event, Answer):
            yield replace(event, headline=f"not decided: {event.headline}")
            return
        else:
            yield event
            continue
        lower, nodes, seconds = event.lower_bound, event.nodes, event.seconds
        yield Answer(moves, True, lower, nodes, seconds, headline, "", run.facts)
        return


def check(level: KamiLevel, limits: Limits) -> Iterator[Event | FalseClaim]:
    """Solve the level, and compare with what it claims."""
    return check_claims(level, solve(start(level), limits))


def check_claims(level: KamiLevel, events: Iterable[Event]) -> Iterator[Event | FalseClaim]:
    """Pass on the events of solving; at the end a FalseClaim for each that they refute."""
    bound = level.proof.get("bound", 0)
    for event in check_par(level.par, level.par_place, events):
        yield event
        if isinstance(event, Answer) and event.moves is not None and len(event.moves) < bound:
            reason = f"the bound is {bound}, but {len(event.moves)} moves are enough"
            yield FalseClaim(level.place, reason)


@dataclass
class Part:
    """A connected part of the region graph, and what is known about it.

    `cells` has a cell of each region; lines are moves of the part's own regions.
    """

    graph: Graph
    cells: list[int]
    colours: list[int]
    lower: int = field(init=False)
    line: Line | None = None  # the best known
    endings: dict[int, Line] = field(default_factory=dict)  # as good as `line`, by final colour
    refuted: set[int] = field(default_factory=set)  # final colours that take one move more
    slices: int = 0  # of search
    parts: int = 0  # of these slices, and of the sets' share
    wider: int = 0  # after so many the beam is wider
    width: int = WIDTH  # of the beam that looked for solutions last

    def __post_init__(self) -> None:
        self.lower = len(set(self.colours)) - 1
        if self.graph.n == 1:
            self.add_solution([])

    def add_solution(self, line: Line) -> None:
        """Add a solution to what is known; it is kept if none is shorter."""
        if self.line is None or len(line) < len(self.line):
            self.line, self.endings = line, {}
        if len(line) == len(self.line):
            self.endings.setdefault(line[-1][1] if line else self.colours[0], line)

    def bound_at_once(self) -> None:
        """Raise the bound, and add a solution, by what needs no search."""
        radius, middle = radius_bound(self.graph)
        self.lower = max(self.lower, radius)
        self.add_solution(grown_line(self.graph, self.colours, middle))

    @property
    def settled(self) -> bool:
        """True if the best known solution is proved optimal."""
        return self.line is not None and len(self.line) == self.lower

    def misses(self, colour: int) -> bool:
        """Return True if ending in `colour` is known to take one move more."""
        return colour in self.refuted or colour not in self.colours


class Solving(Run):
    """A search for the optimum, and what is known of the parts."""

    def __init__(self, state: State, limits: Limits, slices: int = sys.maxsize) -> None:
        super().__init__(limits)
        self._slices = slices
        self._memory = 1_000_000 * limits.memory_mb
        self.parts = parts_of(state)
        self.facts: Values = {"regions": state.region_graph.n, "parts": len(self.parts)}
        board = state.board
        self._finals = range(len(board.palette)) if board.final is None else [board.final]

    def events(self) -> Iterator[Event]:
        stopped = ""
        try:
            for part in self.parts:
                if part.graph.n > LARGE:
                    part.bound_at_once()
                    self.check()
            searched = [part for part in self.parts if not part.settled]
            if any(part.graph.n > LARGE for part in searched):
                yield self._progress(preparing=True)
            if any(part.graph.n > MAX_REGIONS for part in searched):
                raise Stopped(TOO_LARGE)
            if searched:
                yield from self._prepare()
            for part in searched:
                yield from self._improve(part)
            for part in searched:
                yield from self._prove(part)
            yield from self._agree()
        except Stopped as limit:
            stopped = str(limit)
            for part in self.parts:
                if part.line is None:
                    part.bound_at_once()
        yield self._answer(stopped)

    def _prepare(self) -> Iterator[Event]:
        """Have all kernels compiled, or loaded from disk, by solving a small board; the clock
        stands still meanwhile."""
        if is_ready(advance):
            return
        before = time.monotonic()
        yield self._progress(preparing=True)
        star, colours = Graph.from_edges(5, [(0, v) for v in range(1, 5)]), [1, 0, 0, 0, 0]
        search = Search(star, colours, -1, 2, 0)
        search.begin(1)
        for _ in grown_bounds(star, colours, 2):
            yield self._progress(preparing=True)
        search.advance(1)
        self.began += time.monotonic() - before

    def _improve(self, part: Part) -> Iterator[Event]:
        """Look for better solutions by a beam."""
        most = part.graph.n if part.line is None else len(part.line) - 1
        memory = self._memory // BEAM
        part.wider = WIDER * part.parts
        for took, line in enumerate(trunks(part.graph, part.colours, part.width, most, memory)):
            part.wider = max(part.wider, WIDER * WIDER * took)
            if line is not None:
                part.add_solution(line)
                if part.settled:
                    return
            if part.line is not None:  # the limits do not stop a first solution
                self.check()
            if self.due():
                yield self._progress()

    def _prove(self, part: Part) -> Iterator[Event]:
        """Find the part's optimum: raise the bound until it meets the best known solution."""
        if part.settled:
            return
        search = self._search(part, -1)
        while not part.settled:
            if not (yield from self._iterate(part, search, part.lower)):
                part.lower += 1

    def _agree(self) -> Iterator[Event]:
        """Find the final colour that costs the fewest parts one move more."""
        while True:
            colour = min(self._finals, key=lambda f: (self._late(f), self._missing(f)))
            undecided = [
                part
                for part in self.parts
                if colour not in part.endings and not part.misses(colour)
            ]
            if not undecided:
                return
            search = self._search(undecided[0], colour)
            if not (yield from self._iterate(undecided[0], search, undecided[0].lower)):
                undecided[0].refuted.add(colour)

    def _search(self, part: Part, goal: int) -> Search:
        assert part.line is not None
        memory = self._memory - self._memory // BEAM
        search = Search(part.graph, part.colours, goal, len(part.line), memory)
        if search.memory < 0:
            raise Stopped("memory limit")
        return search

    def _iterate(self, part: Part, search: Search, limit: int) -> Generator[Event, None, bool]:
        """Look for a solution of at most `limit` moves; returns whether there is one.

        If that takes long, a better solution is looked for in between, which may be one."""
        search.begin(limit)
        while True:
            self.check()
            if not search.midway and (yield from self._before_slice(part, search, limit)):
                return True
            before, most = search.nodes, self.limits.nodes
            left = sys.maxsize // 2 if most is None else most - self.nodes
            result = search.advance(left)
            part.parts += 1
            self.nodes += search.nodes - before
            if result == EXHAUSTED:
                return False
            if result == FOUND:
                part.add_solution(search.line())
                return True
            if self.due():
                yield self._progress(self._moves(part, search.line()))

    def _before_slice(self, part: Part, search: Search, limit: int) -> Generator[Event, None, bool]:
        """Do what has to be done for parts that take long; return whether that gives a solution."""
        if part.slices == self._slices:
            raise Stopped("slice limit")
        part.slices += 1
        if part.slices >= HARD:
            search.grow_sets()
        assert part.line is not None
        wait = part.wider * (WIDER if len(part.line) == limit + 1 else 1)
        if part.parts >= max(HARDER, wait):
            part.width *= WIDER
            yield from self._improve(part)
            return len(part.line) <= limit and search.goal < 0
        return False

    def _late(self, final: int) -> int:
        """Return how many parts are known to need one move more to end in `final`."""
        return sum(part.misses(final) for part in self.parts)

    def _missing(self, final: int) -> int:
        """Return how many parts have no solution yet, as short as their best, that ends in
        `final`."""
        return sum(final not in part.endings for part in self.parts)

    @property
    def _lower(self) -> int:
        return sum(part.lower for part in self.parts) + min(map(self._late, self._finals))

    def _best(self) -> tuple[Move, ...] | None:
        """Return the shortest solution that the parts' solutions make."""
        final = min(self._finals, key=self._missing)
        moves: list[Move] = []
        for part in self.parts:
            line = part.endings.get(final, part.line)
            if line is None:
                return None
            moves += self._moves(part, line)
            if final not in part.endings:
                moves += self._moves(part, [(line[-1][0] if line else 0, final)])
        return tuple(moves)

    @staticmethod
    def _moves(part: Part, line: Line) -> tuple[Move, ...]:
        return tuple(Move(part.cells[v], colour) for v, colour in line)

    def _progress(self, line: tuple[Move, ...] = (), preparing: bool = False) -> Progress:
        self.last_event = time.monotonic()
        best, lower = self._best(), self._lower
        most = None if best is None else len(best)
        return Progress(self.nodes, self.seconds, lower, most, preparing, line, moves=best)

    def _answer(self, stopped: str) -> Answer:
        best, lower = self._best(), self._lower
        assert best is not None
        proved = len(best) == lower
        headline = f"best known {len(best)}, at least {lower}"
        if proved:
            headline, stopped = f"proved optimal: {many(len(best), 'move')}", ""
        elif stopped == TOO_LARGE:
            headline += f"; the board is too large: {MAX_REGIONS:,} connected regions are the limit"
        return Answer(best, proved, lower, self.nodes, self.seconds, headline, stopped, self.facts)


def parts_of(state: State) -> list[Part]:
    """Return the connected parts of a position's region graph, smallest first."""
    whole, cell = state.region_graph, state.region_cell
    component, colours = whole.components(), state.colours[cell]
    parts: list[Part] = []
    for label in range(component.max() + 1):
        own = np.flatnonzero(component == label)
        parts.append(Part(whole.induced(own), cell[own].tolist(), colours[own].tolist()))
    return sorted(parts, key=lambda part: part.graph.n)
