"""Loop: one line around cells, as their numbers say."""

from puzzles.logic.puzzle import declared

INSTRUCTIONS = """\
Draw *lines* on the sides of cells. All of them together are **one loop**: it never branches, never
crosses itself, and has no end.

A **number** says how many of the four sides of its cell are lines. The cursor stands on a side: up
and down go by turns over lying and upright ones. Enter, or a click near a side, draws a line; `x`,
or the right button, marks that it has none. Each board has one solution.
"""

plugin = declared(
    "puzzles.loop.puzzle:Loop",
    formats=True,
    id="loop",
    title="Loop",
    blurb="One line around, as the numbers say.",
    instructions=INSTRUCTIONS,
    moves_word=("line", "lines"),
)
