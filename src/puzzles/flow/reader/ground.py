"""Reads what lies under the dots of a Flow board in a picture: how far the cells reach, and holes,
walls and bridges as our own pictures draw them.

Everything is seen in a few small patches of each cell that no dot covers: its corners, the middle
of its sides, and where the rails of a bridge would run. Colours are compared with those nearby or,
for holes, with the two shades that cells take in turn.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from puzzles.pictures.oklab import DARK, Array, Mask

Span = tuple[float, float]

MAX_SIDE = 30
FAINT = 0.004  # contrast of lines that are none
LINE = 0.4  # of the strength that lines have between dots; a row of the board has at least so much
CORNER: Span = (0.31, 0.43)  # of a cell, from its middle: no dot reaches there
ABOVE: Span = (-CORNER[1], -CORNER[0])
BESIDE: Span = (0.06, 0.16)  # from a line between cells
MOST = 0.7  # of the lines in a row, by which it is judged
SHADES = 0.008  # cells that differ less are of one shade
OFF_SHADE = 0.7  # of the difference between the two shades
NOISE = 5.0  # times the median of what cells differ from their shade; at least so far off are holes
OFF_HUE = 6.0  # standard deviations
HAZY = 0.4  # of the logarithm of how far off a cell is; nearer to being a hole is not certain
EVEN = 0.001  # of hue; hues are never known to vary less
SAME_SHADE = 0.35  # of it that may be between two cells that are none
DARKER = 0.15  # a wall is darker than the cells beside it by so much, in lightness
# From the middle of a cell, and half as wide: the floor of a bridge, each of its rails, and what
# lies beyond that.
STRIPS = ((0, 0.12), (-0.25, 0.02), (-0.38, 0.04), (0.25, 0.02), (0.38, 0.04))
RAIL_DARKER = 0.04
ALONG = 0.8  # share of a wall or rail that must be seen


@dataclass(frozen=True)
class Layout:
    """The places of cells: the middle of the first one in pixels (x, y), the pitch, the number of
    rows and columns, and whether lines or shades show where they end."""

    x: float
    y: float
    pitch: float
    rows: int
    cols: int
    lined: bool


def layout(lab: Array, centres: Array, pitch: float) -> Layout:
    """The cells around dots at `centres` (n, 2), as far as lines or shades part them."""
    turns = np.exp(2j * np.pi * centres / pitch).mean(axis=0)
    x, y = np.angle(turns) / (2 * np.pi) * pitch % pitch
    col, row = (
        np.round((centres[:, i] - first) / pitch).astype(int) for i, first in enumerate((x, y))
    )
    left, right, top, bottom = map(int, (col.min(), col.max(), row.min(), row.max()))
    turned = lab.transpose(1, 0, 2)
    xs = [x + c * pitch for c in range(left, right + 1)]
    top, bottom, lined = _reach(lambda r: _parted(lab, pitch, y + r * pitch, xs), top, bottom)
    ys = [y + r * pitch for r in range(top, bottom + 1)]
    left, right, also = _reach(lambda c: _parted(turned, pitch, x + c * pitch, ys), left, right)
    return Layout(
        x + left * pitch, y + top * pitch, pitch, bottom - top + 1, right - left + 1, lined and also
    )


def _reach(parted: Callable[[int], Array], low: int, high: int) -> tuple[int, int, bool]:
    """Return the first and last row that lines part, from rows `low` to `high` on."""
    typical = np.median([parted(i) for i in range(low, high + 1)], axis=0)
    sign = 0 if typical[0] >= FAINT else 1  # shades; walls would hide them among lines
    if typical[sign] < FAINT:
        return low, high, False
    least = LINE * typical[sign]
    while high - low < MAX_SIDE and parted(low - 1)[sign] >= least:
        low -= 1
    while high - low < MAX_SIDE and parted(high + 1)[sign] >= least:
        high += 1
    return low, high, True


def _parted(lab: Array, pitch: float, y: float, columns: list[float]) -> Array:
    """Measure how strongly a row of cells is parted between `columns` (their middles): by steps
    from one shade to the next, and by lines. Most of them count, as some cells may be missing."""
    found = []
    for x in columns[:-1] if len(columns) > 1 else columns:
        line = x + pitch / 2
        left, on, right = (
            np.mean([_patch(lab, (line, y), pitch, span, up) for up in (CORNER, ABOVE)], axis=0)
            for span in ((-BESIDE[1], -BESIDE[0]), (-0.03, 0.03), BESIDE)
        )
        seen = np.abs(right - left).max(), np.abs(on - (left + right) / 2).max()
        if np.isfinite(seen).all():
            found.append(seen)
    return np.asarray(np.quantile(found, MOST, axis=0)) if found else np.zeros(2)


def _patch(lab: Array, at: tuple[float, float], pitch: float, across: Span, down: Span) -> Array:
    """The mean colour of a rectangle of pixels, which reaches so many pitches `across` and `down`
    from a point; NaN where it is not in the picture."""
    height, width = lab.shape[:2]
    left, right = (at[0] + pitch * reach for reach in across)
    top, bottom = (at[1] + pitch * reach for reach in down)
    if left < -1 or top < -1 or right > width + 1 or bottom > height + 1:
        return np.full(3, np.nan)
    rows, cols = _pixels(top, bottom, height), _pixels(left, right, width)
    return np.asarray(lab[rows, cols].mean(axis=(0, 1)))


def _pixels(low: float, high: float, most: int) -> slice:
    """The pixels whose middles lie between, one at least."""
    start = min(max(round(low), 0), most - 1)
    return slice(start, max(start + 1, min(round(high), most)))


def holes(lab: Array, at: Layout) -> tuple[Mask, Mask]:
    """Return the missing cells, shape (rows, columns): those that have not the shade of their turn,
    and those that look like one beside them; and the cells where that is not certain."""
    around = list(product((ABOVE, CORNER), repeat=2))
    places = product(range(at.rows), range(at.cols))
    middles = ((at.x + col * at.pitch, at.y + row * at.pitch) for row, col in places)
    corners = np.array(
        [
            np.median([_patch(lab, middle, at.pitch, *spans) for spans in around], axis=0)
            for middle in middles
        ]
    ).reshape(at.rows, at.cols, 3)
    odd = np.add.outer(np.arange(at.rows), np.arange(at.cols)) % 2
    shades = np.array([_typical(corners[odd == turn]) for turn in (0, 1)])
    step = shades[1] - shades[0]
    if not np.abs(step).max() >= SHADES:  # nor where no cell of a turn is in the picture
        return np.zeros(odd.shape, dtype=bool), np.zeros(odd.shape, dtype=bool)
    off = np.abs(corners - shades[odd]).max(axis=2)
    off /= np.maximum(OFF_SHADE * np.abs(step).max(), NOISE * np.nanmedian(off))
    # And how far the hue is from what their shade has, in standard deviations of most.
    hue = corners[..., 1:] / np.maximum(corners[..., :1], DARK)
    away = np.abs(hue - np.array([_typical(hue[odd == turn]) for turn in (0, 1)])[odd])
    away /= np.maximum(1.5 * np.nanmedian(away, axis=(0, 1)), EVEN)
    off = np.hypot(off, away.max(axis=2) / OFF_HUE)
    # From even to odd cells, 1 for a whole step; a side with none has a hole at least on one side.
    even = (corners @ step / (step @ step)) * np.where(odd, 1, -1)
    sides, alike = np.zeros(odd.shape), np.zeros(odd.shape)
    for cells, all_, same in ((even, sides, alike), (even.T, sides.T, alike.T)):
        flat = cells[:, 1:] + cells[:, :-1] < SAME_SHADE
        for part in (slice(1, None), slice(None, -1)):
            all_[:, part] += 1
            same[:, part] += flat
    found = (off > 1) | (2 * alike > sides) | ((2 * alike == sides) & (off > 0.5))
    return np.asarray(found), np.abs(np.log(off + 1e-9)) < HAZY


def _typical(seen: Array) -> Array:
    """The median of what is in the picture of (n, …), NaN if nothing is."""
    seen = seen[np.isfinite(seen).all(axis=-1)]
    return np.asarray(np.median(seen, axis=0) if len(seen) else np.full(seen.shape[1:], np.nan))


def walls(lab: Array, at: Layout) -> tuple[Mask, Mask]:
    """Return the sides that are walls: (rows, columns + 1) for those to the left of each cell and
    right of the last one, (rows + 1, columns) for those above each cell and below the last one."""
    upright = _walls(lab, at.x, at.y, at.pitch, at.rows, at.cols)
    level = _walls(lab.transpose(1, 0, 2), at.y, at.x, at.pitch, at.cols, at.rows).T
    return upright, level


def _walls(lab: Array, x: float, y: float, pitch: float, rows: int, cols: int) -> Mask:
    light = lab[..., 0]
    found = np.zeros((rows, cols + 1), dtype=bool)
    for row in range(rows):
        band = _pixels(y + (row - 0.4) * pitch, y + (row + 0.4) * pitch, light.shape[0])
        for col in range(cols + 1):
            line = x + (col - 0.5) * pitch
            reach = 0.05 * pitch
            if not reach < line < light.shape[1] - reach:
                continue
            on = light[band, _pixels(line - reach, line + reach, light.shape[1])].min(axis=1)
            sides = [
                light[band, _pixels(line + low * pitch, line + high * pitch, light.shape[1])]
                for low, high in ((-0.18, -0.1), (0.1, 0.18))
            ]
            beside = np.maximum(*(side.mean(axis=1) for side in sides))
            found[row, col] = (on < beside - DARKER).mean() >= ALONG
    return found


def bridges(lab: Array, at: Layout) -> Mask:
    """Return the cells with two rails from left to right, shape (rows, columns)."""
    light, p = lab[..., 0], at.pitch
    height, width = light.shape
    found = np.zeros((at.rows, at.cols), dtype=bool)
    for row, col in product(range(at.rows), range(at.cols)):
        x, y = at.x + col * p, at.y + row * p
        across = _pixels(x - 0.38 * p, x + 0.38 * p, width)
        strips = (
            _pixels(y + (middle - half) * p, y + (middle + half) * p, height)
            for middle, half in STRIPS
        )
        floor, *rails = (light[rows, across].mean(axis=0) for rows in strips)
        found[row, col] = all(
            (rail < np.minimum(floor, beside) - RAIL_DARKER).mean() >= ALONG
            for rail, beside in (rails[:2], rails[2:])
        )
    return found
