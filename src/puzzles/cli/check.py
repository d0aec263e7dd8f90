"""`puzzles check FILE|FOLDER…`: every level is readable, solvable and true in what it claims."""

from __future__ import annotations

import os
from argparse import Namespace
from functools import partial
from pathlib import Path

from puzzles.cli import records
from puzzles.cli.batch import NOT_PROVED, PROVED, Batch, entries
from puzzles.cli.certify import certificate_file
from puzzles.core.errors import LevelError, UsageError
from puzzles.core.solving import Limits
from puzzles.core.tables import Values
from puzzles.library.catalogue import Entry
from puzzles.running import work


def run(arguments: Namespace) -> int:
    batch = Batch(arguments)
    batch.counts[PROVED] = checked = 0
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    folder = arguments.certificates
    if folder and not os.path.isdir(folder):
        raise UsageError(f"{folder}: there is no such folder")
    with batch.until_interrupted():
        levels, more = entries(arguments.paths, batch), partial(certificate_of, folder)
        for entry, found in batch.good(work.check, levels, "Checking", more, limits=limits):
            checked += 1
            _report(entry, found, batch)
    return batch.end(checked, "checked")


def certificate_of(folder: str, entry: Entry) -> Values:
    """Return the certificate of a level, or ""."""
    file = Path(certificate_file(folder, entry))
    if folder and file.is_file():
        return {"certificate": file.read_text("utf-8", "replace")}
    return {"certificate": entry.level.about.certificate}


def _report(entry: Entry, found: work.Checked, batch: Batch) -> None:
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
