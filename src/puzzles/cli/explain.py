"""`puzzles solve LEVEL --explain`: a whole solution in reasons, as a person would find it."""

from __future__ import annotations

from argparse import Namespace

from puzzles.cli import records
from puzzles.cli.exits import Exit
from puzzles.cli.progress import working
from puzzles.core.errors import UsageError
from puzzles.core.results import Explanation
from puzzles.core.solving import Limits
from puzzles.library import catalogue
from puzzles.running import asking, work


def explain(arguments: Namespace) -> int:
    for option in ("all", "within", "method", "steps", "progress"):
        if getattr(arguments, option):
            raise UsageError(f"--explain does not go with --{option}")
    if len(arguments.levels) > 1:
        raise UsageError("--explain is for one level")
    entry = catalogue.find(arguments.levels[0])
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    asked = {"puzzle": entry.pack.puzzle, "level": entry.level, "limits": limits}
    with working("Explaining"):
        found: Explanation = asking.result(work.explain, asked)
    steps = found.steps
    if arguments.json:
        told = [
            {"kind": step.kind, "words": step.words, "cells": step.cells, **step.facts}
            for step in steps
        ]
        records.tell(records.record(entry, {"steps": told}, found.facts))
        return Exit.DONE
    width = len(str(len(steps)))
    kinds = max((len(step.kind) for step in steps), default=0)
    for number, step in enumerate(steps, 1):
        print(f"{number:{width}}. {step.kind:{kinds}}  {step.words}")
    for line in found.summary:
        print(line)
    return Exit.DONE
