"""`puzzles edit LEVEL`, or `puzzles edit PUZZLE [GRID] [SIZE]`: draw a board in the app; without an
argument, go on with one."""

from __future__ import annotations

from argparse import Namespace

from puzzles.cli.play import open_app
from puzzles.core.errors import UsageError
from puzzles.core.reading import Reading
from puzzles.library import catalogue, registry
from puzzles.player.draft import blank


def run(arguments: Namespace) -> int:
    words = arguments.what
    if not words:
        return open_app(drawing=True)
    if words[0] in registry.plugins()[0]:
        puzzle, sketch = blank(words)
        return open_app(read=(puzzle, Reading(sketch, 1.0)))
    if len(words) > 1:
        raise UsageError(f"{words[0]!r} is no puzzle; draw one of its boards, or a single level")
    entry = catalogue.find(words[0])
    puzzle = entry.pack.puzzle
    puzzle.maker.sketch(entry.level)  # or a line why it cannot be edited
    return open_app(read=(puzzle, Reading(entry.level, 1.0)))
