"""The Flow board on screen: pipes drawn by hand, thick where there is room, thin where not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from math import ceil, floor
from string import ascii_letters, digits
from typing import Any

import numpy as np
import numpy.typing as npt
from textual import events
from textual.binding import Binding

from puzzles.core.puzzle import Puzzle
from puzzles.core.solving import Progress
from puzzles.flow.rules.model import Board, Edge, Move, State
from puzzles.flow.rules.palette import pipe_inks
from puzzles.flow.rules.picture import LINES, OPPOSITE, uses
from puzzles.flow.rules.problem import Path
from puzzles.flow.rules.stroke import Stroke
from puzzles.flow.screen.drawing import UNKNOWN
from puzzles.flow.screen.pixels import Mask, Pixels, pixels, ways_of
from puzzles.flow.tutor.speaking import at
from puzzles.grids.graph import Ints
from puzzles.grids.grid import Grid
from puzzles.ui.board.gridboard import Frame, GridBoard, act_key, stop_keys
from puzzles.ui.board.raster import mosaic
from puzzles.ui.terminal.paint import RGB, mix
from puzzles.ui.terminal.tones import FEW

# Characters a cell takes, largest first; below THICK there is only room for lines.
# Odd numbers of columns, so that letters have a middle to stand in.
SIZES: tuple[tuple[float, float], ...] = (
    (15, 7),
    (13, 6),
    (11, 5),
    (9, 4),
    (7, 3),
    (5, 2),
    (4, 2),
    (2, 1),
)
# A thumbnail has square cells, a pixel for each if need be.
SKETCHES = ((12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (3, 1.5), (2, 1), (1, 0.5))
THICK = 4
GHOST = 0.4  # how much of its colour a pipe has that is to come
LATE = 0.6  # of the time one pipe takes to run full: until the last one begins
GROW = 0.4  # seconds a pipe takes to grow when it is shown
PAPER = np.array([(25, 26, 31), (35, 37, 44), (45, 48, 56)], dtype=float)  # under empty cells
HATCH = (112, 115, 124)  # over the ground where a cell is missing
HELD, POINTED = 0.6, 0.4  # how much white there is under the cursor
POINT = (170, 170, 176)
WALL, RAIL = (170, 170, 176), (74, 76, 84)
LIT = (255, 255, 255)  # a wall between two cells that are marked
ARROWS = {"left": "◂", "right": "▸", "up": "▴", "down": "▾"}  # where the rim is open
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
# The keys of a number pad that go slantwise between hexagons.
SLANTS = {"home": "upleft", "pageup": "upright", "end": "downleft", "pagedown": "downright"}
_HEAVY = str.maketrans("─│┌┐└┘╴╶╵╷", "━┃┏┓┗┛╸╺╹╻")

Image = npt.NDArray[np.float64]  # (rows of pixels, columns, 3)


class FlowBoard(GridBoard[State, Move]):
    MARK, GLOW = 0.35, 0.0
    BINDINGS = [
        act_key("Hold", "hold", "space"),
        *stop_keys("pipe"),
        Binding("g", "go", "Go to a dot, by its letter", show=False, id="flow.go"),
        *(
            Binding(key, f"slant('{way}')", f"Go {way}", show=False, id=f"flow.{way}")
            for key, way in SLANTS.items()
        ),
        *(Binding(key, f"letter('{key}')", show=False) for key in ascii_letters + digits),
        Binding("x", "clear", "Clear pipe", show=False, id="flow.clear"),
    ]

    def __init__(self, puzzle: Puzzle[Any, State, Move], state: State, live: bool = True) -> None:
        super().__init__(puzzle, state, live)
        self._stroke: Stroke | None = None
        self._drawn: Move | None = None  # the stroke just handed to the host
        self._pointer: tuple[float, float] = (0.0, 0.0)
        self._struck: Path = ()  # what is crossed out
        self._supposed: tuple[Path, ...] = ()  # pipes that a hint supposes
        self._going = False  # the letter of a dot comes next
        self._growing: Move | None = None
        self._grown = 0
        self._scale = SIZES[-1]
        self._rims = self._walls_by_way(state.board, state.board.walls)

    def grid_of(self, state: State) -> Grid:
        return state.board.grid

    def _walls_by_way(
        self, board: Board, walls: Collection[Edge]
    ) -> dict[str, npt.NDArray[np.bool_]]:
        """Which cells have one of these walls on each side; on a board that wraps, any wall, and
        closed rims."""
        walled = {way: np.zeros(self.grid.n + 1, dtype=bool) for way in ways_of(board.grid)}
        if board.wrap:
            open_sides = {(a, way) for (a, _), way in board.joined.items()}
            for way, closed in walled.items():
                closed[:-1] = [(cell, way) not in open_sides for cell in range(self.grid.n)]
        else:
            for a, b in walls:
                x, y = np.subtract(self.grid.centre(b), self.grid.centre(a))
                side = (
                    ("down" if y > 0 else "up") if abs(x) < 0.1 else ("right" if x > 0 else "left")
                )
                if board.grid.kind == "hex" and abs(x) > 0.1:
                    side = ("down" if y > 0 else "up") + side
                walled[side][a] = walled[OPPOSITE[side]][b] = True
        return walled

    @cached_property
    def _open_rims(self) -> list[tuple[int, str]]:
        """The cells from which pipes can go out over the rim, and the ways they go."""
        joined = self.state.board.joined.items() if self.state.board.wrap else ()
        return [(a, way) for (a, b), way in joined if b != self.grid.step(a, *STEPS[way])]

    def colours(self, palette: str) -> Sequence[str]:
        """Those of the pipes, and at the end (−1) that of a pipe whose colour is not settled."""
        return [ink or UNKNOWN for ink in pipe_inks(len(self.state.board.symbols), palette)]

    @property
    def beside(self) -> tuple[RGB, ...]:
        return self.background, HATCH, *((int(r), int(g), int(b)) for r, g, b in PAPER)

    # What the host asks --------------------------------------------------------------------

    def show(self, state: State, move: Move | None = None) -> None:
        own, self._drawn = move == self._drawn, None  # drawn by hand, and so seen already
        self._struck = self._supposed = ()
        was, board = self.state.board, state.board
        if (was.walls, was.wrap) != (board.walls, board.wrap):  # it is drawn
            self._rims = self._walls_by_way(board, board.walls)
            self.__dict__.pop("_open_rims", None)
        super().show(state, None if own else move)

    def look(self, start: State, progress: Progress) -> None:
        """Show the pieces of pipe a search has laid; or a path, and strike it if it is no part of a
        solution."""
        if progress.line:
            super().look(start, progress)
            if (progress.look or {}).get("used") is False:
                self._strike(self.puzzle.move_parse(start, progress.line[0]))
            return
        dot_at = start.board.dot_at
        paths = [
            path if dot_at[path[0]] >= 0 else path[::-1]
            for path in (progress.look or {}).get("paths", ())
        ]
        swept = (progress.look or {}).get("swept", ())
        self.show(State(start.level, tuple(map(tuple, paths))))
        self.mark(swept)

    def suppose(self, look: dict[str, Any]) -> None:
        self._supposed = tuple(map(tuple, look.get("ghosts", ())))
        self._struck = tuple(look.get("wrong", ()))
        self.redraw()

    def _strike(self, move: Move) -> None:
        """Let the pipe that is shown fade, and cross it out."""
        rest = tuple(pipe for pipe in self.state.pipes if pipe != move.path)
        self.show(State(self.state.level, rest))
        self._struck = move.path
        self.announce(move)

    def finish(self) -> bool:
        held, self._stroke = self._stroke is not None, None
        if held:
            self.redraw()
        return super().finish() or held

    def begin(self, before: State, move: Move) -> bool:
        self._growing, self._grown = move, 1
        return True

    def advance(self, seconds: float) -> bool:
        if self._growing is not None:
            length = len(self._growing.path)
            self._grown = length if seconds >= GROW else 1 + int(seconds / GROW * length)
            if self._grown >= length:
                self._growing = None
        return self._growing is not None

    # Drawing -------------------------------------------------------------------------------

    def layout_for(self, width: int, height: int) -> tuple[int, int]:
        columns, rows = self.grid.extent
        # Hexagons lie half a cell apart, which lines cannot show.
        sizes = SIZES[:-1] if self.grid.kind == "hex" else SIZES
        if self.thumbnail:
            sizes = SKETCHES
        fitting = (s for s in sizes if columns * s[0] <= width and int(rows * s[1] + 0.5) <= height)
        self._scale = next(fitting, sizes[-1])
        return int(columns * self._scale[0]), int(rows * self._scale[1] + 0.5)

    @property
    def turned(self) -> bool:
        return False

    def cell_at(self, x: float, y: float) -> int:
        at = np.array([x / self._scale[0]]), np.array([y / self._scale[1]])
        return int(self.grid.locate(*at)[0])

    def characters(self, x: float, y: float) -> tuple[float, float]:
        return x * self._scale[0], y * self._scale[1]

    @property
    def shown(self) -> State:
        """The position on screen: with the stroke being drawn, or the pipe still growing."""
        if self._stroke is not None:
            return self._stroke.state
        if self._growing is not None:
            part = self._growing.path[: self._grown]
            rest = (part if pipe == self._growing.path else pipe for pipe in self.state.pipes)
            return State(self.state.level, tuple(pipe for pipe in rest if len(pipe) > 1))
        if self.rejoicing is not None:
            return State(self.state.level, self._filled(self.rejoicing))
        return self.state

    def _filled(self, done: float) -> tuple[Path, ...]:
        """The pipes as far as they have run full when `done` of 1 has gone by: all at one speed,
        one after the other."""
        pipes = self.state.pipes
        longest = max(map(len, pipes))
        ahead = ((1 + LATE) * done - LATE * i / len(pipes) for i in range(len(pipes)))
        found = (pipe[: max(0, int(far * longest))] for pipe, far in zip(pipes, ahead, strict=True))
        return tuple(part for part in found if len(part) > 1)

    @property
    def _ghosts(self) -> tuple[Path, ...]:
        """The pipes that are still to come, as they are shown: the next one, or all that have not
        run full."""
        if self.rejoicing is not None:
            return self.state.pipes
        return self._supposed if self.announced is None else (self.announced.path,)

    def frame(self) -> Frame:
        if self.thumbnail:
            return self._thick()
        frame = self._thick() if self._scale[0] >= THICK else self._thin()
        if self.depth == FEW:
            self._dot_cells(frame)
        self._mark_open_rims(frame)
        self._write_letters(frame)
        return frame

    def _grounds(self, state: State) -> Image:
        """The colour under each cell: checker, tint of a finished pipe, cursor, marks, light."""
        board = state.board
        # Of a few colours one is paper: the next would be grey, as what is marked.
        ground = PAPER[board.grid.shade * (self.depth != FEW)]
        for pipe in state.pipes:
            if state.finished(pipe):
                cells = [board.cell_of[vertex] for vertex in pipe]
                ground[cells] += (self.inks[board.dot_at[pipe[0]]] - ground[cells]) * 0.2
        self.lighten(ground)
        if self.playable and (cell := self._pointed()) >= 0:
            ground[cell] += (255 - ground[cell]) * (HELD if self._stroke else POINTED)
        return np.vstack([ground, self.background])

    def _pointed(self) -> int:
        """The cell to show as pointed at."""
        if self._stroke is not None:
            return self._stroke.cell
        if self.by_pointer:
            return self.hovered
        return self.cursor if self.has_focus else -1

    def _coloured_ways(self, state: State) -> dict[str, Ints]:
        """For each direction the colour that leaves each cell that way, −1 for none."""
        ways = {way: np.full(self.grid.n + 1, -1) for way in ways_of(state.board.grid)}
        for (cell, way), colour in uses(state).items():
            ways[way][cell] = colour
        return ways

    def _thick(self) -> Frame:
        """Pipes and dots with an area, in the glyphs that come nearest to their shapes."""
        state = self.shown
        where = pixels(self.state.board.grid, *self._scale, self.tier)
        grounds, ground_of = np.unique(self._grounds(state), axis=0, return_inverse=True)
        ghosts = self.inks * GHOST + PAPER[0] * (1 - GHOST)
        # What a sample shows: a ground, or with these numbers something that lies on it.
        rail, wall, ink = len(grounds), len(grounds) + 1, len(grounds) + 2
        colours = np.vstack([grounds, RAIL, WALL, self.inks, ghosts, LIT]).round().astype(np.uint8)
        samples = ground_of.ravel().astype(np.int32)[where.cell]
        bridges = np.zeros(self.grid.n + 1, dtype=bool)
        bridges[sorted(state.board.bridges)] = True
        on_bridge = bridges[where.cell]
        samples[where.rails & on_bridge] = rail
        if self._ghosts:
            coming = State(state.level, self._ghosts)
            self._lay_pipes(samples, where, coming, on_bridge, rail, ink + len(self.inks))
        self._lay_pipes(samples, where, state, on_bridge, rail, ink)
        dots = np.append(state.board.dots, -1)[where.cell]
        on_dot = where.dot & (dots >= 0)
        samples[on_dot] = ink + dots[on_dot]
        for way, walled in self._rims.items() if self._scale[0] > 2 else ():
            samples[where.walls[way] & walled[where.cell]] = wall
        lit = [pair for pair in state.board.walls if self.marked.issuperset(pair)]
        if lit and self._scale[0] > 2 and not state.board.wrap:
            for way, walled in self._walls_by_way(state.board, lit).items():
                samples[where.walls[way] & walled[where.cell]] = len(colours) - 1
        glyph, front, back = mosaic(samples, self.tier, colours)
        columns = ceil(self.grid.extent[0] * self._scale[0])
        shape = len(glyph) // columns, columns
        frame = Frame(
            glyph.reshape(shape),
            colours[front.reshape(shape)],
            colours[back.reshape(shape)],
            np.zeros(shape, dtype=bool),
        )
        self._hatch(frame, where.hole.all(axis=1).reshape(shape))
        return frame

    def _hatch(self, frame: Frame, holes: Mask) -> None:
        """Mark where cells are missing: the rim of the board has no such marks."""
        frame.glyph[holes], frame.front[holes], frame.back[holes] = "╱", HATCH, self.background

    def _lay_pipes(
        self,
        samples: Ints,
        where: Pixels,
        state: State,
        on_bridge: Mask,
        rail: int,
        first: int,
    ) -> None:
        """Lay the pipes of `state`, the colours numbered from `first`; the deck of a bridge lies on
        top."""
        for way, colours in self._coloured_ways(state).items():
            if (colours < 0).all():
                continue
            colour = colours[where.cell]
            on = where.arms[way] & (colour >= 0)
            if way in ("left", "right"):
                samples[where.rails & where.deck & on_bridge & (colour >= 0)] = rail
            samples[on] = first + colour[on]

    def _thin(self) -> Frame:
        """Heavy lines, two characters a cell."""
        state, grid = self.shown, self.state.board.grid
        ground = self._grounds(state).round().astype(np.uint8)
        cells = np.repeat(grid.index, 2, axis=1)
        back = ground[cells]
        glyph = np.full(cells.shape, " ")
        front = back.copy()
        frame = Frame(glyph, front, back, np.zeros(cells.shape, dtype=bool))
        self._hatch(frame, cells < 0)
        used = uses(state)
        ghost = uses(State(state.level, self._ghosts))
        for cell in range(grid.n):
            x, y = 2 * int(grid.col[cell]), int(grid.row[cell])
            for found, share in ((ghost, 0.45), (used, 1.0)):
                ways = [way for way in ("right", "down", "left", "up") if (cell, way) in found]
                if not ways:
                    continue
                paper = tuple(back[y, x].tolist())
                crossing = len({found[cell, way] for way in ways}) > 1
                char = "╋" if len(ways) == 4 else LINES.get(frozenset(ways), "╋").translate(_HEAVY)
                side = found.get((cell, "right"), -1)
                frame.write(
                    x, y, char, mix(paper, self.ink(found[cell, ways[0]]), share), bold=crossing
                )
                if side >= 0:
                    frame.write(x + 1, y, "━", mix(paper, self.ink(side), share), bold=False)
            if cell in state.board.bridges and not any((cell, way) in used for way in OPPOSITE):
                frame.write(x, y, "╪", RAIL, bold=False)
            if self._rims["right"][cell] and grid.kind == "square":
                frame.write(x + 1, y, "▕", WALL, bold=False)
            if self._rims["down"][cell]:
                frame.write(
                    x, y, "▁" if frame.glyph[y, x] == " " else str(frame.glyph[y, x]), WALL, False
                )
        return frame

    def _dot_cells(self, frame: Frame) -> None:
        """A point in each empty cell, where there are too few colours for a checker."""
        pipes = (*self.shown.pipes, self._struck)
        filled = {self.state.board.cell_of[vertex] for pipe in pipes for vertex in pipe}
        for cell in set(range(self.grid.n)) - filled:
            x, y = self._middle_of(cell)
            frame.write(x, y, "·", POINT, bold=False)

    def _mark_open_rims(self, frame: Frame) -> None:
        """An arrow wherever a pipe can go out over the rim, until one does."""
        used = uses(self.shown)
        for cell, way in self._open_rims:
            dot = self.state.board.dots[cell]
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
            for at, size in zip(self.spot(cell), self._scale, strict=True)
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
        for vertex in self._struck:
            texts.setdefault(board.cell_of[vertex], "×")
        if self.letters:
            for pipe in shown.pipes:
                for vertex in pipe:
                    texts.setdefault(
                        board.cell_of[vertex], board.symbols[board.dot_at[pipe[0]]].lower()
                    )
        for cell, text in texts.items():
            x, y = self._middle_of(cell)
            if board.dots[cell] >= 0:
                paper = self.ink(board.dots[cell])
                frame.back[y, x] = paper
                if self._scale[0] < THICK:
                    frame.front[y, x + 1] = (
                        frame.back[y, x + 1] if frame.glyph[y, x + 1] == " " else paper
                    )
            elif self._scale[0] >= THICK:
                frame.back[y, x] = frame.front[y, x]
            frame.write(x, y, text)

    # Hand ----------------------------------------------------------------------------------

    def _begin(self, cell: int) -> None:
        if self.playable:
            self.finish()
            self._stroke = Stroke.begin(self.state, cell)
            self.redraw()

    def _end(self) -> None:
        """Let go: hand the stroke to the host, if it changed anything."""
        stroke, self._stroke = self._stroke, None
        if stroke is not None and (move := stroke.move) is not None:
            self._drawn = move
            self.post_message(self.Played(move))
        self.redraw()

    def action_hold(self) -> None:
        """Take hold of the pipe or dot under the cursor, or let it go."""
        self.by_pointer = False
        if self._stroke is None:
            self._begin(self.cursor)
        else:
            self._end()

    def action_clear(self) -> None:
        """Take away the pipe under the cursor."""
        stroke = Stroke.begin(self.state, self.cursor) if self.playable else None
        if stroke is not None:
            stroke.path, stroke.moved = stroke.path[:1], True
            self._stroke = stroke
            self._end()

    def cursor_moved(self, before: int) -> None:
        if self._stroke is None:
            return
        touching = (before, self.cursor) in self.state.board.joined
        if not (touching and self._stroke.reach(self.cursor)):
            self.cursor = before
        elif self._stroke.finished:
            self._end()

    def pointed_anew(self) -> None:
        """Show the cursor; a stroke that has just ended there is what there is to tell."""
        if self._drawn is None:
            super().pointed_anew()
        else:
            self.redraw()
            self._reveal_cursor()

    def action_cursor(self, dx: int, dy: int) -> None:
        """Move, and where a held pipe can leave over the rim, go with it."""
        if self._stroke is not None and self.state.board.wrap:
            way = {(1, 0): "right", (-1, 0): "left", (0, 1): "down", (0, -1): "up"}[dx, dy]
            for (a, b), direction in self.state.board.joined.items():
                if a == self.cursor and direction == way:
                    before, self.cursor = self.cursor, b
                    self.cursor_moved(before)
                    self.pointed_anew()
            return
        super().action_cursor(dx, dy)

    def _content(self, cell: int) -> object:
        """What a cell holds: the pipes that run through it, or its dot; None if it is empty."""
        board, shown = self.state.board, self.shown
        pipes = {
            shown.owner[v] for v, c in enumerate(board.cell_of) if c == cell and v in shown.owner
        }
        return pipes or (cell if board.dots[cell] >= 0 else None)

    def alike(self, a: int, b: int) -> bool:
        one, other = self._content(a), self._content(b)
        if isinstance(one, set) and isinstance(other, set):
            return bool(one & other)
        return one == other

    def stops(self) -> Sequence[Sequence[int]]:
        """For each colour its loose ends; or, if it has none, its first dot without a pipe."""
        board, stops = self.state.board, []
        for colour in range(len(board.symbols)):
            loose = [
                [board.cell_of[vertex] for vertex in reversed(pipe)]
                for pipe in self.state.pipes
                if board.dot_at[pipe[0]] == colour and not self.state.finished(pipe)
            ]
            bare = [
                [dot]
                for dot in np.flatnonzero(board.dots == colour).tolist()
                if dot not in self.state.owner
            ]
            stops += loose or bare[:1]
        return stops

    def point_at(self, cell: int) -> None:
        if self._stroke is not None:
            self._end()  # a hand does not jump
        super().point_at(cell)

    def action_run(self, dx: int, dy: int) -> None:
        """Run; with a pipe held, draw it over the empty cells ahead."""
        if self._stroke is None:
            super().action_run(dx, dy)
            return
        target = self.grid.run(self.cursor, dx, dy, lambda cell: self._content(cell) is None)
        before = -1
        while self._stroke is not None and self.cursor not in (target, before):
            before = self.cursor
            self.action_cursor(dx, dy)

    def action_slant(self, way: str) -> None:
        """Go to a hexagon that no arrow leads to."""
        for (cell, other), direction in self.state.board.joined.items():
            if cell == self.cursor and direction == way:
                before, self.cursor, self.by_pointer = cell, other, False
                self.cursor_moved(before)
                self.pointed_anew()
                return

    def words(self) -> str:
        if self._stroke is None:
            return super().words()
        letter = self.state.board.symbols[self.state.board.dot_at[self._stroke.path[0]]]
        return f"holding {letter}, {at(self.shown, self.cursor)}"

    def action_go(self) -> None:
        self._going = True
        self.post_message(self.Said("Go to which dot? Type its letter."))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Letters are those of dots after `g` only; only hexagons lie slantwise."""
        if action == "letter":
            return self._going
        if action == "slant" and self.grid.kind != "hex":
            return False
        return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        self._going &= bool(event.character and event.character.isalnum())

    def action_letter(self, typed: str) -> None:
        """Go to the first dot with this letter, or to the one after the cursor's."""
        self._going = False
        letters = self.state.board.symbols
        found = [letter for letter in letters if letter == typed] or [
            letter for letter in letters if letter.casefold() == typed.casefold()
        ]
        if not found:
            self.post_message(self.Said(f"There is no dot {typed}."))
            return
        dots = np.flatnonzero(self.state.board.dots == letters.index(found[0])).tolist()
        at = dots.index(self.cursor) + 1 if self.cursor in dots else 0
        self.point_at(dots[at % len(dots)])
        self.post_message(self.Said(""))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        cell = self.cell_under(event)
        if self.live and not self.editing and cell >= 0 and event.button == 1:
            self.by_pointer, self.hovered, self.cursor = True, cell, cell
            self._pointer = event.pointer_x, event.pointer_y
            self._begin(cell)
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._stroke is None:
            super().on_mouse_move(event)
            return
        event.prevent_default()
        self._follow(event)

    def _follow(self, event: events.MouseMove) -> None:
        """Draw through every cell between the pointer's last place and this one."""
        assert self._stroke is not None
        (ax, ay), (bx, by) = self._pointer, (event.pointer_x, event.pointer_y)
        self._pointer = bx, by
        steps = max(1, int(2 * max(abs(bx - ax), 2 * abs(by - ay))))
        left, top = self.shift
        for i in range(1, steps + 1):
            x, y = ax + (bx - ax) * i / steps + 0.5 + left, ay + (by - ay) * i / steps + 0.5 + top
            cell = self.cell_at(x, y)
            if cell >= 0 and cell != self._stroke.cell:
                self._stroke.reach(cell)
        self.hovered = self.cursor = self._stroke.cell
        self.redraw()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if self._stroke is not None and self.by_pointer:
            self.release_mouse()
            self._end()
