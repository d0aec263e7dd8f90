"""`puzzles import FILE`: take over progress that `puzzles export` wrote; once is enough."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from puzzles.cli.exits import Exit
from puzzles.core.errors import UsageError
from puzzles.core.saves import opened
from puzzles.core.transfer import SUFFIXES, read_progress


def run(arguments: Namespace) -> int:
    if Path(arguments.file).suffix.lower() in SUFFIXES or arguments.file == "-":
        return import_progress(arguments.file)
    raise UsageError(f"progress is imported from a file that ends in {' or '.join(SUFFIXES)}")


def import_progress(file: str) -> int:
    """Merge the wins of a file into the player's own; none of them, if one is wrong."""
    plays = read_progress(file)
    with opened() as saves:
        new = saves.merge(plays)
    print(f"{len(plays)} wins read, {new} of them new")
    return Exit.DONE
