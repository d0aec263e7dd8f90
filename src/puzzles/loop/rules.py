"""Loop: lines on the sides of cells are one loop; the number of a cell is that of its lines."""

from puzzles.grids.layers import LayeredLevel
from puzzles.grids.sides import sides_of
from puzzles.logic.model import Model, Said
from puzzles.logic.wholes import OneLoop

NONE, NUMBERS = ".", "0123"
SAID = Said(("is a line", "are lines"), ("is no line", "are no line"), ("side", "sides"))
LINES = "no line", "one line", "two lines", "three lines"


def declare(level: LayeredLevel) -> Model:
    """The rules of a board. That no three lines meet follows from others, and is seen first."""
    grid = sides_of(level.grid)
    model, needed = Model(grid, range(grid.n), SAID), []
    for cell, symbol in enumerate(level.cells):
        if symbol in NUMBERS:
            around, number = grid.around(cell), int(symbol)
            needed.append((around, number))
            the, lines = f"the {number} at {level.grid.name(cell)}", LINES[number]
            model.rule(
                around,
                {number},
                f"{the} has {lines}",
                at=(grid.n + cell,),
                clue=cell,
                name=the,
                full=f"{the} has its {'line' if number == 1 else 'lines'}" if number else "",
                only=f"{the} has {lines}, and no more sides than that",
                few=f"{the} has too few lines",
                many=f"{the} has too many lines",
            )
    for meeting in grid.points.values():
        model.rule(
            meeting,
            {0, 1, 2},
            "no more than two lines meet",
            group="meet",
            full="{set} are lines that meet, and no third one may meet them",
            many="three lines meet",
        )
        model.rule(
            meeting,
            {0, 2, 3, 4},
            "a line goes on at both ends",
            group="meet",
            full="a line at {free} could not go on",
            only="{set} has to go on",
            many="a line does not go on",
        )
    closed, ends = "a loop is closed that is not all", {s: grid.ends(s) for s in range(grid.n)}
    words = "all lines are one loop"
    model.rules.append(OneLoop(words, (), many=closed, ends=ends, called=grid.name, needed=needed))
    return model
