"""What a hand does with each kind of brush. What draws says whether the board has changed."""

from collections.abc import Callable
from math import atan2, tau
from typing import Any

from puzzles.core.drawing import Point
from puzzles.core.level import Level
from puzzles.core.results import SideBrush, Sides, WayBrush, beyond
from puzzles.player.draft import Draft


class Tool:
    """Puts the thing that is selected at cells."""

    how = ""  # how to draw with it, where that is not plain
    at_sides = False  # it draws there
    held = -1  # the cell from which keys go on drawing; −1 for none

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    @property
    def name(self) -> str:
        return self.draft.selected.name

    def sides(self, cell: int) -> Sides:
        """The cells to whose sides of this one the pointer draws, and the steps there."""
        return {}

    def lit(self, cursor: int) -> set[int]:
        """The cells that a key at the cursor would draw at, besides its own."""
        return set()

    def press(self, cell: int, side: int, going_on: bool) -> bool:
        """Draw where the pointer is: in this cell, at the side to that one."""
        return self.draft.paint(cell, going_on=going_on)

    def enter(self, cell: int) -> bool:
        return self.press(cell, -1, False)

    def beside(self, cell: int, way: Point) -> bool:
        """Draw at the side of a cell that lies in this direction."""
        return False

    def turn(self, cell: int) -> bool:
        """Turn to the next way of drawing at this cell; False if there is only one."""
        return False

    def ahead(self, dx: int, dy: int) -> int:
        """The cell that keys draw to next in this direction."""
        return self.held

    def lead(self, cell: int) -> bool:
        """Draw on from the cell that is held to this one; False if it is not beside it."""
        return False


class SideTool(Tool):
    """Draws at sides of cells, or takes away what has been drawn there."""

    how = "Click near a side; or shift and an arrow. ⌫ keeps to a side for clicks and enter."
    at_sides = True

    def __init__(self, draft: Draft, brush: SideBrush[Level]) -> None:
        super().__init__(draft)
        self._brush = brush
        self._step: Point | None = None  # to the side that it keeps to, if one was chosen
        self._present = True  # and not taking away, while the pointer goes on

    @property
    def name(self) -> str:
        if self._step is None:
            return self._brush.name
        dx, dy = self._step
        upright = "lower " if dy > 0 else "upper " if dy < 0 else ""
        across = "right " if dx > 0 else "left " if dx < 0 else ""
        return f"{self._brush.name}, {upright}{across}side"

    def sides(self, cell: int) -> Sides:
        return self._brush.sides(self.draft.sketch, cell)

    def lit(self, cursor: int) -> set[int]:
        on_board = cursor < self.draft.grid.n  # it may be that of a larger one
        return {beyond(self.sides(cursor), self._step)} - {-1} if on_board else set()

    def press(self, cell: int, side: int, going_on: bool) -> bool:
        """Draw a side, or take it away if it is there; a stroke that goes on does as at first."""
        if self._step is not None:
            side = beyond(self.sides(cell), self._step)
        return self._draw(cell, side, going_on)

    def enter(self, cell: int) -> bool:
        if self._step is None:
            self.turn(cell)
        return super().enter(cell)

    def beside(self, cell: int, way: Point) -> bool:
        return self._draw(cell, beyond(self.sides(cell), way), False)

    def turn(self, cell: int) -> bool:
        """Keep to the next side, and after the last one to that which is pointed at."""
        here = self.sides(cell)
        found = {*here.values(), *(step for near in here for step in self.sides(near).values())}
        steps = [None, *sorted(found, key=lambda step: atan2(step[1], step[0]) % tau)]
        at = steps.index(self._step) if self._step in steps else 0
        self._step = steps[(at + 1) % len(steps)]
        return True

    def _draw(self, cell: int, other: int, going_on: bool) -> bool:
        if other < 0:
            return False
        if not going_on:
            pair = min(cell, other), max(cell, other)
            self._present = pair not in self._brush.drawn(self.draft.sketch)
        return self.draft.side(self._brush, cell, other, self._present, going_on)


class WayTool(Tool):
    """Draws along ways: of the pointer, or of the cursor from enter to enter."""

    def __init__(self, draft: Draft, brush: WayBrush[Level]) -> None:
        super().__init__(draft)
        self._brush = brush
        self.how = f"Drag; or enter, arrows, enter. {brush.words}"

    def press(self, cell: int, side: int, going_on: bool) -> bool:
        return self.draft.way(self._brush, cell, going_on)

    def enter(self, cell: int) -> bool:
        self.held = -1 if self.held >= 0 else cell
        return self.held >= 0 and super().enter(cell)

    def ahead(self, dx: int, dy: int) -> int:
        sides = self._brush.sides(self.draft.sketch, self.held)
        if (ahead := beyond(sides, (dx, dy))) < 0:  # neither beside it nor over an open rim
            ahead = self.draft.grid.step(self.held, dx, dy)  # slantwise
        return ahead if ahead in sides else self.held

    def lead(self, cell: int) -> bool:
        if cell not in self._brush.sides(self.draft.sketch, self.held):
            return False
        self.held = cell
        return self.press(cell, -1, True)


TOOLS: dict[type, Callable[[Draft, Any], Tool]] = {SideBrush: SideTool, WayBrush: WayTool}
