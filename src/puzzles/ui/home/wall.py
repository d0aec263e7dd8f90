"""The gallery as lines that are ready for the terminal, each made when it is first asked for.

Escape sequences are kept with the parts, so a line is only joined of them, past the caches that
Textual has for widgets with borders. Whatever changes the whole gallery makes a new wall; pictures
of boards, which take longest, go on from one to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.segment import Segment
from textual.cache import LRUCache
from textual.color import Color
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Size
from textual.strip import Strip

from puzzles.library.browse import Item
from puzzles.library.catalogue import Entry
from puzzles.player.overview import Overview
from puzzles.ui.home import cards
from puzzles.ui.home.cards import Line, Look
from puzzles.ui.home.shelves import GAP, MARGIN, Row, Shelves
from puzzles.ui.terminal.paint import RGB, style

# Pictures by level, the moves after which it is shown, and size.
Shown = tuple[str, tuple[str, ...] | None, Size]
Pictures = LRUCache[Shown, list[Strip]]
KEPT = 400  # cards that are kept, the latest: a strip takes several kilobytes
Draw = Callable[[Entry, Sequence[str], Size], list[Strip]]


def finished(
    filters: Sequence[LineFilter], ground: Color, console: Console, lines: Iterable[Line]
) -> list[Strip]:
    """Return what the terminal gets of these lines: filtered, the escape sequences kept."""
    strips = []
    for line in lines:
        strip = Strip(Segment.simplify(line))
        for each in filters:
            if not isinstance(each, ANSIToTruecolor):  # these are true colours already
                strip = strip.apply_filter(each, ground)
        strip.render(console)
        strips.append(strip)
    return strips


@dataclass(eq=False)
class Wall:
    """The lines of a gallery that shows `overview`, the level `at` pointed at; where there are no
    levels, it says `words`."""

    overview: Overview
    at: int
    words: str
    shelves: Shelves
    look: Look
    finish: Callable[[Iterable[Line]], list[Strip]]  # `finished`, all but the lines
    pictures: Pictures

    def __post_init__(self) -> None:
        self._cards = LRUCache[tuple[int, bool], list[Strip]](KEPT)  # pointed at or not
        self._spaces: dict[int, Strip] = {}

    def line(self, y: int) -> Strip:
        """A line of the whole gallery, as wide as that."""
        parts, width = self._parts(y), self.shelves.width
        left = width - sum(part.cell_length for part in parts)
        return Strip.join([*parts, self.space(left)] if left > 0 else parts).crop(0, width)

    def missing(self, indices: range) -> list[int]:
        """Those cards whose picture has not been drawn, and can be."""
        shown = ((index, self._shown(self.overview.shown[index])) for index in indices)
        return [index for index, key in shown if key[1] is not None and key not in self.pictures]

    def _shown(self, item: Item) -> Shown:
        """Which picture of a level its card has."""
        return item.name, self.overview.moves(item), self.shelves.picture

    def draw(self, index: int, draw: Draw) -> None:
        """Draw the picture of a card."""
        item = self.overview.shown[index]
        key = self._shown(item)
        self.pictures[key] = draw(item.entry, key[1] or (), self.shelves.picture)
        for chosen in (False, True):
            self._cards.discard((index, chosen))

    def space(self, width: int) -> Strip:
        """Some of the ground."""
        if width not in self._spaces:
            blank = style(self.look.ground, self.look.ground)
            (self._spaces[width],) = self.finish([[Segment(" " * width, blank)]])
        return self._spaces[width]

    # The parts of a line -------------------------------------------------------------------

    def _parts(self, y: int) -> list[Strip]:
        if not self.shelves.rows and y == 1:
            return self.finish([cards.notice(self.words, self.shelves.width, self.look)])
        found = self.shelves.row_at(y)
        if found is None:
            return []
        row, line = found
        return self._heading(row, line) if row.is_heading else self._cards_across(row, line)

    def _heading(self, row: Row, line: int) -> list[Strip]:
        pack = self.overview.shown[row.first].entry.pack
        lines = cards.heading(pack, self.overview.share(pack), self.look)
        return [self.space(MARGIN), *self.finish([lines[line]])]

    def _cards_across(self, row: Row, line: int) -> list[Strip]:
        gap, parts = self.space(GAP), [self.space(MARGIN)]
        for index in range(row.first, row.last):
            parts += [self._card(index, index == self.at)[line], gap]
        return parts

    def _card(self, index: int, chosen: bool) -> list[Strip]:
        """The lines of a card, pointed at or not."""
        if (index, chosen) not in self._cards:
            item = self.overview.shown[index]
            self._cards[index, chosen] = self._make_card(item, self.look.back(chosen))
        return self._cards[index, chosen]

    def _make_card(self, item: Item, back: RGB) -> list[Strip]:
        """The card of a level; without its picture, if that is not drawn yet."""
        (width, _), size = self.shelves.card, self.shelves.picture
        picture = self.pictures.get(self._shown(item), [])
        upper, lower = cards.edges(width, back, self.look)
        above = (size.height - len(picture)) // 2
        below = size.height - above - len(picture)
        empty = Strip([], 0)
        shown = [*[empty] * above, *picture, *[empty] * below]
        return self.finish(
            [
                upper,
                *(cards.mounted(line, width, back) for line in shown),
                *cards.words(item, self.overview, width, back, self.look),
                lower,
            ]
        )
