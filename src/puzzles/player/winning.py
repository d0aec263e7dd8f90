"""The news of a win: what is new in it, how its pack stands now, what comes next; and as a text for
others."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from operator import attrgetter

from puzzles.core.errors import sentence
from puzzles.core.puzzle import AnyPuzzle
from puzzles.library.catalogue import Entry, entries, find, ships, stage
from puzzles.library.ids import make_link
from puzzles.library.levels import Pack
from puzzles.player import daily
from puzzles.player.records import Result, Standing, StoredGame, Win, best, sign
from puzzles.player.session import Session, clock_text
from puzzles.player.statistics import parse_day, streaks

FEW_LEFT = 3  # levels of a pack that are named as open
ROW = 30  # squares of a result at most, one a move
FILLED = "○◔◑◕●"  # how much of a board is right
Reviewed = tuple[int, list[int]]  # the moves of a game, and the numbers of those that lost


class New(StrEnum):
    """A player's firsts and bests on a level."""

    SOLVED = "first solve"
    PERFECT = "first time perfect"
    UNAIDED = "first without help"
    FEWEST = "fewest moves yet"
    FASTEST = "fastest yet"


@dataclass(frozen=True)
class WinReport:
    """A win and what it came to.

    `fastest` is the best time of the level before, None if there was none. `streak` counts days in
    a row with a win, or is 0 where this win did not make it longer. `completes` says that no level
    of the pack, which has more than one, is open any more, and that this was the last one. `ahead`
    is the level to go on with: on the journey, where the player is on it (`travelling`).
    """

    entry: Entry
    win: Win
    new: tuple[New, ...]
    fastest: float | None
    streak: int
    standing: Standing
    completes: bool
    ahead: Entry | None
    wins: tuple[Win, ...]
    travelling: bool = False

    @property
    def open(self) -> list[str]:
        """What there is to come back for, in at most two lines: a board of the day that is new,
        the last levels of the pack, the streak."""
        name, left = self.win.finished[:10], self.standing.total - self.standing.solved
        day, solved = date.fromisoformat(name), daily.best_of_days(self.wins)
        new = [each.title for each in daily.with_days() if (each.id, name) not in solved]
        told = [f"Today's {new[0]} is new"] if new else []
        told += [f"{left} left in this pack"] if 0 < left <= FEW_LEFT else []
        kept = daily.days_kept(self.wins)
        told += [f"streak {streaks(kept, day)[0] + 1} tomorrow"] if name in kept else []
        return told[:2]

    def text(self, row: str = "", page: str = "") -> str:
        """The text to share, with the `symbols` of the game, and a link where there is a page.
        Raises LevelError where the plugin fails."""
        puzzle, title = self.entry.pack.puzzle, self.entry.level.title
        day = parse_day(title) if self.entry.pack.name == daily.PACK else None
        if day is None:
            return share_level(self.entry, self.win, row, page)
        today = date.fromisoformat(self.win.finished[:10])
        streak = daily.daily_streaks(self.wins, puzzle, today)[0]
        return share_day(puzzle, day, self.win, streak, row=row)


def win_report(entry: Entry, win: Win, wins: Iterable[Win], travelling: bool = False) -> WinReport:
    """Compare a win with all the player's wins, in the order of time; it may be among
    them itself. Whoever is `travelling` goes on along the journey, as long as that goes."""
    place, today = attrgetter("game", "moves", "finished"), win.finished[:10]
    before = [known for known in wins if place(known) != place(win)]
    own = best(known for known in before if known.level == win.level and known.board == win.board)
    earlier, names = own.get(win.level), [each.name for each in entries(entry.pack)]
    now = best([*before, win])
    standing = Standing.of(names, now)
    completes = len(names) > 1 and standing.complete
    days = {known.finished[:10] for known in before}
    streak = 0 if today in days else streaks({*days, today}, date.fromisoformat(today))[0]
    completes &= not Standing.of(names, best(before)).complete
    onward = stage(now) if travelling else None
    opened = (each for each in entries(entry.pack) if each.name not in now)
    ahead = find(onward) if onward else entry.neighbour(1) or next(opened, None)
    new, fastest = what_is_new(win, earlier), earlier.seconds if earlier else None
    known = new, fastest, streak if streak > 1 else 0, standing, completes
    return WinReport(entry, win, *known, ahead, (*before, win), onward is not None)


def what_is_new(win: Win, earlier: Result | None) -> tuple[New, ...]:
    """Compare a win with the best of all earlier ones of its level; help makes nothing new."""
    if earlier is None:
        return (New.SOLVED,)
    if win.helped:
        return ()
    new = [New.UNAIDED] if earlier.helped else []
    if win.perfect and not earlier.perfect:
        new.append(New.PERFECT)
    elif not earlier.helped and win.moves < earlier.moves:
        new.append(New.FEWEST)
    now, then = win.seconds, earlier.seconds
    if not earlier.helped and now is not None and then is not None and now < then:
        new.append(New.FASTEST)
    return tuple(new)


# The texts that tell others how a game went, and nothing about the solution --------------------


def symbols(game: Session, lost: Collection[int] | None) -> str:
    """A game that won, in a row; "" where that is not known. Where moves are counted, ■ or, if it
    has `lost` some, □ for each; else, for tenths of the time, circles that fill as the board comes
    right."""
    puzzle, moves = game.puzzle, game.moves()
    if puzzle.aim.stepwise:
        numbers = range(1, len(moves) + 1) if lost is not None else ()
        return "".join("■□"[at in (lost or ())] for at in numbers)[:ROW]
    made = [time for time in game.times() if time is not None]
    if not made or len(made) < len(moves) or made != sorted(made):
        return ""
    start = puzzle.start(game.level)
    boards = [puzzle.scene(s).drawn for s in (start, *(s for _, s in puzzle.replay(start, moves)))]
    right, row = boards[-1] - boards[0], ""
    for tenth in range(1, 11):
        there = boards[bisect_right(made, made[-1] * tenth / 10)] & right
        row += FILLED[(len(FILLED) - 1) * len(there) // max(len(right), 1)]
    return row


def symbols_kept(
    entry: Entry, win: Win, games: Iterable[StoredGame], reviews: Mapping[str, Reviewed]
) -> str:
    """The `symbols` of a win, as far as its game is among those kept, and was looked back on."""
    own = [each for each in games if each.game == win.game]
    game = Session.of(entry.pack.puzzle, entry.level, own[-1]) if own else None
    if game is None or not game.status.won or game.status.moves != win.moves:
        return ""
    count, lost = reviews.get(win.game, (0, []))
    return symbols(game, lost if count == win.moves else None)


def share_level(entry: Entry, win: Win, row: str = "", page: str = "") -> str:
    """The text for a level of a pack: others have those that ship by name, any other by its ID.
    Raises LevelError where the plugin fails."""
    pack, known = entry.pack, ships(entry.pack)
    place = f"{pack.title} {entry.index + 1}, " if known else ""
    heading = f"{pack.puzzle.title}: {place}{entry.level.title}"
    command = f"puzzles play {entry.name if known else entry.id}"
    link = make_link(page, entry.id) if page else command
    return _text(heading, pack.puzzle, win, 0, link, row)


def share_day(
    puzzle: AnyPuzzle,
    day: date,
    win: Win | None,
    streak: int = 0,
    week: bool = False,
    row: str = "",
) -> str:
    """The text for the puzzle of a day, with a streak, or for that of its `week`; `win` is None if
    it is not solved."""
    when, option = (f"week {daily.week_of(day)}", " --week") if week else (day.isoformat(), "")
    command = f"puzzles daily {puzzle.id}{option} --date {day.isoformat()}"
    heading = f"{puzzle.title} · {daily.called(puzzle, day, week)} · {when}"
    return _text(heading, puzzle, win, streak, command, row)


def share_pack(pack: Pack, standing: Standing) -> str:
    """The text for a pack that is complete."""
    heading = f"{pack.puzzle.title}: {pack.title} complete"
    return f"{heading}\n{standing} · {clock_text(standing.seconds)}"


def _text(
    heading: str, puzzle: AnyPuzzle, win: Win | None, streak: int, link: str, row: str
) -> str:
    """The heading, how the game went, its symbols, and what opens the board. Moves are counted
    where they are the aim: elsewhere their number may say something about the solution."""
    told = ["not solved yet"]
    if win is not None:
        told = []
        if puzzle.aim.stepwise:
            over = max(0, win.moves - (win.target or win.moves))
            row = row or ("■" * (win.moves - over) + "□" * over)[:ROW]
            told = [puzzle.count_of(win.moves) + (f", {puzzle.aim.over(over)}" if over else "")]
        told += [clock_text(win.seconds)] if win.seconds is not None else []
        told += ["with help" if win.helped else "without help"]
        told[0] = f"{sign(win)} {told[0]}"
    told += [f"streak {streak}"] if streak > 1 else []
    return "\n".join(filter(None, [heading, " · ".join(told), row, link]))


def spoken(text: str) -> str:
    """The first two lines of such a text, what and how, in a sentence to be heard."""
    what, how, *_ = text.split("\n")
    return sentence(f"{what}, {how.lstrip('✦● ')}".replace(" · ", ", "))
