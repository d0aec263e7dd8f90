"""The words of the home screen around the gallery: filters, a pack in the list, a level drawn
large."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from rich.color import Color
from rich.style import Style
from rich.text import Text
from textual.content import Content
from textual.strip import Strip

from puzzles.library import own
from puzzles.library.browse import Item, Wish
from puzzles.library.levels import Pack
from puzzles.library.registry import plugins
from puzzles.player.clock import clock_text
from puzzles.player.overview import Overview, Share
from puzzles.player.pace import Pace
from puzzles.player.records import Result, many
from puzzles.ui.board.sketch import as_text
from puzzles.ui.home.cards import Look, about

WELCOME = "Puzzles whose solvers prove every answer. Press enter to play the first."
BAR = 10  # columns that show how much of a pack is solved


def door_bar(overview: Overview, key: Callable[[str], str], width: int) -> Content:
    """The line of what one may begin with, each clicked to go there; `key` tells the key of an
    action of the home screen."""
    doors = [
        ("daily", "today", "app.daily"),
        ("edit", "draw", "screen.edit"),
        ("mine", "my levels", "screen.mine"),
        ("open", "open", "screen.open"),
    ]
    chips = [_chip(f"{key(what)} {label}", False, action) for what, label, action in doors]
    if (item := overview.upcoming) is not None:
        what = "journey" if item is overview.on_the_way else "continue"
        label = f"{key('continue')} {what}: {item.entry.level.title}"
        room = width - sum(chip.cell_length for chip in chips) - 2
        chips.insert(0, _chip(label, True, "screen.resume").truncate(max(room, 0), ellipsis=True))
    return Content("").join(chips)


def filter_bar(overview: Overview, key: Callable[[str], str]) -> Content:
    """One line of words that are clicked to change them; `key` tells the key of an action of the
    home screen."""
    wish, chips = overview.wish, []
    for what in ("puzzle", "size", "difficulty"):
        if overview.choices(what):
            value = getattr(wish, what)
            name = plugins()[0][value].title if value and what == "puzzle" else value
            label = f"{key(what)} {what}: {name}" if name else f"{key(what)} {what}"
            chips.append(_chip(label, bool(value), f"screen.cycle('{what}')"))
    chips.append(_chip(f"{key('unsolved')} unsolved", wish.unsolved, "screen.unsolved"))
    if wish != Wish():
        chips.append(Content.styled(f"  {many(len(overview.shown), 'level')}", "dim"))
        chips.append(_chip(f"{key('clear')} all", False, "screen.clear"))
    return Content("").join(chips)


def _chip(label: str, on: bool, action: str) -> Content:
    """A word that can be clicked."""
    look = "b $text on $primary-muted" if on else "dim"
    return Content.from_markup(f" [{look} @click={action}] $label [/]", label=label.strip())


def portrait(pack: Pack, share: Share, cover: list[Strip], width: int, look: Look) -> Text:
    """A pack in the list: a picture `width` columns wide, its title, and how far one is."""
    filled = round(BAR * share.solved / share.total)
    done, open_ = (Style(color=Color.from_rgb(*colour)) for colour in (look.good, look.faint))
    bar = Text.assemble(("━" * filled, done), ("─" * (BAR - filled), open_))
    words = [
        Text(),
        Text(pack.title, "bold"),
        bar.append(f" {share.solved}/{share.total}", "dim"),
    ]
    lines = [
        as_text(strip, width + 2).append_text(word or Text())
        for strip, word in zip_longest(cover, words)
    ]
    return Text("\n", no_wrap=True, overflow="ellipsis").join([*lines, Text()])


def told(item: Item, result: Result | None, pace: Pace | None = None) -> Content:
    """Describe a level: its title, its facts, where it stands, how long it will take this
    player, and the best result."""
    pack = item.entry.pack
    lines = [
        Content.styled(item.entry.level.title, "b"),
        Content.styled(about(item), "dim"),
        Content.styled(f"{pack.puzzle.title} · {pack.title} {item.entry.index + 1}", "dim"),
    ]
    said = item.entry.level.about
    lines += [Content.styled(f"by {said.author}", "dim")] * bool(said.author)
    lines += [Content.styled(own.proof_words(item.entry), "dim")] * own.is_own(pack)
    lines += [Content(said.remark)] * bool(said.remark)
    if pace is not None and (words := pace.words(item.facts)):
        lines.append(Content.styled(words, "dim"))
    if result is not None:
        help = ", with help" if result.helped else ""
        time = f" · {clock_text(result.seconds)}" if result.seconds is not None else ""
        word = pack.puzzle.award(result.grade).word
        best = f"best: {result.moves} moves{time}, {word}{help}"
        lines.append(Content.styled(best, "$success"))
    return Content("\n").join(lines)
