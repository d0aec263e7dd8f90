"""`puzzles export FILE`: the player's progress as JSON or CSV."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from puzzles.cli.exits import Exit
from puzzles.core.errors import UsageError
from puzzles.core.files import write_text
from puzzles.core.saves import opened
from puzzles.core.transfer import SUFFIXES, progress_text


def run(arguments: Namespace) -> int:
    return export_progress(arguments.file)


def export_progress(file: str) -> int:
    """Write every win to a file that ends in .json or .csv, or as JSON to standard output (`-`)."""
    suffix = ".json" if file == "-" else Path(file).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"progress is exported to a file that ends in {' or '.join(SUFFIXES)}")
    with opened() as saves:
        plays = saves.plays()
    text = progress_text(plays, suffix)
    if file == "-":
        print(text, end="")
        return Exit.DONE
    try:
        write_text(Path(file), text)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None
    print(f"{len(plays)} wins written to {file}", file=sys.stderr)
    return Exit.DONE
