"""`puzzles progress`: the player's games and wins, shown, reviewed, exported, imported or reset."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from puzzles.cli import Exit, output
from puzzles.cli.output import new_file, output_of
from puzzles.cli.progress import working
from puzzles.core.errors import PuzzlesError, UsageError, printable
from puzzles.core.words import many
from puzzles.library import registry
from puzzles.player.daily import daily_streaks
from puzzles.player.memory import Memory
from puzzles.player.records import board_key, today
from puzzles.player.review import Review, plot
from puzzles.player.saves import Saves
from puzzles.player.session import Session, clock_text
from puzzles.player.statistics import groups, statistics, summary_lines
from puzzles.player.transfer import SUFFIX, progress_text, read_progress
from puzzles.running import blocking

PLOT_HEIGHT = 6  # lines of the plot


@contextmanager
def opened() -> Iterator[Saves]:
    """The saved games, closed at the end; UsageError if they could not be reached."""
    saves = Saves()
    try:
        yield saves
    except PuzzlesError as error:
        # What could not be read may be why something else is missing.
        raise (UsageError(saves.trouble) if saves.trouble else error) from None
    finally:
        saves.close()
    if saves.trouble and not saves.reached:
        raise UsageError(saves.trouble)
    for notice in saves.notices():
        print(f"puzzles: {printable(notice)}", file=sys.stderr)


def stats(arguments: Namespace) -> int:
    with opened() as saves:
        wins = saves.wins()
    now = today()
    found = statistics(wins, now)
    if arguments.json:
        dailies = {
            name: dict(zip(("streak", "longest"), daily_streaks(wins, puzzle, now), strict=True))
            for name, puzzle in registry.plugins()[0].items()
        }
        output.print_record(output.record(answer={**asdict(found), "daily": dailies}))
        return Exit.DONE
    if not wins:
        print("No level solved yet.")
        return Exit.DONE
    print("\n".join(summary_lines(found)))
    for title, tallies in groups(found).items():
        width, last = max(map(len, [title, *tallies])), "  best alone" * (title == "Size")
        print(f"\n{title:{width}}  games  perfect  with help     time{last}")
        for name, tally in tallies.items():
            figures = f"{tally.games:5}  {tally.perfect:7}  {tally.helped:9}"
            line = f"{printable(name):{width}}  {figures}  {clock_text(tally.seconds):>7}"
            if best := found.fastest.get(name):
                line += f"  {clock_text(best.seconds)} {printable(best.level)}"
            print(line)
    return Exit.DONE


def review(arguments: Namespace) -> int:
    entry = output.find(arguments.level)
    puzzle, level = entry.pack.puzzle, entry.level
    start = puzzle.start(level)
    with opened() as saves:
        games = saves.games_of(entry.name, board_key(puzzle.text(start)))
    played = [(game.game, found) for game in games if (found := Session.of(puzzle, level, game))]
    played = [(name, found) for name, found in played if found.moves()]
    if not played:
        raise UsageError(f"there is no game of {entry.name} to review")
    name, game = played[-1]
    with working("Looking back"):
        looked = Review(puzzle, level, game.moves()).settle(blocking.answer)
    if game.status.won and (lost := looked.lost_at) is not None:
        Memory().record_review(name, len(looked.moves), lost)
    verdicts = looked.verdicts
    if arguments.json:
        moves = [asdict(verdict) for verdict in verdicts]
        told = {"won": game.status.won, "left": looked.left, "moves": moves}
        output.print_record(output.record(entry, told))
        return Exit.DONE
    width = len(str(len(verdicts)))
    for number, each in enumerate(verdicts, 1):
        left = "" if each.left is None else f", {puzzle.count_of(each.left)} left"
        better = f"; better: {each.better}" if each.better else ""
        print(f"{number:{width}}. {printable(each.move)}: {each.words}{left}{printable(better)}")
        if each.lost and each.why:
            print(f"{'':{width}}  {printable(each.why)}")
    print("\n".join(plot(looked.left, PLOT_HEIGHT)))
    print(looked.summary)
    return Exit.DONE


def export_games(arguments: Namespace) -> int:
    """Write every win, game and drawing to a file that ends in .json, or to standard output
    (`-`)."""
    file = output_of(arguments) or "-"
    if file != "-" and Path(file).suffix.lower() != SUFFIX:
        raise UsageError(
            f"progress is exported to a file that ends in {SUFFIX}; "
            "for a picture, say of which level"
        )
    with opened() as saves:
        wins, games, drawings = saves.wins(), saves.all_games(), saves.drawings()
    new_file(file, arguments.force).write(progress_text(wins, games, drawings))
    if file != "-":
        counts = f"{many(len(games), 'game')} and {many(len(drawings), 'drawing')}"
        print(f"{many(len(wins), 'win')}, {counts} written to {file}", file=sys.stderr)
    return Exit.DONE


def import_games(arguments: Namespace) -> int:
    """Merge the wins, games and drawings of a file into the player's own: none of them, if one is
    wrong, or of a database all that can be read."""
    found = read_progress(arguments.file)
    with opened() as saves:
        print(saves.take_over(found))
    return Exit.DONE


def reset(arguments: Namespace) -> int:
    with opened() as saves:
        # A game may outlive its level: then its own name is what is left.
        name = arguments.level
        games, wins = saves.forget(name)
        if not games + wins:
            name = output.find(name).name
            games, wins = saves.forget(name)
    print(f"{name}: {many(games, 'game')} and {many(wins, 'result')} forgotten")
    return Exit.DONE
