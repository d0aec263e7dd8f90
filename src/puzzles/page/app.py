"""The app on a page: a link opens a board, and the document's title names it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from textual.driver import Driver

from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.library.catalogue import Entry, linked
from puzzles.library.links import DAILY
from puzzles.page.driver import PageDriver
from puzzles.player.settings import settings_file
from puzzles.ui.play.playing import GameScreen
from puzzles.ui.shell.app import PuzzlesApp

Send = Callable[..., object]  # tells the page: a kind of message, a text, a file's name
LONGEST = 20_000  # characters of a link; the IDs of the largest boards have fewer
LOOK = 0.2  # seconds between two looks at which board is shown


class PageApp(PuzzlesApp):
    """Opened by a link: what follows the `#` of the page's address. `dark` is the browser's wish,
    where the player has none."""

    def __init__(self, send: Send, link: str = "", address: str = "", dark: bool = True) -> None:
        entry, notice = None, ""
        try:
            entry = _linked(link)
        except PuzzlesError as error:
            notice = str(error)
        super().__init__(entry)
        self.send, self._title = send, ""
        self._today = link == DAILY
        if notice:
            self._notices += (notice,)
        if not (dark or _has_theme()):
            self.settings = replace(self.settings, theme="paper-light")
        self._kept = self.settings = replace(self.settings, page=self.settings.page or address)

    def get_driver_class(self) -> type[Driver]:
        return PageDriver

    def on_mount(self) -> None:
        """This comes before the app's own."""
        self.set_interval(LOOK, self._entitle)
        if self._today:
            self.call_later(self.action_daily)

    def feed(self, data: str) -> None:
        """Take what the terminal sends."""
        if isinstance(self._driver, PageDriver):
            self._driver.feed(data)

    def resize(self, width: int, height: int) -> None:
        if isinstance(self._driver, PageDriver):
            self._driver.resize(width, height)

    def follow(self, link: str) -> None:
        """Open what a link names, over the home screen."""
        self.call_later(self._follow, link)

    def _follow(self, link: str) -> None:
        try:
            entry = _linked(link)
        except PuzzlesError as error:
            self._warn(str(error))
            return
        self.go_home()
        if entry is not None:
            self.open(entry, lessons=False)
        elif link == DAILY:
            self.action_daily()

    def _entitle(self) -> None:
        """Let the title of the document name the board."""
        boards = [each.entry for each in self.screen_stack if isinstance(each, GameScreen)]
        title = f"{boards[-1].level.title} – {self.TITLE}" if boards else self.TITLE
        if title != self._title:
            self._title = title
            self.send("title", title)


def _linked(link: str) -> Entry | None:
    """The board that a link names; None for the puzzles of the day, and for none. Raises
    PuzzlesError."""
    if len(link) > LONGEST:
        raise UsageError("this link is too long to name a board")
    return linked(link) if link not in ("", DAILY) else None


def _has_theme() -> bool:
    """Return whether the player has chosen a theme."""
    try:
        return "theme" in settings_file().read_text("utf-8")
    except (OSError, ValueError):
        return False
