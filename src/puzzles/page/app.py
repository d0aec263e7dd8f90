"""The app on a page, which is told what is shown, and gives and takes files."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from textual._xterm_parser import XTermParser
from textual.color import Color
from textual.constants import ESCAPE_DELAY
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.widget import Widget

from puzzles.characters.paint import legible
from puzzles.core.errors import LevelError, PuzzlesError, UsageError, sentence
from puzzles.core.palettes import inks
from puzzles.library.catalogue import Entry, linked
from puzzles.library.ids import DAILY
from puzzles.player.settings import settings_file
from puzzles.player.transfer import progress_text, read_progress
from puzzles.ui.board.choices import ChoiceBoard
from puzzles.ui.board.panel import BoardScreen
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.play.playing import GameScreen
from puzzles.ui.shell.app import PuzzlesApp

Swatch = tuple[str, ...]  # a button: label, key, colour, that of what is written on it, name
Send = Callable[..., object]  # tells the page: a kind of message, a text, a file's name
LONGEST = 20_000  # characters of a link; the IDs of the largest boards have fewer
LOOK = 0.2  # seconds between two looks at what is shown
LULL = 0.3  # seconds without a key in which there is time for other things
# What a terminal sends for keys that are called otherwise.
_SENT = {
    "escape": "\x1b",
    "enter": "\r",
    "tab": "\t",
    "space": " ",
    "comma": ",",
    "question_mark": "?",
    "slash": "/",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
}

MOUSE, FOCUS, PASTE, WRAP = (1000, 1003, 1006), 1004, 2004, 7
SCREEN, CURSOR = 1049, 25


def _modes(letter: str, *numbers: int) -> str:
    return "".join(f"\x1b[?{number}{letter}" for number in numbers)


# The last is a question: does the terminal draw whole frames?
BEGIN = _modes("h", SCREEN, *MOUSE, FOCUS, PASTE) + _modes("l", CURSOR, WRAP) + "\x1b[?2026$p"
END = _modes("l", *MOUSE, FOCUS, PASTE) + _modes("h", CURSOR, WRAP) + _modes("l", SCREEN)


class PageDriver(Driver):
    """Writes to xterm.js in the same browser, which is the terminal; the app feeds its answers."""

    def start_application_mode(self) -> None:
        self._parser: XTermParser | None = XTermParser(self._debug)
        self._escape = False  # the last that came may be the key, or begin another
        self.write(BEGIN)
        self.resize(*self._app.terminal)  # type: ignore[attr-defined]

    def disable_input(self) -> None:
        self._parser = None

    def stop_application_mode(self) -> None:
        self.write(END)

    def write(self, data: str) -> None:
        self._app.send("write", data)  # type: ignore[attr-defined]
        self._app.sound()  # type: ignore[attr-defined]

    def feed(self, data: str = "") -> None:
        """Take what the terminal sends: keys, the mouse, pasted text; or nothing for a while."""
        if self._parser is None:  # the app has ended
            return
        messages = [*(self._parser.feed(data) if data else self._parser.tick())]
        for message in messages:
            self.process_message(message)
        # The key, unless more comes soon. The clock of a browser may be behind its timers.
        self._escape = data.endswith("\x1b") if data else self._escape and not messages
        if self._escape:
            self._loop.call_later(ESCAPE_DELAY + 0.001, self.feed)

    def resize(self, width: int, height: int) -> None:
        """Take the size of the terminal, in characters."""
        size = Size(width, height)
        self.process_message(Resize(size, size))


class PageApp(PuzzlesApp):
    """Opened by a link, what follows the `#` of the page's address; `dark` if the browser is
    so, with buttons in place of keys on a `touch` screen."""

    def __init__(
        self, send: Send, link: str, address: str, dark: bool = True, touch: bool = False
    ) -> None:
        entry, notices = None, list[str]()
        try:
            entry = _linked(link)
        except PuzzlesError as error:
            notices.append(sentence(error))
        super().__init__(entry)
        self.send, self._told = send, dict[str, str]()
        self._heard: tuple[object, object] = (None, None)  # a screen, and its position
        self.terminal = (0, 0)  # its columns and rows
        self._fed = 0.0  # when something was last pressed
        self._today, self.touch = link == DAILY, touch
        self.set_class(touch, "-touch")
        self._notices += tuple(notices)
        if not (dark or _has_theme()):
            self.settings = replace(self.settings, theme="paper-light")
        self._kept = self.settings = replace(self.settings, page=self.settings.page or address)

    def get_driver_class(self) -> type[Driver]:
        return PageDriver

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A page is closed, not quitted."""
        return action != "quit" and super().check_action(action, parameters)

    def tell_of_fault(self, words: str, report: str) -> None:
        """Tell of it over the app, with a button that copies the report."""
        self.send("fault", words, report)

    def on_mount(self) -> None:
        """This comes before the app's own."""
        self.set_interval(LOOK, self._tell)
        if self._today:
            self.call_later(self.room, "today")

    def feed(self, data: str) -> None:
        """Take what the terminal sends."""
        self._fed = monotonic()
        if isinstance(self._driver, PageDriver):
            self._driver.feed(data)

    async def lull(self) -> None:
        while (left := self._fed + LULL - monotonic()) > 0:
            await asyncio.sleep(left)

    def resize(self, width: int, height: int) -> None:
        """Take the size of the terminal, also before the app runs."""
        self.terminal = width, height
        if isinstance(self._driver, PageDriver):
            self._driver.resize(width, height)

    def follow(self, link: str) -> None:
        """Open what a link names, over the home screen."""
        self.call_later(self._follow, link)

    def _follow(self, link: str) -> None:
        try:
            entry = _linked(link)
        except PuzzlesError as error:
            self._warn(sentence(error))
            return
        self.go_home()
        if entry is not None:
            self.open(entry, lessons=False)
        elif link == DAILY:
            self.room("today")

    def sound(self) -> None:
        """Say what is to be heard of a move, with the frame that shows it."""
        for screen in self.screen_stack[-1:]:
            if isinstance(screen, GameScreen):
                before, self._heard = self._heard, (screen, screen.game.state)
                if before[0] is screen and before[1] is not screen.game.state:
                    move = "fold" if screen.puzzle.aim.stepwise else "snap"
                    self.send("sound", "chord" if screen.game.status.won else move)

    def export(self) -> None:
        """Offer the player's progress as a file."""
        saves = self.saves
        text = progress_text(saves.wins(), saves.all_games(), saves.drawings())
        self.send("download", text, "puzzles.json")

    def take_over(self, text: str) -> None:
        """Add the progress in the text of such a file."""
        with TemporaryDirectory() as room:
            file = Path(room) / "puzzles.json"
            file.write_text(text, "utf-8", "replace")
            try:
                told = self.saves.take_over(read_progress(str(file)))
                if not self.memory.last and (games := self.saves.all_games()):
                    self.memory.last = games[-1].level  # to go on with
            except LevelError as error:
                told = f"this file is not used: {error.reason}"
        self.send("notice", sentence(told))
        if isinstance(self.screen, HomeScreen):
            self.screen.on_screen_resume()

    def _tell(self) -> None:
        """Say which board is shown, for the title of the document, and which keys can be used."""
        boards = [each.entry for each in self.screen_stack if isinstance(each, GameScreen)]
        title = f"{boards[-1].level.title} – {self.TITLE}" if boards else self.TITLE
        keys: dict[str, str] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            sent = _SENT.get(binding.key, binding.key)
            if active.enabled and binding.show and (len(sent) == 1 or sent != binding.key):
                keys.setdefault(binding.description, sent)
        drag = isinstance(self.screen, BoardScreen)
        colours = list[Swatch]()
        if isinstance(self.screen, GameScreen):
            colours = _colours(self.screen.board)
        elif isinstance(self.screen, EditScreen):
            colours = _tools(self.screen, self.settings.palette)
        shown = {"keys": [*keys.items()], "colours": colours, "drag": drag}
        told = {"title": title, "buttons": json.dumps(shown)}
        for kind, text in told.items() - self._told.items():
            self.send(kind, text)
        self._told = told


def _tools(screen: EditScreen, palette: str) -> list[Swatch]:
    """The things to draw with; a palette has their colours."""
    draft = screen.draft
    own = [thing.ink for thing in draft.brushes if thing.ink]
    dyes = dict(zip(own, map(Color.parse, inks(palette, own)), strict=True))
    keys = screen.letters | {thing.key: digit for digit, thing in draft.digits.items()}
    swatches = list[Swatch]()
    for thing in draft.brushes:
        key, dye = keys.get(thing.key, thing.key), dyes.get(thing.ink)
        look = (dye.css, f"rgb{legible(dye.rgb)}") if dye else ("", "")
        swatches.append((key if dye else thing.name, key, *look, thing.name))
    return swatches


def _colours(board: Widget) -> list[Swatch]:
    """The choices of a board."""
    if not isinstance(board, ChoiceBoard):
        return []
    inks = [(board.ink(number), ink.name) for number, ink in enumerate(board.choices)]
    looks = [(f"rgb{ink}", f"rgb{legible(ink)}", name) for ink, name in inks]
    return [(str(n), str(n), *look) for n, look in enumerate(looks, 1)]


def _linked(link: str) -> Entry | None:
    """The board that a link names; None for the puzzles of the day, or none. PuzzlesError."""
    if len(link) > LONGEST:
        raise UsageError("this link is too long to name a board")
    return linked(link) if link not in ("", DAILY) else None


def _has_theme() -> bool:
    with suppress(OSError, ValueError):
        return "theme" in settings_file().read_text("utf-8")
    return False
