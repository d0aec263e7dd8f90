"""Drawings as SVG, still or one after the other (SMIL, which browsers play without a script)."""

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from puzzles.core.drawing import Disc, Drawing, Line, Point, Polygons, Shape

LONG = 1200  # pixels of the longer side when shown at its natural size
SEAM = 0.02  # of a unit: polygons are this much larger all around, so that no seam shows
FADE = 0.35  # seconds from one frame to the next


def svg(drawing: Drawing) -> str:
    """The drawing as an SVG document."""
    return _document(drawing, "\n".join(map(_shape, drawing.shapes)))


def animated_svg(frames: Sequence[tuple[Drawing, float]]) -> str:
    """Drawings of one size shown in turn, each for some seconds, again and again."""
    total = sum(seconds for _, seconds in frames)
    body, at = [], 0.0
    for i, (drawing, seconds) in enumerate(frames):
        group = "\n".join(map(_shape, drawing.shapes))
        if i:
            # Frames lie on each other; each fades in at its time and stays until the end.
            times = f"0;{at / total:.4f};{min(1, (at + FADE) / total):.4f};1"
            group = (
                f'<g opacity="0"><animate attributeName="opacity" values="0;0;1;1" '
                f'keyTimes="{times}" dur="{total:g}s" repeatCount="indefinite"/>{_paper(drawing)}'
                f"{group}</g>"
            )
        body.append(group)
        at += seconds
    return _document(frames[0][0], "\n".join(body))


def _document(drawing: Drawing, body: str) -> str:
    scale = LONG / max(drawing.width, drawing.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(drawing.width)} '
        f'{_n(drawing.height)}" width="{drawing.width * scale:.0f}" '
        f'height="{drawing.height * scale:.0f}" stroke-linecap="round" stroke-linejoin="round" '
        f'font-family="Helvetica, Arial, sans-serif" font-weight="bold">\n'
        f"{_paper(drawing)}\n{body}\n</svg>\n"
    )


def _paper(drawing: Drawing) -> str:
    size = f'width="{_n(drawing.width)}" height="{_n(drawing.height)}"'
    return f'<rect {size} fill="{drawing.paper}"/>'


def _shape(shape: Shape) -> str:
    if isinstance(shape, Polygons):
        path = "".join(f"M{_path(outline)}Z" for outline in shape.outlines)
        return (
            f'<path d="{path}" fill="{shape.colour}" stroke="{shape.colour}" '
            f'stroke-width="{SEAM}"/>'
        )
    if isinstance(shape, Line):
        return (
            f'<path d="M{_path(shape.points)}" fill="none" stroke="{shape.colour}" '
            f'stroke-width="{_n(shape.width)}"/>'
        )
    if isinstance(shape, Disc):
        x, y = shape.centre
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(shape.radius)}" fill="{shape.colour}"/>'
    x, y = shape.at
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" dy=".35em" font-size="{_n(shape.height)}" '
        f'text-anchor="{shape.anchor}" fill="{shape.colour}">{escape(shape.text)}</text>'
    )


def _path(points: Iterable[Point]) -> str:
    return "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """A number as short as three decimals allow."""
    return f"{value:.3f}".rstrip("0").rstrip(".")
