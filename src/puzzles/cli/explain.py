"""`puzzles explain LEVEL`: a whole solution in reasons, as a person would find it."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator

from puzzles.cli.exits import Exit
from puzzles.cli.progress import progress_line
from puzzles.core.facets import Explanation, required
from puzzles.core.solving import Answer, Event, Limits, Progress, last
from puzzles.library import catalogue


def run(arguments: Namespace) -> int:
    entry = catalogue.find(arguments.level)
    puzzle = entry.pack.puzzle
    reasons = required(puzzle.reasons, f"levels of {puzzle.title} are not explained")
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    found = last(_shown(reasons.explain(entry.level, limits)), Explanation)
    if arguments.json:
        steps = [
            {"kind": step.kind, "words": step.words, "cells": step.cells, **step.facts}
            for step in found.steps
        ]
        print(json.dumps({"level": entry.name, **found.facts, "steps": steps}))
        return Exit.DONE
    width = len(str(len(found.steps)))
    kinds = max((len(step.kind) for step in found.steps), default=0)
    for number, step in enumerate(found.steps, 1):
        print(f"{number:{width}}. {step.kind:{kinds}}  {step.words}")
    for line in found.summary:
        print(line)
    return Exit.DONE


def _shown(events: Iterator[Event | Explanation]) -> Iterator[Answer | Explanation]:
    """The events, with progress shown on the way."""
    with progress_line() as show:
        for event in events:
            if isinstance(event, Progress):
                show(event)
            else:
                yield event
