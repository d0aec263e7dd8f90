"""Binairo: fill lines with two marks, as many of each."""

from puzzles.logic.puzzle import declared

INSTRUCTIONS = """\
Fill each cell with `●` or `○`. Each row and each column has **as many of one as of the other**, and
**no three of one kind** stand side by side in a line.

Two cells with `=` between them are alike, two with `×` are not. On most boards no two rows are
alike, and no two columns. The panel says whether that holds.

Enter or `1` puts `●`, `x` or `0` puts `○`; or the left and the right button. The same again empties
the cell. Given cells have a mark in their corner, and stay.
"""

plugin = declared(
    "puzzles.binairo.puzzle:Binairo",
    id="binairo",
    title="Binairo",
    blurb="As many ● as ○ in each line, no three in a row.",
    instructions=INSTRUCTIONS,
    moves_word=("cell", "cells"),
)
