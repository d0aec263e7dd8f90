"""Writes the solutions of all boards that ship: `python bench/solutions.py [FOLDER]`.

Each board of the packs, of the days and of practice is solved, and its solution is written once it
is proved: to the levels that ship, or to FOLDER.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from helping import help_first, watched
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import UNLIMITED, answer
from puzzles.library import locations
from puzzles.library.catalogue import library, listed, ships
from puzzles.library.files import write_file
from puzzles.library.ids import read_id
from puzzles.library.registry import plugins
from puzzles.library.solutions import BETWEEN, FOLDER, digest


def boards(puzzle: AnyPuzzle) -> Iterator[Level]:
    """Yield the levels of the packs that ship, and those of the days and of practice."""
    for pack in library().packs:
        if pack.puzzle is puzzle and ships(pack):
            yield from pack.levels
    for folder in ("daily", "practice"):
        for board in listed(f"{folder}/{puzzle.id}.ids"):
            yield read_id(board).levels[0]


def line(puzzle: AnyPuzzle, level: Level) -> str:
    """Return the line of a board, or "" if its solution is not proved."""
    state = puzzle.start(level)
    found = answer(puzzle.solver.solve(state, UNLIMITED))
    if not found.proved or not found.moves:
        return ""
    texts = list[str]()
    for move in found.moves:
        texts.append(puzzle.move_text(state, move))
        state = puzzle.apply(state, move)
    return f"{digest(puzzle, level)} {BETWEEN.join(texts)}"


def main() -> None:
    folder = Path(sys.argv[1]) if sys.argv[1:] else locations.shipped_levels() / FOLDER
    for puzzle in plugins()[0].values():
        levels = list(boards(puzzle))
        lines = {line(puzzle, level) for level in watched(levels, puzzle.id)} - {""}
        if lines:
            file = folder / f"{puzzle.id}.lines"
            folder.mkdir(exist_ok=True)
            write_file(file, "\n".join(sorted(lines)) + "\n")
            print(f"{file}: {len(lines)} of {len(levels)} boards")


if __name__ == "__main__":
    help_first(__doc__)
    main()
