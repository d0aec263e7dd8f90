"""The Kami board on screen, and the palette beside it."""

from collections.abc import Sequence
from math import ceil

import numpy as np
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.widget import Widget

from puzzles.core.puzzle import Puzzle
from puzzles.grids.graph import Ints
from puzzles.grids.grid import Grid
from puzzles.kami.rules.model import MAX_COLOURS, Colour, KamiLevel, Move, State
from puzzles.player.settings import Settings
from puzzles.ui.board.cellboard import CellBoard
from puzzles.ui.board.frame import Colours
from puzzles.ui.board.gridboard import act_key, stop_keys
from puzzles.ui.terminal.paint import RGB, legible, style
from puzzles.ui.terminal.tones import FULL

# Neighbouring cells differ slightly, like folded paper, so that the grid shows without lines.
LIGHT, DARK = 1.045, 0.955
COMING = 0.75, 0.3  # how much of the coming colour shows in lighter and in darker cells
FOLD = 0.45  # of the answer to a win: how long the paper of a cell is on its way
BACK = 0.45  # how much lighter the back of the paper is
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
        self._dark = (self.grid.shade != 0).astype(int)
        self._shown = state.colours  # the colour of each cell in the last frame
        self.palette = Palette(self)
        self.chosen = 0

    def grid_of(self, state: State) -> Grid:
        return state.board.grid

    @property
    def folds(self) -> tuple[float, float]:
        """Triangles are folded more sharply than other cells, unless they are small: then the paper
        is nearly flat. A bare graph has no folds."""
        sharp = 0.25 if self.small else 1.0
        spread = {"triangle": sharp, "network": 0.0}.get(self.grid.kind, 0.35)
        return 1 + (LIGHT - 1) * spread, 1 + (DARK - 1) * spread

    def colours(self, palette: str) -> Sequence[str]:
        return self.state.board.inks(palette)

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

    def paint(self) -> Colours:
        self._shown = self.state.colours
        if self.happening is not None:
            before, move, done = self.happening
            wave = self.grid.graph.distances(move.cell, before.colours.tolist())
            self._shown = np.where(wave > wave.max() * done, before.colours, self._shown)
        dyes = self.dyes
        paint = dyes.inks[self._shown] if self.shrunk else dyes.shades[self._dark, self._shown]
        if self.announced is not None:
            # The coming colour shows through every other cell of the region.
            cells = self.state.region(self.announced.cell)
            shares = COMING if self.depth == FULL else (1.0, 0.0)
            share = np.where(self._dark[cells] == 0, *shares)[:, None]
            paint[cells] += (dyes.inks[self.announced.colour] - paint[cells]) * share
        return paint if self.rejoicing is None else self._folded(paint, self.rejoicing)

    def _folded(self, paint: Colours, done: float) -> Colours:
        """Paper that folds away from the cursor outwards, the lighter cells first, and comes back
        with its other side, as `done` of 1 of that has gone by."""
        places = np.array([self.spot(each) for each in range(self.grid.n)])
        away = np.hypot(*((places - self.spot(self.cursor)) * (0.5, 1.0)).T)  # in lines
        begins = (away / (away.max() + 1) + 0.15 * self._dark) / 1.15 * (1 - FOLD)
        turned = np.clip((done - begins) / FOLD, 0, 1)[:, None]  # halfway it stands on its edge
        seen = np.abs(1 - 2 * turned)
        if self.depth != FULL:  # fewer have nothing between paper and ground
            return np.where(seen > 0.5, paint, self.mat)
        paint = np.where(turned > 0.5, paint + (255 - paint) * BACK * 2 * (1 - turned), paint)
        return np.asarray(self.mat + (paint - self.mat) * seen)

    def together(self, cell: int) -> Ints:
        return self.state.region(cell)

    def alike(self, a: int, b: int) -> bool:
        return bool(self.state.region_of[a] == self.state.region_of[b])

    def stops(self) -> Sequence[Sequence[int]]:
        """The regions, each from the cell nearest its middle."""
        places = np.array([self.grid.centre(cell) for cell in range(self.grid.n)])
        stops = []
        for first in self.state.region_cell.tolist():
            cells = self.state.region(first)
            away = np.abs(places[cells] - places[cells].mean(axis=0)).sum(axis=1)
            stops.append(cells[np.argsort(away, kind="stable")].tolist())
        return stops

    def merged(self) -> tuple[int, ...]:
        _, first, which = np.unique(self.state.colours, return_index=True, return_inverse=True)
        return tuple(first[which].tolist())

    def captions(self) -> dict[int, str]:
        palette = self.painted
        if self.grid.kind == "network":
            return {
                cell: self.grid.name(cell)
                + (f" {palette[self._shown[cell]].letter}" if self.letters else "")
                for cell in range(self.grid.n)
            }
        if self.step.labels or not self.letters:
            return super().captions()
        first = self.state.region_cell.tolist()
        return {cell: palette[self.state.colours[cell]].letter for cell in first}

    def line_colour(self, a: int, b: int) -> RGB:
        if self._shown[a] != self._shown[b]:
            return super().line_colour(a, b)
        return self.ink(self._shown[a])

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
