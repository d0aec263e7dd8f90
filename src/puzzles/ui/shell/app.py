"""The app: it owns the solver process and the saved games, and opens screens; and the commands of
its palette besides the keys of a screen."""

import asyncio
import ctypes
import gc
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from rich.console import Console
from textual._styles_cache import StylesCache
from textual.app import SystemCommand
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.events import Event, InputEvent, Key, Paste, Resize
from textual.filter import LineFilter, Monochrome
from textual.geometry import Offset
from textual.message import Message
from textual.screen import Screen as TextualScreen
from textual.theme import Theme
from textual.types import AnimationLevel
from textual.widgets import Input, OptionList, TextArea
from textual.worker import WorkerFailed

from puzzles.characters.tones import FEW, FULL, MANY
from puzzles.core.errors import Crash, printable
from puzzles.core.level import Level
from puzzles.core.offers import FILES, offers
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import Reading
from puzzles.core.results import Lesson
from puzzles.core.threads import in_thread
from puzzles.library.catalogue import Entry
from puzzles.library.lessons import lesson_pack, tutorial
from puzzles.library.registry import plugins
from puzzles.player.memory import Memory
from puzzles.player.saves import Saves
from puzzles.player.settings import Settings, read_settings, settings_file, write_settings
from puzzles.player.standing import Standing
from puzzles.running.child import Child, Compiler
from puzzles.running.making import Ahead
from puzzles.ui.board.panel import BoardScreen
from puzzles.ui.home.daily import DailyScreen
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.home.kinds import ask
from puzzles.ui.home.make import MakeScreen, draw
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.play.playing import TutorialScreen
from puzzles.ui.shell.faults import BLANK, Contained
from puzzles.ui.shell.statistics import StatisticsScreen
from puzzles.ui.terminal.filters import Faint, Grey, Toned, readable_theme
from puzzles.ui.terminal.terminal import (
    TerminalNamed,
    hear,
    known_tier,
    terminal_depth,
    terminal_tier,
)
from puzzles.ui.widgets.guards import Commands, Palette
from puzzles.ui.widgets.host import AnyScreen, key_of
from puzzles.ui.widgets.keys import KEYMAPS
from puzzles.ui.widgets.rooms import Room

# What Textual calls the values of the setting.
ANIMATIONS: dict[str, AnimationLevel] = {"full": "full", "short": "basic", "none": "none"}

QUIT = "ctrl+q"
LEAST = 24, 6  # columns and rows
HEED = 0.5  # seconds after which what went wrong with saving is told
GLYPHS = "glyphs"  # the name under which it is remembered that they were spoken of
HASTE = 0.5  # seconds that what was typed before the key that quits may hold that up
SETTLED = 1.0  # seconds after the start that what is not compiled begins to be

# The look of the app: a warm desk under the boards, with one accent. Text has a contrast of
# 4.5 : 1 at least on each ground. These are the colours of desk, panel, text, quiet text, lines,
# accent, good and bad; of the dark theme and the light one, by the depth of colour.
LOOKS = {
    (True, FULL): "#1c1916 #26221d #efe6d5 #9b8f7f #4a4238 #e3a857 #93b874 #e0725c",
    (True, MANY): "#1c1c1c #262626 #eeeeee #9e9e9e #4e4e4e #d7af5f #87af5f #ff5f5f",
    (True, FEW): "#000000 #000000 #ffffff #e5e5e5 #7f7f7f #cdcd00 #00cd00 #ff0000",
    (False, FULL): "#e6dcc8 #dacdb6 #2b2620 #5d5448 #b3a58c #744a0b #3a5c22 #93301f",
    (False, MANY): "#e4e4e4 #eeeeee #262626 #5f5f5f #b2b2b2 #875f00 #005f00 #af0000",
    (False, FEW): "#e5e5e5 #ffffff #000000 #000000 #7f7f7f #0000ee #0000ee #cd0000",
}

MMAP_THRESHOLD, ARENA_MAX = -3, -8  # parameters of mallopt
LARGE = 128 * 1024  # bytes, as before any is freed
ARENAS = 2  # heaps, however many threads there are

Edited = tuple[AnyPuzzle, Level | Reading]  # a board, or one that was read off a picture

# It is remembered for a class: for each widget, the lines of those that have gone would be kept.
StylesCache.get_inner_outer = classmethod(StylesCache.get_inner_outer)  # type: ignore


class Sheet(Stylesheet):
    """Parses each part of it once for a theme. Textual parses all of them again as the app starts,
    and with each kind of screen that is new."""

    given: dict[str, str] | None = None  # the variables

    def set_variables(self, variables: dict[str, str]) -> None:
        if variables != self.given:
            self.given = variables
            super().set_variables(variables)

    def reparse(self) -> None:
        self.parse()  # remembers what it has parsed


class PuzzlesApp(Contained):
    """Opens the home screen, or one level on top of it."""

    TITLE = "puzzles"
    ALLOW_SELECT = False  # of text by mouse: it fails where a widget has just gone
    CSS_PATH = Path(__file__).with_name("app.tcss")  # also of an app that is built on this one
    MODES = {
        BLANK: TextualScreen,
        "play": HomeScreen,
        "today": DailyScreen,
        "make": MakeScreen,
        "you": StatisticsScreen,
    }
    COMMANDS = {Commands}
    DEFAULT_MODE = BLANK  # until the app has started

    def __init__(
        self, entry: Entry | None = None, edited: Edited | None = None, drawing: bool = False
    ) -> None:
        super().__init__()
        depth = terminal_depth()
        for dark in (True, False):
            self.register_theme(theme(dark, depth))
        self.error_console = Console(quiet=True)  # who runs the app is told of a crash
        self.compiler = Compiler(self._warn)
        self.solver = Child(self.compiler)
        self.ahead = Ahead(self.compiler, self.solver if Child.stand_in else None)
        self.saves = Saves()
        self._quits = [QUIT]
        self.settings, self._notices = read_settings()
        self._kept = self.settings  # as the file has them
        if self.settings.theme in self.available_themes:
            self.set_reactive(PuzzlesApp.theme, self.settings.theme)
        self.stylesheet = Sheet()
        self.stylesheet.set_variables(self.get_css_variables())
        self.memory = Memory()
        self.known = Standing()
        self._entry, self._edited, self._drawing = entry, edited, drawing
        self._faint, self._grey = Faint(), Grey()
        self._toned = () if depth == FULL else (Toned(depth),)

    def get_driver_class(self) -> type[Driver]:
        driver = super().get_driver_class()
        if sys.platform != "win32" and driver.__name__ == "LinuxDriver":
            from puzzles.ui.terminal.driver import QuickDriver

            return QuickDriver
        return driver

    @property
    def cursor_position(self) -> Offset:
        """The place of the terminal's own cursor, whose row a screen reader reads: of what is
        selected, such as a cell, a level, a line of a list, or where the next letter goes; else
        that of what has the focus. Screens and widgets in which something is selected have its
        place as `selected_at`."""
        widget = self.screen.focused
        for each in (self.screen, widget):
            if isinstance(place := getattr(each, "selected_at", None), Offset):
                return place
        if isinstance(widget, Input | TextArea):
            return widget.cursor_screen_offset
        if isinstance(widget, OptionList):
            above = widget.options[: widget.highlighted or 0]
            line = sum(str(option.prompt).count("\n") + 1 for option in above)
            return widget.content_region.offset + Offset(0, line) - widget.scroll_offset
        return Offset() if widget is None else widget.region.offset

    @cursor_position.setter
    def cursor_position(self, place: Offset) -> None:
        """Ignore it: Textual's fields set it, and are asked instead."""

    def get_css_variables(self) -> dict[str, str]:
        return readable_theme(super().get_css_variables())

    async def _post_message(self, message: Message) -> bool:
        """Take in what the driver has read; the key that quits need not wait for its turn."""
        quits = isinstance(message, Key) and message.key in self._quits
        if quits and self.check_action("quit", ()):
            asyncio.get_running_loop().call_later(HASTE, self.exit)
        return await super()._post_message(message)

    async def on_event(self, event: Event) -> None:
        """Show a window smaller than LEAST as a part of one of that size: Textual's widgets fail
        where they have next to no room."""
        if self._exit and isinstance(event, InputEvent):
            return
        if isinstance(event, Paste):  # what a stranger wrote may hold codes for the terminal
            text = "\n".join(event.text.splitlines())  # terminals end lines as the enter key does
            text = "".join(c for c in text if c.isprintable() or c in "\n\t")
            event = event if text == event.text else Paste(text)
        if isinstance(event, Resize):
            room = max(event.size.width, LEAST[0]), max(event.size.height, LEAST[1])
            event = Resize.from_dimensions(room, event.pixel_size)
        await super().on_event(event)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own, with other greys, between one for dim text and one for terminals with few
        colours."""
        own = [
            self._grey if isinstance(each, Monochrome) else each
            for each in super().get_line_filters()
        ]
        return [self._faint, *own, *self._toned]

    def on_mount(self) -> None:
        for notice in self._notices:
            self._warn(notice)
        self._restyle()
        self.set_interval(HEED, self._tell_of_saves)
        self.switch_mode("play")
        if self._entry is not None:  # asked for by name: no lesson first
            self.push_screen(PlayScreen(self._entry, self))
        if self._edited is not None:
            self.push_screen(EditScreen.of(*self._edited, self.saves))
        if self._drawing:
            self.run_worker(draw(self))
        self.call_after_refresh(_collect)
        self.set_timer(SETTLED, self._compile)

    def on_terminal_named(self, message: TerminalNamed) -> None:
        """Draw as the terminal, which has said what it is, is known to draw well."""
        before = terminal_tier(self.settings.glyphs)
        hear(message.name)
        if terminal_tier(self.settings.glyphs) != before:
            self.settings = replace(self.settings)  # so that who has drawn with them draws again
            self._restyle()
            if isinstance(self.screen, HomeScreen):
                self.screen.on_screen_resume()

    def offer_glyphs(self) -> str:
        chosen = self.settings.glyphs != "auto" or os.environ.get("PUZZLES_GLYPHS")
        if chosen or known_tier() or self.memory.seen(GLYPHS):
            return ""
        self.run_worker(partial(self.memory.mark_seen, GLYPHS), thread=True)
        key = key_of(self.screen, "app.settings")
        return f"[dim]Are the dots round here? The settings ({key}) have other glyphs.[/]"

    def _compile(self) -> None:
        """Have compiled what is not, while the player looks around."""
        for puzzle in plugins()[0]:
            self.compiler.begin(puzzle)

    def _tell_of_saves(self) -> None:
        """Say what went wrong with the saved games, wherever the player is."""
        for notice in self.saves.notices():
            self._warn(notice)

    def _warn(self, notice: str) -> None:
        self.notify(notice, severity="warning", timeout=12, markup=False)

    def open(self, entry: Entry, lessons: bool = True, travelling: bool = False) -> None:
        self.push_screen(PlayScreen(entry, self, travelling))
        if lessons:
            self.prepare(entry, first=True)

    def prepare(self, entry: Entry, first: bool = False) -> None:
        """Teach what the player has not seen yet and the level needs."""
        due = self.memory.due(entry.pack.puzzle, entry.level, first)
        if lessons := [*chain.from_iterable(due.values())]:
            self.teach(entry.pack.puzzle, lessons)
            self.run_worker(partial(self.memory.mark_seen, *due), thread=True)

    def go_home(self) -> None:
        """Go to the first room, and leave whatever lies over its first screen."""
        self.switch_mode("play")
        while len(self.screen_stack) > 1:
            self.pop_screen()

    async def recall(self) -> None:
        known = await in_thread(partial(Standing.read, self.saves, self.memory))
        if known != self.known:
            self.known = known
            for screen in self.screens_open:
                if isinstance(screen, Room) and screen is not self.screen:
                    screen.call_later(screen.recalled)

    def room(self, name: str) -> None:
        if name == self.current_mode and isinstance(self.screen, Room):
            self.screen.again()
        self.switch_mode(name)

    action_room = room

    async def action_home(self, does: str) -> None:
        """Do something in the first room."""
        self.go_home()
        await self.run_action(f"screen.{does}")

    def teach(self, puzzle: AnyPuzzle, lessons: Sequence[Lesson] | None = None) -> None:
        if (pack := lesson_pack(puzzle, lessons)) is not None:
            shown = tutorial(puzzle) if lessons is None else tuple(lessons)
            self.push_screen(TutorialScreen(pack, shown))
        if lessons is None:
            self.run_worker(partial(self.memory.mark_seen, puzzle.id), thread=True)

    async def change(self, settings: Settings) -> None:
        self.settings = settings
        self._restyle()
        try:
            await asyncio.to_thread(write_settings, settings, self._kept)
            self._kept = settings
        except OSError as error:
            self.notify(f"Settings could not be kept: {error}", severity="warning", markup=False)

    def _restyle(self) -> None:
        settings = self.settings
        if settings.theme in self.available_themes:
            self.theme = settings.theme
        else:
            self.theme = Settings().theme
            self.notify(f"There is no theme {settings.theme!r}.", severity="warning", markup=False)
        if not os.environ.get("TEXTUAL_ANIMATIONS"):
            self.animation_level = ANIMATIONS[settings.animations]
        own, reasons = dict[str, str](), list[str]()
        if settings.bindings:
            from puzzles.ui.shell.settings import usable  # the first frame does without

            own, reasons = usable(settings.bindings)
        for reason in reasons:
            notice = f"{settings_file()}: [bindings] {reason}; its keys are the usual ones"
            if notice not in self._notices:
                self._notices += (notice,)
                self._warn(notice)
        chosen = {**KEYMAPS[settings.keys], **own}
        self.set_keymap(chosen)
        self._quits = [key.strip() for key in chosen.get("app.quit", QUIT).split(",")]
        for screen in self.screens_open:
            if isinstance(screen, BoardScreen):
                screen.board.restyle(settings)

    def get_system_commands(self, screen: AnyScreen) -> Iterable[SystemCommand]:
        """Yield the palette's commands: all that has a key can be found by name and clicked. What
        the screen does comes first."""
        enabled = [each for each in screen.active_bindings.values() if each.enabled]
        enabled.sort(key=lambda each: each.node is self)
        for name, active in {each.binding.id or "": each for each in enabled}.items():
            alike = name[-1:].isdigit()  # one of many, such as a colour
            if name and not alike and not name.startswith("board."):
                action = partial(self.run_action, active.binding.action, active.node)
                yield SystemCommand(active.binding.description, f"key {active.binding.key}", action)
        # What can be done anywhere; themes are only found by their names.
        yield SystemCommand("New board", "draw it: puzzle, grid, size", partial(ask, self))
        for puzzle in plugins()[0].values():
            if puzzle.can("lessons.LESSONS"):
                teach = partial(self.teach, puzzle)
                yield SystemCommand(f"Tutorial: {puzzle.title}", puzzle.blurb, teach)
        for look in self.available_themes:
            change = partial(self.change, replace(self.settings, theme=look))
            yield SystemCommand(f"Theme: {look}", "look like this", change, discover=False)
        for command in super().get_system_commands(screen):
            if command.title == "Screenshot" and offers(FILES):
                yield command

    def _open_once(self, screen: AnyScreen) -> None:
        """Open a screen, or leave what lies over an open one of its kind: they would pile up."""
        if not any(isinstance(each, type(screen)) for each in self.screen_stack):
            self.push_screen(screen)
        while not isinstance(self.screen, type(screen)):
            self.pop_screen()

    def action_command_palette(self) -> None:
        """Open the command palette, unless one is open, under other screens, too."""
        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette())

    def action_help(self) -> None:
        from puzzles.ui.shell.help import HelpScreen

        self._open_once(HelpScreen(self.screen))

    def action_redraw(self) -> None:
        """Send all of the screen again, whatever the terminal shows by now."""
        if (forget := getattr(self._driver, "forget", None)) is not None:
            forget()
        self.screen.refresh(layout=True)

    def action_settings(self) -> None:
        from puzzles.ui.shell.settings import SettingsScreen

        self._open_once(SettingsScreen())

    async def on_unmount(self) -> None:
        await asyncio.gather(self.compiler.end(), self.solver.end(), self.ahead.end())
        self.saves.close()


def theme(dark: bool, depth: str) -> Theme:
    """Return the dark or the light theme for a terminal of a depth of colour."""
    desk, panel, text, quiet, line, accent, good, bad = LOOKS[dark, depth].split()
    return Theme(
        name="paper-dark" if dark else "paper-light",
        dark=dark,
        background=desk,
        surface=panel,
        panel=panel,
        foreground=text,
        primary=accent,
        secondary=quiet,
        success=good,
        error=bad,
        variables={
            "block-cursor-foreground": desk,
            "border": line,
            "input-selection-background": f"{accent} 35%",
        },
    )


def give_back() -> None:
    """Have this process give freed memory back to the system, where its C library is glibc.

    A frame is made of large arrays that soon go. For each that is freed, glibc raises the size from
    which it asks the system for memory of its own (`mallopt(3)`, M_MMAP_THRESHOLD). So they come to
    lie among small things that stay, and the heap only grows: 290 MB after five minutes of random
    keys, where 180 are used. A fixed size keeps them apart.
    """
    if sys.platform != "linux":
        return
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL("libc.so.6").mallopt
        mallopt(MMAP_THRESHOLD, LARGE)
        mallopt(ARENA_MAX, ARENAS)


def _collect() -> None:
    """Begin to collect what is no longer used: of what was made before the first frame, all is."""
    gc.freeze()
    gc.enable()


def run(entry: Entry | None, edited: Edited | None = None, drawing: bool = False) -> None:
    """Open the app, at `entry` if given, at a board to correct, or at the player's drawings, until
    the player quits. Raises Crash."""
    give_back()
    app = PuzzlesApp(entry, edited, drawing)
    error: BaseException | None
    try:
        app.run()
        error = app._exception
    except Exception as escaped:
        error = escaped
    if error is not None:
        raise Crash from (error.error if isinstance(error, WorkerFailed) else error)
    if app.saves.trouble:
        print(f"puzzles: {printable(app.saves.trouble)}", file=sys.stderr)
