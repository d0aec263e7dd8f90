"""What a deduction costs to be seen: the cheapest is the next."""

from __future__ import annotations

import numpy as np

from puzzles.flow.rules.problem import Floats, Numbers
from puzzles.flow.tutor.position import Mask, Position

FAR, RIM, THOUGHT = 0.25, 1.0, 0.5


def costs(position: Position, vertices: Numbers, alone: Mask, last: int | None) -> Floats:
    """(k,): the cost of each of k deductions at `vertices`."""
    place = position.problem.place
    at = place[vertices]
    low, high = place.min(axis=0), place.max(axis=0)
    rim = np.minimum(at - low, high - at).sum(axis=1)
    away = 0.0 if last is None else np.abs(at - place[last]).sum(axis=1)
    return np.asarray(FAR * away + RIM * rim + THOUGHT * alone)
