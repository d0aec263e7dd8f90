"""Stars: each row, column and region has one star, or two, and stars do not touch, not even at a
corner. A board may have holes."""

from puzzles.grids.layers import LayeredLevel
from puzzles.grids.places import blocks, lines
from puzzles.logic.model import Model, Said

NONE = " "  # the region of a cell, before there are regions
SAID = Said(("has a star", "have stars"), ("has no star", "have no star"))


def declare(level: LayeredLevel) -> Model:
    """The rules of a board."""
    grid, number = level.grid, int(level.variant.get("stars", 1))
    model = Model(grid, range(grid.n), SAID)
    letters = dict.fromkeys(level.cells.replace(NONE, ""))
    regions = {a: [c for c, b in enumerate(level.cells) if a == b] for a in letters}
    stars, them = ("one star", "its star") if number == 1 else (f"{number} stars", "its stars")
    for name, cells in (*lines(grid), *((f"region {a}", those) for a, those in regions.items())):
        model.rule(
            cells,
            {number},
            f"{name} has {stars}",
            name=name,
            full=f"{name} has {them}",
            only=f"{name} has room for {them} only at {{free}}",
            few=f"{name} has no room for {them}",
            many=f"{name} has more than {stars}",
        )
    for block in blocks(grid, 2, 2):
        if len(block) > 1:
            model.rule(
                block,
                {0, 1},
                "stars do not touch",
                group="touch",
                full="{set} has a star, and stars do not touch",
                many="two stars touch",
            )
    return model
