"""Reads a Flow board off a picture: coloured dots of one size on a grid of squares.

Lines that part the cells from rim to rim, as the game draws them, show at once where the board
lies. Without them the places of the dots show the grid, and what lies between them, as in our own
pictures, is read in `ground`.

Whatever no level has speaks against the reading: a level is at least LEAST cells high and wide, has
an even number of dots of each colour, two but for a few levels, and is solved in exactly one way.
"""

from collections.abc import Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

from puzzles.core.errors import Place
from puzzles.core.reading import CUT, Reading
from puzzles.core.solving import Limits, last
from puzzles.flow.reader.dots import (
    CERTAIN,
    FAINT,
    MIN_DOTS,
    colour_of,
    find_dots,
    ground_of,
    on_cells,
    pitch_of,
)
from puzzles.flow.reader.ground import MAX_SIDE, Layout, bridges, holes, layout, walls
from puzzles.flow.rules.levels import LETTERS
from puzzles.flow.rules.model import Board, Edge, FlowLevel
from puzzles.flow.rules.problem import Problem
from puzzles.flow.rules.scene import INKS
from puzzles.grids.square import SquareGrid
from puzzles.pictures.oklab import DARK, Array, Mask, oklab
from puzzles.pictures.ruled import Ruled, ruled

# Boards are as high as wide, or higher: one that is lower and ends with the picture may be cut off.
CLOSE = 0.15  # of a cell
LEAST = 4
SECONDS = 1.0  # of solving
SMALL = 0.5  # what is left of the confidence in a board under LEAST
# The most that it may be, by how many solutions there are, and why.
FAULTS = {0: (0.5, "no solution"), 2: (0.8, "two solutions"), None: (0.9, "not solved")}
UNPAIRED = 0.5  # the most with a dot too many
LIGHTNESS = 0.5  # how much it counts where a colour is compared with inks, beside its hue
SAME = 0.03  # how much the colours of two pairs may differ that are one colour


def read(pixels: Array) -> Reading | None:
    """The board in a picture (height, width, 3) in OKLab, if there is one."""
    lines = ruled(pixels)
    found = _within(pixels, lines) if lines else None
    if found is None:
        found = _around(pixels)
    return None if found is None else tried(found)


def _within(lab: Array, lines: Ruled) -> Reading | None:
    """The board of a picture whose cells lie between lines."""
    if max(lines.rows, lines.cols) > MAX_SIDE:
        return None
    shown, radius = on_cells(lab, lines)
    place = np.flatnonzero(shown > FAINT)
    if not MIN_DOTS <= len(place) <= len(LETTERS):
        return None
    row, col = np.divmod(place, lines.cols)
    centres = np.stack(
        [lines.x + (col + 0.5) * lines.width, lines.y + (row + 0.5) * lines.height], axis=1
    )
    size = min(lines.width, lines.height)
    seen = [colour_of(lab, centre, radius * size) for centre in centres]
    colour, doubtful = _pairs(seen)
    places = np.full(lines.rows * lines.cols, -1, dtype=np.int32)
    places[place] = colour
    grid = SquareGrid.full(lines.rows, lines.cols)
    inks = _inks(seen, colour)
    board = Board(grid, tuple(inks), places, inks=inks)
    faint = np.flatnonzero((shown > FAINT) & (shown < CERTAIN)).tolist()
    look_at = sorted({*place[doubtful].tolist(), *faint})
    confidence = lines.shown * (1 - len(look_at) / len(place))
    reading = Reading(
        FlowLevel("", Place(""), board), confidence, {cell: grid.name(cell) for cell in look_at}
    )
    below = len(lab) - lines.y - lines.rows * lines.height
    if lines.rows < lines.cols and min(lines.y, below) < CLOSE * lines.height:
        return reading.lowered(*CUT)
    return reading


def _around(lab: Array) -> Reading | None:
    """The board of a picture whose dots show where the cells lie."""
    ground = ground_of(lab)
    dots = find_dots(lab, ground)
    if dots is None:
        return None
    pitch, kept = pitch_of(dots)
    centres = dots.centres[kept]
    if pitch == 0 or len(centres) > len(LETTERS):
        return None
    light, lit = ground[..., 0], lab
    if light.min() >= DARK:  # or it is too dark to say how light changes
        lit = lab * (np.median(light) / light)[..., None]
    at = layout(lit, centres, pitch)
    if max(at.rows, at.cols) > MAX_SIDE:
        return None
    col, row = np.round((centres - (at.x, at.y)) / pitch).astype(int).T
    place = row * at.cols + col
    if len(np.unique(place)) < len(place):
        return None
    order = np.argsort(place)
    seen = [colour_of(lit, centres[i], dots.diameter / 2) for i in order]
    colour, doubtful = _pairs(seen)
    places = np.full(at.rows * at.cols, -1, dtype=np.int32)
    places[place[order]] = colour
    missing, hazy = holes(lit, at)
    empty = (places < 0).reshape(at.rows, at.cols)
    board = _board(lit, at, places, _inks(seen, colour), ~(missing & empty))
    hazy &= empty
    spread = np.abs((centres - (at.x, at.y)) / pitch % 1)
    spread = np.minimum(spread, 1 - spread)
    confidence = (1 - len(doubtful) / len(colour)) * (1 - 3 * float(spread.mean()))
    confidence *= float(kept.mean()) * (1.0 if at.lined else 0.6)
    confidence *= 1 - sqrt(hazy.mean())  # few cells that may be holes hide others
    full = SquareGrid.full(at.rows, at.cols)
    look_at = {*place[order][doubtful].tolist(), *np.flatnonzero(hazy).tolist()}
    level = FlowLevel("", Place(""), board)
    return Reading(level, max(0.0, confidence), {cell: full.name(cell) for cell in sorted(look_at)})


def _board(
    lab: Array, at: Layout, places: npt.NDArray[np.int32], inks: dict[str, int], there: Mask
) -> Board:
    """The board with dots at its places (a colour each, −1 without), and what lies between them."""
    grid = SquareGrid(there)
    dots = places[there.ravel()]
    decks = bridges(lab, at)[there] & (dots < 0)
    upright, level = walls(lab, at)
    # Where a board wraps around, some sides of its rim are walls and others are not.
    rim = np.concatenate([upright[:, 0], upright[:, -1], level[0], level[-1]])
    wrap = bool(there.all() and rim.any() and not rim.all())
    cell = np.cumsum(there).reshape(there.shape) - 1
    edges: set[Edge] = set()
    for sides, cells, has in ((upright, cell, there), (level.T, cell.T, there.T)):
        inner = sides[:, 1:-1] & has[:, :-1] & has[:, 1:]
        pairs = [cells[:, :-1][inner], cells[:, 1:][inner]]
        if inner.mean() > 0.5:  # lines of the grid, not walls
            continue
        if wrap:
            closed = sides[:, 0] & sides[:, -1]
            pairs = [np.append(pairs[0], cells[closed, 0]), np.append(pairs[1], cells[closed, -1])]
        edges.update((int(a), int(b)) for a, b in zip(*pairs, strict=True))
    decked = frozenset(np.flatnonzero(decks).tolist())
    return Board(grid, tuple(inks), dots, frozenset(edges), decked, wrap, inks=inks)


def _pairs(colours: Sequence[Array]) -> tuple[list[int], list[int]]:
    """A number for the colour of each dot, in order of appearance, and which dots are doubtful."""
    lab = np.array(colours)
    seen = lab * (0.8, 1, 1)
    away = np.sqrt(((seen[:, None] - seen[None]) ** 2).sum(axis=2))
    np.fill_diagonal(away, np.inf)
    # Dots come in pairs: the two most alike first.
    number, doubtful, middles = [-1] * len(lab), list[int](), list[Array]()
    while away.min() <= 0.15:
        pair = [int(i) for i in np.unravel_index(away.argmin(), away.shape)]
        doubtful += pair if away.min() > 0.07 else []
        away[pair], away[:, pair] = np.inf, np.inf
        middle = seen[pair].mean(axis=0)
        same = [i for i, m in enumerate(middles) if np.linalg.norm(m - middle) < SAME]
        number[pair[0]] = number[pair[1]] = same[0] if same else len(middles)
        middles += [] if same else [middle]
    alone = [i for i, n in enumerate(number) if n < 0]
    doubtful += alone
    for n, i in enumerate(alone, len(middles)):
        number[i] = n
    order = {n: i for i, n in enumerate(dict.fromkeys(number))}
    return [order[n] for n in number], doubtful


def _inks(seen: Sequence[Array], colour: Sequence[int]) -> dict[str, int]:
    """The letter and the ink of each colour: of those that are free, the one most like it. The pair
    that is most alike is joined first."""
    of = np.array(colour)
    shown = np.array([np.array(seen)[of == number].mean(axis=0) for number in range(max(of) + 1)])
    own = oklab(np.array([[*bytes.fromhex(ink[1:])] for ink in INKS], dtype=np.uint8))
    away = np.linalg.norm((shown[:, None] - own) * (LIGHTNESS, 1, 1), axis=2)
    inks = [*range(len(INKS), len(INKS) + len(shown))]  # of those for which none is left
    for _ in range(min(away.shape)):
        number, ink = np.unravel_index(away.argmin(), away.shape)
        inks[number] = int(ink)
        away[number], away[:, ink] = np.inf, np.inf
    return dict(zip(LETTERS, inks, strict=False))


def tried(reading: Reading) -> Reading:
    """The reading of a Flow level, less sure for every fault its board has."""
    board = reading.level.board
    if min(board.grid.rows, board.grid.cols) < LEAST:
        reading = reading.lowered(SMALL * reading.confidence, f"a board under {LEAST} × {LEAST}")
    count = np.bincount(board.dots[board.dots >= 0])
    if (count % 2).any():
        reading = reading.lowered(UNPAIRED, "dots without a partner")
    else:
        found = _solutions(board.problem)
        if found == 1:
            return reading
        reading = reading.lowered(*FAULTS[found])
    paired = 2 * float((count == 2).sum()) / int(count.sum())
    if paired < 0.5:
        reading = reading.lowered(paired * reading.confidence, "most dots not in pairs")
    return reading


def _solutions(problem: Problem) -> int | None:
    """Count the solutions, up to two; None if that took too long.

    Where there are solutions in which no pipe touches itself, only those count: levels are made
    with them in mind, and they are found at once.
    """
    from puzzles.flow.solver.settle import Query, Settled, settle

    for untouching in (True, False):
        query = Query(problem, 2, untouching)
        settled = last(settle(query, Limits(seconds=SECONDS)), Settled)
        found = len(settled.solutions)
        if found == 2 or not settled.complete:
            return 2 if found == 2 else None
        if found:
            return 1
    return 0
