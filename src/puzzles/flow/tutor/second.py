"""Proofs that there is no second solution: guesses that differ from it, and what refutes each.

If no pipe of the solution touches itself, the rule that none does is taken from the count. What
follows without a guess is drawn first. Of the guesses that the rules of pipes refute, the one comes
next from whose refutation most follows. Where they refute none at once, guesses are made inside a
guess.
"""

import time
from collections.abc import Iterable, Iterator

from puzzles.core.solving import Answer, Event, Progress, Step
from puzzles.flow.rules.model import State
from puzzles.flow.rules.problem import Solution, pieces
from puzzles.flow.solver.strands import backtrack, decide
from puzzles.flow.tutor.reasons import Conclusion, Reasoner

SHOWN = 300  # guesses, at most
LOOK = 1.0  # seconds in which the next guess is chosen


class _TooLong(Exception):
    """It takes more guesses than are shown."""


def no_second(state: State, solution: Solution) -> Iterator[Event]:
    """Yield each guess, its refutation and what follows, as steps; the answer counts the guesses.
    The board must have no other solution than this."""
    proof = _Proof(state, solution)
    try:
        yield from proof.events()
        many = f"{proof.made} guesses, each of which is refuted"
        counts = {0: "every piece follows without a guess", 1: "the one guess is refuted"}
        proved, headline = True, f"There is no second solution: {counts.get(proof.made, many)}."
    except _TooLong:
        proved, headline = False, f"It takes more than {SHOWN} guesses, which are not all shown."
    yield Answer(None, proved, headline=headline)


class _Proof(Reasoner):
    """The position that the guesses have led to."""

    def __init__(self, state: State, solution: Solution) -> None:
        super().__init__(state.board, solution)
        self._claims_untouching, self.made = state.level.untouching, 0  # guesses

    def events(self) -> Iterator[Event]:
        """Make guesses until the whole solution follows."""
        self._conclude_all()
        counted = "The count shows that no pipe of a solution touches itself. "
        assumed = self.untouching and not self._claims_untouching
        yield self._step(f"{counted * assumed}This much follows without a guess.")
        while self.undecided:
            yield Progress(preparing=True)
            guess, at_once = self._best([(e, e not in self.solution) for e in self.undecided])
            yield from self._refute(guess, at_once)
            self._conclude(guess)
            yield self._step("All that is drawn follows.")

    # Guesses ---------------------------------------------------------------------------------

    def _best(self, choices: list[Conclusion]) -> tuple[Conclusion, bool]:
        """Return the guess from whose refutation most follows, and True. If none is refuted at
        once, return the one from which most follows, and False."""
        until, best = time.monotonic() + LOOK, (False, -1, choices[0])
        for e, drawn in choices:
            possible, gain = self._try(e, drawn)
            gain = gain if possible else self._try(e, not drawn)[1]
            best = max(best, (not possible, gain, (e, drawn)))
            if best[0] and time.monotonic() > until:
                break
        return best[2], best[0]

    def _try(self, e: int, drawn: bool) -> tuple[bool, int]:
        """Return whether the rules of pipes allow a guess, and how many passages they decide then;
        the position stays as it is."""
        size = self.size
        possible = self.suppose(e, drawn)
        gain = self.size - size
        backtrack(self.strands, size)
        return possible, gain

    def _conclude(self, guess: Conclusion) -> bool:
        """Decide a passage otherwise than in a guess; False if that cannot be either."""
        e, drawn = guess
        return decide(self.strands, e, not drawn) and self._conclude_all()

    def _conclude_all(self) -> bool:
        """Conclude all that the rules of pipes and bottlenecks say; False if they contradict."""
        size = -1
        while size < self.size:
            size = self.size
            if not (self.follow(self.untouching) and self.cut_off()):
                return False
        return True

    # Steps -----------------------------------------------------------------------------------

    def _refute(self, guess: Conclusion, at_once: bool, inside: int = 0) -> Iterator[Event]:
        """Show a guess and what refutes it; the position stays as it is."""
        self.made += 1
        if self.made > SHOWN:
            raise _TooLong
        size, (e, drawn), number = self.size, guess, self.made
        ends = self.ends(e)
        wrong: tuple[int, ...] = ends
        words = f"Guess {number}: {'a' if drawn else 'no'} pipe goes from {self._passage(e)}."
        refutation = f"So guess {number} leads nowhere."
        if at_once:
            yield self._step(words, ends, "guess", inside)
            refuted = self.refuted(guess)
            for passage in refuted.chain:
                decide(self.strands, *passage)
            refutation, wrong = refuted.words, ends if refuted.wrong < 0 else (refuted.wrong,)
        else:
            decide(self.strands, e, drawn)
            possible = self._conclude_all()
            yield self._step(f"{words} No rule refutes that at once.", ends, "guess", inside)
            while possible:
                if not (undecided := self.undecided):
                    raise RuntimeError("there is a second solution")
                choices = [(e, drawn) for e in undecided for drawn in (True, False)]
                other, soon = self._best(choices)
                yield from self._refute(other, soon, inside + 1)
                possible = self._conclude(other)
        yield self._step(refutation, wrong, "dead end", inside)
        backtrack(self.strands, size)

    def _step(
        self, words: str, at: Iterable[int] = (), mark: str = "", inside: int = 0
    ) -> Progress:
        """Return the position as a step, with the cells at some vertices lit."""
        step = Step(
            words,
            figures={"inside guesses": inside} if inside else {},
            mark=mark,
            lit=tuple(sorted({self.board.cell_of[v] for v in at})),
            paths=tuple(pieces(self.drawn())),
        )
        return Progress(step=step)
