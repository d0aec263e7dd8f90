"""A scene as characters: the layout of any, and its frame."""

from collections.abc import Iterable

from puzzles.characters import cells, lines
from puzzles.characters.frame import Colours, Frame
from puzzles.characters.ink import Glow, Look
from puzzles.characters.raster import Box, choose_box
from puzzles.grids.scene import Scene


def layout(scene: Scene, look: Look, width: int, height: int, turn: bool | None = None) -> Box:
    """Choose the box to draw with in this many characters; `turn` says whether to turn the board
    on its side, where that can be."""
    if scene.bare:
        return lines.layout(scene, look, width, height)
    turn = None if look.thumbnail else turn
    return choose_box(scene.grid, look.tier, width, height, turn, look.thumbnail)


def colours(scene: Scene, box: Box, look: Look) -> Colours:
    """The inks as they are drawn."""
    return lines.colours(scene, look) if scene.bare else cells.colours(scene, box, look).inks


def frame(scene: Scene, box: Box, look: Look, glows: Iterable[Glow] = ()) -> Frame:
    """Draw the board; `glows` are the cells under cursor and pointer."""
    frame = lines.frame if scene.bare else cells.frame
    return frame(scene, box, look, glows)
