"""What to press next: where to look, which light it is about, then the press."""

from collections.abc import Iterator
from dataclasses import replace

from lights_out.model import ON, reach
from lights_out.solver import solve
from lights_out.telling import move
from puzzles.core.facets import MOVE, WHERE, WHY, Hint
from puzzles.core.solving import Answer, Event, Limits, relay
from puzzles.grids.symbols import SymbolState


def advise(state: SymbolState, known: tuple[int, ...], limits: Limits) -> Iterator[Event]:
    """The press of a best solution that puts the most lights out."""
    best = Answer(known, True, len(known), 0, 0.0, f"{len(known)} are enough")
    if not known:
        best = yield from relay(solve(state, limits), Answer)
    hints: list[Hint] = []
    if best.moves:
        press = max(best.moves, key=lambda cell: _lit(state, cell))
        around = tuple(reach(state.level, press))
        turned_off = _lit(state, press)
        why = f"A press here turns {turned_off} lights off and {len(around) - turned_off} on."
        hints = [
            Hint(WHERE, f"Look around {move(state, press)}.", around),
            Hint(WHY, why, tuple(cell for cell in around if state.cells[cell] == ON)),
            Hint(MOVE, f"It leaves {len(best.moves) - 1}.", move=state.level.grid.name(press)),
        ]
    yield replace(best, facts={**best.facts, "hints": [hint.as_json() for hint in hints]})


def _lit(state: SymbolState, press: int) -> int:
    return sum(state.cells[cell] == ON for cell in reach(state.level, press))
