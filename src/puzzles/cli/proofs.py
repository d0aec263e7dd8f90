"""`puzzles check`, `certify`, `grade` and `repair`: levels held to their claims, many at a time."""

import os
from argparse import Namespace
from collections.abc import Mapping
from functools import partial

from puzzles.cli import Exit, output, warn
from puzzles.cli.batch import NOT_PROVED, PROVED, Batch, entries
from puzzles.cli.output import new_file
from puzzles.core.errors import LevelError, PuzzlesError, UsageError
from puzzles.core.level import Level
from puzzles.core.solving import Answer, Limits
from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.library.catalogue import Entry
from puzzles.library.files import NewFile, read_text
from puzzles.library.formats import LEVEL_SUFFIXES
from puzzles.library.levels import levels_text
from puzzles.running import work

SUFFIX = ".proof"


def certificate_file(folder: str, entry: Entry) -> str:
    """Return the file of a level's certificate."""
    return os.path.join(folder, *entry.path) + SUFFIX


def certify(arguments: Namespace) -> int:
    """Write each certificate to its file, or the only one to standard output."""
    folder = arguments.output
    batch = Batch(arguments, data=not folder)
    levels = entries(arguments.levels, batch)
    if not folder and len(levels) > 1 and not arguments.json:
        raise UsageError(f"{len(levels)} certificates need a folder: -o FOLDER")
    for entry in levels:
        entry.pack.puzzle.need("solver.certify")  # or a line that there is none
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    certified, wanted, files = 0, list[Entry](), dict[str, NewFile]()
    for entry in levels:
        try:
            if folder:
                name = certificate_file(folder, entry)
                files[name] = batch.new_file(name)
            wanted.append(entry)
        except PuzzlesError as error:
            batch.fault(error, entry.name)
    with batch.until_interrupted():
        for entry, found in batch.good(work.certify, wanted, "Certifying", limits=limits):
            certified += _write(entry, found, folder, files, batch)
    return Exit(batch.end(certified, "certified"))


def _write(
    entry: Entry, answer: Answer, folder: str, files: Mapping[str, NewFile], batch: Batch
) -> bool:
    """Write a certificate, and its level's line; True if there is one."""
    text = answer.facts.pop("certificate", None)
    size = len(text.encode()) if text else None
    document = partial(output.solved, entry, answer, bytes=size)
    if not text:
        batch.counts[NOT_PROVED] += 1
        batch.say(document())
        warn(LevelError(entry.level.place, f"not certified: {answer.headline}"))
        return False
    if not folder:
        print(text.rstrip("\n")) if not batch.as_json else batch.say(document(certificate=text))
        return True
    name = certificate_file(folder, entry)
    try:
        files[name].write(text)
    except PuzzlesError as error:
        batch.fault(error, entry.name)
        return False
    batch.say(document(written=name), f"{entry.name}: {answer.headline}")
    return True


def check(arguments: Namespace) -> int:
    batch = Batch(arguments)
    batch.counts[PROVED] = checked = 0
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    folder = arguments.certificates
    if folder and not os.path.isdir(folder):
        raise UsageError(f"{folder}: there is no such folder")
    with batch.until_interrupted():
        levels, more = entries(arguments.levels, batch), partial(certificate_of, folder)
        for entry, found in batch.good(work.check, levels, "Checking", more, limits=limits):
            checked += 1
            answer, problems = found.answer, found.errors
            count = len(answer.moves) if answer.moves is not None else None
            document = output.solved(entry, answer, count=count, certified=found.certified)
            batch.say({**document, "error": "; ".join(map(str, problems)) or None})
            batch.counts[PROVED] += answer.proved and not problems
            batch.counts["by certificates"] += found.certified
            batch.faults += bool(problems)  # a level is wrong once, for however many reasons
            for problem in problems:
                warn(problem)
            if not answer.proved and not problems:
                batch.counts[NOT_PROVED] += 1
                told = f"not proved ({answer.stopped}): {answer.headline}"
                warn(LevelError(entry.level.place, told))
    return batch.end(checked, "checked")


def certificate_of(folder: str, entry: Entry) -> Values:
    """Return the certificate of a level, or "". Raises LevelError if its file cannot be read."""
    file = certificate_file(folder, entry)
    if folder and os.path.isfile(file):
        return {"certificate": read_text(file)}
    return {"certificate": entry.level.about.certificate}


def grade(arguments: Namespace) -> int:
    """A line for each level, in their order, and a summary."""
    batch, graded, limits = Batch(arguments), 0, Limits(arguments.time)
    levels = entries(arguments.levels, batch)
    width = max((len(entry.name) for entry in levels), default=0)
    with batch.until_interrupted():
        for entry, grade in batch.good(work.grade, levels, "Grading", limits=limits):
            difficulty, figures = grade.difficulty, grade.figures
            why = "  ".join(f"{key} {value}" for key, value in figures.items())
            document = output.record(entry, {"difficulty": difficulty}, figures)
            batch.say(document, f"{entry.name:{width}}  {difficulty:4}  {why}")
            graded += 1
    return batch.end(graded, "graded")


def repair(arguments: Namespace) -> int:
    """Print the changes of each level, and write all levels, changed or not, to the new file."""
    name = arguments.output or ""
    if name not in ("", "-") and not name.endswith(LEVEL_SUFFIXES):
        raise UsageError(f"{name}: level files end in {' or '.join(LEVEL_SUFFIXES)}")
    batch, done = Batch(arguments, data=name == "-"), list[Level]()
    levels = entries(arguments.levels, batch)
    if len({entry.pack.puzzle.id for entry in levels}) > 1 and name:
        raise UsageError(f"{name}: a file holds levels of one puzzle")
    wanted = {"kinds": arguments.kinds, "limits": Limits(arguments.time)}
    for entry in levels:
        known = entry.pack.puzzle.maker.CHANGES
        for kind in arguments.kinds:
            if kind not in known:
                raise UsageError(f"there are no changes {kind!r}; there are {', '.join(known)}")
    file = new_file(name, arguments.force) if name else None
    with batch.until_interrupted():
        for entry, found in batch.good(work.repair, levels, "Repairing", **wanted):
            done.append(found.level)
            batch.counts["right already"] += not found.changes
            number = f"{'' if found.exact else 'at least '}{many(found.solutions, 'solution')}"
            words = "; ".join(change["words"] for change in found.changes) or "nothing to change"
            least = ", which is the least" if found.least and found.changes else ""
            answer = {
                "board": entry.pack.puzzle.format(found.level),
                "proved": found.exact,
                "solutions": found.solutions,
                "changes": found.changes,
                "least": found.least,
            }
            batch.say(output.record(entry, answer), f"{entry.name}: {number}: {words}{least}")
    if file is not None and done:
        file.write(levels_text(levels[0].pack.puzzle, done, not name.endswith(".json")))
    return Exit(batch.end(len(done) - batch.counts["right already"], "repaired"))
