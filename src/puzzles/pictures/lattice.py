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

    def fold(self, pitch: float) -> Array:
        """The profile's strength by phase, in BINS parts of the pitch."""
        where = np.flatnonzero(self.profile)  # few
        at = self.first + (where + 0.5) / FINE
        phase = (at * (BINS / pitch) % BINS).astype(int) % BINS
        return np.bincount(phase, self.profile[where], BINS).astype(np.float64)


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
    tried = sorted((_lines(lines, pitch, combine) for pitch in coarse), key=lambda t: -t.share)
    found: list[Lines] = []
    for lattice in tried:
        if len(found) == FITS:
            break
        if all(abs(lattice.pitch / other.pitch - 1) > 0.03 for other in found):
            step = lattice.pitch**2 / span / BINS
            finer = (lattice.pitch + step * i / 10 for i in range(-24, 25))
            best = max((_lines(lines, pitch, combine) for pitch in finer), key=lambda t: t.share)
            found.append(best)
    return sorted(found, key=lambda lattice: -lattice.share)


def _lines(lines: Sequence[Family], pitch: float, combine: bool) -> Lines:
    """The best phases for a pitch."""
    folds = [family.fold(pitch) for family in lines]
    total = sum(float(fold.sum()) for fold in folds) + 1e-9
    wide = [fold + fold[_NEXT] + fold[_LAST] for fold in folds]
    if combine:
        sums = wide[0][:, None] + wide[1][None] + wide[2][_SUMS]
        a, b = np.unravel_index(sums.argmax(), sums.shape)
        best = [int(a), int(b), int(a + b) % BINS]
    else:
        best = [int(fold.argmax()) for fold in wide]
    caught = [float(fold[i]) for fold, i in zip(wide, best, strict=True)]
    half = [
        max(float(fold[(i + BINS // 2 + j) % BINS]) for j in (-1, 0, 1))
        for fold, i in zip(wide, best, strict=True)
    ]
    between = sum(min(1.0, h / (c + 1e-9)) for h, c in zip(half, caught, strict=True)) / len(lines)
    phases = tuple(_middle(fold, i) for fold, i in zip(folds, best, strict=True))
    return Lines(pitch, phases, sum(caught) / total, between)


def _middle(fold: Array, peak: int) -> float:
    """The phase of the middle of a peak and its neighbours."""
    weights = [float(fold[(peak + i) % BINS]) for i in (-1, 0, 1)]
    return (peak + 0.5 + (weights[2] - weights[0]) / (sum(weights) + 1e-9)) / BINS % 1


_NEXT, _LAST = np.roll(np.arange(BINS), -1), np.roll(np.arange(BINS), 1)
_SUMS = np.add.outer(np.arange(BINS), np.arange(BINS)) % BINS
