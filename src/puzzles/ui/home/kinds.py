"""What is to be drawn or made, chosen by pictures: a kind of board and its size, or a puzzle."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from textual.geometry import Offset, Region, Size
from textual.widget import Widget
from textual.widgets import Button, Input

from puzzles.core.errors import PuzzlesError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.threads import in_thread
from puzzles.library.catalogue import Entry, cover, library
from puzzles.library.levels import Pack
from puzzles.library.registry import plugins
from puzzles.player.draft import SIZE, Draft, blank
from puzzles.ui.home.canvas import Board, Canvas, Spot
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.widgets.form import FormScreen, wrong
from puzzles.ui.widgets.host import Host, T

TILE = Size(15, 5)  # of a picture
SIZES = "5x5", "7x7", "10x10", "15x15"  # that are offered


class Kind(NamedTuple):
    """A puzzle, and a kind of grid that its boards may have, or "" for any."""

    puzzle: AnyPuzzle
    grid: str = ""

    def board(self, packs: Iterable[Pack]) -> Board:
        """A board of this kind: that of a pack, or else one without anything on it."""
        maker = self.puzzle.maker
        for pack in packs:
            entry, moves = cover(pack)
            if pack.puzzle is self.puzzle and (
                not self.grid or maker.grid(maker.sketch(entry.level)).kind == self.grid
            ):
                return Board(entry, moves)
        _, sketch = blank([self.puzzle.id, self.grid])
        return Board(Entry(Pack(self.puzzle, self.grid, "", "", "", (sketch,)), 0), ())


class Kinds(Canvas):
    """Shows kinds, as many side by side as there is room for; enter or a second click takes one."""

    HEADING = 0

    def __init__(self, kinds: Sequence[Kind]) -> None:
        super().__init__(id="kinds")
        self.kinds, self._boards = kinds, list[Board | None]([None] * len(kinds))

    @property
    def kind(self) -> Kind:
        """The one that is chosen."""
        return self.kinds[self.number]

    def place_all(self, size: Size) -> int:
        spots = [Spot(f"{kind.puzzle.id} {kind.grid}", "screen.do", True) for kind in self.kinds]
        self.rows, tall = [], TILE.height + 1 + bool(self.kinds[0].grid)
        across, first = max(1, size.width // (TILE.width + 1)), Region(0, 0, TILE.width, tall)
        placed = self.place_grid(spots, first, across, Offset(1, 1))
        for kind, board, (region, spot) in zip(self.kinds, self._boards, placed, strict=True):
            lines = [(kind.puzzle.title, ""), (kind.grid, "faint")][: tall - TILE.height]
            self.place_cover(region, lines, board, spot, TILE)
        return self.blocks[-1].region.bottom

    def on_mount(self) -> None:
        self.run_worker(self._draw_all())

    async def _draw_all(self) -> None:
        """Show a board of each kind, once packs have been read."""
        packs = (await in_thread(library)).packs
        self._boards = [kind.board(packs) for kind in self.kinds]
        self.lay()


class KindScreen(FormScreen[T | None]):
    """Asks for one of these kinds, and for a size where one is suggested; its result is what `take`
    makes of both, which may raise PuzzlesError."""

    AUTO_FOCUS = "#kinds"  # from the first key on: enter takes the first at once

    def __init__(
        self,
        title: str,
        kinds: Sequence[Kind],
        does: str,
        take: Callable[[Kind, str], T],
        size: str = "",
    ) -> None:
        super().__init__(f"[b]{title}[/b]", {"size": size} if size else {}, does)
        self.kinds, self._take, self._sizes = Kinds(kinds), take, SIZES if size else ()

    def above(self) -> Iterable[Widget]:
        yield self.kinds

    def beside(self) -> Iterable[Widget]:
        for size in self._sizes:
            yield Button(size.replace("x", "×"), compact=True, action=f"screen.size('{size}')")

    def action_size(self, size: str) -> None:
        self.query_one("#form-size", Input).value = size

    def action_do(self) -> None:
        try:
            size = self.value("size") if self._sizes else ""
            self.dismiss(self._take(self.kinds.kind, size))
        except PuzzlesError as error:
            self.say(wrong(error))


def ask(app: Host) -> None:
    """Ask what board is to be drawn, and draw it."""
    makers = [puzzle for puzzle in plugins()[0].values() if puzzle.can("maker.sketch")]
    kinds = [Kind(puzzle, grid) for puzzle in makers for grid in puzzle.maker.GRIDS]

    def take(kind: Kind, size: str) -> Draft:
        return Draft(*blank([kind.puzzle.id, kind.grid, size]), app.saves)

    asked = KindScreen("Draw a new board", kinds, "Draw", take, "x".join(map(str, SIZE)))
    app.ask(asked, lambda draft: app.push_screen(EditScreen(draft)))
