"""Reads a mosaic off a picture: the colour of each cell of a lattice that was found in it.

Where the board begins and ends is not known. Cells are looked at in strips, one row step high:
where the board is, cells are of one colour within a strip, and those that lie in two strips go on
in the next one. What surrounds the board, such as a bar of buttons, does not keep to the lattice.
Holes show what lies behind the board: no grain of paper, and no step from one cell to the next.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from puzzles.grids.grid import LatticeGrid
from puzzles.pictures.oklab import DARK, Array, clusters, unlit

Mask = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

OFF = 0.05  # how far a pixel may be from its cell's colour, in each axis of OKLab
MIXED = 0.25  # share of the pixels of a piece that may be further away
TORN = 0.45  # the same where a board ends, whose edge need not be straight
RAGGED = 0.06  # the same for outer rows, whose cells should be whole
RUMP = 0.25  # of the cells of the next line; less is a part of something else
BROKEN = 0.3  # share of the pieces of a strip that may be mixed
BROKEN_END = 0.45  # the same for the first and the last
EDGE = 0.06  # contrast of an edge within two pixels
LONG = 0.45  # share of the width that an edge takes which does not belong to the board
NEAR = 0.07  # of a strip: edges so near to a line of the lattice lie on it
SEEN = 0.6  # share of a piece that must be in the picture
PLAIN = 0.25  # what lies behind the board has so much less grain and steps than paper
STEPS = 0.6  # paper has so much of what is typical
GRAIN = 0.003  # less grain than this says nothing
LARGE = 5  # pairs of cells that touch; so many tell whether a region is paper
CUT_OFF = 0.15  # of a column that may be missing
FEW = 6  # cells; the fewest a board may have


@dataclass(frozen=True)
class View:
    """Where a lattice lies in a picture; all arrays have the picture's shape.

    `grid` covers the whole picture; `u`, `v` are its coordinates of every pixel, `inner` says
    which pixels are well inside a cell. `size` is how many of those a cell has in one strip.
    """

    grid: LatticeGrid
    u: Array
    v: Array
    inner: Mask
    size: float


@dataclass(frozen=True)
class Mosaic:
    """The cells of a board; arrays of shape (rows, columns), cut to the cells there are.

    `colour` is the number of each cell's colour, −1 where there is no cell; `mixed` the share of
    its pixels that look different, `clear` how much nearer it is to its own colour than to the
    next one (0 to 1). `top` and `left` say how many rows and columns of the view were cut off.
    """

    colour: Ints
    palette: Array  # (colours, 3), OKLab
    mixed: Array
    clear: Array
    top: int
    left: int


@dataclass(frozen=True)
class _Pieces:
    """What is seen of each cell in each of the two strips it may lie in; (rows, columns, 2, …)."""

    colour: Array
    mixed: Array
    grain: Array
    seen: Array


def read_mosaic(lab: Array, view: View) -> Mosaic | None:
    """The board that keeps to this lattice, if there is one."""
    pieces = _pieces(lab, view)
    first, last = _board_strips(pieces, _cuts(lab, view))
    rows = np.arange(view.grid.rows)
    strip = np.stack([rows - 1, rows], axis=1)[:, None, :]
    use = (pieces.seen >= SEEN) & (strip >= first) & (strip < last)
    there = use.any(axis=2)
    if there.sum() < FEW:
        return None
    weight = np.where(use, pieces.seen, 0) + 1e-12
    weight /= weight.sum(axis=2, keepdims=True)
    colour = (np.nan_to_num(pieces.colour) * weight[..., None]).sum(axis=2)
    mixed, grain = ((part * weight).sum(axis=2) for part in (pieces.mixed, pieces.grain))
    labels = np.full(there.shape, -1)
    sure = there & (mixed <= MIXED)
    if sure.sum() < FEW:
        return None
    at = np.argwhere(sure)
    labels[sure] = clusters(colour[sure], at.astype(float), at.sum(axis=1) % 2)
    _join_mixed(labels, there & ~sure, colour)
    _drop_background(view.grid, labels, colour, grain)
    if view.grid.kind == "square" and (labels >= 0).sum() >= FEW:
        _trim(view.grid, labels, colour, mixed)
    if (labels >= 0).sum() < FEW or len(np.unique(labels[labels >= 0])) < 2:
        return None
    kept, numbers = np.unique(labels[labels >= 0], return_inverse=True)
    labels[labels >= 0] = numbers
    palette = np.array([np.median(colour[labels == c], axis=0) for c in range(len(kept))])
    mixed = np.where(labels >= 0, mixed, 0)
    clear = np.where(labels >= 0, _clear(colour, labels, palette), 1.0)
    ys, xs = np.nonzero(labels >= 0)
    cut = slice(ys.min(), ys.max() + 1), slice(xs.min(), xs.max() + 1)
    return Mosaic(labels[cut], palette, mixed[cut], clear[cut], int(ys.min()), int(xs.min()))


def _pieces(lab: Array, view: View) -> _Pieces:
    grid = view.grid
    cell = grid.locate(view.u, view.v)
    inside = view.inner & (cell >= 0)
    cells = cell[inside]
    part = (np.floor(view.v[inside]).astype(int) - grid.row[cells] + 1).clip(0, 1)
    key = cells.astype(np.int64) * 2 + part
    n = 2 * grid.n
    own = lab[inside]
    colour = np.stack([_medians(key, own[:, axis], n) for axis in range(3)], axis=1)
    grain = np.nan_to_num(_medians(key, _grain(lab)[inside], n))
    other = np.abs(own - colour[key]).max(axis=1) > OFF
    count = np.bincount(key, minlength=n)
    mixed = np.where(count, np.bincount(key, other, n) / np.maximum(count, 1), 1.0)
    seen = count / view.size
    # A column that the picture cuts off shows triangles only in part.
    cut = (grid.col + CUT_OFF < view.u.min()) | (grid.col + 1 - CUT_OFF > view.u.max())
    seen[np.repeat(cut, 2)] = 0
    shape = grid.rows, grid.cols, 2
    return _Pieces(colour.reshape(*shape, 3), mixed.reshape(shape), grain.reshape(shape),
                   seen.reshape(shape))  # fmt: skip


def _medians(key: Ints, values: Array, n: int) -> Array:
    """The median of the values (between −1 and 1) of each key from 0 to n − 1; NaN for none."""
    ordered = np.sort(key * 4.0 + values)
    count = np.bincount(key, minlength=n)
    middle = np.cumsum(count) - count + count // 2
    found = ordered[np.minimum(middle, max(len(ordered) - 1, 0))] if len(ordered) else np.zeros(n)
    return np.where(count, found - 4.0 * np.arange(n), np.nan)


def _grain(lab: Array) -> Array:
    """How much the lightness of each pixel differs from that of its neighbours, in shares."""
    light = np.pad(lab[..., 0], 1, mode="edge")
    around = light[:-2, 1:-1] + light[2:, 1:-1] + light[1:-1, :-2] + light[1:-1, 2:]
    return np.abs(lab[..., 0] - around / 4) / _toned(lab[..., 0])


def _toned(light: Array) -> Array:
    """What to divide differences by: paper's grain and shades grow with its lightness, noise and
    what is drawn on it do not; the root lies between."""
    return np.asarray(np.sqrt(np.maximum(light, DARK)))


def _cuts(lab: Array, view: View) -> Array:
    """Where (in rows of the view) long horizontal edges run that do not keep to the lattice."""
    edge = np.abs(lab[2:] - lab[:-2]).max(axis=2) > EDGE
    rows = np.flatnonzero(edge.mean(axis=1) > LONG)
    # An edge that is not sharp takes several rows of pixels; its middle is where it runs.
    runs = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1) if len(rows) else []
    at = np.array([view.v[1:-1, 0][run].mean() for run in runs])
    return at[np.abs(at - np.round(at)) > NEAR + 1.5 / _step(view)]


def _step(view: View) -> float:
    """How many pixels high a strip is."""
    return float(1 / (view.v[1, 0] - view.v[0, 0]))


def _board_strips(pieces: _Pieces, cuts: Array) -> tuple[int, int]:
    """The first strip of the board and the one after its last."""
    seen = pieces.seen >= SEEN
    bad = (pieces.mixed > MIXED) & seen
    # A strip holds the lower pieces of one row and the upper pieces of the next.
    there = seen[:, :, 1].sum(axis=1) + np.append(seen[1:, :, 0].sum(axis=1), 0)
    broken = bad[:, :, 1].sum(axis=1) + np.append(bad[1:, :, 0].sum(axis=1), 0)
    whole = (there >= 2) & (broken <= BROKEN * there)
    # The outermost strip may be hurt by what is beyond it.
    beside = np.pad(whole, 1)
    whole |= (there >= 2) & (broken <= BROKEN_END * there) & (beside[:-2] | beside[2:])
    through = np.abs(cuts - np.round(cuts)) > 0.25
    whole &= ~np.isin(np.arange(len(whole)), np.floor(cuts[through]))
    ends = set(np.round(cuts[~through]).astype(int).tolist())
    best, start = (0, 0), 0
    for strip in range(len(whole) + 1):
        if strip < len(whole) and whole[strip] and strip not in ends and _goes_on(
            pieces, seen, strip
        ):
            continue
        if strip - start > best[1] - best[0]:
            best = start, strip
        start = strip + 1 if strip < len(whole) and not whole[strip] else strip
    return best


def _goes_on(pieces: _Pieces, seen: Mask, row: int) -> bool:
    """Whether the cells of a row that lie in two strips look the same in both."""
    both = seen[row].all(axis=1) & (pieces.mixed[row] <= TORN).all(axis=1)
    step = np.abs(pieces.colour[row, :, 0] - pieces.colour[row, :, 1]).max(axis=1)[both]
    return bool((step < OFF).sum() >= 0.75 * len(step))


def _join_mixed(labels: Ints, mixed: Mask, colour: Array) -> None:
    """Give cells in which something else is seen, too, to the nearest of the colours there are."""
    known = np.unique(labels[labels >= 0])
    middles = unlit(np.array([np.median(colour[labels == c], axis=0) for c in known]))
    away = np.abs(unlit(colour[mixed])[:, None] - middles[None]).sum(axis=2)
    labels[mixed] = known[away.argmin(axis=1)]


def _drop_background(grid: LatticeGrid, labels: Ints, colour: Array, grain: Array) -> None:
    """Take the cells that are no paper out of `labels`.

    Every large region of a colour is judged for itself: paper may look like the background.
    """
    flat, seen = labels.ravel(), colour.reshape(-1, 3)
    region = grid.graph.contract(flat.tolist())[1]
    a, b = _alike(grid, flat)
    steps = _steps(seen[a], seen[b])
    large = np.bincount(region[a], minlength=int(region.max()) + 1) >= LARGE
    group = np.where(large[region], region, len(large) + flat)  # small ones by their colour
    group[flat < 0] = -1
    numbers = np.unique(group[group >= 0])
    cells = np.array([(group == g).sum() for g in numbers])
    rough = np.array([np.median(grain.ravel()[group == g]) for g in numbers])
    step = np.array([
        np.median(own) if len(own := steps[group[a] == g]) else np.nan for g in numbers
    ])  # fmt: skip
    paper_step, paper_rough = _typical(step, cells), _typical(rough, cells)
    smooth = np.nan_to_num(step / paper_step, nan=1.0)
    fine = rough / paper_rough if paper_rough > GRAIN else np.ones(len(rough))
    plain = (smooth * fine < PLAIN) | (fine < 0.4)
    plain_cells = np.isin(group, numbers[plain])
    # Paper that looks like the background joins it, and yet has its own steps and grain.
    ends = np.concatenate([a, b])
    for cell in np.unique(ends[plain_cells[ends]]):
        local = float(np.median(steps[(a == cell) | (b == cell)]))
        own = local >= STEPS * paper_step and grain.ravel()[cell] >= STEPS * paper_rough
        plain_cells[cell] = not own
    flat[plain_cells] = -1


def _steps(one: Array, other: Array) -> Array:
    """How much cells differ from those beside them."""
    return np.asarray(np.abs(one - other).max(axis=1) / _toned(one[:, 0]))


def _alike(grid: LatticeGrid, flat: Ints) -> tuple[Ints, Ints]:
    """The pairs of cells that touch and have one colour."""
    a, b = grid.graph.edges.T
    alike = (flat[a] >= 0) & (flat[a] == flat[b])
    return a[alike], b[alike]


def _trim(grid: LatticeGrid, labels: Ints, colour: Array, mixed: Array) -> None:
    """Take outer rows and columns that are no part of the board out of `labels`."""
    while True:
        for lines in (grid.row, grid.col):
            there = lines[labels.ravel() >= 0]
            for end, inwards in ((there.min(), 1), (there.max(), -1)):
                own = lines == end
                if _foreign(grid, labels.ravel(), colour.reshape(-1, 3), mixed.ravel(), own,
                            lines == end + inwards):  # fmt: skip
                    labels.ravel()[own] = -1
                    break
            else:
                continue
            break
        else:
            return


def _foreign(
    grid: LatticeGrid, flat: Ints, seen: Array, mixed: Array, own: Mask, inner: Mask
) -> bool:
    """Whether an outer line of cells does not belong to the board: it shows no steps, unlike the
    rest, or is little of a line, or torn far more often, as a bar of buttons is."""
    a, b = _alike(grid, flat)
    steps = _steps(seen[a], seen[b])
    there = flat >= 0
    cells, others = there & own, there & ~own
    if others.sum() < FEW:
        return False
    pair = own[a] & own[b]
    plain = pair.sum() < len(pair) and bool(
        not pair.any() or np.median(steps[pair]) < PLAIN * np.median(steps[~pair])
    )
    few = cells.sum() < RUMP * (there & inner).sum()
    torn = mixed > RAGGED
    return bool(plain and (few or pair.sum() >= 3)) or bool(
        torn[cells].mean() > 0.1 + 3 * torn[others].mean()
    )


def _typical(values: Array, cells: Ints) -> float:
    """The median of what clusters have, in the upper half: most of a picture may be background."""
    known = values[np.isfinite(values) & (cells > 2)]
    return float(np.quantile(known, 0.6)) + 1e-9 if len(known) else 1e-9


def _clear(colour: Array, labels: Ints, palette: Array) -> Array:
    """1 for a cell of exactly its own colour, 0 for one half way to another."""
    away = np.abs(unlit(colour.reshape(-1, 3))[:, None] - unlit(palette)[None]).sum(axis=2)
    own = np.take_along_axis(away, labels.reshape(-1, 1).clip(0), axis=1)[:, 0]
    np.put_along_axis(away, labels.reshape(-1, 1).clip(0), np.inf, axis=1)
    return np.asarray(1 - own / (own + away.min(axis=1)) * 2).clip(0, 1).reshape(labels.shape)
