"""The Kami board on screen, and the palette beside it."""

from dataclasses import replace
from math import ceil

import numpy as np
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.widget import Widget

from puzzles.core.puzzle import Puzzle
from puzzles.grids.scene import Scene
from puzzles.kami.rules.model import MAX_COLOURS, Colour, KamiLevel, Move, State
from puzzles.player.settings import Settings
from puzzles.ui.board.cellboard import CellBoard
from puzzles.ui.board.gridboard import act_key, stop_keys
from puzzles.ui.terminal.paint import legible, style

FOLD = 0.45  # of the answer to a win: how long the paper of a cell is on its way
ROW = 37  # a palette wider than this is laid out in a row
SWATCH, LARGE = 5, 8  # columns of a patch in a row or a list, and of one of three lines
KEPT = 14  # lines of the panel that large patches leave to what is said
_SHIFTED = (
    "exclamation_mark at number_sign dollar_sign percent_sign circumflex_accent ampersand asterisk "
    "left_parenthesis"
)


class KamiBoard(CellBoard[State, Move]):
    SECONDS = 0.33  # that a fill takes to spread
    BINDINGS = [
        act_key("Recolour"),
        *stop_keys("region"),
        *(
            Binding(
                str(i + 1), f"choose({i})", f"Colour {i + 1}", show=False, id=f"kami.choose{i + 1}"
            )
            for i in range(MAX_COLOURS)
        ),
        *(
            Binding(
                key,
                f"choose_and_fill({i})",
                f"Recolour to {i + 1}",
                show=False,
                id=f"kami.fill{i + 1}",
            )
            for i, key in enumerate(_SHIFTED.split())
        ),
    ]

    def __init__(
        self, puzzle: Puzzle[KamiLevel, State, Move], state: State, live: bool = True
    ) -> None:
        super().__init__(puzzle, state, live)
        self.palette = Palette(self)
        self.chosen = 0

    @property
    def painted(self) -> tuple[Colour, ...]:
        """The colours as they are painted and called now."""
        return self.state.board.painted(self._palette)

    # What is shown -------------------------------------------------------------------------

    def show(self, state: State, move: Move | None = None) -> None:
        super().show(state, move)
        self.palette.refresh()

    def restyle(self, settings: Settings) -> None:
        super().restyle(settings)
        self.palette.refresh()

    def announce(self, move: Move | None) -> None:
        super().announce(move)
        if move is not None:
            self.chosen = move.colour  # what the palette points at is what a key paints
        self.palette.refresh()

    def scene(self) -> Scene:
        """The board with a fill that spreads, or paper that folds away from the cursor outwards,
        the lighter cells first, and comes back with its other side."""
        scene, grid = super().scene(), self.state.board.grid
        if self.happening is not None:
            before, move, done = self.happening
            wave = grid.graph.distances(move.cell, before.colours.tolist())
            still = wave > wave.max() * done
            scene = replace(scene, cells=np.where(still, before.colours, scene.cells))
        if self.rejoicing is not None:
            places = np.array([self.spot(each) for each in range(grid.n)])
            away = np.hypot(*((places - self.spot(self.cursor)) * (0.5, 1.0)).T)  # in lines
            later = away / (away.max() + 1) + 0.15 * (grid.shade != 0)
            begins = later / 1.15 * (1 - FOLD)
            scene = replace(scene, turned=np.clip((self.rejoicing - begins) / FOLD, 0, 1))
        return scene

    # What is played ------------------------------------------------------------------------

    def act(self, cell: int) -> None:
        self.post_message(self.Played(Move(cell, self.chosen)))

    def choose(self, colour: int) -> None:
        """Take the palette's colour with this index, if there is one."""
        if 0 <= colour < len(self.state.board.palette):
            self.chosen = colour
            self.palette.refresh()
            self.post_message(self.Pointed())

    action_choose = choose

    def words(self) -> str:
        colour = self.state.board.palette[self.chosen].name
        return f"{super().words()}; colour {self.chosen + 1}, {colour}"

    def action_choose_and_fill(self, colour: int) -> None:
        if colour < len(self.state.board.palette):
            self.choose(colour)
            self.action_act()

    def side(self) -> Widget:
        return self.palette


class Palette(Widget):
    """The colours by number, the chosen one pointed at: a list, of large patches if there is room,
    or a row below the board."""

    DEFAULT_CSS = "Palette { height: auto; }"

    def __init__(self, board: KamiBoard) -> None:
        super().__init__(id="palette")
        self.board = board

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Choose the lines by the room that is given: what would be rendered depends on that of an
        earlier layout."""
        if width > ROW:
            return 1
        count = len(self.board.state.board.palette)
        # The panel of a search has more to say.
        room = (container.height + 1 - KEPT) // count if self.board.live else 1
        return 4 * count - 1 if room > 3 else 3 * count if room == 3 else count

    @property
    def _in_a_row(self) -> bool:
        return self.size.width > ROW

    @property
    def _lines(self) -> int:
        """The number of lines that a colour of the list has."""
        return ceil(self.size.height / len(self.board.painted)) or 1

    @property
    def _pointed(self) -> int:
        """The colour to point at: the player's choice, or the one announced; −1 for none."""
        return self.board.chosen if self.board.live or self.board.announced is not None else -1

    def render(self) -> Text:
        palette = self.board.painted
        if not self._in_a_row:
            patch = self._patch if self._lines > 1 else self._line
            return Text("\n", no_wrap=True).join(map(patch, range(len(palette))))
        text = Text(no_wrap=True)
        for index in range(len(palette)):
            pointed = index == self._pointed
            text.append_text(self._swatch(index, "▸" if pointed else ""))
        if self._pointed >= 0:
            text.append(f"  {palette[self._pointed].name}")
        return text

    def _swatch(self, index: int, mark: str = "", width: int = SWATCH, blank: bool = False) -> Text:
        """A line of a patch with the colour's number, or letter and number."""
        colour, ink = self.board.painted[index], self.board.ink(index)
        label = f"{colour.letter}{index + 1}" if self.board.letters else str(index + 1)
        label = "" if blank else f"{mark}{label}"
        return Text.assemble((label.center(width), style(legible(ink), ink, bold=True)))

    def _line(self, index: int) -> Text:
        """A patch and a name, dimmed once the colour has gone from the board."""
        gone = not (self.board.state.colours == index).any()
        pointed = index == self._pointed
        look = "dim" if gone else "bold" if pointed and self._lines > 1 else ""
        line = self._swatch(index) if self._lines == 1 else Text()
        line.append(f" {self.board.painted[index].name}", look)
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


Board = KamiBoard  # as the host asks for it
