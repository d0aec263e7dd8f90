"""What is to be drawn or made, chosen by pictures: a kind of board and its size, or a puzzle."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from textual import work
from textual.geometry import Region, Size
from textual.widget import Widget
from textual.widgets import Button, Input

from puzzles.core.errors import PuzzlesError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.threads import in_thread
from puzzles.library.catalogue import Entry, cover, reading
from puzzles.library.levels import Pack
from puzzles.library.registry import plugins
from puzzles.player.draft import SIZE, Draft, blank
from puzzles.player.saves import Saves
from puzzles.ui.home import faces
from puzzles.ui.home.canvas import Block, Board, Canvas, Spot
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.widgets.form import FormScreen, T, wrong
from puzzles.ui.widgets.host import Host
from puzzles.ui.widgets.keys import keys

TILE = Size(15, 5)  # of a picture
SIZES = "5x5", "7x7", "10x10", "15x15"  # that are offered


class Kind(NamedTuple):
    """A puzzle, and a kind of grid that its boards may have, or "" for any."""

    puzzle: AnyPuzzle
    grid: str = ""

    def board(self, packs: Iterable[Pack]) -> Board | None:
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

    BINDINGS = keys("Kinds")
    HEADING = 0

    def __init__(self, kinds: Sequence[Kind]) -> None:
        super().__init__(id="kinds")
        self._kinds, self.boards = kinds, list[Board | None]([None] * len(kinds))

    @property
    def kind(self) -> Kind:
        """The one that is chosen."""
        return self._kinds[sum(map(len, self.rows[: self.row])) + self.place]

    def place_all(self, size: Size) -> int:
        across, here = max(1, size.width // (TILE.width + 1)), self.spot
        spots = [Spot(f"{kind.puzzle.id} {kind.grid}", "screen.do", True) for kind in self._kinds]
        self.rows = [spots[at : at + across] for at in range(0, len(spots), across)]
        self.row, self.place = self.find(here.name if here else "")
        for number, (kind, board) in enumerate(zip(self._kinds, self.boards, strict=True)):
            row, place = divmod(number, across)
            tall = TILE.height + 1 + bool(kind.grid)
            region = Region(place * (TILE.width + 1), row * (tall + 1), TILE.width, tall)
            lines = [(kind.puzzle.title, ""), (kind.grid, "faint")][: tall - TILE.height]
            paint = partial(faces.cover, lines, region.size, TILE.height, self.pen)
            self.blocks.append(Block(region, paint, (row, place), board, TILE))
        return self.blocks[-1].region.bottom


class KindScreen(FormScreen[T | None]):
    """Asks for one of these kinds; its result is what becomes of it."""

    AUTO_FOCUS = "#kinds"  # from the first key on: enter takes the first at once
    FIELDS: dict[str, str] = {}

    def __init__(self, title: str, kinds: Sequence[Kind], does: str) -> None:
        super().__init__(f"[b]{title}[/b]", self.FIELDS, does)
        self.kinds = Kinds(kinds)

    def above(self) -> Iterable[Widget]:
        yield self.kinds

    def on_mount(self) -> None:
        self._draw()

    @work
    async def _draw(self) -> None:
        """Show a board of each kind, once packs have been read."""
        packs = await in_thread(lambda: [pack for pack in reading() if isinstance(pack, Pack)])
        self.kinds.boards = [kind.board(packs) for kind in self.kinds._kinds]
        self.kinds.lay()


class PuzzleScreen(KindScreen[AnyPuzzle]):
    """Asks for a puzzle."""

    def action_do(self) -> None:
        self.dismiss(self.kinds.kind.puzzle)


class DrawScreen(KindScreen[Draft]):
    """Asks what board is to be drawn; its result is that board, with nothing on it."""

    FIELDS = {"size": "x".join(map(str, SIZE))}

    def __init__(self, saves: Saves) -> None:
        self._saves = saves
        makers = [puzzle for puzzle in plugins()[0].values() if puzzle.can("maker.sketch")]
        kinds = [Kind(puzzle, grid) for puzzle in makers for grid in puzzle.maker.GRIDS]
        super().__init__("Draw a new board", kinds, "Draw")

    def beside(self) -> Iterable[Widget]:
        for size in SIZES:
            yield Button(size.replace("x", "×"), compact=True, action=f"screen.size('{size}')")

    def action_size(self, size: str) -> None:
        self.query_one("#form-size", Input).value = size

    def action_do(self) -> None:
        puzzle, grid = self.kinds.kind
        try:
            self.dismiss(Draft(*blank([puzzle.id, grid, self.value("size")]), self._saves))
        except PuzzlesError as error:
            self.say(wrong(error))


def ask(app: Host) -> None:
    """Ask what board is to be drawn, and draw it."""

    def drawn(draft: Draft | None) -> None:
        if draft is not None:
            app.push_screen(EditScreen(draft))

    app.push_screen(DrawScreen(app.saves), drawn)
