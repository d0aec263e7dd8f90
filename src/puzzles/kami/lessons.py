"""The tutorial: three sheets to learn Kami on."""

from __future__ import annotations

from puzzles.core.facets import Lesson


def _lesson(title: str, row: str, text: str, *moves: str) -> Lesson:
    """A board of three such rows."""
    board = "\n".join([row] * 3)
    return Lesson({"title": title, "board": board, "par": len(moves)}, text, moves)


LESSONS = (
    _lesson(
        "One fold",
        "RRRWWW",
        "A patch of one colour is a region. Choose a colour with 1 or 2, a region with the arrows, "
        "and fill it with space; or click the colour, then the region. Make the board one colour.",
        "a1 White",
    ),
    _lesson(
        "Merging",
        "RRWWRR",
        "A region joins every neighbour that has its new colour. Give the middle the colour of "
        "both its sides: one move is enough.",
        "c1 Red",
    ),
    _lesson(
        "Thinking ahead",
        "RRWWBBWWRR",
        "Par is the fewest moves there can be; here it is 2. Begin where one move joins the most: "
        "with the middle.",
        "e1 White",
        "c1 Red",
    ),
)
