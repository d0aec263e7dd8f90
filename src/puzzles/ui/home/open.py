"""Opens what a player has: a level file, a picture of a board, or the text of a level."""

import os
import re
from collections.abc import Coroutine, Iterable
from typing import Any
from urllib.parse import unquote, urlsplit

from textual import events, work
from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import TextArea

from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.offers import FILES, offers
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import Reading
from puzzles.core.threads import in_thread
from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.pictures import SUFFIXES
from puzzles.running import blocking
from puzzles.running import work as tasks
from puzzles.running.child import Child
from puzzles.running.work import Failed
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.widgets.form import QuestionScreen
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.keys import Keyed
from puzzles.ui.widgets.rooms import Room

Found = Entry | tuple[AnyPuzzle, Reading]


class Answer(Keyed, TextArea):
    """Takes one line, which enter opens, or the lines of a level."""

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "enter" and "\n" not in self.text.strip():
            event.prevent_default()
            event.stop()
            await self.screen.run_action("open")
        else:
            await super()._on_key(event)

    async def _on_paste(self, event: events.Paste) -> None:
        """Text is taken by TextArea's own handler, which is called after this one."""
        if not event.text.strip():  # what terminals send of a clipboard without text
            event.prevent_default()
            await self.screen.run_action("picture")

    def action_break(self) -> None:
        self.insert("\n")


class OpenScreen(QuestionScreen[Found | None]):
    """Asks for a path or for text; its result is a level, or a reading to correct."""

    def compose(self) -> ComposeResult:
        path = "the path of a level or picture, " if offers(FILES) else ""
        self.QUESTION = f"[b]Open[/b]  {path}an ID, or the text of a level"
        yield from super().compose()
        yield KeyBar()

    def answers(self) -> Iterable[Widget]:
        yield Answer(id="answer", tab_behavior="focus")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "picture" or offers(FILES)

    def action_open(self) -> None:
        text = self.query_one(TextArea).text
        if text.strip():
            self._open(opened(text))

    def action_picture(self) -> None:
        self._open(_picture())

    @work(exclusive=True)
    async def _open(self, found: Coroutine[Any, Any, Found]) -> None:
        self.say("[dim]Reading …[/]")
        try:
            self.dismiss(await found)
        except PuzzlesError as error:
            self.say(f"[$warning]{escape(str(error))}[/]")


class OpeningRoom(Room):
    """A room in which what a player has is opened: it is asked for, or pasted."""

    def on_paste(self, event: events.Paste) -> None:
        """Several lines are the text of a level."""
        if "\n" in event.text.strip():
            self.find(event.text)

    @work(exclusive=True, group="find")
    async def find(self, text: str) -> None:
        """Open what this text is or leads to."""
        try:
            self.opened(await opened(text))
        except PuzzlesError as error:
            self.notify(str(error), severity="warning", markup=False)

    def action_open(self) -> None:
        self.app.push_screen(OpenScreen(), self.opened)

    def opened(self, found: Found | None) -> None:
        """Play a level, or let a reading be corrected."""
        if isinstance(found, Entry):
            if found.pack.left:
                self.notify(found.pack.left, markup=False)
            self.app.open(found)
        elif found is not None:
            self.app.push_screen(EditScreen.of(*found, self.app.saves))


async def opened(text: str) -> Found:
    """Return the level or the reading that a path, a name, an ID or the text of a level leads to.
    Raises PuzzlesError. Cancelling this leaves slow work behind."""
    if "\n" in text.strip() or text.lstrip().startswith(("{", "[")):
        return await in_thread(lambda: Entry(read_pack("pasted", text + "\n").whole(), 0))
    text = text.strip()
    if not offers(FILES):
        return await in_thread(lambda: find(text))
    path = _path(text)
    for file in (path, path.rpartition(":")[0]):  # FILE:3 is one of its levels
        # The terminal is standard input; a device may never come to an end.
        if file == "-" or (os.path.exists(file) and not os.path.isfile(file)):
            raise UsageError(f"{file} is not a file that can be opened here")
    if path.lower().endswith(SUFFIXES):
        return await _picture(path)
    return await in_thread(lambda: find(path if os.path.exists(path) else text))


def _path(text: str) -> str:
    """The path that a terminal pastes of a file dropped on it: quoted, with its blanks escaped, or
    as a URL."""
    path = text.strip("'\"")
    if path.startswith("file://"):
        path = unquote(urlsplit(path).path)
    path = os.path.expanduser(path)
    plain = re.sub(r"\\(.)", r"\1", path)
    return path if os.path.exists(path) or not os.path.exists(plain) else plain


async def _picture(path: str = "") -> Found:
    """Reads the picture, or that on the clipboard, in a process of its own, which ends if this is
    cancelled."""
    if not offers(FILES):
        raise UsageError("no pictures can be read from here")
    child = Child()
    try:
        found: Found = await child.result(tasks.read, {"file": path}, blocking.reads_plain())
        return found
    except Failed as failure:
        raise UsageError(f"{path}: {failure}" if path else str(failure)) from None
    finally:
        child.close()
