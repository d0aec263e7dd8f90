"""The solutions of the boards that ship: shown at once, while nothing is compiled or asked.

`levels/solutions/PUZZLE.lines` has a line for each board: a digest of its ID, then the moves.
`bench/solutions.py` writes it when the solution is proved best, and `puzzles check` verifies it.
"""

from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from puzzles.core.errors import LevelError, MoveError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.library import locations
from puzzles.library.ids import make_id

FOLDER = "solutions"
BETWEEN = "; "  # moves
DIGITS = 16  # of a digest


def digest(puzzle: AnyPuzzle, level: Level) -> str:
    """Return the digest of a board, by which its solution is found."""
    return sha256(make_id(puzzle, level).encode()).hexdigest()[:DIGITS]


def solution_of(puzzle: AnyPuzzle, level: Level) -> tuple[str, ...]:
    """Return the best solution of a board that ships, as texts; () for any other board."""
    known = _known(locations.shipped_levels() / FOLDER / f"{puzzle.id}.lines")
    if not known:
        return ()
    try:
        return known.get(digest(puzzle, level), ())
    except LevelError:  # the plugin cannot code the board
        return ()


def rest_of_solution(puzzle: AnyPuzzle, level: Level, state: object) -> tuple[str, ...]:
    """Return the moves that are left of the solution in a position along it, or ().

    Where each move counts, a position is along it if the rest of the line wins: with the moves
    made, that is as many as the proved minimum. Elsewhere the moves left are those that change the
    position.
    """
    line = solution_of(puzzle, level)
    if puzzle.aim.stepwise:
        rest = line[puzzle.status(state).moves :]
        try:
            return rest if puzzle.status(puzzle.after(state, rest)).won else ()
        except MoveError:
            return ()
    rest = ()
    for text in line:
        with suppress(MoveError):  # it changes nothing: the pipe is there
            state = puzzle.after(state, [text])
            rest = (*rest, text)
    return rest if puzzle.status(state).won else ()


@cache
def _known(file: Path) -> dict[str, tuple[str, ...]]:
    if not file.is_file():
        return {}
    lines = file.read_text("utf-8").splitlines()
    return {line[:DIGITS]: tuple(line[DIGITS + 1 :].split(BETWEEN)) for line in lines}
