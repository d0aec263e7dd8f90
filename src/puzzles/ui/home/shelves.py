"""The places of the headings and cards of the gallery, in a window of any size.

Groups of cards stand below each other, each under its heading, as many cards side by side as there
is space for. Columns and lines count from the upper left corner of the whole gallery, of which the
window shows a part; cards count through all groups.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Region, Size

GAP, MARGIN = 2, 1  # columns between cards, and beside them
LEAST = 16  # columns of a card
HEADING = 2  # lines
MOUNT = 4  # columns and lines of a card around its picture


class Row(NamedTuple):
    """Cards side by side, below `head` lines of the heading of their group, or none."""

    top: int
    cards: range
    head: int


class Shelves:
    """Groups of `counts` cards each, none of them 0, in a window of `width` × `height` characters.

    In a window that is too small for one card there is one column all the same.
    """

    def __init__(self, counts: Sequence[int], width: int, height: int) -> None:
        across = max(width - 2 * MARGIN, LEAST) + GAP
        lines = min(max(height // 5, 4), 12)  # of a picture
        self.columns = max(1, across // (max(2 * lines + MOUNT, LEAST) + GAP))
        # What is left of the width is shared among the cards.
        self.card = Size(across // self.columns - GAP, lines + MOUNT)
        self.picture = Size(self.card.width - MOUNT, lines)
        self.rows: list[Row] = []
        top = first = 0
        for count in counts:
            for start in range(first, first + count, self.columns):
                head = HEADING if start == first else 0
                cards = range(start, min(start + self.columns, first + count))
                self.rows.append(Row(top, cards, head))
                top += head + self.card.height
            first += count
            top += 1
        self.width, self.height = width, top

    def row_at(self, y: int) -> Row | None:
        """Return the last row that begins on this line or above it."""
        index = bisect_right(self.rows, y, key=lambda row: row.top) - 1
        return self.rows[index] if index >= 0 else None

    def row_of(self, card: int) -> Row:
        """Return the row that a card stands in."""
        return self.rows[self._index(card)]

    def _index(self, card: int) -> int:
        return bisect_right(self.rows, card, key=lambda row: row.cards.start) - 1

    def card_at(self, x: int, y: int) -> int | None:
        """Return the card at a point, if there is one."""
        row = self.row_at(y)
        cards = row.cards if row else ()
        return next((card for card in cards if self.region(card).contains(x, y)), None)

    def region(self, card: int) -> Region:
        """Return the place of a card."""
        row = self.row_of(card)
        across = MARGIN + (card - row.cards.start) * (self.card.width + GAP)
        return Region(across, row.top + row.head, *self.card)

    def region_in_view(self, card: int) -> Region:
        """Return the place to show when a card is pointed at: the card, and a heading before it."""
        return self.region(card).grow((self.row_of(card).head, 0, 0, 0))

    def between(self, top: int, bottom: int) -> range:
        """Return the cards of all rows that reach into these lines, `bottom` excluded."""
        last = bisect_left(self.rows, bottom, key=lambda row: row.top)
        first = max(0, bisect_right(self.rows, top, key=lambda row: row.top) - 1)
        rows = self.rows[first:last]
        return range(rows[0].cards.start, rows[-1].cards.stop) if rows else range(0)

    def below(self, card: int, step: int) -> int:
        """Return the card `step` rows down, or as far as there are any, in the same column or at
        the end of a shorter row."""
        here = self._index(card)
        cards = self.rows[min(max(here + step, 0), len(self.rows) - 1)].cards
        return min(cards.start + card - self.rows[here].cards.start, cards.stop - 1)

    def next_group(self, card: int, step: int) -> int:
        """Return the first card of the next group, or back that of this group or the previous one;
        after the last group comes the first."""
        firsts = [row.cards.start for row in self.rows if row.head]
        here = bisect_right(firsts, card) - 1
        if step < 0 and card != firsts[here]:
            step = 0
        return firsts[(here + step) % len(firsts)]
