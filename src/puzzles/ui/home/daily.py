"""Today: the puzzle of the day large, those of the other puzzles, a month of one of them, and the
puzzle of the week."""

import asyncio
from calendar import Calendar, day_abbr
from collections import Counter
from datetime import date, datetime, timedelta
from functools import partial

from textual import work
from textual.geometry import Region, Size

from puzzles.core.errors import PuzzlesError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.threads import in_thread
from puzzles.library.levels import described
from puzzles.library.own import proof_words
from puzzles.library.registry import plugins
from puzzles.player.daily import called, daily, daily_streaks, until_next, week_of, week_won, weekly
from puzzles.player.records import Win, sign, today
from puzzles.player.session import moves_of
from puzzles.player.winning import share_day, symbols_kept
from puzzles.ui.home import faces
from puzzles.ui.home.canvas import Block, Board, Canvas, Spot
from puzzles.ui.home.faces import HARDER, PLAY, SHARE, Line, Pen, cut
from puzzles.ui.home.front import LOW, NARROW
from puzzles.ui.widgets.rooms import Room

REST = 0.1  # seconds that a day is pointed at before its boards are looked for
MONTH = Size(25, 9)  # the least that a month takes
READ = 12.0  # seconds that a result is shown

Found = Board | str  # a board, or why there is none


class Days(Canvas):
    """Shows a day: the first puzzle large, and the others beside it."""

    def __init__(self) -> None:
        super().__init__("days")
        self.now = self.day = today()
        self.puzzles = [*plugins()[0].values()]
        self.found: dict[tuple[str, bool, date], Found] = {}  # by puzzle, if it is the week's, day
        self.rows = [[Spot("day", "screen.play")]]

    @property
    def puzzle(self) -> AnyPuzzle:
        """The puzzle that stands large."""
        return self.puzzles[0]

    def won(self, puzzle: AnyPuzzle, week: bool = False) -> Win | None:
        """The best win of a puzzle on the day, or in the week."""
        known = self.app.known
        if week:
            return week_won(known.wins, puzzle, self.day)
        return known.days.get((puzzle.id, self.day.isoformat()))

    def place_all(self, size: Size) -> int:
        narrow, top = size.width < NARROW, int(size.height >= LOW)
        width = size.width - 2
        aside = 0 if narrow else min(max(width // 3 - 1, 25), 48)
        height = 13 if narrow else max(size.height - top - MONTH.height, 13)
        large = Region(1, top, width - aside - bool(aside), height)
        self.named = height  # so that the cursor is in the line of the date
        self._place(large, self.puzzle, f"{self.day:%A}, {self.day.day} {self.day:%B}")
        # Under it the month, and the week's board beside that.
        month, day, foot = Region(*large.bottom_left, *MONTH), self.day, large.bottom + MONTH.height
        title = f"‹ {day:%B} ›"
        self.place_card(month, self._month, title=title, listed=True)
        self._hot += [
            (Region(month.x + 2, month.y, 3, 1), f"screen.day({-day.day})"),
            (Region(month.x + len(title), month.y, 3, 1), "screen.day(28)"),
        ]
        if isinstance(self.found.get((self.puzzle.id, True, day)), Board):
            beside = Region(month.right, month.y, large.width - month.width, month.height)
            said = "This week" if week_of(day) == week_of(self.now) else f"Week {day:%V}"
            self._place(beside, self.puzzle, said, "screen.play(True)", week=True)
        column = Region(large.right + 1, top, aside, foot - top)
        return max(foot, self._place_others(Region(1, foot, width, 0) if narrow else column))

    def _place(
        self,
        region: Region,
        puzzle: AnyPuzzle,
        title: str = "",
        action: str = "",
        week: bool = False,
    ) -> None:
        """Place the board of the day, or of the week; large if a click plays it, as enter does, and
        does no other action."""
        found = self.found.get((puzzle.id, week, self.day), "looking for it …")
        board = found if isinstance(found, Board) else None
        facts = [found] if isinstance(found, str) else described(puzzle.facts(found.entry.level))
        state, colour = faces.stood(win := self.won(puzzle, week))
        if win is None and board and board.moves:
            state, colour = f"{puzzle.count_of(len(board.moves))} so far", "text"

        def words(pen: Pen, width: int) -> list[Line]:
            name = [pen(cut(called(puzzle, self.day, week), width), bold=True)]
            stands = [pen(state, colour)]
            if action:
                head = facts[0] if week else puzzle.title
                button = [[], [pen.button(" w play ")]] if week else []
                return [[pen(cut(head, width), "faint")], name, stands, *button]
            proof = proof_words(board.entry) if board else ""
            rest = " · ".join(facts[1:])
            told = [f"{puzzle.title} · {facts[0]}", *(facts[1:] if len(rest) > width else [rest])]
            told += [proof] if proof.startswith("proved") else []
            quiet = [[pen(cut(each, width), "faint")] for each in told]
            share = [pen("  "), pen.button(SHARE, does="screen.share")] if win else []
            return [name, *quiet, [], stands, [], [pen.button(PLAY, first=True), *share]]

        self.place_card(region, words, board, None if action else (0, 0), title)
        if action:
            self._hot.append((region, action))

    def _month(self, pen: Pen, width: int) -> list[Line]:
        """The days of the month, each to be clicked."""
        lines: list[Line] = [[pen(" ".join(name[:2] for name in day_abbr), "faint")]]
        for days in Calendar().monthdatescalendar(self.day.year, self.day.month):
            line: Line = []
            for each in days:
                win = self.app.known.days.get((self.puzzle.id, each.isoformat()))
                shown, colour = ("▸", "accent") if each == self.now else ("·", "faint")
                if win is not None:
                    shown, colour = sign(win), "accent" if win.perfect else "good"
                does = f"screen.choose('{each.isoformat()}')"
                if each == self.day:
                    line.append(Pen(pen.look, chosen=True).button(f"{each.day:2}", True, does))
                elif each.month == self.day.month and each <= self.now:
                    line.append(pen(f" {shown}", colour, does=does))
                else:
                    line.append(pen("  "))
                line.append(pen(" "))
            lines.append(line)
        return lines

    def _place_others(self, region: Region) -> int:
        """Place the other puzzles, as large as there is room for, and below them how far one is;
        return the line below."""
        across = max(1, region.width // 28)
        rows = -(-(len(self.puzzles) - 1) // across)
        wide, high = region.width // across, min(max((region.height - 2) // max(rows, 1), 4), 9)
        for number, puzzle in enumerate(self.puzzles[1:]):
            x, y = region.x + number % across * wide, region.y + number // across * high
            card = Region(x, y, wide - (across > 1), high)
            self._place(card, puzzle, action=f"screen.puzzle({number + 1})")
        end = Region(region.x, region.y + rows * high, region.width, 2)
        self.blocks.append(Block(end, partial(self._end, end.width)))
        return end.bottom

    def _end(self, width: int, pen: Pen, _: object) -> list[Line]:
        """How much of today is done, and what else there is."""
        day, (streak, most) = self.now, self.app.known.streaks(self.now)
        done = sum((each.id, day.isoformat()) in self.app.known.days for each in self.puzzles)
        told, row = f"{done} of {len(self.puzzles)} done today", f"streak {streak}, best {most}"
        if done < len(self.puzzles):
            return [[pen(told, bold=True)], [pen(row, "faint")]]
        told, room = f"All done. New ones in {until_next(datetime.now())}", width - len(HARDER)
        quiet = pen(cut(row, room - 1).ljust(room), "faint")
        return [[pen(told, bold=True)], [quiet, pen.button(HARDER, does="app.home('harder')")]]


class DailyScreen(Room):
    """Choose a day; its puzzle is found and played."""

    def __init__(self) -> None:
        self.days = Days()
        super().__init__(self.days)

    def recalled(self) -> None:
        super().recalled()
        if not self.days.chosen:  # what is won most often stands large
            won = Counter(win.puzzle for win in self.app.known.wins)
            self.days.puzzles.sort(key=lambda each: -won[each.id])
        self._follow()
        self._show()

    def turn(self) -> None:
        super().turn()
        if self.is_current:
            self.days.lay()  # how long it is until then

    def _follow(self) -> None:
        """Go with the day, if another one has begun; a player who points at today stays with it."""
        days, before = self.days, self.days.now
        days.now = today()
        if before != days.now:
            days.day = days.now if days.day == before else min(days.day, days.now)

    def _show(self) -> None:
        self.days.lay()
        self._look_up()

    @work(exclusive=True, group="boards")
    async def _look_up(self) -> None:
        """Show the boards of the day as they were left, those that stand large first; off the event
        loop, which finding them would hold up."""
        await asyncio.sleep(REST)
        days, day = self.days, self.days.day
        others = ((each, False) for each in days.puzzles[1:])
        for puzzle, week in [(days.puzzle, False), (days.puzzle, True), *others]:
            place = puzzle.id, week, day
            found = await in_thread(partial(self._as_left, puzzle, week, day))
            if days.found.get(place, "…")[1:] != found[1:]:  # boards of a day are alike
                days.found[place] = found
                days.lay()

    def _as_left(self, puzzle: AnyPuzzle, week: bool, day: date) -> Found:
        """The board of a day, or week, with the moves that won it, or those made so far."""
        try:
            entry = weekly(puzzle, day) if week else daily(puzzle, day)
        except PuzzlesError as error:
            return str(error)
        if (won := self.app.known.won.get(entry.name)) is not None:
            return Board(entry, won)
        game = self.app.saves.newest(entry.name)
        moves = moves_of(game.history) if game else ()
        return Board(entry, moves, begun=bool(moves))

    def action_day(self, step: int) -> None:
        """Point at another day; none after today."""
        self._follow()
        self.days.day = min(self.days.day + timedelta(days=step), self.days.now)
        self._show()

    def action_puzzle(self, step: int = 1) -> None:
        """Let another puzzle stand large, with those that follow it beside it."""
        days = self.days
        days.puzzles = [*days.puzzles[step:], *days.puzzles[:step]]
        days.chosen = True
        self._show()

    def action_choose(self, day: str) -> None:
        """Point at a day; a second time, play it."""
        before, self.days.day = self.days.day, date.fromisoformat(day)
        if self.days.day == before:
            self.action_play()
        self._show()

    @work(exclusive=True)
    async def action_play(self, week: bool = False) -> None:
        """Find the puzzle of the day, or of its week, off the event loop, and open it unless the
        player has left."""
        days, find = self.days, weekly if week else daily
        try:
            entry = await in_thread(partial(find, days.puzzle, days.day))
        except PuzzlesError as error:
            self.notify(str(error), severity="warning", markup=False)
            return
        if self.is_current:
            self.app.open(entry)

    def action_share(self) -> None:
        """Copy and show how it went, without a word about the solution."""
        puzzle, day = self.days.puzzle, self.days.day
        if (win := self.days.won(puzzle)) is None:
            self.notify(f"{called(puzzle, day)} is not solved: there is nothing to copy.")
            return
        streak = daily_streaks(self.app.known.wins, puzzle, self.days.now)[0]
        board = self.days.found.get((puzzle.id, False, day))
        row = ""
        if isinstance(board, Board):
            games = self.app.saves.games_of(win.level, win.board)
            row = symbols_kept(board.entry, win, games, self.app.memory.reviews)
        text = share_day(puzzle, day, win, streak, row=row)
        self.app.copy_to_clipboard(text)
        self.notify(text, title="Copied", timeout=READ, markup=False)
