"""The colours of pipes, by their number; neighbours in the list are far apart.

The first 13 keep apart for people of every colour vision (tests/test_colours.py computes how far);
beyond those the letters tell them apart.
"""

from __future__ import annotations

from puzzles.core.palettes import inks

INKS = (
    "#f03300",
    "#3856ff",
    "#ffff8d",
    "#00a56d",
    "#ffa300",
    "#54fffe",
    "#c33f8a",
    "#b7b9af",
    "#dd92ff",
    "#8d5f48",
    "#8097b9",
    "#81d973",
    "#ffd2b9",
    "#f0ece0",
    "#1f5f5b",
    "#a3123a",
    "#27408b",
    "#6b6b12",
    "#5e2750",
    "#7fd8a8",
)


def pipe_inks(count: int, palette: str = "default") -> tuple[str, ...]:
    """The `#rrggbb` of that many pipes in one of `core.palettes`, and "" for none at the end (−1).
    After the last of INKS they begin again."""
    return *inks(palette, [INKS[i % len(INKS)] for i in range(count)]), ""
