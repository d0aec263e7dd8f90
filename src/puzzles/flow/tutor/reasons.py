"""The person of `difficulty`, asked for reasons: a board solved a deduction at a time.

A *deduction* is a set of conclusions that share one reason. While there are easy ones, the next is
the one that costs least to see (`costs`); a what-if is taken where nothing easier is left, as when
grading. What a what-if rests on is shrunk by deletion, far cells first, until each cell that is
left is needed: without the rule that a pipe must pass it there is no contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from puzzles.core.solving import Progress
from puzzles.flow.rules.problem import Floats, Numbers, Problem, Solution
from puzzles.flow.rules.problem import Path as Pipe
from puzzles.flow.solver.strands import EMPTY, NONE, OPEN, USED, backtrack
from puzzles.flow.tutor.position import Mask, Position

FORCED, ALONE, CUT_OFF, WHAT_IF, GUESSED = "forced", "alone", "cut off", "what if", "guess"

# A cell that nothing can pass; two colours in one pipe; a pipe without an end; one beside itself.
STUCK, JOINED, CLOSED, TOUCHED = "stuck", "joined", "closed", "touched"

# The cost to see a deduction: for each step away, for each step from the rim, for thinking.
FAR, RIM, THOUGHT = 0.25, 1.0, 0.5
OUT_OF_HAND = 1000.0  # what it costs that a hand cannot draw something yet

HIDDEN = 1000  # ways more than there are: of a vertex whose rule is not to be used

Conclusion = tuple[int, bool]  # a passage, and whether it is drawn or ruled out


@dataclass(frozen=True)
class Deduction:
    """The conclusions, in order, and the vertices that they rest on.

    `why` says which sentence fits; for a what-if, how it goes wrong: STUCK, JOINED, CLOSED or
    TOUCHED. It has also what was `supposed`, the `chain` of what followed from that, and the vertex
    at which it goes `wrong` (−1: nowhere in particular).
    """

    kind: str
    why: str
    rests_on: tuple[int, ...]
    concludes: tuple[Conclusion, ...]
    supposed: Conclusion | None = None
    chain: tuple[Conclusion, ...] = ()
    wrong: int = -1


class Reasoner(Position):
    """Solves a problem that has this solution, some paths of which may be `drawn` already; from
    the dots on where that can be, if it is for a `hand` that draws from there."""

    def __init__(
        self, problem: Problem, solution: Solution, drawn: Iterable[Pipe] = (), hand: bool = False
    ) -> None:
        super().__init__(problem, solution)
        self._hand = hand
        self.draw(drawn)
        self._last: int | None = None  # the vertex where the last deduction ended
        self._hemmed = np.zeros(problem.n, bool)  # vertices of fewer colours since a cut was seen

    def deductions(self) -> Iterator[Deduction | Progress]:
        """Yield all deductions, in the order in which a person sees them."""
        number = 0
        if beginning := self._ruled_out():
            yield beginning
        while self.undecided:
            yield Progress(number)
            number += 1
            found = self._easy() or self._exclusion() or self._rest() or self._cut_off()
            if found is None:
                e, drawn, _ = self.shortest()
                found = self._what_if(e, drawn) if e >= 0 else self._guess()
            if found.concludes:
                yield found

    def _concluded(self, kind: str, why: str, rests_on: list[int], since: int) -> Deduction:
        """The deduction that has changed the position since then."""
        self.rule_out()
        concludes = tuple(self.changes(since))
        return Deduction(kind, why, tuple(dict.fromkeys(rests_on)), concludes)

    def _ruled_out(self) -> Deduction | None:
        """Rule out the passages between dots of two colours, before anything is drawn."""
        found = self._concluded(FORCED, "dots", [], self.size)
        ends = {v for e, _ in found.concludes for v in self.ends(e)}
        return replace(found, rests_on=tuple(sorted(ends))) if ends else None

    # Cell by cell ----------------------------------------------------------------------------

    def _easy(self) -> Deduction | None:
        """Find the nearest cell that has no more ways than it needs.

        A way does not count if a pipe would touch itself there.
        """
        free = self.full_ways()
        empty = self.left_empty()
        barred = self._barred()
        left = self.open.copy()
        np.subtract.at(left, self.u[barred], 1)
        np.subtract.at(left, self.v[barred], 1)
        alone = self.full_ways(left) & ~free
        vertices = np.flatnonzero(free | empty | alone)
        if not len(vertices):
            return None
        cost = costs(self, vertices, alone[vertices], self._last)
        if self._hand:
            cost += OUT_OF_HAND * ~self.coloured(vertices)
        v = int(vertices[np.argmin(cost)])
        size = self.size
        if alone[v]:
            return self._beside(v, barred)
        if empty[v]:
            for e in self.ways(v):
                self.decide(e, False)
            self._last = v
            return self._concluded(FORCED, "empty", [v], size)
        return self._run(v)

    def _barred(self) -> Mask:
        """(m,): undecided passages by which a pipe would touch itself, or get a second colour."""
        if not self.alone:
            return self.colliding()
        self.note_other_colours()
        return self.touching() | self.colliding()

    def _run(self, v: int) -> Deduction:
        """Draw all ways of a vertex, and go on from there as long as there is no choice."""
        size, at = self.size, [v]
        ends = self._draw(v)
        while ends:
            w = ends.pop()
            if self.full_ways()[w]:
                at.append(w)
                ends += self._draw(w)
        self._last = at[-1]
        return self._concluded(FORCED, "run" if len(at) > 1 else "way", at, size)

    def _draw(self, v: int) -> list[int]:
        """Draw all ways of a vertex; where they lead."""
        ways = self.ways(v)
        for e in ways:
            self.decide(e, True)
        self.rule_out()
        return [self.other(e, v) for e in ways]

    def _beside(self, v: int, barred: Mask) -> Deduction:
        """Rule out the barred ways of a vertex, and draw the others."""
        size = self.size
        out = [e for e in self.ways(v) if barred[e]]
        contacts = [self._contact(e) for e in out]
        for e in out:
            self.decide(e, False)
        self._draw(v)
        self._last = v
        cells = [v, *(cell for contact in contacts for cell in contact)]
        return self._concluded(self._kind(out), "beside", cells, size)

    def _kind(self, barred: list[int]) -> str:
        """Return CUT_OFF if it takes a cut to see that passages are barred, else ALONE."""
        hemmed = any(self._hemmed[v] for e in barred for v in self.ends(e))
        return CUT_OFF if hemmed else ALONE

    def _contact(self, e: int) -> tuple[int, int]:
        """The nearest vertices by which the two strands that a passage joins touch elsewhere; its
        own, if it is their colours that differ."""
        one, two = (self.strand[end] for end in (self.u, self.v))
        pair = one[e], two[e]
        same = ((one == pair[0]) & (two == pair[1])) | ((one == pair[1]) & (two == pair[0]))
        same[e] = False
        others = np.flatnonzero(same & (self.state != USED))
        if not len(others):
            return self.ends(e)
        away = np.abs(self.middle[others] - self.middle[e]).sum(axis=1)
        return self.ends(int(others[np.argmin(away)]))

    def _exclusion(self) -> Deduction | None:
        """Join two ends that must be joined, or rule out what would make a pipe touch itself,
        though no cell is forced by that yet."""
        size = self.size
        if self.alone and len(meeting := np.flatnonzero(self.meeting())):
            e = self._nearest(meeting)
            self.decide(e, True)
            return self._concluded(ALONE, "meet", [*self.ends(e)], size)
        if not len(barred := np.flatnonzero(self._barred())):
            return None
        e = self._nearest(barred)
        cells = [*self.ends(e), *self._contact(e)]
        self.decide(e, False)
        return self._concluded(self._kind([e]), "touch", cells, size)

    def _nearest(self, passages: Numbers) -> int:
        """The passage nearest to where the last deduction ended."""
        if self._last is None:
            return int(passages[0])
        away = np.abs(self.middle[passages] - self.problem.place[self._last])
        return int(passages[np.argmin(away.sum(axis=1))])

    def _rest(self) -> Deduction | None:
        """Conclude all else that follows from the rules of pipes."""
        size = self.size
        self.follow(self.alone)
        return self._concluded(ALONE, "rest", [], size) if self.size > size else None

    # The whole board -------------------------------------------------------------------------

    def _cut_off(self) -> Deduction | None:
        """Conclude what must cross, or must not, where the board hangs together by little."""
        size = self.size
        self.cut_off()
        if self.size == size:
            return None
        what = self.strands.change["what"][size : self.size]
        self._hemmed |= np.isin(self.strand, what[what & 1 == 1] >> 1)
        cells = [v for e, _ in self.changes(size) for v in self.ends(e)]
        if cells:
            self._last = cells[-1]
        return self._concluded(CUT_OFF, "cut", cells, size)

    def _what_if(self, e: int, drawn: bool) -> Deduction:
        """Suppose what is refuted soonest."""
        refuted, size = self._shrunk((e, drawn)), self.size
        self.decide(e, not drawn)
        self._last = self.ends(e)[0]
        found = self._concluded(WHAT_IF, refuted.why, [], size)
        return replace(refuted, concludes=found.concludes)

    def _shrunk(self, supposed: Conclusion) -> Deduction:
        """Return how a supposition is refuted by the rules of few vertices, nearest first."""
        refuted = self.refuted(supposed)
        away = np.abs(self.problem.place - self.middle[supposed[0]]).sum(axis=1)
        touched = {v for e, _ in refuted.chain for v in self.ends(e)}
        cells = sorted(touched, key=lambda v: (away[v], v))
        kept = np.zeros(self.problem.n, bool)
        kept[cells] = True
        for v in reversed(cells):
            kept[v] = False
            fewer = self._followed(supposed, kept)
            kept[v] = fewer is None
            refuted = fewer or refuted
        return replace(refuted, rests_on=tuple(v for v in cells if kept[v]))

    def refuted(self, supposed: Conclusion) -> Deduction:
        """Return how the rules of pipes refute a supposition, which they do."""
        refuted = self._followed(supposed, np.ones(self.problem.n, bool))
        assert refuted, "what was refuted is not"
        return refuted

    def _followed(self, supposed: Conclusion, kept: Mask) -> Deduction | None:
        """Return how a supposition is refuted if pipes must pass the vertices `kept`, or None."""
        size = self.size
        self.open[~kept] += HIDDEN
        refuted = None
        if not self.suppose(*supposed):
            wrong, how = self._wrong(kept)
            chain = tuple(self.changes(size))
            refuted = Deduction(WHAT_IF, how, (), (), supposed, chain, wrong)
        backtrack(self.strands, size)
        self.open[~kept] -= HIDDEN
        return refuted

    def _wrong(self, kept: Mask) -> tuple[int, str]:
        """Return the vertex where a position contradicts itself, and how."""
        missing = self.degree - self.used
        for v in np.flatnonzero(kept & (missing > 0) & (self.open <= missing)).tolist():
            ways = self.ways(v)
            free = [e for e in ways if missing[self.other(e, v)]]
            if len(free) < missing[v]:
                return v, STUCK
            for e in free:
                w = self.other(e, v)
                one, two = int(self.strand[v]), int(self.strand[w])
                if self.mate[v] == w:
                    return v, CLOSED
                if self.colours[one] & self.colours[two] & ~EMPTY == NONE:
                    return v, JOINED
        return -1, TOUCHED if self.alone else JOINED

    def _guess(self) -> Deduction:
        """Draw the nearest passage of the solution; when it has no more, all others are empty."""
        size = self.size
        undecided = np.flatnonzero(self.state == OPEN)
        own = np.array([e for e in undecided.tolist() if e in self.solution])
        if not len(own):
            for e in undecided.tolist():
                self.decide(e, False)
            return self._concluded(GUESSED, "empty", [], size)
        e = self._nearest(own)
        self.decide(e, True)
        self._last = self.ends(e)[0]
        return self._concluded(GUESSED, "", [*self.ends(e)], size)


def costs(position: Position, vertices: Numbers, alone: Mask, last: int | None) -> Floats:
    """Return the costs to see deductions at `vertices`, (k,)."""
    place = position.problem.place
    at = place[vertices]
    low, high = place.min(axis=0), place.max(axis=0)
    rim = np.minimum(at - low, high - at).sum(axis=1)
    away = 0.0 if last is None else np.abs(at - place[last]).sum(axis=1)
    return np.asarray(FAR * away + RIM * rim + THOUGHT * alone)
