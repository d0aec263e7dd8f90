"""A canvas of cards with pictures of boards, one of which is chosen, quick enough for a thousand.

Pictures are drawn a few at a time between two keys, those around the window ahead of time. Lines
are ready for the terminal, each made when it is first asked for, past the caches that Textual has
for widgets with borders.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from time import perf_counter
from typing import NamedTuple

from rich.segment import Segment
from textual import events, getters
from textual.cache import LRUCache
from textual.color import Color
from textual.filter import ANSIToTruecolor
from textual.geometry import Offset, Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer

from puzzles.characters.paint import RGB
from puzzles.library.catalogue import Entry
from puzzles.ui.board.sketch import picture_of
from puzzles.ui.home import faces
from puzzles.ui.home.faces import Line, Look
from puzzles.ui.terminal.styles import style
from puzzles.ui.widgets.host import Host
from puzzles.ui.widgets.keys import Keyed

SLICE = 0.004  # seconds of drawing between two keys
KEPT = 500  # cards that are kept, the latest: a strip takes several kilobytes


class Spot(NamedTuple):
    """What can be chosen: the name by which it is found again, and what enter does there; and a
    click, or only a second one, which is `twice`."""

    name: str
    action: str
    twice: bool = False


class Board(NamedTuple):
    """A board that is drawn: won by these moves, or `begun` with them."""

    entry: Entry
    moves: tuple[str, ...]
    begun: bool = False


class Block(NamedTuple):
    """A part of the canvas, painted by a pen around its picture; `spot` is the row and place where
    one stands to choose it, `size` that of the picture."""

    region: Region
    paint: Callable[[faces.Pen, Sequence[Strip]], list[Line]]
    spot: tuple[int, int] | None = None
    board: Board | None = None
    size: Size = Size()

    @property
    def key(self) -> Hashable:
        """The key of its picture."""
        assert self.board is not None
        entry, moves, begun = self.board
        return entry.name, moves, begun, self.size


class Canvas(Keyed, ScrollView, can_focus=True, inherit_bindings=False):
    """Shows blocks where they are placed, says which spot is chosen, and does what that does."""

    app = getters.app(Host)
    auto_links = False  # what can be clicked looks so
    HEADING = 1  # lines over what is chosen that are to be seen with it

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.named = 1  # lines from a name on a block to its end
        self.rows: list[list[Spot]] = []
        self.row = self.place = 0
        self.chosen = False  # by the player, not because it comes first or next
        self.blocks: list[Block] = []
        self.pictures = LRUCache[Hashable, list[Strip]](KEPT)
        self._hot: list[tuple[Region, str]] = []  # what can be clicked besides
        self._by_line: dict[int, list[int]] = {}
        self._cards = LRUCache[tuple[int, bool], list[Strip]](KEPT)  # chosen or not
        self._look: Look | None = None  # taken from the theme when a line is asked for
        self._drawing: Timer | None = None  # until the next pictures are drawn

    def place_all(self, size: Size) -> int:
        """Place `blocks` in a window of this size, and return the lines that they take."""
        raise NotImplementedError

    def place_card(
        self,
        region: Region,
        words: faces.Words,
        board: Board | None = None,
        spot: tuple[int, int] | None = None,
        title: str = "",
        listed: bool = False,
    ) -> None:
        """Place a card, of words alone if it is `listed`."""
        paint = partial(faces.card, words, region.size, title, listed)
        size = faces.picture_size(region.size)
        self.blocks.append(Block(region, paint, spot, board, size))

    def place_cover(
        self,
        region: Region,
        lines: Sequence[tuple[str, str]],
        board: Board | None,
        spot: tuple[int, int],
        size: Size,
    ) -> None:
        """Place a picture of this size with lines in their colours below it."""
        paint = partial(faces.cover, lines, region.size, size.height)
        self.blocks.append(Block(region, paint, spot, board, size))

    def place_grid(
        self, spots: list[Spot], first: Region, across: int, gap: Offset
    ) -> list[tuple[Region, tuple[int, int]]]:
        """Add rows of these spots, so many side by side, the `first` one there; return the region
        of each, and its row and place."""
        begin, (width, height) = len(self.rows), first.size + gap
        self.rows += [spots[at : at + across] for at in range(0, len(spots), across)]
        places = (divmod(number, across) for number in range(len(spots)))
        return [
            (first.translate((place * width, row * height)), (begin + row, place))
            for row, place in places
        ]

    @property
    def number(self) -> int:
        """The number of what is chosen, among all."""
        return sum(map(len, self.rows[: self.row])) + self.place

    @property
    def spot(self) -> Spot | None:
        """What is chosen."""
        row = self.rows[self.row] if self.row < len(self.rows) else []
        return row[self.place] if self.place < len(row) else None

    def find(self, name: str, other: tuple[int, int] = (0, 0)) -> tuple[int, int]:
        """Return the place of what is called so, or else the `other` one."""
        found = (
            (row, place)
            for row, spots in enumerate(self.rows)
            for place, spot in enumerate(spots)
            if spot.name == name
        )
        return next(found, other)

    def lay(self, at: str = "") -> None:
        """Place all in the width that there is; what is called `at` is chosen, or the same as
        before, or what takes its place."""
        size = self.scrollable_content_region.size
        here = at or (self.spot.name if self.spot else "")
        self.blocks, self._hot, self._by_line = [], [], {}
        height = self.place_all(Size(size.width, self.size.height))
        if here and self.rows:
            self.row = min(self.row, len(self.rows) - 1)
            self.place = min(self.place, len(self.rows[self.row]) - 1)
            self.row, self.place = self.find(here, (self.row, self.place))
        for number, block in enumerate(self.blocks):
            for line in range(block.region.y, block.region.bottom):
                self._by_line.setdefault(line, []).append(number)
        self.virtual_size = Size(size.width, max(height, 1))
        self._build_anew()
        self._reveal()

    def on_resize(self) -> None:
        self.lay()

    # Drawing -------------------------------------------------------------------------------

    @property
    def look(self) -> Look:
        """The colours of the theme."""
        if self._look is None:
            theme = self.app.theme_variables
            named = (Color.parse(theme[name]).rgb for name in ("border", "accent", "success"))
            self._ground = self.background_colors[1]
            self._look = look = Look.of(self._ground.rgb, self.colors[3].rgb, *named)
            # These are true colours already.
            filters = self.get_line_filters()
            self._filters = [one for one in filters if not isinstance(one, ANSIToTruecolor)]
            blank = Segment(" " * self.virtual_size.width, style(look.ground, look.ground))
            self._blank = self._finished([blank])
        return self._look

    def _finished(self, line: Iterable[Segment]) -> Strip:
        """What the terminal gets of a line: filtered, the escape sequences kept."""
        strip = Strip(Segment.simplify(line))
        for each in self._filters:
            strip = strip.apply_filter(each, self._ground)
        strip.render(self.app.console)
        return strip

    @property
    def under(self) -> RGB:
        """The colour that pictures are drawn on."""
        return self.look.ground

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, self.repaint)

    def repaint(self, _: object = None) -> None:
        """Draw all anew, as the theme or the settings have changed."""
        self.pictures.clear()
        self._build_anew()

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
        """Return a line of the whole canvas, as wide as that: what its blocks show."""
        look, at, width = self.look, 0, self.virtual_size.width
        parts, blank = list[Strip](), style(look.ground, look.ground)
        for number in sorted(self._by_line.get(y, ()), key=lambda n: self.blocks[n].region.x):
            block = self.blocks[number]
            chosen = block.spot == (self.row, self.place)
            if (number, chosen) not in self._cards:
                picture = self.pictures.get(block.key, []) if block.board else []
                lines = block.paint(faces.Pen(look, chosen), picture)
                fitted = (Strip(one).adjust_cell_length(block.region.width, blank) for one in lines)
                self._cards[number, chosen] = [*map(self._finished, fitted)]
            card = self._cards[number, chosen]
            parts += [self._blank.crop(0, block.region.x - at), card[y - block.region.y]]
            at = block.region.right
        return Strip.join([*parts, self._blank.crop(0, max(0, width - at))]).crop(0, width)

    def region_of(self, index: int) -> Region:
        """Return the place of a block in the window."""
        return self.blocks[index].region.translate(-self.scroll_offset)

    def missing(self, top: int, height: int) -> list[int]:
        """Return the blocks in these lines whose picture has not been drawn."""
        lines = (self._by_line.get(line, ()) for line in range(top, top + height))
        return [
            number
            for number in dict.fromkeys(number for line in lines for number in line)
            if self.blocks[number].board and self.blocks[number].key not in self.pictures
        ]

    def _draw_soon(self) -> None:
        """Draw the pictures that are missing, after whatever is waiting."""
        if self._drawing is None and self.is_attached:
            self._drawing = self.set_timer(0.001, self._draw_some)

    def _draw_some(self) -> None:
        """Draw for a moment: the cards in view, then those of the windows before and after."""
        self._drawing = None
        began, y, height = perf_counter(), self.scroll_offset.y, self.size.height
        view, below, above = (self.missing(top, height) for top in (y, y + height, y - height))
        for index in (*view, *below, *reversed(above))[:KEPT]:
            if perf_counter() - began > SLICE:
                self._draw_soon()
                break
            block = self.blocks[index]
            assert block.board is not None
            entry, moves, begun = block.board
            picture = picture_of(self.app, entry, moves, block.size, self.under, begun=begun)
            self.pictures[block.key] = picture
            self.discard(index)
            if index in view:
                self.refresh(self.region_of(index))

    def discard(self, index: int) -> None:
        """Paint a block anew when it is asked for."""
        for chosen in (False, True):
            self._cards.discard((index, chosen))

    # Keys and pointer ----------------------------------------------------------------------

    def block_of(self, row: int, place: int) -> int | None:
        """Return the block of what can be chosen there, if it is placed."""
        spots = (number for number, block in enumerate(self.blocks) if block.spot == (row, place))
        return next(spots, None)

    @property
    def selected_at(self) -> Offset:
        """The place of what is chosen, on the screen."""
        here = self.block_of(self.row, self.place)
        corner = self.content_region.offset
        if here is None:
            return corner
        region = self.region_of(here)
        return corner + Offset(region.x, max(region.y, region.bottom - self.named))

    def choose(self, row: int, place: int) -> None:
        """Choose something else, and bring it into view."""
        if not self.rows:
            return
        before = self.row, self.place
        self.chosen = True
        self.row = min(max(row, 0), len(self.rows) - 1)
        self.place = min(max(place, 0), len(self.rows[self.row]) - 1)
        if before == (self.row, self.place):
            return
        for spot in (before, (self.row, self.place)):
            if (index := self.block_of(*spot)) is not None:
                self.refresh(self.region_of(index))
        self._reveal()

    def _reveal(self) -> None:
        """Bring what is chosen into view, with the heading over it."""
        if (here := self.block_of(self.row, self.place)) is not None:
            region = self.blocks[here].region.grow((self.HEADING, 0, 0, 0))
            # What follows the first choice is of more interest than what came before it.
            self.scroll_to_region(region, top=not self.chosen, animate=False)

    def action_move(self, step: int) -> None:
        self.choose(self.row, self.place + step)

    def action_go(self, row: int) -> None:
        """The first or the last row."""
        self.choose(row % max(1, len(self.rows)), 0)

    def action_row(self, step: int) -> None:
        """The row above or below."""
        row = min(max(self.row + step, 0), max(len(self.rows) - 1, 0))
        if row != self.row:
            self.choose(row, self.place)

    def action_page(self, step: int) -> None:
        """As many rows as are in view."""
        here = self.block_of(self.row, self.place)
        high = self.blocks[here].region.height if here is not None else 0
        self.action_row(step * max(1, self.size.height // max(1, high)))

    def action_open(self) -> None:
        if self.spot is not None:
            self.call_later(self.run_action, self.spot.action)

    async def on_click(self, event: events.Click) -> None:
        at = Offset(event.x, event.y) + self.scroll_offset
        hot = (action for region, action in self._hot if region.contains_point(at))
        block = next((each for each in self.blocks if each.region.contains_point(at)), None)
        if action := next(hot, ""):
            await self.run_action(action)
        elif block and block.spot is not None and "@click" not in event.style.meta:
            again = block.spot == (self.row, self.place)
            self.choose(*block.spot)
            if again or not (self.spot and self.spot.twice):
                self.action_open()
