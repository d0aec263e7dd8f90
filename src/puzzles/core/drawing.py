"""A picture of a board as shapes, whatever the puzzle: what all picture formats are made from.

Shapes are painted in order. Distances are in units of the drawing's own, x to the right and y down
from the top left corner; colours are `#rrggbb`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

Point = tuple[float, float]


@dataclass(frozen=True)
class Polygons:
    """Filled polygons of one colour; those that share a side meet without a seam."""

    colour: str
    outlines: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Line:
    """A line through points, with round ends and bends."""

    colour: str
    points: tuple[Point, ...]
    width: float


@dataclass(frozen=True)
class Disc:
    """A filled circle."""

    colour: str
    centre: Point
    radius: float


@dataclass(frozen=True)
class Text:
    """Bold text; `at` is the middle of its left end or, if `anchor` is "middle", of the whole."""

    colour: str
    at: Point
    text: str
    height: float  # of a line; capitals are about 0.7 of it
    anchor: Literal["start", "middle"] = "middle"


CAPTION = 24  # characters that fit above a drawing

Shape = Polygons | Line | Disc | Text


@dataclass(frozen=True)
class Drawing:
    """Shapes within `width` × `height` units, on paper of the colour `paper`."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    paper: str = "#ffffff"

    def moved(self, scale: float, dx: float, dy: float) -> tuple[Shape, ...]:
        """The shapes made larger by `scale` and moved, to be part of another drawing."""

        def there(point: Point) -> Point:
            return point[0] * scale + dx, point[1] * scale + dy

        def moved(shape: Shape) -> Shape:
            match shape:
                case Polygons(colour, outlines):
                    return Polygons(colour, tuple(tuple(map(there, each)) for each in outlines))
                case Line(colour, points, width):
                    return Line(colour, tuple(map(there, points)), width * scale)
                case Disc(colour, centre, radius):
                    return Disc(colour, there(centre), radius * scale)
                case Text(_, at, _, height):
                    return replace(shape, at=there(at), height=height * scale)

        return tuple(map(moved, self.shapes))

    def with_margin(self, margin: float) -> "Drawing":
        """The same picture with paper around it."""
        width, height = self.width + 2 * margin, self.height + 2 * margin
        return Drawing(width, height, self.moved(1, margin, margin), self.paper)


def mixed(a: str, b: str, share: float) -> str:
    """The colour `a` with `share` (0 to 1) of `b` in it."""
    pairs = zip(bytes.fromhex(a[1:]), bytes.fromhex(b[1:]), strict=True)
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in pairs)


def readable_on(colour: str) -> str:
    """Black or white, whichever reads better on `colour` (Rec. 601 luma)."""
    red, green, blue = bytes.fromhex(colour[1:])
    return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"


def sheet(title: str, parts: Sequence[tuple[str, Drawing]]) -> Drawing:
    """Small drawings of one size in rows, each under its caption (cut short where it is too
    long), with a title above all, on the paper of the first."""
    _, first = parts[0]
    strong, faint = (mixed(readable_on(first.paper), first.paper, part) for part in (0.12, 0.3))
    gap, caption = 0.08 * first.width, 0.13 * first.width
    wide, high = first.width + gap, first.height + caption + gap
    sizes = {n: (n * wide, -(-len(parts) // n) * high) for n in range(1, len(parts) + 1)}
    columns = min(sizes, key=lambda n: abs(sizes[n][0] - 4 / 3 * sizes[n][1]))
    top = gap + 2 * caption
    shapes: list[Shape] = [Text(strong, (gap, gap + 0.7 * caption), title, 1.1 * caption, "start")]
    for i, (words, drawing) in enumerate(parts):
        x, y = gap + i % columns * wide, top + i // columns * high
        words = words if len(words) <= CAPTION else f"{words[: CAPTION - 1]}…"
        shapes.append(Text(faint, (x, y + caption / 2), words, 0.6 * caption, "start"))
        shapes += drawing.moved(1, x, y + caption)
    rows = -(-len(parts) // columns)
    return Drawing(gap + columns * wide, top + rows * high, tuple(shapes), first.paper)
