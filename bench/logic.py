"""How fast declared puzzles are solved, explained and made: `python bench/logic.py`.

*Published*: all boards of 10×10 by others. Each is solved and proved to have no second solution,
with the kernels loaded, by python-sat from the same clauses, and three of them as plain Python;
then the next reason is found, again and again, to the end. *New*: boards by five seeds, of each
size, without a wish and of each difficulty, and as plain Python by one seed without a wish. Seconds
and milliseconds are of CPU: the median and the most.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import chain
from statistics import median, quantiles
from typing import Any

import numpy as np
import numpy.typing as npt
from pysat.solvers import Solver as Judge

from helping import DATA, few, help_first, need, show, some, watched
from puzzles.core.errors import NOWHERE, UsageError
from puzzles.grids.layers import LayeredLevel
from puzzles.grids.square import SquareGrid
from puzzles.library.registry import plugin
from puzzles.logic.clauses import Clauses
from puzzles.logic.deducing import Reasoner
from puzzles.logic.model import Model
from puzzles.logic.solving import search
from puzzles.sat.closing import Closing
from puzzles.sat.solver import END, LITERALS

HOLE = "@"  # where no cell is
# Of each puzzle: how other people's symbols are written here; wishes for new boards.
PUZZLES: dict[str, tuple[Callable[[str], str], list[dict[str, str]]]] = {
    "akari": (lambda word: {"-": ".", "x": "#"}.get(word, word), [{}]),
    "binairo": (lambda word: {"-": ".", "2": "0"}.get(word, word), [{}]),
    "loop": (lambda word: {"-": "."}.get(word, word), [{}]),
    "stars": (
        lambda word: chr(ord("@") + int(word)) if word.isdigit() else HOLE,
        [{}, {"stars": "2"}],
    ),
}
SIDE, NEW = 10, ("8x8", "10x10")
SEEDS, PLAIN = 5, 3
WISHES = None, *range(1, 11)  # of a new board's difficulty
SOLVED = (
    *("10×10", "boards", "proved, ms", "python-sat, ms", "plain, s", "a reason, ms: 95 %, most"),
    "whole, s",
)
MADE = "new", "size", "difficulty", "s", "refused", "plain, s"


def models(puzzle: str) -> Iterator[Model]:
    """The boards of others, declared anew each time."""
    declare, word_of = import_module(f"puzzles.{puzzle}.rules").declare, PUZZLES[puzzle][0]
    for line in need(DATA / puzzle / "published.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        if entry["rows"] == entry["cols"] == SIDE:
            rows = ("".join(map(word_of, row.split())) for row in entry["cells"])
            grid, cells = SquareGrid.parse("\n".join(rows), HOLE)
            variant = {"stars": entry.get("stars", 1)}
            yield declare(LayeredLevel("", NOWHERE, grid, "".join(cells), variant=variant))


def seconds(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def proved(model: Model) -> None:
    *_, last = search(model, {}, 2)
    assert last.count in (0, 1, 2)


def spelled(literal: int) -> int:
    """A literal as python-sat has it."""
    return -(literal >> 1) - 1 if literal & 1 else (literal >> 1) + 1


def judged(model: Model) -> float:
    """The seconds that python-sat needs for two solutions of the same clauses, or one."""
    clauses = Clauses(model)
    arena, at, given = clauses._state.arena, 1, []
    while at < clauses._state.counters[END]:
        literals = arena[at + LITERALS : at + LITERALS + arena[at]]
        given.append([spelled(int(v)) for v in literals])
        at += LITERALS + arena[at]
    assumed = [*map(spelled, clauses.assumed(model.givens).tolist())]

    whole = [(r, Closing(getattr(r, "ends", {}))) for r in model.rules if r.whole]

    def more(values: npt.NDArray[np.int8]) -> Iterator[list[int]]:
        """Clauses of rules of the whole board that are broken."""
        marks = {place if values[place] > 0 else ~place for place in model.places}
        for rule, closing in whole:
            yield from map(clauses.numbers, rule.cuts(marks, closing.loop(values)))

    def solve(judge: Judge) -> bool:
        while judge.solve(assumed):
            values = judge.get_model()[: len(model.places)]
            by_place = np.zeros(model.grid.n, np.int8)
            by_place[[*model.places]] = np.sign(values)
            cuts = [*more(by_place)]
            if not cuts:
                judge.add_clause([-literal for literal in values])
                return True
            judge.append_formula([[*map(spelled, cut)] for cut in cuts])
        return False

    def work() -> None:
        with Judge("minisat22", given) as judge:
            _ = solve(judge) and solve(judge)

    return seconds(work)


def reasons(model: Model) -> list[float]:
    """The seconds until each reason is there."""
    found, began = list[float](), time.process_time()
    for _ in Reasoner(model).steps({}):
        found.append(time.process_time() - began)
        began = time.process_time()
    return found


def plain(*words: str) -> str:
    """What this script prints of some boards as plain Python."""
    done = subprocess.run(
        [sys.executable, __file__, *words],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def spread(times: list[float], unit: float = 1.0) -> str:
    return f"{median(times) / unit:.1f}, {max(times) / unit:.1f}" if times else "–"


def solved() -> Iterator[tuple[object, ...]]:
    """Yield the cells by SOLVED."""
    for puzzle in some(PUZZLES):
        boards = list(watched(models(puzzle), puzzle))
        proved(boards[0])  # loads the kernels
        steps = [reasons(model) for model in boards]
        every = sorted(chain.from_iterable(steps))
        yield (
            puzzle,
            len(boards),
            spread([seconds(partial(proved, model)) for model in boards], 1e-3),
            spread([judged(model) for model in boards], 1e-3),
            plain("solve", puzzle),
            f"{quantiles(every, n=20)[-1] * 1e3:.1f}, {every[-1] * 1e3:.0f}",
            spread([sum(times) for times in steps]),
        )


def new(puzzle: str, size: str, wish: dict[str, Any], seeds: int) -> tuple[list[float], int]:
    """The seconds until each new board is there, or is refused, and how many are."""
    make, times, refused = plugin(puzzle).generator.make, list[float](), 0
    for seed in range(1, seeds + 1):
        began = time.process_time()
        try:
            list(make(seed, {"size": size, **wish}))
        except UsageError:
            refused += 1
        times.append(time.process_time() - began)
    return times, refused


def made() -> Iterator[tuple[object, ...]]:
    """Yield the cells by MADE."""
    kinds = [
        (puzzle, size, wish, difficulty)
        for puzzle in some(PUZZLES)
        for wish in PUZZLES[puzzle][1]
        for size in some(NEW)
        for difficulty in some(WISHES)
    ]
    for puzzle, size, wish, difficulty in watched(kinds):
        wishes = {**wish, **({"difficulty": difficulty} if difficulty else {})}
        times, refused = new(puzzle, size, wishes, few(SEEDS))
        name = " ".join([puzzle, *(f"({key} {value})" for key, value in wish.items())])
        slow = "–" if difficulty else plain("new", puzzle, size, json.dumps(wishes))
        yield name, size.replace("x", "×"), difficulty or "", spread(times), refused, slow


def main() -> None:
    match sys.argv[1:]:
        case ["solve", puzzle]:
            boards = [*models(puzzle)]
            some = boards[:: max(1, len(boards) // PLAIN)][:PLAIN]
            print(spread([seconds(partial(proved, model)) for model in some]))
        case ["new", puzzle, size, wishes]:
            print(spread(new(puzzle, size, json.loads(wishes), 1)[0]))
        case _:
            show(SOLVED, solved())
            print()
            show(MADE, made())


if __name__ == "__main__":
    help_first(__doc__)
    main()
