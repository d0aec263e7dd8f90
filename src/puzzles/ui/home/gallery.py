"""The gallery: every level as a card with a picture of its board, under the heading of its pack."""

from bisect import bisect
from functools import partial
from itertools import groupby, pairwise

from textual.geometry import Offset, Region, Size

from puzzles.characters.paint import RGB
from puzzles.player.overview import Item, Overview
from puzzles.ui.home import faces
from puzzles.ui.home.canvas import Block, Board, Canvas, Spot

TITLE = 3  # lines from the title of a card to its end
GAP, MARGIN = 2, 1  # columns between cards, and beside them
LEAST = 16  # columns of a card
MOUNT = 4  # columns and lines of a card around its picture


class Gallery(Canvas):
    """Shows levels, as many cards side by side as there is space for, and plays one."""

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
        self.lay(at)

    @property
    def items(self) -> list[Item]:
        """The levels that are shown."""
        return self.overview.shown

    @property
    def item(self) -> Item | None:
        """The level pointed at."""
        return self.items[self.number] if self.items and self.rows else None

    def place_all(self, size: Size) -> int:
        across = max(size.width - 2 * MARGIN, LEAST) + GAP
        lines = min(max(size.height // 5, 4), 12)  # of a picture
        self.columns = max(1, across // (max(2 * lines + MOUNT, LEAST) + GAP))
        # What is left of the width is shared among the cards.
        card = Size(across // self.columns - GAP, lines + MOUNT)
        self.rows, y = [], 0
        for _, own in groupby(self.items, lambda item: id(item.entry.pack)):
            items = list(own)
            region = Region(MARGIN, y, size.width - MARGIN, self.HEADING)
            pack = items[0].entry.pack
            heading = partial(faces.heading, pack, self.overview.share(pack))
            self.blocks.append(Block(region, heading))
            spots = [Spot(item.name, f"screen.play('{item.name}')") for item in items]
            first = Region(MARGIN, region.bottom, *card)
            placed = self.place_grid(spots, first, self.columns, Offset(GAP, 0))
            for item, (region, spot) in zip(items, placed, strict=True):
                board = Board(item.entry, self.overview.moves(item))
                paint = partial(faces.level_card, item, self.overview, card)
                self.blocks.append(Block(region, paint, spot, board, card - (MOUNT, MOUNT)))
            y = self.blocks[-1].region.bottom + 1
        if not self.items:
            said = faces.cut(self.words, max(0, size.width - 2)).center(size.width)
            region = Region(0, 1, size.width, 1)
            self.blocks.append(Block(region, partial(faces.line, said, 0)))
        return y

    @property
    def under(self) -> RGB:
        return self.look.card

    def point(self, index: int) -> None:
        """Point at another level, and bring it into view."""
        if self.items:
            self.choose(*self.find(self.items[min(max(index, 0), len(self.items) - 1)].name))

    def action_move(self, step: int) -> None:
        self.point(self.number + step)

    def action_go(self, index: int) -> None:
        self.point(index % len(self.items) if self.items else 0)

    def go_to_pack(self, step: int) -> None:
        """Point at the first level of the next pack, or back at that of this or the previous."""
        firsts = [first for head, first in pairwise(self.blocks) if head.spot is None]
        rows = [first.spot[0] for first in firsts if first.spot is not None]
        if rows:
            here = bisect(rows, self.row) - 1
            back = step < 0 and (self.row, self.place) != (rows[here], 0)
            there = (here + (0 if back else step)) % len(rows)
            self.choose(rows[there], 0)
            self.scroll_to(y=firsts[there].region.y - self.HEADING, animate=False)
