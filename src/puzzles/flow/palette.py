"""The colours of pipes, by their number; neighbours in the list are far apart."""

from __future__ import annotations

from puzzles.core.palettes import inks

INKS = (
    "#e8413a", "#3f7fff", "#34b24a", "#f7d038", "#ff8c1a", "#2fd3e0", "#f257c4", "#9b6240",
    "#9c5be8", "#f0ece0", "#9aa3ad", "#b7e34b", "#1f5f5b", "#a3123a", "#f7b6a0", "#27408b",
    "#7fd8a8", "#6b6b12", "#c9a6ff", "#5e2750",
)  # fmt: skip


def pipe_inks(count: int, palette: str = "default") -> tuple[str, ...]:
    """The `#rrggbb` of that many pipes in one of `core.palettes`, and "" for none at the end (−1).
    After the last of INKS they begin again."""
    return *inks(palette, [INKS[i % len(INKS)] for i in range(count)]), ""
