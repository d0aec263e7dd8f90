"""How colours look to people of different colour vision, and how far apart two of them are.

Simulation: the matrices of Machado, Oliveira & Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (2009), at full severity, applied to linear sRGB. Distance:
CIEDE2000, as in Sharma, Wu & Dalal, "The CIEDE2000 Color-Difference Formula" (2005), in CIELAB with
the white of D65.
"""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import numpy as np

VISIONS = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]]
    ),
}  # fmt: skip
_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                 [0.0193339, 0.1191920, 0.9503041]])  # fmt: skip
_D65 = np.array([0.95047, 1.0, 1.08883])


def seen(colour: str, vision: str) -> np.ndarray:
    """CIELAB of what someone with this vision sees of `#rrggbb`."""
    parts = np.array(list(bytes.fromhex(colour[1:]))) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    x, y, z = _XYZ @ np.clip(VISIONS[vision] @ linear, 0, 1) / _D65
    fx, fy, fz = (t ** (1 / 3) if t > (6 / 29) ** 3 else t * (29 / 6) ** 2 / 3 + 4 / 29
                  for t in (x, y, z))  # fmt: skip
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


def ciede2000(one: np.ndarray, two: np.ndarray) -> float:
    (l1, a1, b1), (l2, a2, b2) = map(list, (one, two))
    chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(chroma**7 / (chroma**7 + 25**7))
    c1, c2 = hypot(stretch * a1, b1), hypot(stretch * a2, b2)
    h1, h2 = degrees(atan2(b1, stretch * a1)), degrees(atan2(b2, stretch * a2))
    turn = (h2 - h1 + 180) % 360 - 180
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma, middle = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360
    t = (1 - 0.17 * cos(radians(middle - 30)) + 0.24 * cos(radians(2 * middle))
         + 0.32 * cos(radians(3 * middle + 6)) - 0.20 * cos(radians(4 * middle - 63)))  # fmt: skip
    blue = 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    blue *= sin(radians(60 * exp(-(((middle - 275) / 25) ** 2))))
    light_part = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    chroma_part = (c2 - c1) / (1 + 0.045 * chroma)
    hue_part = hue / (1 + 0.015 * chroma * t)
    return sqrt(light_part**2 + chroma_part**2 + hue_part**2 - blue * chroma_part * hue_part)


def least_distance(colours: list[str], vision: str) -> float:
    """The distance of the two colours that are the most alike to someone with this vision."""
    looks = [seen(colour, vision) for colour in colours]
    return min(ciede2000(one, two) for one, two in combinations(looks, 2))
