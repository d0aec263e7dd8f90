"""The gallery: every level as a card with a picture of its board, under the heading of its pack.

One Line-API widget. Cards are drawn when they come into view, a few at a time between two keys, so
a thousand of them scroll as smoothly as ten.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from puzzles.core.browse import Item
from puzzles.core.levels import Pack
from puzzles.ui.paint import RGB, mix, style
from puzzles.ui.sketch import picture_of

GAP, MARGIN = 2, 1  # columns between cards, and beside them
LEAST = 16  # columns of a card
SLICE = 0.006  # seconds of drawing between two keys
HEADING = 2  # lines

Line = list[Segment]


@dataclass(frozen=True)
class Look:
    """The colours of the gallery, taken from the theme."""

    ground: RGB
    card: RGB
    chosen: RGB
    text: RGB
    faint: RGB
    accent: RGB
    good: RGB


@dataclass(frozen=True)
class Row:
    """A heading, or the cards that stand side by side: items `first` to `last`, exclusive."""

    top: int
    first: int
    last: int
    pack: Pack | None = None  # for a heading


class Gallery(ScrollView, can_focus=True):
    """Shows levels, and says which one is pointed at and which one is to be played."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1)", "Left", show=False, id="home.left"),
        Binding("right,l", "move(1)", "Right", show=False, id="home.right"),
        Binding("up,k", "row(-1)", "Up", show=False, id="home.up"),
        Binding("down,j", "row(1)", "Down", show=False, id="home.down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="home.page_up"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="home.page_down"),
        Binding("home,g", "go(0)", "First level", show=False, id="home.first"),
        Binding("end,G", "go(-1)", "Last level", show=False, id="home.last"),
        Binding("enter,space", "play", "Play", id="home.play", key_display="⏎"),
    ]

    class Pointed(Message):
        """Another level is pointed at, by the player or because others are shown."""

    class Chosen(Message):
        """This level is to be played."""

        def __init__(self, item: Item) -> None:
            super().__init__()
            self.item = item

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.items: Sequence[Item] = ()
        self.at = 0  # the item pointed at
        self.chosen = False  # by the player, not because it comes first or next
        self._marks: Mapping[str, tuple[str, str]] = {}
        self._next: set[str] = set()
        self._shares: Mapping[tuple[str, str], tuple[int, int]] = {}
        self._rows: list[Row] = []
        self._tops: list[int] = []
        self._pictures: dict[tuple[str, int], list[Strip]] = {}
        self._lines: dict[str, list[Line]] = {}  # the cards drawn, by name
        self._strips: dict[int, Strip] = {}  # and whole lines of the gallery
        self._drawing = False
        self._picture_height, self._card, self.columns = 4, (LEAST, 8), 1

    # What is shown -------------------------------------------------------------------------

    def show(
        self,
        items: Sequence[Item],
        marks: Mapping[str, tuple[str, str]],
        upcoming: set[str],
        shares: Mapping[tuple[str, str], tuple[int, int]],
        at: str = "",
    ) -> None:
        """Show these levels: the mark and its kind (`good`, `helped`) of each by name,
        which are next in their packs, how much of each pack is solved; point at the level `at`."""
        self.items, self._marks, self._next, self._shares = items, marks, upcoming, shares
        self.at = next((i for i, item in enumerate(items) if item.name == at), 0)
        self._arrange()
        self.post_message(self.Pointed())

    @property
    def item(self) -> Item | None:
        """The level pointed at."""
        return self.items[self.at] if self.at < len(self.items) else None

    def _measure(self) -> None:
        """The sizes of pictures and cards, by the window; what is left of the width is shared."""
        room = max(self.scrollable_content_region.width - 2 * MARGIN, LEAST) + GAP
        self._picture_height = min(max(self.size.height // 5, 4), 12)
        self.columns = room // (max(self._picture_height * 2 + 4, LEAST) + GAP)
        # A card: half a line, the picture, title, facts, half a line.
        self._card = room // self.columns - GAP, self._picture_height + 4

    def _arrange(self) -> None:
        """Put headings and cards in rows for the width there is."""
        self._measure()
        self._lines.clear()
        self._strips.clear()
        rows: list[Row] = []
        top, first = 0, 0
        while first < len(self.items):
            pack = self.items[first].entry.pack
            rows.append(Row(top, first, first, pack))
            top += HEADING
            while first < len(self.items) and self.items[first].entry.pack is pack:
                last = first
                while last < min(first + self.columns, len(self.items)):
                    if self.items[last].entry.pack is not pack:
                        break
                    last += 1
                rows.append(Row(top, first, last))
                top += self._card[1]
                first = last
            top += 1
        self._rows, self._tops = rows, [row.top for row in rows]
        self.virtual_size = Size(self.scrollable_content_region.width, max(top, 1))
        self.refresh()
        self._reveal()
        self._draw_soon()

    def on_resize(self) -> None:
        self._arrange()

    # Drawing -------------------------------------------------------------------------------

    @cached_property
    def look(self) -> Look:
        """The colours of the theme."""
        ground, text = self.background_colors[1].rgb, self.colors[3].rgb
        primary, accent, good = (
            Color.parse(self.app.theme_variables[name]).rgb
            for name in ("primary", "accent", "success")
        )
        return Look(
            ground, mix(ground, text, 0.07), mix(ground, primary, 0.6), text,
            mix(ground, text, 0.55), accent, good,
        )  # fmt: skip

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, self.repaint)

    def repaint(self, _: object = None) -> None:
        """The theme or the settings have changed: nothing drawn so far is right."""
        self.__dict__.pop("look", None)
        self._pictures.clear()
        self._lines.clear()
        self._strips.clear()
        self.refresh()
        self._draw_soon()

    def render_line(self, y: int) -> Strip:
        y += self.scroll_offset.y
        # Textual keeps what it worked out for a strip with the strip: give it the same one again.
        if y not in self._strips:
            self._strips[y] = self._strip(y)
        return self._strips[y]

    def _strip(self, y: int) -> Strip:
        """A line of the whole gallery."""
        width, look = self.scrollable_content_region.width, self.look
        blank = style(look.ground, look.ground)
        index = bisect_right(self._tops, y) - 1
        row = self._rows[index] if index >= 0 else None
        if row is None or (row.pack is None and y - row.top >= self._card[1]):
            return Strip.blank(width, blank)
        line = [Segment(" " * MARGIN, blank)]
        if row.pack is not None:
            line += self._heading(row.pack, y - row.top, look)
        else:
            gap = Segment(" " * GAP, blank)
            for index in range(row.first, row.last):
                line += [*self._card_lines(index, look)[y - row.top], gap]
        return Strip(line).adjust_cell_length(width, blank).simplify()

    def _heading(self, pack: Pack, line: int, look: Look) -> Line:
        if line:
            return [Segment(pack.blurb, style(look.faint, look.ground))]
        solved, total = self._shares.get((pack.puzzle.id, pack.name), (0, 0))
        filled = round(12 * solved / total) if total else 0
        done = look.good if solved == total else look.accent
        return [
            Segment(f"{pack.title} ", style(look.text, look.ground, bold=True)),
            Segment(f" {pack.puzzle.title}  ", style(look.faint, look.ground)),
            Segment("━" * filled, style(done, look.ground)),
            Segment("━" * (12 - filled), style(look.card, look.ground)),
            Segment(f" {solved}/{total}", style(look.faint, look.ground)),
        ]

    def _card_lines(self, index: int, look: Look) -> list[Line]:
        item = self.items[index]
        if item.name not in self._lines:
            self._lines[item.name] = self._draw_card(item, index == self.at, look)
        return self._lines[item.name]

    def _draw_card(self, item: Item, chosen: bool, look: Look) -> list[Line]:
        """The card of a level; without its picture, if that is not drawn yet."""
        width, height = self._card
        back = look.chosen if chosen else look.card
        blank, mat = style(back, back), style(look.card, look.card)
        edge = style(back, look.ground)
        lines: list[Line] = [[Segment("▄" * width, edge)]]
        picture = self._pictures.get((item.name, self._picture_height), [])
        above = (height - 4 - len(picture)) // 2
        for y in range(height - 4):
            strip = picture[y - above] if 0 <= y - above < len(picture) else None
            inner = strip.cell_length if strip else 0
            left = (width - 4 - inner) // 2
            lines.append([
                Segment("  ", blank),
                Segment(" " * left, mat),
                *(strip or ()),
                Segment(" " * (width - 4 - inner - left), mat),
                Segment("  ", blank),
            ])  # fmt: skip
        lines.append(self._title(item, width, back, look))
        lines.append(self._about(item, width, back, look))
        lines.append([Segment("▀" * width, edge)])
        return lines

    def _title(self, item: Item, width: int, back: RGB, look: Look) -> Line:
        mark, kind = self._marks.get(item.name, (" ", ""))
        if not kind and item.name in self._next:
            mark, kind = "▸", "begun"
        colour = {"good": look.good, "begun": look.accent}.get(kind, look.faint)
        title = f"{item.entry.index + 1} {item.entry.level.title}"
        return [
            Segment(f" {mark} ", style(colour, back, bold=True)),
            Segment(_cut(title, width - 4).ljust(width - 3), style(look.text, back)),
        ]

    def _about(self, item: Item, width: int, back: RGB, look: Look) -> Line:
        faint = style(mix(back, look.text, 0.6), back)
        return [Segment(("   " + _cut(about(item, width - 4), width - 4)).ljust(width), faint)]

    def _draw_soon(self) -> None:
        """Draw the pictures that are in view and missing, after whatever is waiting."""
        if not self._drawing and self.is_attached:
            self._drawing = True
            self.set_timer(0.001, self._draw_some)

    def _draw_some(self) -> None:
        self._drawing = False
        began = perf_counter()
        height = self._picture_height
        for index in self._in_view():
            item = self.items[index]
            if (item.name, height) in self._pictures:
                continue
            if perf_counter() - began > SLICE:
                self._draw_soon()
                return
            picture = picture_of(
                item, height * 2, height, self.look.card, self.app.settings  # type: ignore[attr-defined]
            )
            self._pictures[item.name, height] = picture
            self._redraw(index)

    def _in_view(self) -> range:
        """The items on screen."""
        top, height = self.scroll_offset.y, self.size.height
        rows = [
            row
            for row in self._rows[max(0, bisect_right(self._tops, top) - 1) :]
            if row.top < top + height and row.last > row.first
        ] if self._rows else []  # fmt: skip
        return range(rows[0].first, rows[-1].last) if rows else range(0)

    def _redraw(self, index: int) -> None:
        """Draw one card again."""
        if index < len(self.items):
            self._lines.pop(self.items[index].name, None)
            region = self._region(index)
            for y in range(region.y, region.bottom):
                self._strips.pop(y, None)
            self.refresh(region.translate(-self.scroll_offset))

    def _region(self, index: int) -> Region:
        """Where a card lies in the whole gallery."""
        row = next(row for row in self._rows if row.first <= index < row.last)
        width, height = self._card
        x = MARGIN + (index - row.first) * (width + GAP)
        return Region(x, row.top, width, height)

    def watch_scroll_y(self, before: float, now: float) -> None:
        super().watch_scroll_y(before, now)
        self._draw_soon()

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
            self._redraw(changed)
        self._reveal()
        self.post_message(self.Pointed())

    def _reveal(self) -> None:
        if self.at < len(self.items) and self._rows:
            region = self._region(self.at)
            row = self._rows.index(next(r for r in self._rows if r.top == region.y))
            if self._rows[row - 1].pack is not None:  # the heading comes along
                region = Region(region.x, region.y - HEADING, region.width, region.height + HEADING)
            self.scroll_to_region(region, animate=False)

    def action_move(self, step: int) -> None:
        self.point(self.at + step)

    def action_row(self, step: int) -> None:
        """The card above or below, in the next row that has cards."""
        rows = [row for row in self._rows if row.last > row.first]
        here = next((i for i, row in enumerate(rows) if row.first <= self.at < row.last), 0)
        if 0 <= here + step < len(rows):
            column, row = self.at - rows[here].first, rows[here + step]
            self.point(min(row.first + column, row.last - 1))

    def action_page(self, step: int) -> None:
        for _ in range(max(1, self.size.height // self._card[1])):
            self.action_row(step)

    def action_go(self, index: int) -> None:
        self.point(index % len(self.items) if self.items else 0)

    def action_play(self) -> None:
        if self.item is not None:
            self.post_message(self.Chosen(self.item))

    def go_to_pack(self, step: int) -> None:
        """Point at the first level of the next pack, or back at that of this or the previous."""
        firsts = [row.first for row in self._rows if row.pack is not None]
        if firsts:
            here = bisect_right(firsts, self.at) - 1
            if step < 0 and self.at != firsts[here]:
                step = 0
            self.point_at_pack(firsts[(here + step) % len(firsts)])

    def point_at_pack(self, first: int) -> None:
        """Point at the first level of a pack, its heading at the top."""
        self.point(first)
        top = next((row.top for row in self._rows if row.first == first), 0)
        self.scroll_to(y=top, animate=False)

    def _under(self, event: events.MouseEvent) -> int | None:
        """The index of the card under the pointer."""
        x, y = event.x - MARGIN, event.y + self.scroll_offset.y
        row = self._rows[bisect_right(self._tops, y) - 1] if self._rows else None
        width, height = self._card
        if row is None or row.pack or x < 0 or y - row.top >= height or x % (width + GAP) >= width:
            return None
        index = row.first + x // (width + GAP)
        return index if index < row.last else None

    def on_click(self, event: events.Click) -> None:
        if (index := self._under(event)) is not None:
            self.point(index)
            self.action_play()


def about(item: Item, width: int | None = None) -> str:
    """The facts of a level in a few words: `10×29 · par 7`; as many of them as `width` characters
    hold, but at least the first."""
    words = [str(v) if name == "size" else f"{name} {v}" for name, v in item.facts.items()]
    while width is not None and len(words) > 1 and len(" · ".join(words)) > width:
        words.pop()
    return " · ".join(words)


def _cut(text: str, width: int) -> str:
    """`text`, with an ellipsis if it is too long."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"

