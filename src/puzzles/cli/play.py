"""`puzzles [LEVEL]`: open the app, or play line by line."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from puzzles.cli.exits import Exit
from puzzles.core.errors import UsageError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.library import catalogue
from puzzles.library.catalogue import Entry

if TYPE_CHECKING:
    from puzzles.core.reading import Reading

_CONSOLE = "CONIN$" if sys.platform == "win32" else "/dev/tty"  # where keys come from


def run(arguments: Namespace) -> int:
    if arguments.screen_reader or os.environ.get("PUZZLES_SCREEN_READER"):
        from puzzles.cli import lobby

        return lobby.run(catalogue.find(arguments.level) if arguments.level else None)
    if arguments.plain:
        from puzzles.cli.plain import play

        if not arguments.level:
            raise UsageError("say which level to play; `puzzles list` names them")
        return play(catalogue.find(arguments.level))
    return open_app(catalogue.find(arguments.level) if arguments.level else None)


def open_app(
    entry: Entry | None = None,
    read: tuple[AnyPuzzle, Reading] | None = None,
    drawing: bool = False,
) -> int:
    """Open the app, at a level, at a board that was read off a picture, or at the boards that were
    drawn, until the player quits."""
    _need_terminal()
    from puzzles.ui.shell.app import run as run_app

    run_app(entry, read, drawing)
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
        os.dup2(os.open(_CONSOLE, os.O_RDWR), 0)
    except OSError:
        raise UsageError("the app needs a terminal to read keys from") from None
