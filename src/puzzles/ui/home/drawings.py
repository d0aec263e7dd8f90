"""The boards that were drawn and not discarded: a list of them, and the way to a new one."""

import asyncio
from datetime import datetime

from rich.text import Text
from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from puzzles.core.errors import PuzzlesError
from puzzles.core.words import many
from puzzles.library import registry
from puzzles.library.catalogue import Entry
from puzzles.library.levels import Pack
from puzzles.player.draft import SIZE, Draft, blank
from puzzles.player.records import PlayerRecords, StoredDrawing
from puzzles.ui.board.sketch import Sketch
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.widgets.form import AskScreen
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import Host
from puzzles.ui.widgets.keys import keys
from puzzles.ui.widgets.lists import ListScreen


async def draw(app: Host) -> None:
    """Offer the drawings there are, or ask for a new board."""
    if drawings := await asyncio.to_thread(app.saves.drawings):
        app.push_screen(DrawingsScreen(drawings))
    else:
        ask(app)


def ask(app: Host) -> None:
    """Ask what board is to be drawn, and draw it."""
    app.push_screen(KindScreen(), lambda words: new(app, words) if words else None)


def new(app: Host, words: str) -> None:
    """Draw a new board, as somebody asks for it."""
    try:
        app.push_screen(EditScreen(Draft(*blank(words.split()), app.saves)))
    except PuzzlesError as error:
        app.notify(str(error), severity="warning", markup=False)


def redraw(app: Host, entry: Entry) -> None:
    """Draw on from a copy of a level. Raises UsageError where that cannot be drawn."""
    puzzle = entry.pack.puzzle
    app.push_screen(EditScreen(Draft(puzzle, puzzle.maker.sketch(entry.level), app.saves)))


class KindScreen(AskScreen):
    """Asks what board is to be drawn: it is written, or chosen from a list."""

    BINDINGS = keys("KindScreen")

    def __init__(self) -> None:
        self._kinds = [
            f"{puzzle.id} {kind}"
            for puzzle in registry.plugins()[0].values()
            if puzzle.can("maker.sketch")
            for kind in puzzle.maker.GRIDS
        ]
        size = "x".join(map(str, SIZE))
        super().__init__("Draw a new board: puzzle, grid and size", f"{self._kinds[0]} {size}")

    def compose(self) -> ComposeResult:
        question, answer, reason = super().compose()
        yield question
        yield answer
        yield OptionList(*self._kinds, id="kinds", compact=True)
        yield reason

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a board of this kind, in the size that is written."""
        size = self.query_one(Input).value.split()[-1:]
        self._take(" ".join([self._kinds[event.option_index], *size]))

    def action_take(self) -> None:
        self._take(self.query_one(Input).value.strip())

    def _take(self, text: str) -> None:
        """Take a board in words; stay, and say what is wrong with them, if there is none."""
        try:
            if text:
                blank(text.split())
        except PuzzlesError as error:
            self.query_one("#reason", Static).update(f"[$warning]{escape(str(error))}[/]")
        else:
            self.dismiss(text or None)


class DrawingsScreen(ListScreen[None, StoredDrawing]):
    """Lists the drawings, the newest first, and shows the one pointed at."""

    NAME = "drawings"
    HEADING = "[b]Your drawings[/b]"
    BINDINGS = keys("DrawingsScreen")

    def __init__(self, drawings: list[StoredDrawing]) -> None:
        super().__init__(drawings)
        self._discarded: list[tuple[int, StoredDrawing]] = []

    def beside(self) -> Widget:
        return Sketch(id="drawing")

    def line(self, drawing: StoredDrawing) -> Text:
        try:
            draft = Draft.taken_up(drawing)
            what = f"{draft.puzzle.title} {draft.grid.size}"
            title = draft.sketch.title
        except PuzzlesError:
            what, title = drawing.puzzle, "cannot be read"
        when = datetime.fromtimestamp(drawing.updated).strftime("%d %b %H:%M")
        strokes = many(len(drawing.strokes["strokes"]), "stroke")
        text = Text(f"{title[:22]:24}{what:16}", no_wrap=True)
        return text.append(f"{strokes:>12}  {when}", "dim")

    def look(self, drawing: StoredDrawing) -> None:
        try:
            draft = Draft.taken_up(drawing)
            pack = Pack(draft.puzzle, "drawings", "", "", "", (draft.sketch,))
            self.query_one(Sketch).show(Entry(pack, 0), ())
        except PuzzlesError as error:
            self.notify(str(error), severity="warning", markup=False)

    def action_take(self) -> None:
        """Draw on, as it was left."""
        try:
            if (drawing := self.row) is not None:
                self.give_way(EditScreen(Draft.taken_up(drawing, self.app.saves)))
        except PuzzlesError as error:
            self.notify(str(error), severity="warning", markup=False)

    def action_new(self) -> None:
        self.dismiss()
        ask(self.app)

    def action_discard(self) -> None:
        """Take a drawing away; that can be undone as long as the list is open."""
        if (at := self.options.highlighted) is not None:
            drawing = self.rows.pop(at)
            self._discarded.append((at, drawing))
            self.app.saves.discard(drawing)
            self.fill(at)

    def action_undo(self) -> None:
        if self._discarded:
            at, drawing = self._discarded.pop()
            self.app.saves.merge(PlayerRecords(drawings=[drawing]))
            self.rows.insert(at, drawing)
            self.fill(at)
