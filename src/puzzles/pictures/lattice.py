"""Finds the lattice a board is drawn on: families of parallel lines, equally far apart.

The strength of the edges in each direction is summed along it into a profile; lines at a distance
`pitch` put their peaks at one phase of the profile folded by it. A multiple of the true pitch
leaves lines unexplained, a divisor has lines where nothing is, and folds show both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin

import numpy as np

from puzzles.pictures.oklab import Array

FINE = 2  # bins of a profile in a pixel
BINS = 40  # phases that are distinguished
STRONG = 0.06  # an edge of more contrast than this counts no more
LEAST = 9.0  # pixels between two lines
FITS = 4  # lattices that are looked at closely


@dataclass(frozen=True)
class Family:
    """Lines at right angles to the direction `angle`: the strength of edges by distance from the
    origin, in FINE bins a pixel, the first one at the distance `first` (pixels)."""

    angle: float
    profile: Array
    first: float

    def folds(self, pitches: Array) -> Array:
        """The profile's strength by phase, in BINS parts of each pitch: (pitches, BINS)."""
        where = np.flatnonzero(self.profile)  # few
        at = self.first + (where + 0.5) / FINE
        phase = (at * (BINS / pitches[:, None]) % BINS).astype(int) % BINS
        rows = np.arange(len(pitches))[:, None] * BINS + phase
        weights = np.tile(self.profile[where], len(pitches))
        folds = np.bincount(rows.ravel(), weights, len(pitches) * BINS)
        return folds.astype(np.float64).reshape(-1, BINS)


@dataclass(frozen=True)
class Lines:
    """The lines that were found: the pitch, the phase of each family (0 to 1), the share of all
    edges (0 to 1) that lie on the lines, and how strong edges are half way `between` them, compared
    with those."""

    pitch: float
    phases: tuple[float, ...]
    share: float
    between: float


def families(lab: Array, angles: Sequence[float]) -> list[Family]:
    """The edge profiles of a picture (height, width, 3) in OKLab, for directions in radians."""
    height, width = lab.shape[:2]
    # Central differences over a little smoothing (Scharr's weights).
    smooth_y = 0.3 * (lab[:-2] + lab[2:]) + 0.4 * lab[1:-1]
    smooth_x = 0.3 * (lab[:, :-2] + lab[:, 2:]) + 0.4 * lab[:, 1:-1]
    across = smooth_y[:, 2:] - smooth_y[:, :-2]
    down = smooth_x[2:] - smooth_x[:-2]
    # The axis of colour with the most contrast speaks for the edge.
    axis = (across**2 + down**2).argmax(axis=2)[..., None]
    gx = np.take_along_axis(across, axis, axis=2)[..., 0]
    gy = np.take_along_axis(down, axis, axis=2)[..., 0]
    size = np.hypot(gx, gy) + 1e-9
    strength = np.minimum(size, STRONG)
    y, x = np.mgrid[1 : height - 1, 1 : width - 1] + 0.5
    found = []
    for angle in angles:
        c, s = cos(angle), sin(angle)
        aligned = np.abs(gx * c + gy * s) / size
        weight = strength * np.clip((aligned - 0.93) / 0.05, 0, 1)
        along = x * c + y * s
        first = float(along.min())
        where = ((along - first) * FINE).astype(int).ravel()
        profile = np.bincount(where, weight.ravel())
        seen = np.bincount(where)
        profile = profile / np.maximum(seen, 0.25 * min(height, width) / FINE)
        # What stands out from the surroundings; strong lines are toned down, so that faint ones
        # count.
        wide = 12 * FINE
        padded = np.pad(profile, wide, mode="reflect" if len(profile) > wide else "edge")
        windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * wide + 1)
        above = np.maximum(profile - np.median(windows, axis=1), 0)
        peaks = np.sqrt(above / (above.max() + 1e-9)) * (above > 0.02 * above.max())
        found.append(Family(angle, peaks, first))
    return found


def fit(lines: Sequence[Family], longest: float, combine: bool) -> list[Lines]:
    """The lattices that explain most edges, best first; `longest` is the largest pitch (pixels).

    `combine`: the third family's phase is the sum of the first two's, as in a lattice of
    equilateral triangles.
    """
    span = max(len(family.profile) for family in lines) / FINE
    coarse = [LEAST]
    while coarse[-1] < longest:  # so fine that lines drift by two bins over the whole picture
        coarse.append(coarse[-1] * (1 + 2 * coarse[-1] / span / BINS))
    found: list[Lines] = []
    for lattice in _lattices(lines, np.array(coarse), combine):
        if len(found) == FITS:
            break
        if all(abs(lattice.pitch / other.pitch - 1) > 0.03 for other in found):
            step = lattice.pitch**2 / span / BINS
            finer = lattice.pitch + step * np.arange(-24, 25) / 10
            found.append(_lattices(lines, finer, combine)[0])
    return sorted(found, key=lambda lattice: -lattice.share)


def _lattices(lines: Sequence[Family], pitches: Array, combine: bool) -> list[Lines]:
    """The best phases for each pitch; the lattices that explain most edges first."""
    folds = np.stack([family.folds(pitches) for family in lines], axis=1)
    wide = folds + folds[..., _NEXT] + folds[..., _LAST]
    best = wide.argmax(axis=2)
    if combine:
        sums = [(a[:, None] + b + c[_SUMS]).argmax() for a, b, c in wide]
        best[:, 0], best[:, 1] = np.divmod(sums, BINS)
        best[:, 2] = best[:, :2].sum(axis=1) % BINS

    def near(strengths: Array, off: int) -> Array:
        """Return the strengths of edges `off` bins from the lines."""
        return np.take_along_axis(strengths, (best[..., None] + off) % BINS, axis=2)[..., 0]

    caught, half = near(wide, 0), np.max([near(wide, BINS // 2 + i) for i in (-1, 0, 1)], axis=0)
    share = caught.sum(axis=1) / (folds.sum(axis=(1, 2)) + 1e-9)
    between = np.minimum(half / (caught + 1e-9), 1).mean(axis=1)
    # The middle of a peak and its neighbours.
    before, peak, after = (near(folds, i) for i in (-1, 0, 1))
    phases = (best + 0.5 + (after - before) / (before + peak + after + 1e-9)) / BINS % 1
    found = zip(pitches.tolist(), phases.tolist(), share.tolist(), between.tolist(), strict=True)
    every = (Lines(pitch, tuple(phase), *of_edges) for pitch, phase, *of_edges in found)
    return sorted(every, key=lambda lattice: -lattice.share)


_NEXT, _LAST = np.roll(np.arange(BINS), -1), np.roll(np.arange(BINS), 1)
_SUMS = np.add.outer(np.arange(BINS), np.arange(BINS)) % BINS
