"""`puzzles progress stats`: the player's wins, counted and compared."""

from __future__ import annotations

from argparse import Namespace
from datetime import date

from puzzles.cli import records
from puzzles.cli.exits import Exit
from puzzles.cli.saves import opened
from puzzles.core.errors import printable
from puzzles.library import registry
from puzzles.player.clock import clock_text
from puzzles.player.daily import daily_streaks
from puzzles.player.memory import Memory
from puzzles.player.records import many
from puzzles.player.statistics import Statistics, Tally, statistics, summary_lines

DAYS = 14  # as many of the last days with a win are listed


def run(arguments: Namespace) -> int:
    with opened() as saves:
        plays = saves.plays()
    today = date.today()
    found = statistics(plays, today, Memory().reviews)
    if arguments.json:
        dailies = {
            name: dict(zip(("streak", "longest"), daily_streaks(plays, puzzle, today), strict=True))
            for name, puzzle in registry.plugins()[0].items()
        }
        records.tell(records.record(answer={**found.as_json(), "daily": dailies}))
    elif not plays:
        print("No level solved yet.")
    else:
        _print(found)
    return Exit.DONE


def _print(found: Statistics) -> None:
    print(
        f"{many(found.levels, 'level')} solved, {found.perfect} of them perfect, "
        f"{found.unaided} without help"
    )
    print(f"{many(found.total.games, 'game')} won in {clock_text(found.total.seconds)}")
    print(f"Streak: {many(found.streak, 'day')}, best {found.longest}")
    for line in summary_lines(found):
        print(line)
    days = dict(list(found.by_day.items())[-DAYS:])
    parts = {
        "Puzzle": found.by_puzzle,
        "Size": found.by_size,
        "Difficulty": found.by_difficulty,
        "Day": days,
    }
    for title, tallies in parts.items():
        if tallies:
            _table(title, tallies)
    if found.fastest:
        width = max(map(len, found.fastest))
        print(f"\n{'Best time':{width}}")
        for size, best in found.fastest.items():
            print(f"{size:{width}}  {clock_text(best.seconds):>7}  {printable(best.level)}")


def _table(title: str, tallies: dict[str, Tally]) -> None:
    width = max(map(len, [title, *tallies]))
    print(f"\n{title:{width}}  games  perfect  with help     time")
    for name, tally in tallies.items():
        print(
            f"{name:{width}}  {tally.games:5}  {tally.perfect:7}  {tally.helped:9}  "
            f"{clock_text(tally.seconds):>7}"
        )
