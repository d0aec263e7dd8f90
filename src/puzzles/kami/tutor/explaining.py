"""Explains a Kami level: an optimal line, the effect of each move that no other colour has, and the
reason why no line is shorter."""

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.core.errors import UsageError
from puzzles.core.results import Explanation, Reason
from puzzles.core.solving import Answer, Event, Limits, relay
from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.kami.rules import model
from puzzles.kami.rules.model import KamiLevel, Move, State
from puzzles.kami.solver.optima import why
from puzzles.kami.solver.solve import parts_of, solve
from puzzles.kami.solver.witness import Witness, witness
from puzzles.kami.tutor import speaking

KINDS = {2: "pair", 3: "triple", 4: "quadruple"}  # of witnesses


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
        words = f"{move_words}. It {taken_in(state, move)} and {said.headline}"
        facts = {**model.move_facts(state, move), "merges": _merged(state, move), "left": left}
        steps.append(Reason(sentence(words), lit=(move.cell,), kind="move", facts=facts))
        state = model.apply(state, move)
    shortest = why_not_fewer(start, len(best.moves))
    yield Explanation(
        tuple(steps),
        {"difficulty": level.difficulty, "par": len(best.moves), "witness": shortest.facts},
        tuple(map(sentence, shortest.lines)),
    )


def _merged(state: State, move: Move) -> int:
    return int(state.region_graph.n - model.apply(state, move).region_graph.n)


def taken_in(state: State, move: Move) -> str:
    """Describe the merging of a move: `merges 3 neighbours`."""
    merged = _merged(state, move)
    return f"merges {many(merged, 'neighbour') if merged else 'no neighbour'}"


def sentence(words: str) -> str:
    """Return words with a capital and a full stop."""
    return f"{words[0].upper()}{words[1:]}."


@dataclass(frozen=True)
class WhyNotFewer:
    """The reason why so many moves are needed: in lines, as JSON values, and a cell of each region
    that it speaks of."""

    lines: tuple[str, ...]
    facts: Values
    cells: tuple[int, ...] = ()


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
    alone = f"{', '.join(ends[:-1])} and {ends[-1]} alone need {found.needs} moves to become one"
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
    return WhyNotFewer(lines, facts, tuple(cells[v] for v in found.regions))
