"""The front of the first room: what to go on with, what the day has, and a shelf of packs for each
puzzle. Who has not played yet finds a door to each of the puzzles that come first instead."""

from functools import partial

from textual.geometry import Region, Size

from puzzles.core.words import many
from puzzles.library.catalogue import Entry, cover
from puzzles.library.levels import Pack
from puzzles.player.overview import Overview, name_of
from puzzles.player.pace import Pace
from puzzles.player.records import today
from puzzles.player.standing import Standing
from puzzles.ui.home import faces
from puzzles.ui.home.canvas import Block, Board, Canvas, Spot
from puzzles.ui.widgets.keys import keys

LOW = 32  # lines below which covers are small, and without their names
VAST = 54  # lines from which on they are large
NARROW = 76  # columns below which one thing stands below the other
NEXT = 2  # shelves before the line that names all others


class Front(Canvas):
    """Shows the cards and the shelves, and does what is chosen."""

    BINDINGS = keys("Front")

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.overview, self.known = Overview(), Standing()
        self._firsts: dict[int, int] = {}  # the first pack of a row that is in view

    # What is shown -------------------------------------------------------------------------

    def show(self, overview: Overview, known: Standing) -> None:
        """Show this, with the same thing chosen, or the first one."""
        here = self.spot.name if self.spot and self.chosen else ""
        self.overview, self.known = overview, known
        self.rows = [self._firstly(), *self._packs()] if overview.packs else []
        self.rows = [row for row in self.rows if row]
        self.row, self.place = self.find(here)
        self.lay()

    @property
    def new(self) -> bool:
        """True for a player who has not played yet."""
        return not (self.known.wins or self.known.last)

    @property
    def pack(self) -> Pack | None:
        """The pack that is chosen, or that of the level to go on with."""
        packs = {name_of(pack): pack for pack in self.overview.packs}
        item = self.overview.upcoming
        return packs.get(self.spot.name if self.spot else "") or (item.entry.pack if item else None)

    def _firstly(self) -> list[Spot]:
        """What stands above the shelves."""
        if self.new:
            doors = [packs[0] for packs in self.overview.shelves.values() if packs[0].puzzle.first]
            return [
                Spot(f"door {p.puzzle.id}", f"screen.play('{Entry(p, 0).name}')") for p in doors
            ]
        day = [Spot("today", "app.daily")]
        return [Spot("continue", "screen.resume"), *day] if self.overview.upcoming else day

    def _packs(self) -> list[list[Spot]]:
        return [
            [Spot(name_of(pack), f"screen.page('{name_of(pack)}')") for pack in packs]
            for packs in self.overview.shelves.values()
        ]

    # Where it stands -----------------------------------------------------------------------

    def place_all(self, size: Size) -> int:
        self._low, self._narrow = size.height < LOW, size.width < NARROW
        large = (22, 11) if size.height >= VAST else (16, 8)
        self._thumb = Size(10, 4) if self._low or self._narrow else Size(*large)
        y = self._place_first(size.width, 0 if self._low else 1)
        for index, (title, packs) in enumerate(self.overview.shelves.items()):
            if index == NEXT:
                y = self._place_names(y + self._low)
            row = index + len(self.rows) - len(self.overview.shelves)
            y = self._place_shelf(row, title, packs, y, size.width)
        return y

    def _place_first(self, width: int, y: int) -> int:
        """Place what stands above the shelves; return the line below it."""
        if not self.rows or self.rows[0][0].name.count("/"):
            return y
        low = self._low or self._narrow
        height = 9 if low else 13 if self.size.height < VAST else 17
        spots = self.rows[0]
        if self._narrow:
            for place in range(len(spots)):
                self._place_card(place, Region(1, y, width - 2, height))
                y += height
            return y + 1
        if self.new:
            across = [(width - 2) // len(spots)] * len(spots)
        elif len(spots) == 1:
            across = [width - 2]
        else:
            day = 25 if self._low else (width - 2) * 3 // 8
            across = [width - 2 - day, day]
        x = 1
        for place, columns in enumerate(across):
            self._place_card(place, Region(x, y, columns - (place < len(across) - 1), height))
            x += columns
        return y + height + 1

    def _place_card(self, place: int, region: Region) -> None:
        spot, low = self.rows[0][place], self._low or self._narrow
        item, board, title = self.overview.upcoming, None, ""
        if spot.name.startswith("door "):
            pack = next(p for p in self.overview.packs if spot.name == f"door {p.puzzle.id}")
            board, words = Board(*cover(pack)), partial(faces.door, pack)
        elif spot.name == "continue" and item is not None:
            moves = self.known.moves_made(item.name)
            board = Board(item.entry, moves, begun=True)
            harder = self.overview.harder(item.entry.pack.puzzle.id, today())
            pace = self.overview.paces.get(item.entry.pack.puzzle.id, Pace())
            said = f"{item.entry.pack.puzzle.count_of(len(moves))} so far"
            told = said if moves else pace.words(item.facts)
            words = partial(faces.going_on, item, self.known, told, harder is not None)
            if harder is not None:
                there = faces.second_button(region, low, faces.GO, faces.HARDER)
                self._hot.append((there, "app.harder"))
        else:
            title, words = "Today", partial(faces.day, self.overview, self.known, today())
        self.place_card(region, words, board, place, title, low, listed=board is None)

    def _place_names(self, y: int) -> int:
        """Place the line that names the puzzles below it; each is clicked to go there."""
        x, shelves = 1, list(self.overview.shelves.items())[NEXT:]
        for row, (title, packs) in enumerate(shelves, len(self.rows) - len(shelves)):
            words = f"{title} {many(len(packs), 'pack')}"
            said = partial(faces.line, self.pen, words, len(title))
            self.blocks.append(Block(Region(x, y, len(words), 1), said))
            self._hot.append((self.blocks[-1].region, f"choose({row}, 0)"))
            x += len(words) + 3
        return y + 2

    def _place_shelf(self, row: int, title: str, packs: list[Pack], y: int, width: int) -> int:
        """Place a shelf under its heading; return the line below it."""
        size, named = self._thumb, not self._low
        step = size.width + (3 if named else 1)
        fit = max(1, (width - 1) // step)
        first = min(self._firsts.get(row, 0), max(0, len(packs) - fit))
        if row == self.row:
            first = min(max(first, self.place - fit + 1), self.place)
        self._firsts[row] = first
        for place, pack in enumerate(packs[first : first + fit], first):
            corner = 1 + (place - first) * step, y + 1
            region = Region(*corner, size.width + 2 * named, size.height + named)
            lines = [(pack.title, "")] * named
            paint = partial(faces.cover, lines, region.size, size.height, self.pen)
            self.blocks.append(Block(region, paint, (row, place), Board(*cover(pack)), size))
        span = f"‹ {first + 1:2}–{min(first + fit, len(packs)):<2} ›" if fit < len(packs) else ""
        heading = partial(
            faces.heading, self.pen, title, many(len(packs), "pack"), partial(self._said, row)
        )
        self.blocks.append(Block(Region(0, y, width - 10, 1), partial(heading, width - 10)))
        shown = partial(faces.line, self.pen, span, 0)
        self.blocks.append(Block(Region(width - 9, y, 9, 1), shown))
        for x, by in ((width - 10, -fit), (width - 3, fit)):
            self._hot.append((Region(x, y, 3, 1), f"along({row}, {by})"))
        return y + size.height + 1 + 2 * named

    def _said(self, row: int) -> str:
        """What there is to say of the pack that is chosen in a row."""
        if row != self.row or (pack := self.pack) is None or self.spot is None:
            return ""
        share = self.overview.share(pack)
        done = f"{share.solved} of {share.total} solved" if share.solved else ""
        return f"{pack.title}: {pack.blurb.rstrip('.')}, {done or many(share.total, 'level')}"

    # Keys and pointer ----------------------------------------------------------------------

    def choose(self, row: int, place: int) -> None:
        before = self.row
        super().choose(row, place)
        if self.block_of(self.row, self.place) is None:
            self.lay()  # the shelf moves on
        self.renew(before, self.row)

    def action_choose(self, row: int, place: int) -> None:
        self.choose(row, place)

    def action_along(self, row: int, by: int) -> None:
        """Choose a pack further along a shelf, by as many as are in view."""
        self.choose(row, self._firsts.get(row, 0) + by)

    def action_row(self, step: int) -> None:
        """The row above or below; a shelf is met where it was left."""
        row = min(max(self.row + step, 0), max(0, len(self.rows) - 1))
        if row != self.row:
            self.choose(row, self._firsts.get(row, 0))
