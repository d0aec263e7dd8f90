"""The player's own packs: a list of their levels, to play and to change, in the order they have."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from rich.text import Text
from textual import work
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import OptionList, Static

from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.words import many
from puzzles.library import own
from puzzles.library.catalogue import Entry, entries
from puzzles.library.levels import Pack, slug
from puzzles.player.overview import Item
from puzzles.ui.board.sketch import Sketch
from puzzles.ui.home.cards import about, cut, describe
from puzzles.ui.home.drawings import draw, redraw
from puzzles.ui.maker.forms import ShareScreen
from puzzles.ui.widgets.form import AskScreen, wrong
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.keys import keys
from puzzles.ui.widgets.lists import ListScreen

Row = Pack | Entry  # a pack, before its levels, or one of these
NOTHING = "No level yet. E draws a board, and K keeps it here."


class MineScreen(ListScreen[Row]):
    """Lists the packs and their levels; keys change the line pointed at."""

    NAME = "mine"
    BINDINGS = keys("MineScreen")

    def __init__(self) -> None:
        super().__init__()
        self._deleted: list[Callable[[], Any]] = []  # what brings it back
        self._new: int | None = None  # the line that is pointed at since the last click

    def beside(self) -> Widget:
        panel = Vertical(Sketch(id="drawing"), Static(id="about"), id="own")
        panel.border_title = "Level"
        return panel

    def below(self) -> Iterable[Widget]:
        return [Static(id="said")]

    def on_screen_resume(self) -> None:
        self._fill()

    def _fill(self, name: str = "") -> None:
        """Show all there is, and point at the level or pack called so, or else at the same line."""
        at = self.options.highlighted or 0
        self.rows = []
        for pack in own.own_packs():
            self.rows += [pack, *entries(pack)]
        named = (place for place, row in enumerate(self.rows) if _name(row) == name)
        self.fill(next(named, at))
        if not self.rows:
            self._say(NOTHING)

    def line(self, row: Row) -> Text:
        if isinstance(row, Pack):
            head = Text(row.title, "bold", no_wrap=True)
            number = many(len(row.levels), "level")
            return head.append(f"  {row.puzzle.title} · {number}", "not bold dim")
        text = Text(f"{row.index + 1:4} {cut(row.level.title, 24):25}", no_wrap=True)
        return text.append(f"{about(Item.of(row), 18):19}{own.proof_words(row)}", "dim")

    def look(self, row: Row) -> None:
        self._new = self.options.highlighted
        entry = row if isinstance(row, Entry) else Entry(row, 0)
        self.query_one(Sketch).show(entry, ())
        words = describe(Item.of(entry)) if isinstance(row, Entry) else escape(row.blurb)
        self.query_one("#about", Static).update(words)

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(text)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """By a click: the first points, the second plays."""
        event.prevent_default()  # what other lists do
        if self._new != event.option_index:
            self.action_take()
        self._new = None

    def action_take(self) -> None:
        if (row := self.row) is not None:
            self.app.open(row if isinstance(row, Entry) else Entry(row, 0), lessons=False)

    async def action_edit(self) -> None:
        """Draw on from a copy of the level; without any, a first one."""
        if not isinstance(row := self.row, Entry):
            if not self.rows:
                await draw(self.app)
            self._say("Point at a level to change it." if self.rows else NOTHING)
            return
        try:
            redraw(self.app, row)
        except PuzzlesError as error:
            self._say(wrong(error))

    def action_rename(self) -> None:
        """Let a level, or a pack, be called otherwise."""
        if (row := self.row) is not None:
            title = row.level.title if isinstance(row, Entry) else row.title
            self.app.push_screen(AskScreen("Its name", title), partial(self._called, row))

    def _called(self, row: Row, title: str | None) -> None:
        if title is not None:
            self._try(partial(self._rename, row, title))

    def _rename(self, row: Row, title: str) -> str:
        """Change a title: the games of a level go with it."""
        if not slug(title):
            raise UsageError("it needs a name")
        if isinstance(row, Pack):
            return _name(own.retitle(row, title))
        found = own.change(row, replace(row.level, title=title))
        if found.name != row.name:
            self.app.saves.rename(row.name, found.name)
        return found.name

    def action_move(self, by: int) -> None:
        if isinstance(row := self.row, Entry):
            self._try(lambda: own.move(row, by).name)

    def action_delete(self) -> None:
        """Take a level or a pack away; that can be undone as long as the list is open."""
        if (row := self.row) is not None:
            gone = "" if isinstance(row, Entry) else f", with {many(len(row.levels), 'level')}"
            self._try(partial(self._delete, row), f"Deleted{gone}. u brings it back.")

    def _delete(self, row: Row) -> str:
        if isinstance(row, Entry):
            own.take(row)
            self._deleted.append(partial(own.put_back, row))
        else:
            self._deleted.append(partial(own.bring_back, row, own.set_aside(row)))
        return ""

    def action_undo(self) -> None:
        if self._deleted:
            self._try(self._undo)

    def _undo(self) -> str:
        name = _name(self._deleted[-1]())
        self._deleted.pop()
        return name

    def action_share(self) -> None:
        pack = row = self.row
        if isinstance(row, Entry):
            pack = replace(row.pack, levels=(row.level,), title=row.level.title, blurb="")
        if isinstance(pack, Pack):
            self.app.push_screen(ShareScreen(pack), lambda words: self._say(escape(words or "")))

    @work(exclusive=True)
    async def _try(self, deed: Callable[[], str], words: str = "") -> None:
        """Do this, off the event loop, and show what is there then; or say why it cannot be."""
        name = ""
        try:
            name = await asyncio.to_thread(deed)
        except PuzzlesError as error:
            words = wrong(error)
        self._fill(name)
        self._say(words)


def _name(row: Row) -> str:
    return row.name if isinstance(row, Entry) else f"{row.puzzle.id}/{row.name}"
