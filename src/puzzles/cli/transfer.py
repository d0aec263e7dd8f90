"""The player's progress, to and from files: `puzzles export FILE` and `puzzles import FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

from puzzles.cli.exits import Exit
from puzzles.core.errors import UsageError
from puzzles.core.files import write_text
from puzzles.core.saves import opened
from puzzles.core.transfer import SUFFIXES, progress_text, read_progress


def is_progress(file: str) -> bool:
    """Whether a file is called like progress; `-` is a standard stream, as JSON."""
    return file == "-" or Path(file).suffix.lower() in SUFFIXES


def export_progress(file: str) -> int:
    """Write every win to a file that ends in .json or .csv, or as JSON to standard output (`-`)."""
    if not is_progress(file):
        raise UsageError(
            f"progress is exported to a file that ends in {' or '.join(SUFFIXES)}; "
            "for a picture, say of which level"
        )
    with opened() as saves:
        plays = saves.plays()
    text = progress_text(plays, ".json" if file == "-" else Path(file).suffix.lower())
    if file == "-":
        print(text, end="")
        return Exit.DONE
    try:
        write_text(Path(file), text)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None
    print(f"{len(plays)} wins written to {file}", file=sys.stderr)
    return Exit.DONE


def import_progress(file: str) -> int:
    """Merge the wins of a file into the player's own; none of them, if one is wrong."""
    plays = read_progress(file)
    with opened() as saves:
        new = saves.merge(plays)
    print(f"{len(plays)} wins read, {new} of them new")
    return Exit.DONE
