"""What each mechanism of a solver is worth:

    python bench/rent.py flow|kami [--off MECHANISM …] [--rows ROW …]

Each mechanism is switched off in turn, in a process of its own that compiles into a folder of its
own. The table has a line for each, with a cell for each row of boards: how the total CPU and the
median of a board changed, and how many boards that were solved with everything on are not. The
first line has the CPU with everything on: total, median of a board, and boards solved.

`rent_flow.py` and `rent_kami.py` tell the mechanisms and the rows of a puzzle: MECHANISMS names
each with the function that switches it off, which is called before any kernel is compiled; ROWS
names each with its boards. The table of a puzzle stands at the end of docs/PUZZLE-solver.md.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from statistics import median

from helping import DATA, need, show, some
from strokes import drawings

MOST = 60.0  # seconds of CPU for a row; boards that it does not come to are not solved

Costs = dict[str, tuple[bool, float]]  # by board: if it was solved, and the seconds of CPU


@dataclass(frozen=True)
class Row:
    """A named set of boards: each has a name, and a function that says if it could be solved."""

    boards: Callable[[], Iterator[tuple[str, Callable[[], bool]]]]
    most: float = MOST
    on_request: bool = False  # only where --rows names it


def replace(module: object, **values: object) -> Callable[[], None]:
    """Return what switches a mechanism off: other values stand for names in a module."""

    def switch() -> None:
        for name, value in values.items():
            setattr(module, name, value)

    return switch


def drawn(puzzle: str, step: int = 1) -> Row:
    """Return every `step`th board on the way, when boards are drawn stroke by stroke."""
    return Row(
        lambda: (board for boards in drawings(puzzle) for board in islice(boards, 0, None, step))
    )


def made(puzzle: str, wishes: Mapping[str, object], seeds: int) -> Row:
    """Return the levels of some wishes that the generator makes."""
    generator = importlib.import_module(f"puzzles.{puzzle}.generator.generator")

    def level(seed: int, wish: object) -> bool:
        *_, end = generator.make(seed, vars(wish))
        return hasattr(end, "board")

    return Row(
        lambda: (
            (f"{name} {seed}", partial(level, seed, wish))
            for name, wish in wishes.items()
            for seed in range(seeds)
        )
    )


def measured(row: Row) -> Costs:
    """What the boards of a row cost; the first is solved once more before, to load kernels."""
    costs: Costs = {}
    total = 0.0
    for number, (title, solved) in enumerate(some(row.boards())):
        name = f"{number} {title}"  # boards of two packs may have one title
        if not costs:
            solved()
        if total > row.most:
            costs[name] = False, 0.0
            continue
        began = time.process_time()
        done = solved()
        spent = time.process_time() - began
        costs[name] = done, spent
        total += spent
    return costs


def child(puzzle: str, off: str, rows: list[str]) -> None:
    """Print what all rows cost with a mechanism switched off, as JSON."""
    rent = importlib.import_module(f"rent_{puzzle}")
    if off:
        rent.MECHANISMS[off]()
    for name in rows:
        print(json.dumps([name, measured(rent.ROWS[name])]), flush=True)


def asked(puzzle: str, off: str, rows: list[str]) -> dict[str, Costs]:
    """The same, by a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(
            [sys.executable, __file__, puzzle, "--child", off, "--rows", *rows],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PUZZLES_CACHE_DIR": folder},
        )
    return dict(map(json.loads, told.stdout.splitlines()))


def base_cell(costs: Costs) -> str:
    """Total, median, and how many boards are solved."""
    seconds = [spent for _, spent in costs.values()]
    solved = sum(done for done, _ in costs.values())
    return f"{sum(seconds):.2f} s, {1000 * median(seconds):.1f} ms, {solved} of {len(costs)}"


def cell(costs: Costs | None, base: Costs) -> str:
    """How many times the CPU it takes in sum and on the median board, and the boards lost."""
    if not costs:
        return "failed"
    both = [(costs[name][1], base[name][1]) for name in base]
    total = sum(now for now, _ in both) / sum(before for _, before in both)
    middle = median(now for now, _ in both) / max(1e-9, median(before for _, before in both))
    lost = [name for name in base if base[name][0] and not costs[name][0]]
    return f"{total:.2f}×, {middle:.2f}×" + (f", **{len(lost)} lost**" if lost else "")


def table(puzzle: str, off: list[str], rows: list[str]) -> Iterator[tuple[str, ...]]:
    """The cells, line by line."""
    base = asked(puzzle, "", rows)
    yield "*everything on*", *(base_cell(base[row]) for row in rows)
    for name in off:
        costs = asked(puzzle, name, rows)
        yield name, *(cell(costs.get(row), base[row]) for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="Switch off each mechanism in turn.")
    parser.add_argument("puzzle", choices=["flow", "kami"])
    parser.add_argument("--off", nargs="*", metavar="MECHANISM")
    parser.add_argument("--rows", nargs="*", metavar="ROW")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    rent = importlib.import_module(f"rent_{options.puzzle}")
    if unknown := {*(options.rows or ())} - {*rent.ROWS}:
        parser.error(f"no row {min(unknown)}; there are {'; '.join(rent.ROWS)}")
    if unknown := {*(options.off or ())} - {*rent.MECHANISMS}:
        parser.error(f"no mechanism {min(unknown)}; there are {'; '.join(rent.MECHANISMS)}")
    need(DATA)
    rows = options.rows or [name for name, row in rent.ROWS.items() if not row.on_request]
    if options.child is not None:
        child(options.puzzle, options.child, rows)
        return
    off = list(rent.MECHANISMS) if options.off is None else options.off
    show(("off", *rows), table(options.puzzle, off, rows))


if __name__ == "__main__":
    main()
