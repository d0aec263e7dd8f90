"""The Flow board as the screen shows it: sizes, what is shown of a position, letters and marks."""

from collections.abc import Sequence
from math import ceil, floor

import numpy as np

from puzzles.flow.rules.model import Move, State, steps_over
from puzzles.flow.rules.prints import pipe_inks, uses
from puzzles.flow.rules.problem import Path
from puzzles.flow.rules.stroke import Stroke
from puzzles.flow.screen.pipes import HATCH, PAPER, Image, Scene, sides_of, thick, thin
from puzzles.grids.grid import Grid
from puzzles.pictures.shapes import UNKNOWN
from puzzles.ui.board.frame import Frame
from puzzles.ui.board.gridboard import GridBoard
from puzzles.ui.board.raster import Box
from puzzles.ui.terminal.paint import RGB
from puzzles.ui.terminal.tones import FEW

Scale = tuple[float, float]
# Characters a cell takes, largest first; below THICK there is only room for lines.
# Odd numbers of columns, so that letters have a middle to stand in.
SIZES: tuple[Scale, ...] = (15, 7), (13, 6), (11, 5), (9, 4), (7, 3), (5, 2), (4, 2), (2, 1)
# A thumbnail has square cells, a pixel for each if need be.
SKETCHES = ((12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (3, 1.5), (2, 1), (1, 0.5))
THICK = 4
LATE = 0.6  # of the time one pipe takes to run full: until the last one begins
HELD, POINTED = 0.6, 0.4  # how much white there is under the cursor
TINT = 0.2  # how much of its colour the ground under a finished pipe has
POINT = (170, 170, 176)
ARROWS = {"left": "◂", "right": "▸", "up": "▴", "down": "▾"}  # where the rim is open


class FlowView(GridBoard[State, Move]):
    """Draws the position, with the stroke a hand is drawing, and pipes that grow or are to come."""

    MARK = 0.35
    SECONDS = 0.4  # that a pipe takes to grow when it is shown
    _stroke: Stroke | None = None

    def grid_of(self, state: State) -> Grid:
        return state.board.grid

    def colours(self, palette: str) -> Sequence[str]:
        """Those of the pipes, and at the end (−1) that of a pipe whose colour is not settled."""
        return [ink or UNKNOWN for ink in pipe_inks(len(self.state.board.symbols), palette)]

    @property
    def beside(self) -> tuple[RGB, ...]:
        return self.background, HATCH, *((int(r), int(g), int(b)) for r, g, b in PAPER)

    def layout_for(self, width: int, height: int) -> tuple[int, int]:
        columns, rows = self.grid.extent
        # Hexagons lie half a cell apart, which lines cannot show.
        sizes = SIZES[:-1] if self.grid.kind == "hex" else SIZES
        if self.thumbnail:
            sizes = SKETCHES
        fitting = (s for s in sizes if columns * s[0] <= width and int(rows * s[1] + 0.5) <= height)
        self.box = Box(*next(fitting, sizes[-1]))
        return int(columns * self.box.width), int(rows * self.box.height + 0.5)

    @property
    def shown(self) -> State:
        """The position on screen: with the stroke being drawn, or the pipe still growing."""
        if self._stroke is not None:
            return self._stroke.state
        if self.happening is not None:
            _, move, done = self.happening
            part = move.path[: 1 + int(done * len(move.path))]
            rest = (part if pipe == move.path else pipe for pipe in self.state.pipes)
            return State(self.state.level, tuple(pipe for pipe in rest if len(pipe) > 1))
        if self.rejoicing is not None:
            return State(self.state.level, self._filled(self.rejoicing))
        return self.state

    def _filled(self, done: float) -> tuple[Path, ...]:
        """The pipes as far as they have run full when `done` of 1 has gone by: all at one speed,
        one after the other."""
        pipes = self.state.pipes
        longest = max(map(len, pipes), default=0)  # undone meanwhile
        ahead = ((1 + LATE) * done - LATE * i / len(pipes) for i in range(len(pipes)))
        found = (pipe[: max(0, int(far * longest))] for pipe, far in zip(pipes, ahead, strict=True))
        return tuple(part for part in found if len(part) > 1)

    def frame(self) -> Frame:
        if self.thumbnail:
            return thick(self._scene(), self.box, self.tier, self.depth == FEW)
        large = self.box.width >= THICK
        frame = thick(self._scene(), self.box, self.tier) if large else thin(self._scene())
        if self.depth == FEW:
            self._dot_cells(frame)
        self._mark_open_rims(frame)
        self._write_letters(frame)
        return frame

    def _scene(self) -> Scene:
        board, state = self.state.board, self.shown
        # Pipes are still to come: the next one, or all that have not run full.
        ghosts = self.step.ghosts if self.announced is None else (self.announced.path,)
        lights = frozenset(self.step.lit)
        lit = frozenset(wall for wall in board.walls if lights.issuperset(wall))
        return Scene(
            state,
            ghosts if self.rejoicing is None else self.state.pipes,
            self._grounds(state),
            self.dyes.inks,
            sides_of(board, board.walls),
            sides_of(board, lit) if lit and not board.wrap else {},
            self.background,
        )

    def _grounds(self, state: State) -> Image:
        """The colour under each cell: checker, tint of a finished pipe, cursor, marks, light."""
        board = state.board
        # Of a few colours one is paper: the next would be grey, as what is marked.
        ground = PAPER[board.grid.shade * (self.depth != FEW)]
        for pipe in state.pipes:
            if state.finished(pipe):
                cells = [board.cell_of[vertex] for vertex in pipe]
                ground[cells] += (self.dyes.inks[board.dot_at[pipe[0]]] - ground[cells]) * TINT
        self.lighten(ground)
        pointed = self.pointed if self.by_pointer or self.has_focus else -1
        cell = pointed if self._stroke is None else self._stroke.cell
        if self.playable and cell >= 0:
            ground[cell] += (255 - ground[cell]) * (HELD if self._stroke else POINTED)
        return np.vstack([ground, self.background])

    def _dot_cells(self, frame: Frame) -> None:
        """A point in each empty cell, where there are too few colours for a checker."""
        filled = {self.state.board.cell_of[v] for pipe in self.shown.pipes for v in pipe}
        filled.update(self.step.struck)
        for cell in set(range(self.grid.n)) - filled:
            x, y = self._middle_of(cell)
            frame.write(x, y, "·", POINT, bold=False)

    def _mark_open_rims(self, frame: Frame) -> None:
        """An arrow wherever a pipe can go out over the rim, until one does."""
        board, used = self.state.board, uses(self.shown)
        over = steps_over(board.grid).items() if board.wrap else ()
        for cell, way in [(step[0], way) for step, way in over if step in board.joined]:
            dot = board.dots[cell]
            free = [
                (x, y)
                for x, y in self._side_of(cell, way)
                if frame.glyph[y, x] == " "
                and not (dot >= 0 and tuple(frame.back[y, x].tolist()) == self.ink(dot))
            ]
            if (cell, way) not in used and free:
                frame.write(*free[0], ARROWS[way], POINT, bold=False)

    def _side_of(self, cell: int, way: str) -> list[tuple[int, int]]:
        """The characters along a side of a cell, those in its middle first."""
        x, y = self._middle_of(cell)
        (left, right), (top, bottom) = (
            (floor(at - size / 2), ceil(at + size / 2) - 1)
            for at, size in zip(self.spot(cell), (self.box.width, self.box.height), strict=True)
        )
        if way in ("left", "right"):
            x = left if way == "left" else right
            return [(x, row) for row in sorted(range(top, bottom + 1), key=lambda r: abs(r - y))]
        y = top if way == "up" else bottom
        return [(col, y) for col in sorted(range(left, right + 1), key=lambda c: abs(c - x))]

    def _middle_of(self, cell: int) -> tuple[int, int]:
        """The character in the middle of a cell, or just before it."""
        x, y = self.spot(cell)
        return int(x - 0.5), int(y - 0.5)

    def _write_letters(self, frame: Frame) -> None:
        """A letter on every dot; with letters on, a small one on every piece of pipe as well."""
        board, shown = self.state.board, self.shown
        texts = {c: board.symbols[dot] for c, dot in enumerate(board.dots.tolist()) if dot >= 0}
        for cell in self.step.struck:
            texts.setdefault(cell, "×")
        if self.letters:
            for pipe in shown.pipes:
                for vertex in pipe:
                    texts.setdefault(
                        board.cell_of[vertex], board.symbols[board.dot_at[pipe[0]]].lower()
                    )
        for cell, text in texts.items():
            x, y = self._middle_of(cell)
            if board.dots[cell] >= 0:
                frame.back[y, x] = self.ink(board.dots[cell])
            elif self.box.width >= THICK:
                frame.back[y, x] = frame.front[y, x]
            frame.write(x, y, text)
