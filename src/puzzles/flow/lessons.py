"""The tutorial: three boards to learn Flow on."""

from __future__ import annotations

from puzzles.core.facets import Lesson


def _lesson(title: str, board: str, text: str, *moves: str) -> Lesson:
    return Lesson({"title": title, "board": board}, text, moves)


LESSONS = (
    _lesson(
        "Two pipes",
        "A..A\nB..B",
        "Join the two dots of each colour. Drag from dot to dot; or go to a dot with the arrows, "
        "take hold of it with space, and draw with the arrows.",
        "a1 right 3",
        "a2 right 3",
    ),
    _lesson(
        "Fill the board",
        ".A..\n.B..\n..AB",
        "Pipes must fill every cell, so the shortest way is often wrong. What you draw again is "
        "drawn anew; u takes a pipe back.",
        "b1 left 1 down 2 right 2",
        "b2 right 1 up 1 right 1 down 2",
    ),
    _lesson(
        "A whole puzzle",
        ".AB.\n.C..\n.BC.\nA...",
        "Begin where there is only one way: in a corner a pipe has to bend. This board has exactly "
        "one solution, as all of them have.",
        "b1 left 1 down 3",
        "c1 right 1 down 3 left 2 up 1",
        "b2 right 1 down 1",
    ),
)
