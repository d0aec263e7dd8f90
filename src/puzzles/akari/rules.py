"""Akari: lamps light their row and column up to the next wall. All cells are to be lit, no lamp
shines on another, and a wall with a number touches so many lamps."""

from puzzles.grids.layers import LayeredLevel
from puzzles.grids.places import runs
from puzzles.logic.model import Model, Said

FREE, WALL, NUMBERS = ".", "#", "01234"
SHINE = "shine"  # the group of rules about the cells of a run
SAID = Said(("has a lamp", "have lamps"), ("has no lamp", "have no lamp"))


def declare(level: LayeredLevel) -> Model:
    """The rules of a board."""
    grid, cells = level.grid, level.cells
    free = [cell for cell in range(grid.n) if cells[cell] == FREE]
    model = Model(grid, free, SAID)
    lighting: dict[int, set[int]] = {cell: {cell} for cell in free}
    for run in runs(grid, free):
        for cell in run:
            lighting[cell].update(run)
        if len(run) > 1:
            model.rule(
                run,
                {0, 1},
                "no lamp shines on another",
                group=SHINE,
                full="the lamp at {set} may not shine on another",
                many="two lamps shine on each other",
            )
    for cell, those in lighting.items():
        name = grid.name(cell)
        model.rule(
            sorted(those),
            range(1, len(those) + 1),
            f"{name} has to be lit",
            at=(cell,),
            name=f"what can light {name}",
            only=f"only {{free}} can light {name}",
            few=f"nothing can light {name}",
        )
    for wall in range(grid.n):
        if cells[wall] in NUMBERS:
            number = int(cells[wall])
            near = [cell for cell in grid.graph.neighbours[wall] if cells[cell] == FREE]
            lamps = ("no lamp", "one lamp")[number] if number < 2 else f"{number} lamps"
            the = f"the {number} at {grid.name(wall)}"
            model.rule(
                near,
                {number},
                f"{the} touches {lamps}",
                at=(wall,),
                clue=wall,
                name=f"what touches {the}",
                full=f"{the} has its lamps" if number else f"{the} touches no lamp",
                only=f"{the} touches {lamps}, and has no more room than that",
                few=f"{the} cannot have {lamps}",
                many=f"{the} has too many lamps",
            )
    return model
