"""A scene of lines and dots on bare paper as characters: with an area where there is room, else as
heavy lines.

A cell's line is made of arms from its middle towards its neighbours, so a frame only asks which
arms are in use and in what colour. For each sample of a character it is known in which cell it
lies, on which arm, on the dot. Distances are in widths of a character, which is twice as high as
wide.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import ceil, dist, floor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.characters.frame import CELL, Colours, Frame
from puzzles.characters.glyphs import Mask
from puzzles.characters.ink import Glow, Look, seen_on
from puzzles.characters.paint import MIDDLE, RGB, contrast, luminance, mix, rgb
from puzzles.characters.raster import Box, Layered, colours_of, layered, mosaic, sample_points
from puzzles.characters.tones import FEW, FULL, dyes, on_screen
from puzzles.grids.graph import Ints
from puzzles.grids.grid import Floats, Grid, LatticeGrid
from puzzles.grids.printing import LINES, POST, fence, room
from puzzles.grids.scene import DOWN, HEX_WAYS, LEFT, RIGHT, SQUARE_WAYS, UP, Scene, Sign, Vector
from puzzles.pictures.oklab import hex_colour, oklab
from puzzles.pictures.shapes import FAR, UNKNOWN

Scale = tuple[float, float]
# Characters a cell takes, largest first; below THICK there is only room for lines.
# Odd numbers of columns, so that letters have a middle to stand in.
SIZES: tuple[Scale, ...] = (15, 7), (13, 6), (11, 5), (9, 4), (7, 3), (5, 2), (4, 2), (2, 1)
# A thumbnail has square cells, a pixel for each if need be.
SKETCHES = ((12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (3, 1.5), (2, 1), (1, 0.5))
THICK = 4
MARK = 0.35  # how much of white there is in small cells that are lit, at least
GHOST, THIN_GHOST = 0.4, 0.45  # how much of its colour a line has that is to come
TINT = 0.2  # how much of its colour the ground under a line has that joins two dots
BORDER = (14, 13, 12)  # a bar between cells that have inks
CLEAR = 2.0  # the contrast to what lies under it with which a text keeps its ink
ARROWS = {LEFT: "◂", RIGHT: "▸", UP: "▴", DOWN: "▾"}  # where the rim is open
ROOM_FOR_BARS = 3  # columns of a cell; in smaller ones a bar would hide its line
# How much smaller than its cell a dot is, where there is ROOM: about as little as the glyphs of a
# tier can leave between two dots, and what makes them round.
LESS = {"half": 0.6, "block": 0.95, "sextant": 0.55, "wedge": 0.5}
THIRDS = "sextant", "wedge"
TIGHT = 0.87, 0.95  # in smaller cells and in larger ones, if they begin in a character's middle
ROOM = 6  # widths of a character across a cell
THIRD = 0.67  # of the height of a character, in its widths: the least that can be drawn
LEAST: Scale = (2, 2)  # of cells on whose sides there are lines
THICKER, DASH = 1.34, 0.25  # lying lines, of upright ones; half of what is pointed at, of a side
DRAWN = 3  # rows of a cell in which marks have a shape; in smaller ones they are characters
HOLLOW, INNER = 0.55, 0.42  # of its size: the hole of a ring, and the inner corners of a star
FINE, COARSE = 0.05, 0.25  # how far it reaches over a smaller one; in large blocks less is a cross
LOW = str.maketrans("=×", "₌ₓ")  # signs to the next row where cells have one row of characters
# Layers of samples, one for each ink of those that begin at INK and GHOSTED; and what is no sample.
PAPER, RAIL, BAR, INK, GHOSTED, LIT, FENCE, NONE = 0, 1, 2, 3, 126, 250, 251, 0
_HEAVY = str.maketrans("─│┌┐└┘╴╶╵╷┼", "━┃┏┓┗┛╸╺╹╻╋")


class Tints(NamedTuple):
    """The colours of what has no ink: the shades under empty cells, the hatch where a cell is
    missing, bars, the edges of a crossing's deck, points, and what is lit."""

    paper: tuple[RGB, ...]
    hatch: RGB
    bar: RGB
    rail: RGB
    point: RGB
    lit: RGB


DARK = Tints(
    ((25, 26, 31), (35, 37, 44), (45, 48, 56)),
    (112, 115, 124),
    (170, 170, 176),
    (74, 76, 84),
    (170, 170, 176),
    (255, 255, 255),
)
PALE = Tints(
    ((250, 247, 240), (241, 237, 227), (231, 226, 214)),
    (150, 145, 134),
    (92, 87, 78),
    (182, 176, 163),
    (112, 106, 96),
    (0, 0, 0),
)
KNEE, SOFT = 0.62, 0.5  # the lightness over which inks are half as much lighter on pale paper


def tints(scene: Scene, look: Look) -> Tints:
    """Those of a pale board on a light ground, if it has paper of its own; where there are few
    colours, the lighter half of them would be lost on it."""
    pale = luminance(look.ground) > MIDDLE and not scene.marked and look.depth != FEW
    return PALE if pale else DARK


@lru_cache(maxsize=256)
def deepened(ink: str) -> str:
    """An ink as it is seen on pale paper: light ones are darkened, in their order and hue."""
    lab = oklab(np.array(rgb(ink), np.uint8))
    lab[0] = min(lab[0], KNEE + (lab[0] - KNEE) * SOFT)
    return hex_colour(lab)


def layout(scene: Scene, look: Look, width: int, height: int) -> Box:
    """Choose the box to draw with in this many characters."""
    # Hexagons lie half a cell apart, which lines cannot show.
    sizes = SIZES[:-1] if scene.grid.kind == "hex" else SIZES
    sizes = (*SIZES[:-1], LEAST) if scene.sided else sizes
    small = look.thumbnail
    if small:  # at last so small that the whole board fits, in whole characters
        columns, rows = scene.grid.extent
        scale = min(width / columns, 2 * height / rows)
        least = max(1, int(columns * scale)) / columns, max(1, int(rows * scale / 2)) / rows
        sizes = (*SKETCHES, least)
    # A board is not drawn as mere lines because its last half characters have no room.
    tries = [
        (*each, cut) for each in sizes for cut in ((False, True) if each[1] < DRAWN else (False,))
    ]
    boxes = [boxed(scene, w, h, small, cut and not scene.sided) for w, h, cut in tries]
    fitting = (box for box in boxes if box.fits(scene.grid, width, height))
    return next(fitting, boxed(scene, *sizes[-1], small))  # or scrolls


def boxed(
    scene: Scene, width: float, height: float, thumbnail: bool = False, cut: bool = False
) -> Box:
    """The box of cells of a size, with room around them for signs beside the board, which a
    thumbnail has not, and for lines on its rim. Where cells have an even number of characters, half
    of one lies before them all, so that letters have a middle to stand in, and lines characters of
    their own, half of which lie in the cells beside them; the other half is after them all, or is
    `cut` off the last cells."""
    if thumbnail:
        return Box(width, height)
    left, top = room(scene)
    halved = width >= THICK or scene.sided
    aside, above = (
        0.5 if halved and length % 2 == 0 else float(scene.sided) for length in (width, height)
    )
    after = -1 if cut else 1
    return Box(width, height, margin=(left + aside, top + above, after * aside, after * above))


def colours(scene: Scene, look: Look) -> Colours:
    """The inks as they are drawn, and at the end (−1) a line whose colour is not known."""
    tint = tints(scene, look)
    beside = () if look.depth == FULL else (look.ground, tint.hatch, *tint.paper)
    looks = tuple(ink.look for ink in scene.inks)
    if tint is PALE:
        looks = tuple(map(deepened, looks))
    inks = dyes(looks, (1.0, 1.0), beside, look.depth).inks
    if scene.marked:  # on grounds that are to stay quiet
        inks = np.array([on_screen(rgb(ink), look.depth) for ink in looks], float)
    return np.vstack([inks, on_screen(rgb(UNKNOWN), look.depth)])


def frame(scene: Scene, box: Box, look: Look, glows: Iterable[Glow] = ()) -> Frame:
    """Draw the board; `glows` are under cursor and pointer."""
    glows = [*glows]
    small = scene.sided and box.height < DRAWN
    grounds, fences = _grounds(scene, look, glows), _fences(scene, look, glows)
    marked = [] if _roomy(scene, box) else [*scene.lit_cells(scene.lit)]
    lines = {at: each for at, each in fences.items() if each[0] != POST}
    if look.thumbnail and scene.sided and not lines:
        marked += scene.signs  # which cannot be read
    for cell in marked:
        grounds[cell] = seen_on(tuple(grounds[cell].astype(int).tolist()), MARK)
    if look.thumbnail:
        fences = fences if _roomy(scene, box) else lines  # posts would cover small boards
        return thick(scene, grounds, fences, box, look, hatched=look.depth == FEW)
    if box.width >= THICK or small:
        drawn = thick(scene, grounds, {} if small else fences, box, look)
    else:
        left, top, *_ = map(int, box.margin)
        drawn = _thin(scene, grounds, look).inset(left, top, look.ground)
    if small:
        _write_fences(drawn, fences, scene.grid, box, look.ground)
    if look.depth == FEW:  # too few colours for a checker: a point in each empty cell
        filled = {cell for run in scene.runs if not run.ghost for cell in run.cells}
        filled.update(cell for cell, sign in scene.signs.items() if sign.dot is None)
        filled.update(np.flatnonzero(scene.cells >= 0).tolist())
        point = tints(scene, look).point
        for cell in set(range(scene.grid.n)) - filled:
            drawn.write(*_middle(scene.grid, box, cell), "·", point, bold=False)
    _mark_exits(drawn, scene, box, look)
    _write(drawn, scene, box, look)
    _write_around(drawn, scene, box, look)
    return drawn


def _grounds(scene: Scene, look: Look, glows: Iterable[Glow]) -> Colours:
    """The colour under each cell: checker or ink, tint of a line that joins two dots, what is
    pointed at; at the end that beside the board."""
    # Of a few colours one is paper: the next would be grey, as what is marked.
    tint, inks = tints(scene, look), colours(scene, look)
    ground = np.array(tint.paper, dtype=float)[scene.grid.shade * (look.depth != FEW)]
    inked = scene.cells >= 0
    ground[inked] = inks[scene.cells[inked]]
    if scene.marked and look.thumbnail and look.depth != FULL:  # which has no letters
        ground[inked] = _told_apart(scene, inks, look.depth)[scene.cells[inked]]
    elif scene.marked and scene.bars and look.depth == FEW:
        ground[inked] = look.ground  # bars are seen, and letters tell what lies between them
    if scene.marked and look.depth == FULL:
        ground[inked] *= np.array(scene.shades)[(scene.grid.shade[inked] != 0).astype(int), None]
    for run in scene.runs if look.depth == FULL else ():  # few colours would tint but some
        end = scene.signs.get(run.cells[-1])
        if end is not None and end.dot is not None and len(run.cells) > 1 and not run.ghost:
            cells = list(run.cells)
            ground[cells] += (inks[run.ink] - ground[cells]) * TINT
    for cell, share, _ in glows if scene.spots is None else ():
        ground[cell] += (tint.lit - ground[cell]) * share
    return np.vstack([ground, look.ground])


def _told_apart(scene: Scene, inks: Colours, depth: str) -> Colours:
    """The inks, or where few colours would make grounds one, what stands in for these together."""
    grounds = np.unique(scene.cells[scene.cells >= 0])
    if len(np.unique(inks[grounds], axis=0)) < len(grounds):
        looks = tuple(scene.inks[ink].look for ink in grounds)
        inks = inks.copy()
        inks[grounds] = dyes(looks, (1.0, 1.0), (), depth).inks
    return inks


# By numbers on the lattice of sides: a line or point, "" where one is only pointed at; its colour.
Fences = dict[int, tuple[str, RGB]]


def _fences(scene: Scene, look: Look, glows: Iterable[Glow]) -> Fences:
    inks, found = colours(scene, look).astype(int).tolist(), Fences()
    tint = tints(scene, look)
    for at, (char, ink) in fence(scene).items():
        if char.translate(_HEAVY) != char or char == POST:
            found[at] = (
                char,
                tuple(inks[ink]) if ink >= 0 else tint.rail if look.depth == FULL else tint.point,
            )
    shares = dict.fromkeys(scene.lit, 1.0) | {glow.cell: glow.share for glow in glows}
    for spot, share in shares.items():
        if scene.spots is not None and spot < scene.spots.n:
            at = scene.spots.number(spot)
            char, colour = found.get(at, ("", look.ground))
            found[at] = char, mix(colour, tint.lit, share)
    return found


def thick(
    scene: Scene, grounds: Colours, fences: Fences, box: Box, look: Look, hatched: bool = True
) -> Frame:
    """Draw lines and dots with an area; missing cells are `hatched`, or the ground."""
    grid, inks, tint = scene.grid, colours(scene, look), tints(scene, look)
    assert isinstance(grid, LatticeGrid)
    # The pipes of squares would no longer run into the middle of dots.
    lettered = grid.kind == "hex" and box.height >= DRAWN and not (look.thumbnail or scene.marked)
    where = pixels(grid, box, look.tier, lettered)
    ghosts = inks * GHOST + np.array(tint.paper[0]) * (1 - GHOST)
    if look.depth == FEW:  # which have nothing fainter than each
        ghosts[:] = inks[-1]
    border = BORDER if scene.marked and look.depth == FULL else tint.bar
    # Each sample has a layer and a colour; what is painted last lies on top.
    rail, bar, lit = layered(tint.rail, RAIL), layered(border, BAR), layered(tint.lit, LIT)
    cell = where.cell.ravel()
    samples = layered(grounds, PAPER).take(cell)
    decks = where.rails[np.isin(cell[where.rails], [*scene.crossings])] if scene.crossings else None
    if decks is not None:
        samples[decks] = rail

    def paint(part: Ints, of_cell: Ints, looks: Layered) -> None:
        """Paint samples in the ink of their cell, where that is none of −1."""
        found = np.append(looks, NONE)[of_cell].take(cell.take(part))
        inked = np.flatnonzero(found)
        samples[part.take(inked)] = found.take(inked)

    each = np.arange(len(inks))
    ink, ghost = layered(inks, INK + each), layered(ghosts, GHOSTED + each)
    for coming, looks in ((True, ghost), (False, ink)):
        for way, leaving in _leaving(scene, coming).items():
            if way in (LEFT, RIGHT) and decks is not None:  # it lies on the line under it
                samples[decks[leaving[cell[decks]] >= 0]] = rail
            paint(where.arms[way], leaving, looks)
    for mark, part in where.marks.items():
        dots = np.full(grid.n + 1, -1)
        for at, sign in scene.signs.items():
            dots[at] = _shaped(sign, mark, box, look)
        if dots.max() >= 0:
            paint(part, dots, ink)
    if box.width >= ROOM_FOR_BARS:
        marked = frozenset(pair for pair in scene.bars if {*scene.lit}.issuperset(pair))
        plain = scene.rims or scene.marked
        told = _barred(grid, marked, ()) if marked and not plain else {}
        closed = dict(_barred(grid, scene.bars, scene.rims))
        if scene.marked and box.lowered:  # a row between two cells can show a bar and one of them
            del closed[DOWN]
        for bars, number in ((closed, bar), (told, lit)):
            for way, barred in bars.items():
                rim = (where.borders if scene.marked else where.bars)[way]
                samples[rim[barred[cell[rim]]]] = number
    if _roomy(scene, box):
        for rim in _outline(scene, where):
            samples[rim] = lit
    if fences:
        lattice, dash = (each.ravel() for each in _lattice(grid, box, look.tier))
        # Of all that the lattice has, seen or not; at the end that of samples which are on none.
        number = np.zeros((2 * grid.rows + 1) * (2 * grid.cols + 1) + 1, samples.dtype)
        solid = np.zeros(number.shape, bool)
        number[[*fences]] = layered([colour for _, colour in fences.values()], FENCE)
        solid[[*fences]] = [bool(char) for char, _ in fences.values()]
        on = (number[lattice] != NONE) & (dash | solid[lattice])
        samples[on] = number[lattice[on]]
    cells = _frames(where, look.tier).next(samples.reshape(where.cell.shape))
    drawn = Frame(cells.reshape(-1, box.size(grid)[0]))
    if hatched:
        _hatch(drawn, np.all(where.hole, axis=1).reshape(drawn.glyph.shape), look.ground, tint)
    return drawn


def _roomy(scene: Scene, box: Box) -> bool:
    """True if there is room for an outline around what is lit."""
    return box.width >= THICK and (box.height >= DRAWN or not scene.sided)


def _outline(scene: Scene, where: "Pixels") -> Iterator[Ints]:
    """The samples on the rim of what is lit, inside it: its colours stay what they are."""
    lit, cell, edges = np.zeros(scene.grid.n + 1, bool), where.cell.ravel(), scene.grid.graph.edges
    lit[list(scene.lit_cells(scene.lit))] = True
    inner = frozenset((a, b) for a, b in edges[lit[edges].all(axis=1)].tolist())
    for way, within in _barred(scene.grid, inner, ()).items() if lit.any() else ():
        rim = where.borders[way]
        yield rim[(lit & ~within)[cell[rim]]]


def _write_fences(drawn: Frame, fences: Fences, grid: Grid, box: Box, ground: RGB) -> None:
    """Lines as heavy characters, in lines and columns between those of cells."""
    (left, top, *_), width, lattice = box.margin, int(box.width), 2 * int(grid.extent[0]) + 1
    inside = np.s_[int(top) :, int(left) :]
    for rim in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):  # of which half is the ground
        drawn.glyph[inside][rim], drawn.back[inside][rim] = " ", ground
    for at, (char, colour) in fences.items():
        y, begin = int(top) + at // lattice, int(left) + width * (at % lattice // 2)
        for x in range(begin + 1, begin + width) if at % lattice % 2 else (begin,):
            drawn.write(x, y, char.translate(_HEAVY) or " ", colour, bold=False)
            if not char:
                drawn.back[y, x] = colour


def _shaped(sign: Sign, shape: str, box: Box, look: Look) -> int:
    """The ink of a sign that has this shape where cells are so large; -1 if it has not."""
    if sign.dot is not None:
        return sign.dot if shape == "disc" else -1
    drawn = sign.shape == shape and (box.height >= DRAWN or look.thumbnail)
    return sign.ink if drawn and sign.ink is not None else -1


def _thin(scene: Scene, grounds: Colours, look: Look) -> Frame:
    """Draw lines as heavy ones, two characters a cell."""
    grid = scene.grid
    assert isinstance(grid, LatticeGrid)
    inks = [tuple(ink) for ink in colours(scene, look).astype(int).tolist()]
    tint = tints(scene, look)
    cells = np.repeat(grid.index, 2, axis=1)
    back = grounds.round().astype(np.uint8)[cells]
    drawn = Frame.of(np.full(cells.shape, " "), back, back)
    _hatch(drawn, cells < 0, look.ground, tint)
    ghosts, used = (
        {way: each.tolist() for way, each in _leaving(scene, coming).items()}
        for coming in (True, False)
    )
    bars = _barred(grid, scene.bars, scene.rims)
    for cell, (row, col) in enumerate(zip(grid.row.tolist(), grid.col.tolist(), strict=True)):
        x, y = 2 * col, row
        for found, share in ((ghosts, THIN_GHOST), (used, 1.0)):
            ways = {way: ink[cell] for way, ink in reversed(found.items()) if ink[cell] >= 0}
            if not ways:
                continue
            paper = tuple(back[y, x].tolist())
            crossing = len({*ways.values()}) > 1
            char = "╋" if len(ways) == 4 else LINES.get(frozenset(ways), "╋").translate(_HEAVY)
            drawn.write(x, y, char, mix(paper, inks[next(iter(ways.values()))], share), crossing)
            if (side := ways.get(RIGHT, -1)) >= 0:
                drawn.write(x + 1, y, "━", mix(paper, inks[side], share), bold=False)
        if cell in scene.crossings and not any(each[cell] >= 0 for each in used.values()):
            drawn.write(x, y, "╪", tint.rail, bold=False)
        if bars[RIGHT][cell]:
            drawn.write(x + 1, y, "▕", tint.bar, bold=False)
        if bars[DOWN][cell]:
            shown = str(drawn.glyph[y, x])
            drawn.write(x, y, "▁" if shown == " " else shown, tint.bar, bold=False)
    return drawn


def _leaving(scene: Scene, coming: bool) -> dict[Vector, Ints]:
    """Return for each way the ink of the lines, those that are `coming` or the others, that leave
    each cell that way, −1 for none; nothing if there are no such lines."""
    runs, unknown = [run for run in scene.runs if run.ghost is coming], len(scene.inks)
    if not runs:
        return {}
    ways = {way: np.full(scene.grid.n + 1, -1, dtype=np.int32) for way in ways_of(scene.grid)}
    for run in runs:
        ink = run.ink if run.ink >= 0 else unknown
        for here, (dx, dy), there in zip(run.cells, run.ways, run.cells[1:], strict=False):
            ways[dx, dy][here] = ways[-dx, -dy][there] = ink
    return ways


@lru_cache(maxsize=16)
def _barred(
    grid: LatticeGrid, bars: frozenset[tuple[int, int]], rims: tuple[tuple[int, Vector], ...]
) -> dict[Vector, Mask]:
    """Return for each way the cells that are closed there."""
    ways = {way: np.zeros(grid.n + 1, dtype=bool) for way in ways_of(grid)}
    for cell, way in rims:
        ways[way][cell] = True
    for a, b in bars:
        across, down = np.subtract(grid.centre(b), grid.centre(a))
        if max(abs(across), abs(down)) <= FAR:
            dx, dy = max(ways, key=lambda way: across * way[0] + 2 * down * way[1])
            ways[dx, dy][a] = ways[-dx, -dy][b] = True
    return ways


def _hatch(drawn: Frame, holes: Mask, ground: RGB, tint: Tints) -> None:
    """Mark where cells are missing: the rim of the board has no such marks."""
    drawn.glyph[holes], drawn.front[holes], drawn.back[holes] = "╱", tint.hatch, ground


def _mark_exits(drawn: Frame, scene: Scene, box: Box, look: Look) -> None:
    """An arrow wherever a line can go out over the rim, until one does."""
    if not scene.exits:
        return
    used, inks = _leaving(scene, False), colours(scene, look).astype(int).tolist()
    for cell, way in scene.exits:
        sign = scene.signs.get(cell)
        dot = None if sign is None or sign.dot is None else inks[sign.dot]
        columns, rows = _within(scene.grid, box, cell)
        columns = {LEFT: columns[:1], RIGHT: columns[-1:]}.get(way, columns)
        rows = {UP: rows[:1], DOWN: rows[-1:]}.get(way, rows)
        free = [
            (x, y)
            for x, y in product(columns, rows)
            if drawn.glyph[y, x] == " " and drawn.back[y, x].tolist() != dot
        ]
        if free and not (used and used[way][cell] >= 0):
            middle = _middle(scene.grid, box, cell)
            place = min(free, key=lambda at: dist(at, middle))
            drawn.write(*place, ARROWS[way], tints(scene, look).point, bold=False)


def _within(grid: Grid, box: Box, cell: int) -> tuple[range, range]:
    """The columns and the lines of the characters that lie wholly in a cell."""
    x, y = box.characters(*grid.centre(cell))
    across, down = box.width / 2, box.height / 2
    return range(ceil(x - across), floor(x + across)), range(ceil(y - down), floor(y + down))


def _middle(grid: Grid, box: Box, cell: int) -> tuple[int, int]:
    """The character in the middle of a cell, or just before it."""
    x, y = box.characters(*grid.centre(cell))
    return int(x - 0.5), int(y - 0.5)


def _write(drawn: Frame, scene: Scene, box: Box, look: Look) -> None:
    """Signs; with letters on, small ones on lines and on the grounds of marks as well."""
    inks, point = colours(scene, look).astype(int).tolist(), tints(scene, look).point
    signs = dict(scene.signs)
    for run in scene.runs if look.letters else ():
        if run.ink >= 0 and not run.ghost:
            letter = Sign(scene.inks[run.ink].letter.lower())
            signs = dict.fromkeys(run.cells, letter) | signs
    for cell in range(scene.grid.n) if look.letters and scene.marked else ():
        if cell not in signs:
            letter = scene.inks[scene.cells[cell]].letter.replace(".", "·")
            drawn.write(*_middle(scene.grid, box, cell), letter, point, bold=False)
    for cell, sign in signs.items():
        x, y = _middle(scene.grid, box, cell)
        if sign.given and box.height >= DRAWN:
            columns, lines = _within(scene.grid, box, cell)
            drawn.write(columns[-1], lines[0], "╴", point, bold=False)
        if sign.shape and _shaped(sign, sign.shape, box, look) >= 0:
            continue
        if sign.dot is not None:
            drawn.back[y, x] = inks[sign.dot]
        elif box.width >= THICK and not scene.marked:
            drawn.back[y, x] = drawn.front[y, x]
        ink = None if sign.ink is None else tuple(inks[sign.ink])
        if ink is not None and contrast(ink, tuple(drawn.back[y, x].tolist())) < CLEAR:
            ink = None
        drawn.write(x, y, sign.text, ink, bold=sign.ink is None)
    for (a, b), text in scene.between.items():
        (ax, ay), (bx, by) = (_middle(scene.grid, box, cell) for cell in (a, b))
        if box.width >= THICK or scene.sided:
            drawn.write(int((ax + bx) / 2 + 0.5), int((ay + by) / 2 + 0.5), text)
        else:  # in what is free of the first cell: the sign to the next row lies low
            drawn.write(ax + 1, ay, text if ay == by else text.translate(LOW))


def _write_around(drawn: Frame, scene: Scene, box: Box, look: Look) -> None:
    """Texts on sides, and signs at the rim."""
    inks, (left, top) = colours(scene, look).astype(int).tolist(), room(scene)

    def write(x: float, y: float, text: str, ink: int | None) -> None:
        colour = tints(scene, look).point if ink is None else tuple(inks[ink])
        drawn.write(int(x), int(y), text, colour)

    for (cell, (dx, dy)), sign in scene.sides.items():
        x, y = scene.grid.centre(cell)
        write(*box.characters(x + dx / 2, y + dy / 2), sign.text, sign.ink)
    for col, sign in scene.above.items():
        x, _ = box.characters(col + 0.5, 0)
        for y, char in enumerate(sign.text, top - len(sign.text)):
            write(x - 0.5, y, char, sign.ink)
    for row, sign in scene.beside.items():
        _, y = box.characters(0, row + 0.5)
        write(left - 1 - len(sign.text), y - 0.5, sign.text, sign.ink)


# Samples ---------------------------------------------------------------------------------------


def ways_of(grid: Grid) -> tuple[Vector, ...]:
    """The ways from cell to cell."""
    return HEX_WAYS if grid.kind == "hex" else SQUARE_WAYS


@dataclass(frozen=True, eq=False)
class Pixels:
    """Two arrays of shape (characters, DOWN·ACROSS), line by line: `cell` is −1 where there is
    none, and `hole` is where one is missing. The others are numbers of samples in them.

    By way go `arms`, `bars` (the rim towards a neighbour) and `borders`, which are thinner. `marks`
    go by the shapes of signs: a disc is the round patch of a dot, too. `rails` are the edges of a
    crossing's deck.
    """

    cell: Ints
    hole: Mask
    arms: dict[Vector, Ints]
    bars: dict[Vector, Ints]
    borders: dict[Vector, Ints]
    marks: dict[str, Ints]
    rails: Ints


@lru_cache(maxsize=8)
def pixels(grid: LatticeGrid, box: Box, tier: str, lettered: bool = False) -> Pixels:
    """The samples of a grid in a box, to be drawn in the glyphs of a tier. Dots that are `lettered`
    lie about their letters, half a row above the middle of a cell that is between two."""
    fine, width, height = tier != "half", box.width, box.height  # half a column can be drawn
    x, y = box.units(*sample_points(*box.size(grid)))
    cell = grid.locate(x, y)
    whole = type(grid).full(grid.rows, grid.cols)
    hole = (whole.locate(x, y) >= 0) & (cell < 0)
    centres = np.vstack([grid.centres, (0.0, 0.0)])  # the last one of no cell
    dx = (x - centres[cell, 0]) * width
    dy = 2 * (y - centres[cell, 1]) * height
    least, lowered = min(width, 2 * height), box.lowered
    half_line = max(1.0, (least + 2 * (lowered and tier in THIRDS)) / 6)
    # An upright line has whole columns, and an odd number of them, where there are no others.
    whole_columns = not fine and width % 2 == 1
    upright = max(1.5, half_line) if whole_columns else floor(2 * half_line + 0.5) / 2
    inside = cell >= 0
    # Where the arms of a cell meet: a corner between square cells, a round bend between hexagons.
    if grid.kind == "hex":
        joint = np.hypot(dx, dy) < half_line
    else:
        joint = (np.abs(dx) < upright) & (np.abs(dy) < half_line)
    arms, bars, borders = {}, {}, {}
    for way in ways_of(grid):
        vx, vy = way[0] * width, way[1] * 2 * height
        length = np.hypot(vx, vy)
        along, aside = (dx * vx + dy * vy) / length, np.abs(dx * vy - dy * vx) / length
        arm = (aside < (half_line if vx else upright)) & (along > 0)
        arms[way] = _on(inside & (arm | joint))
        bars[way] = _on(inside & (along > length / 2 - (0.5 if fine and not vy else 1)))
        thin = THIRD if vy and not lowered else 1.0 if vy or not fine else 0.5
        borders[way] = _on(inside & (along > length / 2 - thin))
    rails = _on(inside & (np.abs(dy) > half_line) & (np.abs(dy) < half_line + 1))
    between = np.array([lettered and box.characters(0, y)[1] % 1 == 0 for y in centres[:-1, 1]])
    dy = dy + np.append(between, False)[cell]
    tight = tier in THIRDS and least >= ROOM and (lowered or bool(between.any()))
    away, radius = np.hypot(dx, dy), dot_radius(width, height, tier, tight)
    disc = inside & ((away < radius) | (least < 4))
    if tight:
        disc &= np.abs(dy) < height - 1
    marks = {
        "disc": _on(disc),
        "ring": _on(disc & ((away > radius * HOLLOW) | (least < 4))),
        "star": _on(disc & _in_star(dx / radius, dy / radius)),
    }
    return Pixels(cell, hole, arms, bars, borders, marks, rails)


@dataclass(eq=False)
class Frames:
    """Frames that follow each other, in the glyphs of a tier: of most characters the samples stay
    as they were in the `last`, and only the others are looked at."""

    tier: str
    last: tuple[Layered, npt.NDArray[np.void]] | None = None

    def next(self, samples: Layered) -> npt.NDArray[np.void]:
        """Return characters, one CELL for each row of samples."""
        anew, cells = np.arange(len(samples)), np.zeros(len(samples), CELL)
        if self.last is not None:
            before, cells = self.last
            anew, cells = np.flatnonzero((samples != before).any(axis=1)), cells.copy()
        frame = Frame(cells)
        frame.glyph[anew], front, back = mosaic(samples[anew], self.tier)
        frame.front[anew], frame.back[anew] = colours_of(front), colours_of(back)
        self.last = samples, cells
        return cells.copy()


@lru_cache(maxsize=4)
def _frames(where: Pixels, tier: str) -> Frames:
    return Frames(tier)


def _on(mask: Mask) -> Ints:
    """The numbers of the samples of a mask, of which a frame looks at no others."""
    return np.flatnonzero(mask).astype(np.int32)


@lru_cache(maxsize=32)
def _lattice(grid: LatticeGrid, box: Box, tier: str) -> tuple[Ints, Mask]:
    """For each sample the number on the lattice of sides of what it lies on, −1 for none, and
    whether that is in the middle part of a side. Lines are half as wide where no half columns can
    be drawn."""
    sizes, lowered = ((box.width, grid.cols), (2 * box.height, grid.rows)), box.lowered
    thick, below = (1.0, 1.0 if lowered else THICKER), (tier == "half", tier == "half" or lowered)
    on, part = [], []
    for at, (scale, last), wide, after in zip(
        box.units(*sample_points(*box.size(grid))), sizes, thick, below, strict=True
    ):
        before, behind = (0.0, 1.0) if after else (0.5, 0.5)
        near, own = np.floor(at + 0.5), np.floor(at)
        away = (at - near) * scale / wide
        number = np.where((away >= -before) & (away < behind), 2 * near, 2 * own + 1)
        on.append(np.where((number >= 0) & (number <= 2 * last), number, -1))
        part.append(np.abs(at - own - 0.5) < DASH)
    x, y = on
    middle = np.where(y % 2 == 0, part[0], part[1])
    number = np.where((x >= 0) & (y >= 0), y * (2 * grid.cols + 1) + x, -1)
    return number.astype(np.int32), middle


def _in_star(x: Floats, y: Floats) -> Mask:
    """Whether points lie in the five-pointed star of radius 1, one tip of which is at the top."""
    # A fifth of a turn has a tip in its middle, and is its own mirror image.
    angle = np.abs((np.arctan2(x, -y) + np.pi / 5) % (2 * np.pi / 5) - np.pi / 5)
    across, along = np.hypot(x, y) * np.sin(angle), np.hypot(x, y) * np.cos(angle)
    inner_x, inner_y = INNER * np.sin(np.pi / 5), INNER * np.cos(np.pi / 5)
    return np.asarray(along + across * (1 - inner_y) / inner_x < 1)


def dot_radius(width: float, height: float, tier: str, tight: bool = False) -> float:
    """Return the radius of a dot in a cell: so that it is round, and apart from the next one; where
    that is `tight`, no character that lies in two cells has its colour for a third."""
    size = min(width, 2 * height)
    if size >= ROOM:
        return size / 2 - (TIGHT[size > 8] if tight else LESS[tier])
    return size / 2 + (COARSE if tier == "half" and width % 2 == 1 else FINE)
