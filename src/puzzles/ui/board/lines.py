"""Straight lines between cells, drawn in braille dots: the edges of a bare graph."""

from __future__ import annotations

from puzzles.ui.board.raster import Picture

# The bit of each dot in a braille character, by row and column within it.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def edge_lines(picture: Picture) -> dict[tuple[int, int], tuple[str, int, int]]:
    """For every character (x, y) outside the cells that an edge crosses: the braille character,
    and the two cells the edge joins (the last one, where several cross)."""
    dots: dict[tuple[int, int], int] = {}
    owner: dict[tuple[int, int], tuple[int, int]] = {}
    for a, b in picture.grid.graph.edges.tolist():
        (ax, ay), (bx, by) = (picture.box.characters(*picture.grid.centre(v)) for v in (a, b))
        steps = int(max(abs(bx - ax) * 2, abs(by - ay) * 4)) + 1
        for step in range(steps + 1):
            x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
            spot = int(x), int(y)
            dots[spot] = dots.get(spot, 0) | _DOTS[int(y % 1 * 4)][int(x % 1 * 2)]
            owner[spot] = a, b
    return {
        (x, y): (chr(0x2800 + dots[x, y]), *owner[x, y])
        for x, y in dots
        if picture.back[y, x] < 0 and picture.front[y, x] < 0
    }
