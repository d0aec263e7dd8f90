"""Questions to a solver and its answers: limits in, a stream of events out.

A solver is a generator. It yields `Progress` about every 50 ms, so that it can be stopped between
two events, and ends with exactly one `Answer`.
"""

import time
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from puzzles.core.tables import Values

T = TypeVar("T")
PAUSE = 0.01  # seconds between events, at least, where there may be far more


@dataclass(frozen=True)
class Limits:
    """The limits of a search: seconds of wall time, positions searched, megabytes of tables."""

    seconds: float | None = None
    nodes: int | None = None
    memory_mb: int = 1024

    def reached(self, seconds: float, nodes: int, megabytes: float = 0.0) -> str:
        """The limit that is reached, in words; "" if none is."""
        if self.seconds is not None and seconds >= self.seconds:
            return "time limit"
        if self.nodes is not None and nodes >= self.nodes:
            return "node limit"
        return "memory limit" if megabytes > self.memory_mb else ""

    def after(self, seconds: float) -> "Limits":
        """Return what is left after some seconds: a moment, if they are over."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(0.001, self.seconds - seconds))


UNLIMITED = Limits()


@dataclass(frozen=True)
class Step:
    """What there is to see at a step of a search, or of a reason.

    In words: `words` are a sentence, `turned` the same for a board that lies on its side, if it is
    another; `lines` are short, and `figures` numbers or texts by name. `mark` names the event that
    makes a step matter ("dead end"); `seconds` is how long to show it, where that is not the usual.

    On the board: the cells that are `lit`, those that are `struck` out, and `labels` at cells. Only
    a puzzle's own board draws `paths` that are laid and `ghosts` that are supposed, each its
    vertices in order.
    """

    words: str = ""
    turned: str = ""
    lines: tuple[str, ...] = ()
    figures: Mapping[str, float | str] = field(default_factory=dict)
    mark: str = ""
    seconds: float | None = None
    lit: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    labels: Mapping[int, str] = field(default_factory=dict)
    paths: tuple[tuple[int, ...], ...] = ()
    ghosts: tuple[tuple[int, ...], ...] = ()

    @property
    def told(self) -> tuple[str, ...]:
        """The figures and the lines, a line each."""
        figures = (
            f"{name} {value:,}" if isinstance(value, int | float) else f"{name} {value}"
            for name, value in self.figures.items()
        )
        return *figures, *self.lines


@dataclass(frozen=True)
class Progress:
    """The state of a search so far.

    `preparing` while kernels are being compiled or loaded, and before what takes plain Python long.
    Where compiling takes long the search goes on as plain Python meanwhile, and `compiled` says how
    many kernels there are, and of how many.
    `lower_bound` and `best` count moves (`best` is None before any solution is known), and `moves`
    is the best solution, if it can be told; where no solution is better than another there are no
    bounds. `count` is what was counted so far, where that is known (`Answer.count`). `line` is a
    sample of the moves being tried; `step` is what there is to see besides.
    """

    nodes: int = 0
    seconds: float = 0.0
    lower_bound: int = 0
    best: int | None = None
    preparing: bool = False
    line: tuple[Any, ...] = ()
    step: Step | None = None
    moves: tuple[Any, ...] | None = None
    compiled: tuple[int, int] | None = None
    count: int | None = None

    def bounds(self, count_of: Callable[[int], str] = str) -> list[str]:
        """What is known by now of the fewest moves, in words."""
        found = [] if self.best is None else [f"best known {count_of(self.best)}"]
        return found + ([f"at least {count_of(self.lower_bound)}"] if self.lower_bound else [])


@dataclass(frozen=True)
class Answer:
    """The end of a search.

    `count` is the number that was asked for, of solutions or ways, and None if none was. `moves`
    solves the position, or is None if no solution is known. `proved` says that nothing better
    exists (or, with no moves, that no solution does), or that the count is exact; otherwise
    `stopped` names the limit that was hit. `headline` says it in one line; `facts` holds what is
    particular to the puzzle.
    """

    count: int | None = field(default=None, kw_only=True)
    moves: tuple[Any, ...] | None
    proved: bool
    lower_bound: int = 0
    nodes: int = 0
    seconds: float = 0.0
    headline: str = ""
    stopped: str = ""
    facts: Values = field(default_factory=dict)


Event = Progress | Answer


class Known:
    """What a search has told so far."""

    def __init__(self) -> None:
        self._last = Progress()

    def add(self, event: Progress) -> None:
        """Take an event in. The best moves are told once, and so may a count be."""
        last = self._last
        count = last.count if event.count is None else event.count
        self._last = replace(event, moves=event.moves or last.moves, count=count)

    def answer(self, stopped: str) -> Answer:
        """Return the answer of a search that was stopped from outside."""
        known = self._last
        counted = [f"{known.count:,} counted"] if known.count else []
        told = ", ".join(known.bounds() + counted) or "no solution known"
        asked = (known.lower_bound, known.nodes, known.seconds, f"{stopped.capitalize()}: {told}")
        facts = {"best": known.best}
        return Answer(known.moves, False, *asked, stopped, facts, count=known.count)


class Stopped(Exception):
    """A limit was reached; the text names it."""


class Run:
    """A search: its limits, its clock, and how many positions it has been at."""

    def __init__(self, limits: Limits = UNLIMITED, seconds: float = 0.0, nodes: int = 0) -> None:
        self.limits, self.nodes = limits, nodes
        self.last_event = time.monotonic()
        self.began = self.last_event - seconds

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def check(self, megabytes: float = 0.0) -> None:
        """Raise Stopped if a limit is reached."""
        if limit := self.limits.reached(self.seconds, self.nodes, megabytes):
            raise Stopped(limit)

    @property
    def left(self) -> Limits:
        """The rest of the limits."""
        nodes, left = self.limits.nodes, self.limits.after(self.seconds)
        return replace(left, nodes=None if nodes is None else max(1, nodes - self.nodes))

    def due(self) -> bool:
        """Return True if it is time for another event: there may be far more to report than can
        be shown."""
        return time.monotonic() - self.last_event >= PAUSE


def relay(events: Iterable[Any], kind: type[T]) -> Generator[Any, None, T]:
    """Pass a stream of events on, and return the last one, which is of this kind."""
    for event in events:
        if isinstance(event, kind):
            return event
        yield event
    raise RuntimeError(f"a stream of events ended without {kind.__name__}")


def as_preparing(events: Generator[object, None, T]) -> Generator[Progress, None, T]:
    """Run a generator to its end, its events as `preparing`, and return its result."""
    while True:
        try:
            next(events)
        except StopIteration as end:
            found: T = end.value
            return found
        yield Progress(preparing=True)


def last(events: Iterable[Any], kind: type[T]) -> T:
    """Run a stream of events to its end and return the last one, which is of this kind."""
    found = next((event for event in events if isinstance(event, kind)), None)
    assert found is not None, f"a stream of events ended without {kind.__name__}"
    return found


def answer(events: Iterable[Event]) -> Answer:
    """Run a search to its end and return the answer."""
    return last(events, Answer)
