"""The palettes a player can choose for boards, in place of the puzzle's own colours.

`okabe-ito` are the colours of M. Okabe and K. Ito, "Color Universal Design" (2008), which people of
every colour vision tell apart, with white and grey in place of black, which would vanish on dark
boards. `high-contrast` is as bright as a screen allows. Beyond the last colour they come again,
half as bright; letters tell those apart.
"""

from __future__ import annotations

from collections.abc import Sequence

PALETTES: dict[str, tuple[str, ...]] = {
    "default": (),
    "okabe-ito": (
        "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#f4f4f4",
        "#606060",
    ),
    "high-contrast": (
        "#ffffff", "#ffff00", "#0078ff", "#f64200", "#66fea4", "#d631b1", "#29beb7", "#ffa30a",
        "#9ca485",
    ),
}  # fmt: skip


def inks(palette: str, own: Sequence[str]) -> tuple[str, ...]:
    """What to draw a puzzle's `own` colours (`#rrggbb`, in its order) with, as many as those."""
    colours = PALETTES[palette]
    if not colours:
        return tuple(own)
    rounds = -(-len(own) // len(colours))
    return tuple(_dimmed(c, 0.5**turn) for turn in range(rounds) for c in colours)[: len(own)]


def _dimmed(colour: str, factor: float) -> str:
    return "#" + bytes(round(part * factor) for part in bytes.fromhex(colour[1:])).hex()
