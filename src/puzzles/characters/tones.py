"""The colours that a terminal has, and which of them stand in for those of a board.

A terminal with 256 colours has a cube of 6 × 6 × 6 and 24 greys that are the same everywhere; the
sixteen below them look as their owner likes, and are all there is in a terminal with sixteen. Where
colours are few, each colour for itself would lose what tells them apart: those of a board are
chosen together, both shades of one colour with them, so that two colours stay as far from each
other as they were. What a board draws with is then the terminal's own, and `Toned` need not change
it; all else on screen becomes the nearest there is.

The look of colours to people, whatever their colour vision: the matrices of Machado, Oliveira &
Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), at full
severity, applied to linear sRGB. Distance: CIEDE2000, as in Sharma, Wu & Dalal, "The CIEDE2000
Color-Difference Formula" (2005), in CIELAB with the white of D65. Two colours that touch are told
apart from about 2 on.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import tomli

from puzzles.characters.paint import BLACK, MIDDLE, RGB, contrast, luminance, mix, rgb
from puzzles.pictures.oklab import Array, linear, oklab

Ints = npt.NDArray[np.intp]

_GIVEN = tomli.loads(Path(__file__).with_name("tones.toml").read_text("utf-8"))
VISIONS: dict[str, Array] = {name: np.array(rows) for name, rows in _GIVEN["visions"].items()}
_XYZ, _D65 = np.array(_GIVEN["lab"]["xyz"]), np.array(_GIVEN["lab"]["d65"])

FULL, MANY, FEW = "truecolor", "256", "standard"  # depths of colour, as rich calls them
_STEPS = (0, 95, 135, 175, 215, 255)  # of the cube

FAR = 15.0  # colours that are further apart may come this near; nearer ones stay as they are
ROOM = 0.5  # more than that is asked for
FURTHER = 22.0  # what is asked for where colours are FEW, whatever they were
WEIGHT = 40.0  # of what is missing of a distance, squared, beside how true a colour is
PLAIN = 2.0  # how much less true a colour may be that has two shades
NEVER = 1e6  # so little true is a colour that is not to be taken
NEAREST = 30  # stand-ins for a colour of which pairs are tried
# Two shades of one colour: how much their lightness, chroma and hue differ, in OKLab, and how far
# apart they are at most.
LIGHTER, DULLER, OTHER_HUE, ALIKE = (0.012, 0.09), 0.045, 0.018, 10.0
QUIET = 1.2  # the contrast of two shades from which a region looks like a chessboard
# What has less chroma is grey, what has more is coloured; neither may become the other.
GREY, COLOURED = 0.02, 0.03
PALE = 0.9  # a colour lighter than that is called white, or nearly so, and has to look it
GAUDY = 1000.0  # of chroma beyond a colour's own, squared; and of what is darker than a PALE one
ASKEW = 45000.0  # of what two colours differ in hue, squared
CLEAR = 1.5  # contrast from which an area is seen beside another


@dataclass(frozen=True, eq=False)
class Tones:
    """The colours of a terminal, and the *looks* made of them: a colour, or two shades of one.

    `rgb` (n, 3) are the colours, `numbers` what the terminal calls them. `looks` (2, m) are the
    lighter and the darker shade of each look; `apart` (m, m) is how far two looks are from each
    other, and `lab` (k, m, 3) how each looks, on several terminals where they differ.
    """

    rgb: Array
    numbers: tuple[int, ...]
    looks: Ints
    apart: Array
    lab: Array

    def __getitem__(self, index: int) -> RGB:
        red, green, blue = self.rgb[index].astype(int).tolist()
        return red, green, blue

    def nearest(self, colour: RGB) -> int:
        """The index of the colour that looks most like this one; its hue counts more."""
        away = oklab(self.rgb.astype(np.uint8)) - oklab(np.array(colour, np.uint8))
        return int(((away * (1, 2, 2)) ** 2).sum(axis=1).argmin())


@cache
def tones(depth: str) -> Tones:
    """The colours there are at a depth other than FULL."""
    if depth == FEW:
        tables = np.array(
            [[rgb(code) for code in table.split()] for table in _GIVEN["sixteen"].values()], float
        )
        lab = seen(tables)
        apart = distance(lab[:, :, None], lab[:, None]).min(axis=0)
        np.fill_diagonal(apart, -NEVER)  # none twice, while there are others
        each = np.arange(16)
        return Tones(tables[0], tuple(range(16)), np.array([each, each]), apart, lab)
    cube = [(r, g, b) for r in _STEPS for g in _STEPS for b in _STEPS]
    table = np.array(cube + [(v, v, v) for v in range(8, 239, 10)], float)
    looks = np.hstack([[np.arange(len(table))] * 2, _shades(table)])
    away = least_distances(table, table)
    apart = np.min([away[np.ix_(one, two)] for one in looks for two in looks], axis=0)
    lab = seen(table)[looks].mean(axis=0)
    return Tones(table, tuple(range(16, 256)), looks, apart, lab[None])


def _shades(table: Array) -> Ints:
    """The pairs of colours, shape (2, k), that can be a lighter and a darker shade of one."""
    light, chroma = _light_and_chroma(table)
    lighter = light[:, None] - light
    lab, bright = seen(table), linear(table / 255) @ _XYZ[1] + 0.05
    fits = bright[:, None] < QUIET * bright
    fits &= (lighter > LIGHTER[0]) & (lighter < LIGHTER[1]) & (_askew(table, table) < OTHER_HUE**2)
    fits &= np.abs(chroma[:, None] - chroma) < DULLER
    fits &= distance(lab[:, None], lab[None]) < ALIKE
    return np.array(np.nonzero(fits))


@dataclass(frozen=True, eq=False)
class Dyes:
    """The look of colours on screen: `inks` (n, 3), and in two shades, lighter and darker, `shades`
    (2, n, 3). Both shades are one where the terminal has no two of one hue."""

    inks: Array
    shades: Array


@lru_cache(maxsize=256)
def dyes(
    colours: tuple[str, ...], folds: tuple[float, float], beside: tuple[RGB, ...], depth: str
) -> Dyes:
    """Return what `#rrggbb` colours are drawn with: as they are, shades as bright as `folds` say;
    or, at another depth than FULL, with what stands in for them beside what is always there."""
    inks = np.array([rgb(colour) for colour in colours], float).reshape(-1, 3)
    if depth == FULL or not colours:
        return Dyes(inks, np.clip(np.array(folds)[:, None, None] * inks, 0, 255))
    table = tones(depth)
    looks = table.looks[:, _stand_ins(colours, folds[0] != folds[1], beside, depth)]
    return Dyes(table.rgb[looks[0]], table.rgb[looks])


@lru_cache(maxsize=256)
def mat(ground: RGB, cells: frozenset[RGB], depth: str) -> RGB:
    """Return what to lay under cells of these colours, so that holes between them are seen: the
    ground itself, or one darker, on a dark ground black, or else the grey that is furthest from
    them all."""

    def least(colour: RGB) -> float:
        return min((contrast(colour, cell) for cell in cells), default=CLEAR)

    greys = [on_screen((value, value, value), depth) for value in range(0, 256, 3)]
    steps = range(11) if luminance(ground) > MIDDLE else (0, 10)
    way = (on_screen(mix(ground, BLACK, step / 10), depth) for step in steps)
    first = (colour for colour in way if least(colour) >= CLEAR)
    return next(first, None) or max(greys, key=least)


def on_screen(colour: RGB, depth: str) -> RGB:
    """A colour as the terminal shows it."""
    return colour if depth == FULL else tones(depth)[tones(depth).nearest(colour)]


def _stand_ins(colours: tuple[str, ...], shaded: bool, beside: tuple[RGB, ...], depth: str) -> Ints:
    """The looks that stand in for colours: true to each, and as far apart as those were."""
    table = tones(depth)
    exact = np.array([rgb(colour) for colour in colours], float)
    away = np.mean([distance(seen(exact)[:, None], lab[None]) for lab in table.lab], axis=0)
    away = away**2 / 5
    taken = {table.nearest(colour) for colour in beside}
    away[:, np.isin(table.looks, list(taken)).any(axis=0)] += NEVER
    away += np.where(table.looks[0] == table.looks[1], PLAIN, 0 if shaded else NEVER)
    if depth == MANY:
        light, chroma = _light_and_chroma(table.rgb)
        light, chroma = light[table.looks].mean(axis=0), chroma[table.looks].max(axis=0)
        own_light, own_chroma = _light_and_chroma(exact)
        away[np.ix_(own_chroma > COLOURED, chroma < GREY)] += NEVER
        away[np.ix_(own_chroma < GREY, chroma > COLOURED)] += NEVER
        gaudier = np.maximum(chroma - own_chroma[:, None], 0)
        darker = np.maximum(own_light[:, None] - light, 0) * (own_light > PALE)[:, None]
        away += GAUDY * (gaudier**2 + darker**2)
        askew = _askew(exact, table.rgb)[:, table.looks].max(axis=1)
        away += ASKEW * askew * (own_light <= PALE)[:, None]
        wanted = np.minimum(least_distances(exact, exact), FAR) + ROOM
    else:
        wanted = np.full((len(exact), len(exact)), FURTHER)
    return _spread(away, wanted, table.apart)


def _light_and_chroma(colours: Array) -> tuple[Array, Array]:
    """Return the lightness and the chroma of colours (n, 3), in OKLab."""
    light, a, b = np.moveaxis(oklab(colours.astype(np.uint8)), -1, 0)
    return light, np.hypot(a, b)


def _askew(one: Array, two: Array) -> Array:
    """Return how far the hues of colours (m, 3) and (n, 3) are apart, squared, in OKLab: what is
    left of their distance when their chroma is taken away; shape (m, n)."""
    a, b = (oklab(colours.astype(np.uint8))[:, 1:] for colours in (one, two))
    chroma = np.hypot(*a.T)[:, None] - np.hypot(*b.T)
    return np.asarray(((a[:, None] - b) ** 2).sum(axis=-1) - chroma**2)


def _spread(cost: Array, wanted: Array, apart: Array) -> Ints:
    """For each row of `cost` (n, m) a column, so that all together are cheap, and what is missing
    of the `wanted` distances (n, n) between those columns (`apart`, (m, m)) is little. Local
    search: one at a time, then two at once, until nothing is better."""
    n = len(cost)
    chosen = cost.argmin(axis=1)
    best = np.hstack([np.argsort(cost, axis=1)[:, :NEAREST], chosen[:, None]])  # and what it has
    every, pairs = np.arange(cost.shape[1]), [*combinations(range(n), 2)]
    but = {own: np.delete(np.arange(n), own) for own in [*pairs, *((i,) for i in range(n))]}

    def alone(i: int, others: Ints, columns: Ints) -> Array:
        missing = wanted[i, others] - apart[columns[:, None], chosen[others]]
        return np.asarray(cost[i, columns] + WEIGHT * (np.maximum(missing, 0) ** 2).sum(axis=1))

    def one(i: int) -> bool:
        price = alone(i, but[i,], every)
        before, chosen[i] = chosen[i], price.argmin()
        return bool(price[chosen[i]] < price[before] - 1e-9)

    def two(i: int, j: int) -> bool:
        best[[i, j], -1] = chosen[[i, j]]
        a, b, others = best[i], best[j], but[i, j]
        missing = np.maximum(wanted[i, j] - apart[a[:, None], b], 0)
        price = alone(i, others, a)[:, None] + alone(j, others, b) + WEIGHT * missing**2
        x, y = np.unravel_index(price.argmin(), price.shape)
        better = bool(price[x, y] < price[-1, -1] - 1e-9)
        chosen[i], chosen[j] = a[x], b[y]
        return better

    while any(one(i) for i in range(n)) or any(two(i, j) for i, j in pairs):
        pass
    return np.asarray(chosen)


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
