"""The hand that draws with the tool for each brush, and grows, moves and turns all of a board."""

from collections.abc import Callable
from functools import partial

from rich.text import Text
from textual import events
from textual.binding import Binding

from puzzles.core.errors import UsageError
from puzzles.core.results import Sides
from puzzles.core.solving import Step
from puzzles.player.draft import SIDES, Draft
from puzzles.player.tools import TOOLS, Tool
from puzzles.ui.board.gridboard import WAYS, GridBoard
from puzzles.ui.board.panel import BoardScreen
from puzzles.ui.maker.choices import DemandsScreen, Line
from puzzles.ui.widgets.form import KeyScreen, wrong
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.keys import keys

WHOLE = "whole", "symmetry", "redo"  # what actions begin with that are for all of a board
SIDE_WAYS = dict(zip(SIDES, WAYS, strict=True))


class HandScreen(BoardScreen):
    """Owns a draft, which is shown as it is drawn."""

    BINDINGS = [
        *keys("HandScreen"),
        *(
            Binding(way, f"lead({dx}, {dy})", "Lead the way", show=False, priority=True)
            for way, (dx, dy) in WAYS.items()
        ),
    ]

    def __init__(self, draft: Draft, heading: str) -> None:
        self.draft = draft
        super().__init__(draft.puzzle, heading, draft.puzzle.start(draft.sketch), live=True)
        self._painter = Tool(draft)
        self._tools = {brush.key: TOOLS[type(brush)](draft, brush) for brush in draft.own}
        self._once: Callable[[int], bool] | None = None  # done where the pointer comes next
        self.board.sides = self._sides
        self._grid = draft.grid  # of the board that is shown
        self.letters: dict[str, str] = {}  # that take tools, by their keys

    def take_letters(self) -> None:
        """Give each thing without a letter the first one of its name, small or large, that no
        other key has."""
        self.set_focus(self.board)  # which has keys, too
        taken = {*self.active_bindings}
        for thing in self.draft.brushes:
            free = (c for c in thing.name + thing.name.upper() if c.isalpha() and c not in taken)
            if not thing.key.isalnum() and (letter := next(free, "")):
                taken.add(letter)
                self.letters[thing.key] = letter

    @property
    def tool(self) -> Tool:
        """The tool for the selected brush."""
        return self._tools.get(self.draft.selected.key, self._painter)

    def _sides(self, cell: int) -> Sides:
        return self.tool.sides(cell) if cell >= 0 else {}

    # Showing -------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show what there is to draw with."""
        self._mark()

    def _mark(self) -> None:
        self.board.point_out(Step(lit=tuple(self._lit())))

    def _lit(self) -> set[int]:
        return self.tool.lit(self.board.cursor)

    def _redraw(self) -> None:
        state = self.puzzle.start(self.draft.sketch)
        if self._grid == self.draft.grid:
            self.board.show(state)
        else:
            self._grid = self.draft.grid
            self.board.take(state)
            self._arrange(self.app.size)
        self._show()

    # Painting ------------------------------------------------------------------------------

    def on_grid_board_painted(self, message: GridBoard.Painted) -> None:
        if message.second:
            self._pick_up(message.cell)
            return
        if (once := self._once) is not None:
            self._once = None
            changed = once(message.cell)
        else:
            changed = self.tool.press(message.cell, message.side, message.going_on)
        self._after_stroke(changed)

    def on_key(self, event: events.Key) -> None:
        """Things are taken by digits, by letters of their names, and by characters that are no
        letters."""
        shown = event.character or ""
        tools = {letter: key for key, letter in self.letters.items()}
        digit = self.draft.digits.get(shown)
        if self._take(digit.key if digit else tools.get(shown, "" if shown.isalnum() else shown)):
            event.stop()

    def action_name(self) -> None:
        ask = KeyScreen("Type the letter of the thing to draw with")
        self.app.push_screen(ask, self._take_named)

    def _take_named(self, letter: str | None) -> None:
        if letter and not self._take(letter):
            self.say(f"Nothing here has the letter [b]{escape(letter)}[/b] yet.")

    def _take(self, key: str) -> bool:
        """Draw with the thing of this key, if there is one."""
        keys = [thing.key for thing in self.draft.brushes]
        if key in keys:
            self.action_take(keys.index(key))
        return key in keys

    def action_take(self, number: int) -> None:
        """Draw with this from now on; what is taken again may draw in another way."""
        brush = self.draft.brushes[number]
        if brush == self.draft.selected:
            self.tool.turn(self.board.cursor)
        self._let_go()
        self._once = None
        self.draft.brush = brush.key
        self._show()
        self.say(f"[dim]{self.tool.how}[/]" if self.tool.how else "")

    def action_brush(self, by: int) -> None:
        brushes = self.draft.brushes
        self.action_take((brushes.index(self.draft.selected) + by) % len(brushes))

    def action_paint(self) -> None:
        self._after_stroke(self.tool.enter(self.board.cursor))

    def action_fill(self) -> None:
        if self._fills:
            self._after_stroke(self.draft.fill(self.board.cursor))

    def action_pour(self) -> None:
        """Fill the region that is clicked next."""
        if self._fills:
            self._once = self.draft.fill
            self.say("Click a region to fill it.")

    @property
    def _fills(self) -> bool:
        """Return True if regions can be filled with the selected brush, or say why not."""
        if self.tool is self._painter:
            return True
        self.say("Only what stands in cells can fill a region.")
        return False

    def action_change(self) -> None:
        """The next way of drawing; or the next thing at this cell."""
        if self.tool.turn(self.board.cursor):
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

    # Sides and ways ------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "side":  # or else the cursor runs
            return self.tool.at_sides
        if action == "lead":
            return self.tool.held >= 0
        return super().check_action(action, parameters)

    def action_side(self, dx: int, dy: int) -> None:
        """Draw a side of the cursor's cell, or take it away."""
        self._after_stroke(self.tool.beside(self.board.cursor, (dx, dy)))

    def action_lead(self, dx: int, dy: int) -> None:
        """Go on with the way that is held."""
        self.board.point_at(self.tool.ahead(dx, dy))

    def on_grid_board_pointed(self) -> None:
        if self.tool.held not in (-1, self.board.cursor):
            if self.tool.lead(self.board.cursor):
                self._redraw()
            else:
                self.board.point_at(self.tool.held)  # a hand does not jump
        elif self.tool.at_sides:
            self._mark()

    def _let_go(self) -> None:
        self.tool.held = -1
        self.say("")

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
        active = reversed([each.binding for each in self.active_bindings.values()])
        deeds = {each.action: each for each in active if each.action.startswith(WHOLE)}
        lines: list[Line] = [
            (
                Text(f"{each.description}  ({self.app.get_key_display(each)})"),
                partial(self.call_later, self.run_action, action),
            )
            for action, each in reversed(deeds.items())
        ]
        self.app.push_screen(DemandsScreen(self.draft, lines, self._redraw))

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
