"""Kami as the host sees it; solver and widget are imported when first needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from puzzles.core.coding import Coder
from puzzles.core.errors import MoveError
from puzzles.core.puzzle import Grade, Lesson, Option, Problem, Puzzle, Status
from puzzles.core.solving import Answer, Event, Limits
from puzzles.core.tables import Table
from puzzles.kami import coding, editing, levels, model
from puzzles.kami.model import KamiLevel, Move, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from puzzles.core.drawing import Drawing
    from puzzles.core.formats import Format
    from puzzles.core.reading import Reading
    from puzzles.kami.board import KamiBoard


class Kami(Puzzle[KamiLevel, State, Move]):
    id = "kami"
    title = "Kami"
    blurb = "Fold the paper into one colour, in the fewest moves."
    rules = """\
A *region* is a patch of one colour. A move recolours a whole region: choose a colour, choose a
region. The region then merges with every neighbour of its new colour.

Make the whole board **one colour** in as few moves as the level's *par*. Par is proved: no one can
do it in fewer. Finish at par and the result is *perfect*; one move more is *ok*; beyond that is
*over*. Some levels demand which colour comes out at the end, and some boards are islands that do
not touch but must all end in the same colour.
"""

    options = (
        Option("size", "columns and rows, as in 8x23 (10x29, squares 10x16)", str),
        Option("kind", "the kind of board (triangle)", str, model.KINDS),
        Option("colours", "how many colours"),
        Option("par", "in how many moves it can be won"),
        Option("difficulty", "how hard, from 1 to 10"),
        Option("symmetry", "how it is symmetric", str, model.SYMMETRIES),
    )

    def lessons(self) -> tuple[Lesson, ...]:
        from puzzles.kami.lessons import LESSONS

        return LESSONS

    def parse(self, table: Table) -> KamiLevel:
        return levels.parse(table)

    def formats(self) -> tuple[Format, ...]:
        from puzzles.kami.formats import FORMATS

        return FORMATS

    def format(self, level: KamiLevel) -> dict[str, Any]:
        return levels.format(level)

    def encode(self, level: KamiLevel, coder: Coder) -> bool:
        return coding.encode(level, coder)

    def decode(self, coder: Coder) -> dict[str, Any]:
        return coding.decode(coder)

    def facts(self, level: KamiLevel) -> dict[str, Any]:
        size = level.board.grid.size
        return {"size": size, "par": level.par, "difficulty": level.difficulty}

    def check(self, level: KamiLevel, limits: Limits) -> Iterator[Event | Problem]:
        for event in self.solve(model.start(level), limits):
            yield event
        if isinstance(event, Answer) and level.par is not None:
            yield from _wrong_par(level, level.par, event)

    def start(self, level: KamiLevel) -> State:
        return model.start(level)

    def apply(self, state: State, move: Move) -> State:
        return model.apply(state, move)

    def move_text(self, state: State, move: Move) -> str:
        return f"{state.board.grid.name(move.cell)} {state.board.palette[move.colour].name}"

    def move_parse(self, state: State, text: str) -> Move:
        cell, _, colour = text.strip().partition(" ")
        if not colour:
            raise MoveError(f"{text!r} is no move; a move is a cell and a colour, as in 'c4 Red'")
        return Move(state.board.grid.cell(cell), state.board.colour_named(colour.strip()))

    def move_facts(self, state: State, move: Move) -> Mapping[str, Any]:
        board = state.board
        key = "node" if board.grid.kind == "network" else "cell"
        return {key: board.grid.name(move.cell), "colour": board.palette[move.colour].name}

    def status(self, state: State) -> Status:
        return model.status(state)

    def text(self, state: State) -> str:
        return model.text(state)

    def picture(self, state: State, palette: str = "default") -> list[list[tuple[str, str]]]:
        return model.picture(state, palette)

    def draw(
        self, state: State, move: Move | None = None, palette: str = "default"
    ) -> Drawing:
        from puzzles.kami.drawing import draw

        return draw(state, move, palette)

    def read_picture(self, pixels: NDArray[np.float64]) -> Reading | None:
        from puzzles.kami.reader import read

        return read(pixels)

    def sketch(self, level: KamiLevel) -> KamiLevel:
        return editing.sketch(level)

    def edit(self, sketch: KamiLevel, cell: int, by: int) -> KamiLevel:
        return editing.edit(sketch, cell, by)

    def solve(self, state: State, limits: Limits, method: str = "") -> Iterator[Event]:
        from puzzles.kami.solver.solve import solve

        return solve(state, limits)

    def generate(self, seed: int, wishes: Mapping[str, Any]) -> Iterator[Event | KamiLevel]:
        from puzzles.kami.generator import Wishes, generate

        return generate(seed, Wishes(**wishes))

    def like(self, level: KamiLevel) -> dict[str, Any]:
        from puzzles.kami.generator import like

        return like(level)

    def canonical(self, level: KamiLevel) -> str:
        from puzzles.grids.symmetry import canonical

        board = level.board
        return f"{board.final} " + canonical(board.grid, board.colours.tolist(), [0] * board.grid.n)

    def grade(self, level: KamiLevel) -> Iterator[Event | Grade]:
        from puzzles.kami.difficulty import grade

        return grade(level)

    def solutions(self, state: State, limits: Limits, most: int) -> Iterator[Event]:
        from puzzles.kami.solver.optima import optima

        return optima(state, limits, most)

    def why(self, state: State, move: Move, left: int, limits: Limits) -> Iterator[Event]:
        from puzzles.kami.solver.optima import why

        return why(state, move, left, limits)

    def board(self) -> type[KamiBoard]:
        from puzzles.kami.board import KamiBoard

        return KamiBoard


def _wrong_par(level: KamiLevel, par: int, answer: Answer) -> Iterator[Problem]:
    found = len(answer.moves) if answer.moves is not None else None
    if answer.proved and found is not None and found != par:
        yield Problem(level.par_place, f"par is {par}, but the optimum is {found}")
    elif not answer.proved and answer.lower_bound > par:
        yield Problem(level.par_place, f"par is {par}, but it takes at least {answer.lower_bound}")
    elif not answer.proved and found is not None and found < par:
        yield Problem(level.par_place, f"par is {par}, but {found} moves are enough")
