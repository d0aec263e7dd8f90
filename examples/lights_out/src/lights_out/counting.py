"""How many solutions there are, how many of the best, and why a press is in one of those."""

from collections.abc import Iterator
from dataclasses import replace

from lights_out.model import apply, start
from lights_out.solver import eliminate, solve
from puzzles.core.errors import UsageError
from puzzles.core.facets import Explanation, Reason
from puzzles.core.solving import Answer, Event, Limits, relay
from puzzles.grids.symbols import SymbolLevel, SymbolState


def count(state: SymbolState, limits: Limits) -> Iterator[Event]:
    """All sets of presses that put the lights out; none need be looked at, for each set of quiet
    ones gives another."""
    *_, (left, _, quiet) = eliminate(state)
    number = 0 if left else 1 << len(quiet)
    headline = f"{number:,} solution{'s' * (number != 1)}"
    facts = {"solutions": number, "complete": True}
    yield Answer(None, True, 0, len(state.cells), 0.0, headline, "", facts)


def solutions(state: SymbolState, limits: Limits, most: int) -> Iterator[Event]:
    """The least sets, up to `most`."""
    best = yield from relay(solve(state, limits), Answer)
    ways = best.facts.get("ways", 0)
    facts = {"solutions": min(ways, most), "complete": best.proved and ways <= most}
    said = f"{best.headline}; {ways:,} such solution{'s' * (ways != 1)}"
    yield replace(best, facts=facts, headline=said)


def why(state: SymbolState, cell: int, left: int, limits: Limits) -> Iterator[Event]:
    """A press is in as many of the best solutions as there are best ones after it. Nothing is said
    if a limit keeps them from being counted."""
    before = yield from relay(solve(state, limits), Answer)
    after = yield from relay(solve(apply(state, cell), limits), Answer)
    ways, part = before.facts["ways"], after.facts["ways"]
    some = f"{part:,} of {ways:,} best solutions have it"
    said = f"leaves {left}; {some if part < ways else 'every best solution has it'}"
    known = before.proved and after.proved
    yield replace(after, moves=None, headline=said if known else "", facts={})


def explain(level: SymbolLevel, limits: Limits) -> Iterator[Event | Explanation]:
    """Each press of a best solution, and how many of those have it."""
    state, steps = start(level), []
    best = yield from relay(solve(state, limits), Answer)
    if not best.proved or best.moves is None:
        raise UsageError(f"there is nothing to explain: {best.headline}")
    for number, cell in enumerate(best.moves, 1):
        said = yield from relay(why(state, cell, len(best.moves) - number, limits), Answer)
        name = level.grid.name(cell)
        steps.append(Reason("press", f"{name} {said.headline}", (name,)))
        state = apply(state, cell)
    yield Explanation(tuple(steps), {"difficulty": level.difficulty}, (best.headline,))
