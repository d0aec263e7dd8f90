"""`puzzles import PICTURE`: the board in a photo or screenshot, to correct, to play or to keep.

A file of exported progress is merged into the player's own.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from puzzles.cli.exits import Exit
from puzzles.cli.output import new_file
from puzzles.cli.play import open_editor
from puzzles.cli.progress import working
from puzzles.cli.transfer import import_progress, is_progress
from puzzles.core.errors import UsageError
from puzzles.library.levels import level_toml


def run(arguments: Namespace) -> int:
    if is_progress(arguments.file):
        if arguments.output or arguments.json:
            raise UsageError("-o and --json are for pictures; this is progress")
        return import_progress(arguments.file)
    from puzzles.pictures.photo import read_picture

    with working("Reading the picture"):
        puzzle, reading = read_picture(arguments.file)
    if not (arguments.output or arguments.json) and sys.stdout.isatty():
        return open_editor(puzzle, reading)
    board = f"{puzzle.title}, {puzzle.facts(reading.level)['size']}"
    print(reading.words(board), file=sys.stderr)
    text = level_toml(puzzle, reading.level)
    if arguments.output:
        with new_file(arguments.output, arguments.force) as file:
            file.write(text)
    if arguments.json:
        document = {
            "puzzle": puzzle.id,
            "confidence": round(reading.confidence, 3),
            "doubtful": list(reading.doubtful.values()),
            "reasons": list(reading.reasons),
            "level": puzzle.format(reading.level),
        }
        print(json.dumps(document, ensure_ascii=False))
    elif not arguments.output:
        print(text, end="")
    return Exit.DONE
