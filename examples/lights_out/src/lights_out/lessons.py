"""The tutorial: three boards to learn Lights Out on."""

from puzzles.core.facets import Lesson

LESSONS = (
    Lesson(
        {"title": "One press", "board": "-*-\n***\n-*-", "par": 1},
        "A press turns a light and its four neighbours. Go to the middle with the arrows and "
        "press enter; or click it.",
        ("b2",),
    ),
    Lesson(
        {"title": "At the rim", "board": "**-\n*-*\n-**", "par": 2},
        "In a corner a press turns three lights, at a side four. Two presses are enough here.",
        ("a1", "c3"),
    ),
    Lesson(
        {"title": "In any order", "board": "--*\n**-\n---", "par": 2},
        "Where presses overlap, a light is turned twice, and stays as it was. The order of "
        "presses makes no difference.",
        ("a1", "b1"),
    ),
)
