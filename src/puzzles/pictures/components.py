"""The connected parts of a mask: sets of pixels that touch each other at their sides."""

import numpy as np

from puzzles.pictures.oklab import Ints, Mask


def components(mask: Mask) -> Ints:
    """A number for each connected part of a mask, the same for all of its pixels."""
    # Runs of pixels in a row; those that touch runs of the next row belong together.
    begins = mask & ~np.pad(mask, ((0, 0), (1, 0)))[:, :-1]
    run = np.cumsum(begins).reshape(mask.shape) - 1
    touch = mask[:-1] & mask[1:]
    a, b = np.unique(np.stack([run[:-1][touch], run[1:][touch]]), axis=1)
    part = np.arange(int(begins.sum()))
    while len(a):
        # Every part joins the least one that it touches, and that one's, to the end.
        np.minimum.at(part, np.maximum(part[a], part[b]), np.minimum(part[a], part[b]))
        while not np.array_equal(part, further := part[part]):
            part = further
        apart = part[a] != part[b]
        a, b = a[apart], b[apart]
    return np.where(mask, part[run] if len(part) else run, len(part))
