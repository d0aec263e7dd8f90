"""The palettes a player can choose for boards, in place of the puzzle's own colours.

`okabe-ito` are the colours of M. Okabe and K. Ito, "Color Universal Design" (2008), which people of
every colour vision tell apart, with white and grey in place of black, which would vanish on dark
boards. `high-contrast` is as bright as a screen allows. Beyond the last colour they come again,
half as bright; letters tell those apart.
"""

from collections.abc import Sequence

_NAMED = {
    "default": "",
    "okabe-ito": "Orange #e69f00, Sky #56b4e9, Green #009e73, Yellow #f0e442, Blue #0072b2, "
    "Vermilion #d55e00, Pink #cc79a7, White #f4f4f4, Charcoal #606060",
    "high-contrast": "White #ffffff, Yellow #ffff00, Blue #0078ff, Red #f64200, Mint #66fea4, "
    "Pink #d631b1, Teal #29beb7, Orange #ffa30a, Grey #9ca485",
}
_PAIRS = {
    palette: [entry.split() for entry in text.split(", ") if entry]
    for palette, text in _NAMED.items()
}
PALETTES: dict[str, tuple[str, ...]] = {
    palette: tuple(colour for _, colour in pairs) for palette, pairs in _PAIRS.items()
}
NAMES: dict[str, tuple[str, ...]] = {  # in their first letters, too, no two are alike
    palette: tuple(name for name, _ in pairs) for palette, pairs in _PAIRS.items()
}


def names(palette: str, own: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a puzzle's colours, whose `own` names these are, as `inks` draws them."""
    painted = NAMES[palette]
    if not painted:
        return tuple(own)
    rounds = -(-len(own) // len(painted))
    return tuple("Dark " * turn + name for turn in range(rounds) for name in painted)[: len(own)]


def inks(palette: str, own: Sequence[str]) -> tuple[str, ...]:
    """Return what to draw a puzzle's `own` colours (`#rrggbb`, in its order) with, as many as
    those."""
    colours = PALETTES[palette]
    if not colours:
        return tuple(own)
    rounds = -(-len(own) // len(colours))
    return tuple(_dimmed(c, 0.5**turn) for turn in range(rounds) for c in colours)[: len(own)]


def _dimmed(colour: str, factor: float) -> str:
    return "#" + bytes(round(part * factor) for part in bytes.fromhex(colour[1:])).hex()
