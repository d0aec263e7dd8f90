"""`puzzles random PUZZLE SIZE`: a level made by chance, to play at once or to keep."""

from __future__ import annotations

import random
import sys
from argparse import Namespace

from puzzles.cli.exits import Exit
from puzzles.cli.play import open_app
from puzzles.cli.progress import progress_line
from puzzles.core import registry
from puzzles.core.errors import UsageError
from puzzles.core.levels import level_toml, read_pack
from puzzles.core.library import Entry
from puzzles.core.plugin import Level
from puzzles.core.solving import Progress


def run(arguments: Namespace) -> int:
    installed = registry.plugins()[0]
    if arguments.puzzle not in installed:
        known = ", ".join(installed)
        raise UsageError(f"unknown puzzle {arguments.puzzle!r}; known are {known}")
    puzzle = installed[arguments.puzzle]
    seed = random.randrange(10**9) if arguments.seed is None else arguments.seed
    options = {"pairs": arguments.pairs, "unique": not arguments.any}
    level: Level | None = None
    with progress_line() as show:
        for event in puzzle.random(arguments.size, seed, options):
            if isinstance(event, Level):
                level = event
            elif isinstance(event, Progress):
                show(event)
    assert level is not None
    text = level_toml(puzzle, level)
    if arguments.print or not sys.stdout.isatty():
        print(text, end="")
        return Exit.DONE
    return open_app(Entry(read_pack(f"random-{seed}.toml", text), 0))
