"""A pack to print: boards on A4 pages, their solutions at the end. All of it lines and areas.

Text is set in Helvetica, which every reader has. Letters that it lacks lose their accents; those of
other scripts become question marks.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from string import ascii_uppercase, digits
from textwrap import wrap
from unicodedata import combining, normalize

import pydyf

from puzzles.core.drawing import Disc, Drawing, Line, Polygons, Shape, Text

WIDTH, HEIGHT, MARGIN = 595.0, 842.0, 45.0  # points
ROOM = WIDTH - 2 * MARGIN
STEPS = 6  # small boards in a row
SIDE_BY_SIDE = 3  # solutions in a row that are one board each
WIDE = 0.58  # of a line of Helvetica Bold to its height, for each character
INK, FAINT = "#202024", "#606068"
# How wide Helvetica Bold is, in thousandths of its height; other characters are about 600.
_CAPITALS = (
    "722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 "
    "722 667 944 667 667 611"
)
_WIDTHS = dict.fromkeys(digits, 556) | dict(
    zip(ascii_uppercase, map(int, _CAPITALS.split()), strict=True)
)


@dataclass(frozen=True)
class Page:
    """A level to print: its board, and the drawings and the one line that tell its solution."""

    title: str
    facts: str
    board: Drawing
    solution: Sequence[Drawing]
    verdict: str


def pdf(title: str, blurb: str, levels: Sequence[Page]) -> bytes:
    """The boards and then the solutions as a PDF file."""
    paper = _Paper(title)
    paper.write(title, 22, INK)
    paper.write(blurb, 11, FAINT)
    paper.down(14)
    tall = median(level.board.height / level.board.width for level in levels) > 1.25
    high = 335.0 if tall else 222.0
    for i in range(0, len(levels), 2):
        pair = levels[i : i + 2]
        paper.need(high)
        for j, level in enumerate(pair):
            x = MARGIN + j * (ROOM / 2 + 8)
            paper.text(x, 0, f"{i + j + 1}. {level.title}", 11, INK, ROOM / 2 - 16)
            paper.text(x, 14, level.facts, 8, FAINT, ROOM / 2 - 16)
            paper.draw(level.board, x, 24, ROOM / 2 - 16, high - 46)
        paper.down(high)
    paper.turn_over()
    paper.write("Solutions", 22, INK)
    if all(len(level.solution) < 2 for level in levels):
        _last_positions(paper, levels)
    else:
        for number, level in enumerate(levels, 1):
            _steps(paper, number, level)
    return paper.bytes()


def _last_positions(paper: _Paper, levels: Sequence[Page]) -> None:
    wide = ROOM / SIDE_BY_SIDE
    high = wide * max(level.board.height / level.board.width for level in levels)
    for i in range(0, len(levels), SIDE_BY_SIDE):
        paper.need(high + 36)
        for j, level in enumerate(levels[i : i + SIDE_BY_SIDE]):
            x = MARGIN + j * wide
            paper.text(x, 12, f"{i + j + 1}. {level.title}", 10, INK, wide - 12)
            if level.solution:
                paper.draw(level.solution[0], x, 18, wide - 12, high)
            else:
                paper.text(x, 26, level.verdict, 7, FAINT, wide - 12)
        paper.down(high + 36)


def _steps(paper: _Paper, number: int, level: Page) -> None:
    wide = ROOM / STEPS
    high = wide * level.board.height / level.board.width
    paper.need(34 + (high if level.solution else 0))
    paper.write(f"{number}. {level.title}", 11, INK)
    paper.write(level.verdict, 8, FAINT)
    for i in range(0, len(level.solution), STEPS):
        paper.need(high)
        for j, drawing in enumerate(level.solution[i : i + STEPS]):
            paper.draw(drawing, MARGIN + j * wide, 0, wide, high)
        paper.down(high + 2)
    paper.down(10)


class _Paper:
    """Pages that are written from top to bottom."""

    def __init__(self, title: str) -> None:
        self._pdf = pydyf.PDF()
        self._pdf.info["Title"] = pydyf.String(title)
        self._font = pydyf.Dictionary(
            {
                "Type": "/Font",
                "Subtype": "/Type1",
                "BaseFont": "/Helvetica-Bold",
                "Encoding": "/WinAnsiEncoding",
            }
        )
        self._pdf.add_object(self._font)
        self.turn_over()

    def turn_over(self) -> None:
        """Go on at the top of a new page."""
        self._y = MARGIN
        self._ink = pydyf.Stream(compress=True)
        # From here on y runs down from the top left corner.
        self._ink.set_matrix(1, 0, 0, -1, 0, HEIGHT)
        self._ink.set_line_cap(1)
        self._ink.set_line_join(1)
        self._pdf.add_object(self._ink)
        self._pdf.add_page(
            pydyf.Dictionary(
                {
                    "Type": "/Page",
                    "Parent": self._pdf.pages.reference,
                    "MediaBox": pydyf.Array([0, 0, WIDTH, HEIGHT]),
                    "Contents": self._ink.reference,
                    "Resources": pydyf.Dictionary(
                        {
                            "Font": pydyf.Dictionary({"F": self._font.reference}),
                        }
                    ),
                }
            )
        )

    def need(self, high: float) -> None:
        """Turn over unless there is so much room left on this page."""
        if self._y + high > HEIGHT - MARGIN and self._y > MARGIN:
            self.turn_over()

    def down(self, by: float) -> None:
        self._y += by

    def write(self, text: str, size: float, colour: str) -> None:
        """Lines of text of their own."""
        for line in wrap(text, int(ROOM / (WIDE * size))) or [""]:
            self._y += 1.3 * size
            self.text(MARGIN, 0, line, size, colour)
        self._y += 0.3 * size

    def text(
        self, x: float, below: float, text: str, size: float, colour: str, wide: float = ROOM
    ) -> None:
        """Text that starts at x, so far below where we are; what has no room is cut off."""
        room = int(wide / (WIDE * size))
        text = text if len(text) <= room else f"{text[: room - 1]}…"
        self._shape(Text(colour, (x, self._y + below - 0.35 * size), text, size, "start"))

    def draw(self, drawing: Drawing, x: float, below: float, wide: float, high: float) -> None:
        """A drawing as large as fits into a box; no paper is printed."""
        scale = min(wide / drawing.width, high / drawing.height)
        for shape in drawing.moved(scale, x, self._y + below):
            self._shape(shape)

    def bytes(self) -> bytes:
        out = io.BytesIO()
        self._pdf.write(out)
        return out.getvalue()

    def _shape(self, shape: Shape) -> None:
        ink = self._ink
        colour = [byte / 255 for byte in bytes.fromhex(shape.colour[1:])]
        ink.set_color_rgb(*colour)
        ink.set_color_rgb(*colour, stroke=True)
        if isinstance(shape, Polygons):
            ink.set_line_width(0.2)  # neighbours overlap a little, so that no seam shows
            for outline in shape.outlines:
                ink.move_to(*outline[0])
                for point in outline[1:]:
                    ink.line_to(*point)
                ink.close()
            ink.fill_and_stroke()
        elif isinstance(shape, Line):
            self._line(shape)
        elif isinstance(shape, Disc):  # a dot is a line without length
            self._line(Line(shape.colour, (shape.centre, shape.centre), 2 * shape.radius))
        else:
            self._text(shape)

    def _line(self, line: Line) -> None:
        self._ink.set_line_width(line.width)
        self._ink.move_to(*line.points[0])
        for point in line.points[1:]:
            self._ink.line_to(*point)
        self._ink.stroke()

    def _text(self, text: Text) -> None:
        x, y = text.at
        if text.anchor == "middle":
            x -= sum(_WIDTHS.get(c, 600) for c in text.text) / 2000 * text.height
        self._ink.begin_text()
        self._ink.set_font_size("F", text.height)
        self._ink.set_text_matrix(1, 0, 0, -1, x, y + 0.35 * text.height)
        self._ink.stream.append(b"<" + _letters(text.text).hex().encode() + b"> Tj")
        self._ink.end_text()


def _letters(text: str) -> bytes:
    """Text in the encoding of the font."""
    known = (
        c if c.encode("cp1252", "ignore") else normalize("NFKD", c) for c in normalize("NFC", text)
    )
    return "".join(c for c in "".join(known) if not combining(c)).encode("cp1252", "replace")
