"""The fewest presses, proved by linear algebra over GF(2).

Neither the order of presses nor pressing twice makes a difference, so a solution is a set of cells;
it solves one equation for each light (Anderson & Feil, "Turning Lights Out with Linear Algebra",
Mathematics Magazine 71, 1998). All solutions are one of them and any *quiet* set, which changes no
light. To prove the least of them, this looks at each. Sets are whole numbers, a bit for each cell.
"""

import time
from collections.abc import Iterator
from dataclasses import replace

from lights_out.rules import ON, reach, rules
from puzzles.core.errors import PuzzlesError
from puzzles.core.par import check_par
from puzzles.core.results import FalseClaim
from puzzles.core.solving import Answer, Event, Limits, Progress, relay
from puzzles.core.words import many
from puzzles.grids.symbols import SymbolLevel, SymbolState

SLICE = 20_000  # sets that are looked at between two events, for about 10 ms


def eliminate(state: SymbolState) -> Iterator[tuple[int, int, list[int]]]:
    """For the presses of the first cell, of the first two, … of all: a set of them, the lights that
    it leaves on where they could be put out, and a basis of the quiet sets."""
    left, one, quiet = sum(1 << i for i, light in enumerate(state.cells) if light == ON), 0, []
    rows: list[tuple[int, int]] = []  # lights, and a set of presses that changes just these
    for cell in range(len(state.cells)):
        lights, presses = sum(1 << i for i in reach(state.level, cell)), 1 << cell
        for row, made in rows:
            if lights & row & -row:  # the first light of a row is in no later one
                lights, presses = lights ^ row, presses ^ made
        if lights:
            rows.append((lights, presses))
            if left & lights & -lights:
                left, one = left ^ lights, one ^ presses
        else:
            quiet.append(presses)
        yield left, one, quiet


def sets(one: int, quiet: list[int]) -> Iterator[int]:
    """All sets that do the same as `one`, by a Gray code: each by one quiet set from the last."""
    yield one
    for number in range(1, 1 << len(quiet)):
        one ^= quiet[(number & -number).bit_length() - 1]
        yield one


def solve(state: SymbolState, limits: Limits, method: str = "") -> Iterator[Event]:
    """A least set of presses; in the answer's facts, how many `ways` there are with so few."""
    began = time.monotonic()
    *_, (left, best, quiet) = eliminate(state)
    if left:
        took = time.monotonic() - began
        yield Answer(None, True, 0, 1, took, "proved: no presses put these lights out")
        return
    lower, fewest, ways, stopped = -(-state.cells.count(ON) // 5), best.bit_count(), 0, ""
    for looked_at, presses in enumerate(sets(best, quiet), 1):
        if (size := presses.bit_count()) <= fewest:
            best, fewest, ways = presses, size, 1 + ways * (size == fewest)
        if looked_at % SLICE == 0:
            took = time.monotonic() - began
            if stopped := limits.reached(took, looked_at):
                break
            yield Progress(looked_at, took, lower, fewest)
    said = f"{'best known' if stopped else 'proved optimal'}: {fewest} press{'es' * (fewest != 1)}"
    lower, took = lower if stopped else fewest, time.monotonic() - began
    yield Answer(cells(best), not stopped, lower, looked_at, took, said, stopped, {"ways": ways})


def check(level: SymbolLevel, limits: Limits) -> Iterator[Event | FalseClaim]:
    """Solve the level, and compare with the par it claims."""
    return check_par(level.par, level.par_place, solve(rules.start(level), limits))


def cells(some: int) -> tuple[int, ...]:
    """The cells of a set, ascending."""
    return tuple(cell for cell in range(some.bit_length()) if some >> cell & 1)


def count(state: SymbolState, limits: Limits) -> Iterator[Event]:
    """All sets of presses that put the lights out; none need be looked at, for each set of quiet
    ones gives another."""
    *_, (left, _, quiet) = eliminate(state)
    number = 0 if left else 1 << len(quiet)
    headline = many(number, "solution")
    yield Answer(None, True, 0, len(state.cells), 0.0, headline, count=number)


def certify(level: SymbolLevel, limits: Limits) -> Iterator[Event]:
    """The presses of a best solution, in a line."""
    best = yield from relay(solve(rules.start(level), limits), Answer)
    if not best.proved or best.moves is None:
        yield best
        return
    names = " ".join(map(level.grid.name, best.moves))
    facts = {"claim": f"par {len(best.moves)}", "certificate": f"press {names}\n"}
    yield replace(best, facts=facts)


def check_by(certificate: str, level: SymbolLevel, limits: Limits) -> Answer:
    """Press, and look for a smaller set."""
    began, state = time.monotonic(), rules.start(level)
    word, *names = certificate.split() or [""]
    if word != "press":
        raise PuzzlesError("its certificate tells no presses")
    presses = tuple(rules.move_parse(state, name) for name in names)
    for cell in presses:
        state = rules.apply(state, cell)
    *_, (_, one, quiet) = eliminate(rules.start(level))
    fewest = min(each.bit_count() for each in sets(one, quiet))
    if ON in state.cells or len(presses) > fewest:
        raise PuzzlesError("the presses of its certificate are not the fewest")
    if level.par not in (None, fewest):
        raise PuzzlesError(f"par is {level.par}, but the optimum is {fewest}")
    return Answer(
        presses, True, fewest, 1 << len(quiet), time.monotonic() - began, f"par {fewest} is proved"
    )
