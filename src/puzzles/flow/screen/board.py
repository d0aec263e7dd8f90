"""The Flow board on screen: pipes that a hand draws, and pipes that grow."""

from dataclasses import replace
from functools import partial
from string import ascii_letters, digits

import numpy as np
from textual import events
from textual.binding import Binding

from puzzles.core.drawing import Point
from puzzles.core.results import Sides, beyond
from puzzles.flow.rules.hand import Stroke, begin
from puzzles.flow.rules.model import Move, State
from puzzles.flow.rules.problem import Path
from puzzles.flow.rules.scene import VECTORS
from puzzles.flow.tutor.speaking import describe_cell, lettered
from puzzles.grids.scene import Scene
from puzzles.ui.board.gridboard import act_key, stop_keys
from puzzles.ui.board.strokeboard import StrokeBoard

# The keys of a number pad that go slantwise between hexagons.
SLANTS = {"home": "upleft", "pageup": "upright", "end": "downleft", "pagedown": "downright"}
LONG = 0.5  # seconds after which a press is a long one
MIDDLE = 0.3  # of a cell's size: how far its middle goes
LATE = 0.6  # of the time one pipe takes to run full: until the last one begins


class FlowBoard(StrokeBoard[State, Move]):
    LEAD = "Go to a dot first; tab leads to one."
    STOPPED = "Another dot, a wall or a bridge stops the pipe there."
    SECONDS = 0.4  # that a pipe takes to grow when it is shown
    BINDINGS = [
        act_key("Draw", "hold"),
        *stop_keys("pipe"),
        Binding("g", "go", "Go to a dot, by its letter", show=False, id="flow.go"),
        *(
            Binding(key, f"slant{VECTORS[way]}", f"Go {way}", show=False, id=f"flow.{way}")
            for key, way in SLANTS.items()
        ),
        *(Binding(key, f"letter('{key}')", show=False) for key in ascii_letters + digits),
        Binding("x", "clear", "Clear pipe", show=False, id="flow.clear"),
        Binding("full_stop", "note", "Mark a cell for yourself", show=False, id="flow.note"),
        Binding("X", "cross", "Cross out the way of an arrow", show=False, id="flow.cross"),
    ]
    _going = False  # the letter of a dot comes next
    _crossing = False  # an arrow comes next
    _pressed: events.MouseDown | None = None  # the pointer, where no stroke begins

    # What is shown -------------------------------------------------------------------------

    @property
    def shown(self) -> State:
        """The position on screen: with the stroke being drawn, or the pipe still growing."""
        if self.happening is not None:
            _, move, done = self.happening
            part = move.path[: 1 + int(done * len(move.path))]
            rest = (part if pipe == move.path else pipe for pipe in self.state.pipes)
            return replace(self.state, pipes=tuple(pipe for pipe in rest if len(pipe) > 1))
        if self.rejoicing is not None:
            return replace(self.state, pipes=self._filled(self.rejoicing))
        return super().shown

    def _filled(self, done: float) -> tuple[Path, ...]:
        """The pipes as far as they have run full when `done` of 1 has gone by: all at one speed,
        one after the other."""
        pipes = self.state.pipes
        longest = max(map(len, pipes), default=0)  # undone meanwhile
        ahead = ((1 + LATE) * done - LATE * i / len(pipes) for i in range(len(pipes)))
        found = (pipe[: max(0, int(far * longest))] for pipe, far in zip(pipes, ahead, strict=True))
        return tuple(part for part in found if len(part) > 1)

    def scene(self) -> Scene:
        step = self.step
        if self.rejoicing is not None:  # what has not run full is still to come
            step = replace(step, ghosts=self.state.pipes)
        shown: Scene = self.puzzle.scene(self.shown, self.announced, self._palette, step)
        return shown

    # Keys ----------------------------------------------------------------------------------

    def action_clear(self) -> None:
        """Take away the pipe under the cursor."""
        stroke = begin(self.state, self.cursor) if self.playable else None
        if stroke is not None:
            stroke.path, stroke.moved = stroke.path[:1], True
            self._stroke = stroke
            self._end()

    # Marks of one's own -----------------------------------------------------------------------

    def _note(self, *cells: int) -> None:
        """Set a mark at a cell, or between two, or take it away."""
        if self.playable:
            self._drawn = Move(cells, note=True)
            self.post_message(self.Played(self._drawn))

    def action_note(self) -> None:
        self._note(self.cursor)

    def action_cross(self) -> None:
        self._crossing = True
        self.post_message(self.Said("Which way is crossed out? Press its arrow."))

    def _cross(self, way: Point) -> bool:
        """Cross out the passage that lies this way, if one is to be."""
        crossing, self._crossing = self._crossing, False
        if crossing and (other := beyond(self._inside(self.cursor), way)) >= 0:
            self._note(self.cursor, other)
        return crossing

    def _inside(self, cell: int) -> Sides:
        """The passages of a cell that lead over no rim."""
        near = self.grid.graph.neighbours[cell]
        return {other: way for other, way in self._steps(cell).items() if other in near}

    def action_cursor(self, dx: int, dy: int) -> None:
        if not self._cross((dx, dy)):
            super().action_cursor(dx, dy)

    def action_slant(self, dx: float, dy: float) -> None:
        if not self._cross((dx, dy)):
            super().action_slant(dx, dy)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """The second button marks, and so does the first one where it stays down long on a cell
        without a pipe."""
        if self.editing or (cell := self.cell_under(event)) < 0:
            return
        if event.button != 1:
            self._mark(event, cell)
        elif self.playable and not self._content(cell):
            self._pressed = event
            self.set_timer(LONG, partial(self._long, event, cell))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._pressed and self.cell_under(event) != self.cell_under(self._pressed):
            self._pressed = None

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self._pressed = None

    def _long(self, event: events.MouseDown, cell: int) -> None:
        if self._pressed is event and self.cell_under(event) == cell:  # the board may have moved
            self._mark(event, cell)

    def _mark(self, event: events.MouseDown, cell: int) -> None:
        """Mark the cell under the pointer, or the passage, if that is at a side of it."""
        at, middle = self._pointed_at(event), self.box.characters(*self.grid.centre(cell))
        size = self.box.width, self.box.height
        off = max(abs(a - b) / c for a, b, c in zip(at, middle, size, strict=True))
        other = self._side_under(cell, event, self._inside(cell)) if off > MIDDLE else -1
        self._note(cell, *[other] * (other >= 0))

    def words(self) -> str:
        if not isinstance(self._stroke, Stroke):
            return super().words()
        letter = self.state.board.letter(self._stroke.path)
        return f"holding {letter}, {describe_cell(self.shown, self.cursor)}"

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
        colour = lettered(self.state.board, typed)
        # A board that is being drawn may have a colour before it has dots of it.
        dots = np.flatnonzero((self.state.board.dots == colour) & (colour >= 0)).tolist()
        if not dots:
            self.post_message(self.Said(f"There is no dot {typed}."))
            return
        at = dots.index(self.cursor) + 1 if self.cursor in dots else 0
        self.point_at(dots[at % len(dots)])
        self.post_message(self.Said(""))


Board = FlowBoard  # as the host asks for it
