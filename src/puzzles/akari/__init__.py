"""Akari: light every cell, so that no lamp shines on another."""

from puzzles.logic.puzzle import declared

INSTRUCTIONS = """\
Put *lamps* into cells. A lamp lights its own cell, and its row and column up to the next wall.

**Light every cell**, so that no lamp shines on another. The number on a wall
is that of the lamps beside it.

Enter, or a click, puts a lamp; `x`, or the right button, marks a cell that has none. Each board has
one solution, which follows from its numbers.
"""

plugin = declared(
    "puzzles.akari.puzzle:Akari",
    formats=True,
    id="akari",
    title="Akari",
    blurb="Light every cell, no lamp another.",
    instructions=INSTRUCTIONS,
    moves_word=("lamp", "lamps"),
)
