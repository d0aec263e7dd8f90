"""The boards that were drawn and not discarded: a list of them, and the way to a new one."""

import asyncio
from datetime import datetime

from rich.text import Text
from textual.widget import Widget

from puzzles.core.errors import PuzzlesError
from puzzles.core.words import many
from puzzles.library import registry
from puzzles.library.catalogue import Entry
from puzzles.library.levels import Pack
from puzzles.player.draft import SIZE, Draft, blank
from puzzles.player.records import PlayerRecords, StoredDrawing
from puzzles.player.saves import Saves
from puzzles.ui.board.sketch import Sketch
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.widgets.form import FormScreen, wrong
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

    def drawn(draft: Draft | None) -> None:
        if draft is not None:
            app.push_screen(EditScreen(draft))

    app.push_screen(KindScreen(app.saves), drawn)


def redraw(app: Host, entry: Entry) -> None:
    """Draw on from a copy of a level. Raises UsageError where that cannot be drawn."""
    puzzle = entry.pack.puzzle
    app.push_screen(EditScreen(Draft(puzzle, puzzle.maker.sketch(entry.level), app.saves)))


class KindScreen(FormScreen[Draft | None]):
    """Asks what board is to be drawn; its result is that board, with nothing on it."""

    AUTO_FOCUS = "#do"  # from the first key on: enter draws the first kind at once

    def __init__(self, saves: Saves) -> None:
        self._saves, puzzles = saves, registry.plugins()[0].values()
        makers = [puzzle for puzzle in puzzles if puzzle.can("maker.sketch")]
        kinds = [f"{puzzle.id} {kind}" for puzzle in makers for kind in puzzle.maker.GRIDS]
        fields = {"board": kinds, "size": "x".join(map(str, SIZE))}
        super().__init__("[b]Draw a new board[/b]", fields, "Draw")

    def action_do(self) -> None:
        words = f"{self.value('board')} {self.value('size')}"
        try:
            self.dismiss(Draft(*blank(words.split()), self._saves))
        except PuzzlesError as error:
            self.say(wrong(error))


class DrawingsScreen(ListScreen[StoredDrawing]):
    """Lists the drawings, the newest first, and shows the one pointed at."""

    NAME = "drawings"
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
