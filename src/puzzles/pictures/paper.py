"""Tells which cells of a lattice are paper, and which show what lies around or behind the board.

Between two cells of paper there is always an edge: another colour, or a step of shade. Within a
background or a bar of buttons there is none on the lattice, save by chance. Every side of a cell
speaks for one or the other; so do its grain and what other cells of its colour are. How probable
each answer is in this Markov random field is found by mean field (G. Parisi, *Statistical Field
Theory*, 1988). All evidence is in logarithms of ratios, more than 0 for paper.
"""

import numpy as np

from puzzles.grids.grid import LatticeGrid
from puzzles.pictures.oklab import Array, Ints, Mask
from puzzles.pictures.strips import Cells, toned

PLAIN = 0.3  # of a typical step between cells of paper: as likely between cells that are none
STRONG = 0.06  # steps of more than this are alike
GRAIN = 0.003  # less grain than this says nothing
SMOOTH = 0.25  # of the grain of paper; less is none
WHITE = 0.97  # lightness above which there is no room for grain
LARGE = 5  # pairs of cells; enough to show what a region is like
ROUNDS = 40
# The most that is said by a side, by another colour beyond it (bars have those, too), and by the
# other cells of a colour; and the cost of a border between paper and what is none.
SIDE, CHANCE, COLOUR, BORDER = 3.0, 1.0, 2.0, 1.0


def paper(
    grid: LatticeGrid, labels: Ints, cells: Cells, torn: Mask, looks: Array
) -> tuple[Array, float]:
    """Return the probability of each cell to be paper, and the share of the lattice's lines that
    show on it. All arrays have the shape (rows, columns): `labels` are numbers of colours, −1 where
    nothing is seen; `torn` says where more than one colour is seen, and `looks` what it says for
    each cell that it looks like a colour of the board, or like none."""
    shape, colour, grain = labels.shape, cells.colour.reshape(-1, 3), cells.grain.ravel()
    labels, torn, looks = labels.ravel(), torn.ravel(), looks.ravel()
    a, b = grid.graph.edges.T
    there = labels >= 0
    seen = there[a] & there[b]
    alike = seen & (labels[a] == labels[b])
    steps = np.abs(colour[a] - colour[b]).max(axis=1) / toned(colour[a, 0])
    step, rough = _typical(grid, labels, alike, steps, grain)
    fine = np.minimum(grain / rough, 1) if rough > GRAIN else np.ones(grid.n)
    fine = np.where(colour[:, 0] > WHITE, 1.0, fine)
    says = 2 * np.log((steps * np.minimum(fine[a], fine[b]) + 1e-9) / (PLAIN * step))
    says = np.where(alike, says.clip(-SIDE, SIDE), SIDE * (seen & ~torn[a] & ~torn[b]))
    # What a side is worth if both cells are paper, if neither is, and if one is.
    both, neither = np.minimum(says, 0), -np.maximum(says, 0)
    neither = np.where(alike, neither, np.maximum(neither, -CHANCE))
    one = np.where(alike, both / 2, 0) - BORDER
    both, neither, one = (np.tile(worth[seen], 2) for worth in (both, neither, one))
    ends, others = np.concatenate([a[seen], b[seen]]), np.concatenate([b[seen], a[seen]])
    alone: Array = looks - SIDE * (fine < SMOOTH)
    odds: Array = np.asarray(alone + np.bincount(ends, both - neither, grid.n))
    for _ in range(ROUNDS):
        is_paper = there / (1 + np.exp(-odds))
        other = is_paper[others]
        sides = np.bincount(ends, other * (both - one) + (1 - other) * (one - neither), grid.n)
        odds = np.asarray(odds + alone + sides + _coloured(labels, is_paper)) / 2
    found = (odds > 0) & there
    if grid.kind == "square":
        _trim(grid, found, odds, np.asarray(says * alike), torn & there)
    is_paper = np.asarray(there / (1 + np.exp(-odds)))
    return is_paper.reshape(shape), _lined(grid, found, steps)


def _typical(
    grid: LatticeGrid, labels: Ints, alike: Mask, steps: Array, grain: Array
) -> tuple[float, float]:
    """The step between cells, and the grain, of paper: what regions of one colour have, in the
    upper half, as most of a picture may be background."""
    region = grid.graph.components(labels.tolist())
    a = grid.graph.edges[:, 0]
    large = np.flatnonzero(np.bincount(region[a[alike]], minlength=1) >= LARGE)
    regions = [alike & (region[a] == r) for r in large] or [alike] * bool(alike.any())
    if not regions:
        return 1e-9, 1e-9
    step = [np.median(steps[own]) for own in regions]
    rough = [np.median(grain[a[own]]) for own in regions]
    return float(np.quantile(step, 0.6)) + 1e-9, float(np.quantile(rough, 0.6)) + 1e-9


def _coloured(labels: Ints, is_paper: Array) -> Array:
    """Return the evidence of the other cells of its colour, for each cell."""
    there = labels >= 0
    kinds = labels.clip(0)
    paper_cells, cells = np.bincount(kinds, is_paper * there), np.bincount(kinds, there)
    for_ = paper_cells[kinds] - is_paper
    against = (cells - paper_cells)[kinds] - (1 - is_paper)
    return np.asarray(
        there
        * np.log(np.maximum(for_ + 0.5, 0.5) / np.maximum(against + 0.5, 0.5)).clip(-COLOUR, COLOUR)
    )


def _trim(grid: LatticeGrid, found: Mask, odds: Array, says: Array, torn: Mask) -> None:
    """Take outer rows and columns out of what was `found` that speak against being paper as a
    whole: by the sides within them, and by torn cells if the board has few. Their cells share
    their `odds`."""
    a, b = grid.graph.edges.T
    within = np.ones(grid.n, dtype=bool)  # the board's rectangle

    def holds(line: Mask) -> float:
        own, others = line & within, found & ~line
        rate = ((torn & others).sum() + 0.5) / (others.sum() + 1)
        sides = own[a] & own[b] & (found[a] | found[b])
        return float(says[sides].sum() + (torn & own).sum() * min(np.log(2 * rate), 0))

    while found.any():
        for lines in (grid.row, grid.col):
            within &= (lines >= lines[found].min()) & (lines <= lines[found].max())
        outer = [
            lines == end
            for lines in (grid.row, grid.col)
            for end in (lines[within].min(), lines[within].max())
        ]
        weakest = min(outer, key=holds)
        against = holds(weakest)
        if against >= 0:
            return
        odds[found & weakest] = against
        found &= ~weakest


def _lined(grid: LatticeGrid, found: Mask, steps: Array) -> float:
    """The share of the lattice's lines across the board that show, longer ones counting more: a
    half, if the pitch is half of what it should be."""
    a, b = grid.graph.edges.T
    upright = grid.col[a] != grid.col[b]
    line = np.where(upright, grid.rows + grid.col[b], grid.row[b])
    own = found[a] & found[b]
    if not own.any():
        return 0.0
    sides = np.bincount(line[own])
    strength = np.bincount(line[own], np.minimum(steps[own], STRONG)) / np.maximum(sides, 1)
    shown = strength > PLAIN * np.quantile(strength[sides > 0], 0.75)
    return float(sides[shown].sum() / sides.sum())
