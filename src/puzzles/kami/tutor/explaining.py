"""Explains a Kami level: an optimal line, the effect of each move that no other colour has, and the
reason why no line is shorter; and the hints of a game, which say the same of one move, in parts."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from puzzles.core.errors import UsageError, sentence
from puzzles.core.results import MOVE, WHY, Advice, Explanation, Hint, Reason
from puzzles.core.solving import Answer, Event, Limits, Progress, relay
from puzzles.core.tables import Values
from puzzles.core.words import listed, many
from puzzles.kami.rules import model
from puzzles.kami.rules.model import KamiLevel, Move, State
from puzzles.kami.solver.optima import describe_rest, why
from puzzles.kami.solver.solve import parts_of, solve
from puzzles.kami.solver.witness import Witness, witness
from puzzles.kami.tutor import speaking

WITNESS = 1.5  # seconds that it may take to find what needs as many moves as the board
KINDS = {2: "pair", 3: "triple", 4: "quadruple"}  # of witnesses
CALLED = {  # what people say that keeps a board from being solved sooner
    "colours": "a colour each move",
    "pair": "two regions apart",
    "triple": "three regions apart",
    "quadruple": "four regions apart",
    "search": "too many regions",
}


def explain(level: KamiLevel, limits: Limits) -> Iterator[Event | Explanation]:
    """An optimal line in reasons; UsageError where none is proved."""
    start = state = model.start(level)
    best = yield from relay(solve(state, limits), Answer)
    if not best.proved or best.moves is None:
        raise UsageError(f"there is nothing to explain: {best.headline}")
    steps = []
    for number, move in enumerate(best.moves, 1):
        left = len(best.moves) - number
        said = yield from relay(why(state, move, left, limits), Answer)
        move_words = speaking.move_words(state, move)
        words = f"{move_words}. It {purpose(state, move)}: {said.headline}"
        facts = {**model.move_facts(state, move), "merges": _merged(state, move), "left": left}
        steps.append(Reason(sentence(words), lit=(move.cell,), kind="move", facts=facts))
        state = model.apply(state, move)
    shortest = why_not_fewer(start, len(best.moves))
    yield Explanation(
        tuple(steps),
        {"difficulty": level.difficulty, "par": len(best.moves), "witness": shortest.facts},
        tuple(map(sentence, shortest.lines)),
    )


def advise(state: State, known: tuple[Move, ...], limits: Limits) -> Iterator[Progress | Advice]:
    """See `core.modules.Tutor.advise`."""
    began = time.monotonic()
    best = Answer(known, True, len(known))
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
    merged, aim = _merged(state, move), purpose(state, move)
    joins = f"joins {many(merged, 'neighbour')}" if merged else "joins nothing yet"
    region = tuple(state.region(move.cell).tolist())
    taken = [
        int(cell)
        for cell in model.apply(state, move).region(move.cell)
        if state.colours[cell] == move.colour
    ]
    hints = [
        Hint(*speaking.both("Look at {}", speaking.region, state, move.cell), lit=region),
        Hint(f"The right colour {joins}: {hidden}.", lit=(*region, *taken), kind=WHY),
        Hint(f"It {aim}: {after}.", kind=MOVE, move=model.move_text(state, move)),
    ]
    unfinished = unfinished or bool(limits.reached(time.monotonic() - began + WITNESS, 0))
    if best.proved and not unfinished:
        found = why_not_fewer(state, left + 1)
        cells = tuple(cell for first in found.cells[-1] for cell in state.region(first).tolist())
        shortest, *way = map(sentence, found.lines)
        first = Hint(shortest, lit=cells, kind=WHY, reason=CALLED[str(found.facts["kind"])])
        hints += [replace(first, words=words) for words in (shortest, " ".join(way)) if words]
    headline = f"{many(left + 1, 'move')} {'is' if left == 0 else 'are'} enough"
    best = replace(best, headline=best.headline or headline)
    yield Advice(**vars(best), hints=tuple(hints), unfinished=unfinished)


def _merged(state: State, move: Move) -> int:
    return int(state.region_graph.n - model.apply(state, move).region_graph.n)


def purpose(state: State, move: Move) -> str:
    """Say what a move is for: the regions that it joins, and the colour that it ends: `joins both
    Pear regions and ends Cherry`."""
    own, colours = int(state.region_of[move.cell]), state.colours[state.region_cell]
    name, ended = (state.board.palette[c].name for c in (move.colour, int(colours[own])))
    joined = sum(colours[near] == move.colour for near in state.region_graph.neighbours[own])
    every = int((colours == move.colour).sum())
    alone = int((colours == colours[own]).sum()) == 1
    if joined == 0:
        return f"joins nothing, but ends {ended}" if alone else "joins nothing yet"
    if joined == 1:
        said = f"grows into {'the' if every == 1 else 'one'} {name} region"
    else:
        number = "both" if joined == every == 2 else f"all {every}" if joined == every else joined
        said = f"joins {number} {name} regions"
    return said + f" and ends {ended}" * alone


@dataclass(frozen=True)
class WhyNotFewer:
    """The reason why so many moves are needed: in lines and as JSON values; for the first of the
    lines a cell of each region that they speak of; and moves that join these regions."""

    lines: tuple[str, ...]
    facts: Values
    cells: tuple[list[int], ...] = ([],)
    moves: tuple[Move, ...] = ()


def why_not_fewer(state: State, needs: int) -> WhyNotFewer:
    """Return the reason why no line is shorter than one of `needs` moves, which is proved
    optimal."""
    final, parts = state.board.final, parts_of(state)
    present = set(state.colours.tolist())
    going = len(present) - 1 if final is None else len(present - {final})
    if going == needs:
        colours = "colour has" if going == 1 else "colours have"
        most = f"{going} {colours} to disappear, and a move removes at most one"
        return WhyNotFewer(
            (f"no shorter solution exists: {most}",), {"kind": "colours", "needs": needs}
        )
    if len(parts) == 1 and final is None:
        part = parts[0]
        names = sorted(set(part.colours))  # the bounds number only the colours there are
        if found := witness(part.graph, [names.index(c) for c in part.colours], needs):
            return _describe(state, found, part.cells, names)
    best = f"the search proves that {needs - 1} more are needed after any first move"
    return WhyNotFewer((f"no shorter solution exists: {best}",), {"kind": "search", "needs": needs})


def _describe(state: State, found: Witness, cells: list[int], colours: list[int]) -> WhyNotFewer:
    """Describe a witness by the cells of its regions and the board's numbers of its colours."""
    name, palette = state.board.grid.name, state.board.palette
    ends = [speaking.named(state, cells[v]) for v in found.ends]
    folds = [
        {"cells": [name(cells[v]) for v in regions], "colour": palette[colours[c]].name}
        for regions, c in found.folds
    ]
    alone = f"{listed(ends)} alone need {found.needs} moves to become one"
    words = (f"{fold['cells'][0]} {fold['colour']}" for fold in folds)
    moves = "; ".join(f"{i}. {fold}" for i, fold in enumerate(words, 1))
    way = " ".join(name(cells[v]) for v in found.regions)
    facts = {
        "kind": KINDS[len(ends)],
        "needs": found.needs,
        "ends": [name(cells[v]) for v in found.ends],
        "way": [name(cells[v]) for v in found.regions],
        "moves": folds,
    }
    lines = (
        f"no shorter solution exists: {alone}, whatever else is on the board",
        f"the cheapest way to join them: {way}",
        f"moves along it: {moves}",
    )
    lit = [cells[v] for v in found.ends], [cells[v] for v in found.regions]
    folded = tuple(Move(cells[regions[0]], colours[c]) for regions, c in found.folds)
    return WhyNotFewer(lines, facts, lit, folded)
