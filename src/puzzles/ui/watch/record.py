"""A watched solution as an asciicast: the board as the terminal draws it, recorded without one.

The format is asciicast v2 (docs.asciinema.org): a header, then `[seconds, "o", text]` a line.
"""

from __future__ import annotations

import asyncio
import json

from rich.console import Console
from textual.app import App, ComposeResult
from textual.geometry import Size

from puzzles.core.solving import Answer
from puzzles.library.catalogue import Entry
from puzzles.ui.board.gridboard import GridBoard, board_of
from puzzles.ui.terminal.tones import FULL
from puzzles.ui.watch.walk import ANNOUNCED, MADE

SIZE = 80, 24
TICK = 0.05  # seconds between two looks at the board
END = 2.5  # seconds that the last position stays


def cast(entry: Entry, found: Answer) -> str:
    """The asciicast of a solution (`found` has one) that is announced and made move by move."""
    recorder = _Recorder(entry, found)
    recorder.run(headless=True, size=SIZE)
    width, height = SIZE
    header = {"version": 2, "width": width, "height": height, "title": entry.level.title}
    events = ([round(at, 3), "o", text] for at, text in recorder.events)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (header, *events))


class _Recorder(App[None]):
    """Plays the solution on a board that no one sees, and notes what changes when."""

    def __init__(self, entry: Entry, found: Answer) -> None:
        super().__init__()
        self.entry, self.found = entry, found
        self.puzzle = entry.pack.puzzle
        self.animation_level = "full"
        self.events: list[tuple[float, str]] = []
        self._at = 0.0
        self._shown: list[str] = []
        self._console = Console(width=SIZE[0], force_terminal=True, color_system="truecolor")

    def compose(self) -> ComposeResult:
        state = self.puzzle.start(self.entry.level)
        self.board: GridBoard[object, object] = board_of(self.puzzle)(self.puzzle, state, False)
        self.board.depth = FULL
        yield self.board

    def on_mount(self) -> None:
        room = Size(SIZE[0], SIZE[1] - 2)
        self.board.fit(*room)
        if not room.region.contains_region(self.board.virtual_size.region):
            self.board.thumbnail = True  # nobody could scroll
            self.board.fit(*room)
        self.run_worker(self._play())

    async def _play(self) -> None:
        await asyncio.sleep(TICK)
        state = self.puzzle.start(self.entry.level)
        moves = self.found.moves or ()
        self._caption = f"{self.entry.level.title}: {self.found.headline}"
        await self._record(MADE)
        for number, move in enumerate(moves, 1):
            self._caption = f"{number}/{len(moves)}  {self.puzzle.move_text(state, move)}"
            self.board.announce(move)
            await self._record(ANNOUNCED)
            state = self.puzzle.apply(state, move)
            self.board.show(state, move)
            await self._record(MADE)
        self._caption = self.found.headline
        self.board.celebrate()
        await self._record(END)
        self.exit()

    async def _record(self, seconds: float) -> None:
        """Look at the board for so many seconds; while nothing moves, they pass at once."""
        end = self._at + seconds
        self._look()
        while self.board.moving and self._at < end:
            await asyncio.sleep(TICK)
            self._at += TICK
            self._look()
        self._at = end

    def _look(self) -> None:
        """Note the lines that differ from the last look."""
        lines = [
            self.board.render_line(y).render(self._console) for y in range(self.board.size.height)
        ]
        lines += ["", self._caption[: SIZE[0]]]
        changed = "".join(
            f"\x1b[{y + 1};1H{line}\x1b[0m\x1b[K"
            for y, line in enumerate(lines)
            if self._shown[y : y + 1] != [line]
        )
        if changed:
            clear = "" if self._shown else "\x1b[?25l\x1b[2J"
            self.events.append((self._at, clear + changed))
        self._shown = lines
