"""A puzzle's reading of a picture: a level, and the confidence in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

DOUBTFUL = 0.3
CUT = 0.85, "it may go on beyond the picture"  # the most that it may be then, and why


@dataclass(frozen=True)
class Reading:
    """`level` may break rules of its puzzle until it is corrected.

    `confidence` runs from 0 to 1; below DOUBTFUL there is probably no such board in the picture.
    `doubtful` are the cells of the level's `sketch` that may be wrong, with their names. `reasons`
    say what else speaks against the board as a whole, such as that it has no solution. `picture` is
    what was read, made small: bytes of sRGB, shape (height, width, 3).
    """

    level: Any
    confidence: float
    doubtful: Mapping[int, str] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    picture: Any = field(default=None, compare=False)

    def lowered(self, most: float, reason: str) -> Self:
        """The reading with at most such a confidence, for a reason."""
        return replace(self, confidence=min(self.confidence, most), reasons=(*self.reasons, reason))

    def words(self, board: str) -> str:
        """Say in one line what was read, how surely, why not more so, and where to look."""
        sure = f"{board}, {100 * self.confidence:.0f} % sure"
        if self.reasons:
            sure += f" ({', '.join(self.reasons)})"
        names = list(self.doubtful.values())
        if not names:
            return sure
        return f"{sure}; look at {', '.join(names[:6])}{', …' if len(names) > 6 else ''}"
