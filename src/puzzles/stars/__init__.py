"""Stars: so many stars in each row, column and region, none beside another."""

from puzzles.logic.puzzle import declared

INSTRUCTIONS = """\
Put *stars* into cells. Each row, each column and each **region** has one star, or two: the board
says how many. No star touches another, not even at a corner.

Enter, or a click, puts a star; `x`, or the right button, marks a cell that has none. Each board has
one solution, which follows from its regions.
"""

plugin = declared(
    "puzzles.stars.puzzle:Stars",
    formats=True,
    id="stars",
    title="Stars",
    blurb="One star a row, column and region, none beside another.",
    instructions=INSTRUCTIONS,
    moves_word=("star", "stars"),
)
