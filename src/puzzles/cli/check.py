"""`puzzles check FILE|FOLDER…`: every level is readable, solvable and true in what it claims."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from puzzles.cli.batch import NOT_PROVED, PROVED, Batch, each, entries
from puzzles.core.errors import LevelError
from puzzles.core.level import Level
from puzzles.core.puzzle import Problem, Puzzle
from puzzles.core.solving import Answer, Limits
from puzzles.library.catalogue import Entry


def run(arguments: Namespace) -> int:
    batch = Batch(arguments.json)
    batch.counts[PROVED] = checked = 0
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    try:
        for entry, found in each(_check, entries(arguments.paths, batch), "Checking", limits):
            if isinstance(found, LevelError):
                batch.fault(found)
            else:
                checked += 1
                _tell(entry, *found, batch)
    except KeyboardInterrupt:
        batch.interrupted = True
    return batch.end(checked, "checked")


def _check(
    puzzle: Puzzle[Any, Any, Any], level: Level, limits: Limits
) -> tuple[Answer, list[Problem]]:
    problems = []
    for event in puzzle.check(level, limits):
        if isinstance(event, Problem):
            problems.append(event)
        elif isinstance(event, Answer):
            answer = event
    if answer.proved and answer.moves is None:
        problems.append(Problem(level.place, "this level has no solution"))
    return answer, problems


def _tell(entry: Entry, answer: Answer, problems: list[Problem], batch: Batch) -> None:
    level = entry.level
    errors = [LevelError(problem.place, problem.reason) for problem in problems]
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
            "problems": list(map(str, errors)),
        }
    )
    batch.counts[PROVED] += answer.proved
    batch.faults += len(errors)
    for error in errors:
        batch.warn(error)
    if not answer.proved and not errors:
        batch.counts[NOT_PROVED] += 1
        batch.warn(LevelError(level.place, f"not proved ({answer.stopped}): {answer.headline}"))
