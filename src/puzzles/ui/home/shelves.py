"""The places of the headings and cards of the gallery, in a window of any size.

Groups of cards stand below each other, each under its heading, as many cards side by side as there
is room for. Columns and lines count from the upper left corner of the whole gallery, of which the
window shows a part; cards count through all groups.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from textual.geometry import Region, Size

GAP, MARGIN = 2, 1  # columns between cards, and beside them
LEAST = 16  # columns of a card
HEADING = 2  # lines
MOUNT = 4  # columns and lines of a card around its picture


@dataclass(frozen=True)
class Row:
    """The heading of a group, or the cards `first` to `last`, exclusive, side by side."""

    top: int
    group: int
    first: int
    last: int

    @property
    def is_heading(self) -> bool:
        return self.first == self.last


class Shelves:
    """Groups of `counts` cards each, none of them 0, in a window of `width` × `height` characters.

    In a window that is too small for one card there is one column all the same.
    """

    def __init__(self, counts: Sequence[int], width: int, height: int) -> None:
        room = max(width - 2 * MARGIN, LEAST) + GAP
        lines = min(max(height // 5, 4), 12)  # of a picture
        self.columns = max(1, room // (max(2 * lines + MOUNT, LEAST) + GAP))
        # What is left of the width is shared among the cards.
        self.card = Size(room // self.columns - GAP, lines + MOUNT)
        self.picture = Size(self.card.width - MOUNT, lines)
        self.rows: list[Row] = []
        top = first = 0
        for group, count in enumerate(counts):
            self.rows.append(Row(top, group, first, first))
            top += HEADING
            for start in range(first, first + count, self.columns):
                self.rows.append(Row(top, group, start, min(start + self.columns, first + count)))
                top += self.card.height
            first += count
            top += 1
        self.cards, self.width, self.height, self._window = first, width, top, height
        self._tops = [row.top for row in self.rows]
        self._cards = [row for row in self.rows if not row.is_heading]
        self._headings = [row for row in self.rows if row.is_heading]

    # Where things are ----------------------------------------------------------------------

    def row_at(self, y: int) -> tuple[Row, int] | None:
        """Return the row on a line, and the number of that line in it; None between groups, and
        above and below them all."""
        row = self.rows[bisect_right(self._tops, y) - 1] if self.rows and y >= 0 else None
        if row is None or y - row.top >= (HEADING if row.is_heading else self.card.height):
            return None
        return row, y - row.top

    def card_at(self, x: int, y: int) -> int | None:
        """The card at a point, if there is one."""
        found, across = self.row_at(y), x - MARGIN
        if found is None or across < 0 or across % (self.card.width + GAP) >= self.card.width:
            return None
        row, index = found[0], found[0].first + across // (self.card.width + GAP)
        return index if index < row.last else None

    def region(self, card: int) -> Region:
        """Return the place of a card."""
        row = self._row(card)
        across = MARGIN + (card - row.first) * (self.card.width + GAP)
        return Region(across, row.top, *self.card)

    def region_in_view(self, card: int) -> Region:
        """Return the place to show when a card is pointed at: the card, and a heading before it."""
        region = self.region(card)
        if self._row(card).first == self.heading(card).first:
            return Region(region.x, region.y - HEADING, region.width, region.height + HEADING)
        return region

    def heading(self, card: int) -> Row:
        """The heading of the group a card is in."""
        return self._headings[self._row(card).group]

    def between(self, top: int, bottom: int) -> range:
        """The cards of all rows that reach into these lines, `bottom` excluded."""
        first = max(0, bisect_right(self._tops, top) - 1)
        rows = self.rows[first : bisect_left(self._tops, bottom)]
        return range(rows[0].first, rows[-1].last) if rows else range(0)

    def around(self, y: int) -> tuple[range, range, range]:
        """The cards in the window before the one whose first line is `y`, in this one, and in the
        next."""
        h = self._window
        return self.between(y - h, y), self.between(y, y + h), self.between(y + h, y + 2 * h)

    # Moving about --------------------------------------------------------------------------

    def below(self, card: int, step: int) -> int:
        """The card `step` rows of cards down, or as far as there are any, in the same column or at
        the end of a shorter row."""
        here = bisect_right(self._cards, card, key=lambda row: row.first) - 1
        row = self._cards[min(max(here + step, 0), len(self._cards) - 1)]
        return min(row.first + card - self._cards[here].first, row.last - 1)

    def page_below(self, card: int, step: int) -> int:
        """The card `step` windows down, or as far as there are any."""
        return self.below(card, step * max(1, self._window // self.card.height))

    def next_group(self, card: int, step: int) -> int:
        """The first card of the next group, or back that of this group or the previous one; after
        the last group comes the first."""
        here = self._row(card).group
        if step < 0 and card != self._headings[here].first:
            step = 0
        return self._headings[(here + step) % len(self._headings)].first

    def _row(self, card: int) -> Row:
        return self._cards[bisect_right(self._cards, card, key=lambda row: row.first) - 1]
