"""Proofs of par, written down: a least set of presses. Whoever checks one looks at all the others
again, which are few: as many as there are quiet sets."""

import time
from collections.abc import Iterator
from dataclasses import replace

from lights_out.model import ON, apply, move_parse, start
from lights_out.solver import eliminate, sets, solve
from puzzles.core.errors import PuzzlesError
from puzzles.core.solving import Answer, Event, Limits, relay
from puzzles.grids.symbols import SymbolLevel


def certify(level: SymbolLevel, limits: Limits) -> Iterator[Event]:
    """The presses of a best solution, in a line."""
    best = yield from relay(solve(start(level), limits), Answer)
    if not best.proved or best.moves is None:
        yield best
        return
    names = " ".join(map(level.grid.name, best.moves))
    facts = {"claim": f"par {len(best.moves)}", "certificate": f"press {names}\n"}
    yield replace(best, facts=facts)


def check_by(certificate: str, level: SymbolLevel, limits: Limits) -> Answer:
    """Press, and look for a smaller set."""
    began, state = time.monotonic(), start(level)
    word, *names = certificate.split() or [""]
    if word != "press":
        raise PuzzlesError("its certificate tells no presses")
    presses = tuple(move_parse(state, name) for name in names)
    for cell in presses:
        state = apply(state, cell)
    *_, (_, one, quiet) = eliminate(start(level))
    fewest = min(each.bit_count() for each in sets(one, quiet))
    if ON in state.cells or len(presses) > fewest:
        raise PuzzlesError("the presses of its certificate are not the fewest")
    if level.par not in (None, fewest):
        raise PuzzlesError(f"par is {level.par}, but the optimum is {fewest}")
    return Answer(
        presses, True, fewest, 1 << len(quiet), time.monotonic() - began, f"par {fewest} is proved"
    )
