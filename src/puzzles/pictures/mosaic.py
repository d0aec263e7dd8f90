"""Reads a mosaic off a picture: the colour of each cell of a lattice that was found in it.

Which cells may be the board's is found in `strips`; which of them are paper, and which show what
lies around or behind it, in `paper`. Where a game shows the board's colours in a bar below it,
those are the colours there are; elsewhere, cells that look alike have one (`clusters`).
"""

from dataclasses import dataclass

import numpy as np

from puzzles.pictures.bar import Bar
from puzzles.pictures.clusters import clusters, seen
from puzzles.pictures.oklab import Array, Ints, Mask
from puzzles.pictures.paper import paper
from puzzles.pictures.strips import MIXED, OFF, Cells, View, look

RAGGED = 0.06  # as MIXED, of squares, which should be whole
HAZY = 0.1  # probability of being paper, or of not being paper; less is certain
FEW = 6  # cells; the fewest a board may have
LIGHT = 0.4  # what a step of light counts, of a step of colour, against a known colour
LEVELS = np.arange(-0.4, 0.41, 0.02)  # by which a board may be lighter than its bar
SAME = 0.08  # distance from the nearest colour of the bar that is as likely paper's as not,
CERTAIN, MOST = 0.02, 3.0  # how much nearer or further says so, and the most that it says
FOREIGN = 0.1  # share of a board's cells that may be of no colour of the bar
ROUGH = 0.5  # of the grain of those that are; what has less may lie behind the board

# A piece of a cell, too small to be read, between the board and the picture's edge: one that looks
# like the cells beside it shows that the board may go on beyond the picture.
PIECE = 0.1  # of a cell; less shows nothing
LIKE = 0.6  # share of the pixels of such a piece that look like cells beside it
ENOUGH = 2000  # pixels of a piece, spread over it, show what it looks like
MIDDLE = 0.15  # of a piece, from lines between cells: not looked at


@dataclass(frozen=True)
class Mosaic:
    """The cells of a board; arrays of shape (rows, columns), cut to the cells there are.

    `colour` is the number of each cell's colour, −1 where there is no cell; `clear` how much nearer
    it is to its own colour than to the next one (0 to 1). `top` and `left` say how many rows and
    columns of the view were cut off. `lined` is the share of the lattice's lines that show on the
    board. `hazy` are cells that may be paper or not, and so may as many `around` the board. The
    colours of one that is `barred` are those of a bar. One that is `cut` may go on beyond the
    picture.
    """

    colour: Ints
    palette: Array  # (colours, 3), OKLab
    clear: Array
    top: int
    left: int
    lined: float
    hazy: Mask
    around: int
    barred: bool
    cut: bool


def read_mosaic(lab: Array, view: View, bar: Bar | None) -> Mosaic | None:
    """The board that keeps to this lattice, if there is one; a bar that shows other colours than
    the board is none."""
    found = None if bar is None else _read(lab, view, bar)
    return found or _read(lab, view, None)


def _read(lab: Array, view: View, bar: Bar | None) -> Mosaic | None:
    cells = look(lab, view, len(lab) if bar is None else bar.top)
    if _few(cells, cells.there):
        return None
    features, colours, labels = _alike(cells, cells.there)
    # Squares are whole; triangles of the outer rows are cut, and where, is not exactly known.
    torn = cells.mixed > (RAGGED if view.grid.kind == "square" else MIXED)
    is_paper, lined = paper(view.grid, labels, cells, torn, np.zeros(labels.shape))
    if bar is not None:
        known = _known(cells, is_paper > 0.5, bar)
        if known is None:
            return None
        features, colours = known
        says = ((SAME - _away(features, colours).min(axis=2)) / CERTAIN).clip(-MOST, MOST)
        is_paper, lined = paper(view.grid, labels, cells, torn, says * (cells.mixed <= MIXED))
    there = is_paper > 0.5
    if _few(cells, there):
        return None
    if bar is None:
        features, colours, labels = _alike(cells, there)
    else:
        labels = np.where(there, _away(features, colours).argmin(axis=2), -1)
    if len(colours) < 2:
        return None
    clear = _clear(_away(features, colours), labels)
    kept, labels[there] = np.unique(labels[there], return_inverse=True)
    if len(kept) < 2:
        return None
    palette = (
        bar.colours[kept]
        if bar is not None
        else np.array([np.median(cells.colour[labels == c], axis=0) for c in range(len(kept))])
    )
    hazy = (is_paper > HAZY) & (is_paper < 1 - HAZY)
    ys, xs = np.nonzero(there)
    cut = slice(ys.min(), ys.max() + 1), slice(xs.min(), xs.max() + 1)
    return Mosaic(
        labels[cut],
        palette,
        clear[cut],
        int(ys.min()),
        int(xs.min()),
        lined,
        hazy[cut],
        int(hazy.sum() - hazy[cut].sum()),
        bar is not None,
        _goes_on(lab, view, cells, there, bar is not None),
    )


def _few(cells: Cells, there: Mask) -> bool:
    """Return True if these cells are too few for a board."""
    return bool((there & (cells.mixed <= MIXED)).sum() < FEW)


def _alike(cells: Cells, there: Mask) -> tuple[Array, Array, Ints]:
    """The looks of all cells without the light's share, shape (rows, columns, 3), those of the
    colours (k, 3) of the cells that are there, and the number of each cell's, −1 elsewhere; cells
    in which something else is seen, too, get the nearest of the others' colours."""
    labels, light = clusters(cells.colour, there & (cells.mixed <= MIXED))
    features = seen(cells.colour)
    features[..., 0] -= light
    colours = np.array([np.median(features[labels == c], axis=0) for c in range(labels.max() + 1)])
    rest = there & (labels < 0)
    away = np.abs(features[rest][:, None] - colours)
    labels[rest] = away.sum(axis=2).argmin(axis=1)
    return features, colours, labels


def _known(cells: Cells, board: Mask, bar: Bar) -> tuple[Array, Array] | None:
    """The looks of all cells, and of the colours of a bar, if those of the board are among them."""
    sure = board & (cells.mixed <= MIXED)
    if not sure.any():
        return None
    features, _, _ = _alike(cells, sure)
    own, grain = features[sure], cells.grain[sure]
    tried = [seen(bar.colours) + np.array([level, 0, 0]) for level in LEVELS]
    near = [np.minimum(_away(own, colours).min(axis=1), 2 * SAME).mean() for colours in tried]
    colours = tried[int(np.argmin(near))]
    away = _away(own, colours).min(axis=1)
    if not (away < SAME).any():
        return None
    foreign = (away > 2 * SAME) & (grain > ROUGH * np.median(grain[away < SAME]))
    return None if foreign.mean() > FOREIGN else (features, colours)


def _away(features: Array, colours: Array) -> Array:
    """Measure how different features (…, 3) look from those of colours (k, 3); shape (…, k)."""
    return np.asarray(np.abs(features[..., None, :] - colours) @ (LIGHT, 1, 1))


def _clear(away: Array, labels: Ints) -> Array:
    """1 for a cell of exactly its own colour, 0 for one half way to another; 1 for none. `away` is
    how far it is from each colour."""
    at = labels[..., None].clip(0)
    own = np.take_along_axis(away, at, axis=2)[..., 0]
    np.put_along_axis(away, at, np.inf, axis=2)
    clear = (1 - 2 * own / (own + away.min(axis=2) + 1e-9)).clip(0, 1)
    return np.where(labels >= 0, clear, 1.0)


def _goes_on(lab: Array, view: View, cells: Cells, there: Mask, barred: bool) -> bool:
    """Return True if a board, the cells that are `there` in a picture (height, width, 3), may be
    cut off by it. A board that is `barred` ends above its bar."""
    ys, xs = np.nonzero(there)
    top, left, right = ys.min(), xs.min(), xs.max() + 1
    # Triangles lie in two strips, of which one may be cut off.
    bottom = ys.max() + (view.grid.kind == "square")
    u, v = view.u[0], view.v[:, 0]
    across, down = (u >= left) & (u < right), (v >= top) & (v < bottom)
    colour = cells.colour
    sides = [
        (top - v[0], (v > top - 1) & (v < top - MIDDLE), across, (ys <= top + 1)),
        (left - u[0], down, (u > left - 1) & (u < left - MIDDLE), xs == left),
        (u[-1] - right, down, (u > right + MIDDLE) & (u < right + 1), xs == right - 1),
    ]
    if not barred:
        outer = (v > bottom + MIDDLE) & (v < bottom + 1)
        sides.append((v[-1] - bottom, outer, across, ys >= ys.max() - 1))
    for rest, rows, cols, beside in sides:
        pixels = lab[np.ix_(rows, cols)].reshape(-1, 1, 3)
        if PIECE < rest < 1 and pixels.size:
            known = np.unique(colour[ys[beside], xs[beside]].round(2), axis=0)
            some = pixels[:: len(pixels) // ENOUGH + 1]
            if (np.abs(some - known).max(axis=2).min(axis=1) < OFF).mean() > LIKE:
                return True
    return False
