"""Drawings as SVG."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from puzzles.core.drawing import Disc, Drawing, Line, Point, Polygons, Shape

LONG = 1200  # pixels of the longer side when shown at its natural size
SEAM = 0.02  # of a unit: polygons are this much larger all around, so that no seam shows


def svg(drawing: Drawing) -> str:
    """The drawing as an SVG document."""
    scale = LONG / max(drawing.width, drawing.height)
    shapes = "\n".join(map(_shape, drawing.shapes))
    width, height = _n(drawing.width), _n(drawing.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{drawing.width * scale:.0f}" height="{drawing.height * scale:.0f}" '
        f'stroke-linecap="round" stroke-linejoin="round" '
        f'font-family="Helvetica, Arial, sans-serif" font-weight="bold">\n'
        f'<rect width="{width}" height="{height}" fill="{drawing.paper}"/>\n{shapes}\n</svg>\n'
    )


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
