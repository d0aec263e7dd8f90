"""The puzzles of the day and the week: one per plugin, from the date alone, the same for everyone.

It stands in a list that ships, of IDs or of names of levels, in order from the first day on and
then from the start again; so no new level, and no change of a generator or solver, can change it. A
puzzle without a list gets one of its levels: the one whose ID, hashed together with the date, comes
out highest (rendezvous hashing, Thaler & Ravishankar 1996), so that a level added later changes
only the days it takes for itself. The puzzles of the week are listed alike; they are harder.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from hashlib import sha256
from operator import itemgetter

from puzzles.core.errors import UsageError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.library.catalogue import Entry, find, library, listed, ships
from puzzles.library.ids import make_id, read_id
from puzzles.library.levels import Pack
from puzzles.library.registry import plugins
from puzzles.player.records import Win
from puzzles.player.session import BEGUN
from puzzles.player.statistics import streaks

PACK, WEEKLY = "daily", "weekly"
FIRST = date(2026, 1, 5)  # a Monday; lists are of whole weeks
# The words of the names of boards. Their numbers, 23 and 25, have no common divisor, so that no
# name comes twice in 575 days.
EARLIER = """Amber Brisk Calm Clear Cosy Early Faint Fresh Gentle Green Hidden Icy Late Little Misty
    Old Pale Quiet Red Silver Still Tall Warm"""
LATER = """Arch Attic Barn Bay Bell Brook Dune Garden Gate Grove Harbour Hill Island Kettle Ladder
    Lamp Meadow Mill Orchard Path Pond River Stair Tower Window"""


def daily(puzzle: AnyPuzzle, day: date) -> Entry:
    """The puzzle of a day; its title is the date. Raises UsageError if the puzzle has none."""
    number = (day - FIRST).days
    if ids := listed(f"{PACK}/{puzzle.id}.ids"):
        level = read_id(ids[number % len(ids)]).levels[0]
    elif names := listed(f"{PACK}/{puzzle.id}.names"):
        level = find(f"{puzzle.id}/{names[number % len(names)]}").level
    else:
        # One of those that ship, with us or with the puzzle, or of the player's own.
        packs = [pack for pack in library().packs if pack.puzzle is puzzle]
        shipped = [pack for pack in packs if ships(pack)]
        known = [level for pack in shipped or packs for level in pack.levels]
        if not known:
            raise UsageError(f"{puzzle.title} has no puzzle of the day")
        level = max(known, key=lambda it: sha256(f"{day} {make_id(puzzle, it)}".encode()).digest())
    level = replace(level, title=day.isoformat())
    return Entry(Pack(puzzle, PACK, "Puzzle of the day", "", PACK, (level,)), 0)


def called(puzzle: AnyPuzzle, day: date, week: bool = False) -> str:
    """What the board of a day is called, or that of its `week`: the same for everyone."""
    begin = int.from_bytes(sha256(f"{puzzle.id} {week}".encode()).digest()[:2])
    number = begin + (day - FIRST).days // (7 if week else 1)
    return " ".join(words[number % len(words)] for words in (EARLIER.split(), LATER.split()))


def with_days() -> list[AnyPuzzle]:
    """The puzzles that have a list of days."""
    lists = "ids", "names"
    puzzles = plugins()[0].values()
    return [each for each in puzzles if any(listed(f"{PACK}/{each.id}.{end}") for end in lists)]


def title_of(level: str) -> str:
    """What the level of this name is called on a list: one of a day or week by its own name."""
    puzzle, _, rest = level.partition("/")
    pack, _, title = rest.partition("/")
    when = {PACK: "%Y-%m-%d", WEEKLY: "%G-w%V %u"}.get(pack)
    with suppress(KeyError, ValueError):  # a plugin that is gone, a title that is no date
        if when:
            day = datetime.strptime(title + " 1" * (pack == WEEKLY), when).date()
            return called(plugins()[0][puzzle], day, pack == WEEKLY)
    return title.replace("-", " ").title()


def until_next(now: datetime) -> str:
    """How long it takes until there are other ones: `6 h`, or `40 min`."""
    hours, minutes = divmod(24 * 60 - now.hour * 60 - now.minute, 60)
    return f"{hours} h" if hours else f"{minutes} min"


def week_of(day: date) -> str:
    """The week of a day, as in `2026-W48`."""
    return f"{day:%G-W%V}"


def weekly(puzzle: AnyPuzzle, day: date) -> Entry:
    """The puzzle of a day's week, from `weekly/PUZZLE.names`; its title is the week. Raises
    UsageError if the puzzle has none."""
    names = listed(f"{WEEKLY}/{puzzle.id}.names")
    if not names:
        raise UsageError(f"{puzzle.title} has no puzzle of the week")
    level = find(f"{puzzle.id}/{names[(day - FIRST).days // 7 % len(names)]}").level
    level = replace(level, title=week_of(day))
    return Entry(Pack(puzzle, WEEKLY, "Puzzle of the week", "", WEEKLY, (level,)), 0)


def week_won(wins: Iterable[Win], puzzle: AnyPuzzle, day: date) -> Win | None:
    """The best win of a day's week."""
    return best_of_days(wins, WEEKLY).get((puzzle.id, week_of(day).lower()))


def best_of_days(wins: Iterable[Win], pack: str = PACK) -> dict[tuple[str, str], Win]:
    """The best win of every puzzle of a day that was solved, by the puzzle's ID and the date; or of
    a week."""
    found: dict[tuple[str, str], Win] = {}
    for win in sorted(wins, key=lambda win: (win.helped, win.moves)):
        puzzle, _, day = win.level.partition(f"/{pack}/")
        if day:
            found.setdefault((puzzle, day), win)
    return dict(sorted(found.items(), key=itemgetter(0)))


def daily_streaks(wins: Iterable[Win], puzzle: AnyPuzzle, today: date) -> tuple[int, int]:
    """Days in a row on which the day's puzzle was solved on the day itself, or begun on it: now,
    and the most."""
    return streaks(days_kept(win for win in wins if win.puzzle == puzzle.id), today)


def days_kept(wins: Iterable[Win]) -> set[str]:
    """The dates on which a puzzle of the day was solved, or begun and solved later."""
    return {
        day
        for win in wins
        for day in (win.finished[:10], str((win.facts or {}).get(BEGUN)))
        if win.level == f"{win.puzzle}/{PACK}/{day}"
    }
