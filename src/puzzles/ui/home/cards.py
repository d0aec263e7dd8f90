"""The lines of the gallery's cards and headings: what they say, and in which colours."""

from __future__ import annotations

from dataclasses import dataclass

from rich.segment import Segment
from textual.strip import Strip

from puzzles.library.browse import Item
from puzzles.library.levels import Pack
from puzzles.player.overview import Overview, Share
from puzzles.ui.terminal.filters import faint, readable
from puzzles.ui.terminal.paint import RGB, mix, style

MARKS = {"best": "✦", "good": "✓", "plain": "•"}  # by the tone of an award
BAR = 12  # columns that show how much of a pack is solved

Line = list[Segment]


@dataclass(frozen=True)
class Look:
    """The colours of the gallery."""

    ground: RGB
    card: RGB
    chosen: RGB
    text: RGB
    faint: RGB
    accent: RGB
    good: RGB

    @classmethod
    def of(cls, ground: RGB, text: RGB, primary: RGB, accent: RGB, good: RGB) -> Look:
        """Return the colours that suit those of a theme."""
        card = mix(ground, text, 0.07)
        text = readable(text, ground, 4.5)
        return cls(
            ground,
            card,
            mix(ground, primary, 0.6),
            text,
            faint(text, ground),
            readable(accent, card),
            readable(good, card),
        )

    def back(self, chosen: bool) -> RGB:
        """Return the ground of a card, pointed at or not."""
        return self.chosen if chosen else self.card


def heading(pack: Pack, share: Share, look: Look) -> list[Line]:
    """The title of a pack with how much of it is solved, and what it is about."""
    filled = round(BAR * share.solved / share.total)
    done = look.good if share.solved == share.total else look.accent
    title = [
        Segment(f"{pack.title} ", style(look.text, look.ground, bold=True)),
        Segment(f" {kind(pack)}  ", style(look.faint, look.ground)),
        Segment("━" * filled, style(done, look.ground)),
        Segment("━" * (BAR - filled), style(look.card, look.ground)),
        Segment(f" {share.solved}/{share.total}", style(look.faint, look.ground)),
    ]
    return [title, [Segment(pack.blurb, style(look.faint, look.ground))]]


def kind(pack: Pack) -> str:
    """The puzzle of a pack, and the shelf it stands on."""
    return f"{pack.puzzle.title} · {pack.shelf}" if pack.shelf else pack.puzzle.title


def edges(width: int, back: RGB, look: Look) -> tuple[Line, Line]:
    """The upper and the lower edge of a card: half a line each."""
    edge = style(back, look.ground)
    return [Segment("▄" * width, edge)], [Segment("▀" * width, edge)]


def mounted(picture: Strip, width: int, back: RGB) -> Line:
    """A line of a picture in the middle of a card."""
    blank = style(back, back)
    left = (width - picture.cell_length) // 2
    return [
        Segment(" " * left, blank),
        *picture,
        Segment(" " * (width - picture.cell_length - left), blank),
    ]


def notice(words: str, width: int, look: Look) -> Line:
    """The words where there are no levels."""
    text = cut(words, max(0, width - 2)).center(width)
    return [Segment(text, style(look.faint, look.ground))]


def words(item: Item, overview: Overview, width: int, back: RGB, look: Look) -> list[Line]:
    """Mark, number and title of a level, and below them its facts."""
    sign, colour = mark(item, overview, look)
    title_ink = readable(look.text, back, 4.5)
    title = cut(f"{item.entry.index + 1} {item.entry.level.title}", width - 2)
    facts = cut(about(item, width - 4), width - 4)
    return [
        [
            Segment(f"{sign} ", style(readable(colour, back), back, bold=True)),
            Segment(title.ljust(width - 2), style(title_ink, back)),
        ],
        [Segment(f"  {facts}".ljust(width), style(faint(title_ink, back), back))],
    ]


def mark(item: Item, overview: Overview, look: Look) -> tuple[str, RGB]:
    """The sign of how a level stands: how well it was solved, faint with help, or that it comes
    next."""
    if (result := overview.results.get(item.name)) is not None:
        award = item.entry.pack.puzzle.award(result.grade)
        return MARKS[award.tone], look.faint if result.helped else look.good
    return ("▸", look.accent) if item.name in overview.next_in_packs else (" ", look.faint)


def about(item: Item, width: int | None = None) -> str:
    """The facts of a level in a few words: `10×29 · par 7 · difficulty 3.4`. For `width` characters
    the difficulty is `◆3.4`, and what is between it and the size may be left out."""
    facts = item.facts
    words = [str(v) if name == "size" else f"{name} {v}" for name, v in facts.items()]
    if width is not None and len(" · ".join(words)) > width:
        words = [
            f"◆{facts[name]}" if name == "difficulty" else word
            for name, word in zip(facts, words, strict=True)
        ]
        while len(words) > 1 and len(" · ".join(words)) > width:
            words.pop(1 if len(words) > 2 else -1)
    return " · ".join(words)


def cut(text: str, width: int) -> str:
    """`text`, with an ellipsis if it is too long."""
    return text if len(text) <= width else (text[: width - 1] + "…")[:width]
