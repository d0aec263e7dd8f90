"""A puzzle in one module, to be copied: turn every coin to heads.

A move turns a coin and the one to its right. The lines that are commented name all that a puzzle
can do besides; `puzzles.core.modules` says what each function takes and returns.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from puzzles.core.doors import part
from puzzles.core.errors import MoveError
from puzzles.core.par import graded
from puzzles.core.puzzle import Puzzle
from puzzles.core.results import Status
from puzzles.core.search import breadth_first
from puzzles.grids.scene import RIGHT, UP, Ink, Scene, Sign
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import CellRules, SymbolLevel, SymbolState

HEAD, TAIL = "oX"
INKS = {HEAD: "#e6a52d", TAIL: "#7f9ad6", ".": "#1b1d24"}  # the last one is for a missing cell


class Coins(CellRules):
    """The rules. Levels, boards as text, and the names of moves come from `CellRules`."""

    def apply(self, state: SymbolState, move: int) -> SymbolState:
        """Turn two coins; raises MoveError where there is no second one."""
        cells, right = list(state.cells), move + 1
        if right not in state.level.grid.graph.neighbours[move]:
            raise MoveError("there is no coin to the right")
        for cell in (move, right):
            cells[cell] = TAIL if cells[cell] == HEAD else HEAD
        return state.after("".join(cells))

    def status(self, state: SymbolState) -> Status:
        """Won when no coin shows its tail."""
        tails = tuple(cell for cell, coin in enumerate(state.cells) if coin == TAIL)
        reason = f"{len(tails)} to turn"
        return graded(state.level.par, state.moves, [(reason, tails)] if tails else [])

    def scene(self, state: SymbolState, move: Any = None, *looks: Any) -> Scene:
        """Return what is on the board: here a little of all that a scene can say."""
        drawn, grid = super().scene(state, None, *looks), state.level.grid
        tail, edges = np.array([coin == TAIL for coin in state.cells]), grid.graph.edges.tolist()
        pairs = {(a, b) for a, b in edges if b == a + 1}  # coins that can be turned together
        lone = [a for a in range(grid.n) if (a, a + 1) not in pairs]
        counts = [
            {i: Sign(str(np.sum(tail & (axis == i))), ink=1) for i in axis.tolist()}
            for axis in (grid.col, grid.row)
        ]
        marks = (
            Sign("○", ink=1, shape="ring") if t else Sign("●", ink=0, shape="disc") for t in tail
        )
        rim = {(a, UP): Sign("", ink=0) for a in np.flatnonzero(grid.row == 0).tolist()}
        return replace(
            drawn,
            inks=(*drawn.inks, Ink("tray", "#2b2a33", " ")),
            cells=np.full(grid.n, len(drawn.inks)),  # all lie in the tray
            signs={**dict(enumerate(marks)), **drawn.signs},
            bars=frozenset((a, b) for a, b in edges if b != a + 1),  # borders: rows stand alone
            between={(a, b): "=" for a, b in pairs if tail[a] == tail[b]},
            above=counts[0],  # how many tails a column has
            beside=counts[1],  # or a row
            sides={(a, RIGHT): Sign("×", ink=1) for a in lone} | rim,
            lit=drawn.lit if move is None else (*drawn.lit, move, move + 1),
            marked=True,
        )

    # def encode(self, level, coder): ...       # a shorter ID, with decode


def moves(state: SymbolState) -> Iterable[int]:
    """Return the cells with a coin to their right."""
    near = state.level.grid.graph.neighbours
    return (cell for cell in range(len(state.cells)) if cell + 1 in near[cell])


def flaw(cells: str) -> str:
    """Return why this is no level, or nothing."""
    return "" if TAIL in cells else "all coins show their heads"


rules = Coins(SquareGrid, 36, INKS, flaw)
plugin = Puzzle[SymbolLevel, SymbolState, int](
    id="template",
    title="Coins",
    blurb="Turn every coin to heads.",
    instructions="A move turns a coin and the one to its right. Turn **all coins to heads**.",
    # packs=Path(__file__).parent / "packs",    # levels that come with it
    rules=rules,
    solver=breadth_first(rules, moves),
    maker=part(rules),  # boards are drawn as `SymbolRules` has it
    #
    # All else that it can do: the functions, and the module of this package that has them.
    # solver=lazy("template", solver="solve check count within solutions why"),
    #     and: tasks ways count_ways · certify check_by
    # tutor=lazy("template", tutor="grade advise explain"),
    #     and: trace VIEWS · renamed move_words · describe describe_cell describe_thing
    #     describe_change move_spoken move_heard
    # maker=lazy("template", maker=f"{EDITING} judge wishes assist CHANGES repair"),
    #     and: sides walls build · demands demand · lay keys
    # generator=lazy("template", generator="OPTIONS make like canonical"),
    # reader=lazy("template", reader="read"),
    # formats=lazy("template", formats="FORMATS"),
    # screen=lazy("template", board="Board"),   # for moves that are no cells
    # lessons=lazy("template", lessons="LESSONS KINDS kinds"),
)
