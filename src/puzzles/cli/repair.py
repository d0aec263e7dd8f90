"""`puzzles repair FILE…`: levels with several solutions, or none, made to have one."""

from __future__ import annotations

from argparse import Namespace

from puzzles.cli import records
from puzzles.cli.batch import Batch, entries
from puzzles.cli.exits import Exit
from puzzles.cli.output import new_file
from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.core.results import Repair
from puzzles.core.solving import Limits
from puzzles.library.catalogue import Entry
from puzzles.library.formats import LEVEL_SUFFIXES
from puzzles.library.writing import levels_text
from puzzles.running import work


def run(arguments: Namespace) -> int:
    """Print the changes of each level, and write the changed levels to the new file."""
    name = arguments.output
    if name and not name.endswith(LEVEL_SUFFIXES):
        raise UsageError(f"{name}: level files end in {' or '.join(LEVEL_SUFFIXES)}")
    batch, done = Batch(arguments), list[Level]()
    levels = entries(arguments.levels, batch)
    if len({entry.pack.puzzle.id for entry in levels}) > 1 and name:
        raise UsageError(f"{name}: a file holds levels of one puzzle")
    wanted = {"kinds": arguments.kinds, "limits": Limits(arguments.time)}
    for entry in levels:
        _known_kinds(entry, arguments.kinds)
    file = new_file(name, arguments.force) if name else None
    with batch.until_interrupted():
        for entry, found in batch.good(work.repair, levels, "Repairing", **wanted):
            done.append(_report(entry, found, batch))
    if file is not None:
        with file:
            if done:
                toml = name.endswith(".toml")
                file.write(levels_text(levels[0].pack.puzzle, done, toml))
    return Exit(batch.end(len(done), "repaired"))


def _known_kinds(entry: Entry, kinds: list[str]) -> None:
    """Raises UsageError unless the puzzle makes changes of these kinds."""
    puzzle = entry.pack.puzzle
    known = puzzle.maker.CHANGES
    for kind in kinds:
        if kind not in known:
            raise UsageError(f"there are no changes {kind!r}; there are {', '.join(known)}")


def _report(entry: Entry, found: Repair[Level], batch: Batch) -> Level:
    """A level's line; the level as it is now."""
    number = f"{'' if found.exact else 'at least '}{found.solutions:,}"
    words = "; ".join(change["words"] for change in found.changes) or "nothing to change"
    plural = "" if found.solutions == 1 else "s"
    least = ", which is the least" if found.least and found.changes else ""
    answer = {
        "board": entry.pack.puzzle.format(found.level),
        "proved": found.exact,
        "solutions": found.solutions,
        "changes": found.changes,
        "least": found.least,
    }
    batch.say(
        records.record(entry, answer),
        f"{entry.name}: {number} solution{plural}: {words}{least}",
    )
    return found.level
