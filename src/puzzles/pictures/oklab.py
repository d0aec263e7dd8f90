"""Colours as they are perceived: OKLab.

OKLab: B. Ottosson, "A perceptual color space for image processing", 2020. Lightness and the two
colour axes all grow with the cube root of light, so dividing the axes by the lightness takes the
strength of the light out of them.
"""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)

DARK = 0.25  # below this lightness colour is mostly noise


def linear(srgb: Array) -> Array:
    """The light, 0 to 1, of parts of sRGB colours, 0 to 1 (IEC 61966-2-1)."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


LIGHT = linear(np.arange(256) / 255.0)  # of each byte


def oklab(pixels: npt.NDArray[np.uint8]) -> Array:
    """sRGB bytes of shape (…, 3) as OKLab: lightness 0 to 1, then green–red and blue–yellow."""
    return np.asarray(np.cbrt(LIGHT[pixels] @ _TO_CONES.T) @ _TO_LAB.T)


def hex_colour(lab: Array) -> str:
    """The `#rrggbb` of an OKLab colour."""
    light = np.linalg.solve(_TO_CONES, np.linalg.solve(_TO_LAB, lab) ** 3).clip(0, 1)
    srgb = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(float(255 * value)):02x}" for value in srgb)
