"""Binairo: each cell is 0 or 1. A row or column has as many of each, and nowhere three of one next
to each other. Cells with = between them are alike, those with x are not. On some boards no two rows
and no two columns are alike."""

from dataclasses import dataclass
from itertools import combinations

from puzzles.grids.layers import LayeredLevel
from puzzles.grids.places import blocks, columns, rows
from puzzles.logic.model import Marks, Model, Rule, Said
from puzzles.sat.patterns import Pattern, unlike

FREE = "."
SAID = Said(("is 1", "are 1"), ("is 0", "are 0"))


def declare(level: LayeredLevel) -> Model:
    """The rules of a board."""
    grid = level.grid
    model = Model(grid, range(grid.n), SAID, whole=True)
    model.givens = {c if s == "1" else ~c for c, s in enumerate(level.cells) if s != FREE}
    for lines in ([*rows(grid)], [*columns(grid)]):
        for name, cells in lines:
            half, odd = divmod(len(cells), 2)
            model.rule(
                cells,
                () if odd else {half},
                f"{name} has as many 0s as 1s",
                name=name,
                full=f"{name} has all its 1s",
                only=f"{name} has all its 0s",
                few=f"{name} has too many 0s",
                many=f"{name} has too many 1s",
            )
        for (name, cells), (other, others) in combinations(lines, 2):
            if level.variant.get("unlike", False) and len(cells) == len(others):
                both, places = f"{name} and {other}", (*cells, *others)
                model.rules.append(
                    Unlike(f"{both} are not alike", places, many=f"{both} are alike")
                )
    for three in (*blocks(grid, 3, 1), *blocks(grid, 1, 3)):
        model.rule(
            three,
            {1, 2},
            "no three next to each other are alike",
            group="three",
            full="{set} are 1, and no three next to each other are alike",
            only="{out} are 0, and no three next to each other are alike",
            few="three 0s are next to each other",
            many="three 1s are next to each other",
        )
    for (a, b), sign in level.between.items():
        names = f"{grid.name(a)} and {grid.name(b)}"
        alike, other = f"{names} are alike", f"{names} are not alike"
        if sign != "=":
            alike, other = other, alike
        same = {0, 2} if sign == "=" else {1}
        model.rule((a, b), same, alike, clue=(a, b), few=other, many=other)
    return model


@dataclass(eq=False)
class Unlike(Rule):
    """The first half of the places is not marked like the other half."""

    @property
    def pattern(self) -> Pattern:
        return unlike(len(self.places) // 2)

    def broken(self, marks: Marks) -> bool:
        half = len(self.places) // 2
        pairs = zip(self.places[:half], self.places[half:], strict=True)
        return all({a, b} <= marks or {~a, ~b} <= marks for a, b in pairs)
