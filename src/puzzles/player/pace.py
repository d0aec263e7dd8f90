"""The time that a level will take this player, from the wins there are: Bayesian linear regression
of log seconds on difficulty and log size (Bishop, Pattern Recognition and Machine Learning, 3.3).

Each puzzle has a pace of its own. The prior says what a level takes somebody unknown; wins count
the less the longer ago they were, as skill grows. With help a level is won sooner than it would be
without. Until there are LEAST_WINS wins nothing is said.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, inf, log

import numpy as np

from puzzles.core.words import many
from puzzles.player.records import Win, cells_of

LEAST_WINS = 10
# Of log seconds: at difficulty 3 on 100 cells, for each difficulty more, for each e-fold of cells.
PRIOR, DEVIATION, NOISE = (log(90.0), 0.3, 0.5), (1.0, 0.2, 0.4), 0.4
FADING = 0.97  # what a win counts when there is one more after it
LONGEST = 3600.0  # seconds; a clock that ran on says nothing
HARDER = 0.3  # of difficulty: a little
HELP = 1.3  # what a win with help would have taken, at least, without
STEPS = (3.5, 1), (20, 5), (inf, 30)  # up to so many minutes they are said in steps of these

Row = tuple[float, float, float]


@dataclass(frozen=True)
class Pace:
    """A player's pace in one puzzle, from the wins: `weights` of a row, None while there are too
    few, and the difficulty of the latest day's wins, on average."""

    wins: int = 0
    weights: Row | None = None
    lately: float | None = None

    def seconds(self, facts: Mapping[str, object]) -> float | None:
        """Estimate the seconds for a level with these facts; None if there is no estimate."""
        row = _row(facts)
        if self.weights is None or row is None:
            return None
        return exp(sum(w * x for w, x in zip(self.weights, row, strict=True)))

    def words(self, facts: Mapping[str, object]) -> str:
        """The same in words, as in `about 4 minutes for you`; "" if there is no estimate."""
        seconds = self.seconds(facts)
        if seconds is None:
            return ""
        minutes = min(seconds, LONGEST) / 60
        step = next(step for most, step in STEPS if minutes < most)
        whole = step * round(minutes / step)
        return f"about {many(whole, 'minute') if whole else 'half a minute'} for you"

    @property
    def harder(self) -> float | None:
        """A difficulty a little above that of the latest day."""
        return None if self.lately is None else min(10.0, self.lately + HARDER)


def paces(wins: Iterable[Win]) -> dict[str, Pace]:
    """The pace of each puzzle that was won."""
    rows: dict[str, list[tuple[Win, Row]]] = {}
    for win in sorted(wins, key=lambda win: win.finished):
        row = _row(win.facts)
        if row and win.seconds and win.seconds <= LONGEST:
            rows.setdefault(win.puzzle, []).append((win, row))
    return {puzzle: _fitted(own) for puzzle, own in rows.items()}


def _row(facts: Mapping[str, object]) -> Row | None:
    """Return the numbers of the estimate; None where facts are missing, or no level has them."""
    difficulty, cells = facts.get("difficulty"), cells_of(facts)
    if not (isinstance(difficulty, int | float) and 0 <= difficulty <= 10) or not cells:
        return None
    return 1.0, float(difficulty) - 3, log(cells / 100)


def _fitted(wins: list[tuple[Win, Row]]) -> Pace:
    if len(wins) < LEAST_WINS:
        return Pace(len(wins))
    day = wins[-1][0].finished[:10]
    lately = [row[1] + 3 for win, row in wins if win.finished[:10] == day]
    # Least squares, in which the prior is three observations more.
    age = np.arange(len(wins))[::-1]
    weight = np.append(FADING ** (age / 2) / NOISE, 1 / np.array(DEVIATION))
    observed = np.vstack([[row for _, row in wins], np.eye(3)])
    seconds = [max(1.0, win.seconds or 1.0) * (HELP if win.helped else 1) for win, _ in wins]
    times = np.append(np.log(seconds), PRIOR)
    weights = np.linalg.lstsq(observed * weight[:, None], times * weight, rcond=None)[0]
    return Pace(len(wins), tuple(weights.tolist()), sum(lately) / len(lately))
