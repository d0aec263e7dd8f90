"""Style sheets say the same in every app that a test starts: each is parsed once, and not for every
app, which takes a tenth of what such a test does."""

from __future__ import annotations

from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

PARSE = Stylesheet._parse_rules
_kept: dict[tuple[Any, ...], list[RuleSet]] = {}


def parsed(sheet: Stylesheet, css: str, **read: Any) -> list[RuleSet]:
    """The rules, which nobody changes; they depend on the variables that a theme sets."""
    key = (css, *read.values(), *sheet._variables.items())
    if key not in _kept:
        _kept[key] = PARSE(sheet, css, **read)
    return _kept[key]


def use() -> None:
    """Have the style sheets of all apps parsed like that."""
    Stylesheet._parse_rules = parsed  # type: ignore[method-assign, assignment]
