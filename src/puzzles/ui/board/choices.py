"""Boards on which a player takes an ink of the scene and puts it on cells, and the list of inks."""

from math import ceil
from typing import Any

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.widget import Widget

from puzzles.characters.paint import legible
from puzzles.core.modules import M, S
from puzzles.core.puzzle import PuzzleOf
from puzzles.grids.scene import Ink, Scene
from puzzles.player.settings import Settings
from puzzles.ui.board.cellboard import CellBoard
from puzzles.ui.terminal.styles import style

ROW = 37  # a list wider than this is laid out in a row
SWATCH, LARGE = 5, 8  # columns of a patch in a row or a list, and of one of three lines
KEPT = 14  # lines of the panel that large patches leave to what is said
_SHIFTED = (
    "exclamation_mark at number_sign dollar_sign percent_sign circumflex_accent ampersand asterisk "
    "left_parenthesis"
)


def choice_keys(puzzle: str, does: str) -> list[Binding]:
    """The keys that take a choice of a puzzle, and with shift also do what it `does`."""
    found = []
    for i, shifted in enumerate(_SHIFTED.split()):
        take, act = f"choose({i})", f"choose_and_act({i})"
        name = f"Colour {i + 1}"
        found.append(Binding(str(i + 1), take, name, show=False, id=f"{puzzle}.choose{i + 1}"))
        name = f"{does} to {i + 1}"
        found.append(Binding(shifted, act, name, show=False, id=f"{puzzle}.fill{i + 1}"))
    return found


class ChoiceBoard(CellBoard[S, M]):
    """Its rules say what it is to `tap` a cell with a choice. It binds `choice_keys`."""

    def __init__(self, puzzle: PuzzleOf[S, M], state: S, live: bool = True) -> None:
        super().__init__(puzzle, state, live)
        self._list = Choices(self)

    @property
    def still(self) -> Scene:
        """The scene without what moves."""
        shown: Scene = self.puzzle.scene(self.state, None, self._palette)
        return shown

    @property
    def choices(self) -> tuple[Ink, ...]:
        return self.still.inks

    def show(self, state: S, move: M | None = None) -> None:
        super().show(state, move)
        self._list.refresh()

    def take(self, state: S) -> None:
        super().take(state)
        self.chosen = 0
        self._list.refresh(layout=True)

    def restyle(self, settings: Settings) -> None:
        super().restyle(settings)
        self._list.refresh()

    def announce(self, move: M | None) -> None:
        super().announce(move)
        coming = self.scene().coming
        self.chosen = next(iter(coming.values()), self.chosen)  # what is pointed at is what is done
        self._list.refresh()

    def choose(self, choice: int) -> None:
        """Take a choice, if there is one of this number."""
        if 0 <= choice < len(self.choices):
            self.chosen = choice
            self._list.refresh()
            self.post_message(self.Pointed())

    action_choose = choose

    def action_choose_and_act(self, choice: int) -> None:
        if choice < len(self.choices):
            self.choose(choice)
            self.action_act()

    def words(self) -> str:
        name = self.puzzle.scene(self.state).inks[self.chosen].name
        return f"{super().words()}; colour {self.chosen + 1}, {name}"

    def side(self) -> Widget:
        return self._list


class Choices(Widget):
    """The choices by number, the one taken pointed at: a list, of large patches if there is room,
    or a row below the board."""

    DEFAULT_CSS = "Choices { height: auto; }"

    def __init__(self, board: "ChoiceBoard[Any, Any]") -> None:
        super().__init__(id="palette")
        self.board = board

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Choose the lines by the room that is given: what would be rendered depends on that of an
        earlier layout."""
        if width > ROW:
            return 1
        count = len(self.board.choices)
        # The panel of a search has more to say.
        room = (container.height + 1 - KEPT) // count if self.board.live else 1
        return 4 * count - 1 if room > 3 else 3 * count if room == 3 else count

    @property
    def _in_a_row(self) -> bool:
        return self.size.width > ROW

    @property
    def _lines(self) -> int:
        """The number of lines that a choice has in the list."""
        return ceil(self.size.height / len(self.board.choices)) or 1

    @property
    def _pointed(self) -> int:
        """The choice to point at: the player's choice, or the one announced; −1 for none."""
        return self.board.chosen if self.board.live or self.board.announced is not None else -1

    def render(self) -> Text:
        inks = self.board.choices
        if not self._in_a_row:
            patch = self._patch if self._lines > 1 else self._line
            return Text("\n", no_wrap=True).join(map(patch, range(len(inks))))
        text = Text(no_wrap=True)
        for index in range(len(inks)):
            pointed = index == self._pointed
            text.append_text(self._swatch(index, "▸" if pointed else ""))
        if self._pointed >= 0:
            text.append(f"  {inks[self._pointed].name}")
        return text

    def _swatch(self, index: int, mark: str = "", width: int = SWATCH, blank: bool = False) -> Text:
        """A line of a patch with the number, or letter and number."""
        colour, ink = self.board.choices[index], self.board.ink(index)
        label = f"{colour.letter}{index + 1}" if self.board.letters else str(index + 1)
        label = "" if blank else f"{mark}{label}"
        return Text.assemble((label.center(width), style(legible(ink), ink, bold=True)))

    def _line(self, index: int) -> Text:
        """A patch and a name, dimmed once it has gone from the board."""
        gone = index not in self.board.still.cells
        pointed = index == self._pointed
        look = "dim" if gone else "bold" if pointed and self._lines > 1 else ""
        line = self._swatch(index) if self._lines == 1 else Text()
        line.append(f" {self.board.choices[index].name}", look)
        return line.append(" ◀" if pointed else "", "bold")

    def _patch(self, index: int) -> Text:
        """A patch of three lines with a name, wider if it is pointed at; a blank line after it, if
        there is room."""
        pointed = index == self._pointed
        aside, width = ("", LARGE + 2) if pointed else (" ", LARGE)
        edge = Text(aside).append_text(self._swatch(index, width=width, blank=True))
        middle = Text(aside).append_text(self._swatch(index, width=width))
        middle.append(aside).append_text(self._line(index))
        lines = [edge, middle, edge, Text()][: self._lines]
        return Text("\n", no_wrap=True).join(lines)

    def on_click(self, event: events.Click) -> None:
        self.board.choose(event.x // SWATCH if self._in_a_row else event.y // self._lines)
