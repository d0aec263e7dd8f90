"""The records of a player's games and wins, as values, and what is computed from them.

Whatever comes from a file or a database may be damaged, or made by anyone: `check` is the one
judge of what can be a record.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from hashlib import blake2b
from math import prod
from secrets import token_hex
from types import UnionType
from typing import NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from puzzles.core.results import PERFECT
from puzzles.core.tables import Values
from puzzles.core.words import many

_LIMIT = 2**53  # JSON and SQLite both hold whole numbers below it


class Win(NamedTuple):
    """A won game. A better win in the same game is another Win with the same `game`.

    `board` tells boards with the same name apart. `finished` is the local time with its offset from
    UTC (ISO 8601); `facts` are those of the level at that time (`Puzzle.facts`), and when the game
    was `begun`. `seconds` is None if no clock ran.
    """

    game: str
    level: str
    board: str
    moves: int
    target: int | None
    grade: str
    seconds: float | None
    hints: int
    watched: int
    finished: str
    facts: Values

    @property
    def puzzle(self) -> str:
        return self.level.partition("/")[0]

    @property
    def helped(self) -> bool:
        return self.hints + self.watched > 0

    @property
    def perfect(self) -> bool:
        """True for the best there is, without help."""
        return self.grade == PERFECT and not self.helped


class Result(NamedTuple):
    """The best of all wins of a level, of those without help if there is one.

    `moves`, with its `grade`, and `seconds` may come from two different games. `helped` means that
    no win was without help; `games` counts the games that were won; `board` is that of the wins.
    """

    moves: int
    grade: str
    seconds: float | None
    helped: bool
    games: int
    board: str = ""

    @property
    def perfect(self) -> bool:
        """True for the best there is, without help."""
        return self.grade == PERFECT and not self.helped


def sign(won: Win | Result) -> str:
    """The sign of what was solved, perfectly or not."""
    return "✦" if won.perfect else "●"


class Standing(NamedTuple):
    """The numbers of levels in all, solved, solved perfectly and without help; `seconds`
    are those of the best wins together."""

    total: int
    solved: int
    perfect: int
    unaided: int
    seconds: float

    @classmethod
    def of(cls, levels: Collection[str], results: Mapping[str, Result]) -> "Standing":
        """The standing in the levels of these names, by the best results of all."""
        known = [results[name] for name in levels if name in results]
        return cls(
            len(levels),
            len(known),
            sum(result.perfect for result in known),
            sum(not result.helped for result in known),
            sum(result.seconds or 0 for result in known),
        )

    @property
    def complete(self) -> bool:
        return self.solved == self.total

    def __str__(self) -> str:
        solved = many(self.solved, "level")
        return f"{solved} · {self.perfect} perfect · {self.unaided} without help"


# What a history has, at the least (`Session.dump`), and the types of each. Whoever reads more of it
# finds out whether it is what it should be.
HISTORY: dict[str, set[type]] = {
    "moves": {list},
    "at": {int},
    "mark": {int, type(None)},
    "seconds": {int, float},
    "hints": {int},
    "watched": {int},
}


class StoredGame(NamedTuple):
    """A game with all there is of it: `history` is as HISTORY says, `document` the level itself
    (`levels.read_pack`), or "" if it is not known."""

    game: str
    level: str
    board: str
    won: bool
    updated: float
    document: str
    history: Values


class StoredDrawing(NamedTuple):
    """A board that is drawn: `strokes` are what `Strokes.dump` gives, `updated` is Unix time."""

    name: str
    puzzle: str
    strokes: Values
    updated: float


@dataclass
class PlayerRecords:
    """The contents of a file of progress; `broken` rows could not be read, or not in full."""

    wins: list[Win] = field(default_factory=list)
    games: list[StoredGame] = field(default_factory=list)
    drawings: list[StoredDrawing] = field(default_factory=list)
    broken: int = 0

    def __str__(self) -> str:
        told = f"{many(len(self.games), 'game')} and {many(len(self.wins), 'win')} could be read"
        if self.drawings:
            told = f"{many(len(self.drawings), 'drawing')}, {told}"
        return told + (f", {self.broken} more could not" if self.broken else "")


def new_name() -> str:
    """A name that no other game or drawing has."""
    return token_hex(8)


@dataclass
class Handle:
    """The place of a stored game or drawing, by its name; `row` is None before it is first stored.
    Only the saves change it."""

    name: str = field(default_factory=new_name)
    row: int | None = None
    revision: int = 0


# What can be a record ----------------------------------------------------------------------

Record = TypeVar("Record", Win, StoredGame, StoredDrawing)


def check(record: Win | StoredGame | StoredDrawing) -> None:
    """Raise ValueError, which says why, if a value of a record cannot be that of its field."""
    kind: type = type(record)
    _check(_kinds(kind), record._asdict())
    if isinstance(record, Win):
        offset = None
        with suppress(ValueError):
            offset = datetime.fromisoformat(record.finished).tzinfo
        if offset is None:
            raise ValueError(f"finished is no time with an offset: {record.finished!r}")
    elif isinstance(record, StoredGame):
        if record.level.count("/") != 2:
            raise ValueError(f"level is puzzle/pack/title, not {record.level!r}")
        record.document.encode()  # it may be of several lines, but must be text
        check_history(record.history)
    elif isinstance(record, StoredDrawing):
        board, at, changes = map(record.strokes.get, ("board", "at", "strokes"))
        sound = type(board) is str and type(at) is int and isinstance(changes, list)
        for change in changes if isinstance(changes, list) else ():
            sound &= isinstance(change, list | tuple) and [*map(type, change)] == [int, str, str]
        if not sound:
            raise ValueError("these are no strokes of a drawing")


def check_history(history: Values) -> None:
    """Raise ValueError, which says why, for a history that no session gives."""
    if not set(HISTORY) <= set(history):
        raise ValueError(f"a history has {', '.join(HISTORY)}")
    _check(HISTORY, {name: history[name] for name in HISTORY})
    for move in history["moves"]:
        if type(move) is not str or not move.isprintable():
            raise ValueError(f"moves cannot have {move!r}")


@cache
def _kinds(record: type) -> dict[str, set[type]]:
    """The types that each field may have; a whole number is a time as well."""
    found = {}
    for name, hint in get_type_hints(record).items():
        hints = get_args(hint) if isinstance(hint, UnionType) else (hint,)
        kinds: set[type] = {get_origin(kind) or kind for kind in hints}
        found[name] = kinds | {int} if float in kinds else kinds
    return found


def _check(kinds: Mapping[str, set[type]], values: Values) -> None:
    for name, value in values.items():
        kind = type(value)
        number = kind is int or kind is float
        if kind not in kinds[name] or (number and not 0 <= value < _LIMIT):
            raise ValueError(f"{name} cannot be {value!r}")
        if kind is str and name != "document" and not (value and value.isprintable()):
            raise ValueError(f"{name} must be a line of text")


def today() -> date:
    """The day that it is now, to be asked whenever it matters: an app may stay open for days."""
    return date.today()


def board_key(start: str) -> str:
    """A short name for a board: the same for levels that start from the same picture."""
    return blake2b(start.encode(), digest_size=8).hexdigest()


# What is computed --------------------------------------------------------------------------


def cells_of(facts: Mapping[str, object]) -> int:
    """Count the cells of a board by its size: `10×29`, or `53 nodes`; 0 if that is not known."""
    sides = re.findall(r"\d{1,9}", str(facts.get("size", "0")))
    return prod(map(int, sides[:2] or [0]))


def best(wins: Iterable[Win]) -> dict[str, Result]:
    """The best results by level, of wins in the order of time; wins of a board that has been
    changed since do not count."""
    by_level: dict[str, list[Win]] = {}
    for win in wins:
        known = by_level.setdefault(win.level, [])
        if known and known[0].board != win.board:
            known.clear()
        known.append(win)
    results = {}
    for level, own in by_level.items():
        counted = [win for win in own if not win.helped] or own
        fewest = min(counted, key=lambda win: win.moves)
        times = [win.seconds for win in counted if win.seconds is not None]
        least, games = min(times, default=None), len({win.game for win in own})
        helped, board = fewest.helped, own[0].board
        results[level] = Result(fewest.moves, fewest.grade, least, helped, games, board)
    return results
