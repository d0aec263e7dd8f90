"""`puzzles certify LEVEL…`: proofs of what levels claim, which anyone can check."""

from __future__ import annotations

import os
from argparse import Namespace
from functools import partial

from puzzles.cli import records
from puzzles.cli.batch import NOT_PROVED, Batch, entries
from puzzles.cli.exits import Exit
from puzzles.cli.output import new_file
from puzzles.core.errors import LevelError, PuzzlesError, UsageError
from puzzles.core.solving import Answer, Limits
from puzzles.library.catalogue import Entry
from puzzles.running import work

SUFFIX = ".proof"


def certificate_file(folder: str, entry: Entry) -> str:
    """Return the file of a level's certificate."""
    return os.path.join(folder, *entry.path) + SUFFIX


def run(arguments: Namespace) -> int:
    """Each certificate to its file, or the only one to standard output."""
    folder = arguments.output
    batch = Batch(arguments, data=not folder)
    levels = entries(arguments.levels, batch)
    if not folder and len(levels) > 1 and not arguments.json:
        raise UsageError(f"{len(levels)} certificates need a folder: -o FOLDER")
    for entry in levels:
        entry.pack.puzzle.need("solver.certify")  # or a line that there is none
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    certified, wanted = 0, _wanted(levels, folder, arguments.force, batch)
    with batch.until_interrupted():
        for entry, found in batch.good(work.certify, wanted, "Certifying", limits=limits):
            certified += _write(entry, found, folder, arguments.force, batch)
    return Exit(batch.end(certified, "certified"))


def _wanted(levels: list[Entry], folder: str, force: bool, batch: Batch) -> list[Entry]:
    """Return the levels whose certificates can be written without replacing a file."""
    wanted, seen = [], set[str]()
    for entry in levels if folder else ():
        name = certificate_file(folder, entry)
        if name in seen or (os.path.exists(name) and not force):
            taken = f"{name} is there already, and stays as it is (--force replaces it)"
            batch.fault(UsageError(taken))
        else:
            wanted.append(entry)
        seen.add(name)
    return wanted if folder else levels


def _write(entry: Entry, answer: Answer, folder: str, force: bool, batch: Batch) -> bool:
    """Write a certificate, and its level's line; True if there is one."""
    text = answer.facts.pop("certificate", None)
    size = len(text.encode()) if text else None
    document = partial(records.solved, entry, answer, bytes=size)
    if not text:
        batch.counts[NOT_PROVED] += 1
        batch.say(document())
        batch.warn(LevelError(entry.level.place, f"not certified: {answer.headline}"))
        return False
    if not folder:
        batch.say(document(certificate=text), text.rstrip("\n"))
        return True
    name = certificate_file(folder, entry)
    try:
        with new_file(name, force) as file:
            file.write(text)
    except PuzzlesError as error:
        batch.fault(error)
        return False
    batch.say(document(written=name), f"{entry.name}: {answer.headline}")
    return True
