"""You: what has been done so far, with bars for each way to group games, and the last games."""

from collections.abc import Mapping
from functools import partial
from textwrap import wrap

from textual import work
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
from puzzles.ui.widgets.keys import keys
from puzzles.ui.widgets.rooms import Room

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
            self.place_card(Region(1, 1, width, 8), empty, spot=(0, 0), listed=True)
            return 9
        across = 1 if size.width < NARROW else 2
        wide = (width - across + 1) // across
        foot = [0] * across
        foot[-1] = len(self.last) + 2
        for number in range(foot[-1]):
            there = Region(1 + (across - 1) * (wide + 1), number, wide, 1)
            spot = (number - 1, 0) if 0 < number <= len(self.last) else None
            self.blocks.append(Block(there, partial(self._games, number, wide), spot))
        said = [line for each in summary_lines(self.found) for line in wrap(each, wide - 4)]
        cards: list[tuple[str, int, faces.Words]] = [
            ("So far", len(said), lambda pen, _: [[pen(line)] for line in said])
        ]
        for title, tallies in groups(self.found).items():
            cards.append((title, len(tallies), partial(bars, self.found, tallies)))
        for title, lines, words in cards:
            column = foot.index(min(foot))
            region = Region(1 + column * (wide + 1), foot[column], wide, lines + 2)
            self.place_card(region, words, title=title, listed=True)
            foot[column] = region.bottom
        return max(foot)

    def _games(self, number: int, width: int, _: object, chosen: bool) -> list[Line]:
        """A line of the last games in their frame: a level, its puzzle, and how it went."""
        pen, room, lines = Pen(self.look, chosen, raised=chosen), width - 27, list[Line]()
        for win in self.last:
            state, colour = faces.stood(win)
            title = cut(printable(title_of(win.level)), room)
            said = f" {title:{room}} {_title(win.puzzle)[:9]:9}"
            lines.append([pen(said, bold=chosen), pen(f" {state}".ljust(15), colour)])
        title = "Last games, enter looks back"
        return [faces.frame(lines, width, self.pen(False), False, title)[number]]


def empty(pen: Pen, width: int) -> list[Line]:
    """What will stand here, and the way there."""
    return [*([pen(line)] for line in wrap(EMPTY, width)), [], [pen.button(faces.PLAY, True)]]


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

    def __init__(self) -> None:
        super().__init__(Ledger())

    def recalled(self) -> None:
        super().recalled()
        known, ledger = self.app.known, self.query_one(Ledger)
        ledger.found = statistics(known.wins, today(), known.reviews)
        latest = {win.game: win for win in reversed(known.wins)}  # each game once
        ledger.last = [*latest.values()][:LAST]
        ledger.rows = [[Spot(win.game, f"screen.review({win.level!r})")] for win in ledger.last]
        ledger.rows = ledger.rows or [[Spot("play", "app.room('play')")]]
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
