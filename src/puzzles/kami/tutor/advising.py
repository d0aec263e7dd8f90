"""Hints on a board of Kami: the region to look at, the effect of the right colour, then the move;
and the reason why fewer moves are not enough."""

import time
from collections.abc import Iterator
from dataclasses import replace

from puzzles.core.results import MOVE, WHY, Advice, Hint
from puzzles.core.solving import Answer, Limits, Progress, relay
from puzzles.core.words import many
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Move, State
from puzzles.kami.solver.optima import describe_rest, why
from puzzles.kami.solver.solve import solve
from puzzles.kami.tutor import speaking
from puzzles.kami.tutor.explaining import sentence, taken_in, why_not_fewer

WITNESS = 1.5  # seconds that it may take to find what needs as many moves as the board


def advise(state: State, known: tuple[Move, ...], limits: Limits) -> Iterator[Progress | Advice]:
    """See `core.modules.Tutor.advise`."""
    began = time.monotonic()
    best = Answer(known, True, len(known), 0, 0.0, "")
    if not known:
        best = yield from relay(solve(state, limits), Answer)
    if not best.moves:
        yield Advice(**vars(best))
        return
    move, left = best.moves[0], len(best.moves) - 1
    after, unfinished = f"{describe_rest(left)}, as far as the solver knows", False
    hidden = after
    if best.proved:
        said = yield from relay(why(state, move, left, limits), Answer)
        after, unfinished = said.headline, not said.proved
        as_good = said.facts["as_good"]
        hidden = f"{describe_rest(left)}; other colours are as good" if as_good else after
    merges = taken_in(state, move)
    region = tuple(state.region(move.cell).tolist())
    taken = [
        int(cell)
        for cell in model.apply(state, move).region(move.cell)
        if state.colours[cell] == move.colour
    ]
    hints = [
        Hint(f"Look at {speaking.named(state, move.cell)}.", lit=region),
        Hint(f"The right colour {merges} here and {hidden}.", lit=(*region, *taken), kind=WHY),
        Hint(f"It {merges} and {after}.", kind=MOVE, move=model.move_text(state, move)),
    ]
    unfinished = unfinished or bool(limits.reached(time.monotonic() - began + WITNESS, 0))
    if best.proved and not unfinished:
        found = why_not_fewer(state, left + 1)
        cells = tuple(cell for first in found.cells for cell in state.region(first).tolist())
        shortest, *way = map(sentence, found.lines)
        hints += [Hint(words, lit=cells, kind=WHY) for words in (shortest, " ".join(way)) if words]
    headline = f"{many(left + 1, 'move')} {'is' if left == 0 else 'are'} enough"
    best = replace(best, headline=best.headline or headline, seconds=time.monotonic() - began)
    yield Advice(**vars(best), hints=tuple(hints), unfinished=unfinished)
