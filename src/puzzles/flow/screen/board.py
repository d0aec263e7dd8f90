"""The Flow board on screen, which a hand plays: pipes drawn by keys and by the pointer, and pipes
that grow."""

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_letters, digits

import numpy as np
from textual import events
from textual.binding import Binding

from puzzles.flow.rules.model import Move, State
from puzzles.flow.rules.problem import Path
from puzzles.flow.rules.stroke import Stroke
from puzzles.flow.tutor.speaking import bare, describe_cell, lettered
from puzzles.grids.scene import Scene
from puzzles.ui.board.gridboard import WAYS, GridBoard, act_key, stop_keys
from puzzles.ui.board.ink import Glow

# The keys of a number pad that go slantwise between hexagons.
SLANTS = {"home": "upleft", "pageup": "upright", "end": "downleft", "pagedown": "downright"}
LATE = 0.6  # of the time one pipe takes to run full: until the last one begins
HELD, POINTED = 0.6, 0.4  # how much white there is under the cursor


class FlowBoard(GridBoard[State, Move]):
    SECONDS = 0.4  # that a pipe takes to grow when it is shown
    BINDINGS = [
        act_key("Draw", "hold"),
        *stop_keys("pipe"),
        Binding("g", "go", "Go to a dot, by its letter", show=False, id="flow.go"),
        *(
            Binding(key, f"slant('{way}')", f"Go {way}", show=False, id=f"flow.{way}")
            for key, way in SLANTS.items()
        ),
        *(Binding(key, f"letter('{key}')", show=False) for key in ascii_letters + digits),
        Binding("x", "clear", "Clear pipe", show=False, id="flow.clear"),
    ]
    _stroke: Stroke | None = None  # that a hand is drawing
    _drawn: Move | None = None  # the stroke just handed to the host
    _pointer: tuple[float, float] = (0.0, 0.0)
    _going = False  # the letter of a dot comes next

    # What is shown -------------------------------------------------------------------------

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

    def scene(self) -> Scene:
        step = self.step
        if self.rejoicing is not None:  # what has not run full is still to come
            step = replace(step, ghosts=self.state.pipes)
        shown: Scene = self.puzzle.scene(self.shown, self.announced, self._palette, step)
        return shown

    @property
    def glows(self) -> tuple[Glow, ...]:
        if not self.playable:
            return ()
        if self._stroke is not None:
            return (Glow(self._stroke.cell, HELD),)
        seen = self.by_pointer or self.has_focus
        return (Glow(self.pointed, POINTED),) if seen and self.pointed >= 0 else ()

    # What the host asks --------------------------------------------------------------------

    def show(self, state: State, move: Move | None = None) -> None:
        own, self._drawn = move == self._drawn, None  # drawn by hand, and so seen already
        super().show(state, None if own else move)

    def finish(self) -> bool:
        held, self._stroke = self._stroke is not None, None
        if held:
            self.redraw()
        return super().finish() or held

    # Hand ----------------------------------------------------------------------------------

    def _begin(self, cell: int) -> None:
        if self.playable:
            self.finish()
            self._stroke = Stroke.begin(self.state, cell)
            if self._stroke is None:
                self.post_message(self.Said("Go to a dot first; tab leads to one."))
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
        """Show the cursor; a stroke that has just ended there has been reported."""
        if self._drawn is None:
            super().pointed_anew()
        else:
            self.redraw()
            self._reveal_cursor()

    def action_cursor(self, dx: int, dy: int) -> None:
        """Move; over an open rim, too, along which a held pipe goes as well."""
        before, held = self.cursor, self._stroke is not None
        if not (held and self.state.board.wrap):
            super().action_cursor(dx, dy)
        if self.state.board.wrap and self.cursor == before:
            self.action_slant(next(way for way, step in WAYS.items() if step == (dx, dy)))

    def _content(self, cell: int) -> object:
        """Return the pipes that run through a cell, or the cell if it has a dot; else None."""
        board, shown = self.state.board, self.shown
        pipes = {shown.owner[v] for v in board.vertices(cell) if v in shown.owner}
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
            stops += loose or [[dot] for dot in bare(self.state, colour)[:1]]
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
        """Go this way from cell to cell, to a hexagon that no arrow leads to or over a rim."""
        for (cell, other), direction in self.state.board.joined.items():
            if cell == self.cursor and direction == way:
                before, self.cursor, self.by_pointer = cell, other, False
                self.cursor_moved(before)
                self.pointed_anew()
                return

    def words(self) -> str:
        if self._stroke is None:
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
        # Draw through every cell between the pointer's last place and this one.
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


Board = FlowBoard  # as the host asks for it
