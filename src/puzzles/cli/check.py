"""`puzzles check FILE|FOLDER…`: every level is readable, solvable and true in what it claims."""

from __future__ import annotations

import os
from argparse import Namespace
from dataclasses import asdict
from functools import partial

from puzzles.cli.batch import NOT_PROVED, PROVED, Batch, each, entries
from puzzles.cli.certify import read_certificate
from puzzles.core.errors import LevelError, Place, UsageError
from puzzles.core.solving import Answer, Limits
from puzzles.library.catalogue import Entry
from puzzles.running import work
from puzzles.running.wire import Values, read_event


def run(arguments: Namespace) -> int:
    batch = Batch(arguments.json, keep_going=arguments.keep_going)
    batch.counts[PROVED] = checked = 0
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    folder = arguments.certificates
    if folder and not os.path.isdir(folder):
        raise UsageError(f"{folder}: there is no such folder")
    try:
        levels = entries(arguments.paths, batch)
        for entry, found in each(
            work.check, levels, "Checking", more=partial(read_certificate, folder),
            limits=asdict(limits),
        ):  # fmt: skip
            if isinstance(found, LevelError):
                batch.fault(found)
            else:
                checked += 1
                _tell(entry, found, batch)
    except KeyboardInterrupt:
        batch.interrupted = True
    return batch.end(checked, "checked")


def _tell(entry: Entry, found: Values, batch: Batch) -> None:
    level, answer = entry.level, read_event(found["answer"])
    assert isinstance(answer, Answer)
    errors = [LevelError(Place(**told["place"]), told["reason"]) for told in found["problems"]]
    if answer.proved and answer.moves is None:  # whatever else it claims
        errors = [LevelError(level.place, "this level has no solution")]
    batch.say(
        {
            "puzzle": entry.pack.puzzle.id,
            "file": entry.pack.file,
            "line": level.place.line,
            "name": entry.name,
            "title": level.title,
            "count": len(answer.moves) if answer.moves is not None else None,
            "proved": answer.proved,
            "lower_bound": answer.lower_bound,
            "nodes": answer.nodes,
            "seconds": answer.seconds,
            "stopped": answer.stopped or None,
            "certified": found["certified"],
            "problems": list(map(str, errors)),
        }
    )
    batch.counts[PROVED] += answer.proved
    batch.counts["by certificates"] += found["certified"]
    batch.faults += bool(errors)  # a level is wrong once, for however many reasons
    for error in errors:
        batch.warn(error)
    if not answer.proved and not errors:
        batch.counts[NOT_PROVED] += 1
        batch.warn(LevelError(level.place, f"not proved ({answer.stopped}): {answer.headline}"))
