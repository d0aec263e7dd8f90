"""The palettes a player can choose for boards, in place of the puzzle's own colours.

`okabe-ito` are the colours of M. Okabe and K. Ito, "Color Universal Design" (2008), which people of
every colour vision tell apart, with white and grey for black. `high-contrast` is as bright as a
screen allows. Beyond the last colour they come again, half as bright.
"""

from collections.abc import Sequence

from puzzles.core.drawing import mixed

_NAMED = {
    "default": "",
    "okabe-ito": "Orange #e69f00 Sky #56b4e9 Green #009e73 Yellow #f0e442 Blue #0072b2 "
    "Vermilion #d55e00 Pink #cc79a7 White #f4f4f4 Charcoal #606060",
    "high-contrast": "White #ffffff Yellow #ffff00 Blue #0078ff Red #f64200 Mint #66fea4 "
    "Pink #d631b1 Teal #29beb7 Orange #ffa30a Grey #9ca485",
}
PALETTES = {palette: tuple(text.split()[1::2]) for palette, text in _NAMED.items()}
# In their first letters, too, no two are alike.
NAMES = {palette: tuple(text.split()[::2]) for palette, text in _NAMED.items()}


def names(palette: str, own: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a puzzle's colours, whose `own` names these are, as `inks` draws them."""
    painted = NAMES[palette]
    if not painted:
        return tuple(own)
    rounds = (divmod(number, len(painted)) for number in range(len(own)))
    return tuple("Dark " * turn + painted[number] for turn, number in rounds)


def inks(palette: str, own: Sequence[str]) -> tuple[str, ...]:
    """Return what to draw each of a puzzle's `own` colours (`#rrggbb`, in its order) with."""
    colours = PALETTES[palette]
    if not colours:
        return tuple(own)
    rounds = (divmod(number, len(colours)) for number in range(len(own)))
    return tuple(mixed(colours[number], "#000000", 1 - 0.5**turn) for turn, number in rounds)
