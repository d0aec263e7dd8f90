"""The words of the home screen around the gallery: filters, a pack in the list, a level drawn
large."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from rich.text import Text
from textual.content import Content
from textual.strip import Strip

from puzzles.library.browse import Item, Wish
from puzzles.library.levels import Pack
from puzzles.library.registry import plugins
from puzzles.player.clock import clock_text
from puzzles.player.overview import Overview, Share
from puzzles.player.records import Result
from puzzles.ui.cards import about
from puzzles.ui.sketch import as_text

NAMEABLE = 24  # columns in which the level to go on with can be named
BAR = 10  # columns that show how much of a pack is solved


def filter_bar(overview: Overview, key: Callable[[str], str], width: int) -> Text:
    """One line of words that are clicked to change them; `key` tells the key of an action of the
    home screen."""
    wish = overview.wish
    text = Text(no_wrap=True, overflow="ellipsis")
    for what in ("puzzle", "size", "difficulty"):
        if overview.choices(what):
            value = getattr(wish, what)
            name = plugins()[0][value].title if value and what == "puzzle" else value
            label = f"{key(what)} {what}: {name}" if name else f"{key(what)} {what}"
            text.append_text(_chip(label, bool(value), f"screen.cycle('{what}')"))
    text.append_text(_chip(f"{key('unsolved')} unsolved", wish.unsolved, "screen.unsolved"))
    if wish != Wish():
        shown = len(overview.shown)
        text.append(f"  {shown} level{'s' * (shown != 1)}", "dim")
        text.append_text(_chip(f"{key('clear')} all", False, "screen.clear"))
    elif (item := overview.upcoming) is not None and width - text.cell_len > NAMEABLE:
        label = f"{key('continue')} continue: {item.entry.level.title}"
        text.append_text(_chip(label, True, "screen.resume"))
    return text


def _chip(label: str, on: bool, action: str) -> Text:
    """A word that can be clicked."""
    text = Text(" ")
    text.append(f" {label} ", "bold on grey27" if on else "dim")
    text.apply_meta({"@click": action})
    return text


def portrait(pack: Pack, share: Share, cover: list[Strip], width: int) -> Text:
    """A pack in the list: a picture `width` columns wide, its title, and how far one is."""
    filled = round(BAR * share.solved / share.total)
    bar = Text.assemble(("━" * filled, "green"), ("━" * (BAR - filled), "grey23"))
    words = [Text(), Text(pack.title, "bold"), Text(pack.puzzle.title, "dim"),
             bar.append(f" {share.solved}/{share.total}", "dim")]  # fmt: skip
    lines = [
        as_text(strip, width + 2).append_text(word or Text())
        for strip, word in zip_longest(cover, words)
    ]
    return Text("\n", no_wrap=True, overflow="ellipsis").join([*lines, Text()])


def told(item: Item, result: Result | None) -> Content:
    """What is known of a level: its title, its facts, where it stands, and the best result."""
    pack = item.entry.pack
    lines = [
        Content.styled(item.entry.level.title, "b"),
        Content.styled(about(item), "dim"),
        Content.styled(f"{pack.puzzle.title} · {pack.title} {item.entry.index + 1}", "dim"),
    ]
    if result is not None:
        help = ", with help" if result.helped else ""
        time = f" · {clock_text(result.seconds)}" if result.seconds is not None else ""
        word = pack.puzzle.award(result.grade).word
        best = f"best: {result.moves} moves{time}, {word}{help}"
        lines.append(Content.styled(best, "$success"))
    return Content("\n").join(lines)
