"""`puzzles daily [PUZZLE]`: the puzzle of the day or the week, to play, to print or to tell others
about."""

from __future__ import annotations

import sys
from argparse import Namespace
from datetime import date

from puzzles.cli.exits import Exit
from puzzles.cli.play import open_app
from puzzles.cli.saves import opened
from puzzles.core.errors import UsageError
from puzzles.library import registry
from puzzles.library.writing import level_toml
from puzzles.player import daily
from puzzles.player.records import Play


def run(arguments: Namespace) -> int:
    day = arguments.date or date.today()
    installed = registry.plugins()[0]
    if arguments.puzzle is None:
        with opened() as saves:
            plays = saves.plays()
        texts = [_share(name, day, plays, arguments.week) for name in installed]
        print("\n\n".join(texts))
        return Exit.DONE
    if arguments.puzzle not in installed:
        known = ", ".join(installed)
        raise UsageError(f"unknown puzzle {arguments.puzzle!r}; known are {known}")
    if arguments.share:
        with opened() as saves:
            plays = saves.plays()
        print(_share(arguments.puzzle, day, plays, arguments.week))
        return Exit.DONE
    find = daily.weekly if arguments.week else daily.daily
    entry = find(registry.plugin(arguments.puzzle), day)
    if arguments.print or not sys.stdout.isatty():
        print(level_toml(entry.pack.puzzle, entry.level), end="")
        return Exit.DONE
    return open_app(entry)


def _share(puzzle: str, day: date, plays: list[Play], week: bool) -> str:
    plugin = registry.plugin(puzzle)
    if week:
        return daily.share_week(plugin, day, daily.week_won(plays, plugin, day))
    played = daily.calendar(plays, plugin).get(day.isoformat())
    streak, _ = daily.daily_streaks(plays, plugin, date.today())
    return daily.share(plugin, day, played, streak)
