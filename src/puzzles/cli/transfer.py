"""The player's progress, to and from files: `puzzles progress export|import FILE`."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from puzzles.cli.exits import Exit
from puzzles.cli.output import new_file
from puzzles.cli.saves import opened
from puzzles.core.errors import UsageError
from puzzles.player.records import many
from puzzles.player.transfer import SUFFIXES, progress_text, read_progress


def run(arguments: Namespace) -> int:
    if arguments.does == "import":
        return _import(arguments.file)
    return _export(arguments.file, arguments.force)


def _export(file: str, force: bool) -> int:
    """Write every win, game and drawing to a file that ends in .json (in .csv the wins alone), or
    as JSON to standard output (`-`)."""
    suffix = ".json" if file == "-" else Path(file).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(
            f"progress is exported to a file that ends in {' or '.join(SUFFIXES)}; "
            "for a picture, say of which level"
        )
    with opened() as saves:
        plays = saves.plays()
        games = saves.all_games() if suffix == ".json" else []
        drawings = saves.drawings() if suffix == ".json" else []
    text = progress_text(plays, games, drawings, suffix)
    if file == "-":
        print(text, end="")
        return Exit.DONE
    with new_file(file, force) as new:
        new.write(text)
    told = f" and {many(len(games), 'game')}"
    if drawings:
        told = f", {many(len(games), 'game')} and {many(len(drawings), 'drawing')}"
    more = told if suffix == ".json" else " (a .json file has games, too)"
    print(f"{many(len(plays), 'win')}{more} written to {file}", file=sys.stderr)
    return Exit.DONE


def _import(file: str) -> int:
    """Merge the wins, games and drawings of a file into the player's own: none of them, if one is
    wrong, or of a database all that can be read."""
    found = read_progress(file)
    with opened() as saves:
        new, further = saves.merge(found.plays), saves.merge_games(found.games)
        drawn = saves.merge_drawings(found.drawings)
    print(f"{many(len(found.plays), 'win')} read, {new} of them new")
    if found.games:
        print(f"{many(len(found.games), 'game')} read, {further} of them new or further")
    if found.drawings:
        print(f"{many(len(found.drawings), 'drawing')} read, {drawn} of them new")
    if found.broken:
        print(f"{many(found.broken, 'row')} of the file could not be read", file=sys.stderr)
    return Exit.DONE
