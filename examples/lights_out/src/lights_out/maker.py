"""What a board that is drawn is worth, and how it becomes one that can be solved, in one way."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from lights_out.rules import NONE, OFF, ON, TURNED, rules
from lights_out.solver import eliminate, solve
from puzzles.core.errors import UsageError
from puzzles.core.results import Proposal, Verdict
from puzzles.core.solving import UNLIMITED, Answer, Progress
from puzzles.core.words import many
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolLevel


def judge(level: SymbolLevel) -> Iterator[Progress | Verdict]:
    """Yield verdicts on a board that is being drawn: its par, once it is proved."""
    for event in solve(rules.start(level), UNLIMITED):
        if not isinstance(event, Answer):
            yield event
            continue
        claims = {"par": len(event.moves)} if event.proved and event.moves else {}
        yield Verdict((event.headline,), event.proved, claims=claims)
        if event.moves is not None:
            ways = event.facts["ways"]
            words = event.headline, many(ways, "way")
            yield Verdict(words, event.proved, claims=claims)


def wishes(sketch: SymbolLevel) -> Mapping[str, str]:
    return {"solvable": "Make it solvable"}


def assist(
    sketch: SymbolLevel, wish: str, orbits: Sequence[Sequence[int]]
) -> Iterator[Progress | Proposal[SymbolLevel]]:
    """Try all sets of lights, the small ones first; these boards have no symmetries."""
    cells = [cell for cell, light in enumerate(sketch.cells) if light in (ON, OFF)]
    sets = (some for size in range(len(cells) + 1) for some in combinations(cells, size))
    for number, some in enumerate(sets):
        yield Progress(number)
        board = sketch
        for cell in some:
            lit = TURNED[board.cells[cell]]
            board = replace(board, cells=f"{board.cells[:cell]}{lit}{board.cells[cell + 1 :]}")
        if ON in board.cells and _solvable(board):
            words = tuple(f"the light at {sketch.grid.name(cell)}" for cell in some)
            yield Proposal(board, words, "no fewer lights do, proved")
            return
    raise UsageError("no lights can be put out on this board")


def _solvable(sketch: SymbolLevel) -> bool:
    """Whether its lights can be put out; a sketch has a cell at every place."""
    places = [cell for cell, light in enumerate(sketch.cells) if light != NONE]
    present = sketch.grid.index >= 0
    for cell in set(range(sketch.grid.n)) - set(places):
        present[sketch.grid.row[cell], sketch.grid.col[cell]] = False
    cells = "".join(sketch.cells[cell] for cell in places)
    *_, (left, _, _) = eliminate(
        rules.start(replace(sketch, grid=SquareGrid(present), cells=cells))
    )
    return not left


GRIDS = rules.GRIDS
blank, sketch, draft, grid = rules.blank, rules.sketch, rules.draft, rules.grid
things, at, put, recut = rules.things, rules.at, rules.put, rules.recut
