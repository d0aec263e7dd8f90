"""The words of levels: the lines of the gallery's cards and headings, and the filters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip

from puzzles.core.words import many
from puzzles.library.levels import Pack, described
from puzzles.library.registry import plugins
from puzzles.player.overview import Item, Overview, Wish
from puzzles.player.records import Standing
from puzzles.ui.terminal.filters import faint, readable
from puzzles.ui.terminal.paint import RGB, mix, style

MARKS = {"best": "✦", "good": "✓", "plain": "•"}  # by the tone of an award
BAR = 12  # columns that show how much of a pack is solved, over its cards

Line = list[Segment]


@dataclass(frozen=True)
class Look:
    """The colours of the gallery."""

    ground: RGB
    card: RGB
    raised: RGB  # of what is chosen
    edge: RGB
    text: RGB
    faint: RGB
    accent: RGB
    good: RGB

    @classmethod
    def of(cls, ground: RGB, text: RGB, raised: RGB, accent: RGB, good: RGB) -> "Look":
        """Return the colours that suit those of a theme."""
        card, edge = mix(ground, text, 0.07), mix(ground, text, 0.3)
        text = readable(text, ground, 4.5)
        marks = readable(accent, card), readable(good, card)
        return cls(ground, card, raised, edge, text, faint(text, ground), *marks)


def heading(pack: Pack, share: Standing, look: Look) -> list[Line]:
    """The title of a pack with how much of it is solved, and what it is about."""
    filled = round(BAR * share.solved / share.total)
    done = look.good if share.complete else look.accent
    shelf = " · ".join(filter(None, (pack.puzzle.title, pack.shelf)))
    title = [
        Segment(f"{pack.title} ", style(look.text, look.ground, bold=True)),
        Segment(f" {shelf}  ", style(look.faint, look.ground)),
        Segment("━" * filled, style(done, look.ground)),
        Segment("━" * (BAR - filled), style(look.card, look.ground)),
        Segment(f" {share.solved}/{share.total}", style(look.faint, look.ground)),
    ]
    return [title, [Segment(pack.blurb, style(look.faint, look.ground))]]


def card(
    item: Item, overview: Overview, picture: Sequence[Strip], size: Size, look: Look, chosen: bool
) -> list[Line]:
    """The lines of a card, pointed at or not: a picture in the middle, below it how a level stands,
    its number, title and facts, and edges of half a line."""
    width, height = size
    back = look.raised if chosen else look.card
    edge, blank = style(back, look.ground), style(back, back)
    shown = list(picture) or [Strip.blank(width, blank)]
    sign, colour = mark(item, overview, look)
    ink = readable(look.text, back, 4.5)
    title = cut(f"{item.entry.index + 1} {item.entry.level.title}", width - 2)
    facts = cut(about(item, width - 4), width - 4)
    return [
        [Segment("▄" * width, edge)],
        *map(list, Strip.align(shown, blank, width, height - 4, "center", "middle")),
        [
            Segment(f"{sign} ", style(readable(colour, back), back, bold=True)),
            Segment(title.ljust(width - 2), style(ink, back)),
        ],
        [Segment(f"  {facts}".ljust(width), style(faint(ink, back), back))],
        [Segment("▀" * width, edge)],
    ]


def mark(item: Item, overview: Overview, look: Look) -> tuple[str, RGB]:
    """The sign of how a level stands: how well it was solved, faint with help; or if it is next."""
    if (result := overview.results.get(item.name)) is not None:
        award = item.entry.pack.puzzle.award(result.grade, result.helped)
        return MARKS[award.tone], look.faint if result.helped else look.good
    return ("▸", look.accent) if item.name in overview.next_in_packs else (" ", look.faint)


def about(item: Item, width: int | None = None) -> str:
    """The facts of a level in a few words: `10×29 · par 7 · difficulty 3.4`. For `width` characters
    the difficulty is `◆3.4`, and what is between it and the size, or the size, may be left out."""
    facts = item.facts
    words = described(facts)
    if width is not None and len(" · ".join(words)) > width:
        words = [
            f"◆{facts[name]}" if name == "difficulty" else word
            for name, word in zip(facts, words, strict=True)
        ]
        while len(words) > 1 and len(" · ".join(words)) > width:
            # Of a puzzle with a par, sizes are much the same.
            words.pop(0 if "par" in facts else 1 if len(words) > 2 else -1)
    return " · ".join(words)


def cut(text: str, width: int) -> str:
    """`text`, with an ellipsis if it is too long; nothing where there is no room."""
    return text if len(text) <= width else (text[: max(width - 1, 0)] + "…")[: max(width, 0)]


def filter_bar(overview: Overview, key: Callable[[str], str]) -> Content:
    """Return a line of words, a click on which changes them; `key` returns the key of a binding."""
    wish, chips = overview.wish, []
    for what in ("puzzle", "size", "difficulty"):
        if overview.choices(what):
            value = getattr(wish, what)
            name = plugins()[0][value].title if value and what == "puzzle" else value
            label = f"{key(f'home.{what}')} {what}"
            label = f"{label}: {name}" if name else label
            chips.append(_chip(label, bool(value), f"screen.cycle('{what}')"))
    chips.append(_chip(f"{key('home.unsolved')} unsolved", wish.unsolved, "screen.unsolved"))
    if wish != Wish():
        chips.append(Content.styled(f"  {many(len(overview.shown), 'level')}", "dim"))
        chips.append(_chip(f"{key('home.clear')} back", False, "screen.close"))
    return Content("").join(chips)


def _chip(label: str, on: bool, action: str) -> Content:
    look = "b $text on $primary-muted" if on else "dim"
    return Content.from_markup(f" [{look} @click={action}] $label [/]", label=label.strip())
