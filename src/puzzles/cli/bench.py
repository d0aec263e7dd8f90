"""`puzzles bench`: what solving and counting cost, one level after another, alone on one core.

Times are this machine's. Nodes (positions searched) and states (of a count) are the same on every
machine, so they show what a change to a solver did.
"""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from puzzles.cli.batch import Batch, entries
from puzzles.cli.progress import progress_line
from puzzles.core.solving import Limits, answer
from puzzles.library.catalogue import Entry, library
from puzzles.running import asking

COLUMNS = ("moves", "nodes", "seconds", "states", "count_seconds")


def run(arguments: Namespace) -> int:
    batch = Batch(arguments.json)
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    levels = entries(arguments.levels, batch) if arguments.levels else list(library().entries())
    width = max((len(entry.name) for entry in levels), default=0)
    if not arguments.json:
        print(_line("", dict(zip(COLUMNS, COLUMNS, strict=True)), width))
    measured = []
    try:
        with progress_line() as show:
            for puzzle in {entry.pack.puzzle.id for entry in levels}:
                asking.compile_first(puzzle, show)
        for entry in levels:
            figures = _measure(entry, limits)
            measured.append(figures)
            batch.say({"level": entry.name, **figures}, _line(entry.name, figures, width))
    except KeyboardInterrupt:
        batch.interrupted = True
    if measured and not arguments.json:
        print(_line("in all", {key: _sum(measured, key) for key in COLUMNS}, width))
    return batch.end(len(measured), "measured")


def _measure(entry: Entry, limits: Limits) -> dict[str, Any]:
    """The figures of one level; None for what a limit stopped, or the puzzle does not count."""
    puzzle, start = entry.pack.puzzle, entry.pack.puzzle.start(entry.level)
    solved = answer(puzzle.solve(start, limits))
    counted = answer(puzzle.counts.count(start, limits)) if puzzle.counts is not None else None
    return {
        "moves": len(solved.moves) if solved.moves is not None else None,
        "nodes": solved.nodes,
        "seconds": round(solved.seconds, 4),
        "proved": solved.proved,
        "states": counted.nodes if counted else None,
        "count_seconds": round(counted.seconds, 4) if counted else None,
    }


def _sum(measured: list[dict[str, Any]], key: str) -> Any:
    found = [figures[key] for figures in measured if figures[key] is not None]
    return sum(found) if found else None


def _line(name: str, figures: dict[str, Any], width: int) -> str:
    cells = [figures[key] for key in COLUMNS]
    texts = [
        ""
        if cell is None
        else f"{cell:,.3f}"
        if isinstance(cell, float)
        else f"{cell:,}"
        if isinstance(cell, int)
        else cell.replace("count_", "")
        for cell in cells
    ]
    return f"{name:{width}}" + "".join(f"  {text:>12}" for text in texts)
