"""The editor: a board that is drawn, or was read off a picture, with the tool for each brush; what
the solver says of it meanwhile, and the ways to play it and to keep it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rich.text import Text
from textual import events, work
from textual.geometry import Size
from textual.widgets import Static

from puzzles.core.errors import LevelError, UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import Reading
from puzzles.core.results import NO, SEVERAL
from puzzles.core.solving import Step
from puzzles.core.words import many
from puzzles.library.catalogue import Entry
from puzzles.library.levels import level_toml, read_pack, slug
from puzzles.player.draft import SIDES, Draft
from puzzles.player.game import Game
from puzzles.player.saves import Saves
from puzzles.player.tools import TOOLS, Tool
from puzzles.ui.board.gridboard import WAYS, GridBoard
from puzzles.ui.board.panel import BoardScreen
from puzzles.ui.maker.choices import (
    WIDTH,
    AssistScreen,
    DemandsScreen,
    Line,
    brush_lines,
    button,
    wrapped,
)
from puzzles.ui.maker.forms import KeepScreen, ShareScreen
from puzzles.ui.maker.read import ReadCard, photograph
from puzzles.ui.maker.verdict import SolutionsScreen, Teller
from puzzles.ui.watch.watch import WatchScreen
from puzzles.ui.widgets.form import KeyScreen, wrong
from puzzles.ui.widgets.guards import escape

PANEL = 29  # lines of the window that a photograph leaves to the rest of the panel
# What becomes of a board: the key, a word, and the action.
DONE = "P play screen.play", "S solve screen.watch", "K keep screen.keep", "W share screen.share"
WHOLE = "whole", "symmetry", "redo"  # what actions begin with that are for all of a board
SIDE_WAYS = dict(zip(SIDES, WAYS, strict=True))


class EditScreen(BoardScreen):
    """Shows a draft as it is drawn, with the tool for each brush. Doubtful cells are lit until they
    are looked at."""

    SIDE_LEAST, BELOW = 40, 12  # there is much to say
    VERTICAL_BREAKPOINTS = [(0, "-low"), (36, "-high")]

    def __init__(self, draft: Draft, reading: Reading | None = None) -> None:
        """The `reading` is that of the picture that the board was read off."""
        self.reading, puzzle = reading, draft.puzzle
        self.teller = Teller(self.app.solver, puzzle, self._show_verdict)
        self._verdict = Static(id="verdict")
        self._whole, self._done = Static(id="whole"), Static(id="done")
        self._read = Static(id="read")  # the picture, small
        self.draft = draft
        heading = self._heading(draft.sketch.title)
        super().__init__(puzzle, heading, puzzle.start(draft.sketch), live=True)
        self._painter = Tool(draft)
        self._tools = {brush.key: TOOLS[type(brush)](draft, brush) for brush in draft.own}
        self._once: Callable[[int], bool] | None = None  # done where the pointer comes next
        self.board.sides = lambda cell: self.tool.sides(cell) if cell >= 0 else {}
        self._grid = draft.grid  # of the board that is shown
        self.letters: dict[str, str] = {}  # that take tools, by their keys

    def _heading(self, title: str) -> str:
        origin = "a board of your own" if self.reading is None else "from a picture"
        return f"[b]{escape(title)}[/b]  [dim]{self.draft.puzzle.title} · {origin}[/dim]"

    @classmethod
    def of(cls, puzzle: AnyPuzzle, board: Level | Reading, saves: Saves) -> "EditScreen":
        """Return a screen to change a level, or to correct the reading of a picture."""
        if not isinstance(board, Reading):
            return cls(Draft(puzzle, puzzle.maker.sketch(board), saves))
        sketch = puzzle.maker.sketch(board.level)
        return cls(Draft(puzzle, sketch, saves, board.doubtful), board)

    def on_mount(self) -> None:
        self.set_focus(self.board)  # which has keys, too
        taken = {*self.active_bindings}
        for thing in self.draft.brushes:  # its letter is the first of its name that no key has
            free = (c for c in thing.name + thing.name.upper() if c.isalpha() and c not in taken)
            if not thing.key.isalnum() and (letter := next(free, "")):
                taken.add(letter)
                self.letters[thing.key] = letter
        self._side.mount(self._verdict, before=self.status)
        self._side.mount(self._whole, self._done, after=self.status)
        self._side.mount(self._read, after=self._done)
        self._verdict.border_title, self._done.border_title = "Check", "Done"
        self._done.update("\n".join(wrapped([button(*each.split()) for each in DONE])))
        self.query(".of-puzzle").set(display=False)  # it is for playing
        self._redraw()
        if self.reading is not None:
            self.call_after_refresh(self._offer, self.reading)

    @property
    def tool(self) -> Tool:
        """The tool for the selected brush."""
        return self._tools.get(self.draft.selected.key, self._painter)

    def _arrange(self, size: Size) -> None:
        super()._arrange(size)
        picture = None if self.reading is None else self.reading.picture
        height = self._side.styles.height
        if picture is not None and height is not None:
            self._read.update(photograph(picture, int(height.value) - PANEL, WIDTH))

    def _offer(self, reading: Reading) -> None:
        """Ask what to do with a board that was read, if it is one that can be played."""
        try:
            level = self._level().level
        except LevelError:
            return
        board = f"{self.puzzle.title} {self.puzzle.facts(level)['size']}"
        self.app.ask(ReadCard(reading, board), self.run_action)

    def action_watch(self) -> None:
        if (entry := self._entry()) is not None:
            self.app.push_screen(WatchScreen(Game(entry)))

    # Showing -------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show what there is to draw with."""
        self._mark()
        draft, doubtful, lines = self.draft, self.draft.doubtful, list[str]()
        if self.reading is not None:
            sure = f"{100 * self.reading.confidence:.0f} % sure"
            lines += map(escape, (sure, *self.reading.reasons))
        if self.reading is not None or doubtful:
            lines.append(f"[@click=screen.doubtful]{many(len(doubtful), 'cell')} doubtful[/]")
        asked = (demand for demand in draft.demands if demand.value != demand.values[0])
        lines += [escape(f"{demand.name}: {demand.value}") for demand in asked]
        if draft.symmetry:
            lines.append(f"symmetry: {draft.symmetries[draft.symmetry]}")
        self._whole.border_title = f"Board {self.puzzle.facts(draft.sketch)['size']}"
        self._whole.update("\n".join([*lines, button("C", "change all of it", "screen.demands")]))
        self.status.border_title = escape(f"Draw: {self._painted(self.tool.name)}")
        shown = enumerate(self.board.scene().inks)
        drawn = {ink.look: "rgb({},{},{})".format(*self.board.ink(n)) for n, ink in shown}
        palette = self.app.settings.palette
        self.tell("\n".join(brush_lines(draft, self.letters, palette, drawn)))

    def _mark(self) -> None:
        """Light what the tool points at, and what the verdict is about, or else is doubtful."""
        told = {*map(self.draft.grid.cell, self.teller.verdict.lit)} or self.draft.doubtful
        self.board.point_out(Step(lit=tuple({*self.tool.lit(self.board.cursor), *told})))

    def _redraw(self) -> None:
        self.teller.forget()
        state = self.puzzle.start(self.draft.sketch)
        if self._grid == self.draft.grid:
            self.board.show(state)
        else:
            self._grid = self.draft.grid
            self.board.take(state)
            self._arrange(self.app.size)
        self._show()
        self._judge()

    @work(exclusive=True, group="judge")
    async def _judge(self) -> None:
        await self.teller.tell(lambda: self._level().level)

    def on_screen_suspend(self) -> None:
        """Stop judging: the solver answers one question at a time, and others may ask now."""
        self.workers.cancel_group(self, "judge")

    def on_screen_resume(self) -> None:
        self._judge()

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
        self.app.ask(KeyScreen("Type the letter of the thing to draw with"), self._take_named)

    def _take_named(self, letter: str) -> None:
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
        if action == "assist":
            return self.puzzle.can("maker.assist")
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

    # What the solver says ------------------------------------------------------------------

    def _show_verdict(self) -> None:
        outcome = self.teller.verdict.result
        deeds = list[str]()
        if self.teller.verdict.solutions:
            deeds.append(button("v", "compare two", "screen.solutions"))
        if self.puzzle.can("maker.assist"):
            words = "repair" if outcome in (NO, SEVERAL) else "assist"
            deeds.append(button("A", words, "screen.assist"))
        told = filter(None, (self._painted(self.teller.words), *wrapped(deeds)))
        self._verdict.update("\n".join(told))
        self._verdict.set_classes(f"-{outcome}" if outcome else "")
        self._mark()

    def action_assist(self) -> None:
        """Let the board be changed into what is wished for."""
        screen = AssistScreen(self.draft, self._show_proposed)
        self.app.push_screen(screen, lambda _: self._redraw())

    def _show_proposed(self, shown: Level) -> None:
        """Show another board, of which the verdict says nothing."""
        self.teller.forget()
        self.board.show(self.puzzle.start(shown))

    def action_solutions(self) -> None:
        if self.teller.verdict.solutions:
            level = self._level().level
            self.app.push_screen(SolutionsScreen(self.puzzle, level, self.teller.verdict))
        else:
            self.say("There are no two solutions to look at.")

    def action_doubtful(self) -> None:
        if doubtful := self.draft.doubtful:
            cell = min([cell for cell in doubtful if cell > self.board.cursor] or doubtful)
            self.board.point_at(cell)
            self.say(f"Is [b]{self.draft.grid.name(cell)}[/b] right?")
        else:
            self.say("No cell is doubtful.")

    # Leaving with a level ------------------------------------------------------------------

    def _level(self) -> Entry:
        """Return the level as it is now; raises LevelError while it is none."""
        sketch = self.draft.sketch
        return Entry(read_pack(f"{slug(sketch.title)}.toml", level_toml(self.puzzle, sketch)), 0)

    def _entry(self) -> Entry | None:
        """The level as it is now, or a message why it is none yet."""
        try:
            return self._level()
        except LevelError as error:
            self.say(f"[$warning]Not yet: {escape(error.reason)}.[/]")
            return None

    def action_play(self) -> None:
        if (entry := self._entry()) is not None:
            self.app.open(entry, lessons=False)

    def action_keep(self) -> None:
        """Put the level into a pack of the player's own."""
        if (entry := self._entry()) is not None:
            self.app.ask(KeepScreen(self.puzzle, entry.level, self.teller), self._kept)

    def _kept(self, entry: Entry) -> None:
        title = entry.level.title
        if title != self.draft.sketch.title:
            self.draft.become(replace(self.draft.sketch, title=title))
            self.query_one("#title", Static).update(self._heading(title))
        self.say(escape(f"Kept in {entry.pack.title}: {title}."))

    def action_share(self) -> None:
        if (entry := self._entry()) is not None:
            self.app.push_screen(ShareScreen(entry), lambda said: self.say(escape(said or "")))
