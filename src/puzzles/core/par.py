"""Par, the fewest moves that a level says it takes: how it is read, graded by, and checked."""

from collections.abc import Iterable, Iterator

from puzzles.core.errors import Place
from puzzles.core.results import PERFECT, FalseClaim, Status
from puzzles.core.solving import Answer, Event
from puzzles.core.tables import Table

MOST = 1_000_000


def read_par(table: Table) -> tuple[int | None, Place]:
    """The value of `par`, None if there is none, and where it stands; raises LevelError."""
    par = table.get("par", int)
    if par is not None and not 1 <= par <= MOST:
        reason = "must be at least 1" if par < 1 else f"is {MOST:,} at most"
        raise table.error(f"par {reason}", "par")
    return par, table.place("par")


def grade_by(par: int | None, moves: int) -> str:
    """Return the word for winning in `moves` moves: perfect, over, or solved for an unknown par."""
    return "solved" if par is None else PERFECT if moves <= par else "over"


def graded(par: int | None, moves: int, missing: Iterable[tuple[str, tuple[int, ...]]]) -> Status:
    """Return the standing of a game after `moves` moves, which is won when nothing is missing."""
    missing = tuple(missing)
    return Status(moves, par, "" if missing else grade_by(par, moves), missing=missing)


def check_par(par: int | None, at: Place, events: Iterable[Event]) -> Iterator[Event | FalseClaim]:
    """Yield the events of a search from the start, and a FalseClaim if they show par false."""
    for event in events:
        yield event
        if par is not None and isinstance(event, Answer) and (false := _false(par, event)):
            yield FalseClaim(at, f"par is {par}, but {false}")


def _false(par: int, answer: Answer) -> str:
    """Return why that par cannot be, or ""."""
    found = None if answer.moves is None else len(answer.moves)
    if answer.proved and found is not None:
        return f"the optimum is {found}" if found != par else ""
    if answer.lower_bound > par:
        return f"it takes at least {answer.lower_bound}"
    return f"{found} moves are enough" if found is not None and found < par else ""
