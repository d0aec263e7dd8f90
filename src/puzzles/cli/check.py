"""`puzzles check FILE|FOLDER…`: every level is readable, solvable and true in what it claims."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puzzles.cli.exits import Exit
from puzzles.cli.progress import on_terminal
from puzzles.core.errors import LevelError, Place
from puzzles.core.levels import Pack, level_files, read_pack
from puzzles.core.library import Entry
from puzzles.core.plugin import Problem
from puzzles.core.solving import Answer, Limits


@dataclass
class Report:
    """What was found; `faults` make a file wrong, `doubts` are what no limit allowed to prove."""

    levels: list[dict[str, Any]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    interrupted: bool = False

    def fault(self, line: object) -> None:
        self.faults.append(_said(line))

    def doubt(self, line: object) -> None:
        self.doubts.append(_said(line))

    @property
    def exit(self) -> Exit:
        if self.interrupted:
            return Exit.INTERRUPTED
        return Exit.WRONG if self.faults else Exit.NO if self.doubts else Exit.DONE

    @property
    def summary(self) -> str:
        proved = sum(level["proved"] for level in self.levels)
        counts = [f"{len(self.levels)} level{'s' * (len(self.levels) != 1)} checked",
                  f"{proved} proved"]
        counts += [f"{len(self.doubts)} not proved"] * bool(self.doubts)
        counts += [f"{len(self.faults)} wrong"] * bool(self.faults)
        counts += ["interrupted"] * self.interrupted
        return ", ".join(counts)


def run(arguments: Namespace) -> int:
    report = Report()
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    try:
        packs = list(_packs(arguments.paths, report))
        entries = [Entry(pack, i) for pack in packs for i in range(len(pack.levels))]
        for entry in _with_bar(entries):
            _check(entry, limits, report)
    except KeyboardInterrupt:
        report.interrupted = True
    if arguments.json:
        found = {"levels": report.levels, "faults": report.faults, "doubts": report.doubts}
        print(json.dumps({**found, "interrupted": report.interrupted}))
    else:
        print(report.summary)
    return report.exit


def _packs(paths: Iterable[str], report: Report) -> Iterator[Pack]:
    """The packs of all files, and of all files in the folders, that can be read."""
    for path in paths:
        files = list(map(str, level_files([Path(path)]))) if os.path.isdir(path) else [path]
        if not files:
            report.fault(LevelError(Place(path), "there are no level files in this folder"))
        for file in files:
            try:
                pack = read_pack(file)
            except LevelError as error:
                report.fault(error)
                continue
            for fault in pack.errors:
                report.fault(fault)
            yield pack


def _check(entry: Entry, limits: Limits, report: Report) -> None:
    puzzle, level = entry.pack.puzzle, entry.level
    problems = []
    for event in puzzle.check(level, limits):
        if isinstance(event, Problem):
            problems.append(LevelError(event.place, event.reason))
        elif isinstance(event, Answer):
            answer = event
    if answer.proved and answer.moves is None:
        problems.append(LevelError(level.place, "this level has no solution"))
    for problem in problems:
        report.fault(problem)
    if not answer.proved and not problems:
        report.doubt(LevelError(level.place, f"not proved ({answer.stopped}): {answer.headline}"))
    report.levels.append({
        "puzzle": puzzle.id,
        "file": entry.pack.file,
        "line": level.place.line,
        "name": entry.name,
        "title": level.title,
        "count": len(answer.moves) if answer.moves is not None else None,
        "proved": answer.proved,
        "lower_bound": answer.lower_bound,
        "nodes": answer.nodes,
        "seconds": answer.seconds,
        "problems": list(map(str, problems)),
    })


def _said(line: object) -> str:
    print(line, file=sys.stderr)
    return str(line)


def _with_bar(entries: list[Entry]) -> Iterator[Entry]:
    """The entries one by one, with a bar on standard error if that is a terminal."""
    if not on_terminal():
        yield from entries
        return
    from rich.console import Console
    from rich.progress import track

    # While the bar is up, rich prints what goes to standard error above it.
    yield from track(entries, "Checking", console=Console(stderr=True), transient=True)
