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
from puzzles.player.session import moves_of
from puzzles.ui.home import faces
from puzzles.ui.home.canvas import Block, Board, Canvas, Spot
from puzzles.ui.home.faces import cut

LOW = 32  # lines below which covers are small, and without their names
VAST = 54  # lines from which on they are large
NARROW = 76  # columns below which one thing stands below the other
NEXT = 2  # shelves before the line that names all others


First = tuple[Spot, faces.Words, Board | None]  # what stands above the shelves


class Front(Canvas):
    """Shows the cards and the shelves, and does what is chosen."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.overview = Overview()
        self._first = list[First]()
        self._firsts: dict[int, int] = {}  # the first pack of a row that is in view

    # What is shown -------------------------------------------------------------------------

    def show(self, overview: Overview) -> None:
        """Show this, with the same thing chosen, or the first one."""
        here = self.spot.name if self.spot and self.chosen else ""
        self.overview = overview
        self._first = self._firstly() if overview.packs else []
        shelves = (map(name_of, packs) for packs in overview.shelves.values())
        rows = [[Spot(name, f"screen.page('{name}')") for name in names] for names in shelves]
        self.rows = [[spot for spot, *_ in self._first], *rows] if self._first else rows
        self.row, self.place = self.find(here)
        self.lay()

    @property
    def new(self) -> bool:
        """True for a player who has not played yet."""
        return not (self.overview.known.wins or self.overview.known.last)

    @property
    def pack(self) -> Pack | None:
        """The pack that is chosen, or that of the level to go on with."""
        packs = {name_of(pack): pack for pack in self.overview.packs}
        item = self.overview.upcoming
        return packs.get(self.spot.name if self.spot else "") or (item.entry.pack if item else None)

    def _firstly(self) -> list[First]:
        """What stands above the shelves: doors, or what to go on with and the day."""
        overview, known = self.overview, self.overview.known
        if self.new:
            return [
                (
                    Spot(f"door {pack.puzzle.id}", f"screen.play('{Entry(pack, 0).name}')"),
                    partial(faces.door, pack),
                    Board(*cover(pack)),
                )
                for pack, *_ in overview.shelves.values()
                if pack.puzzle.first
            ]
        day = Spot("today", "app.room('today')"), partial(faces.day, overview, today()), None
        if (item := overview.upcoming) is None:
            return [day]
        puzzle, game = item.entry.pack.puzzle, known.game
        moves = moves_of(game.history) if game and game.level == item.name else ()
        harder = overview.harder(puzzle.id, today()) is not None
        pace = known.paces.get(puzzle.id, Pace()).words(item.facts)
        told = f"{puzzle.count_of(len(moves))} so far" if moves else pace
        words = partial(faces.going_on, item, known, told, harder)
        board = Board(item.entry, moves, begun=True)
        return [(Spot("continue", "screen.resume"), words, board), day]

    # Where it stands -----------------------------------------------------------------------

    def place_all(self, size: Size) -> int:
        self._low, self._narrow = size.height < LOW, size.width < NARROW
        large = (22, 11) if size.height >= VAST else (16, 8)
        self._thumb = Size(10, 4) if self._low or self._narrow else Size(*large)
        y = self._place_first(size.width, 0 if self._low else 1)
        for index, (title, packs) in enumerate(self.overview.shelves.items()):
            if index == NEXT:
                self.blocks.append(Block(Region(0, y + self._low, size.width, 1), self._names))
                y += self._low + 2
            row = index + len(self.rows) - len(self.overview.shelves)
            y = self._place_shelf(row, title, packs, y, size.width)
        return y

    def _place_first(self, width: int, y: int) -> int:
        """Place what stands above the shelves; return the line below it."""
        if not self._first:
            return y
        height = 9 if self._low or self._narrow else 13 if self.size.height < VAST else 17
        across = 1 if self._narrow else len(self._first)
        first = (width - 2) // across
        if across == 2 and not self.new:  # the day takes less
            first = width - 2 - (25 if self._low else (width - 2) * 3 // 8)
        for place, (_, words, board) in enumerate(self._first):
            down, column = divmod(place, across)
            wide = width - 2 - column * first if column == across - 1 else first - 1
            region = Region(1 + column * first, y + down * height, wide, height)
            title = "" if board else "Today"
            self.place_card(region, words, board, (0, place), title, listed=board is None)
        return region.bottom + 1

    def _names(self, pen: faces.Pen, _: object) -> list[faces.Line]:
        """The line that names the puzzles below it; each is clicked to go there."""
        shelves = list(self.overview.shelves.items())[NEXT:]
        line = [pen(" ")]
        for row, (title, packs) in enumerate(shelves, len(self.rows) - len(shelves)):
            count = len(packs) if self._narrow else many(len(packs), "pack")
            does = f"choose({row}, 0)"
            line += [pen(title, does=does), pen(f" {count}", "faint", does=does), pen("   ")]
        return [line]

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
            self.place_cover(region, lines, Board(*cover(pack)), (row, place), size)
        heading = partial(self._heading, row, title, packs, fit)
        self.blocks.append(Block(Region(0, y, width, 1), heading))
        return y + size.height + 1 + 2 * named

    def _heading(
        self, row: int, title: str, packs: list[Pack], fit: int, pen: faces.Pen, _: object
    ) -> list[faces.Line]:
        """What a shelf holds, what there is to say of the pack that is chosen in it, and which are
        in view; arrows lead to others."""
        count, said = f"  {many(len(packs), 'pack')}  ", ""
        if row == self.row and (pack := self.pack) is not None and self.spot is not None:
            share = self.overview.share(pack)
            done = f"{share.solved} of {share.total} solved" if share.solved else ""
            said = f"{pack.title}: {pack.blurb.rstrip('.')}, {done or many(share.total, 'level')}"
        room, first = self.virtual_size.width - 12 - len(title), self._firsts[row]
        words = count + cut(said, room - len(count) - 1)
        line = [pen(f" {title}", bold=True), pen(words.ljust(room), "faint")]
        if fit < len(packs):
            line += [
                pen(" ‹ ", "faint", does=f"along({row}, {-fit})"),
                pen(f"{first + 1:2}–{min(first + fit, len(packs)):<2}", "faint"),
                pen(" › ", "faint", does=f"along({row}, {fit})"),
            ]
        return [line]

    # Keys and pointer ----------------------------------------------------------------------

    def choose(self, row: int, place: int) -> None:
        super().choose(row, place)
        if self.block_of(self.row, self.place) is None:
            self.lay()  # the shelf moves on
        for number, block in enumerate(self.blocks):  # those that may tell of what is chosen
            if block.spot is None:
                self.discard(number)
                self.refresh(self.region_of(number))

    action_choose = choose

    def action_along(self, row: int, by: int) -> None:
        """Choose a pack further along a shelf, by as many as are in view."""
        self.choose(row, self._firsts.get(row, 0) + by)

    def action_row(self, step: int) -> None:
        """The row above or below; a shelf is met where it was left."""
        row = min(max(self.row + step, 0), max(0, len(self.rows) - 1))
        if row != self.row:
            self.choose(row, self._firsts.get(row, 0))
