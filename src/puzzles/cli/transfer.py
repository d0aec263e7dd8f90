"""The player's progress, to and from files: `puzzles export FILE` and `puzzles import FILE`."""

from __future__ import annotations

import sys
from collections.abc import Sized
from pathlib import Path

from puzzles.cli.exits import Exit
from puzzles.core.errors import UsageError
from puzzles.library.files import write_text
from puzzles.player.saves import opened
from puzzles.player.transfer import SUFFIXES, progress_text, read_progress


def is_progress(file: str) -> bool:
    """Whether a file is called like progress; `-` is a standard stream, as JSON."""
    return file == "-" or Path(file).suffix.lower() in SUFFIXES


def export_progress(file: str) -> int:
    """Write every win and game to a file that ends in .json (in .csv the wins alone), or as JSON to
    standard output (`-`)."""
    if not is_progress(file):
        raise UsageError(
            f"progress is exported to a file that ends in {' or '.join(SUFFIXES)}; "
            "for a picture, say of which level"
        )
    suffix = ".json" if file == "-" else Path(file).suffix.lower()
    with opened() as saves:
        plays = saves.plays()
        games = saves.all_games() if suffix == ".json" else []
    text = progress_text(plays, games, suffix)
    if file == "-":
        print(text, end="")
        return Exit.DONE
    try:
        write_text(Path(file), text)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None
    more = f" and {_many(games, 'game')}" if suffix == ".json" else " (a .json file has games, too)"
    print(f"{_many(plays, 'win')}{more} written to {file}", file=sys.stderr)
    return Exit.DONE


def import_progress(file: str) -> int:
    """Merge the wins and games of a file into the player's own; none of them, if one is wrong."""
    plays, games = read_progress(file)
    with opened() as saves:
        new, further = saves.merge(plays), saves.merge_games(games)
    print(f"{_many(plays, 'win')} read, {new} of them new")
    if games:
        print(f"{_many(games, 'game')} read, {further} of them new or further")
    return Exit.DONE


def _many(things: Sized, name: str) -> str:
    return f"{len(things)} {name}{'s' * (len(things) != 1)}"
