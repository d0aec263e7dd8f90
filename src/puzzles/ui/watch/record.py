"""A watched solution as an asciicast: the board as the terminal draws it, recorded without one.

The format is asciicast v2 (docs.asciinema.org): a header, then `[seconds, "o", text]` a line.
"""

import json

from rich.console import Console

from puzzles.core.solving import Answer
from puzzles.library.catalogue import Entry
from puzzles.player.settings import Settings
from puzzles.ui.board.gridboard import GridBoard, board_of
from puzzles.ui.terminal.tones import FULL
from puzzles.ui.watch.walk import ANNOUNCED, MADE

SIZE = 80, 24
GROUND = 18, 18, 18  # the colour around the board
TICK = 0.05  # seconds between two looks at the board
END = 2.5  # seconds that the last position stays


def cast(entry: Entry, found: Answer) -> str:
    """The asciicast of a solution (`found` has one) that is announced and made move by move."""
    puzzle, title, moves = entry.pack.puzzle, entry.level.title, found.moves or ()
    state = puzzle.start(entry.level)
    board: GridBoard[object, object] = board_of(puzzle)(puzzle, state, False)
    recorder = _Recorder(board)
    recorder.record(f"{title}: {found.headline}", MADE)
    for number, (move, after) in enumerate(puzzle.replay(state, moves), 1):
        caption = f"{number}/{len(moves)}  {puzzle.move_text(state, move)}"
        board.announce(move)
        recorder.record(caption, ANNOUNCED)
        board.show(after)
        board.happening = state, move, 0.0
        recorder.record(caption, MADE)
        state = after
    board.rejoicing = 0.0
    recorder.record(found.headline, END)
    width, height = SIZE
    header = {"version": 2, "width": width, "height": height, "title": title}
    events = ([round(at, 3), "o", text] for at, text in recorder.events)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (header, *events))


class _Recorder:
    """Notes what changes when on a board that no one sees."""

    def __init__(self, board: GridBoard[object, object]) -> None:
        board.restyle(Settings())
        board.depth = FULL
        room = SIZE[0], SIZE[1] - 2
        across, down = board.layout_for(*room)
        if across > room[0] or down > room[1]:
            board.thumbnail = True  # nobody could scroll
        self.board, self._room = board, room
        self.events: list[tuple[float, str]] = []
        self._at = 0.0
        self._shown: list[str] = []
        self._console = Console(width=SIZE[0], force_terminal=True, color_system="truecolor")

    def record(self, caption: str, seconds: float) -> None:
        """Look at the board for `seconds`; while nothing moves, they pass at once."""
        start, after = self._at, 0.0
        while self.board.tick(after) and after < seconds:
            self._look(caption)
            after += TICK
            self._at = start + after
        self.board.tick(float("inf"))
        self._look(caption)
        self._at = start + seconds

    def _look(self, caption: str) -> None:
        """Note the lines that differ from the last look."""
        strips = self.board.picture(*self._room, GROUND)
        lines = [*(strip.render(self._console) for strip in strips), "", caption[: SIZE[0]]]
        changed = "".join(
            f"\x1b[{y + 1};1H{line}\x1b[0m\x1b[K"
            for y, line in enumerate(lines)
            if self._shown[y : y + 1] != [line]
        )
        if changed:
            clear = "" if self._shown else "\x1b[?25l\x1b[2J"
            self.events.append((self._at, clear + changed))
        self._shown = lines
