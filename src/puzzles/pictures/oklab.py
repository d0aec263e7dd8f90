"""Colours as they are perceived: OKLab, and clusters of colours under uneven light.

OKLab: B. Ottosson, "A perceptual color space for image processing", 2020. Lightness and the two
colour axes all grow with the cube root of light, so dividing the axes by the lightness takes the
strength of the light out of them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

_TO_CONES = np.array([[0.4122214708, 0.5363325363, 0.0514459929],
                      [0.2119034982, 0.6806995451, 0.1073969566],
                      [0.0883024619, 0.2817188376, 0.6299787005]])  # fmt: skip
_TO_LAB = np.array([[0.2104542553, 0.7936177850, -0.0040720468],
                    [1.9779984951, -2.4285922050, 0.4505937099],
                    [0.0259040371, 0.7827717662, -0.8086757660]])  # fmt: skip
_LINEAR = np.arange(256) / 255.0
_LINEAR = np.where(_LINEAR <= 0.04045, _LINEAR / 12.92, ((_LINEAR + 0.055) / 1.055) ** 2.4)

# A step of lightness counts less than the same step of colour: light changes it.
LIGHTNESS = 0.7
LEAST, MOST = 0.05, 0.085  # distance of colours that may be one, and that may be two
LIMIT = 24  # clusters
SAME_HUE, SHADES = 0.05, 0.17  # the most that hue and lightness differ between two shades
IMPURE = 0.1  # share of a shade's places that may be of the other kind
DARK = 0.25  # below this lightness colour is mostly noise


def oklab(pixels: npt.NDArray[np.uint8]) -> Array:
    """sRGB bytes of shape (…, 3) as OKLab: lightness 0 to 1, then green–red and blue–yellow."""
    return np.asarray(np.cbrt(_LINEAR[pixels] @ _TO_CONES.T) @ _TO_LAB.T)


def hex_colour(lab: Array) -> str:
    """The `#rrggbb` of an OKLab colour."""
    linear = np.linalg.solve(_TO_CONES, np.linalg.solve(_TO_LAB, lab) ** 3).clip(0, 1)
    srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(float(255 * value)):02x}" for value in srgb)


def unlit(lab: Array) -> Array:
    """Features of OKLab colours (n, 3) in which light adds to the first axis alone."""
    light = np.maximum(lab[:, :1], 0.02)
    shade = np.maximum(light, DARK)
    return np.hstack([LIGHTNESS * np.log(shade), lab[:, 1:] / shade])


def clusters(lab: Array, place: Array, shade: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """A cluster number for each colour (n, 3) seen at a place (n, 2), under light that changes
    smoothly over the places. `shade` (n) tells the places that may be lighter from those that may
    be darker, 0 or 1: one colour may have two shades.

    Agglomerative clustering by average linkage; the cut is where the distance between merged
    clusters grows most, between LEAST and MOST, or higher for more than LIMIT clusters.
    """
    seen = unlit(lab)
    light = np.zeros(len(seen))
    span = place.max(axis=0) - place.min(axis=0) + 1e-9
    x, y = ((place - place.min(axis=0)) / span * 2 - 1).T
    terms = np.stack([x, y, x * x, x * y, y * y], axis=1)
    labels = np.zeros(len(seen), dtype=np.int64)
    for _ in range(3):
        features = seen.copy()
        features[:, 0] -= light
        labels = _join_shades(_agglomerate(features, LEAST, MOST, LIMIT), features, shade)
        # What is left of the lightness within clusters tells how the light falls.
        inner, rest = terms.copy(), seen[:, 0].copy()
        for c in range(labels.max() + 1):
            own = labels == c
            inner[own] -= inner[own].mean(axis=0)
            rest[own] -= rest[own].mean()
        ridge = inner.T @ inner + 0.02 * len(seen) * np.eye(5)
        light = terms @ np.linalg.solve(ridge, inner.T @ rest)
    return labels


def _join_shades(
    labels: npt.NDArray[np.int64], features: Array, shade: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Two clusters of much the same hue, one on lighter places alone and one on darker ones, are
    the shades of one colour."""
    numbers = range(labels.max() + 1)
    middle = np.array([np.median(features[labels == c], axis=0) for c in numbers])
    dark = np.array([shade[labels == c].mean() for c in numbers])
    away = np.abs(middle[:, None] - middle[None])
    hue = np.hypot(away[..., 1], away[..., 2])
    alike = (hue < SAME_HUE) & (away[..., 0] < SHADES)
    alike &= (dark[:, None] <= IMPURE) & (dark[None] >= 1 - IMPURE)
    joined, taken = np.arange(len(middle)), set[int]()
    pairs = np.argwhere(alike)
    for lighter, darker in pairs[np.argsort(away.sum(axis=2)[alike])].tolist():
        if lighter not in taken and darker not in taken:
            joined[darker] = lighter
            taken |= {lighter, darker}
    return np.unique(joined[labels], return_inverse=True)[1].astype(np.int64)


def _agglomerate(features: Array, least: float, most: float, limit: int) -> npt.NDArray[np.int64]:
    """Average-linkage labels (Lance–Williams), after joining what is nearly equal."""
    leaders: list[int] = []
    near = np.empty(len(features), dtype=np.int64)
    for i, feature in enumerate(features):
        away = np.abs(features[leaders] - feature).sum(axis=1) if leaders else np.array([])
        if len(away) and (len(leaders) >= 250 or away.min() < least / 3):
            near[i] = away.argmin()
        else:
            near[i] = len(leaders)
            leaders.append(i)
    count = np.bincount(near).astype(float)
    means = np.stack([np.bincount(near, axis) / count for axis in features.T], axis=1)
    distance = np.sqrt(((means[:, None] - means[None]) ** 2).sum(axis=2))
    np.fill_diagonal(distance, np.inf)
    member = list(range(len(count)))
    merges: list[tuple[float, int, int]] = []
    for _ in range(len(count) - 1):
        a, b = np.unravel_index(distance.argmin(), distance.shape)
        merges.append((float(distance[a, b]), int(a), int(b)))
        joined = (count[a] * distance[a] + count[b] * distance[b]) / (count[a] + count[b])
        distance[a], distance[:, a] = joined, joined
        distance[b], distance[:, b] = np.inf, np.inf
        distance[a, a] = np.inf
        count[a] += count[b]
    for distance_now, a, b in merges[: _cut([merge[0] for merge in merges], least, most, limit)]:
        del distance_now
        member = [a if m == b else m for m in member]
    return np.unique(np.array(member)[near], return_inverse=True)[1].astype(np.int64)


def _cut(steps: list[float], least: float, most: float, limit: int) -> int:
    """How many merges to make, given the distance of each."""
    def gap(made: int) -> float:
        before = max(steps[made - 1], least) if made else least
        after = min(steps[made], 2 * most) if made < len(steps) else 2 * most
        return after / before

    possible = [
        made for made in range(len(steps) + 1)
        if (made == 0 or steps[made - 1] <= most) and (made == len(steps) or steps[made] >= least)
    ]  # fmt: skip
    possible = [made for made in possible if len(steps) + 1 - made <= limit] or [
        max(0, len(steps) + 1 - limit)
    ]
    return max(possible, key=gap)
