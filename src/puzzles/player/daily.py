"""The puzzle of the day: one per plugin, from the date alone, the same for everyone.

It stands in a list of IDs that ships, in order from the first day on and then from the start again;
so no change of a generator or solver can change it. A puzzle without a list gets one of its levels:
the one whose ID, hashed together with the date, comes out highest (rendezvous hashing, Thaler &
Ravishankar 1996), so that a level added later changes only the days it takes for itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import Any

from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import Puzzle
from puzzles.library import locations
from puzzles.library.catalogue import Entry, library
from puzzles.library.ids import make_id, read_id
from puzzles.library.levels import Pack
from puzzles.player import sharing
from puzzles.player.records import Play
from puzzles.player.statistics import streaks

PACK = "daily"
FIRST = date(2026, 1, 5)  # a Monday; lists are of whole weeks


def daily(puzzle: Puzzle[Any, Any, Any], day: date) -> Entry:
    """The puzzle of a day; its title is the date. Raises UsageError if the puzzle has none."""
    listed = daily_ids(puzzle)
    if listed:
        level = read_id(listed[(day - FIRST).days % len(listed)]).levels[0]
    else:
        level = _of_the_packs(puzzle, day)
    level = replace(level, title=day.isoformat())
    return Entry(Pack(puzzle, PACK, "Puzzle of the day", "", PACK, (level,)), 0)


def daily_ids(puzzle: Puzzle[Any, Any, Any]) -> list[str]:
    """The list of a puzzle's days, `daily/PUZZLE.ids` beside the packs that ship; empty if there is
    none."""
    file = locations.shipped_levels() / "daily" / f"{puzzle.id}.ids"
    return file.read_text(encoding="ascii").split() if file.exists() else []


def _of_the_packs(puzzle: Puzzle[Any, Any, Any], day: date) -> Level:
    """One of the levels that ship, with us or with the puzzle, or else of the player's own."""
    packs = [pack for pack in library().packs if pack.puzzle is puzzle]
    shipped = [pack for pack in packs if sharing.ships(pack)]
    for some in (shipped, packs):
        levels = [level for pack in some for level in pack.levels]
        if levels:
            return max(levels, key=lambda level: _rank(day, make_id(puzzle, level)))
    raise UsageError(f"{puzzle.title} has no puzzle of the day")


def _rank(day: date, board: str) -> bytes:
    return sha256(f"{day.isoformat()} {board}".encode()).digest()


def name_of(puzzle: Puzzle[Any, Any, Any], day: date) -> str:
    """The name that the level of a day has in the saved games."""
    return f"{puzzle.id}/{PACK}/{day.isoformat()}"


def calendar(plays: Iterable[Play], puzzle: Puzzle[Any, Any, Any]) -> dict[str, Play]:
    """The best win of every daily puzzle that was solved, by its date."""
    found: dict[str, Play] = {}
    for play in plays:
        kind, _, day = play.level.partition(f"/{PACK}/")
        better = day not in found or (play.helped, play.moves) < (found[day].helped,
                                                                  found[day].moves)  # fmt: skip
        if kind == puzzle.id and day and better:
            found[day] = play
    return dict(sorted(found.items()))


def daily_streaks(
    plays: Iterable[Play], puzzle: Puzzle[Any, Any, Any], today: date
) -> tuple[int, int]:
    """Days in a row on which the day's puzzle was solved on the day itself: now, and the most."""
    played = {
        play.finished[:10]
        for play in plays
        if play.level == f"{puzzle.id}/{PACK}/{play.finished[:10]}"
    }
    return streaks(played, today)


def share(puzzle: Puzzle[Any, Any, Any], day: date, play: Play | None, streak: int) -> str:
    """A text that tells others how it went, and nothing about the solution."""
    command = f"puzzles daily {puzzle.id} --date {day.isoformat()}"
    return sharing.told(f"{puzzle.title} of {day.isoformat()}", puzzle, play, streak, command)
