"""The wishes for new levels, known without loading the generator."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.core.results import Option
from puzzles.core.tables import Values
from puzzles.flow.generator.shapes import LEAST_SIDE
from puzzles.flow.rules.model import KINDS, FlowLevel

LEAST, MOST = 3, 15  # cells along a side
OPTIONS = (
    Option("size", "columns and rows, as in 8x6 (7x7); 15 each at most", str, placeholder="SIZE"),
    Option("kind", "the kind of board (plain)", str, KINDS),
    Option("colours", "how many colours"),
    Option("difficulty", "how hard, from 1 to 10"),
)


@dataclass(frozen=True)
class Wishes:
    """The wishes for a level: `size` as in `8x6` (columns first), one of KINDS, how many colours
    (None: what suits), and a difficulty (None: any)."""

    size: str = "7x7"
    kind: str = "plain"
    colours: int | None = None
    difficulty: int | None = None


def like(level: FlowLevel) -> Values:
    """The wishes that make levels of this one's size, kind and number of colours."""
    board = level.board
    rows, cols = (
        min(max(side, LEAST_SIDE.get(board.kind, LEAST)), MOST)
        for side in (board.grid.rows, board.grid.cols)
    )
    return {"size": f"{cols}x{rows}", "kind": board.kind, "colours": len(board.symbols)}
