"""Prints a board: in colour where the terminal has it, else as plain text."""

from __future__ import annotations

import os
import sys

from puzzles.core.drawing import readable_on
from puzzles.core.puzzle import AnyPuzzle
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
