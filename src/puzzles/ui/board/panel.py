"""The layout that playing and watching share: a board, and a side panel beside or below it."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.content import Content
from textual.geometry import Offset, Size
from textual.notifications import SeverityLevel
from textual.widgets import Static

from puzzles.characters.rulers import least
from puzzles.core.errors import PuzzlesError
from puzzles.core.offers import FILES, offers
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Progress
from puzzles.library import locations
from puzzles.library.catalogue import Entry
from puzzles.library.files import beside_others
from puzzles.player.statistics import parse_day
from puzzles.ui.board.cellboard import board_of
from puzzles.ui.board.gridboard import GridBoard
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import Screen
from puzzles.ui.widgets.keybar import KeyBar

SMALLEST = (40, 16)
BESIDE = 64  # columns from which a window that is wide has the panel beside the board
SIDE_WIDTH = 23  # columns that the panel takes
ROOMY, FRAMED = 38, 32  # columns it takes where the board leaves them, and from which it has frames
MARGIN = Size(2, 1)  # columns and lines that a board is away from all else
SHARE = 0.85  # of a board without margins that is left of one with them, at least
WORDS = 3  # lines for what is read aloud
HEADING = 32  # columns of a heading that facts leave to it
SIDE_LEAST = 16  # lines the panel needs beside a low board
CELL = re.compile(r"\b[a-z]{1,2}[1-9]\d?\b")  # the name of a cell in a sentence


def entry_heading(entry: Entry) -> str:
    """The title line of a level in its pack (Rich markup)."""
    pack, title = entry.pack, entry.level.title
    where = f"{pack.puzzle.title} · {pack.title}"
    if len(pack.levels) > 1:
        where += f" {entry.index + 1}/{len(pack.levels)}"
    if (day := parse_day(title)) is not None:
        title = f"{day:%A}, {day.day} {day:%B}"
    by = f" · by {entry.level.about.author}" if entry.level.about.author else ""
    return f"[b]{escape(title)}[/b]  [dim]{escape(where + by)}[/dim]"


def facts_line(heading: str, facts: Sequence[str], width: int) -> Content:
    """A heading, and facts at the right end of the line (Rich markup); where there is no room for
    all, the first ones go, and then the end of the heading."""
    title, gone = Content.from_markup(heading), 0
    least = min(title.cell_length, HEADING)
    while True:
        told = Content.from_markup("  ".join(facts[gone:]))
        room = width - told.cell_length - 2
        if room >= least or gone == len(facts):
            return title.truncate(max(room, 1), ellipsis=True, pad=True).append("  ").append(told)
        gone += 1


def slow_until(progress: Progress) -> str:
    """Return how far the compiler is, if the solver does without; else "" (Rich markup)."""
    if progress.compiled is None:
        return ""
    done, number = progress.compiled
    return f"[dim]The solver is being prepared ({done} of {number}), and slow until then.[/]"


class BoardScreen(Screen[None]):
    """A title line, a board, the panel with what is known, and the keys."""

    SIDE_LEAST = SIDE_LEAST
    BELOW = 6  # lines that the panel takes below a board
    BARE = False  # the player may have nothing but the board on the screen (`Host.zen`)
    LINES = 2  # lines of the window beside board and panel: the title and the keys
    BINDINGS = [Binding("r", "rulers", "Rulers", show=False, id="board.rulers")]

    def __init__(self, puzzle: AnyPuzzle, heading: str, state: object, live: bool) -> None:
        super().__init__()
        self.puzzle, self.heading = puzzle, heading
        self.board: GridBoard[object, object] = board_of(puzzle)(puzzle, state, live)
        # Kept, not looked up: an app that ends at once never mounts them.
        self.status, self._message = Static(id="status"), Static(id="message")
        self._message.display = False  # nothing is said yet
        self._title = Static(heading, id="title")
        self._words = Static(id="words", markup=False)
        self._spoken = False  # room was made for it
        self._body = Container(id="body")
        self._side, self._too_small = Vertical(id="side"), Static(id="too-small")

    @property
    def help_text(self) -> str:
        return f"## {self.puzzle.title}\n\n{self.puzzle.instructions}"

    def compose(self) -> ComposeResult:
        self._arrange(self.app.size)  # at once, lest the first frame be another
        yield self._title
        yield from self.above()
        with self._body:
            yield self.board
            with self._side:
                yield self.status
                if (side := self.board.side()) is not None:
                    side.add_class("of-puzzle")
                    yield side
                yield self._message
        yield from self.below()
        yield self._words
        yield KeyBar()
        yield self._too_small

    def above(self) -> ComposeResult:
        """Yield the widgets between the title and the board."""
        return iter(())

    def below(self) -> ComposeResult:
        """Yield the widgets between the board and the keys."""
        return iter(())

    def say(self, text: str, aloud: bool = True, title: str = "") -> None:
        """Show a message in the side panel (Rich markup), where there is room in a frame that has
        this title, and say it `aloud`."""
        self._message.update(self._painted(text))
        self._message.border_title = title
        self._message.display = bool(text)
        self._rule(text)
        if text:
            # The last lines, where the panel is too low for all of them.
            show = partial(self._side.scroll_to_widget, animate=False, force=True)
            self.call_after_refresh(show, self._message)
        if aloud and text:
            self.speak(Content.from_markup(text).plain)

    @property
    def spoken(self) -> bool:
        """True if the player listens."""
        return bool(self.app.settings.spoken) and self.puzzle.speaks

    def speak(self, text: str) -> None:
        """Put what there is to hear where it is read aloud, if the player listens."""
        if self.spoken and text.strip():
            *lines, last = [" ".join(line.split()) for line in text.split("\n") if line.strip()]
            ended = [line if line[-1] in ".:;!?…" else f"{line}." for line in lines]
            said = " ".join([*ended, last])
            self._words.update(self._painted(f"{said[:1].upper()}{said[1:]}"))

    def on_grid_board_pointed(self) -> None:
        if self.spoken:
            self.speak(self.board.words())

    @property
    def selected_at(self) -> Offset:
        """The place of what is said to who listens; else of the cell that keys act on, or of what
        the panel says of a board on which they act on none."""
        if self.spoken and self._words.region:
            return self._words.region.offset
        return self.board.selected_at if self.board.live else self._message.region.offset

    def tell(self, text: str) -> None:
        """Show how things stand in the side panel (Rich markup)."""
        self.status.update(self._painted(text))
        self._rule(text)

    def _rule(self, text: str) -> None:
        """Show the names of rows and columns once a text names a cell, where room is kept."""
        if not self.board.rulers and self.board.reserved and CELL.search(text):
            self.board.rulers = True
            self.board.redraw()

    def on_grid_board_said(self, message: GridBoard.Said) -> None:
        self.say(escape(message.text))

    def _painted(self, text: str) -> str:
        """Words about the board, its colours called what they are painted as."""
        return self.puzzle.with_palette_names(self.board.state, text, self.app.settings.palette)

    def move_words(self, state: object, move: object) -> str:
        """A move in words for who sees the board, or hears of it (Rich markup)."""
        if self.spoken:
            return escape(self.puzzle.speak_move(state, move))
        return escape(self.puzzle.describe_move(state, move, self.board.turned))

    def action_rulers(self) -> None:
        """Show the names of rows and columns beside the board, or hide them."""
        self.board.rulers = not self.board.rulers
        self._arrange(self.app.size)
        if self.board.rulers and not self.board.reserved:
            room = "There is no room for rulers beside this board."
            names = "This board has no rows and columns for rulers to name."
            self.say(room if least(self.board.grid, self.board.turned) else names)

    def action_turn(self) -> None:
        if not self.board.turn():
            self.say("This board cannot be turned.")

    def action_letters(self) -> None:
        self.board.letters = not self.board.letters
        self.board.redraw()
        self.query(".of-puzzle").refresh()  # which has letters too

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Say it in the panel: a toast would lie on the board, or on what is counted."""
        words = message if markup else escape(message)
        self.say(words if severity == "information" else f"[$warning]{words}[/]", title=title)

    def save_picture(self, name: str, make: Callable[[], bytes], said: str = "") -> None:
        """Write what `make` returns to a file called so in the folder of pictures, beside those
        that are there already, in a thread, and say where it is, below what was `said`."""

        def tell(words: str, severity: SeverityLevel = "information") -> None:
            words = f"{said}\n{words}".strip()
            self.app.call_later(self.notify, words, severity=severity, markup=False)

        def save() -> None:
            try:
                tell(f"Saved {beside_others(locations.pictures() / name, make(), tell)}")
            except PuzzlesError as error:
                tell(str(error), "warning")

        if offers(FILES):
            self.run_worker(save, thread=True, group="picture", description="picture")

    def on_screen_resume(self) -> None:
        if self._spoken != self.spoken:  # a setting was changed
            self._arrange(self.app.size)

    def on_mount(self) -> None:
        # A board that is turned or drawn in other glyphs takes another size by itself.
        self.watch(self.board, "virtual_size", lambda: self._arrange(self.app.size), init=False)

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size)
        if self.focused is None and not self.has_class("-too-small"):
            self.call_after_refresh(self.board.focus)  # it is lost when the board is hidden

    def _arrange(self, size: Size) -> None:
        """Lay board and panel out for a window of this size, so that the board is large."""
        width, height = size
        small = width < SMALLEST[0] or height < SMALLEST[1]
        self.set_class(small, "-too-small")
        if small:
            self._too_small.update(
                f"This window is {width}×{height}; "
                f"a board needs at least {SMALLEST[0]}×{SMALLEST[1]}."
            )
        zen = self.BARE and self.app.zen
        self.set_class(zen, "-zen")
        self._spoken = self.spoken
        self._words.display = self._spoken and not (zen or small)
        self.board.styles.margin = self._body.styles.padding = 0
        if zen:
            self.board.fit(width, height)
            return
        height -= WORDS * self._words.display
        height -= self.LINES
        rooms = {True: Size(width - SIDE_WIDTH, height), False: Size(width, height - self.BELOW)}
        beside = width >= BESIDE
        if 2 * size.height > width or not (beside and self._worth(rooms[True])[0]):
            beside = max((beside, not beside), key=lambda way: self._worth(rooms[way]))
        self.set_class(beside, "-wide")
        self.set_class(not beside, "-narrow")
        across, down = self.board.fit(*self._within(rooms[beside]))
        # The panel starts level with the board's upper edge.
        left = min(ROOMY, width - across - 2 * MARGIN.width)
        free = height - down
        above = max(min(free // 2, height - self.SIDE_LEAST), min(free // 2, MARGIN.height))
        self.set_class(beside and left >= FRAMED, "-roomy")
        self._body.styles.padding = (above if beside else 0, 0, 0, 0)
        aside = 0 if beside else (width - across) // 2
        self.board.styles.margin = (0, 0, 0, aside)
        self._side.styles.width = max(left, SIDE_WIDTH) if beside else "1fr"
        self._side.styles.height = height - above if beside else self.BELOW

    def _within(self, room: Size) -> Size:
        """Return the room within the margins of a board, where that costs it little."""
        inner = room - (2 * MARGIN.width, 2 * MARGIN.height)
        (fits, area), (_, whole) = self._worth(inner), self._worth(room)
        return inner if fits and area >= SHARE * whole else room

    def _worth(self, room: Size) -> tuple[bool, int]:
        """Return the key that places for the board are ranked by: it fits, and it is large."""
        width, height = self.board.size_in(*room)
        return width <= room.width and height <= room.height, width * height
