"""`puzzles play --plain LEVEL`: a game typed line by line, for screen readers, pipes and dumb
terminals. `puzzles --screen-reader`, or PUZZLES_SCREEN_READER=1, opens all levels like this.

What is printed is the same on a terminal and in a pipe; every change is on disk before the next
line is read.
"""

import sys
from contextlib import closing, suppress

from puzzles.cli import Exit
from puzzles.cli.progress import search
from puzzles.library.catalogue import Entry
from puzzles.player.dialogue import Dialogue
from puzzles.player.saves import Saves


def play(entry: Entry | None, lobby: bool = False) -> int:
    """Read lines from standard input until it ends, or the player quits: moves and commands of a
    game, and in the lobby those that lead to others."""
    with closing(Saves()) as saves:
        turns = Dialogue(saves, lobby, search).turns(entry)
        with suppress(StopIteration):
            next(turns)
            while True:
                turns.send(line())
    return Exit.DONE


def line() -> str | None:
    """The next line without blanks around it; None at the end."""
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            with suppress(ImportError):  # Windows edits lines by itself
                import readline  # noqa: F401 (so that a line can be edited, and recalled)
            return input("> ").strip()
        sys.stdout.flush()
        read = sys.stdin.readline()
    except EOFError:
        return None
    except UnicodeDecodeError:
        return "?"  # no text: whoever typed it gets the list of commands
    return read.strip() if read else None
