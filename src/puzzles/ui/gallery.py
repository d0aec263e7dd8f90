"""The gallery: every level as a card with a picture of its board, under the heading of its pack.

One Line-API widget, quick enough for a thousand levels: cards are drawn a few at a time between two
keys, those around the window ahead of time, and kept down to their escape sequences; a line of the
window is only joined from them, past the caches that Textual has for widgets with borders.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any, ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.errors import NoWidget
from textual.filter import ANSIToTruecolor
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip
from textual.timer import Timer

from puzzles.library.browse import Item
from puzzles.library.levels import Pack
from puzzles.ui.paint import RGB, mix, style
from puzzles.ui.sketch import picture_of

GAP, MARGIN = 2, 1  # columns between cards, and beside them
LEAST = 16  # columns of a card
SLICE = 0.004  # seconds of drawing between two keys
PATIENCE = 0.05  # seconds that cards which are drawn wait for others in view
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


class LineBar(ScrollBar):
    """A scroll bar whose lines, few of them different, are worked out once each."""

    def render_lines(self, crop: Region) -> list[Strip]:
        bar: Any = self.render()
        segments = bar.render_bar(
            self.size.height, bar.virtual_size, bar.window_size, bar.position, bar.thickness,
            back_color=bar.style.bgcolor, bar_color=bar.style.color,
        ).segments  # fmt: skip
        strips = {segment: Strip([segment]) for segment in set(segments)}
        for each in self.get_line_filters():
            for segment, strip in strips.items():
                strips[segment] = strip.apply_filter(each, self.background_colors[1])
        return [strips[segment] for segment in segments[crop.y : crop.bottom]]


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
        self._words = ""  # where there are no levels
        self._marks: Mapping[str, tuple[str, str]] = {}
        self._next: set[str] = set()
        self._shares: Mapping[tuple[str, str], tuple[int, int]] = {}
        self._rows: list[Row] = []
        self._tops: list[int] = []
        self._card_rows: list[Row] = []
        self._pictures: dict[tuple[str, int], list[Strip]] = {}
        self._cards: dict[tuple[str, bool], list[Strip]] = {}  # by name, pointed at or not
        self._lines: dict[int, Strip] = {}  # whole lines of the gallery
        self._spaces: dict[int, Strip] = {}
        self._frames: dict[RGB, list[Strip]] = {}
        self._width = 0  # without the scroll bar
        self._drawing: Timer | None = None  # until the next pictures are drawn
        self._fresh: list[int] = []  # drawn, but not shown yet
        self._shown = 0.0  # when cards that were drawn were last shown
        self._picture_height, self._card_size, self.columns = 4, (LEAST, 8), 1

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

    def say(self, words: str) -> None:
        """Show this where there are no levels."""
        self._words = words
        self._lines.clear()
        self.refresh()

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
        self._card_size = room // self.columns - GAP, self._picture_height + 4

    def _arrange(self) -> None:
        """Put headings and cards in rows for the width there is."""
        self._measure()
        self._forget()
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
                top += self._card_size[1]
                first = last
            top += 1
        self._rows, self._tops = rows, [row.top for row in rows]
        self._card_rows = [row for row in rows if row.pack is None]
        self._width = self.scrollable_content_region.width
        self.virtual_size = Size(self._width, max(top, 1))
        self.refresh()
        self._reveal()

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
        self._forget()
        self.refresh()

    @cached_property
    def vertical_scrollbar(self) -> ScrollBar:
        """Made as Textual makes it, but drawn faster."""
        bar = self._vertical_scrollbar = LineBar(name="vertical", thickness=1)
        bar.display = False
        self.app._start_widget(self, bar)
        return bar

    def _forget(self) -> None:
        """Nothing drawn so far is right, except the pictures."""
        self._frame_first()
        for drawn in (self._cards, self._frames, self._spaces, self._lines):
            drawn.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        lines = [self.render_line(y) for y in crop.line_range]
        self._draw_soon()
        if not self._bar_is_placed:
            lines = [Strip.join([line, self._space(1)]) for line in lines]
        return [line.crop(crop.x, crop.right) for line in lines]

    @property
    def _bar_is_placed(self) -> bool:
        """Whether the scroll bar has its column; one that is to be shown only gets it with the next
        layout, and until then the column is the gallery's."""
        try:
            self.screen.find_widget(self.vertical_scrollbar)
        except NoWidget:
            return False
        return True

    def render_line(self, y: int) -> Strip:
        y += self.scroll_offset.y
        if y not in self._lines:
            self._lines[y] = self._join(y)
        return self._lines[y]

    def _join(self, y: int) -> Strip:
        """A line of the whole gallery."""
        width = self._width
        if not self._rows and y == 1 and self._words:
            words = _cut(self._words, max(0, width - 2)).center(width)
            return self._ready([[Segment(words, style(self.look.faint, self.look.ground))]])[0]
        index = bisect_right(self._tops, y) - 1
        row = self._rows[index] if index >= 0 else None
        if row is None or (row.pack is None and y - row.top >= self._card_size[1]):
            return self._space(width)
        parts = [self._space(MARGIN)]
        if row.pack is not None:
            parts += self._ready([self._heading(row.pack, y - row.top, self.look)])
        else:
            gap = self._space(GAP)
            for index in range(row.first, row.last):
                parts += [self._card(index, index == self.at)[y - row.top], gap]
        left = width - sum(part.cell_length for part in parts)
        return Strip.join([*parts, self._space(left)] if left > 0 else parts).crop(0, width)

    def _space(self, width: int) -> Strip:
        if width not in self._spaces:
            blank = style(self.look.ground, self.look.ground)
            self._spaces[width] = self._ready([[Segment(" " * width, blank)]])[0]
        return self._spaces[width]

    def _ready(self, lines: Iterable[Line]) -> list[Strip]:
        """Lines as the terminal gets them; one joined of them needs no more work."""
        # These are true colours already.
        filters = [f for f in self.get_line_filters() if not isinstance(f, ANSIToTruecolor)]
        ground = self.background_colors[1]
        console, ready = self.app.console, []
        for line in lines:
            strip = Strip(Segment.simplify(line))
            for each in filters:
                strip = strip.apply_filter(each, ground)
            strip.render(console)
            ready.append(strip)
        return ready

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

    def _card(self, index: int, chosen: bool) -> list[Strip]:
        """The lines of a card, pointed at or not."""
        item = self.items[index]
        if (item.name, chosen) not in self._cards:
            self._cards[item.name, chosen] = self._draw_card(item, chosen, self.look)
        return self._cards[item.name, chosen]

    def _draw_card(self, item: Item, chosen: bool, look: Look) -> list[Strip]:
        """The card of a level; without its picture, if that is not drawn yet."""
        back = look.chosen if chosen else look.card
        picture = self._pictures.get((item.name, self._picture_height), [])
        upper, empty, lower = self._frame(back, look)
        above = (self._picture_height - len(picture)) // 2
        words = [self._title(item, back, look), self._about(item, back, look)]
        return [
            upper,
            *[empty] * above,
            *self._ready(self._mount(strip, back, look) for strip in picture),
            *[empty] * (self._picture_height - above - len(picture)),
            *self._ready(words),
            lower,
        ]

    def _frame(self, back: RGB, look: Look) -> list[Strip]:
        """The lines that cards share: the upper edge, a line without a picture, the lower edge."""
        if back not in self._frames:
            width, edge = self._card_size[0], style(back, look.ground)
            self._frames[back] = self._ready([
                [Segment("▄" * width, edge)],
                self._mount(Strip([], 0), back, look),
                [Segment("▀" * width, edge)],
            ])  # fmt: skip
        return self._frames[back]

    def _mount(self, strip: Strip, back: RGB, look: Look) -> Line:
        """A line of a picture in the middle of a card."""
        blank, mat = style(back, back), style(look.card, look.card)
        room = self._card_size[0] - 4
        left = (room - strip.cell_length) // 2
        return [
            Segment("  ", blank),
            Segment(" " * left, mat),
            *strip,
            Segment(" " * (room - strip.cell_length - left), mat),
            Segment("  ", blank),
        ]

    def _title(self, item: Item, back: RGB, look: Look) -> Line:
        width = self._card_size[0]
        mark, kind = self._marks.get(item.name, (" ", ""))
        if not kind and item.name in self._next:
            mark, kind = "▸", "begun"
        colour = {"good": look.good, "begun": look.accent}.get(kind, look.faint)
        title = f"{item.entry.index + 1} {item.entry.level.title}"
        return [
            Segment(f" {mark} ", style(colour, back, bold=True)),
            Segment(_cut(title, width - 4).ljust(width - 3), style(look.text, back)),
        ]

    def _about(self, item: Item, back: RGB, look: Look) -> Line:
        width = self._card_size[0]
        faint = style(mix(back, look.text, 0.6), back)
        return [Segment(("   " + _cut(about(item, width - 4), width - 4)).ljust(width), faint)]

    def _draw_soon(self) -> None:
        """Draw the pictures that are missing, after whatever is waiting."""
        if self._drawing is None and self.is_attached:
            self._drawing = self.set_timer(0.001, self._draw_some)

    def _frame_first(self) -> None:
        """Draw no pictures until the next frame, which asks for those it lacks."""
        if self._drawing is not None:
            self._drawing.stop()
            self._drawing = None

    def _draw_some(self) -> None:
        """Draw for a moment: the cards in view, then those of the windows before and after."""
        self._drawing = None
        began = perf_counter()
        above, view, below = map(self._missing, self._around())
        for index in (*view, *below, *reversed(above)):
            if perf_counter() - began > SLICE:
                self._draw_soon()
                break
            self._draw_picture(index)
            if index in view:
                view.remove(index)
                self._fresh.append(index)
        if self._fresh and not (view and perf_counter() - self._shown < PATIENCE):
            self._shown = perf_counter()
            for index in self._fresh:
                self._redraw(index)
            self._fresh.clear()

    def _missing(self, indices: range) -> list[int]:
        """Those items whose picture has not been drawn."""
        height = self._picture_height
        return [i for i in indices if (self.items[i].name, height) not in self._pictures]

    def _draw_picture(self, index: int) -> None:
        item, height = self.items[index], self._picture_height
        self._pictures[item.name, height] = picture_of(
            item, height * 2, height, self.look.card, self.app.settings  # type: ignore[attr-defined]
        )
        for chosen in (False, True):
            self._cards.pop((item.name, chosen), None)
            self._card(index, chosen)

    def _around(self) -> tuple[range, range, range]:
        """The items in the window before this one, in this one, and in the next."""
        y, height = self.scroll_offset.y, self.size.height
        return (
            self._between(y - height, y),
            self._between(y, y + height),
            self._between(y + height, y + 2 * height),
        )

    def _between(self, top: int, bottom: int) -> range:
        """The items of the rows that reach into these lines."""
        first, end = bisect_right(self._tops, top) - 1, bisect_left(self._tops, bottom)
        rows = self._rows[max(0, first) : end]
        return range(rows[0].first, rows[-1].last) if rows else range(0)

    def _redraw(self, index: int) -> None:
        """Show a card as it is now."""
        if index < len(self.items):
            region = self._region(index)
            for y in range(region.y, region.bottom):
                self._lines.pop(y, None)
            self.refresh(region.translate(-self.scroll_offset))

    def _row(self, index: int) -> int:
        """Which row a card stands in."""
        return bisect_right(self._rows, index, key=lambda row: row.first) - 1

    def _region(self, index: int) -> Region:
        """Where a card lies in the whole gallery."""
        row = self._rows[self._row(index)]
        width, height = self._card_size
        x = MARGIN + (index - row.first) * (width + GAP)
        return Region(x, row.top, width, height)

    def watch_scroll_y(self, before: float, now: float) -> None:
        super().watch_scroll_y(before, now)
        self._frame_first()

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
            if self._rows[self._row(self.at) - 1].pack is not None:  # the heading comes along
                region = Region(region.x, region.y - HEADING, region.width, region.height + HEADING)
            self.scroll_to_region(region, animate=False)

    def action_move(self, step: int) -> None:
        self.point(self.at + step)

    def action_row(self, step: int) -> None:
        """The card above or below, `step` rows of cards away or as far as there are any."""
        if self.items:
            here = bisect_right(self._card_rows, self.at, key=lambda row: row.first) - 1
            there = min(max(here + step, 0), len(self._card_rows) - 1)
            column, row = self.at - self._card_rows[here].first, self._card_rows[there]
            self.point(min(row.first + column, row.last - 1))

    def action_page(self, step: int) -> None:
        self.action_row(step * max(1, self.size.height // self._card_size[1]))

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
        width, height = self._card_size
        if row is None or row.pack or x < 0 or y - row.top >= height or x % (width + GAP) >= width:
            return None
        index = row.first + x // (width + GAP)
        return index if index < row.last else None

    def on_click(self, event: events.Click) -> None:
        if (index := self._under(event)) is not None:
            self.point(index)
            self.action_play()


def about(item: Item, width: int | None = None) -> str:
    """The facts of a level in a few words: `10×29 · par 7 · difficulty 3.4`. For `width` characters
    the difficulty is `◆3.4`, and what is between it and the size may be left out."""
    facts = item.facts
    words = [str(v) if name == "size" else f"{name} {v}" for name, v in facts.items()]
    if width is not None and len(" · ".join(words)) > width:
        words = [f"◆{facts[name]}" if name == "difficulty" else word
                 for name, word in zip(facts, words, strict=True)]  # fmt: skip
        while len(words) > 1 and len(" · ".join(words)) > width:
            words.pop(1 if len(words) > 2 else -1)
    return " · ".join(words)


def _cut(text: str, width: int) -> str:
    """`text`, with an ellipsis if it is too long."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"

