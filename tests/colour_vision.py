"""How far apart two `#rrggbb` colours look; the reference for `puzzles.characters.tones`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.characters import tones as looks
from puzzles.characters.paint import rgb
from puzzles.characters.tones import VISIONS

__all__ = ["VISIONS", "ciede2000", "least_distance", "seen"]


def seen(colour: str, vision: str) -> np.ndarray:
    """CIELAB of what someone with this vision sees of `#rrggbb`."""
    return looks.seen(np.array(rgb(colour), float), vision)


def ciede2000(one: npt.ArrayLike, two: npt.ArrayLike) -> float:
    return float(looks.distance(np.asarray(one, float), np.asarray(two, float)))


def least_distance(colours: list[str], vision: str) -> float:
    """The distance of the two colours that are the most alike to someone with this vision."""
    lab = looks.seen(np.array([rgb(colour) for colour in colours], float), vision)
    one, two = np.triu_indices(len(colours), 1)
    return float(looks.distance(lab[one], lab[two]).min())
