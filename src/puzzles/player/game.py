"""One game and its rules of play: whoever plays, on screen, line by line or in a program, calls
these verbs.

A verb changes the history, starts or stops the clock, keeps or drops the plan, stores the game, and
returns an `Outcome` to be drawn. It never waits: where the solver has to be asked, the outcome has
the question, and what to do with the answer. (The model is the midend of Simon Tatham's Portable
Puzzle Collection.)
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime
from string import Formatter
from typing import Any

from puzzles.core.errors import LevelError, MoveError
from puzzles.core.facets import WHERE, WHY, Hint, Lesson
from puzzles.core.puzzle import Puzzle, Status
from puzzles.core.solving import Answer, Limits
from puzzles.library.catalogue import Entry
from puzzles.library.levels import level_text, read_pack
from puzzles.player.records import Play, Slot
from puzzles.player.saves import Saves
from puzzles.player.schema import board_key
from puzzles.player.session import Session, Step
from puzzles.player.walks import Walk, walk_of
from puzzles.running.question import Question

PATIENCE = 5  # seconds for finding out why a hint is one

THINKING = 10  # seconds for advice, which then is the best that is known
VERBS = ("hint", "next", "undo", "redo", "restart", "begin", "keep", "leave")  # that words may name


@dataclass(frozen=True)
class Outcome:
    """What a verb came to, to be drawn by whoever called it.

    If `changed`, the position is `state` now; `move` led there, if one was made, and `win` is what
    is kept if it won the game. `hint` is the move to show as the one to make, `cells` (unless None)
    are those to point at, with `look` drawn faintly, if there is something to draw.

    `words` say what there is to say (`told`); `note` is of less weight. `question` is for the
    solver, if there is more to know: its answer goes to `then`, which gives the next outcome.
    `stored` tells whether the game is on disk; None where nothing had to be stored.
    """

    state: Any
    changed: bool = False
    move: Any = None
    win: Play | None = None
    hint: Any = None
    cells: tuple[int, ...] | None = None
    look: dict[str, Any] | None = None
    words: str = ""
    values: tuple[str, ...] = ()
    note: str = ""
    question: Question | None = None
    then: Callable[[Answer], Outcome] | None = None
    stored: Future[bool] | None = None

    @property
    def won(self) -> bool:
        """Whether the move won the game."""
        return self.win is not None

    def told(
        self,
        name: Callable[[str], str],
        plain: Callable[[str], str] = str,
        strong: Callable[[str], str] = str,
    ) -> str:
        """`words` in the terms of a front end: what it calls each of VERBS (a key, a command), how
        it shows a puzzle's own text, and how it makes something stand out."""
        return _Words(name, plain, strong).format(self.words, *self.values)

    def settle(self, ask: Callable[[Question], Answer]) -> Outcome:
        """The last outcome, for those who can wait for the solver: its questions go to `ask`."""
        outcome = self
        while outcome.question is not None and outcome.then is not None:
            outcome = outcome.then(ask(outcome.question))
        return outcome


class _Words(Formatter):
    """Fills in words: `{undo}` is a verb's name, `{0}` a value, `{0:strong}` stands out."""

    def __init__(
        self, name: Callable[[str], str], plain: Callable[[str], str], strong: Callable[[str], str]
    ) -> None:
        self._name, self._plain, self._strong = name, plain, strong

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> str:
        return self._plain(args[key]) if isinstance(key, int) else self._name(key)

    def format_field(self, value: Any, format_spec: str) -> str:
        return self._strong(value) if format_spec else str(value)


class Game:
    """The newest game of a level, taken up where it was left; a new one if that was won.

    A win after more moves, undone or begun anew from here, belongs to the same game: its clock and
    its help go on. `notice` tells if there was a saved game that could not be taken up. Without
    `saves` it is a new game, and nothing is kept.
    """

    def __init__(self, entry: Entry, saves: Saves | None = None) -> None:
        self.puzzle: Puzzle[Any, Any, Any] = entry.pack.puzzle
        self.entry, self._saves = entry, saves
        self.session: Session[Any, Any] = Session(self.puzzle, entry.level)
        self.notice = ""
        self.plan: tuple[str, ...] = ()  # what the solver would play from here, as text
        self._proved = False  # that nothing is better than the plan
        self._advice: tuple[Hint, ...] = ()  # what there is to tell of this position
        self._given = 0  # how much of it was told
        self._playable = False  # the board can be seen and played, so the clock runs
        self._slot = Slot(
            entry.name,
            board_key(self.puzzle.text(self.session.state)),
            level_text(self.puzzle, entry.level),
            secrets.token_hex(8),
        )
        if saves is not None:
            self._take_up(saves)

    def _take_up(self, saves: Saves) -> None:
        try:
            saved = saves.load(self._slot)
            if saved is not None:
                self.session.load(saved)
        except (MoveError, KeyError, TypeError, ValueError):
            self.notice = "The saved game does not fit this level; it starts anew."
            self._begin_anew()
        if self.status.won:
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Begin a game of its own; the old one stays in the database."""
        self.session = Session(self.puzzle, self.entry.level)
        slot = self._slot
        self._slot = Slot(slot.level, slot.board, slot.document, secrets.token_hex(8))

    @property
    def state(self) -> Any:
        return self.session.state

    @property
    def status(self) -> Status:
        return self.session.status

    @property
    def name(self) -> str:
        """What the game is called in its wins."""
        return self._slot.game

    @property
    def trying(self) -> int | None:
        """How many moves the trial has by now; None if there is none."""
        return self.session.trying

    @property
    def standing(self) -> str:
        """How the game stands, in sentences for people who hear it."""
        status = self.status
        target = "" if status.target is None else f", {status.target_name} {status.target}"
        words = [f"{self.puzzle.moves_word[1]} {status.moves}{target}", *status.notes]
        if self.trying is not None:
            words.append(f"in a trial of {self.trying}")
        if status.won:
            help_taken = ", with help" if self.session.helped else ""
            word = self.puzzle.award(status.grade).word
            grade = "" if word == "solved" else f": {word}"  # solved is no better than that
            words.append(f"solved{grade}{help_taken}")
        return " ".join(f"{word[0].upper()}{word[1:]}." for word in words)

    def walk(self) -> Walk:
        """The game so far, to be walked through."""
        session = self.session
        return Walk(
            session.moves(),
            self.status,
            session.clock.seconds,
            session.hints,
            session.watched,
            shown=session.shown,
        )

    def others(self) -> list[Walk]:
        """The other games of this level and board that there are, the newest first."""
        if self._saves is None:
            return []
        slot, state = self._slot, self.puzzle.start(self.entry.level)
        kept = self._saves.games_of(slot.level, slot.board)
        walks = (walk_of(self.puzzle, state, game) for game in kept if game.game != slot.game)
        return [walk for walk in walks if walk is not None and walk.moves][::-1]

    # The clock -----------------------------------------------------------------------------

    def resume(self) -> None:
        """The board can be seen and played from now on: the clock runs until the game is won."""
        self._playable = True
        self._run_clock()

    def pause(self) -> None:
        """Something covers the board; the clock stands still."""
        self._playable = False
        self._run_clock()

    def _run_clock(self) -> None:
        if self._playable and not self.status.won:
            self.session.clock.start()
        else:
            self.session.clock.stop()

    # History -------------------------------------------------------------------------------

    def play(self, move: Any) -> Outcome:
        """Make a move. A won game takes none; a move that the rules refuse changes nothing."""
        if self.status.won:
            return self._said("Solved already: {next} next level, {undo} undo, {restart} restart.")
        try:
            text = self.puzzle.move_text(self.state, move)
            self.session.play(move)
        except MoveError as error:
            return self._refused(error)
        # A plan stays good for as long as the player follows it.
        self.plan = self.plan[1:] if self.plan[:1] == (text,) else ()
        return self._changed(move=move)

    def play_text(self, text: str) -> Outcome:
        """Make the move that a text describes."""
        if not self.status.won:
            try:
                return self.play(self.puzzle.meant(self.state, text))
            except MoveError as error:
                return self._refused(error)
        return self.play(None)

    def undo(self) -> Outcome:
        """Take back the last entry of the history; of a trial, no more than was tried."""
        if self.trying is not None:
            return self._travelled(self.session.undo(), "Here the trial began; {leave} ends it.")
        return self._travelled(self.session.undo(), "Nothing to undo.")

    def redo(self) -> Outcome:
        """Make again what was taken back."""
        return self._travelled(self.session.redo(), "Nothing to redo.")

    def _travelled(self, step: Step[Any, Any] | None, nothing: str) -> Outcome:
        if step is None:
            return self._said(nothing)
        self.plan = ()
        return self._changed()

    def restart(self) -> Outcome:
        """Go back to the start; that can be undone, too."""
        if not self.session.restart():
            return self._said("This is the start.")
        self.plan = ()
        return self._changed("Started again; {undo} takes that back.")

    def begin_trial(self) -> Outcome:
        """Mark this position, to try something and come back."""
        self.session.mark()
        return self._changed("A trial: {leave} comes back to here, {keep} keeps what you tried.")

    def abandon(self) -> Outcome:
        """End the trial, and go back to where it began."""
        if not self.session.abandon():
            return self._said("There is no trial; {begin} begins one.")
        self.plan = ()
        return self._changed("Back where the trial began; {redo} shows it again.")

    def keep(self) -> Outcome:
        """End the trial, and stay."""
        if not self.session.keep():
            return self._said("There is no trial; {begin} begins one.")
        return self._changed("Kept.")

    # Help ----------------------------------------------------------------------------------

    def hint(self) -> Outcome:
        """Show where to look; asked again why, then the move. A puzzle that gives no advice shows
        one best move from here at once; the solver is asked unless a plan is at hand."""
        if self.status.won:
            return self._said("Solved already.")
        if self._advice:
            return self._told()
        if self.puzzle.advises is not None:
            return self._asking(self._said(""), self._advised(), self._take_advice)
        if self.plan:
            return self._hinted("")
        return self._asking(self._said(""), self.question(), self._hint_from)

    def _advised(self) -> Question:
        """What to do next, and why."""
        known = self.plan if self._proved else ()
        return replace(self.question(), advise=known, limits=Limits(seconds=THINKING))

    def _take_advice(self, answer: Answer) -> Outcome:
        self.learn(answer)
        self._advice = tuple(Hint(**hint) for hint in answer.facts["hints"])
        self._given = 0
        if not self._advice:
            return self._said("{0}.", answer.headline[:1].upper() + answer.headline[1:])
        return self._told()

    def _told(self) -> Outcome:
        """The next piece of advice; after the last one the first again, which is no more help."""
        hint = self._advice[self._given % len(self._advice)]
        stored = None
        if self._given < len(self._advice):
            self.session.hints += 1
            self.session.shown[hint.kind] += 1
            stored = self.save()
        self._given += 1
        more = {WHERE: "\n{hint}: why.", WHY: "\n{hint}: what follows."}.get(hint.kind, "")
        if self._given == len(self._advice):
            more = ""
        cells, words = tuple(hint.cells), self._said("{0}" + more, hint.words)
        move = None
        if hint.move:
            move = self.puzzle.move_parse(self.state, hint.move)
            words = self._said("Try {0:strong}. {1}", hint.move, hint.words)
        return replace(words, hint=move, cells=cells, look=hint.look, stored=stored)

    def _hint_from(self, answer: Answer) -> Outcome:
        self.learn(answer)
        if not self.plan:
            return self._said("{0}", answer.headline or "There is no solution from here.")
        return self._hinted(answer.headline)

    def _hinted(self, headline: str) -> Outcome:
        self.session.hints += 1
        text, left = self.plan[0], len(self.plan) - 1
        move = self.puzzle.move_parse(self.state, text)
        outcome = replace(
            self._said("Try {0:strong}; that leaves {1}.", text, str(left)),
            hint=move,
            note=headline,
            stored=self.save(),
        )
        if self.puzzle.explains is None:
            unexplained = f"Moves of {self.puzzle.title} are not explained."
            return replace(outcome, note=f"{headline}\n{unexplained}".lstrip())
        why = replace(self.question(), why=(text, left), limits=Limits(seconds=PATIENCE))

        def explained(answer: Answer) -> Outcome:
            if not answer.headline:
                return replace(outcome, stored=None)
            words = self._said("Try {0:strong}: {1}.", text, answer.headline)
            return replace(words, hint=move, note=headline)

        return self._asking(outcome, why, explained)

    def check(self) -> Outcome:
        """Say what is missing, and where; then what the solver makes of the position."""
        reasons = self.status.reasons
        cells = tuple(cell for _, cells in reasons for cell in cells)
        if not reasons:
            return replace(self._said("Nothing is missing."), cells=cells)
        missing = "\n".join(reason for reason, _ in reasons)

        def checked(answer: Answer) -> Outcome:
            self.learn(answer)
            words = self._said("{0}\n\n{1:strong} {2}", missing, "From here:", answer.headline)
            return replace(words, cells=cells)

        known = replace(self._said("{0}", missing), cells=cells)
        question = self.question() if self.puzzle.advises is None else self._advised()
        return self._asking(known, question, checked)

    def look(self, name: str = "") -> Outcome:
        """Say all that there is, or what is called so; a puzzle without words shows its board."""
        speaks = self.puzzle.speaks
        told: tuple[str, ...] = (self.puzzle.text(self.state),)
        try:
            if speaks is not None:
                told = (speaks.about(self.state, name),) if name else speaks.lines(self.state)
        except MoveError as error:
            return self._refused(error)
        return self._said("{0}", "\n".join(told))

    def question(self) -> Question:
        """How to win from here."""
        return Question(self.puzzle, self.session.level, self.session.moves())

    def _asking(
        self, known: Outcome, question: Question, then: Callable[[Answer], Outcome]
    ) -> Outcome:
        """What is known so far, and a question; an answer that comes when the position is another
        one says nothing."""

        def answered(answer: Answer) -> Outcome:
            late = question.moves != self.session.moves()
            return self._said("") if late else then(answer)

        return replace(known, question=question, then=answered)

    def learn(self, answer: Answer) -> None:
        """Take a solution from here, with moves as text, as the plan."""
        self.plan, self._proved = answer.moves or (), answer.proved

    def watched(self) -> Outcome:
        """The player has been shown a solution from here, or the beginning of one."""
        self.session.watched += 1
        return replace(self._said(""), stored=self.save())

    # Keeping -------------------------------------------------------------------------------

    def _said(self, words: str, *values: str) -> Outcome:
        return Outcome(self.state, words=words, values=values)

    def _refused(self, error: MoveError) -> Outcome:
        reason = str(error)
        return self._said("{0}.", reason[:1].upper() + reason[1:])

    def _changed(self, words: str = "", move: Any = None) -> Outcome:
        """The history is another one, perhaps by a move: run the clock, and store it."""
        self._run_clock()
        self._advice = ()
        win = None if move is None else self._win()
        outcome = replace(self._said(words), changed=True, move=move, win=win)
        return replace(outcome, stored=self.save(win))

    def save(self, win: Play | None = None) -> Future[bool] | None:
        """Store the game as it is now, and a win besides; tells whether it is on disk."""
        if self._saves is None:
            return None
        win = win or self._win()
        if win is not None:
            # The win comes first: whatever happens between the two, no game is won without one.
            self._saves.record(win)
        return self._saves.store(self._slot, self.session.dump(), win is not None)

    def _win(self) -> Play | None:
        """The win that the game is now, if it is one."""
        status = self.status
        if not status.won:
            return None
        shown = {"shown": dict(self.session.shown)} if self.session.shown else {}
        return Play(
            self._slot.game,
            self._slot.level,
            self._slot.board,
            status.moves,
            status.target,
            status.grade,
            round(self.session.clock.seconds, 3),
            self.session.hints,
            self.session.watched,
            datetime.now().astimezone().isoformat(timespec="seconds"),
            self.puzzle.facts(self.entry.level) | shown,
        )


class Practice(Game):
    """A lesson: nothing of it is kept, and hints are the lesson's own moves."""

    def __init__(self, entry: Entry, lesson: Lesson) -> None:
        super().__init__(entry)
        self.lesson = lesson

    def hint(self) -> Outcome:
        """Show the lesson's next move; who has strayed from its way begins again."""
        if self.status.won:
            return super().hint()
        began = self._said("")
        made = self.session.moves()
        if made != self.lesson.moves[: len(made)]:
            began, made = self.restart(), ()
        text = self.lesson.moves[len(made)]
        words = self._said("Try {0:strong}.", text)
        return replace(words, changed=began.changed, hint=self.puzzle.move_parse(self.state, text))


def left_off(level: str, saves: Saves) -> Entry | None:
    """The level called so, out of the game of it that was played last; None if there is no such
    game, or it was won. So a level can be gone on with that is in no pack."""
    game = saves.newest(level)
    if game is None or game.won or not game.document:
        return None
    try:
        pack = read_pack(level.split("/")[1] + ".json", game.document)
    except LevelError:  # its plugin is gone, or reads levels otherwise now
        return None
    return Entry(pack, 0) if pack.levels else None
