"""The lines of the cards, covers and headings of the front, and the words of levels on them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest
from textwrap import wrap

from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip

from puzzles.characters.paint import RGB, mix
from puzzles.core.words import many
from puzzles.library.catalogue import journey, stage
from puzzles.library.lessons import tutorial
from puzzles.library.levels import Pack, described
from puzzles.library.registry import plugins
from puzzles.player.overview import Item, Overview
from puzzles.player.records import Standing as Counted
from puzzles.player.records import Win, sign
from puzzles.player.session import clock_text
from puzzles.player.standing import Standing
from puzzles.ui.terminal.filters import faint, readable
from puzzles.ui.terminal.styles import style

MARKS = {"best": "✦", "good": "✓", "plain": "•"}  # by the tone of an award
BAR = 12  # columns that show how much of a pack is solved, over its cards
BEADS = 9  # levels of the journey that are shown
GO, HARDER, PLAY, SHARE = " enter go on ", " + harder ", " enter play ", " y share "
FRAMED = 5  # lines of a card from which on it has a frame

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


class Pen:
    """Writes words in the colours of a look, on one of its grounds."""

    def __init__(self, look: Look, chosen: bool = False, ground: str = "ground") -> None:
        self.look, self.chosen = look, chosen
        self.back: RGB = getattr(look, ground)

    def lifted(self, ground: str = "ground") -> "Pen":
        """What writes on what is raised where it is chosen."""
        return Pen(self.look, self.chosen, "raised" if self.chosen else ground)

    def __call__(
        self, words: str, colour: str = "text", bold: bool = False, does: str = ""
    ) -> Segment:
        """Words, a click on which does this action."""
        front = getattr(self.look, colour)
        if self.back != self.look.ground:
            front = readable(front, self.back, 4.5)
        return Segment(words, style(front, self.back, bold, does))

    def button(self, words: str, first: bool = False, does: str = "") -> Segment:
        """Words that can be clicked; the `first` is what enter does, where this is chosen."""
        look = self.look
        if first and self.chosen:
            return Segment(words, style(look.ground, look.accent, True, does))
        ink = readable(look.text, look.raised, 4.5)
        return Segment(words, style(ink, look.raised, does=does))


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


Words = Callable[[Pen, int], list[Line]]  # of a card, in lines of this width


def picture_size(size: Size) -> Size:
    """The size of the picture on a card."""
    width, height = size - (2, 2)
    if size.height < FRAMED:
        return Size(2 * height + 2, height + 1)
    return Size(min(max(width * 2 // 5, width - 28), 2 * height), height)


def card(
    words: Words, size: Size, title: str, listed: bool, pen: Pen, picture: Sequence[Strip]
) -> list[Line]:
    """A card with a picture and words beside it, or words alone if it is `listed`; a low picture
    has no frame. Blank lines go where there is no room for them."""
    framed = listed or size.height >= FRAMED
    room, height = picture_size(size), size.height - 2 * framed
    shown = [] if listed else [[pen(" "), *line] for line in _centred(picture, room, pen.back)]
    said = words(pen, size.width - 4 - (0 if listed else room.width + 1))
    while len(said) > height and [] in said:
        said.remove([])
    blank = [list[Segment]()] * height
    said = [*blank[: min(2, (height - len(said)) // 2)], *said, *blank][:height]
    beside = zip_longest(shown, said, fillvalue=list[Segment]())
    lines = [[*line, pen("  "), *more] for line, more in beside]
    return frame(lines, size.width, pen, title) if framed else lines


def _centred(picture: Sequence[Strip], size: Size, back: RGB) -> Iterable[Strip]:
    blank = style(back, back)
    return Strip.align(list(picture) or [Strip.blank(0)], blank, *size, "center", "middle")


def frame(lines: Sequence[Line], width: int, pen: Pen, title: str = "") -> list[Line]:
    """Lines in a frame, which says by its colour if they are chosen, with a title in its edge."""
    edge, blank = "accent" if pen.chosen else "edge", style(pen.back, pen.back)
    head = f" {title} " if title else ""
    fitted = (Strip(line).adjust_cell_length(width - 2, blank) for line in lines)
    return [
        [pen("╭─", edge), pen(head, "faint"), pen("─" * (width - 3 - len(head)) + "╮", edge)],
        *([pen("│", edge), *line, pen("│", edge)] for line in fitted),
        [pen("╰" + "─" * (width - 2) + "╯", edge)],
    ]


def going_on(
    item: Item, known: Standing, told: str, harder: bool, pen: Pen, width: int
) -> list[Line]:
    """What there is to go on with: the level, what was done or how long it will take, and where the
    journey stands."""
    pack = item.entry.pack
    where = f"{pack.puzzle.title} · {pack.title} {item.entry.index + 1}"
    buttons = [pen.button(GO, first=True)]
    if harder:
        buttons += [pen("  "), pen.button(HARDER, does="app.home('harder')")]
    return [
        [pen(cut(item.entry.level.title, width), bold=True)],
        [pen(cut(where, width), "faint")],
        [pen(cut(about(item, width), width), "faint")],
        [pen(told)],
        *beads(known, pen),
        [],
        buttons,
    ]


def beads(known: Standing, pen: Pen) -> list[Line]:
    """The levels of the journey around the next one, and its number; nothing at the end."""
    way, here = journey(), stage(known.results)
    if here not in way:
        return [[], []]
    at = way.index(here)
    first = max(0, min(at - BEADS + 3, len(way) - BEADS))
    line: Line = []
    for place, name in enumerate(way[first : first + BEADS], first):
        won = known.results.get(name)
        shown = "▸" if place == at else "○" if won is None else sign(won)
        line.append(pen(f"{shown} ", "faint" if won is None and place != at else "accent"))
    return [line, [pen(f"journey {at + 1} of {len(way)}", "faint")]]


def day(overview: Overview, now: date, pen: Pen, width: int) -> list[Line]:
    """What was made of today's puzzles, and of those of the last days."""
    known, shelves = overview.known, overview.shelves.values()
    puzzles = [*dict.fromkeys(pack.puzzle for packs in shelves for pack in packs)]
    lines: list[Line] = []
    shown = puzzles if len(puzzles) <= 4 else puzzles[:3]
    for puzzle in shown:
        state, colour = stood(known.days.get((puzzle.id, now.isoformat())))
        lines.append([pen(f"{puzzle.title:9}{state}", colour)])
    if rest := puzzles[len(shown) :]:
        new = sum((puzzle.id, now.isoformat()) not in known.days for puzzle in rest)
        more, state = f"{len(rest)} more", f"{new} new" if new else "done"
        lines.append([pen(f"{more:9}{state}", "faint")])
    lines.append([])
    signs = ("✦" if any(w.perfect for w in won) else "●" if won else "·" for won in known.week(now))
    lines.append([pen(" ".join(signs), "good")])
    lines.append([pen(f"streak {known.streaks(now)[0]}", "faint")])
    return lines


def stood(win: Win | None) -> tuple[str, str]:
    """How a board stands, and the colour of that."""
    if win is None:
        return "new", "faint"
    told = plugins()[0][win.puzzle].award(win.grade, win.helped).word
    if win.seconds is not None:
        told = clock_text(win.seconds)
    return f"{sign(win)} {told}", "good" if win.perfect else "text"


def door(pack: Pack, pen: Pen, width: int) -> list[Line]:
    """The door to a puzzle: what one does, and how one learns it."""
    puzzle = pack.puzzle
    lessons = len(tutorial(puzzle))
    return [
        [pen(puzzle.title, bold=True)],
        *([pen(line, "faint")] for line in wrap(puzzle.blurb, max(width, 8))),
        [],
        [pen(f"{many(lessons, 'lesson')} first" if lessons else "")],
        [],
        [pen.button(PLAY if pen.chosen else " play ", first=True)],
    ]


def cover(
    lines: Sequence[tuple[str, str]], size: Size, height: int, pen: Pen, picture: Sequence[Strip]
) -> list[Line]:
    """A picture of this height with lines in their colours below it, of which the one without is a
    title; what is chosen is raised."""
    chosen, pen = pen.chosen, pen.lifted()
    shown = [*map(list, _centred(picture, Size(size.width, height), pen.back))]
    for words, colour in lines:
        said = f" {cut(words, size.width - 2)}".ljust(size.width)
        quiet = colour or ("text" if chosen else "faint")
        shown.append([pen(said, quiet, bold=chosen and colour in ("", "text"))])
    return shown


def heading(pack: Pack, share: Counted, pen: Pen, _: object) -> list[Line]:
    """The title of a pack with how much of it is solved, and what it is about."""
    filled = round(BAR * share.solved / share.total)
    shelf = " · ".join(filter(None, (pack.puzzle.title, pack.shelf)))
    title = [
        pen(f"{pack.title} ", bold=True),
        pen(f" {shelf}  ", "faint"),
        pen("━" * filled, "good" if share.complete else "accent"),
        pen("━" * (BAR - filled), "card"),
        pen(f" {share.solved}/{share.total}", "faint"),
    ]
    return [title, [pen(pack.blurb, "faint")]]


def level_card(
    item: Item, overview: Overview, size: Size, pen: Pen, picture: Sequence[Strip]
) -> list[Line]:
    """A card with a picture in the middle, below it how a level stands, its number, title and
    facts, and edges of half a line."""
    (width, height), look, back = size, pen.look, pen.lifted("card").back
    edge = style(back, look.ground)
    sign, colour = mark(item, overview, look)
    ink = readable(look.text, back, 4.5)
    title = cut(f"{item.entry.index + 1} {item.entry.level.title}", width - 2)
    facts = cut(about(item, width - 4), width - 4)
    return [
        [Segment("▄" * width, edge)],
        *map(list, _centred(picture, Size(width, height - 4), back)),
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


def line(words: str, strong: int, pen: Pen, _: object) -> list[Line]:
    """Words in a line, the first characters of them brighter."""
    return [[pen(words[:strong]), pen(words[strong:], "faint")]]
