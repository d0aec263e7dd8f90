"""`puzzles list` and `puzzles show`: all levels, by the names that find them; and the board of one,
in text or colour, or its ID."""

import gc
import os
import sys
from argparse import Namespace

from puzzles.cli.output import find
from puzzles.cli.process import Exit
from puzzles.core.drawing import readable_on
from puzzles.core.puzzle import AnyPuzzle
from puzzles.library.catalogue import Entry, called, library
from puzzles.library.levels import described
from puzzles.player.settings import read_settings


def run(arguments: Namespace) -> int:
    gc.disable()  # all boards that are read are kept, so there is nothing to collect
    try:
        entries = list(library().entries())
    finally:
        gc.freeze()  # not at the end, either
        gc.enable()
    if arguments.json:
        from puzzles.cli import output

        for entry in entries:
            named = {"pack": entry.pack.name, "title": entry.level.title}
            output.print_record(
                output.record(entry, facts={**named, **entry.pack.puzzle.facts(entry.level)})
            )
    else:
        names = [entry.name for entry in entries]
        width = max(map(len, names), default=0)
        for name, entry in zip(names, entries, strict=True):
            facts = described(entry.pack.puzzle.facts(entry.level))
            print(f"{name:{width}}  {'  '.join(facts)}")
    for notice in library().notices:
        print(notice, file=sys.stderr)
    return Exit.DONE


def show(arguments: Namespace) -> int:
    if arguments.id:
        for pack in called(arguments.level)[:1]:
            for index in range(len(pack.levels)):
                print(Entry(pack, index).id)
            return Exit.DONE
    entry = find(arguments.level)
    if arguments.id:
        print(entry.id)
        return Exit.DONE
    puzzle = entry.pack.puzzle
    print_board(puzzle, puzzle.start(entry.level))
    return Exit.DONE


def print_board(puzzle: AnyPuzzle, state: object) -> None:
    """Print the picture of `state`; plain for a pipe, NO_COLOR and TERM=dumb."""
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
