"""`puzzles check FILE|FOLDER…`: every level is readable, solvable and true in what it claims."""

from __future__ import annotations

import os
from argparse import Namespace

from puzzles.cli import records
from puzzles.cli.batch import NOT_PROVED, PROVED, Batch, entries
from puzzles.cli.claims import Held, held
from puzzles.core.errors import LevelError, UsageError
from puzzles.core.solving import Limits
from puzzles.library.catalogue import Entry


def run(arguments: Namespace) -> int:
    batch = Batch(arguments)
    batch.counts[PROVED] = checked = 0
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    folder = arguments.certificates
    if folder and not os.path.isdir(folder):
        raise UsageError(f"{folder}: there is no such folder")
    with batch.until_interrupted():
        for entry, found in held(entries(arguments.paths, batch), batch, limits, folder):
            checked += 1
            _report(entry, found, batch)
    return batch.end(checked, "checked")


def _report(entry: Entry, found: Held, batch: Batch) -> None:
    level, answer = entry.level, found.answer
    count = len(answer.moves) if answer.moves is not None else None
    problems = list(map(str, found.errors))
    document = records.solved(entry, answer, count=count, certified=found.certified)
    batch.say({**document, "error": "; ".join(problems) or None})
    batch.counts[PROVED] += answer.proved
    batch.counts["by certificates"] += found.certified
    batch.faults += bool(found.errors)  # a level is wrong once, for however many reasons
    for error in found.errors:
        batch.warn(error)
    if not answer.proved and not found.errors:
        batch.counts[NOT_PROVED] += 1
        batch.warn(LevelError(level.place, f"not proved ({answer.stopped}): {answer.headline}"))
