"""The editor: a board that is drawn, or was read off a picture, what the solver says of it
meanwhile, and the ways to play it and to keep it."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, tau
from pathlib import Path
from typing import Any, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.markup import escape
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from puzzles.core.errors import LevelError, UsageError
from puzzles.core.facets import Thing
from puzzles.core.puzzle import Puzzle
from puzzles.core.reading import Reading
from puzzles.library import locations
from puzzles.library.catalogue import Entry, library
from puzzles.library.lessons import lesson_pack
from puzzles.library.levels import level_toml, read_pack, slug
from puzzles.library.newfile import NewFile, NotWritten, Taken
from puzzles.player.draft import PIPE, SIDES, WALL, Draft
from puzzles.player.saves import Saves
from puzzles.ui.assist import AssistScreen
from puzzles.ui.board import BoardView, Step, board_of
from puzzles.ui.panel import BoardScreen
from puzzles.ui.sheets import SheetsScreen
from puzzles.ui.verdict import SolutionsScreen, Teller

SHORT = 7  # characters of a name beside which there is room for another
HOW = {
    WALL: "Click near a side; or shift and an arrow. ⌫ keeps to a side for clicks and ⏎.",
    PIPE: "Drag a pipe; or ⏎, arrows, ⏎. Where it ends there are dots.",
}


STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
WAYS = dict(zip(SIDES, STEPS, strict=True))


def _by_arrows(keys: str, action: str, words: str) -> list[BindingType]:
    """The keys that do something in a direction."""
    return [
        Binding(f"{keys}+{way}", f"{action}({dx}, {dy})", f"{words} {way}", priority=True,
                show=False, id=f"edit.{action}-{way}")
        for way, (dx, dy) in STEPS.items()
    ]  # fmt: skip


def _sides(keys: str, by: int, words: str) -> list[BindingType]:
    """The keys that add a row or column at a side, or take one away."""
    verb = "add" if by > 0 else "take"
    return [
        Binding(f"{keys}+{way}", f"resize('{side}', {by})", f"{words} at the {side}",
                priority=True, show=False, id=f"edit.{verb}-{side}")
        for side, way in WAYS.items()
    ]  # fmt: skip


class EditScreen(BoardScreen):
    """Owns a draft of the level; doubtful cells are lit until they are looked at."""

    SIDE_LEAST = 40  # there is much to say

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "paint", "Paint", priority=True, id="edit.paint", key_display="⏎"),
        Binding("f", "fill", "Fill", priority=True, id="edit.fill"),
        Binding("i", "pick", "Pick up", priority=True, id="edit.pick"),
        Binding("right_square_bracket", "brush(1)", "Next thing", priority=True, show=False,
                id="edit.next", key_display="]"),
        Binding("left_square_bracket", "brush(-1)", "Thing before", priority=True, show=False,
                id="edit.previous", key_display="["),
        Binding("backspace", "change", "Next thing at this cell", priority=True, show=False,
                id="edit.change"),
        Binding("x", "symmetry", "Symmetry", priority=True, id="edit.symmetry"),
        Binding("o", "turn", "Turn", priority=True, show=False, id="edit.turn"),
        Binding("M", "mirror", "Mirror", priority=True, show=False, id="edit.mirror"),
        *(Binding(way, f"lead({dx}, {dy})", "Lead the pipe", priority=True, show=False)
          for way, (dx, dy) in STEPS.items()),
        *_by_arrows("alt", "move", "Move all"),
        *_by_arrows("shift", "wall", "A wall or none"),
        Binding("C", "sheets", "Colours, rules", priority=True, id="edit.sheets"),
        *_sides("ctrl", 1, "A row or column more"),
        *_sides("ctrl+shift", -1, "A row or column less"),
        Binding("tab", "doubtful", "Doubtful", priority=True, show=False, id="edit.doubtful"),
        Binding("u,ctrl+z", "undo", "Undo", id="edit.undo", key_display="u"),
        Binding("U,ctrl+y,ctrl+r", "redo", "Redo", show=False, id="edit.redo"),
        Binding("v", "solutions", "Two solutions", show=False, id="edit.solutions"),
        Binding("A", "assist", "Assistant", id="edit.assist"),
        Binding("P", "play", "Play", id="edit.play"),
        Binding("W", "save", "Save", id="edit.save"),
        Binding("L", "letters", "Letters", show=False, id="edit.letters"),
        Binding("escape", "back", "Back", id="edit.back"),
    ]  # fmt: skip
    help_text = (
        "## Drawing a board\n\nChoose what to paint with by its number, with **[** and **]**, or "
        "by a click on its name. **Enter** or the pointer paints, also along a way; **f** fills a "
        "whole region; **i** or the right button picks up what lies there. With **x** strokes are "
        "repeated by a symmetry of the board.\n\nWith **|** walls are drawn: the pointer builds "
        "one at the side it is near, **shift** with an arrow at that side of the cursor's cell; "
        "**backspace**, or **|** again, turns to one side, which **enter** and the pointer then "
        "keep to. With **~** the solution is drawn: pipes, by the pointer or from **enter** to "
        "**enter**, and there are dots where they end.\n\n**Ctrl** with an arrow adds a row or "
        "column at that side, with **shift**, too, it takes one away; **alt** with an arrow moves "
        "all there is; **o** turns the board, **M** turns it over. **C** has colours, and what "
        "holds for the whole board. **u** undoes all of that, and every stroke is kept.\n\n"
        "While you draw, the solver says what it knows of the board. Of two solutions it lights "
        "the cells where they differ, and **v** shows the one and the other; of none, what "
        "excludes it. **A** is the assistant: it makes a board unique, harder, or whole, and "
        "shows what it would change. **P** plays the board, **W** saves it.\n\nA board from a "
        "picture: compare it with the picture; **tab** leads to the cells that were hard to read."
    )

    def __init__(self, draft: Draft, reading: Reading | None = None) -> None:
        """The `reading` is that of the picture that the board was read off."""
        self.draft, self.reading, puzzle = draft, reading, draft.puzzle
        self.doubtful = dict(reading.doubtful) if reading else {}
        self.teller = Teller(self.app.solver, puzzle, self._told)
        self._verdict = Static(id="verdict")
        origin = "a board of your own" if reading is None else "from a picture"
        heading = f"[b]{escape(draft.sketch.title)}[/b]  [dim]{puzzle.title} · {origin}[/dim]"
        super().__init__(puzzle, heading, puzzle.start(self.draft.sketch), live=True)
        self.board.editing = True
        self._grid = self.draft.grid  # of the board that is shown
        self._step: Step | None = None  # to the side that walls are built at, if it was chosen
        self._building = True  # and not taking walls away, while the pointer goes on
        self._holding, self._held = False, -1  # a piece of solution, by keys, and where it is

    @classmethod
    def of_picture(
        cls, puzzle: Puzzle[Any, Any, Any], reading: Reading, saves: Saves
    ) -> EditScreen:
        """To correct what was read off a picture; a reading that is sure of itself is no
        picture's."""
        draft = Draft(puzzle, puzzle.editor.sketch(reading.level), saves)
        return cls(draft, reading if reading.confidence < 1 else None)

    @property
    def pictured(self) -> tuple[list[Any], str]:
        """A first drawing, for the help: boards, and what to do for them."""
        pack = lesson_pack(self.puzzle)
        edits = self.puzzle.editor
        drawn = self.draft.sketch if pack is None else edits.sketch(pack.levels[0])
        cells = range(edits.grid(drawn).n)
        stages = [edits.put(drawn, cells[left:], 0) for left in (0, len(cells) // 2)]
        words = "Take a thing by its number, put it down with ⏎ or the pointer; P plays the board."
        return [self.puzzle.start(stage) for stage in (*stages, drawn)], words

    def on_mount(self) -> None:
        self._side.mount(self._verdict, before=self.status)
        self.query(".of-puzzle").set(display=False)  # it is for playing
        self.board.focus()
        self._redraw()

    def _show(self) -> None:
        self._mark()
        self.board.sides = self.draft.sides if self._brush == WALL else None
        size = self.puzzle.facts(self.draft.sketch)["size"]
        lines = [f"[b]{size}[/b]"]
        if self.puzzle.assists is not None:
            lines[0] += "  [@click=screen.assist][b]A[/b] assistant[/]"
        if self.reading is not None:
            sure = [f"{100 * self.reading.confidence:.0f} % sure", *self.reading.reasons]
            number = len(self.doubtful)
            lines += [*map(escape, sure), f"{number or 'no'} cell{'s' * (number != 1)} doubtful"]
        lines += [escape(f"{demand.name}: {demand.value}") for demand in self.draft.demands
                  if demand.value != demand.values[0]]  # fmt: skip
        if self.draft.symmetry:
            lines.append(f"symmetry: {self.draft.symmetries[self.draft.symmetry]}")
        lines += ["", *self._things()]
        if self._brush in HOW:
            lines += ["", f"[dim]{HOW[self._brush]}[/]"]
        self.tell("\n".join(lines))

    def _things(self) -> list[str]:
        """What there is to draw with; short names by twos."""
        lines, alone = list[str](), True
        for number, brush in enumerate(self.draft.brushes):
            short = len(brush.name) <= SHORT
            if short and not alone:
                lines[-1] += self._thing(number)
            else:
                lines.append(self._thing(number))
            alone = not (short and alone)
            if alone is False:
                lines[-1] += " " * (SHORT + 1 - len(brush.name))
        return lines

    def _thing(self, number: int) -> str:
        """A thing: the key that takes it, its name, and whether it is the brush."""
        thing, tools = self.draft.brushes[number], (WALL, PIPE)
        key = thing.key if thing in tools else str(number + 1) if number < 9 else " "
        here = "[b]▸[/b]" if thing == self._brush else " "
        name = thing.name
        if thing == WALL and self._step is not None:
            name += f", {_side_words(self._step)}"
        return f"{here}[@click=screen.take({number})]{escape(key)} {escape(name)}[/]"

    # Painting ------------------------------------------------------------------------------

    def on_board_view_painted(self, message: BoardView.Painted) -> None:
        if message.second:
            self._picked(message.cell)
        elif self.draft.brush == WALL.key:
            side = message.side if self._step is None else self._beyond(message.cell)
            self._wall(message.cell, side, message.going_on)
        elif self.draft.brush == PIPE.key:
            self._lay(message.cell, message.going_on)
        else:
            self._changed(self.draft.paint(message.cell, going_on=message.going_on), message.cell)

    def on_board_view_played(self, message: BoardView.Played) -> None:
        """Nothing is played here."""

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

    def action_take(self, number: int) -> None:
        """Draw with this from now on; who takes walls again turns to another side."""
        brush = self.draft.brushes[number]
        if brush == WALL == self._brush:
            self._turn_side()
        self._let_go()
        self.draft.brush = brush.key
        self._show()

    @property
    def _brush(self) -> Thing:
        """What is drawn with: the first thing, where the one that was taken is gone by undo."""
        brushes = self.draft.brushes
        return next((each for each in brushes if each.key == self.draft.brush), brushes[0])

    def action_brush(self, by: int) -> None:
        brushes = self.draft.brushes
        self.action_take((brushes.index(self._brush) + by) % len(brushes))

    def action_paint(self) -> None:
        cell = self.board.cursor
        if self._brush == WALL:
            if self._step is None:
                self._turn_side()
            self._wall(cell, self._beyond(cell))
        elif self._brush == PIPE:
            if self._holding:
                self._let_go()
            else:
                self._lay(cell)
                self._holding, self._held = True, cell
        else:
            self._changed(self.draft.paint(cell), cell)

    def action_fill(self) -> None:
        if self._brush in HOW:
            self.say("Regions are filled with what stands at cells.")
        else:
            self._changed(self.draft.fill(self.board.cursor))

    def action_change(self) -> None:
        """The next thing at this cell; or the next side for a wall."""
        if self._brush == WALL:
            self._turn_side()
            self._show()
            return
        self.draft.change(self.board.cursor, 1)
        self._changed(True, self.board.cursor)

    def action_pick(self) -> None:
        self._picked(self.board.cursor)

    def _picked(self, cell: int) -> None:
        self.say(f"Painting with {escape(self.draft.pick(cell).name)}.")
        self._show()

    def _changed(self, whether: bool, cell: int = -1) -> None:
        doubted = self.doubtful.pop(cell, None) is not None
        if whether or doubted:
            self.say("")
            self._redraw()

    # Walls and solutions -------------------------------------------------------------------

    def action_wall(self, dx: int, dy: int) -> None:
        """Build a wall at a side of the cursor's cell, or take it away."""
        for other, step in self.draft.sides(self.board.cursor).items():
            if step == (dx, dy):
                self._wall(self.board.cursor, other)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "wall":  # or else the cursor runs
            return self.draft.brush == WALL.key
        if action == "lead":
            return self._holding
        if action == "sheets":
            return bool(self.draft.demands or self.draft.sheets)
        return super().check_action(action, parameters)

    def _beyond(self, cell: int) -> int:
        """The cell beyond the side that was chosen, −1 if there is none, or none was."""
        sides = self.draft.sides(cell).items()
        return next((other for other, step in sides if step == self._step), -1)

    def _turn_side(self) -> None:
        """Choose the next side for walls, and after the last one that which is pointed at."""
        here = self.draft.sides(self.board.cursor)
        found = {*here.values(), *(s for cell in here for s in self.draft.sides(cell).values())}
        steps = [None, *sorted(found, key=lambda step: atan2(step[1], step[0]) % tau)]
        at = steps.index(self._step) if self._step in steps else 0
        self._step = steps[(at + 1) % len(steps)]

    def _wall(self, cell: int, other: int, going_on: bool = False) -> None:
        """Build a wall, or take away the one there is; a pointer that goes on does what it did at
        first."""
        if other < 0:
            return
        if not going_on:
            self._building = not self.draft.is_wall(cell, other)
        self._changed(self.draft.wall(cell, other, self._building, going_on))

    def action_lead(self, dx: int, dy: int) -> None:
        """Go on with the piece of solution that is held; over the rim, where it is open."""
        sides = self.draft.sides(self._held)
        ahead = next((other for other, step in sides.items() if step == (dx, dy)), -1)
        if ahead < 0:
            ahead = self.draft.grid.step(self._held, dx, dy)  # slantwise
        if ahead in sides:
            self.board.point_at(ahead)

    def _lay(self, cell: int, going_on: bool = False) -> None:
        self.draft.lay(cell, going_on)
        self._redraw()

    def _let_go(self) -> None:
        self._holding = False
        self.say("")

    def on_board_view_pointed(self) -> None:
        super().on_board_view_pointed()
        if self._holding and self.board.cursor != self._held:
            if self.board.cursor in self.draft.sides(self._held):
                self._held = self.board.cursor
                self._lay(self._held, going_on=True)
            else:
                self.board.point_at(self._held)  # a hand does not jump
        elif self._brush == WALL:
            self._mark()

    def action_undo(self) -> None:
        self._let_go()
        if self.draft.undo():
            self._redraw()
        else:
            self.say("Nothing to undo.")

    def action_redo(self) -> None:
        if self.draft.redo():
            self._redraw()
        else:
            self.say("Nothing to redo.")

    # The whole board -----------------------------------------------------------------------

    def action_symmetry(self) -> None:
        """Repeat strokes by the next symmetry."""
        names = self.draft.symmetries
        self.draft.symmetry = (self.draft.symmetry + 1) % len(names)
        self.say(f"Symmetry: {names[self.draft.symmetry]}.")
        self._show()

    def action_resize(self, side: str, by: int) -> None:
        self._whole(lambda: self.draft.resize(side, by))

    def action_move(self, dx: int, dy: int) -> None:
        self._whole(lambda: self.draft.move(dx, dy))

    def action_sheets(self) -> None:
        """Show the colours there are, and what holds for the whole board."""
        self.app.push_screen(SheetsScreen(self.draft, self._redraw))

    def action_turn(self) -> None:
        self._whole(self.draft.turn)

    def action_mirror(self) -> None:
        self._whole(self.draft.mirror)

    def _whole(self, change: Callable[[], None]) -> None:
        try:
            change()
        except UsageError as error:
            self.say(f"[$warning]{escape(str(error).capitalize())}.[/]")
            return
        self.doubtful.clear()  # cells have other numbers
        self._redraw()

    def _redraw(self) -> None:
        state = self.puzzle.start(self.draft.sketch)
        if self._grid == self.draft.grid:
            self.board.show(state)
        else:
            self._renew_board(state)
        self.teller.forget()
        self._show()
        self._judge()

    @work(exclusive=True, group="judge")
    async def _judge(self) -> None:
        """Ask what there is to say of the board."""
        await self.teller.tell(lambda: self._level("level.toml").level)

    def on_screen_suspend(self) -> None:
        """The solver answers one question at a time: others may ask now."""
        self.workers.cancel_group(self, "judge")

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._judge()

    def _renew_board(self, state: Any) -> None:
        """Show another grid, by a widget made for it."""
        old, self._grid = self.board, self.draft.grid
        self.board = board_of(self.puzzle)(self.puzzle, state, live=True)
        self.board.editing = True
        self.query_one("#body").mount(self.board, before=old)
        old.remove()
        self._arrange(self.app.size)
        self.board.focus()

    # What the solver says ------------------------------------------------------------------

    def _told(self) -> None:
        """More is known of the board."""
        self._verdict.update(self._painted(self.teller.words))
        self._mark()

    def _mark(self) -> None:
        """Light up what is doubtful, what the verdict is about, and what is beyond the side that
        is chosen for walls."""
        lit = {*self.doubtful, *map(self.draft.grid.cell, self.teller.verdict.lit)}
        beyond = self._beyond(self.board.cursor) if self.draft.brush == WALL.key else -1
        self.board.mark(lit if beyond < 0 else {*lit, beyond})

    def action_assist(self) -> None:
        """Let the board be changed into what is wished for."""
        if self.puzzle.assists is None:
            self.say("There is no help with boards of this puzzle.")
            return
        screen = AssistScreen(self.draft, self._look_at)
        self.app.push_screen(screen, lambda _: self._redraw())

    def _look_at(self, sketch: Any) -> None:
        """Show a board that is proposed."""
        self.board.show(self.puzzle.start(sketch))

    def action_solutions(self) -> None:
        """Look at two solutions."""
        if self.teller.verdict.solutions:
            self.app.push_screen(
                SolutionsScreen(self.puzzle, self._level("level.toml").level, self.teller.verdict)
            )
        else:
            self.say("There are no two solutions to look at.")

    def action_doubtful(self) -> None:
        """Go to the next doubtful cell."""
        later = [cell for cell in self.doubtful if cell > self.board.cursor]
        if self.doubtful:
            cell = min(later or self.doubtful)
            self.board.point_at(cell)
            self.say(f"Is [b]{self.doubtful[cell]}[/b] right?")
        else:
            self.say("No cell is doubtful.")

    def action_letters(self) -> None:
        self.board.toggle_letters()

    def action_back(self) -> None:
        self.dismiss()

    # Leaving with a level ------------------------------------------------------------------

    def _level(self, file: str) -> Entry:
        """The level as it is now; raises LevelError while it is none."""
        return Entry(read_pack(file, level_toml(self.puzzle, self.draft.sketch)), 0)

    def _entry(self, file: str) -> Entry | None:
        """The level as it is now, or a message why it is none yet."""
        try:
            return self._level(file)
        except LevelError as error:
            self.say(f"[$warning]Not yet: {escape(error.reason)}.[/]")
            return None

    def action_play(self) -> None:
        if (entry := self._entry(f"{self._stem()}.toml")) is not None:
            self.app.open(entry, lessons=False)

    def _stem(self) -> str:
        """What a file of the level is called, without the ending."""
        return slug(self.draft.sketch.title)

    def action_save(self) -> None:
        """Ask for a file, then write the level there."""
        if self._entry("level.toml") is None:
            return
        if locations.guest():
            self.say("Nothing can be written to a file from here.")
            return
        suggestion = str(locations.data() / "levels" / f"{self._stem()}.toml")
        self.app.push_screen(AskScreen("Save the level as", suggestion), self._save)

    def _save(self, file: str | None) -> None:
        if not file:
            return
        path, told = Path(file).expanduser(), list[str]()
        try:
            with NewFile(str(path), told.append) as new:
                new.write(level_toml(self.puzzle, self.draft.sketch))
        except Taken:
            self.say(f"[$warning]{escape(path.name)} is there already; choose another name.[/]")
        except NotWritten as error:
            self.say(f"[$error]{escape(str(error))}[/]")
        else:
            library.cache_clear()
            self.say(escape("; ".join([f"Saved as {path.name}", *told])) + ".")


def _side_words(step: Step) -> str:
    """A side of a cell in words."""
    upright = {0: "", 1: "lower ", -1: "upper "}[(step[1] > 0) - (step[1] < 0)]
    across = {0: "", 1: "right", -1: "left"}[(step[0] > 0) - (step[0] < 0)]
    return f"{upright}{across}".strip() + " side"


class AskScreen(ModalScreen[str | None]):
    """Asks for one line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel", id="ask.cancel")
    ]

    def __init__(self, question: str, suggestion: str = "") -> None:
        super().__init__()
        self.question, self.suggestion = question, suggestion

    def compose(self) -> ComposeResult:
        yield Static(f"[b]{self.question}[/b]", id="question")
        yield Input(self.suggestion, id="answer")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)
