"""The characters that split a cell in two, as masks.

Every glyph is a mask of ACROSS × DOWN samples: True where its foreground lies. Masks are derived
from Unicode's own names for the characters ("lower left block diagonal upper centre to lower
right"), so no table has to be trusted. Sampling 6 × 12 is exact for halves, thirds and quarters.
"""

import re
import unicodedata
from functools import cache

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
ACROSS, DOWN = 6, 12

_DIAGONAL = re.compile(r"(UPPER|LOWER) (LEFT|RIGHT) BLOCK DIAGONAL (.*) TO (.*)")
_XS = {"LEFT": 0.0, "CENTRE": 0.5, "RIGHT": 1.0}
_YS = {"UPPER": 0.0, "UPPER MIDDLE": 1 / 3, "LOWER MIDDLE": 2 / 3, "LOWER": 1.0}

# Glyph repertoires from the safest to the finest; each contains the one before it.
TIERS = ("half", "block", "sextant", "wedge")


def _corner(text: str) -> tuple[float, float]:
    """A point of the cell's rim as Unicode names it: `UPPER MIDDLE LEFT` is (0, ⅓)."""
    vertical, _, horizontal = text.rpartition(" ")
    return _XS[horizontal], _YS[vertical]


def _samples(across: int, down: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The x and y of sample points spread evenly over one character."""
    x, y = np.meshgrid((np.arange(across) + 0.5) / across, (np.arange(down) + 0.5) / down)
    return x, y


def wedge_mask(char: str, across: int = ACROSS, down: int = DOWN) -> Mask:
    """The (down, across) mask of a block diagonal, U+1FB3C to U+1FB67."""
    match = _DIAGONAL.fullmatch(unicodedata.name(char))
    assert match
    (ax, ay), (bx, by) = _corner(match[3]), _corner(match[4])
    corner_x, corner_y = _corner(f"{match[1]} {match[2]}")
    x, y = _samples(across, down)
    side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    filled = (bx - ax) * (corner_y - ay) - (by - ay) * (corner_x - ax)
    return np.asarray(side * filled > 0)


def _parts(rows: int, bits: int) -> Mask:
    """A mosaic of 2 × rows parts, numbered in reading order from the lowest bit."""
    x, y = _samples(ACROSS, DOWN)
    part = (y * rows).astype(int) * 2 + (x * 2).astype(int)
    return np.asarray((bits >> part) & 1 == 1)


@cache
def repertoire(tier: str) -> tuple[tuple[str, ...], npt.NDArray[np.bool_]]:
    """The glyphs of a tier, simplest first, and their masks as a (glyphs, DOWN·ACROSS) array."""
    # The lower half: fonts begin at the foot of a line, and may leave a gap at its head.
    glyphs = {"▄": _parts(2, 0b1100)}
    if tier != "half":
        blocks = zip("▌▚▘▝▖▗", (0b0101, 0b1001, 1, 2, 4, 8), strict=True)
        glyphs |= {block: _parts(2, bits) for block, bits in blocks}
    if tier in ("sextant", "wedge"):
        # U+1FB00 … 1FB3B run through all patterns but none, all, and the left and right halves.
        patterns = [bits for bits in range(1, 63) if bits not in (0b010101, 0b101010)]
        glyphs |= {chr(0x1FB00 + i): _parts(3, bits) for i, bits in enumerate(patterns)}
    if tier == "wedge":
        glyphs |= {chr(code): wedge_mask(chr(code)) for code in range(0x1FB3C, 0x1FB52)}
    return tuple(glyphs), np.array([mask.ravel() for mask in glyphs.values()])


@cache
def best_glyph(pattern: bytes, tier: str) -> tuple[str, bool]:
    """The glyph nearest to a mask of DOWN·ACROSS bytes, and whether to swap its two colours. A mask
    that is symmetric has a glyph that is."""
    glyphs, masks = repertoire(tier)
    mask = np.frombuffer(pattern, np.bool_)
    wrong = (masks != mask).sum(axis=1)
    swapped = mask.size - wrong
    for flip in (np.s_[..., ::-1], np.s_[..., ::-1, :]):
        same, flipped = (each.reshape(-1, DOWN, ACROSS)[flip] for each in (masks, mask))
        if (flipped.ravel() == mask).all():
            lame = (same != masks.reshape(same.shape)).any(axis=(1, 2))
            wrong, swapped = wrong + lame * mask.size, swapped + lame * mask.size
    filled = int(mask.sum())
    if min(filled, mask.size - filled) <= min(wrong.min(), swapped.min()):
        return " ", 2 * filled > mask.size
    swap = bool(swapped.min() < wrong.min())
    return glyphs[int((swapped if swap else wrong).argmin())], swap
