"""A board that was read off a picture: the picture, small, and what to do with the board."""

import numpy as np
import numpy.typing as npt
from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from puzzles.characters.frame import Frame
from puzzles.core.reading import Reading
from puzzles.ui.board.sketch import as_text
from puzzles.ui.terminal.styles import line
from puzzles.ui.widgets.form import QuestionScreen
from puzzles.ui.widgets.guards import escape

MARGIN = 8  # lines of the window that a photograph leaves to what is asked about it


class ReadCard(QuestionScreen[str | None]):
    """Asks what to do with a board that was read off a picture, which it shows, and how sure that
    is. Its result is an action of the editor, or None for a board to correct."""

    REASON = (
        "[@click=screen.dismiss('play')][b]enter[/b] play[/]   "
        "[@click=screen.dismiss('watch')][b]S[/b] solve[/]   "
        "[@click=screen.dismiss(None)][b]E[/b] correct[/]"
    )

    def __init__(self, reading: Reading, board: str) -> None:
        super().__init__()
        self.QUESTION, self._picture = f"[b]{escape(reading.words(board))}[/b]", reading.picture

    def compose(self) -> ComposeResult:
        if self._picture is not None:
            yield Static(photograph(self._picture, self.app.size.height - MARGIN), id="photograph")
        yield from super().compose()


def photograph(picture: npt.NDArray[np.uint8], most: int, wide: int = 32) -> Text:
    """Return a picture (height, width, 3) in so many lines and columns at most, two pixels in a
    character."""
    from PIL import Image

    height, width = picture.shape[:2]
    lines = max(1, min(most, height // 2, wide * height // (2 * width)))
    columns = max(1, round(2 * lines * width / height))
    shown = np.asarray(Image.fromarray(picture).resize((columns, 2 * lines), Image.Resampling.BOX))
    frame = Frame.of(np.full((lines, columns), "▀"), shown[::2], shown[1::2])
    return Text("\n").join(as_text(line(frame, y), columns) for y in range(lines))
