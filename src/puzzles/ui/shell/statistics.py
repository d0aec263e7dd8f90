"""You: what has been done so far, with bars for each way to group games, the last games, and the
ways to practice and runs."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from textwrap import wrap

from textual import work
from textual.geometry import Region, Size

from puzzles.core.errors import PuzzlesError, printable
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.threads import in_thread
from puzzles.library.catalogue import Entry, find
from puzzles.library.registry import plugins
from puzzles.player.daily import title_of
from puzzles.player.game import as_stored
from puzzles.player.practice import RUN, answers, kinds, runs, with_practice
from puzzles.player.records import Win, today
from puzzles.player.saves import Exercised
from puzzles.player.session import clock_text
from puzzles.player.statistics import Statistics, Tally, groups, statistics, summary_lines
from puzzles.ui.home import faces
from puzzles.ui.home.canvas import Block, Canvas, Spot
from puzzles.ui.home.faces import Line, Pen, cut
from puzzles.ui.home.front import NARROW
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.play.practice import drill_screen, run_screen
from puzzles.ui.widgets.rooms import Room

LAST = 8  # games that are listed
Row = Callable[[Pen, int], Line]  # a line of a list, in a frame of this width
EMPTY = "What you solve will stand here: by puzzle, by size, and your last games."


class Ledger(Canvas):
    """Shows what was won; the last games can be chosen, and practice and runs."""

    def __init__(self) -> None:
        super().__init__("ledger")
        self.found = Statistics()
        self.last: list[Win] = []
        self.past: Sequence[Exercised] = ()

    def place_all(self, size: Size) -> int:
        width = size.width - 2
        across = 1 if size.width < NARROW else 2
        wide = (width - across + 1) // across
        foot, row = [0] * across, 0
        if not self.last:
            self.place_card(Region(1, 1, width, 8), empty, spot=(0, 0), listed=True)
            foot, row = [9] * across, 1
        lists: dict[str, list[Row]] = {
            "Last games, enter looks back": [partial(self._game, win) for win in self.last],
            "Practice, five questions": [partial(self._drills, each) for each in with_practice()],
            "Runs, three minutes": [partial(self._runs, each) for each in with_practice()],
        }
        for title, rows in lists.items():
            column = across - 1 if self.last else foot.index(min(foot))
            for number in range(len(rows) + 2 if rows else 0):
                there = Region(1 + column * (wide + 1), foot[column] + number, wide, 1)
                spot = (row + number - 1, 0) if 0 < number <= len(rows) else None
                paint = partial(listed, title, rows, number, wide)
                self.blocks.append(Block(there, paint, spot))
            foot[column] += len(rows) + 2 if rows else 0
            row += len(rows)
        if not self.last:
            return max(foot)
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

    def _game(self, win: Win, pen: Pen, width: int) -> Line:
        """One of the last games: the level, its puzzle, and how it went."""
        state, colour = faces.stood(win)
        room = width - 27
        title = cut(printable(title_of(win.level)), room)
        said = f" {title.ljust(room)} {_title(win.puzzle)[:9]:9}"
        return [pen(said, bold=pen.chosen), pen(f" {state}".ljust(15), colour)]

    def _drills(self, puzzle: AnyPuzzle, pen: Pen, width: int) -> Line:
        """The kind of questions that comes next, and how many were right."""
        kind = kinds(puzzle, self.past, time.time())[0]
        given = [one.solved for one in answers(puzzle, kind, self.past)]
        told = f"{sum(given)} of {len(given)} right" if given else "new"
        return self._exercise(puzzle, kind, told, pen, width)

    def _runs(self, puzzle: AnyPuzzle, pen: Pen, width: int) -> Line:
        """The run of the day, and the best one."""
        before = runs(puzzle, self.past)
        begun = any(name.startswith(f"{RUN}-{today()}") for name in before)
        told = f"best {max(before.values())}" if before else "new"
        return self._exercise(puzzle, "another" if begun else "run of the day", told, pen, width)

    def _exercise(self, puzzle: AnyPuzzle, what: str, told: str, pen: Pen, width: int) -> Line:
        room = width - 15 - len(told)
        said = f" {puzzle.title[:9]:9} {cut(what, room).ljust(room)}"
        return [pen(said, bold=pen.chosen), pen(f" {told} ", "faint")]


def listed(
    title: str, rows: Sequence[Row], number: int, width: int, pen: Pen, _: object
) -> list[Line]:
    """A line of a list in its frame."""
    lines = [row(pen.lifted(), width) for row in rows]
    return [faces.frame(lines, width, Pen(pen.look), title)[number]]


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


class StatisticsScreen(Room):
    """Shows what has been won, when, and how quickly."""

    def __init__(self) -> None:
        super().__init__(Ledger())

    def recalled(self) -> None:
        super().recalled()
        known, ledger = self.app.known, self.query_one(Ledger)
        ledger.found = statistics(known.wins, today())
        latest = {win.game: win for win in reversed(known.wins)}  # each game once
        ledger.last = [*latest.values()][:LAST]
        ledger.past = known.exercises
        ledger.rows = [[Spot(win.game, f"screen.review({win.level!r})")] for win in ledger.last]
        ledger.rows = ledger.rows or [[Spot("play", "app.room('play')")]]
        for action in ("practise", "run"):
            for puzzle in with_practice():
                does = f"screen.exercise({action!r}, {puzzle.id!r})"
                ledger.rows.append([Spot(f"{action} {puzzle.id}", does)])
        ledger.lay()

    def action_exercise(self, what: str, puzzle: str = "") -> None:
        """Practise a puzzle, or begin a run: that of this name, or else the one that was won last
        and has a stock."""
        known = {each.id: each for each in with_practice()}
        names = [puzzle, *self.app.known.played, *known]
        found = next((known[name] for name in names if name in known), None)
        if found is not None and what == "run":
            self.app.push_screen(run_screen(self.app, found))
        elif found is not None:
            self.app.push_screen(drill_screen(self.app, found))

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
