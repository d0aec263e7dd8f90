"""`puzzles [LEVEL]`, `edit` and `daily`: open the app, or play line by line."""

import gc
import os
import sys
from argparse import Namespace

from puzzles.cli import Exit, output
from puzzles.cli.games import opened
from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import Reading
from puzzles.library import registry
from puzzles.library.catalogue import Entry
from puzzles.library.levels import level_toml
from puzzles.player import daily
from puzzles.player.draft import blank
from puzzles.player.records import today
from puzzles.player.winning import share_day


def play(arguments: Namespace) -> int:
    lobby = arguments.screen_reader or os.environ.get("PUZZLES_SCREEN_READER")
    if arguments.plain and not (lobby or arguments.level):
        raise UsageError("say which level to play; `puzzles list` names them")
    entry = output.find(arguments.level) if arguments.level else None
    if not (lobby or arguments.plain):
        return open_app(entry)
    from puzzles.cli import plain

    return plain.play(entry, bool(lobby))


def open_app(
    entry: Entry | None = None,
    edited: tuple[AnyPuzzle, Level | Reading] | None = None,
    drawing: bool = False,
) -> int:
    """Open the app, at a level, in the editor at a board or at one that was read off a picture, or
    at the boards that were drawn, until the player quits."""
    _need_terminal()
    gc.disable()  # until the first frame: all that is imported stays
    from puzzles.ui.shell.app import run as run_app

    run_app(entry, edited, drawing)
    return Exit.DONE


def _need_terminal() -> None:
    """UsageError unless the app can draw and be typed at."""
    # How long to wait for more after Esc, as the terminal sends it before other keys, too: the
    # usual tenth of a second is felt. Read by Textual when it is imported.
    os.environ.setdefault("ESCDELAY", "25")
    if os.environ.get("TEXTUAL_DRIVER"):  # a browser stands in for the terminal (`puzzles serve`)
        return
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        raise UsageError("the app needs a terminal; `puzzles play --plain LEVEL` does without")
    if sys.stdin.isatty():
        return
    # The level came through standard input; the keys come from the terminal itself.
    try:
        console = "CONIN$" if sys.platform == "win32" else "/dev/tty"
        if sys.platform == "darwin":  # its event loop cannot wait for /dev/tty
            console = os.ttyname(sys.stdout.fileno())
        os.dup2(os.open(console, os.O_RDWR), 0)
    except OSError:
        raise UsageError("the app needs a terminal to read keys from") from None


def edit(arguments: Namespace) -> int:
    words = arguments.what
    if not words:
        return open_app(drawing=True)
    if words[0] in registry.plugins()[0]:
        puzzle, sketch = blank(words)
        return open_app(edited=(puzzle, sketch))
    if len(words) > 1:
        raise UsageError(f"{words[0]!r} is no puzzle; draw one of its boards, or a single level")
    entry = output.find(words[0])
    puzzle = entry.pack.puzzle
    puzzle.maker.sketch(entry.level)  # or a line why it cannot be edited
    return open_app(edited=(puzzle, entry.level))


def play_daily(arguments: Namespace) -> int:
    day, week = arguments.date or today(), arguments.week
    plugins = [*registry.plugins()[0].values()]
    if arguments.puzzle is not None:
        plugins = [registry.plugin(arguments.puzzle)]
    find = daily.weekly if week else daily.daily
    if arguments.puzzle is None or arguments.share or arguments.json:
        with opened() as saves:
            wins = saves.wins()
        for number, plugin in enumerate(plugins):
            solved = daily.best_of_days(wins).get((plugin.id, day.isoformat()))
            won = daily.week_won(wins, plugin, day) if week else solved
            streak = 0 if week else daily.daily_streaks(wins, plugin, today())[0]
            if arguments.json:
                entry = find(plugin, day)
                answer = {"board": plugin.format(entry.level), "won": won is not None}
                answer |= {"moves": won.moves, "grade": won.grade} if won else {}
                facts = {**plugin.facts(entry.level), "streak": streak}
                output.print_record({**output.record(entry, answer, facts), "file": None})
            else:
                print("\n" * bool(number) + share_day(plugin, day, won, streak, week))
        return Exit.DONE
    entry = find(plugins[0], day)
    if not sys.stdout.isatty():
        print(level_toml(entry.pack.puzzle, entry.level), end="")
        return Exit.DONE
    return open_app(entry)
