"""Games as lists of moves, to be walked through, and two of a level compared by their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile

from puzzles.core.errors import MoveError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Status
from puzzles.player.clock import clock_text
from puzzles.player.records import StoredGame, many
from puzzles.player.session import KINDS, kinds_shown, moves_of

NOTHING: Mapping[str, int] = {}


@dataclass(frozen=True)
class Walk:
    """The moves (as text) that lead from the start of a level to where a game stands, and what it
    took. `updated` is Unix time; None for the game that is being played."""

    moves: tuple[str, ...]
    status: Status
    seconds: float
    hints: int
    watched: int
    updated: float | None = None
    shown: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the game: when it was played last."""
        if self.updated is None:
            return "this game"
        return f"{datetime.fromtimestamp(self.updated):%Y-%m-%d %H:%M}"


def walk_of(puzzle: AnyPuzzle, start: object, game: StoredGame) -> Walk | None:
    """The moves of a saved game; None if the rules refuse them."""
    history, moves = game.history, moves_of(game.history)
    try:
        status = puzzle.status(puzzle.after(start, moves))
    except MoveError:
        return None
    return Walk(
        moves,
        status,
        history["seconds"],
        history["hints"],
        history["watched"],
        game.updated,
        kinds_shown(history.get("shown")),
    )


def in_common(one: Sequence[str], other: Sequence[str]) -> int:
    """Count the moves that two games begin with alike, or the characters of two texts."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def help_taken(hints: int, watched: int, shown: Mapping[str, int] = NOTHING) -> str:
    """Return the help that was taken, in words, with the kinds of hints (`Session.shown`) if all of
    them are known: `3 hints (2 where, 1 why), solution watched`."""
    told = [many(hints, "hint")] if hints else []
    kinds = [f"{shown[kind]} {kind}" for kind in KINDS if shown.get(kind)]
    if hints and sum(shown.values()) == hints and len(kinds) > 1:
        told[0] += f" ({', '.join(kinds)})"
    if watched:
        times = "" if watched == 1 else f" {watched} times"
        told.append(f"solution watched{times}")
    return ", ".join(told)


def numbers(puzzle: AnyPuzzle, walk: Walk) -> list[tuple[str, str]]:
    """Return the figures of a game by name: the same names for all games."""
    result = puzzle.award(walk.status.grade).word if walk.status.won else "not finished"
    return [
        ("game", walk.name),
        ("result", result),
        (puzzle.moves_word[1], str(walk.status.moves)),
        ("time", clock_text(walk.seconds)),
        ("help", help_taken(walk.hints, walk.watched, walk.shown) or "none"),
    ]


def parting(one: Walk, other: Walk) -> str:
    """Describe in a sentence where two games part."""
    alike = in_common(one.moves, other.moves)
    lengths = len(one.moves), len(other.moves)
    if alike == max(lengths):
        return "The games are the same, move by move."
    if alike == min(lengths):
        return f"The games are the same for {many(alike, 'move')}, where one of them ends."
    return (
        f"The games part at move {alike + 1}: {one.moves[alike]} here, {other.moves[alike]} there."
    )
