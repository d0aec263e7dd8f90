"""The statistics of a player: totals, streaks, and wins by puzzle, day, size, difficulty."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta

from puzzles.core.errors import printable
from puzzles.core.words import many
from puzzles.player.records import Standing, Win, best, cells_of
from puzzles.player.session import clock_text

DAY = timedelta(days=1)
DAYS = 14  # as many of the last days with a win are listed
_LIMIT = 1e9  # of a difficulty that is one


@dataclass
class Tally:
    """Games won: how many, how many of them perfect, with help, and the seconds they took."""

    games: int = 0
    perfect: int = 0
    helped: int = 0
    seconds: float = 0.0

    def add(self, win: Win) -> None:
        self.games += 1
        self.perfect += win.perfect
        self.helped += win.helped
        self.seconds += win.seconds or 0.0


@dataclass(frozen=True, order=True)
class Best:
    """The quickest win without help, and its level."""

    seconds: float
    level: str


@dataclass
class Statistics:
    """`levels` counts levels solved, `perfect` and `unaided` those whose best result is that. The
    streak is of days with a win, up to today, or yesterday if today has none yet. Days are ISO
    dates; difficulties are missing where levels state none."""

    levels: int = 0
    perfect: int = 0
    unaided: int = 0
    streak: int = 0
    longest: int = 0
    total: Tally = field(default_factory=Tally)
    by_puzzle: dict[str, Tally] = field(default_factory=dict)
    by_day: dict[str, Tally] = field(default_factory=dict)
    by_size: dict[str, Tally] = field(default_factory=dict)
    by_difficulty: dict[str, Tally] = field(default_factory=dict)
    fastest: dict[str, Best] = field(default_factory=dict)  # by size, as `by_size`
    par_known: int = 0  # games of levels whose par is known
    par_kept: int = 0  # until the last move

    def add(self, win: Win) -> None:
        """Count a game, by its best win."""
        size, difficulty = win.facts.get("size"), win.facts.get("difficulty")
        size = f"{win.puzzle} {printable(size)}" if isinstance(size, str) else None
        known = isinstance(difficulty, int | float) and abs(difficulty) < _LIMIT
        self.total.add(win)
        for tallies, name in (
            (self.by_puzzle, win.puzzle),
            (self.by_day, win.finished[:10]),
            (self.by_size, size),
            (self.by_difficulty, f"{difficulty:g}" if known else None),
        ):
            if name is not None:
                tallies.setdefault(name, Tally()).add(win)
        if size is not None and win.seconds is not None and not win.helped:
            best = Best(win.seconds, win.level)
            self.fastest[size] = min(best, self.fastest.get(size, best))
        if win.target is not None:
            self.par_known += 1
            self.par_kept += win.perfect


def statistics(wins: Iterable[Win], today: date) -> Statistics:
    """The statistics of these wins, given in the order of time; a game counts once, with its best
    win."""
    wins = list(wins)
    games = {win.game: win for win in wins}.values()
    results = best(wins)
    _, solved, perfect, unaided, _ = Standing.of(results, results)
    row = streaks({win.finished[:10] for win in games}, today)
    found = Statistics(solved, perfect, unaided, *row)
    for win in games:
        found.add(win)
    by_area = sorted(found.by_size, key=lambda name: (name.split()[0], cells_of({"size": name})))
    found.by_size = {name: found.by_size[name] for name in by_area}
    found.by_day = dict(sorted(found.by_day.items()))
    found.by_difficulty = dict(sorted(found.by_difficulty.items(), key=lambda item: float(item[0])))
    return found


def summary_lines(found: Statistics) -> list[str]:
    """Describe the games in lines: totals, the streak, how many were perfect."""
    solved, games = many(found.levels, "level"), many(found.total.games, "game")
    lines = [
        f"{solved} solved, {found.perfect} of them perfect, {found.unaided} without help",
        f"{games} won in {clock_text(found.total.seconds)}",
        f"days in a row with a win: {found.streak}, {found.longest} at best",
    ]
    if found.par_known:
        games = many(found.par_known, "game")
        lines.append(f"{found.par_kept} of {games} perfect to the end")
    return lines


def groups(found: Statistics) -> dict[str, dict[str, Tally]]:
    """Return the games by puzzle, size and difficulty, and those of the latest days with a win;
    nothing for what is not known of any."""
    named = {
        "Puzzle": found.by_puzzle,
        "Size": found.by_size,
        "Difficulty": found.by_difficulty,
        "Day": dict(list(found.by_day.items())[-DAYS:]),
    }
    return {title: tallies for title, tallies in named.items() if tallies}


def streaks(days: Iterable[str], today: date) -> tuple[int, int]:
    """Count the days in a row up to today or yesterday, and the longest row, of ISO dates."""
    known = {parsed for day in days if (parsed := parse_day(day))}
    longest = run = 0
    for day in sorted(known):
        run = run + 1 if day - DAY in known else 1
        longest = max(longest, run)
    day, current = today if today in known else today - DAY, 0
    while day in known:
        day, current = day - DAY, current + 1
    return current, longest


def parse_day(text: str) -> date | None:
    """The date of `2026-03-01`; None for anything else."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
