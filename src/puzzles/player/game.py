"""One game and its rules of play: whoever plays, on screen, line by line or in a program, calls
these verbs.

A verb changes the history, starts or stops the clock, keeps or drops the plan, stores the game, and
returns an `Outcome` to be drawn. It never waits: where the solver has to be asked, the outcome has
the question, and what to do with the answer. (The model is the midend of Simon Tatham's Portable
Puzzle Collection.)
"""

from collections.abc import Callable
from dataclasses import replace

from puzzles.core.errors import LevelError, MoveError, sentence
from puzzles.core.offers import COMPILER, offers
from puzzles.core.results import WHERE, WHY, Advice, Lesson
from puzzles.core.solving import Answer, Limits, Step
from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.library.solutions import rest_of_solution
from puzzles.player.course import Course, Outcome
from puzzles.player.records import StoredGame
from puzzles.running.question import Question

MORE = {WHERE: "\n{hint}: why.", WHY: "\n{hint} again: the move."}  # after a hint of this kind

# Seconds for advice, which then is the best that is known: in a position whose solution is at hand,
# where to look is said at once; what takes longer is asked for again when the player does. Where
# kernels are not compiled, nobody waits as long.
THINKING, SOON, QUICK = 10, 2.0, 0.05


class Game(Course):
    """A game with help: hints, what is missing, and what there is to see."""

    def hint(self) -> Outcome:
        """Show where to look; asked again why, then the move. A puzzle that gives no advice shows
        one best move from here at once; the solver is asked unless a plan is at hand."""
        if self.status.won:
            return self._said("Solved already.")
        if self._advice and not self._more:
            return self._give_advice()
        self._take_known()
        if self.puzzle.can("tutor.advise"):
            quick = bool(self.plan) and self._proved and not self._more
            question = self._advised(quick)
            return self._asking(
                self._said(""), question, lambda answer: self._take_advice(answer, quick)
            )
        if self.plan:
            return self._hinted("")

        def planned(answer: Answer) -> Outcome:
            self.learn(answer)
            if self.plan:
                return self._hinted(answer.headline)
            return self._said("{0}", answer.headline or "There is no solution from here.")

        return self._asking(self._said(""), self.question(), planned)

    def _advised(self, quick: bool = False) -> Question:
        """Return the question about the next step and its reason."""
        known = self.plan if self._proved else ()
        seconds = QUICK if quick else THINKING if offers(COMPILER) else SOON
        return replace(self.question().to("tutor.advise", known), limits=Limits(seconds=seconds))

    def _take_advice(self, answer: Answer, quick: bool) -> Outcome:
        self.learn(answer)
        if not self._more:
            self._given = 0
        assert isinstance(answer, Advice)
        self._advice, found = answer.hints, answer.hints or not answer.stopped
        self._more = quick and (answer.unfinished or not found)
        if self._advice:
            return self._give_advice()
        return self.hint() if self._more else self._said("{0}", sentence(answer.headline))

    def _give_advice(self) -> Outcome:
        """The next piece of advice; after the last one the first again, which is no more help."""
        hint = self._advice[self._given % len(self._advice)]
        stored = None
        if self._given < len(self._advice):
            self.session.hints += 1
            self.reasons += filter(None, [hint.reason])
            stored = self.save()
        self._given += 1
        more = "" if self._given == len(self._advice) else MORE.get(hint.kind, "")
        words, move = self._said("{0}" + more, hint.words), None
        if hint.move:
            move = self.puzzle.move_parse(self.state, hint.move)
            words = self._said("Try this: {0:strong}. {1}", hint.move, hint.words)
        return replace(words, hint=move, step=hint, stored=stored)

    def _hinted(self, headline: str) -> Outcome:
        self.session.hints += 1
        text, left = self.plan[0], len(self.plan) - 1
        move, count = self.puzzle.move_parse(self.state, text), self.puzzle.count_of(left)
        after = f"{count} {'is' if left == 1 else 'are'} left after it."
        words = self._said(
            "Try this: {0:strong}. {1}", text, after if left else "It finishes the board."
        )
        unexplained = f"{headline}\n{self.puzzle.title} gives no reasons for moves.".lstrip()
        return replace(words, hint=move, note=unexplained, stored=self.save())

    def check(self) -> Outcome:
        """Say what is missing, and where; then what the solver makes of the position."""
        self._take_known()
        missing = self.status.missing
        step = Step(lit=tuple(cell for _, cells in missing for cell in cells))
        if not missing:
            return replace(self._said("Nothing is missing."), step=step)
        reasons = "\n".join(reason for reason, _ in missing)

        def checked(answer: Answer) -> Outcome:
            self.learn(answer)
            words = self._said("{0}\n\n{1:strong} {2}", reasons, "From here:", answer.headline)
            return replace(words, step=step)

        known = replace(self._said("{0}", reasons), step=step)
        question = self.question() if not self.puzzle.can("tutor.advise") else self._advised()
        return self._asking(known, question, checked)

    def look(self, name: str = "") -> Outcome:
        """Say all that there is, or what is called so; a puzzle without words shows its board."""
        told: tuple[str, ...] = (self.puzzle.text(self.state),)
        try:
            if self.puzzle.speaks:
                tutor, state = self.puzzle.tutor, self.state
                told = (tutor.describe_thing(state, name),) if name else tutor.describe(state)
        except MoveError as error:
            return self._refused(error)
        return self._said("{0}", "\n".join(told))

    def question(self) -> Question:
        """Return the question about a solution from here."""
        return Question(self.puzzle, self.session.level, self.session.moves())

    def _asking(
        self, known: Outcome, question: Question, then: Callable[[Answer], Outcome]
    ) -> Outcome:
        """Return what is known so far with a question; an answer that comes too late, to another
        position, says nothing."""

        def answered(answer: Answer) -> Outcome:
            late = question.moves != self.session.moves()
            return self._said("") if late else then(answer)

        return replace(known, question=question, then=answered)

    def rest_of_solution(self) -> tuple[str, ...]:
        """Return the moves that are left of the solution that ships with the level, or ()."""
        return rest_of_solution(self.puzzle, self.entry.level, self.state)

    def known_answer(self) -> Answer | None:
        """Return a solution from here that ships with the level: then nobody need be asked."""
        if not (known := self.rest_of_solution()):
            return None
        words = f"{self.puzzle.count_of(len(known))}, proved when the level was made"
        return Answer(known, True, len(known), headline=words)

    def _take_known(self) -> None:
        """Take what is known without asking as the plan, if there is none."""
        if not self.plan and (answer := self.known_answer()):
            self.learn(answer)

    def learn(self, answer: Answer) -> None:
        """Take a solution from here, with moves as text, as the plan."""
        self.plan, self._proved = answer.moves or (), answer.proved

    def watched(self) -> Outcome:
        """Note that the player was shown a solution from here, or the beginning of one."""
        self.session.watched += 1
        return replace(self._said(""), stored=self.save())


class Practice(Game):
    """A lesson: nothing of it is kept, and hints and solution are the lesson's own moves."""

    def __init__(self, entry: Entry, lesson: Lesson) -> None:
        super().__init__(entry)
        self.lesson = lesson

    def rest_of_solution(self) -> tuple[str, ...]:
        made = self.session.moves()
        on_the_way = made == self.lesson.moves[: len(made)]
        return self.lesson.moves[len(made) :] if on_the_way else ()

    def _refused(self, error: MoveError) -> Outcome:
        """Say why a move is none, and which one the lesson wants."""
        told, rest = super()._refused(error), self.rest_of_solution()
        if not rest:
            return told
        move = self.puzzle.move_parse(self.state, rest[0])
        return replace(self._said("{0} Try this: {1:strong}.", told.told(str), rest[0]), hint=move)

    def hint(self) -> Outcome:
        """Show the lesson's next move; a player who has strayed from its way begins again."""
        if self.status.won:
            return super().hint()
        strayed = not self.rest_of_solution()
        if strayed:
            self.restart()
        text = self.rest_of_solution()[0]
        words = self._said("Try this: {0:strong}.", text)
        return replace(words, changed=strayed, hint=self.puzzle.move_parse(self.state, text))


def as_stored(game: StoredGame | None) -> Entry | None:
    """The level of a game; None if it was not kept, or cannot be read any more."""
    if game is None or not game.document:
        return None
    try:
        pack = read_pack(game.level.split("/")[1] + ".json", game.document)
    except LevelError:  # its plugin is gone, or reads levels otherwise now
        return None
    return Entry(pack, 0) if pack.levels else None
