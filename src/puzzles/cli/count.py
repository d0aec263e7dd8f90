"""`puzzles count LEVEL`: the number of its solutions, exactly or at least; or of its `paths`."""

from __future__ import annotations

from argparse import Namespace

from puzzles.cli import records
from puzzles.cli.exits import Exit
from puzzles.cli.paths import paths
from puzzles.cli.progress import INTERRUPTED, search
from puzzles.core.errors import UsageError
from puzzles.core.solving import Limits
from puzzles.library import catalogue
from puzzles.running import asking
from puzzles.running.question import Question


def run(arguments: Namespace) -> int:
    if arguments.paths:
        return paths(arguments)
    if arguments.list or arguments.colour:
        raise UsageError("--list and --colour go with --paths")
    entry = catalogue.find(arguments.level)
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    answer = search(
        asking.once(Question(entry.pack.puzzle, entry.level, limits=limits).to("solver.count"))
    )
    if arguments.json:
        records.tell(records.solved(entry, answer))
    else:
        print(answer.headline)
    if answer.stopped == INTERRUPTED:
        return Exit.INTERRUPTED
    return Exit.DONE if answer.proved else Exit.NO
