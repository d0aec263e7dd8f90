"""The look of colours to people, whatever their colour vision, and how far apart two of them are.

Simulation: the matrices of Machado, Oliveira & Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (2009), at full severity, applied to linear sRGB. Distance:
CIEDE2000, as in Sharma, Wu & Dalal, "The CIEDE2000 Color-Difference Formula" (2005), in CIELAB with
the white of D65. Two colours that touch are told apart from about 2 on.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.pictures.oklab import linear

Array = npt.NDArray[np.float64]

VISIONS: dict[str, Array] = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_D65 = np.array([0.95047, 1.0, 1.08883])


def seen(colours: Array, vision: str = "normal") -> Array:
    """CIELAB of what someone with this vision sees of sRGB colours (…, 3)."""
    t = np.clip(linear(colours / 255) @ VISIONS[vision].T, 0, 1) @ _XYZ.T / _D65
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t * (29 / 6) ** 2 / 3 + 4 / 29)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def distance(one: Array, two: Array) -> Array:
    """CIEDE2000 between CIELAB colours (…, 3)."""
    (l1, a1, b1), (l2, a2, b2) = (np.moveaxis(each, -1, 0) for each in (one, two))
    grey = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * np.sqrt(grey / (grey + 25**7))
    c1, c2 = np.hypot(stretch * a1, b1), np.hypot(stretch * a2, b2)
    h1, h2 = np.arctan2(b1, stretch * a1), np.arctan2(b2, stretch * a2)
    turn = (h2 - h1 + np.pi) % (2 * np.pi) - np.pi
    hue = 2 * np.sqrt(c1 * c2) * np.sin(turn / 2)
    light, chroma, middle = (l1 + l2) / 2, (c1 + c2) / 2, np.degrees(h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * _cos(middle - 30)
        + 0.24 * _cos(2 * middle)
        + 0.32 * _cos(3 * middle + 6)
        - 0.20 * _cos(4 * middle - 63)
    )
    blue = 2 * np.sqrt(chroma**7 / (chroma**7 + 25**7))
    blue *= np.sin(np.radians(60 * np.exp(-(((middle - 275) / 25) ** 2))))
    light_part = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2))
    chroma_part = (c2 - c1) / (1 + 0.045 * chroma)
    hue_part = hue / (1 + 0.015 * chroma * t)
    squared = light_part**2 + chroma_part**2 + hue_part**2 - blue * chroma_part * hue_part
    return np.asarray(np.sqrt(np.maximum(squared, 0)))


def least_distances(one: Array, two: Array) -> Array:
    """The distance of each of the sRGB colours `one` (m, 3) from each of `two` (n, 3), to the
    people who see it least; shape (m, n)."""
    return np.asarray(
        np.min([distance(seen(one, v)[:, None], seen(two, v)[None]) for v in VISIONS], axis=0)
    )


def _cos(degrees: Array) -> Array:
    return np.asarray(np.cos(np.radians(degrees)))
