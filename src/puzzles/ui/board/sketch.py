"""Still pictures of boards, drawn once at any size without putting a board on the screen."""

from collections.abc import Sequence
from functools import partial

from rich.text import Text
from textual import getters
from textual.geometry import Size
from textual.strip import Strip
from textual.widgets import Static
from textual.worker import get_current_worker

from puzzles.characters import render
from puzzles.characters.ink import Look
from puzzles.characters.paint import RGB
from puzzles.core.errors import MoveError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.grids.scene import Scene
from puzzles.library.catalogue import Entry
from puzzles.player.settings import Settings
from puzzles.ui.terminal.styles import line
from puzzles.ui.terminal.terminal import terminal_depth, terminal_tier
from puzzles.ui.widgets.host import Host


def sketch(
    puzzle: AnyPuzzle, state: object, width: int, height: int, ground: RGB, settings: Settings
) -> list[Strip]:
    """A position within this many characters. Letters would hide what there is to see."""
    look = Look(terminal_tier(settings.glyphs), ground, terminal_depth(), thumbnail=True)
    drawn = picture(puzzle.scene(state, None, settings.palette), look, width, height)
    return [strip.crop(0, width) for strip in drawn[:height]]


def picture(scene: Scene, look: Look, width: int, height: int) -> list[Strip]:
    """The lines of a scene that is laid out for this many characters."""
    box = render.layout(scene, look, width, height)
    drawn = render.frame(scene, box, look)
    return [line(drawn, y) for y in range(box.size(scene.grid)[1])]


def as_left(entry: Entry, moves: Sequence[str], begun: bool = False) -> object:
    """The position of a level after the moves that won it, where that shows more than its start, or
    those with which it was `begun`; its start where these no longer do."""
    puzzle = entry.pack.puzzle
    start = puzzle.start(entry.level)
    if puzzle.aim.stepwise and not begun:
        return start
    try:
        state = puzzle.after(start, moves)
    except MoveError:
        return start
    return state if begun or puzzle.status(state).won else start


def picture_of(
    app: Host, entry: Entry, moves: Sequence[str], size: Size, ground: RGB, begun: bool = False
) -> list[Strip]:
    """The board of a level `as_left`; nothing where its plugin fails, which the app says once."""
    puzzle = entry.pack.puzzle
    try:
        return sketch(puzzle, as_left(entry, moves, begun), *size, ground, app.settings)
    except Exception as error:
        app.blame(puzzle, error)
        return []


def as_text(strip: Strip | None, width: int) -> Text:
    """A line of a picture as text, padded to a width."""
    line = Text.assemble(*((part.text, part.style or "") for part in strip or ()))
    line.pad_right(max(0, width - line.cell_len))
    return line


class Sketch(Static):
    """Shows a level, as large as there is room; solved, if it is."""

    DEFAULT_CSS = "Sketch { content-align: center middle; text-wrap: nowrap; }"
    app = getters.app(Host)

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._shown: tuple[Entry, Sequence[str], bool] | None = None

    def show(self, entry: Entry, moves: Sequence[str], begun: bool = False) -> None:
        """Draw this level `as_left`; large pictures take a while, so not on the event loop."""
        self._shown = entry, moves, begun
        if self.size:
            draw = partial(self._draw, *self._shown, self.background_colors[1].rgb)
            # Without a name, Textual would write out the whole level as one.
            self.run_worker(draw, thread=True, exclusive=True, description="sketch")

    def _draw(self, entry: Entry, moves: Sequence[str], begun: bool, ground: RGB) -> None:
        worker = get_current_worker()
        strips = picture_of(self.app, entry, moves, self.size, ground, begun)
        if not worker.is_cancelled:
            lines = [as_text(strip, strip.cell_length) for strip in strips]
            self.app.call_later(self.update, Text("\n").join(lines), layout=False)

    def on_resize(self) -> None:
        if self._shown is not None:
            self.show(*self._shown)
