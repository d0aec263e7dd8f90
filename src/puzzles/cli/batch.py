"""Many levels at once: every core works, a bad file does not stop the rest, and all is counted."""

import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from puzzles.cli import Exit, output, warn
from puzzles.cli.progress import compile_first, counting
from puzzles.core.errors import LevelError, Place, PuzzlesError, UsageError
from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.library import catalogue
from puzzles.library.catalogue import Entry
from puzzles.library.files import NewFile
from puzzles.library.formats import LEVEL_SUFFIXES, formats
from puzzles.library.levels import Pack, level_files, read_pack
from puzzles.running import pool
from puzzles.running.work import Failed, Task

PROVED, NOT_PROVED, UNSOLVABLE = "proved", "not proved", "without a solution"
LEFT_OUT = "left out"


class Batch:
    """The report of a batch: a line for each level and each fault, and counts at the end."""

    def __init__(self, arguments: Namespace, data: bool = False) -> None:
        """The `arguments` are those of a verb with some of the options that batches have. With
        `--json`, or other `data` on standard output, the summary goes to standard error."""
        self.as_json: bool = getattr(arguments, "json", False)
        self.keep_going: bool = getattr(arguments, "keep_going", False)
        self.jobs: int = getattr(arguments, "jobs", None) or pool.cores()
        self.data = data or self.as_json
        self.counts = Counter[str]()
        self.faults = 0  # levels that are wrong, and words that mean nothing
        self.not_read = 0
        self.interrupted = False
        self._force: bool = getattr(arguments, "force", False)
        self._written = set[str]()

    @property
    def bad(self) -> bool:
        """True if anything was wrong, or could not be read."""
        return bool(self.faults or self.not_read)

    def say(self, document: Values, text: str = "") -> None:
        """Print a level's line: its record as JSON or, unless it is empty, text."""
        if self.as_json:
            output.print_record(document)
        elif text:
            print(text, file=sys.stderr if self.data else sys.stdout, flush=True)

    def fault(self, error: PuzzlesError, level: str | None = None) -> None:
        """Tell what makes the whole batch wrong."""
        self._failed(error, level)
        self.faults += 1

    def unread(self, error: LevelError) -> None:
        """Tell of a level or a file that cannot be read."""
        if self.keep_going:
            self.leave_out(error)
        else:
            self._failed(error)
            self.not_read += 1

    def leave_out(self, error: LevelError) -> None:
        """Tell of a level that the batch does without."""
        self._failed(LevelError(error.place, f"left out: {error.reason}"))
        self.counts[LEFT_OUT] += 1

    def _failed(self, error: PuzzlesError, level: str | None = None) -> None:
        warn(error)
        if self.as_json:
            output.print_record(output.failed(error, level))

    def new_file(self, name: str) -> NewFile:
        """Return a file to write to, but none twice; raises PuzzlesError."""
        if name in self._written and name != "-":
            raise UsageError(f"{name} would be written twice")
        self._written.add(name)
        return output.new_file(name, self._force)

    @contextmanager
    def until_interrupted(self) -> Iterator[None]:
        """Let an interrupt end what is done inside; the summary is printed all the same."""
        try:
            yield
        except KeyboardInterrupt:
            self.interrupted = True

    def good(
        self,
        task: Task,
        levels: Sequence[Entry],
        verb: str,
        more: Callable[[Entry], Values] = lambda entry: {},
        **wanted: object,
    ) -> Iterator[tuple[Entry, Any]]:
        """Yield the result of a task for every level, in their order; what fails, or lacks what it
        needs, is told and counted.

        The task gets what is `wanted` and, for each level, `more`. It runs on all cores. An
        interrupt, or closing the iterator, ends all at once.
        """

        def arguments() -> Iterator[tuple[Entry, Values]]:
            for entry in levels:
                task_of = {"puzzle": entry.pack.puzzle, "level": entry.level, **wanted}
                try:
                    yield entry, {**task_of, **more(entry)}
                except LevelError as error:
                    self.fault(error, entry.name)

        jobs = min(self.jobs, max(1, len(levels)))
        if len(levels) > 1:
            compile_first({entry.pack.puzzle.id for entry in levels})
        with counting(verb, len(levels)) as advance:
            for entry, found in pool.run(task, arguments(), jobs, advance):
                if isinstance(found, Failed):
                    self.fault(LevelError(entry.level.place, str(found)), entry.name)
                else:
                    yield entry, found

    def end(self, levels: int, done: str) -> Exit:
        """Print the summary and return the exit code. `done` says what was done to the levels."""
        words = [f"{many(levels, 'level')} {done}".rstrip()]
        counts = self.counts.items()
        words += [f"{count} {what}" for what, count in counts if count or what == PROVED]
        words += [f"{self.faults} wrong"] * bool(self.faults)
        words += [f"{self.not_read} not read"] * bool(self.not_read)
        words += ["interrupted"] * self.interrupted
        print(", ".join(words), file=sys.stderr if self.data else sys.stdout)
        if self.interrupted:
            return Exit.INTERRUPTED
        no = self.counts[NOT_PROVED] + self.counts[UNSOLVABLE]
        nothing = self.counts[LEFT_OUT] and not levels
        return Exit.WRONG if self.bad or nothing else Exit.NO if no else Exit.DONE


def packs(words: Iterable[str], batch: Batch, form: str = "") -> Iterator[Pack]:
    """The packs that can be read of what a person named: files, folders of files, packs and levels
    of the library."""
    suffixes = (*LEVEL_SUFFIXES, *(known.suffix for _, known in formats()))
    for word in words:
        try:
            files = level_files([Path(word)], suffixes) if os.path.isdir(word) else None
            if files == []:
                raise LevelError(Place(word), "there are no level files in this folder")
            if files is None and not catalogue.is_file(word):
                if not (found := catalogue.called(word)):
                    entry = catalogue.find(word)
                    found = [replace(entry.pack, levels=(entry.level,))]
                yield from found
                continue
        except PuzzlesError as error:
            batch.fault(error, word)
            continue
        for file in [word] if files is None else map(str, files):
            try:
                pack = read_pack(file, form=form)
            except LevelError as error:
                batch.unread(error)
                continue
            if pack.left:
                output.tell(pack.left)
            for fault in pack.errors:
                batch.unread(fault)
            for fault in pack.left_out:
                batch.leave_out(fault)
            yield pack


def entries(words: Iterable[str], batch: Batch) -> list[Entry]:
    """Return all levels of `packs`."""
    return [entry for pack in packs(words, batch) for entry in catalogue.entries(pack)]
