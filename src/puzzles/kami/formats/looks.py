"""The colour of a node, out of what the tools that draw graphs say about it.

It is what a node has as `colour`, `fillcolor` (which Graphviz prefers) or `color`, else what it is
drawn in. A whole number is a name like any other. What only draws (yEd's `#FFCC00`, Gephi's red,
green and blue, a name of CSS, Graphviz's hue, saturation and value) becomes a hex value, after its
name if it has one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from colorsys import hsv_to_rgb
from functools import lru_cache
from typing import Any

from puzzles.kami.rules.levels import DEFAULTS

COLOUR = ("colour", "fillcolor", "color", "fill")
PARTS = ("r", "g", "b")
_READY = re.compile(r".*#[0-9a-fA-F]{6}", re.DOTALL)
_BYTES = re.compile(r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,[^,)]*)?\)")
_SHARE = r"(0?\.\d+|1\.0+|[01])"
_HSV = re.compile(rf"{_SHARE}[\s,]+{_SHARE}[\s,]+{_SHARE}", re.ASCII)


def colour_of(attributes: Mapping[str, Any]) -> str:
    """A name, a hex value, or both, as in `Red #c0392f`; "" if the node has no colour."""
    for key in COLOUR:
        if text := _text(attributes.get(key)):
            return _look(text)
    parts = [_text(attributes.get(part)) for part in PARTS]
    return _look(f"rgb({','.join(parts)})") if all(parts) else ""


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    whole = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if whole else value.strip() if isinstance(value, str) else ""


@lru_cache
def _look(text: str) -> str:
    """A colour as it can stand in a level; a name that says nothing to us is left as it is."""
    if _READY.fullmatch(text) or text.title() in DEFAULTS:
        return text
    if match := _BYTES.fullmatch(text):
        r, g, b = (min(255, int(part)) for part in match.groups())
        return f"#{r:02x}{g:02x}{b:02x}"
    if match := _HSV.fullmatch(text):
        r, g, b = (round(255 * part) for part in hsv_to_rgb(*map(float, match.groups())))
        return f"#{r:02x}{g:02x}{b:02x}"
    from PIL import ImageColor  # it takes time, and most colours are told otherwise

    try:
        r, g, b, *_ = ImageColor.getrgb(text)
    except ValueError:
        return text
    look = f"#{r:02x}{g:02x}{b:02x}"
    return f"{text} {look}" if text.isalpha() else look
