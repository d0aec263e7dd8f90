"""`puzzles show LEVEL`: the board, in text or colour, or its ID."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from puzzles.cli.process import Exit
from puzzles.core.drawing import readable_on
from puzzles.core.puzzle import AnyPuzzle
from puzzles.library import catalogue
from puzzles.player.settings import read_settings


def print_board(puzzle: AnyPuzzle, state: object) -> None:
    """The picture of `state`; plain for a pipe, NO_COLOR and TERM=dumb."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if plain or not sys.stdout.isatty():
        print(puzzle.text(state))
        return
    from rich.console import Console
    from rich.text import Text

    picture = Text(no_wrap=True)
    for line in puzzle.picture(state, read_settings()[0].palette):
        for text, colour in line:
            picture.append(text, f"{readable_on(colour)} on {colour}" if colour else "")
        picture.append("\n")
    Console().print(picture, end="", soft_wrap=True)


def run(arguments: Namespace) -> int:
    if arguments.id:
        for pack in catalogue.called(arguments.level)[:1]:
            for index in range(len(pack.levels)):
                print(catalogue.Entry(pack, index).id)
            return Exit.DONE
    entry = catalogue.find(arguments.level)
    if arguments.id:
        print(entry.id)
        return Exit.DONE
    puzzle = entry.pack.puzzle
    print_board(puzzle, puzzle.start(entry.level))
    return Exit.DONE
