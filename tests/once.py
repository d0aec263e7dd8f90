"""What every app that a test starts would do again, done once: style sheets are parsed, the levels
that ship described and drawn as cards. All of it comes out the same, and takes half of what a short
test of the app does. So is the grammar of the command, which takes most of what some commands do.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from puzzles.cli import grammar as cli_grammar
from puzzles.library import locations
from puzzles.library.catalogue import Entry
from puzzles.library.levels import Pack
from puzzles.player import overview
from puzzles.player.overview import Item
from puzzles.ui.board.sketch import picture_of
from puzzles.ui.home import canvas
from puzzles.ui.terminal.terminal import terminal_depth, terminal_tier
from puzzles.ui.widgets.host import Host

PARSE, ITEMS, PICTURE = Stylesheet._parse_rules, overview._items, picture_of
GRAMMAR = cache(cli_grammar.grammar)
SHIPPED = str(locations.shipped_levels())
_rules: dict[tuple[Any, ...], list[RuleSet]] = {}
_items: dict[int, tuple[Pack, list[Item]]] = {}
_pictures: dict[tuple[Any, ...], Any] = {}


def parsed(sheet: Stylesheet, css: str, **read: Any) -> list[RuleSet]:
    """The rules, which nobody changes; they depend on the variables that a theme sets."""
    key = (css, *read.values(), *sheet._variables.items())
    if key not in _rules:
        _rules[key] = PARSE(sheet, css, **read)
    return _rules[key]


def items(pack: Pack) -> list[Item]:
    """What lists say of the levels."""
    if not pack.file.startswith(SHIPPED):
        return ITEMS(pack)
    if id(pack) not in _items:
        _items[id(pack)] = pack, ITEMS(pack)
    return _items[id(pack)][1]


def picture(
    app: Host, entry: Entry, moves: Any, size: Any, ground: Any, begun: bool = False
) -> Any:
    """The picture of a card, by all that decides how it looks."""
    if not entry.pack.file.startswith(SHIPPED):
        return PICTURE(app, entry, moves, size, ground, begun)
    settings = app.settings
    terminal = terminal_tier(settings.glyphs), terminal_depth(), os.environ.get("NO_COLOR")
    key = (id(entry.pack), entry.index, *moves, size, ground, begun, repr(settings), *terminal)
    if key not in _pictures:
        _pictures[key] = entry.pack, PICTURE(app, entry, moves, size, ground, begun)
    return _pictures[key][1]


def grammar(argv: Sequence[str] = ()) -> Any:
    """What can be typed; what is wished for of a generator is up to the plugins that there are."""
    return GRAMMAR.__wrapped__(argv) if argv[:1] == ["generate"] else GRAMMAR()


def use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all apps, and all commands that run in this process, do it once."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", parsed)
    monkeypatch.setattr(overview, "_items", items)
    monkeypatch.setattr(canvas, "picture_of", picture)
    monkeypatch.setattr(cli_grammar, "grammar", grammar)
