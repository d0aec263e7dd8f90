"""What a puzzle makes of a picture: a level, and how sure it is of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

DOUBTFUL = 0.3


@dataclass(frozen=True)
class Reading:
    """`level` may break rules of its puzzle until it is corrected.

    `confidence` runs from 0 to 1; below DOUBTFUL there is probably no such board in the picture.
    `doubtful` are the cells of the level's `sketch` that may be wrong, with their names.
    """

    level: Any
    confidence: float
    doubtful: Mapping[int, str] = field(default_factory=dict)

    def words(self, board: str) -> str:
        """What was read (`board`: the puzzle and the size), how surely, and where to look, in one
        line."""
        sure = f"{board}, {100 * self.confidence:.0f} % sure"
        names = list(self.doubtful.values())
        if not names:
            return sure
        return f"{sure}; look at {', '.join(names[:6])}{', …' if len(names) > 6 else ''}"
