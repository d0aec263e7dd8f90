"""Reads a Kami board off a picture: triangles as in KAMI 2, or squares as in KAMI 1."""

from collections.abc import Callable
from dataclasses import replace
from math import ceil, exp, floor, pi, sqrt

import numpy as np

from puzzles.core.errors import Place
from puzzles.core.reading import CUT, Reading
from puzzles.core.solving import Limits, answer
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.square import SquareGrid
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami.rules.levels import DEFAULTS, named_palette
from puzzles.kami.rules.model import MAX_COLOURS, Board, Colour, KamiLevel, start
from puzzles.pictures.bar import find_bar
from puzzles.pictures.digits import number
from puzzles.pictures.lattice import Lines, families, fit
from puzzles.pictures.mosaic import Mosaic, read_mosaic
from puzzles.pictures.oklab import DARK, Array, Mask, hex_colour, oklab
from puzzles.pictures.strips import View

RIM = 0.14  # of the pitch: pixels nearer to a line are not looked at
TRIES = 3  # lattices
EXPLAINED = 0.3  # of all edges; about this share lies on the lines of a wrong lattice
UNCLEAR = 0.35  # a cell whose colour is no clearer than this is doubtful
# Of the bars at the sides of a picture that was made for another screen: black, white or grey.
GREY = 0.02  # the most colour that a bar has, in OKLab
SAME, SPECKS = 0.04, 0.01  # difference of a pixel from a bar's colour; share of those with more
NARROWEST, WIDEST = 0.02, 0.45  # of the picture's side that a bar takes
BLUR = 2  # lines between a bar and the picture, which resizing mixed out of both
VERTICAL, FALLING, RISING, HORIZONTAL = 0.0, 2 * pi / 3, pi / 3, pi / 2
SECONDS, PLAIN = 0.3, 3.0  # of solving, compiled and as plain Python
LEFT = 0.5  # of the doubt in a board that may be solved within its moves
# What is left of the confidence for each cell that may be another, and for however many: a board
# that can be corrected is still worth to be shown.
CELL, CELLS = 0.95, 0.7
# The most that it may be, and why.
ALONE = 0.8, "a colour on one cell alone"
CHEQUERED = 0.2, "a chequered pattern"
JOINED = 0.15  # share of neighbours of one colour; of levels a third are, and more
NOT_WITHIN = 0.5  # for a board that takes more or fewer moves than the picture shows
BLACK = 0.15  # lightness that no paper has, but the page of other games
PAGE = 0.2, "a colour as black as a page"


def read(pixels: Array) -> Reading | None:
    """The surest reading of a picture (height, width, 3) in OKLab."""
    best, found = 0.0, None
    pixels = without_bars(pixels)
    bar = find_bar(pixels)
    longest = min(pixels.shape[:2]) / 2
    vertical, *others = families(pixels, (VERTICAL, FALLING, RISING, HORIZONTAL))
    triangles = fit([vertical, *others[:2]], longest, combine=True)[:TRIES]
    squares = fit([vertical, others[2]], longest, combine=False)[:TRIES]
    lattices: list[tuple[type[LatticeGrid], Callable[[Array, Lines], View], Lines]] = [
        *((TriangleGrid, _triangles, lines) for lines in triangles),
        *((SquareGrid, _squares, lines) for lines in squares),
    ]
    for kind, view, lines in sorted(lattices, key=lambda lattice: -_explained(lattice[2])):
        if best >= _explained(lines):
            break
        mosaic = read_mosaic(pixels, view(pixels, lines), bar)
        if mosaic is None:
            continue
        there = mosaic.colour >= 0
        sure = 1 - (mosaic.clear < UNCLEAR)[there].mean()
        fits = float(sure * min(1.0, there.sum() / 24) * mosaic.lined * _explained(lines))
        if fits > best:
            best, found = fits, (mosaic, kind)
    if not found:
        return None
    mosaic, kind = found
    reading = _reading(mosaic, kind, best)
    if mosaic.cut:
        reading = reading.lowered(*CUT)
    moves = None
    if bar is not None and mosaic.barred:
        moves = number(pixels[bar.top : bar.bottom, bar.left : bar.right])
    return tried(reading, moves)


def _explained(lines: Lines) -> float:
    """Measure how well a lattice accounts for the edges in the picture, from 0 to 1."""
    return float((1 - exp(-((lines.share / EXPLAINED) ** 2))) * (1 - lines.between**2))


def _triangles(lab: Array, lines: Lines) -> View:
    height, width = lab.shape[:2]
    pitch, step = lines.pitch, lines.pitch / sqrt(3)
    # The tips of triangles, where lines of all three families meet, lie where row + column is odd.
    x0 = lines.phases[0] * pitch
    y0 = (lines.phases[2] * pitch - x0 / 2 - pitch / 2) * 2 / sqrt(3)
    left, top = floor(-x0 / pitch), floor(-y0 / step) - 1
    top -= (top + left) % 2
    y, x = np.mgrid[0:height, 0:width] + 0.5
    u, v = (x - x0) / pitch - left, (y - y0) / step - top
    cols, rows = ceil(u[0, -1]), ceil(v[-1, 0]) + 2
    # The board may begin or end where two strips meet, so they are kept apart, too.
    inner = _between(u) & _between((v - u - 1) / 2) & _between((v + u - 1) / 2) & _between(v)
    size = (1 - 4 * RIM) ** 2 * pitch * step / 2
    return View(TriangleGrid.full(rows, cols), u, v, inner, size)


def _squares(lab: Array, lines: Lines) -> View:
    height, width = lab.shape[:2]
    pitch = lines.pitch
    x0, y0 = (phase * pitch for phase in lines.phases)
    y, x = np.mgrid[0:height, 0:width] + 0.5
    u, v = (x - x0) / pitch, (y - y0) / pitch
    u, v = u - floor(u[0, 0]), v - floor(v[0, 0])
    grid = SquareGrid.full(ceil(v[-1, 0]), ceil(u[0, -1]))
    return View(grid, u, v, _between(u) & _between(v), ((1 - 2 * RIM) * pitch) ** 2)


def _between(at: Array) -> Mask:
    """Return True if coordinates are well between two whole numbers."""
    return np.asarray(np.abs(at % 1 - 0.5) < 0.5 - RIM)


def _reading(mosaic: Mosaic, kind: type[LatticeGrid], fits: float) -> Reading:
    colour = mosaic.colour
    unclear, hazy = mosaic.clear < UNCLEAR, mosaic.hazy
    if kind is TriangleGrid and (mosaic.top + mosaic.left) % 2:
        # The first cell of a triangle board points right.
        colour = np.pad(colour, ((1, 0), (0, 0)), constant_values=-1)
        unclear, hazy = (np.pad(part, ((1, 0), (0, 0))) for part in (unclear, hazy))
    there = colour >= 0
    # Beyond a board's worth of colours the rarest are not papers but faults.
    counts = np.bincount(colour[there])
    kept = np.sort(np.argsort(-counts, kind="stable")[:MAX_COLOURS])
    there &= np.isin(colour, kept)
    grid = kind(there)
    colours = np.searchsorted(kept, colour[there]).astype(np.uint8)
    board = Board(grid, _palette(mosaic.palette[kept]), colours)
    level = KamiLevel("", Place(""), board, None, Place(""))
    # Where it is not certain what is paper, few such cells hide others.
    haze = min(1.0, sqrt((hazy.sum() + mosaic.around) / there.sum()))
    places = kind.full(*there.shape)
    cells = np.flatnonzero(unclear & there | hazy).tolist()
    return Reading(level, float(fits * (1 - haze)), {cell: places.name(cell) for cell in cells})


def _palette(seen: Array) -> tuple[Colour, ...]:
    """Colours with the names of those most like them, and letters of their own."""
    names = list(DEFAULTS)
    known = oklab(np.array([list(bytes.fromhex(DEFAULTS[name][1:])) for name in names], np.uint8))
    away = ((seen[:, None] - known[None]) ** 2).sum(axis=2)
    called: dict[int, str] = {}
    while len(called) < len(seen):
        i, j = np.unravel_index(away.argmin(), away.shape)
        away[i], away[:, j] = np.inf, np.inf
        called[int(i)] = names[j]
    inks = [(called[i], hex_colour(colour)) for i, colour in enumerate(seen)]
    return tuple(named_palette(inks).values())


def without_bars(lab: Array) -> Array:
    """Return a picture (height, width, 3) in OKLab without the bars at its sides."""
    for axis in (0, 1):
        lines = np.moveaxis(lab, axis, 0)
        first, last = _bar(lines), len(lines) - _bar(lines[::-1])
        lab = np.moveaxis(lines[first:last], 0, axis)
    return lab


def _bar(lines: Array) -> int:
    """Count the first lines (n, m, 3) that are a bar, or have a share in it."""
    colour = np.median(lines[0], axis=0)
    if np.abs(colour[1:]).max() > GREY:
        return 0
    # In the dark the least light makes a difference in OKLab: all that is dark counts as alike.
    darkest = (DARK, -1, -1)
    away = np.abs(np.maximum(lines, darkest) - np.maximum(colour, darkest)).max(axis=2)
    differs = (away > SAME).mean(axis=1) > SPECKS
    wide = int(differs.argmax())
    is_bar = NARROWEST <= wide / len(lines) <= WIDEST
    return wide + BLUR if is_bar else 0


def tried(reading: Reading, moves: int | None) -> Reading:
    """The reading of a Kami level, surer or less sure by what becomes of it. A board that may be
    solved within the `moves` that the picture shows has them as its par."""
    level = reading.level
    certain = max(CELLS, CELL ** len(reading.doubtful))
    reading = replace(reading, confidence=reading.confidence * certain)
    if (np.bincount(level.board.colours) == 1).any():
        reading = reading.lowered(*ALONE)
    a, b = level.board.grid.graph.edges.T
    if (level.board.colours[a] == level.board.colours[b]).sum() < JOINED * len(a):
        reading = reading.lowered(*CHEQUERED)
    papers = np.array(
        [list(bytes.fromhex(each.look[1:])) for each in level.board.palette], np.uint8
    )
    if oklab(papers)[:, 0].min() < BLACK:
        reading = reading.lowered(*PAGE)
    if moves is None:
        return reading
    from puzzles.kami.solver.solve import within
    from puzzles.running import kernels

    limits = Limits(seconds=PLAIN if kernels.PLAIN else SECONDS)
    found = answer(within(start(level), moves, limits))
    if found.proved and found.moves is None:
        return reading.lowered(NOT_WITHIN, f"not solved in the {moves} moves that it shows")
    fewer = answer(within(start(level), moves - 1, limits)) if moves > 1 else found
    if fewer.proved and fewer.moves is not None and len(fewer.moves) < moves:
        return reading.lowered(NOT_WITHIN, f"solved in fewer moves than the {moves} that it shows")
    if not reading.doubtful and not reading.reasons:
        reading = replace(reading, confidence=1 - LEFT * (1 - reading.confidence))
    return replace(reading, level=replace(level, par=moves))
