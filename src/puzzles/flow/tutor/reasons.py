"""The person of `difficulty`, asked for reasons: a board solved a deduction at a time.

A *deduction* is a set of conclusions that share one reason. While there are easy ones, the next is
the one that costs least to see (`_costs`); a what-if is taken where nothing easier is left, as when
grading. What a what-if rests on is shrunk by a deletion filter (Chinneck & Dravnieks 1991), far
cells first, until each is needed: without the rule that a pipe must pass it nothing contradicts.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from puzzles.core.results import Explanation, Grade, Reason
from puzzles.core.solving import Event, Limits, Progress, relay
from puzzles.core.tables import Values
from puzzles.flow.rules.model import Board, FlowLevel
from puzzles.flow.rules.problem import Floats, Numbers, Path, Solution, edges_of, pieces
from puzzles.flow.solver.strands import EMPTY, NONE, USED, backtrack
from puzzles.flow.tutor.difficulty import grade, solve
from puzzles.flow.tutor.position import Mask, Position

FORCED, ALONE, CUT_OFF, WHAT_IF, GUESSED = "forced", "alone", "cut off", "what if", "guess"
CALLED = {FORCED: "one way only", ALONE: "pipes would touch", CUT_OFF: "a bottleneck"}
THOUGHTFUL = (CUT_OFF, WHAT_IF, GUESSED)  # kinds of deductions that are not seen at a glance

ANY = "a pipe"  # of which no dot is known yet

# The cost to see a deduction: for each step away, for each step from the rim, for thinking.
FAR, RIM, THOUGHT = 0.25, 1.0, 0.5
OUT_OF_HAND = 1000.0  # what it costs that a hand cannot draw something yet

HIDDEN = 1000  # ways more than there are: of a vertex whose rule is not to be used

Conclusion = tuple[int, bool]  # a passage, and whether it is drawn or ruled out


@dataclass(frozen=True)
class Deduction:
    """The conclusions, in order, the vertices that they rest on, and the reason in a sentence.

    A what-if has also what was `supposed`, the `chain` of what followed from that, the vertex at
    which it goes `wrong` (−1: nowhere in particular), and the pipes that the chain drew (`ghosts`).
    """

    kind: str
    words: str
    rests_on: tuple[int, ...]
    concludes: tuple[Conclusion, ...]
    supposed: Conclusion | None = None
    chain: tuple[Conclusion, ...] = ()
    wrong: int = -1
    ghosts: tuple[Path, ...] = ()


class Reasoner(Position):
    """Solves a board that has this solution, some paths of which may be `drawn` already; from the
    dots on where that can be, if it is for a `hand` that draws from there."""

    def __init__(
        self, board: Board, solution: Solution, drawn: Iterable[Path] = (), hand: bool = False
    ) -> None:
        super().__init__(board.problem, solution)
        self.board, self._name, self._symbols, self._hand = board, board.name, board.symbols, hand
        self._last: int | None = None  # the vertex where the last deduction ended
        self._hemmed = np.zeros(self.problem.n, bool)  # of fewer colours since a cut was seen
        own = {*edges_of(drawn)}
        for e in range(len(self.state)):
            if self.ends(e) in own:
                self.decide(e, True)
        self._since = self.size  # the changes before the next deduction

    def deductions(self) -> Iterator[Deduction | Progress]:
        """Yield all deductions, in the order in which a person sees them; for a hand, without what
        is ruled out before anything is drawn."""
        number = 0
        self.rule_out()
        if self.size > self._since and not self._hand:
            words = "Neighbouring dots of different colours are never joined."
            yield self._concluded(FORCED, words, sorted(self._changed()))
        while self.undecided:
            yield Progress(number)
            number, self._since = number + 1, self.size
            found = self._easy() or self._exclusion() or self._rest() or self._cut_off()
            found = found or self._what_if() or self._guess()
            if found.concludes:
                yield found

    def reason(self, found: Deduction) -> Reason:
        """Return a deduction as it is told, over all that is drawn by now.

        The `edges` of its facts are its conclusions. A what-if also has its supposition and the
        chain that followed: in its facts, and as ghosts with the cell that is struck out.
        """
        cell_of, dot_at = self.board.cell_of, self.board.dot_at

        def passage(conclusion: Conclusion) -> list[object]:
            e, drawn = conclusion
            return [*map(self._name, self.ends(e)), drawn]

        facts: Values = {"edges": list(map(passage, found.concludes))}
        rests_on = found.rests_on
        if found.supposed is not None:
            rests_on = rests_on or self.ends(found.supposed[0])  # refuted by all that is drawn
            facts["supposed"] = passage(found.supposed)
            facts["chain"] = list(map(passage, found.chain))
        return Reason(
            found.words,
            mark=found.kind if found.kind in THOUGHTFUL else "",
            lit=tuple(dict.fromkeys(cell_of[v] for v in rests_on)),
            struck=(cell_of[found.wrong],) if found.wrong >= 0 else (),
            paths=tuple(pieces(self.drawn())),
            ghosts=tuple(way if dot_at[way[0]] >= 0 else way[::-1] for way in found.ghosts),
            kind=found.kind,
            facts=facts,
        )

    def _concluded(self, kind: str, words: str, rests_on: Iterable[int]) -> Deduction:
        """Return the deduction that has changed the position since the last one."""
        self.rule_out()
        return Deduction(kind, words, tuple(dict.fromkeys(rests_on)), self.changes(self._since))

    def _changed(self) -> list[int]:
        """Return the ends of what was decided since the last deduction."""
        return [v for e, _ in self.changes(self._since) for v in self.ends(e)]

    # Cell by cell ----------------------------------------------------------------------------

    def _easy(self) -> Deduction | None:
        """Find the nearest cell that has no more ways than it needs.

        A way does not count if a pipe would touch itself there.
        """
        forced = self.full_ways()
        empty = self.left_empty()
        barred = self._barred()
        left = self.open.copy()
        np.subtract.at(left, self.u[barred], 1)
        np.subtract.at(left, self.v[barred], 1)
        alone = self.full_ways(left) & ~forced
        vertices = np.flatnonzero(forced | empty | alone)
        if not len(vertices):
            return None
        v = int(vertices[np.argmin(self._costs(vertices, alone[vertices]))])
        self._last = v
        if alone[v]:
            return self._beside(v, barred)
        if not empty[v]:
            return self._run(v)
        for e in self.ways(v):
            self.decide(e, False)
        words = f"A pipe that comes to {self._name(v)} could not leave it, so no pipe goes there."
        return self._concluded(FORCED, words, [v])

    def _costs(self, vertices: Numbers, alone: Mask) -> Floats:
        """Return the costs to see deductions at `vertices`, (k,)."""
        place = self.place
        at = place[vertices]
        rim = np.minimum(at - place.min(axis=0), place.max(axis=0) - at).sum(axis=1)
        away = 0.0 if self._last is None else np.abs(at - place[self._last]).sum(axis=1)
        beyond = self._hand & (self.dot[vertices] < 0) & (self.dot[self.mate[vertices]] < 0)
        return np.asarray(FAR * away + RIM * rim + THOUGHT * alone + OUT_OF_HAND * beyond)

    def _barred(self) -> Mask:
        """(m,): undecided passages by which a pipe would touch itself, or get a second colour."""
        if not self.untouching:
            return self.colliding()
        self.note_other_colours()
        return self.touching() | self.colliding()

    def _run(self, v: int) -> Deduction:
        """Draw all ways of a vertex, and go on from there as long as there is no choice."""
        rests_on, first = [v], self.ways(v)
        ends, far = self._draw(v), ""
        while ends:
            w = ends.pop()
            if self.full_ways()[w]:
                rests_on.append(w)
                ends += (new := self._draw(w))
                far = f", then on to {self._name(new[-1])}"
        self._last = rests_on[-1]
        return self._concluded(FORCED, f"{self._must(v, first)}{far}.", rests_on)

    def _draw(self, v: int) -> list[int]:
        """Draw all ways of a vertex, and return where they lead."""
        ways = self.ways(v)
        for e in ways:
            self.decide(e, True)
        self.rule_out()
        return [self.other(e, v) for e in ways]

    def _beside(self, v: int, barred: Mask) -> Deduction:
        """Rule out the barred ways of a vertex, and draw the others."""
        ways = self.ways(v)
        out = [e for e in ways if barred[e]]
        cells = [v, *(cell for e in out for cell in self._contact(e))]
        for e in out:
            self.decide(e, False)
        self._draw(v)
        must = self._must(v, [e for e in ways if not barred[e]])
        must = must[0].lower() + must[1:]
        if self._is_hemmed(out):
            words = f"This is a bottleneck, and only some pipes can get through: {must}."
            return self._concluded(CUT_OFF, words, cells)
        return self._concluded(ALONE, f"{self._touching(out)}, so {must}.", cells)

    def _is_hemmed(self, barred: list[int]) -> bool:
        """Say if it takes a cut to see that passages are barred."""
        return any(self._hemmed[v] for e in barred for v in self.ends(e))

    def _contact(self, e: int) -> tuple[int, int]:
        """Return the nearest vertices by which the two strands that a passage joins touch
        elsewhere; its own, if it is their colours that differ."""
        pair = np.sort(self.strand[[self.u, self.v]], axis=0)
        same = (pair == pair[:, [e]]).all(axis=0) & (self.state != USED)
        same[e] = False
        others = np.flatnonzero(same)
        return self.ends(self._nearest(others, self.middle[e]) if len(others) else e)

    def _exclusion(self) -> Deduction | None:
        """Join two ends that must be joined, or rule out what would make a pipe touch itself,
        though no cell is forced by that yet."""
        if self.untouching and len(meeting := np.flatnonzero(self.meeting())):
            e = self._nearest(meeting)
            self.decide(e, True)
            both = f"{self._passage(e, ' and ')} are both {self._pipe(self.ends(e)[0])}"
            words = f"{both}. Without a piece between them it touches itself."
            return self._concluded(ALONE, words, self.ends(e))
        if not len(barred := np.flatnonzero(self._barred())):
            return None
        e = self._nearest(barred)
        cells = [*self.ends(e), *self._contact(e)]
        self.decide(e, False)
        if self._is_hemmed([e]):
            words = f"This is a bottleneck: no pipe can cross from {self._passage(e)}."
            return self._concluded(CUT_OFF, words, cells)
        words = f"{self._touching([e])}, so none goes there."
        return self._concluded(ALONE, words, cells)

    def _nearest(self, passages: Numbers, place: Floats | None = None) -> int:
        """Return the passage nearest to a place, or to where the last deduction ended."""
        if place is None:
            place = self.middle[passages[0]] if self._last is None else self.place[self._last]
        return int(passages[np.abs(self.middle[passages] - place).sum(axis=1).argmin()])

    def _rest(self) -> Deduction | None:
        """Conclude all else that follows from the rules of pipes."""
        self.follow(self.untouching)
        words = "Any other piece would make a pipe touch itself or another pipe."
        return self._concluded(ALONE, words, []) if self.size > self._since else None

    # The whole board -------------------------------------------------------------------------

    def _cut_off(self) -> Deduction | None:
        """Conclude what must cross, or must not, where the board hangs together by little."""
        self.cut_off()
        if self.size == self._since:
            return None
        what = self.strands.changes["what"][self._since : self.size]
        self._hemmed |= np.isin(self.strand, what[what & 1 == 1] >> 1)
        cells = self._changed()
        self._last = cells[-1] if cells else self._last
        found = self._concluded(CUT_OFF, "", cells)
        drawn = [e for e, is_drawn in found.concludes if is_drawn]
        crosses = "a pipe must cross" if drawn else "no pipe can cross"
        ways = " and ".join(map(self._passage, drawn or [e for e, _ in found.concludes]))
        return replace(found, words=f"This is a bottleneck: {crosses} from {ways}.")

    def _what_if(self) -> Deduction | None:
        """Suppose what is refuted soonest."""
        e, drawn, _ = self.shortest_refutation()
        if e < 0:
            return None
        # By the rules of few vertices, nearest first.
        refuted = self.refuted((e, drawn))
        away = np.abs(self.place - self.middle[e]).sum(axis=1)
        touched = {v for one, _ in refuted.chain for v in self.ends(one)}
        cells = sorted(touched, key=lambda v: (away[v], v))
        kept = np.zeros(self.problem.n, bool)
        kept[cells] = True
        for v in reversed(cells):
            kept[v] = False
            fewer = self._followed((e, drawn), kept)
            kept[v] = fewer is None
            refuted = fewer or refuted
        refuted = replace(refuted, rests_on=tuple(v for v in cells if kept[v]))
        new = {self.ends(e) for e, is_drawn in refuted.chain if is_drawn}
        paths = pieces([*self.drawn(), *new])
        ghosts = tuple(path for path in paths if not new.isdisjoint(edges_of([path])))
        self.decide(e, not drawn)
        self._last = self.ends(e)[0]
        self.rule_out()
        return replace(refuted, concludes=self.changes(self._since), ghosts=ghosts)

    def refuted(self, supposed: Conclusion) -> Deduction:
        """Return how the rules of pipes refute a supposition, which they do."""
        refuted = self._followed(supposed, np.ones(self.problem.n, bool))
        assert refuted, "what was refuted is not"
        return refuted

    def _followed(self, supposed: Conclusion, kept: Mask) -> Deduction | None:
        """Return how a supposition is refuted if pipes must pass the vertices `kept`, or None."""
        size, (e, drawn) = self.size, supposed
        pipe = next(filter(None, map(self._pipe, self.ends(e))), ANY)
        self.open[~kept] += HIDDEN
        refuted = None
        if not self.suppose(e, drawn):
            wrong, how = self._wrong(kept)
            supposed_so = f"If {pipe} {'went' if drawn else 'did not go'} from {self._passage(e)}"
            any_pipe = ("one does", "none does") if pipe == ANY else ("it does", "it does not")
            words = f"{supposed_so}, {how}, so {any_pipe[drawn]}."
            refuted = Deduction(WHAT_IF, words, (), (), supposed, self.changes(size), wrong)
        backtrack(self.strands, size)
        self.open[~kept] -= HIDDEN
        return refuted

    def _wrong(self, kept: Mask) -> tuple[int, str]:
        """Return the vertex where a position contradicts itself, and how."""
        missing = self.degree - self.used
        for v in np.flatnonzero(kept & (missing > 0) & (self.open <= missing)).tolist():
            name = self._name(v)
            free = [e for e in self.ways(v) if missing[self.other(e, v)]]
            if len(free) < missing[v]:
                is_dot = self.dot[v] >= 0
                stuck = f"the dot at {name} would be walled in", f"nothing could pass {name}"
                return v, stuck[not is_dot]
            for e in free:
                w = self.other(e, v)
                if self.mate[v] == w:
                    return v, f"a pipe would run in a circle at {name}"
                one, two = self.colours[self.strand[[v, w]]]
                if one & two & ~EMPTY == NONE:
                    return v, f"two colours would collide at {name}"
        if self.untouching:
            return -1, "a pipe would have to touch itself"
        return -1, "two colours would collide at some cell"

    def _guess(self) -> Deduction:
        """Draw the nearest passage of the solution; when it has no more, all others are empty."""
        own = np.array([e for e in self.undecided if e in self.solution])
        if not len(own):
            for e in self.undecided:
                self.decide(e, False)
            return self._concluded(GUESSED, "All dots are joined; the rest stays empty.", [])
        e = self._nearest(own)
        self.decide(e, True)
        self._last = self.ends(e)[0]
        words = f"No simple rule decides this; the solution goes from {self._passage(e)}."
        return self._concluded(GUESSED, words, self.ends(e))

    # Parts of sentences ----------------------------------------------------------------------

    def _must(self, v: int, drawn: list[int]) -> str:
        """`The dot at a1 has only one way: to a2`, `The pipe through c4 must join c3 and d4`."""
        ends = " and ".join(self._name(self.other(e, v)) for e in drawn)
        name = self._name(v)
        if self.dot[v] >= 0:
            return f"The dot at {name} has only one way: to {ends}"
        if len(drawn) > 1:
            return f"The pipe through {name} must join {ends}"
        pipe = self._pipe(v) or "the pipe"
        return f"{pipe[0].upper()}{pipe[1:]} can only go on from {name} to {ends}"

    def _touching(self, barred: list[int]) -> str:
        return f"A pipe from {' or '.join(map(self._passage, barred))} would touch itself"

    def _pipe(self, v: int) -> str:
        """`pipe A` for a vertex of a pipe drawn from a dot of A, else nothing."""
        end = self.strands.vertices["end"][self.strand[v]]
        dot = int(self.dot[[end, self.mate[end]]].max())
        return f"pipe {self._symbols[dot]}" if dot >= 0 else ""

    def _passage(self, e: int, word: str = " to ") -> str:
        return word.join(map(self._name, self.ends(e)))


# All of it ---------------------------------------------------------------------------------------


def explain(level: FlowLevel, limits: Limits) -> Iterator[Event | Explanation]:
    """Explain the whole solution; raises UsageError if none is found."""
    lacking = "there is no solution to explain"
    solution = yield from solve(level.board.problem, level.untouching, lacking, limits)
    reasoner, steps = Reasoner(level.board, solution), list[Reason]()
    for found in reasoner.deductions():
        if isinstance(found, Progress):
            yield found
        else:
            steps.append(reasoner.reason(found))
    graded = yield from relay(grade(level), Grade)
    guesses = sum(step.kind == GUESSED for step in steps)
    yield Explanation(tuple(steps), {"difficulty": graded.difficulty, "guesses": guesses})
