"""Flow in words for people: a pipe by its letter, and where it begins and ends."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.flow.rules.model import Move, State
from puzzles.grids.whereabouts import whereabouts


def renamed(state: State, text: str, palette: str) -> str:
    """Colours have letters, which are the same in every palette."""
    return text


def move_words(state: State, move: Move, turned: bool = False) -> str:
    """Describe a move: `draw pipe A from the top left to the right`."""
    board = state.board
    letter = board.symbols[board.dot_at[move.path[0]]]
    first, last = (
        whereabouts(board.grid, [board.cell_of[end]], turned)
        for end in (move.path[0], move.path[-1])
    )
    return f"draw pipe {letter} from the {first}" + (f" to the {last}" if first != last else "")


def listed(words: Sequence[str]) -> str:
    """Return `a`, `a and b`, or `a, b and c`; "" for no words."""
    return " and ".join([", ".join(words[:-1])] * (len(words) > 1) + list(words[-1:]))
