"""`puzzles list` and `puzzles show`: levels, by the names that find them; and the board of one, in
text or colour, or its ID."""

import gc
import os
import sys
from argparse import Namespace
from collections.abc import Iterable

from puzzles.cli import Exit, output
from puzzles.cli.output import find
from puzzles.core.drawing import readable_on
from puzzles.core.errors import UsageError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.grids import printing
from puzzles.library.catalogue import Entry, called, entries, library
from puzzles.library.levels import described, slug
from puzzles.player.settings import read_settings


def run(arguments: Namespace) -> int:
    gc.disable()  # all boards that are read are kept, so there is nothing to collect
    try:
        found = list(library().entries())
    finally:
        gc.freeze()  # not at the end, either
        gc.enable()
    if arguments.names:
        found = [entry for name in arguments.names for entry in _named(name, found)]
    width = max((len(entry.name) for entry in found), default=0)
    for entry in found:
        facts = entry.pack.puzzle.facts(entry.level)
        if arguments.json:
            answer = {"pack": entry.pack.name, "title": entry.level.title}
            output.print_record(output.record(entry, answer, facts))
        else:
            print(f"{entry.name:{width}}  {'  '.join(described(facts))}")
    for notice in library().notices:
        print(notice, file=sys.stderr)
    return Exit.DONE


def _named(name: str, levels: Iterable[Entry]) -> list[Entry]:
    """Return the levels whose names begin so, with the puzzle or without. UsageError for none."""
    words = tuple(slug(part) for part in name.rstrip("/").split("/"))
    size = len(words)
    found = [each for each in levels if words in (each.path[:size], each.path[1:][:size])]
    if not found:
        raise UsageError(f"no puzzle and no pack is called {name!r}")
    return found


def show(arguments: Namespace) -> int:
    packs = called(arguments.level) if arguments.id else []
    for entry in entries(packs[0]) if packs else [find(arguments.level)]:
        puzzle = entry.pack.puzzle
        if arguments.json:
            palette = read_settings()[0].palette
            scene = puzzle.scene(puzzle.start(entry.level), None, palette).as_json()
            answer = {"board": puzzle.format(entry.level), "id": entry.id, "scene": scene}
            output.print_record(output.record(entry, answer, puzzle.facts(entry.level)))
        elif arguments.id:
            print(entry.id)
        else:
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
    painted = puzzle.scene(state, None, read_settings()[0].palette)
    for line in printing.picture(puzzle.scene(state), [ink.look for ink in painted.inks]):
        for text, colour in line:
            picture.append(text, f"{readable_on(colour)} on {colour}" if colour else "")
        picture.append("\n")
    Console().print(picture, end="", soft_wrap=True)
