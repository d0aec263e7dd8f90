"""The gallery: every level as a card with a picture of its board, under the heading of its pack.

One Line-API widget, quick enough for a thousand levels: pictures are drawn a few at a time between
two keys, those around the window ahead of time. Lines are ready for the terminal, each made when it
is first asked for, past the caches that Textual has for widgets with borders.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby
from time import perf_counter
from typing import NamedTuple

from rich.console import Console
from rich.segment import Segment
from textual import events, getters
from textual.cache import LRUCache
from textual.color import Color
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer

from puzzles.library.catalogue import Entry
from puzzles.library.levels import Pack
from puzzles.player.overview import Item, Overview
from puzzles.ui.board.sketch import picture_of
from puzzles.ui.home import cards
from puzzles.ui.home.cards import Line, Look
from puzzles.ui.terminal.paint import style
from puzzles.ui.widgets.host import Host
from puzzles.ui.widgets.keys import keys

SLICE = 0.004  # seconds of drawing between two keys
TITLE = 3  # lines from the title of a card to its end
KEPT = 500  # cards that are kept, the latest: a strip takes several kilobytes
GAP, MARGIN = 2, 1  # columns between cards, and beside them
LEAST = 16  # columns of a card
HEADING = 2  # lines
MOUNT = 4  # columns and lines of a card around its picture

# Pictures by level, the moves after which it is shown, and size.
Shown = tuple[str, tuple[str, ...] | None, Size]
Pictures = LRUCache[Shown, list[Strip]]
Draw = Callable[[Entry, Sequence[str], Size], list[Strip]]


class Row(NamedTuple):
    """Cards side by side, below `head` lines of the heading of their group, or none."""

    top: int
    cards: range
    head: int


class Shelves:
    """The places of the headings and cards, for groups of `counts` cards each, none of them 0, in a
    window of `width` × `height` characters; one column where that is too small for a card.

    Groups stand below each other, each under its heading, as many cards side by side as there is
    space for. Columns and lines count from the upper left corner of the whole gallery, of which the
    window shows a part; cards count through all groups.
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


class Gallery(ScrollView, can_focus=True):
    """Shows levels, says which one is pointed at, and plays it."""

    app = getters.app(Host)
    BINDINGS = keys("Gallery")

    class Pointed(Message):
        """Another level is pointed at, by the player or because others are shown."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.overview = Overview()
        self.at = 0  # the item pointed at
        self.chosen = False  # by the player, not because it comes first or next
        self.words = ""  # where there are no levels
        self.pictures: Pictures = LRUCache(KEPT)
        self.shelves = Shelves((), 0, 0)
        self._cards = LRUCache[tuple[int, bool], list[Strip]](KEPT)  # pointed at or not
        self._look: Look | None = None  # taken from the theme when a line is asked for
        self._drawing: Timer | None = None  # until the next pictures are drawn

    # What is shown -------------------------------------------------------------------------

    def show(self, overview: Overview, at: str = "") -> None:
        """Show the levels that are looked for, and point at the one called `at`."""
        self.overview = overview
        self.at = next((i for i, item in enumerate(self.items) if item.name == at), 0)
        self._arrange()
        self.post_message(self.Pointed())

    def say(self, words: str) -> None:
        """Show this where there are no levels."""
        self.words = words
        self._build_anew()

    @property
    def items(self) -> list[Item]:
        """The levels that are shown."""
        return self.overview.shown

    @property
    def item(self) -> Item | None:
        """The level pointed at."""
        return self.items[self.at] if self.at < len(self.items) else None

    def region_of(self, index: int) -> Region:
        """Return the place of a card in the window."""
        return self.shelves.region(index).translate(-self.scroll_offset)

    @property
    def selected_at(self) -> Offset:
        """The place of the title of the level pointed at, on the screen."""
        if not self.items:
            return self.content_region.offset
        card = self.region_of(self.at)
        return self.content_region.offset + Offset(card.x, card.bottom - TITLE)

    def _arrange(self) -> None:
        """Put headings and cards in rows for the width there is."""
        packs = groupby(self.items, lambda item: id(item.entry.pack))
        counts = [len(list(own)) for _, own in packs]
        width = self.scrollable_content_region.width
        self.shelves = Shelves(counts, width, self.size.height)
        self.virtual_size = Size(width, max(self.shelves.height, 1))
        self._build_anew()
        self._reveal()

    on_resize = _arrange

    # Drawing -------------------------------------------------------------------------------

    @property
    def look(self) -> Look:
        """The colours of the theme."""
        if self._look is None:
            theme = self.app.theme_variables
            named = (Color.parse(theme[name]).rgb for name in ("primary", "accent", "success"))
            ground = self.background_colors[1]
            finish = partial(finished, self.get_line_filters(), ground, self.app.console)
            self.dress(Look.of(ground.rgb, self.colors[3].rgb, *named), finish)
        assert self._look is not None
        return self._look

    def dress(self, look: Look, finish: Callable[[Iterable[Line]], list[Strip]]) -> None:
        """Draw in these colours; `finish` is `finished`, all but the lines."""
        self._look, self._finish = look, finish
        blank = Segment(" " * self.shelves.width, style(look.ground, look.ground))
        (self._blank,) = finish([[blank]])

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, self.repaint)

    def repaint(self, _: object = None) -> None:
        """Draw all anew, as the theme or the settings have changed."""
        self.pictures.clear()
        self._build_anew()

    def picture(self, entry: Entry, size: Size) -> list[Strip]:
        """Return the picture of a level that is not solved, on the ground between the cards."""
        key = entry.name, (), size
        if key not in self.pictures:
            ground = self.background_colors[1].rgb
            self.pictures[key] = picture_of(self.app, entry, (), size, ground)
        return self.pictures[key]

    def _build_anew(self) -> None:
        """Draw all but the pictures anew."""
        self._look = None
        self._cards.clear()
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        lines = [self.render_line(y) for y in crop.line_range]
        self._draw_soon()
        return [line.crop(crop.x, crop.right) for line in lines]

    def render_line(self, y: int) -> Strip:
        return self.line(y + self.scroll_offset.y)

    def line(self, y: int) -> Strip:
        """Return a line of the whole gallery, as wide as that."""
        look, row, width = self.look, self.shelves.row_at(y), self.shelves.width
        parts = [] if row is None else self._parts(row, y - row.top - row.head)
        if not self.shelves.rows and y == 1:
            words = cards.cut(self.words, max(0, width - 2)).center(width)
            parts = self._finish([[Segment(words, style(look.faint, look.ground))]])
        left = width - sum(part.cell_length for part in parts)
        return Strip.join([*parts, self._blank.crop(0, max(left, 0))]).crop(0, width)

    def _parts(self, row: Row, line: int) -> list[Strip]:
        """Return the parts of a line of a row, that counts from the upper edge of its cards."""
        parts, gap = [self._blank.crop(0, MARGIN)], self._blank.crop(0, GAP)
        if line < 0:
            pack = self.overview.shown[row.cards.start].entry.pack
            heading = cards.heading(pack, self.overview.share(pack), self.look)
            return parts + self._finish([heading[line]])
        for index in row.cards if line < self.shelves.card.height else ():
            parts += [self.card(index, index == self.at)[line], gap]
        return parts

    def card(self, index: int, chosen: bool) -> list[Strip]:
        """Return the lines of a card, pointed at or not; without a picture that is not drawn."""
        if (index, chosen) not in self._cards:
            item, size = self.overview.shown[index], self.shelves.card
            picture = self.pictures.get(self.shown(item), [])
            lines = cards.card(item, self.overview, picture, size, self.look, chosen)
            self._cards[index, chosen] = self._finish(lines)
        return self._cards[index, chosen]

    def missing(self, indices: range) -> list[int]:
        """Return those cards whose picture has not been drawn, and can be."""
        shown = ((index, self.shown(self.overview.shown[index])) for index in indices)
        return [index for index, key in shown if key[1] is not None and key not in self.pictures]

    def shown(self, item: Item) -> Shown:
        """Return the key of the picture that the card of a level has."""
        return item.name, self.overview.moves(item), self.shelves.picture

    def draw(self, index: int, draw: Draw) -> None:
        """Draw the picture of a card."""
        item = self.overview.shown[index]
        key = self.shown(item)
        self.pictures[key] = draw(item.entry, key[1] or (), self.shelves.picture)
        for chosen in (False, True):
            self._cards.discard((index, chosen))

    def _draw_soon(self) -> None:
        """Draw the pictures that are missing, after whatever is waiting."""
        if self._drawing is None and self.is_attached:
            self._drawing = self.set_timer(0.001, self._draw_some)

    def _draw_some(self) -> None:
        """Draw for a moment: the cards in view, then those of the windows before and after."""
        self._drawing = None
        began, y, height = perf_counter(), self.scroll_offset.y, self.size.height
        draw = partial(picture_of, self.app, ground=self.look.card)
        view, below, above = (
            self.missing(self.shelves.between(top, top + height))
            for top in (y, y + height, y - height)
        )
        for index in (*view, *below, *reversed(above))[:KEPT]:
            if perf_counter() - began > SLICE:
                self._draw_soon()
                break
            self.draw(index, draw)
            if index in view:
                self.refresh(self.region_of(index))

    # Keys and pointer ----------------------------------------------------------------------

    def point(self, index: int) -> None:
        """Point at another level, and bring it into view."""
        if not self.items:
            return
        self.chosen = True
        before, self.at = self.at, min(max(index, 0), len(self.items) - 1)
        if before == self.at:
            return
        for changed in (before, self.at):
            self.refresh(self.region_of(changed))
        self._reveal()
        self.post_message(self.Pointed())

    def _reveal(self) -> None:
        if self.items:
            head = self.shelves.row_of(self.at).head  # which is to be seen, too
            region = self.shelves.region(self.at).grow((head, 0, 0, 0))
            # What follows the level to go on with is of more interest than what came before it.
            self.scroll_to_region(region, top=not self.chosen, animate=False)

    def action_move(self, step: int) -> None:
        self.point(self.at + step)

    def action_row(self, step: int) -> None:
        """The card above or below."""
        if self.items:
            self.point(self.shelves.below(self.at, step))

    def action_page(self, step: int) -> None:
        self.action_row(step * max(1, self.size.height // self.shelves.card.height))

    def action_go(self, index: int) -> None:
        self.point(index % len(self.items) if self.items else 0)

    def action_play(self) -> None:
        if self.item is not None:
            self.app.open(self.item.entry)

    def go_to_pack(self, step: int) -> None:
        """Point at the first level of the next pack, or back at that of this or the previous."""
        if self.items:
            self._point_at_pack(self.shelves.next_group(self.at, step))

    def show_pack(self, pack: Pack) -> bool:
        """Point at the first level of a pack; False if none of it is shown."""
        firsts = (i for i, item in enumerate(self.items) if item.entry.pack is pack)
        if (first := next(firsts, None)) is None:
            return False
        self._point_at_pack(first)
        return True

    def _point_at_pack(self, first: int) -> None:
        self.point(first)
        self.scroll_to(y=self.shelves.row_of(first).top, animate=False)

    def on_click(self, event: events.Click) -> None:
        index = self.shelves.card_at(event.x, event.y + self.scroll_offset.y)
        if index is not None:
            self.point(index)
            self.action_play()
