"""`puzzles daily [PUZZLE]`: the puzzle of the day, to play, to print or to tell others about."""

from __future__ import annotations

import sys
from argparse import Namespace
from datetime import date

from puzzles.cli.exits import Exit
from puzzles.cli.play import open_app
from puzzles.cli.saves import opened
from puzzles.core.errors import UsageError
from puzzles.library import registry
from puzzles.library.levels import level_toml
from puzzles.player import daily
from puzzles.player.records import Play


def run(arguments: Namespace) -> int:
    day = arguments.date or date.today()
    installed = registry.plugins()[0]
    if arguments.puzzle is None:
        with opened() as saves:
            plays = saves.plays()
        texts = [_share(name, day, plays) for name in installed]
        print("\n\n".join(texts))
        return Exit.DONE
    if arguments.puzzle not in installed:
        known = ", ".join(installed)
        raise UsageError(f"unknown puzzle {arguments.puzzle!r}; known are {known}")
    if arguments.share:
        with opened() as saves:
            plays = saves.plays()
        print(_share(arguments.puzzle, day, plays))
        return Exit.DONE
    entry = daily.daily(registry.plugin(arguments.puzzle), day)
    if arguments.print or not sys.stdout.isatty():
        print(level_toml(entry.pack.puzzle, entry.level), end="")
        return Exit.DONE
    return open_app(entry)


def _share(puzzle: str, day: date, plays: list[Play]) -> str:
    plugin = registry.plugin(puzzle)
    played = daily.calendar(plays, plugin).get(day.isoformat())
    streak, _ = daily.daily_streaks(plays, plugin, date.today())
    return daily.share(plugin, day, played, streak)
