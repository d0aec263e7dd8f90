"""A scene of coloured cells as characters: paper that is folded, letters and signs on it, and lines
between the nodes of a bare graph."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from puzzles.characters.frame import Colours, Frame
from puzzles.characters.ink import Glow, Look
from puzzles.characters.paint import RGB, legible, mix
from puzzles.characters.raster import Box, Picture, boxes, rasterise
from puzzles.characters.tones import FULL, Dyes, dyes, mat, on_screen
from puzzles.grids.graph import Ints
from puzzles.grids.scene import Scene

FAINT = 0.45  # of the way from what lies under a line to black or white
SHADED = 12  # characters that a unit of the grid takes at least where cells have two shades
FLAT = 0.25  # of their folds that triangles have where they are smaller
OUTLINE = "•"  # along the rim of what is lit, so that its colours stay what they are
FADED = 0.75  # of the way from paper to what lies around it
BACK = 0.45  # how much lighter the back of the paper is
# The bit of each dot in a braille character, by row and column within it.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def colours(scene: Scene, box: Box, look: Look) -> Dyes:
    """The inks as they are drawn, and their shades."""
    flat = FLAT if scene.grid.kind == "triangle" and box.width * box.height < SHADED else 1.0
    light, dark = (1 + (shade - 1) * flat for shade in scene.shades)
    beside = () if look.depth == FULL else (look.ground,)
    return dyes(tuple(ink.look for ink in scene.inks), (light, dark), beside, look.depth)


def frame(scene: Scene, box: Box, look: Look, glows: Iterable[Glow] = ()) -> Frame:
    """Draw the board; `glows` are under cursor and pointer."""
    small = box not in boxes(scene.grid, look.tier, box.turned)  # too small to tell cells apart
    picture = rasterise(scene.grid, box, look.tier, _merged(scene) if small else None)
    tones = colours(scene, box, look)
    around = look.ground  # the colour of holes, and around cells that do not fill the board
    if (picture.back < 0).any():
        shades = tones.shades.reshape(-1, 3).round().astype(int).tolist()
        seen = frozenset((red, green, blue) for red, green, blue in shades)
        around = mat(look.ground, seen, look.depth)
    dark = (scene.grid.shade != 0).astype(int)
    paint: Colours = tones.inks[scene.cells] if small else tones.shades[dark, scene.cells]
    if scene.turned is not None:
        paint = _turned(paint, scene.turned[:, None], around, look)
    paint = np.clip(paint, 0, 255)
    for cell in scene.faded:
        red, green, blue = paint[cell].round().astype(int).tolist()
        paint[cell] = on_screen(mix((red, green, blue), around, FADED), look.depth)
    for cell, share, area in glows:
        cells = scene.area(cell) if area else [cell]
        end = 255.0 if paint[cell] @ (0.299, 0.587, 0.114) < 140 else 0.0  # white on dark colours
        paint[cells] += (end - paint[cells]) * share
    rgb, owners = np.vstack([paint, around]), np.array([picture.front, picture.back])
    shown = rgb[owners]
    if scene.coming and not small:
        cells, inks = (np.array(list(part)) for part in (scene.coming, scene.coming.values()))
        rgb[cells] = tones.shades[dark[cells], inks]
        shown = np.where(_wiped(scene, owners)[..., None], rgb[owners], shown)
    drawn = Frame.of(picture.glyph, *shown.round().astype(np.uint8))
    for x, y in [] if small else _outline(scene, box, picture):
        drawn.write(x, y, OUTLINE)
    if scene.grid.kind == "network":
        _draw_edges(drawn, scene, box, picture, tones, around)
    for cell, text in captions(scene, look.letters).items():
        if (spot := _spot(scene, box, picture, cell, text)) is not None:
            drawn.write(*spot, text)
    return drawn


def captions(scene: Scene, letters: bool) -> dict[int, str]:
    """What to write at cells, where there is room: signs, and the `letters` of inks, one in each
    area without a sign and one at each node of a bare graph."""
    texts = {cell: sign.text for cell, sign in scene.signs.items()}
    if not letters:
        return texts
    own = [scene.inks[ink].letter for ink in scene.cells.tolist()]
    if scene.grid.kind == "network":
        return {cell: f"{text} {own[cell]}" for cell, text in texts.items()}
    heads = scene.firsts([*reversed(range(scene.grid.n)), *texts])
    return {cell: own[cell] for cell in heads} | texts


def _merged(scene: Scene) -> tuple[int, ...]:
    """For each cell the one that looks like it and stands for it."""
    _, first, which = np.unique(scene.cells, return_index=True, return_inverse=True)
    return tuple(first[which].tolist())


def _wiped(scene: Scene, owners: Ints) -> npt.NDArray[np.bool_]:
    """Where what is coming shows already, in the shape of `owners`, (2, height, width): from the
    left to the middle of each area."""
    areas = np.append(scene.owners, -1)[owners]
    wiped = np.zeros(owners.shape, dtype=bool)
    for cell in scene.firsts(scene.coming):
        own = areas == scene.owners[cell]
        columns = np.nonzero(own)[2]
        wiped |= own & (np.arange(owners.shape[2]) < (np.median(columns) if columns.size else 0))
    return wiped


def _outline(scene: Scene, box: Box, picture: Picture) -> list[tuple[int, int]]:
    """Return the characters along the rim of what is lit or is to change, inside it; one at least
    for an area that fills none. In a line every other one, since they are twice as high as wide."""
    marked = np.zeros(scene.grid.n + 1, dtype=bool)
    marked[[*scene.lit, *scene.coming]] = True
    own = np.where(marked, np.append(scene.owners, -1), -1)
    front, back = own[picture.front], own[picture.back]
    inside = np.pad((front >= 0) & (back >= 0), 1)
    aside = ~(inside[1:-1, :-2] & inside[1:-1, 2:])
    along = ~(inside[:-2, 1:-1] & inside[2:, 1:-1])
    along[:, 1::2] = False
    whole = (front >= 0) & (front == back)  # in one area alone, and so no edge is lost
    rim, seen = whole & (aside | along), {*front[whole].tolist()}
    lone = scene.firsts(cell for cell in np.flatnonzero(marked).tolist() if own[cell] not in seen)
    spots = (_spot(scene, box, picture, cell, OUTLINE) for cell in lone)
    ys, xs = np.nonzero(rim)
    return [*zip(xs.tolist(), ys.tolist(), strict=True), *filter(None, spots)]


def _turned(paint: Colours, turned: Colours, around: RGB, look: Look) -> Colours:
    """Paper that is turned over, so far; halfway it stands on its edge."""
    seen = np.abs(1 - 2 * turned)
    if look.depth != FULL:  # fewer have nothing between paper and ground
        return np.where(seen > 0.5, paint, around)
    paint = np.where(turned > 0.5, paint + (255 - paint) * BACK * 2 * (1 - turned), paint)
    return np.asarray(around + (paint - around) * seen)


def _draw_edges(
    drawn: Frame, scene: Scene, box: Box, picture: Picture, tones: Dyes, around: RGB
) -> None:
    """Draw the edges of a bare graph, outside its cells, as lines of braille dots: between cells of
    one ink in that. A character that several cross has the colour of the last one."""
    height, width = drawn.glyph.shape
    dots, looks = np.zeros((4 * height, 2 * width), bool), np.zeros((height, width, 3), np.uint8)
    inks, faint = tones.inks.astype(int).tolist(), mix(around, legible(around), FAINT)
    cells, grid = scene.cells.tolist(), scene.grid
    for a, b in grid.graph.edges.tolist():
        here, there = (np.array(box.characters(*grid.centre(c))) * (2, 4) for c in (a, b))
        steps = int(np.abs(there - here).max()) + 2
        x, y = np.linspace(here, there, steps).astype(int).T
        dots[y, x] = True
        looks[y // 4, x // 2] = inks[cells[a]] if cells[a] == cells[b] else faint
    parts = dots.reshape(height, 4, width, 2).transpose(0, 2, 1, 3)
    bits = (parts * _DOTS).sum(axis=(2, 3))
    for y, x in np.argwhere((bits > 0) & (np.maximum(picture.front, picture.back) < 0)).tolist():
        drawn.write(x, y, chr(0x2800 + bits[y, x]), tuple(looks[y, x].tolist()), bold=False)


def _spot(scene: Scene, box: Box, picture: Picture, cell: int, text: str) -> tuple[int, int] | None:
    """Return where to write about a cell: a character that lies wholly in it or in its area, near
    the middle of those; None on a board so small that it has no character."""
    if scene.grid.kind == "network":
        x, y = box.characters(*scene.grid.centre(cell))
        return round(x - len(text) / 2), int(y)
    seen = np.concatenate([picture.places[own] for own in scene.area(cell)])
    places, times = np.unique(seen, return_counts=True)
    if not places.size:
        return None
    ys, xs = np.divmod(places[times == times.max()], picture.front.shape[1])
    best = np.argmin((xs - xs.mean()) ** 2 + 4 * (ys - ys.mean()) ** 2)
    return int(xs[best]), int(ys[best])
