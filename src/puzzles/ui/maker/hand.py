"""The hand that draws: it paints cells, builds walls, leads pipes, and grows, moves and turns all
of a board."""

from functools import partial
from math import atan2, tau

from textual import events
from textual.binding import Binding

from puzzles.core.drawing import Point
from puzzles.core.errors import UsageError
from puzzles.core.solving import Step
from puzzles.player.draft import PIPE, SIDES, WALL, Draft
from puzzles.ui.board.gridboard import WAYS, GridBoard, board_of
from puzzles.ui.board.panel import BoardScreen
from puzzles.ui.maker.choices import DemandsScreen
from puzzles.ui.widgets.form import KeyScreen, wrong
from puzzles.ui.widgets.guards import escape

SIDE_WAYS = dict(zip(SIDES, WAYS, strict=True))


# A key that draws, before the board has it.
_key = partial(Binding, priority=True, show=False)


def _sides(keys: str, deed: str, verb: str, words: str) -> list[Binding]:
    """The keys that do something at a side, or towards it."""
    return [
        _key(
            f"{keys}+{way}",
            f"whole('{deed}', '{side}')",
            f"{words} {side}",
            id=f"edit.{verb}-{way if verb == 'move' else side}",
        )
        for side, way in SIDE_WAYS.items()
    ]


class HandScreen(BoardScreen):
    """Owns a draft, which is shown as it is drawn."""

    BINDINGS = [
        _key("enter,space", "paint", "Paint", id="edit.paint", show=True, key_display="enter"),
        _key("i", "pick", "Pick up", id="edit.pick", show=True),
        Binding("escape", "dismiss", "Back", id="edit.back"),
        _key("f", "fill", "Fill", id="edit.fill", show=True),
        _key("apostrophe", "name", "Take by its letter", id="edit.name", key_display="'"),
        _key("right_square_bracket", "brush(1)", "Next thing", id="edit.next", key_display="]"),
        _key(
            "left_square_bracket", "brush(-1)", "Thing before", id="edit.previous", key_display="["
        ),
        _key("backspace", "change", "Next thing at this cell", id="edit.change"),
        _key("x", "symmetry", "Symmetry", id="edit.symmetry", show=True),
        _key("o", "whole('turn')", "Turn", id="edit.turn"),
        _key("M", "whole('mirror')", "Mirror", id="edit.mirror"),
        *(_key(way, f"lead({dx}, {dy})", "Lead the pipe") for way, (dx, dy) in WAYS.items()),
        *_sides("alt", "move", "move", "Move all to the"),
        *(
            _key(
                f"shift+{way}", f"wall({dx}, {dy})", f"A wall or none {way}", id=f"edit.wall-{way}"
            )
            for way, (dx, dy) in WAYS.items()
        ),
        _key("C", "demands", "Rules", id="edit.sheets", show=True),
        *_sides("ctrl", "grow", "add", "A row or column more at the"),
        *_sides("ctrl+shift", "shrink", "take", "A row or column less at the"),
        Binding("u,ctrl+z", "undo", "Undo", id="edit.undo", key_display="u"),
        Binding("U,ctrl+y,ctrl+r", "redo", "Redo", show=False, id="edit.redo"),
    ]

    def __init__(self, draft: Draft, heading: str) -> None:
        self.draft = draft
        super().__init__(draft.puzzle, heading, draft.puzzle.start(draft.sketch), live=True)
        self.board.editing = True
        self._grid = draft.grid  # of the board that is shown
        self._step: Point | None = None  # to the side that walls are built at, if it was chosen
        self._pouring = False  # the region that the pointer comes to is filled
        self._building = True  # and not taking walls away, while the pointer goes on
        self._held = -1  # the end of the piece of solution that keys draw; −1 for none

    # Showing -------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show what there is to draw with."""
        self._mark()
        self.board.sides = self.draft.sides if self.draft.selected == WALL else None

    def _mark(self) -> None:
        self.board.point_out(Step(lit=tuple(self._lit())))

    def _lit(self) -> set[int]:
        """The cell beyond the side that is chosen for walls."""
        cursor = self.board.cursor
        if self.draft.brush != WALL.key or cursor >= self.draft.grid.n:  # of the board before
            return set()
        return {self._beyond(cursor, self._step)} - {-1}

    def _redraw(self) -> None:
        state = self.puzzle.start(self.draft.sketch)
        if self._grid == self.draft.grid:
            self.board.show(state)
        else:  # another grid has a widget made for it
            old, self._grid = self.board, self.draft.grid
            self.board = board_of(self.puzzle)(self.puzzle, state, live=True)
            self.board.editing = True
            self.query_one("#body").mount(self.board, before=old)
            old.remove()
            self._arrange(self.app.size)
            self.board.focus()
        self._show()

    # Painting ------------------------------------------------------------------------------

    def on_grid_board_painted(self, message: GridBoard.Painted) -> None:
        if message.second:
            self._pick_up(message.cell)
        elif self._pouring:
            self._pouring = False
            self._after_stroke(self.draft.fill(message.cell))
        elif self.draft.brush == WALL.key:
            side = self._beyond(message.cell, self._step) if self._step else message.side
            self._wall(message.cell, side, message.going_on)
        elif self.draft.brush == PIPE.key:
            self._lay(message.cell, message.going_on)
        else:
            self._after_stroke(self.draft.paint(message.cell, going_on=message.going_on))

    def on_key(self, event: events.Key) -> None:
        """Things are taken by their numbers, and by characters that are no letters."""
        keys = [thing.key for thing in self.draft.brushes]
        shown = event.character or ""
        if shown.isdecimal() and 0 < int(shown) <= len(keys):
            self.action_take(int(shown) - 1)
        elif shown in keys and not shown.isalnum():
            self.action_take(keys.index(shown))
        else:
            return
        event.stop()

    def action_name(self) -> None:
        ask = KeyScreen("Type the letter of the thing to draw with.")
        self.app.push_screen(ask, self._take_named)

    def _take_named(self, letter: str | None) -> None:
        keys = [thing.key for thing in self.draft.brushes]
        if letter in keys:
            self.action_take(keys.index(letter))
        elif letter:
            self.say(f"No thing here has the letter [b]{escape(letter)}[/b].")

    def action_take(self, number: int) -> None:
        """Draw with this from now on; taking walls again turns to another side."""
        brush = self.draft.brushes[number]
        if brush == WALL == self.draft.selected:
            self._turn_side()
        self._let_go()
        self._pouring = False
        self.draft.brush = brush.key
        self._show()

    def action_brush(self, by: int) -> None:
        brushes = self.draft.brushes
        self.action_take((brushes.index(self.draft.selected) + by) % len(brushes))

    def action_paint(self) -> None:
        cell = self.board.cursor
        if self.draft.selected == WALL:
            if self._step is None:
                self._turn_side()
            self._wall(cell, self._beyond(cell, self._step))
        elif self.draft.selected == PIPE:
            if self._held >= 0:
                self._let_go()
            else:
                self._lay(cell)
                self._held = cell
        else:
            self._after_stroke(self.draft.paint(cell))

    def action_fill(self) -> None:
        if self._fills:
            self._after_stroke(self.draft.fill(self.board.cursor))

    def action_pour(self) -> None:
        """Fill the region that is clicked next."""
        if self._fills:
            self._pouring = True
            self.say("Click a region to fill it.")

    @property
    def _fills(self) -> bool:
        """Return True if regions can be filled with the selected brush, or say why not."""
        if self.draft.selected in (WALL, PIPE):
            self.say("Walls and pipes cannot fill a region.")
            return False
        return True

    def action_change(self) -> None:
        """The next thing at this cell; or the next side for a wall."""
        if self.draft.selected == WALL:
            self._turn_side()
            self._show()
        else:
            self.draft.change(self.board.cursor, 1)
            self._after_stroke(True)

    def action_pick(self) -> None:
        self._pick_up(self.board.cursor)

    def _pick_up(self, cell: int) -> None:
        self.say(f"Painting with {escape(self.draft.pick(cell).name)}.")
        self._show()

    def _after_stroke(self, changed: bool) -> None:
        if changed:
            self.say("")
            self._redraw()

    # Walls and solutions -------------------------------------------------------------------

    def action_wall(self, dx: int, dy: int) -> None:
        """Build a wall at a side of the cursor's cell, or take it away."""
        self._wall(self.board.cursor, self._beyond(self.board.cursor, (dx, dy)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "wall":  # or else the cursor runs
            return self.draft.brush == WALL.key
        if action == "lead":
            return self._held >= 0
        return super().check_action(action, parameters)

    def _beyond(self, cell: int, way: Point | None) -> int:
        """The cell beyond the side in a direction, −1 if there is none."""
        return next((other for other, step in self.draft.sides(cell).items() if step == way), -1)

    def _turn_side(self) -> None:
        """Choose the next side for walls, and after the last one that which is pointed at."""
        here = self.draft.sides(self.board.cursor)
        found = {*here.values(), *(s for cell in here for s in self.draft.sides(cell).values())}
        steps = [None, *sorted(found, key=lambda step: atan2(step[1], step[0]) % tau)]
        at = steps.index(self._step) if self._step in steps else 0
        self._step = steps[(at + 1) % len(steps)]

    def _wall(self, cell: int, other: int, going_on: bool = False) -> None:
        """Build a wall, or take away the one there is; a stroke that goes on does as at first."""
        if other >= 0:
            if not going_on:
                self._building = not self.draft.is_wall(cell, other)
            self._after_stroke(self.draft.wall(cell, other, self._building, going_on))

    def action_lead(self, dx: int, dy: int) -> None:
        """Go on with the piece of solution that is held; over the rim, where it is open."""
        if (ahead := self._beyond(self._held, (dx, dy))) < 0:
            ahead = self.draft.grid.step(self._held, dx, dy)  # slantwise
        if ahead in self.draft.sides(self._held):
            self.board.point_at(ahead)

    def _lay(self, cell: int, going_on: bool = False) -> None:
        self.draft.lay(cell, going_on)
        self._redraw()

    def _let_go(self) -> None:
        self._held = -1
        self.say("")

    def on_grid_board_pointed(self) -> None:
        if self._held not in (-1, self.board.cursor):
            if self.board.cursor in self.draft.sides(self._held):
                self._held = self.board.cursor
                self._lay(self._held, going_on=True)
            else:
                self.board.point_at(self._held)  # a hand does not jump
        elif self.draft.selected == WALL:
            self._mark()

    def action_undo(self) -> None:
        self._let_go()
        self._step_back(self.draft.undo(), "undo")

    def action_redo(self) -> None:
        self._step_back(self.draft.redo(), "redo")

    def _step_back(self, done: bool, verb: str) -> None:
        if done:
            self._redraw()
        else:
            self.say(f"There is nothing to {verb}.")

    # The whole board -----------------------------------------------------------------------

    def action_symmetry(self) -> None:
        """Repeat strokes by the next symmetry."""
        names = self.draft.symmetries
        self.draft.symmetry = (self.draft.symmetry + 1) % len(names)
        self.say(f"Symmetry: {names[self.draft.symmetry]}.")
        self._show()

    def action_demands(self) -> None:
        self.app.push_screen(DemandsScreen(self.draft, self._redraw))

    def action_whole(self, deed: str, side: str = "") -> None:
        """Grow, shrink, move, turn or mirror all of the board."""
        draft = self.draft
        try:
            if deed in ("grow", "shrink"):
                draft.resize(side, 1 if deed == "grow" else -1)
            elif deed == "move":
                draft.move(*WAYS[SIDE_WAYS[side]])
            else:
                draft.turn(mirrored=deed == "mirror")
        except UsageError as error:
            self.say(wrong(error))
        else:
            self._after_stroke(True)
