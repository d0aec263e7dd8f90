"""Boards that are played by strokes, from cell to cell, by keys and by the pointer."""

from collections.abc import Sequence, Set

from textual import events

from puzzles.characters.ink import Glow
from puzzles.core.doors import part
from puzzles.core.drawing import Point
from puzzles.core.modules import Hand, M, S, Stroke
from puzzles.core.results import Sides, beyond
from puzzles.ui.board.gridboard import GridBoard

HELD, POINTED = 0.6, 0.4  # how much white there is under the cursor


class StrokeBoard(GridBoard[S, M]):
    """Its puzzle's rules have those of a `Hand`. A plugin's board binds `act_key` with the action
    `hold`."""

    LEAD, STOPPED = "", ""  # what is said where nothing begins, and where a held stroke cannot go
    _stroke: Stroke[S, M] | None = None  # that a hand is drawing
    _drawn: M | None = None  # the stroke just handed to the host
    _pointer: tuple[float, float] = (0.0, 0.0)

    @property
    def _hand(self) -> Hand[S, M]:
        hand: Hand[S, M] = part(self.puzzle.rules)
        return hand

    def _steps(self, cell: int) -> Sides:
        return self._hand.steps(self.state, cell)

    def _content(self, cell: int) -> Set[object]:
        return self._hand.content(self.shown, cell)

    @property
    def shown(self) -> S:
        """The position on screen: with the stroke being drawn."""
        return self.state if self._stroke is None else self._stroke.state

    def stops(self) -> Sequence[Sequence[int]]:
        return self._hand.stops(self.state)

    # What the host asks --------------------------------------------------------------------

    @property
    def glows(self) -> tuple[Glow, ...]:
        if not self.playable:
            return ()
        if self._stroke is not None:
            return (Glow(self._stroke.cell, HELD),)
        seen = self.by_pointer or self.has_focus
        return (Glow(self.pointed, POINTED),) if seen and self.pointed >= 0 else ()

    def show(self, state: S, move: M | None = None) -> None:
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
            self._stroke = self._hand.begin(self.state, cell)
            if self._stroke is None:
                self.post_message(self.Said(self.LEAD))
            self.redraw()

    def _end(self) -> None:
        """Let go: hand the stroke to the host, if it changed anything."""
        stroke, self._stroke = self._stroke, None
        if stroke is not None and (move := stroke.move) is not None:
            self._drawn = move
            self.post_message(self.Played(move))
        self.redraw()

    def action_hold(self) -> None:
        """Take hold of what is under the cursor, or let it go."""
        self.by_pointer = False
        if self._stroke is None:
            self._begin(self.cursor)
        else:
            self._end()

    def cursor_moved(self, before: int) -> None:
        if self._stroke is None:
            return
        if not (self.cursor in self._steps(before) and self._stroke.reach(self.cursor)):
            self.cursor = before
            self.post_message(self.Said(self.STOPPED))
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
        """Move; over an open rim, too, where a held stroke goes rather than to any other cell."""
        ahead = self.grid.step(self.cursor, dx, dy) != self.cursor
        if (self._stroke is None and (self.by_pointer or ahead)) or not self._go((dx, dy)):
            super().action_cursor(dx, dy)

    def action_slant(self, dx: float, dy: float) -> None:
        """Go to a cell that no arrow leads to."""
        self._go((dx, dy))

    def _go(self, way: Point) -> bool:
        """Go to the cell that lies this way; False if none does."""
        other = beyond(self._steps(self.cursor), way)
        if other < 0 or not self.live:
            return False
        before, self.cursor, self.by_pointer = self.cursor, other, False
        self.cursor_moved(before)
        self.pointed_anew()
        return True

    def alike(self, a: int, b: int) -> bool:
        one, other = self._content(a), self._content(b)
        return bool(one & other) or one == other

    def point_at(self, cell: int) -> None:
        if self._stroke is not None:
            self._end()  # a hand does not jump
        super().point_at(cell)

    def action_run(self, dx: int, dy: int) -> None:
        """Run; with a stroke held, draw it over the empty cells ahead."""
        if self._stroke is None:
            super().action_run(dx, dy)
            return
        target = self.grid.run(self.cursor, dx, dy, lambda cell: not self._content(cell))
        before = -1
        while self._stroke is not None and self.cursor not in (target, before):
            before = self.cursor
            self.action_cursor(dx, dy)

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
