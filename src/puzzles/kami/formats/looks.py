"""The colour of a node, out of what the tools that draw graphs say about it.

A node has it as `colour`, `fillcolor` or `color`, else it is what the node is drawn in. A whole
number is a name like any other. What only draws (yEd's `#FFCC00`, Gephi's red, green and blue, a
name of CSS) becomes a hex value, after its name if it has one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from puzzles.kami.rules.levels import DEFAULTS

COLOUR = ("colour", "fillcolor", "color", "fill")
PARTS = ("r", "g", "b")
_READY = re.compile(r".*#[0-9a-fA-F]{6}", re.DOTALL)
_BYTES = re.compile(r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,[^,)]*)?\)")


def colour_of(attributes: Mapping[str, object]) -> str:
    """A name, a hex value, or both, as in `Red #c0392f`; "" if the node has no colour."""
    for key in COLOUR:
        if text := _text(attributes.get(key)):
            return _look(text)
    parts = [_text(attributes.get(part)) for part in PARTS]
    return _look(f"rgb({','.join(parts)})") if all(parts) else ""


def _text(value: object) -> str:
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
    from PIL import ImageColor  # slow to import, and seldom needed

    try:
        r, g, b, *_ = ImageColor.getrgb(text)
    except ValueError:
        return text
    look = f"#{r:02x}{g:02x}{b:02x}"
    return f"{text} {look}" if text.isalpha() else look
