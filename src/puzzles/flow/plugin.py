"""Flow as the host sees it; solver and widget are imported when first needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from puzzles.core.coding import Coder
from puzzles.core.puzzle import Grade, Lesson, Option, Problem, Puzzle, Status
from puzzles.core.solving import Event, Limits
from puzzles.core.tables import Table
from puzzles.flow import coding, editing, levels, model
from puzzles.flow.model import FlowLevel, Move, State
from puzzles.flow.picture import picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from puzzles.core.drawing import Drawing
    from puzzles.core.formats import Format
    from puzzles.core.reading import Reading
    from puzzles.flow.board import FlowBoard


class Flow(Puzzle[FlowLevel, State, Move]):
    id = "flow"
    title = "Flow"
    blurb = "Join the dots; fill the board."
    stepwise = False
    methods = ("search", "count")
    views = ("search", "sweep")
    options = (
        Option("size", "columns and rows, as in 8x6 (7x7); 15 each at most", str),
        Option("kind", "the kind of board (plain)", str, model.KINDS),
        Option("colours", "how many colours"),
        Option("difficulty", "how hard, from 1 to 10"),
    )
    rules = """\
Join every two dots of a colour with a *pipe*. Pipes run from cell to cell, never share one, and
together **fill the whole board** (some levels let cells stay empty).

Draw from a dot, or go on from where a pipe ends; going back over a pipe shortens it, and drawing
through another pipe cuts that one. With the keyboard, take hold with space, draw with the arrows,
and let go with space. Touching each pipe only once is *perfect*.

Walls let nothing through. On a bridge one pipe passes over another, both straight. Where the rim is
open, a pipe goes out on one side and comes in on the other.
"""

    def lessons(self) -> tuple[Lesson, ...]:
        from puzzles.flow.lessons import LESSONS

        return LESSONS

    def parse(self, table: Table) -> FlowLevel:
        return levels.parse(table)

    def formats(self) -> tuple[Format, ...]:
        from puzzles.flow.formats import FORMATS

        return FORMATS

    def format(self, level: FlowLevel) -> dict[str, Any]:
        return levels.format(level)

    def encode(self, level: FlowLevel, coder: Coder) -> bool:
        return coding.encode(level, coder)

    def decode(self, coder: Coder) -> dict[str, Any]:
        return coding.decode(coder)

    def facts(self, level: FlowLevel) -> dict[str, Any]:
        board = level.board
        return {"size": board.grid.size, "pairs": board.pairs, "difficulty": level.difficulty}

    def check(self, level: FlowLevel, limits: Limits) -> Iterator[Event | Problem]:
        from puzzles.flow.solver.solve import check

        return check(level, limits)

    def start(self, level: FlowLevel) -> State:
        return model.start(level)

    def apply(self, state: State, move: Move) -> State:
        return model.apply(state, move)

    def move_text(self, state: State, move: Move) -> str:
        return model.path_text(state.board, move.path)

    def move_parse(self, state: State, text: str) -> Move:
        return Move(model.path_parse(state.board, text))

    def move_facts(self, state: State, move: Move) -> Mapping[str, Any]:
        board = state.board
        cells = [board.grid.name(board.cell_of[vertex]) for vertex in move.path]
        return {"colour": board.symbols[board.dot_at[move.path[0]]], "path": cells}

    def status(self, state: State) -> Status:
        return model.status(state)

    def text(self, state: State) -> str:
        return "\n".join("".join(text for text, _ in line) for line in picture(state))

    def picture(self, state: State, palette: str = "default") -> list[list[tuple[str, str]]]:
        return picture(state, palette)

    def draw(
        self, state: State, move: Move | None = None, palette: str = "default"
    ) -> Drawing:
        from puzzles.flow.drawing import draw

        return draw(state, move, palette)

    def read_picture(self, pixels: NDArray[np.float64]) -> Reading | None:
        from puzzles.flow.reader import read

        return read(pixels)

    def sketch(self, level: FlowLevel) -> FlowLevel:
        return editing.sketch(level)

    def edit(self, sketch: FlowLevel, cell: int, by: int) -> FlowLevel:
        return editing.edit(sketch, cell, by)

    def solve(self, state: State, limits: Limits, method: str = "") -> Iterator[Event]:
        from puzzles.flow.solver.solve import solve

        return solve(state, limits, method)

    def count(self, state: State, limits: Limits) -> Iterator[Event]:
        from puzzles.flow.solver.solve import count_both

        return count_both(state.board.problem, limits)

    def solutions(self, state: State, limits: Limits, most: int) -> Iterator[Event]:
        from puzzles.flow.solver.solve import solutions

        return solutions(state, limits, most)

    def trace(self, state: State, view: str) -> Iterator[Event]:
        from puzzles.flow.solver.trace import trace

        return trace(state, view)

    def generate(self, seed: int, wishes: Mapping[str, Any]) -> Iterator[Event | FlowLevel]:
        from puzzles.flow.generator import Wishes, generate

        return generate(seed, Wishes(**wishes))

    def like(self, level: FlowLevel) -> dict[str, Any]:
        from puzzles.flow.generator import like

        return like(level)

    def canonical(self, level: FlowLevel) -> str:
        from puzzles.grids.symmetry import canonical

        board = level.board
        bridges = [cell in board.bridges for cell in range(board.grid.n)]
        return f"{board.wrap} " + canonical(
            board.grid, board.dots.tolist(), bridges, board.walls
        )

    def grade(self, level: FlowLevel) -> Iterator[Event | Grade]:
        from puzzles.flow.difficulty import grade

        return grade(level)

    def board(self) -> type[FlowBoard]:
        from puzzles.flow.board import FlowBoard

        return FlowBoard
