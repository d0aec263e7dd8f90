"""The puzzle of the day: a calendar for each puzzle, with what was solved, the streaks, and the
puzzle of the week."""

import asyncio
from calendar import Calendar, day_abbr
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from functools import partial

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.containers import ItemGrid, Vertical, VerticalScroll
from textual.geometry import Offset
from textual.widgets import Static

from puzzles.core.errors import PuzzlesError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.threads import in_thread
from puzzles.library.catalogue import Entry
from puzzles.library.registry import plugins
from puzzles.player.daily import calendar, daily, daily_streaks, name_of, week_of, week_won, weekly
from puzzles.player.records import Win, today
from puzzles.player.winning import share_day
from puzzles.ui.board.sketch import Sketch
from puzzles.ui.home.cards import MARKS
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.keys import keys
from puzzles.ui.widgets.rooms import Room, RoomBar

MINUTE = 60.0  # seconds
REST = 0.1  # seconds that a day is pointed at before its boards are drawn
HINT = "[dim]Everyone gets the same puzzle each day.[/]"


class DailyScreen(Room[None]):
    """Choose a day; its puzzle is found and played."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]
    BINDINGS = keys("DailyScreen")

    def __init__(self) -> None:
        super().__init__()
        self._today = self._day = today()
        self._puzzles = list(plugins()[0].values())
        self._at = 0
        self._boards = {puzzle.id: Sketch(id=f"board-{puzzle.id}") for puzzle in self._puzzles}

    def compose(self) -> ComposeResult:
        yield RoomBar()
        with VerticalScroll(id="daily", can_focus=False), ItemGrid(min_column_width=32):
            for puzzle in self._puzzles:
                with Vertical(classes="month"):
                    yield Static(id=f"month-{puzzle.id}")
                    yield self._boards[puzzle.id]
        yield Static(HINT, id="finding")
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(MINUTE, self._turn)

    def recalled(self) -> None:
        super().recalled()
        self._turn()
        self._show()

    def _turn(self) -> None:
        """Go with the day, if another one has begun; a player who points at today stays with it."""
        before, self._today = self._today, today()
        if before != self._today:
            self._day = self._today if self._day == before else min(self._day, self._today)
            self._show()

    def _show(self) -> None:
        for index, puzzle in enumerate(self._puzzles):
            text = self._month(puzzle, index == self._at)
            self.query_one(f"#month-{puzzle.id}", Static).update(text)
        self._draw()

    @work(exclusive=True, group="boards")
    async def _draw(self) -> None:
        """Show the boards of the day, solved where they are; off the event loop, which finding them
        would hold up."""
        await asyncio.sleep(REST)
        for puzzle in self._puzzles:
            with suppress(PuzzlesError):  # it is reported to who plays it
                entry = await in_thread(partial(daily, puzzle, self._day))
                self._boards[puzzle.id].show(entry, self.app.known.won.get(entry.name, ()))

    def _month(self, puzzle: AnyPuzzle, pointed: bool) -> Text:
        solved = calendar(self.app.known.wins, puzzle)
        now, most = daily_streaks(self.app.known.wins, puzzle, self._today)
        text = Text(no_wrap=True).append(f"{puzzle.title}  ", "bold" if pointed else "")
        text.append(f"{self._day:%B %Y}\n", "dim")
        text.append(" ".join(name[:2].rjust(3) for name in day_abbr) + "\n", "dim")
        for week in Calendar().monthdatescalendar(self._day.year, self._day.month):
            for day in week:
                text.append_text(self._cell(puzzle, day, solved.get(day.isoformat()), pointed))
            text.append("\n")
        text.append(f"\nStreak {now} (best {most}), {len(solved)} solved", "dim")
        if (won := week_won(self.app.known.wins, puzzle, self._day)) is not None:
            told = f"\n{week_of(self._day)} {_mark(puzzle, won)}"
            text.append(told, self.app.theme_variables["success"])
        return text

    @property
    def selected_at(self) -> Offset:
        """The place of the day pointed at, on the screen."""
        month = self.query_one(f"#month-{self._puzzles[self._at].id}").content_region.offset
        week = (self._day.replace(day=1).weekday() + self._day.day - 1) // 7
        return month + Offset(0, 2 + week)

    def _cell(self, puzzle: AnyPuzzle, day: date, win: Win | None, pointed: bool) -> Text:
        if day.month != self._day.month:
            return Text("    ")
        look = "dim" if day > self._today else "bold" if day == self._today else ""
        if pointed and day == self._day:
            look += " reverse"
        text = Text(f"{day.day:2}{_mark(puzzle, win)}", look)
        if win is not None:
            text.stylize(self.app.theme_variables["success"], 2)
        if day <= self._today:
            text.apply_meta({"@click": f"screen.choose('{puzzle.id}', '{day.isoformat()}')"})
        return text.append(" ", "")

    def action_day(self, step: int) -> None:
        """Point at another day; none after today."""
        self._turn()
        self._day = min(self._day + timedelta(days=step), self._today)
        self._show()

    def action_puzzle(self) -> None:
        self._at = (self._at + 1) % len(self._puzzles)
        self._show()

    def action_choose(self, puzzle: str, day: str) -> None:
        self._at = next(i for i, known in enumerate(self._puzzles) if known.id == puzzle)
        self._day = date.fromisoformat(day)
        self._show()
        self.action_play()

    def on_click(self, event: events.Click) -> None:
        """A click on a board plays it."""
        if isinstance(event.widget, Sketch) and event.widget.id is not None:
            self.action_choose(event.widget.id.removeprefix("board-"), self._day.isoformat())

    def action_week(self) -> None:
        self._find(weekly)

    def action_play(self) -> None:
        self._say(f"[dim]Looking for the puzzle of {self._day} …[/]")
        self._find(daily)

    @work(exclusive=True)
    async def _find(self, find: Callable[[AnyPuzzle, date], Entry]) -> None:
        """Find a puzzle, off the event loop, and open it unless the player has left."""
        try:
            entry = await in_thread(partial(find, self._puzzles[self._at], self._day))
        except PuzzlesError as error:
            self._say(escape(str(error)))
            return
        self._say(HINT)
        if self.is_current:
            self.app.open(entry)

    def _say(self, words: str) -> None:
        self.query_one("#finding", Static).update(words)

    def action_share(self) -> None:
        """Copy how it went, without a word about the solution."""
        puzzle = self._puzzles[self._at]
        name = name_of(puzzle, self._day)
        if (win := calendar(self.app.known.wins, puzzle).get(self._day.isoformat())) is None:
            self.notify(f"{name} is not solved: there is nothing to copy.", markup=False)
            return
        streak = daily_streaks(self.app.known.wins, puzzle, self._today)[0]
        self.app.copy_to_clipboard(share_day(puzzle, self._day, win, streak))
        self.notify(f"Copied the result of {name}.", markup=False)


def _mark(puzzle: AnyPuzzle, win: Win | None) -> str:
    return " " if win is None else MARKS[puzzle.award(win.grade, win.helped).tone]
