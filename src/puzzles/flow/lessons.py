"""The tutorial: three boards to learn Flow on, and one for each kind of board besides."""

from puzzles.core.results import Lesson
from puzzles.flow.rules.model import FlowLevel


def _lesson(
    title: str, board: str, text: str, *moves: str, spoken: str = "", **keys: object
) -> Lesson:
    return Lesson({"title": title, "board": board, **keys}, text, moves, spoken)


LESSONS = (
    _lesson(
        "Two pipes",
        "A..A\nB..B",
        "Join the two dots of each colour. Drag from dot to dot; or go to a dot with the arrows, "
        "press space to pick it up, and draw with the arrows.",
        "a1 right 3",
        "a2 right 3",
        spoken="Join the two dots of each colour. Tab goes to a dot, space picks it up, and "
        "the arrows draw. Or press colon and type a pipe: A right 3 draws from the first A three "
        "cells to the right; look says what is where.",
    ),
    _lesson(
        "Fill the board",
        ".A..\n.B..\n..AB",
        "Pipes must fill every cell, so the shortest way is often wrong. Draw over a pipe to "
        "replace it; u undoes.",
        "b1 left 1 down 2 right 2",
        "b2 right 1 up 1 right 1 down 2",
    ),
    _lesson(
        "A whole puzzle",
        ".AB.\n.C..\n.BC.\nA...",
        "Start where there is only one way: in a corner a pipe has to bend. This board has exactly "
        "one solution, as all boards have.",
        "b1 left 1 down 3",
        "c1 right 1 down 3 left 2 up 1",
        "b2 right 1 down 1",
    ),
    _lesson(
        "Watch",
        "...A\n.CB.\n..C.\n.BA.",
        "Press S and watch: the solver draws the pipes. Space holds it, the arrows step, and esc "
        "comes back. Then do it yourself.",
        "c4 right 1 up 3",
        "b4 left 1 up 3 right 2 down 1",
        "c3 left 1 up 1",
    ),
)

KINDS = {
    "gaps": _lesson(
        "Gaps",
        "AB.\n.#.\n.AB",
        "Where the board is hatched there is no cell: pipes go round.",
        "a1 down 2 right 1",
        "b1 right 1 down 2",
        spoken="Some places have no cell: pipes go round. Press colon and type look to hear them.",
    ),
    "walls": _lesson(
        "Walls",
        "A|. .\n\n. .|A",
        "A bar between two cells is a wall. No pipe goes through it.",
        "a1 down 1 right 1 up 1 right 1 down 1",
        spoken="Between some cells is a wall. No pipe goes through it. "
        "Press colon and type look to hear them.",
    ),
    "warps": _lesson(
        "Warps",
        "BA.AB\nC...C\nD...D",
        "Arrows show where the rim is open: a pipe that goes out there comes in on the other side. "
        "Draw B out at the left; with the mouse, go from rim to rim.",
        "b1 right 2",
        "a1 left 1",
        "a2 right 4",
        "a3 right 4",
        spoken="Where the rim is open, a pipe that goes out comes in on the other side. Draw B out "
        "at the left: B left 1.",
        wrap=True,
        # Of all rims, those of the first row are open.
        walls=["a1-a3", "b1-b3", "c1-c3", "d1-d3", "e1-e3", "a2-e2", "a3-e3"],
    ),
    "bridges": _lesson(
        "Bridges",
        "#A#\nB+B\n#A#",
        "On a bridge one pipe passes over another. Both go straight on.",
        "b1 down 2",
        "a2 right 2",
    ),
    "hexes": _lesson(
        "Hexagons",
        "  .   A\nA   .\n  .   B\nB   .",
        "A hexagon has six neighbours: pipes can run diagonally, too; use left and right, or "
        "home, end and the page keys.",
        "a1 upright 1 downright 1 upright 1",
        "a2 upright 1 downright 1 upright 1",
        spoken="A hexagon has six neighbours: pipes can run diagonally, too; use home, end and "
        "the page keys, in words upleft, upright, downleft and downright.",
        grid="hex",
    ),
    "twins": _lesson(
        "Twins",
        "A.AA.A",
        "A colour may have several pairs. Any two of its dots may be joined, as long as all are.",
        "a1 right 2",
        "d1 right 2",
    ),
}


def kinds(level: FlowLevel) -> tuple[str, ...]:
    """The KINDS that a level is of."""
    return level.board.kinds
