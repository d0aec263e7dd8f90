"""A pack to print: boards on A4 pages, their solutions at the end. All of it lines and areas.

Text is set in Helvetica, which every reader has. Letters that it lacks lose their accents; those of
other scripts become question marks.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from textwrap import wrap
from unicodedata import combining, normalize

import pydyf
from PIL import ImageFont

from puzzles.core.drawing import Disc, Drawing, Line, Point, Polygons, Shape, Text

WIDTH, HEIGHT, MARGIN = 595.0, 842.0, 45.0  # points
ROOM = WIDTH - 2 * MARGIN
GAP = 12.0  # between what stands side by side
STEPS = 6  # small boards in a row
SIDE_BY_SIDE = 3  # solutions in a row that are one board each
WIDE = 0.58  # of a line of Helvetica Bold to its height, for each character
INK, FAINT = "#202024", "#606068"

Words = tuple[str, float, str]  # a line of text, its height, its colour


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
    paper.write((title, 22, INK), (blurb, 11, FAINT))
    paper.y += 14
    shape = [level.board.height / level.board.width for level in levels]
    titles = [f"{number}. {level.title}" for number, level in enumerate(levels, 1)]
    named = list(zip(titles, levels, strict=True))
    boards = [([(name, 11, INK), (level.facts, 8, FAINT)], level.board) for name, level in named]
    paper.rows(boards, 2, 335 if median(shape) > 1.25 else 222)
    paper.turn_over()
    paper.write(("Solutions", 22, INK))
    if all(len(level.solution) < 2 for level in levels):
        solved = [
            ([(name, 10, INK)], level.solution[0])
            if level.solution
            else ([(name, 10, INK), (level.verdict, 7, FAINT)], None)
            for name, level in named
        ]
        paper.rows(solved, SIDE_BY_SIDE, 36 + max(shape) * ROOM / SIDE_BY_SIDE)
        return paper.bytes()
    for (name, level), tall in zip(named, shape, strict=True):
        high = tall * ROOM / STEPS
        paper.need(34 + (high if level.solution else 0))
        paper.write((name, 11, INK), (level.verdict, 8, FAINT))
        paper.rows([([], step) for step in level.solution], STEPS, high)
        paper.y += 10
    return paper.bytes()


class _Paper:
    """Pages that are written from top to bottom; `y` is where the next line goes on this one."""

    def __init__(self, title: str) -> None:
        self._pdf = pydyf.PDF()
        self._pdf.info["Title"] = pydyf.String(title)
        helvetica = {"Type": "/Font", "Subtype": "/Type1", "BaseFont": "/Helvetica-Bold"}
        self._font = pydyf.Dictionary({**helvetica, "Encoding": "/WinAnsiEncoding"})
        self._pdf.add_object(self._font)
        self.turn_over()

    def turn_over(self) -> None:
        """Go on at the top of a new page."""
        self.y = MARGIN
        self._ink = pydyf.Stream(compress=True)
        # From here on y runs down from the top left corner.
        self._ink.set_matrix(1, 0, 0, -1, 0, HEIGHT)
        self._ink.set_line_cap(1)
        self._ink.set_line_join(1)
        self._pdf.add_object(self._ink)
        fonts = pydyf.Dictionary({"F": self._font.reference})
        page = {
            "Type": "/Page",
            "Parent": self._pdf.pages.reference,
            "MediaBox": pydyf.Array([0, 0, WIDTH, HEIGHT]),
            "Contents": self._ink.reference,
            "Resources": pydyf.Dictionary({"Font": fonts}),
        }
        self._pdf.add_page(pydyf.Dictionary(page))

    def need(self, high: float) -> None:
        """Turn over unless there is so much room left on this page."""
        if self.y + high > HEIGHT - MARGIN and self.y > MARGIN:
            self.turn_over()

    def write(self, *words: Words) -> None:
        """Lines of text of their own."""
        for text, size, colour in words:
            for line in wrap(text, int(ROOM / (WIDE * size))) or [""]:
                self.y += 1.3 * size
                self._write(MARGIN, self.y, line, size, colour)
            self.y += 0.3 * size

    def rows(
        self, cells: Sequence[tuple[Sequence[Words], Drawing | None]], columns: int, high: float
    ) -> None:
        """Drawings side by side, each as large as fits under its lines of text, which are cut off
        where they have no room; no paper is printed."""
        wide = ROOM / columns - GAP
        for i in range(0, len(cells), columns):
            self.need(high)
            for j, (words, drawing) in enumerate(cells[i : i + columns]):
                x, y = MARGIN + j * ROOM / columns, self.y
                for text, size, colour in words:
                    y += 1.3 * size
                    room = int(wide / (WIDE * size))
                    text = text if len(text) <= room else f"{text[: room - 1]}…"
                    self._write(x, y, text, size, colour)
                if drawing is not None:
                    left = self.y + high - y - GAP
                    scale = min(wide / drawing.width, left / drawing.height)
                    for shape in drawing.moved(scale, x, y + GAP / 2):
                        self._shape(shape)
            self.y += high

    def _write(self, x: float, y: float, text: str, size: float, colour: str) -> None:
        """A line of text that starts at x and stands on y."""
        self._shape(Text(colour, (x, y - 0.35 * size), text, size, "start"))

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
                self._path(outline)
                ink.close()
            ink.fill_and_stroke()
        elif isinstance(shape, Text):
            x, y = shape.at
            if shape.anchor == "middle":
                x -= ImageFont.load_default(shape.height).getlength(shape.text) / 2
            ink.begin_text()
            ink.set_font_size("F", shape.height)
            ink.set_text_matrix(1, 0, 0, -1, x, y + 0.35 * shape.height)
            ink.stream.append(b"<" + _letters(shape.text).hex().encode() + b"> Tj")
            ink.end_text()
        else:
            if isinstance(shape, Disc):  # a dot is a line without length
                shape = Line(shape.colour, (shape.centre, shape.centre), 2 * shape.radius)
            ink.set_line_width(shape.width)
            self._path(shape.points)
            ink.stroke()

    def _path(self, points: Sequence[Point]) -> None:
        self._ink.move_to(*points[0])
        for point in points[1:]:
            self._ink.line_to(*point)


def _letters(text: str) -> bytes:
    """Text in the encoding of the font."""
    known = (
        c if c.encode("cp1252", "ignore") else normalize("NFKD", c) for c in normalize("NFC", text)
    )
    return "".join(c for c in "".join(known) if not combining(c)).encode("cp1252", "replace")
