"""You: what has been done so far, with bars for each way to group games, and the last games."""

from collections.abc import Mapping, Sequence
from functools import partial
from textwrap import wrap

from textual import work
from textual.app import ComposeResult
from textual.geometry import Region, Size

from puzzles.core.errors import PuzzlesError, printable
from puzzles.core.threads import in_thread
from puzzles.library.catalogue import Entry, find
from puzzles.library.registry import plugins
from puzzles.player.daily import title_of
from puzzles.player.game import as_stored
from puzzles.player.records import Win, today
from puzzles.player.session import clock_text
from puzzles.player.statistics import Statistics, Tally, groups, statistics, summary_lines
from puzzles.ui.home import faces
from puzzles.ui.home.canvas import Block, Canvas, Spot
from puzzles.ui.home.cards import Line, cut
from puzzles.ui.home.faces import Pen
from puzzles.ui.home.front import NARROW
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.keys import keys
from puzzles.ui.widgets.rooms import Room, RoomBar

LAST = 8  # games that are listed
EMPTY = "What you solve will stand here: by puzzle, by size, and your last games."


class Ledger(Canvas):
    """Shows what was won; the last games can be chosen."""

    BINDINGS = keys("Ledger")

    def __init__(self) -> None:
        super().__init__("ledger")
        self.found = Statistics()
        self.last: list[Win] = []

    def place_all(self, size: Size) -> int:
        width = size.width - 2
        if not self.last:
            self.place_card(Region(1, 1, width, 8), empty, place=0, listed=True)
            return 9
        across = 1 if size.width < NARROW else 2
        wide = (width - across + 1) // across
        foot = [0] * across
        foot[-1] = len(self.last) + 2
        self._place_games(Region(1 + (across - 1) * (wide + 1), 0, wide, foot[-1]))

        said = [line for each in summary_lines(self.found) for line in wrap(each, wide - 4)]
        cards = [("So far", len(said), partial(lines_of, said))]
        for title, tallies in groups(self.found).items():
            cards.append((title, len(tallies), partial(bars, self.found, tallies)))
        for title, lines, words in cards:
            column = foot.index(min(foot))
            region = Region(1 + column * (wide + 1), foot[column], wide, lines + 2)
            self.place_card(region, words, title=title, listed=True)
            foot[column] = region.bottom
        return max(foot)

    def _place_games(self, region: Region) -> None:
        """Place the last games, each in a line of its own between the edges of a frame."""
        for number, win in enumerate(self.last):
            line = Region(region.x, region.y + 1 + number, region.width, 1)
            self.blocks.append(Block(line, partial(game, win, line.width, self.pen), (number, 0)))
        for y, edge in ((region.y, 0), (region.bottom - 1, 1)):
            paint = partial(_edge, region.width, self.pen, edge)
            self.blocks.append(Block(Region(region.x, y, region.width, 1), paint))


def lines_of(words: Sequence[str], pen: Pen, _: int) -> list[Line]:
    return [[pen(line)] for line in words]


def empty(pen: Pen, width: int) -> list[Line]:
    """What will stand here, and the way there."""
    return [*lines_of(wrap(EMPTY, width), pen, width), [], [pen.button(faces.PLAY, True)]]


def _edge(width: int, pen_of: faces.Face, edge: int, *_: object) -> list[Line]:
    return faces.frame((), width, pen_of(False), False, "Last games, enter looks back")[
        edge : edge + 1
    ]


def game(win: Win, width: int, pen_of: faces.Face, _: object, chosen: bool) -> list[Line]:
    """A game that was won: its level, its puzzle, and how it went."""
    plain = pen_of(chosen)
    pen, (state, colour) = Pen(plain.look, chosen, raised=chosen), faces.stood(win)
    title, room = printable(title_of(win.level)), width - 27
    said = f" {cut(title, room):{room}} {_title(win.puzzle)[:9]:9}"
    shown = [pen(said, bold=chosen), pen(f" {state}".ljust(13), colour)]
    return [[plain("│", "edge"), *shown, plain(" │", "edge")]]


def bars(found: Statistics, tallies: Mapping[str, Tally], pen: Pen, width: int) -> list[Line]:
    """A line for each group of games: a bar, the perfect games its first part, and the figures, of
    a size its quickest win, too."""
    rows = list[tuple[str, Tally, str]]()
    for name, tally in tallies.items():
        best = found.fastest.get(name)
        mean = clock_text(tally.seconds / tally.games)
        time = f"best {clock_text(best.seconds)}" if best else mean
        called = cut(printable(_title(name)), 16)
        rows.append((called, tally, f" {tally.games} ✦ {tally.perfect}  {time}"))
    long, tail = max(len(row[0]) for row in rows), max(len(row[2]) for row in rows)
    most, room = max(row[1].games for row in rows), max(width - long - tail - 1, 3)
    lines = list[Line]()
    for called, tally, figures in rows:
        all_, perfect = (-(-room * number // most) for number in (tally.games, tally.perfect))
        bar = pen("█" * perfect, "good"), pen("█" * (all_ - perfect), "accent")
        lines.append([pen(f"{called:{long}} "), *bar, pen(figures, "faint")])
    return lines


def _title(name: str) -> str:
    """Return the name of a group, with the title of a puzzle that is installed for its ID."""
    puzzle, blank, size = name.partition(" ")
    plugin = plugins()[0].get(puzzle)
    return f"{plugin.title if plugin else puzzle}{blank}{size}"


class StatisticsScreen(Room[None]):
    """Shows what has been won, when, and how quickly."""

    BINDINGS = keys("StatisticsScreen")

    def compose(self) -> ComposeResult:
        yield RoomBar()
        yield Ledger()
        yield KeyBar()

    def recalled(self) -> None:
        super().recalled()
        known, ledger = self.app.known, self.query_one(Ledger)
        ledger.found = statistics(known.wins, today(), known.reviews)
        latest = {win.game: win for win in reversed(known.wins)}  # each game once
        ledger.last = [*latest.values()][:LAST]
        ledger.rows = [[Spot(win.game, f"screen.review('{win.level}')")] for win in ledger.last]
        ledger.rows = ledger.rows or [[Spot("play", "app.room('play')")]]
        ledger.row = min(ledger.row, len(ledger.rows) - 1)
        ledger.lay()

    @work(exclusive=True)
    async def action_review(self, level: str) -> None:
        """Look back at the last game of a level, or play it again where none was kept."""
        if (entry := await in_thread(partial(self._entry, level))) is None:
            self.notify("That level is not there any more.")
        elif self.is_current:
            self.app.open(entry, lessons=False)
            if isinstance(play := self.app.screen, PlayScreen):
                play.call_after_refresh(play.action_review)

    def _entry(self, level: str) -> Entry | None:
        try:
            return find(level)
        except PuzzlesError:  # of a day, or a file
            return as_stored(self.app.saves.newest(level))
