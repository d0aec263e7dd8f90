"""A deduction in a sentence, as a player would say it."""

from __future__ import annotations

from itertools import takewhile

from puzzles.flow.rules.model import Board
from puzzles.flow.tutor.position import Position
from puzzles.flow.tutor.reasons import (
    ALONE,
    CLOSED,
    CUT_OFF,
    FORCED,
    GUESSED,
    JOINED,
    STUCK,
    TOUCHED,
    WHAT_IF,
    Conclusion,
    Deduction,
)


def sentence(board: Board, position: Position, found: Deduction) -> str:
    """The sentence for a deduction that has just changed the position."""
    words = _Words(board, position)
    kinds = {
        FORCED: words.forced,
        ALONE: words.alone,
        CUT_OFF: words.cut_off,
        WHAT_IF: words.what_if,
        GUESSED: words.guess,
    }
    return kinds[found.kind](found)


class _Words:
    def __init__(self, board: Board, position: Position) -> None:
        self._board, self._position, self._name = board, position, board.name

    def forced(self, found: Deduction) -> str:
        if found.why == "dots":
            return "Two dots of different colours that lie side by side are never joined."
        v = found.rests_on[0]
        if found.why == "empty":
            here = self._name(v)
            return f"A pipe that comes to {here} could not leave it, so no pipe goes there."
        drawn = [e for e, is_drawn in found.concludes if is_drawn]
        end = self._position.other(drawn[-1], found.rests_on[-1])
        far = f", then on to {self._name(end)}" if found.why == "run" else ""
        return f"{self._must(v, [e for e in drawn if v in self._position.ends(e)])}{far}."

    def alone(self, found: Deduction) -> str:
        if found.why == "meet":
            u, v = map(self._name, found.rests_on)
            pipe = self._pipe(found.rests_on[0])
            return f"{u} and {v} are both {pipe}. Without a piece between them it touches itself."
        if found.why == "rest":
            return "Any other piece would make a pipe touch itself or another pipe."
        barred, drawn = self._at(found)
        touching = "a pipe would touch itself"
        ways = " or ".join(self._passage(e) for e in barred)
        if not drawn:
            return f"Going from {ways}, {touching}."
        return f"Going from {ways}, {touching}, so {lowered(self._must(found.rests_on[0], drawn))}."

    def cut_off(self, found: Deduction) -> str:
        barred, drawn = self._at(found)
        if found.why != "cut" and barred and drawn:
            must = lowered(self._must(found.rests_on[0], drawn))
            return f"This is a bottleneck, and only some pipes can get through: {must}."
        if any(is_drawn for _, is_drawn in found.concludes):
            ways = " and ".join(self._passage(e) for e, is_drawn in found.concludes if is_drawn)
            return f"This is a bottleneck: a pipe must cross from {ways}."
        ways = " and ".join(self._passage(e) for e, _ in found.concludes)
        return f"This is a bottleneck: no pipe can cross from {ways}."

    def what_if(self, found: Deduction) -> str:
        assert found.supposed is not None
        e, drawn = found.supposed
        went = "went" if drawn else "did not go"
        name = self._name(found.wrong) if found.wrong >= 0 else "some cell"
        walled = found.wrong >= 0 and self._board.dot_at[found.wrong] >= 0
        wrong = {
            STUCK: f"the dot at {name} would be walled in"
            if walled
            else f"nothing could pass {name}",
            JOINED: f"two colours would collide at {name}",
            CLOSED: f"a pipe would run in a circle at {name}",
            TOUCHED: "a pipe would have to touch itself",
        }[found.why]
        return f"If {self._subject(found.supposed)} {went} from {self._passage(e)}, {wrong}."

    def guess(self, found: Deduction) -> str:
        if found.why == "empty":
            return "All dots are joined; the rest stays empty."
        u, v = map(self._name, found.rests_on)
        return f"No simple rule decides this; the solution goes from {u} to {v}."

    # Parts of sentences ----------------------------------------------------------------------

    def _at(self, found: Deduction) -> tuple[list[int], list[int]]:
        """The passages that are ruled out for a reason, and those that are drawn."""
        drawn = [e for e, is_drawn in found.concludes if is_drawn]
        # The first ones; what needs no thought comes after.
        barred = [e for e, _ in takewhile(lambda one: not one[1], found.concludes)]
        return barred if drawn else barred[:1], drawn

    def _must(self, v: int, drawn: list[int]) -> str:
        """`The dot at a1 has only one way: to a2`, `The pipe through c4 must join c3 and d4`."""
        ends = " and ".join(self._name(self._position.other(e, v)) for e in drawn)
        name = self._name(v)
        if self._board.dot_at[v] >= 0:
            return f"The dot at {name} has only one way: to {ends}"
        if len(drawn) == 1:
            return f"{_capital(self._pipe(v))} can only go on from {name} to {ends}"
        return f"The pipe through {name} must join {ends}"

    def _subject(self, supposed: Conclusion) -> str:
        u, v = self._position.ends(supposed[0])
        return self._colour(u) or self._colour(v) or "a pipe"

    def _pipe(self, v: int) -> str:
        """`pipe A`, or `the pipe` where its colour is not known."""
        return self._colour(v) or "the pipe"

    def _colour(self, v: int) -> str:
        """`pipe A` for a vertex of a pipe drawn from a dot of A, else nothing."""
        vertex = self._position.strands.vertex
        end = vertex["end"][vertex["strand"][v]]
        dot = int(self._board.dot_at[[end, vertex["mate"][end]]].max())
        return f"pipe {self._board.symbols[dot]}" if dot >= 0 else ""

    def _passage(self, e: int) -> str:
        return " to ".join(map(self._name, self._position.ends(e)))


def lowered(words: str) -> str:
    """A sentence as it goes on after a colon."""
    return words[0].lower() + words[1:]


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
