"""The gallery: every level as a card with a picture of its board, under the heading of its pack."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby

from textual.geometry import Region, Size
from textual.strip import Strip

from puzzles.player.overview import Item, Overview
from puzzles.ui.home import cards, faces
from puzzles.ui.home.canvas import Block, Board, Canvas, Spot
from puzzles.ui.home.cards import Line
from puzzles.ui.terminal.paint import RGB
from puzzles.ui.widgets.keys import keys

TITLE = 3  # lines from the title of a card to its end
GAP, MARGIN = 2, 1  # columns between cards, and beside them
LEAST = 16  # columns of a card
MOUNT = 4  # columns and lines of a card around its picture


class Gallery(Canvas):
    """Shows levels, as many cards side by side as there is space for, and plays one."""

    BINDINGS = keys("Gallery")
    HEADING = 2

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.overview = Overview()
        self.words, self.named = "", TITLE  # what is said where there are no levels
        self.columns = 1

    def show(self, overview: Overview, at: str = "", words: str = "") -> None:
        """Show the levels that are looked for, and point at the one called `at`; without any, say
        these words."""
        self.overview, self.words = overview, words
        self.row, self.place = 0, 0
        self.lay()
        self.row, self.place = self.find(at)
        self.lay()

    @property
    def items(self) -> list[Item]:
        """The levels that are shown."""
        return self.overview.shown

    @property
    def at(self) -> int:
        """The number of the level pointed at."""
        return sum(map(len, self.rows[: self.row])) + self.place

    @property
    def item(self) -> Item | None:
        """The level pointed at."""
        return self.items[self.at] if self.items and self.rows else None

    def place_all(self, size: Size) -> int:
        across = max(size.width - 2 * MARGIN, LEAST) + GAP
        lines = min(max(size.height // 5, 4), 12)  # of a picture
        self.columns = max(1, across // (max(2 * lines + MOUNT, LEAST) + GAP))
        # What is left of the width is shared among the cards.
        card = Size(across // self.columns - GAP, lines + MOUNT)
        here, self.rows, y = self.at, [], 0
        for _, own in groupby(self.items, lambda item: id(item.entry.pack)):
            items = list(own)
            region = Region(MARGIN, y, size.width - MARGIN, self.HEADING)
            self.blocks.append(Block(region, partial(self._heading, items[0])))
            y += self.HEADING
            for start in range(0, len(items), self.columns):
                shown = items[start : start + self.columns]
                for place, item in enumerate(shown):
                    region = Region(MARGIN + place * (card.width + GAP), y, *card)
                    self._place(item, region, (len(self.rows), place))
                self.rows.append([Spot(item.name, f"screen.play('{item.name}')") for item in shown])
                y += card.height
            y += 1
        if not self.items:
            said = cards.cut(self.words, max(0, size.width - 2)).center(size.width)
            region = Region(0, 1, size.width, 1)
            self.blocks.append(Block(region, partial(faces.line, self.pen, said, 0)))
        self.row, self.place = self._spot(here)
        return y

    def _place(self, item: Item, region: Region, spot: tuple[int, int]) -> None:
        def paint(picture: Sequence[Strip], chosen: bool) -> list[Line]:
            return cards.card(item, self.overview, picture, region.size, self.look, chosen)

        board = Board(item.entry, self.overview.moves(item))
        size = Size(region.width - MOUNT, region.height - MOUNT)
        self.blocks.append(Block(region, paint, spot, board, size))

    @property
    def under(self) -> RGB:
        return self.look.card

    def _heading(self, item: Item, *_: object) -> list[Line]:
        pack = item.entry.pack
        return cards.heading(pack, self.overview.share(pack), self.look)

    def _spot(self, index: int) -> tuple[int, int]:
        """The row and place of the level with this number, or of the nearest one."""
        index = min(max(index, 0), sum(map(len, self.rows)) - 1)
        for row, spots in enumerate(self.rows):
            if index < len(spots):
                return row, index
            index -= len(spots)
        return 0, 0

    def point(self, index: int) -> None:
        """Point at another level, and bring it into view."""
        self.choose(*self._spot(index))

    def action_move(self, step: int) -> None:
        self.point(self.at + step)

    def action_go(self, index: int) -> None:
        self.point(index % len(self.items) if self.items else 0)

    def go_to_pack(self, step: int) -> None:
        """Point at the first level of the next pack, or back at that of this or the previous."""
        packs = [id(item.entry.pack) for item in self.items]
        firsts = [at for at, pack in enumerate(packs) if pack not in packs[:at][-1:]]
        here = sum(first <= self.at for first in firsts) - 1
        if firsts:
            back = step < 0 and self.at != firsts[here]
            self.point(firsts[(here + (0 if back else step)) % len(firsts)])
            self.scroll_to(
                y=self.blocks[self.block_of(self.row, 0) or 0].region.y - self.HEADING,
                animate=False,
            )
