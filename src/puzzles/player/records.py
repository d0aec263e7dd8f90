"""What is kept of a player's games and wins, as values, and what is computed from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple


class Play(NamedTuple):
    """A win. A better win in the same game is another Play with the same `game`.

    `board` tells boards with the same name apart. `finished` is the local time with its offset from
    UTC (ISO 8601); `facts` are those of the level at that time (`Puzzle.facts`). `seconds` is None
    if no clock ran.
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
    facts: dict[str, Any]

    @property
    def puzzle(self) -> str:
        return self.level.partition("/")[0]

    @property
    def helped(self) -> bool:
        return self.hints + self.watched > 0


class Result(NamedTuple):
    """The best of all wins of a level, of those without help if there is one.

    `moves`, with its `grade`, and `seconds` may come from two different games. `helped` means that
    no win was without help; `plays` counts the games that were won.
    """

    moves: int
    grade: str
    seconds: float | None
    helped: bool
    plays: int


class Saved(NamedTuple):
    """A game in the list: the newest of its level. `updated` is Unix time; `moves` is how far its
    history goes."""

    level: str
    board: str
    moves: int
    won: bool
    seconds: float
    hints: int
    watched: int
    updated: float


class Kept(NamedTuple):
    """A game with all there is of it: `history` is what `Session.dump` gave, `document` the level
    itself (`levels.read_pack`), or "" if it is not known."""

    game: str
    level: str
    board: str
    won: bool
    updated: float
    document: str
    history: dict[str, Any]


@dataclass
class Slot:
    """Where a game is stored; `row` is None before its first move. Only the saves change it."""

    level: str
    board: str
    document: str  # the level itself, so that a game outlives the level's file
    game: str  # names the game in its wins
    row: int | None = None
    revision: int = 0


def best(plays: Iterable[Play]) -> dict[str, Result]:
    """The best results by level, of wins in the order of time; wins of a board that has been
    changed since do not count."""
    by_level: dict[str, list[Play]] = {}
    for play in plays:
        wins = by_level.setdefault(play.level, [])
        if wins and wins[0].board != play.board:
            wins.clear()
        wins.append(play)
    return {level: _best(wins) for level, wins in by_level.items()}


def _best(wins: list[Play]) -> Result:
    unaided = [play for play in wins if not play.helped]
    counted = unaided or wins
    fewest = min(counted, key=lambda play: play.moves)
    times = [play.seconds for play in counted if play.seconds is not None]
    games = {play.game for play in wins}
    return Result(fewest.moves, fewest.grade, min(times, default=None), not unaided, len(games))
