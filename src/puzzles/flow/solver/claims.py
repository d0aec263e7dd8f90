"""Checks what a level claims: that it has one solution, or as many as its proof says; or that it
has one in which no pipe touches itself."""

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.core.results import FalseClaim
from puzzles.core.solving import Answer, Event, Limits, Run
from puzzles.core.words import counted
from puzzles.flow.rules.model import FlowLevel, Move
from puzzles.flow.solver.settle import MOST_LISTED, RULE, Query, Settled, ask


@dataclass(frozen=True)
class _Tally:
    """A claim of a level, and what is known of it.

    The level claims `claimed` solutions, `untouching` ones if so. There are `number` if that is
    `exact`, or at least as many.
    """

    claimed: int
    untouching: bool
    number: int
    exact: bool
    settled: Settled

    @property
    def proved(self) -> bool:
        """True if the claim is known to be true or false."""
        return self.exact or self.number > self.claimed

    @property
    def text(self) -> str:
        number = counted(self.number, "solution", self.exact)
        return f"{number} {RULE}" if self.untouching else number


def check(level: FlowLevel, limits: Limits) -> Iterator[Event | FalseClaim]:
    """Compare the claims of a level with its board; yield a fault for each that is false."""
    run, tallies = Run(limits), list[_Tally]()
    for claimed, untouching in claims(level):
        # Look for one solution more than are claimed; where these are many, count them all.
        if counted := not untouching and claimed > 1:
            query = Query(level.board.problem, method="count")
        else:
            query = Query(level.board.problem, min(max(2, claimed + 1), MOST_LISTED), untouching)
        found = yield from ask(query, run.left)
        number = found.number if counted else len(found.solutions)
        exact = found.exact if counted else found.complete
        tally = _Tally(claimed, untouching, number, exact, found)
        if tally.proved and tally.number != claimed:
            yield FalseClaim(level.place, f"this level has {tally.text}; it must have {claimed:,}")
        tallies.append(tally)
        run.nodes += found.nodes
    if level.untouching and not any(tally.number for tally in tallies):
        # None that was claimed is not none at all.
        some = yield from ask(Query(level.board.problem), run.left)
        run.nodes += some.nodes
        tallies.append(_Tally(0, False, len(some.solutions), some.complete, some))
    solutions = [solution for tally in tallies for solution in tally.settled.solutions]
    moves = tuple(map(Move, solutions[0])) if solutions else None
    doubts = [tally.settled.stopped or "limit reached" for tally in tallies if not tally.proved]
    headline = "; ".join(tally.text for tally in tallies)
    headline += "" if doubts else ", proved"
    facts = {"untouching" if tally.untouching else "fillings": tally.number for tally in tallies}
    stopped, seconds = next(iter(doubts), ""), run.seconds
    yield Answer(moves, not doubts, len(moves or ()), run.nodes, seconds, headline, stopped, facts)


def claims(level: FlowLevel) -> Iterator[tuple[int, bool]]:
    """The numbers of solutions that a level claims, each with True if it is only of those in which
    no pipe touches itself."""
    proof = level.proof
    if level.untouching:
        yield 1, True
    if "fillings" in proof or not level.untouching:
        yield proof.get("fillings", 1), False
    if "untouching" in proof and not (level.untouching and proof["untouching"] == 1):
        yield proof["untouching"], True
