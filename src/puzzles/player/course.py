"""The course of one game: its history, clock and trial, each change stored; and what a verb comes
to, to be drawn by whoever called it. `game` adds help."""

import re
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime

from puzzles.core.errors import MoveError, UsageError, sentence
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import NOTE, Hint, Status
from puzzles.core.solving import Answer, Step
from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.library.catalogue import Entry
from puzzles.library.challenges import Ghost, make_challenge
from puzzles.library.levels import level_text
from puzzles.player.records import Handle, StoredGame, Win, board_key
from puzzles.player.saves import Saves
from puzzles.player.session import BEGUN, Session, clock_text, in_common
from puzzles.running.question import Question

VERBS = ("hint", "next", "undo", "redo", "restart", "begin", "keep", "leave")  # that words may name
NO_TRIAL = "There is no trial; {begin} begins one."


@dataclass(frozen=True)
class Outcome:
    """The outcome of a verb, to be drawn by its caller.

    If `changed`, the position is `state` now; `move` led there, if one was made, and `win` is what
    is kept if it won the game. `hint` is the move to show as the one to make, and `step` what else
    there is to point at.

    `words` say what there is to say (`told`); `note` is of less weight. `question` is for the
    solver, if there is more to know: its answer goes to `then`, which gives the next outcome.
    `stored` tells whether the game is on disk; None where nothing had to be stored.
    """

    state: object
    changed: bool = False
    move: object = None
    win: Win | None = None
    hint: object = None
    step: Step | None = None
    words: str = ""
    values: tuple[str, ...] = ()
    note: str = ""
    question: Question | None = None
    then: "Callable[[Answer], Outcome] | None" = None
    stored: Future[bool] | None = None

    @property
    def won(self) -> bool:
        """True if the move won the game."""
        return self.win is not None

    def told(
        self,
        name: Callable[[str], str],
        plain: Callable[[str], str] = str,
        strong: Callable[[str], str] = str,
    ) -> str:
        """`words` in the terms of a front end: what it calls each of VERBS (a key, a command), how
        it shows a puzzle's own text, and how it makes something stand out. `{undo}` is a verb's
        name, `{0}` one of `values`, `{0:strong}` stands out."""

        def said(found: re.Match[str]) -> str:
            key, stands_out = found.groups()
            text = plain(self.values[int(key)]) if key.isdigit() else name(key)
            return strong(text) if stands_out else text

        return re.sub(r"\{(\w+)(:strong)?\}", said, self.words)

    def settle(self, ask: Callable[[Question], Answer]) -> "Outcome":
        """The last outcome, for those who can wait for the solver: its questions go to `ask`."""
        outcome = self
        while outcome.question is not None and outcome.then is not None:
            outcome = outcome.then(ask(outcome.question))
        return outcome


class Course:
    """The newest game of a level, taken up where it was left; a new one if that was won.

    A win after moves that were undone belongs to the same game: its clock and its help go on.
    `notice` tells if there was a saved game that could not be taken up. Without `saves` it is a new
    game, and nothing is kept.
    """

    def __init__(self, entry: Entry, saves: Saves | None = None) -> None:
        self.puzzle: AnyPuzzle = entry.pack.puzzle
        self.entry, self._saves = entry, saves
        self.session = Session(self.puzzle, entry.level)
        self.notice = ""
        self.plan: tuple[str, ...] = ()  # what the solver would play from here, as text
        self._proved = False  # that nothing is better than the plan
        self._advice: tuple[Hint, ...] = ()  # what there is to tell of this position
        self._given = 0  # how much of it was shown
        self.reasons: list[str] = []  # the kinds of reasons that were shown
        self._more = False  # its reasons can be asked for again, with more time
        self._playable = False  # the board can be seen and played, so the clock runs
        self._board = board_key(self.puzzle.text(self.session.state))
        self._document = level_text(self.puzzle, entry.level)
        self._handle = Handle()
        if saves is None:
            return
        try:
            saved = saves.load(self._handle, entry.name, self._board)
            if saved is not None:
                self.session = Session.load(self.puzzle, entry.level, saved)
        except (MoveError, KeyError, TypeError, ValueError):
            self.notice = "The saved game does not fit this level; it starts anew."
            self._begin_anew()
        if self.status.won:
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Begin a game of its own; the old one stays in the database."""
        self.session, self._handle = Session(self.puzzle, self.entry.level), Handle()

    @property
    def state(self) -> object:
        return self.session.state

    @property
    def status(self) -> Status:
        return self.session.status

    @property
    def name(self) -> str:
        """The name of the game in its wins."""
        return self._handle.name

    @property
    def target(self) -> str:
        """What to reach, in words: `par 4`; "" where nothing is."""
        target = self.status.target
        return "" if target is None else self.puzzle.aim.target(target)

    @property
    def standing(self) -> str:
        """Describe the standing of the game in sentences for people who hear it."""
        status = self.status
        told = f", {self.target}" if self.target not in status.known else ""  # once
        words = [f"{self.puzzle.moves_word[1]} {status.moves}{told}", status.known, *status.notes]
        if self.session.trying is not None:
            words.append(f"in a trial of {self.session.trying}")
        words.append(self.rival)
        if status.won:
            word = self.puzzle.award(status.grade, self.session.helped).word
            words.append(word if word.startswith("solved") else f"solved: {word}")
        return " ".join(map(sentence, filter(None, words)))

    @property
    def rival(self) -> str:
        """Say in a sentence how the game stands that is played against; "" if there is none."""
        ghost, made = self.entry.ghost, self.session.moves()
        if ghost is None:
            return ""
        if not self.status.won:
            by_now = ghost.made(self.session.clock.seconds)
            return f"They had made {by_now} of {many(len(ghost.moves), 'move')} by now."
        theirs = f"{len(ghost.moves)} and {clock_text(ghost.times[-1])}"
        yours = f"{many(len(made), 'move')} and {clock_text(self.session.clock.seconds)}"
        alike = self.alike(ghost)
        same = alike == len(made) == len(ghost.moves)
        parted = "the moves are the same" if same else f"you part at move {alike + 1}"
        return f"You took {yours}, they {theirs}; {parted}."

    def alike(self, ghost: Ghost) -> int:
        """Count the moves that lead this game and another to the same positions."""
        start, games = self.puzzle.start(self.entry.level), (self.session.moves(), ghost.moves)
        seen = [[self.puzzle.text(s) for _, s in self.puzzle.replay(start, g)] for g in games]
        return in_common(*seen)

    @property
    def challenge(self) -> str:
        """This game for others to play against, if it is won and the times of all its moves are
        known; else "". Raises LevelError where the plugin fails."""
        moves = self.session.moves()
        times = [time for time in self.session.times() if time is not None]
        if not self.status.won or len(times) < len(moves) or times != sorted(times):
            return ""
        return make_challenge(self.puzzle, self.entry.level, moves, times)

    def others(self) -> list[Session]:
        """The other games of this level and board that there are, the newest first."""
        if self._saves is None:
            return []
        kept = self._saves.games_of(self.entry.name, self._board)
        games = [
            Session.of(self.puzzle, self.entry.level, game)
            for game in reversed(kept)
            if game.game != self.name
        ]
        return [game for game in games if game is not None and game.moves()]

    # The clock -----------------------------------------------------------------------------

    def resume(self) -> None:
        """Run the clock until the game is won, as the board can be seen and played now."""
        self._playable = True
        self._run_clock()

    def pause(self) -> None:
        """Stop the clock, as something covers the board."""
        self._playable = False
        self._run_clock()

    def _run_clock(self) -> None:
        if self._playable and not self.status.won:
            self.session.clock.start()
        else:
            self.session.clock.stop()

    # History -------------------------------------------------------------------------------

    def play(self, move: object) -> Outcome:
        """Make a move. A won game takes none; a move that the rules refuse changes nothing. Raises
        UsageError for a text, unless moves are texts."""
        if self.status.won:
            return self._said("Solved already: {next} next level, {undo} undo, {restart} restart.")
        try:
            text = self.session.play(move)
        except MoveError as error:
            return self._refused(error)
        except (AttributeError, TypeError):
            if not isinstance(move, str):
                raise
            words = f"play takes a move as it is; for a text there is play_text({move!r})"
            raise UsageError(words) from None
        # A plan stays good for as long as the player follows it.
        if not text.startswith(NOTE):
            self.plan = self.plan[1:] if self.plan[:1] == (text,) else ()
        return self._commit(move=move)

    def play_text(self, text: str) -> Outcome:
        """Make the move that a text describes."""
        try:
            return self.play(None if self.status.won else self.puzzle.parse_typed(self.state, text))
        except MoveError as error:
            return self._refused(error)

    def undo(self) -> Outcome:
        """Take back the last entry of the history; of a trial, no more than was tried."""
        tried = self.session.trying is not None
        nothing = "The trial began here; {leave} ends it." if tried else "There is nothing to undo."
        return self._travelled(self.session.undo(), nothing)

    def redo(self) -> Outcome:
        """Make again what was taken back."""
        return self._travelled(self.session.redo(), "There is nothing to redo.")

    def restart(self) -> Outcome:
        """Go back to the start, which can be undone; from a win, in a game of its own."""
        if self.status.won:
            self._begin_anew()
            return self._travelled(True, "", "A new game begins.")
        words = "Started again; {undo} takes that back."
        return self._travelled(self.session.restart(), "This is the start.", words)

    def abandon(self) -> Outcome:
        """End the trial, and go back to where it began."""
        words = "You are back where the trial began; {redo} shows it again."
        return self._travelled(self.session.abandon(), NO_TRIAL, words)

    def _travelled(self, done: bool, nothing: str, words: str = "") -> Outcome:
        """The outcome of going elsewhere in the history, or of `nothing` to go to."""
        if not done:
            return self._said(nothing)
        self.plan = ()
        return self._commit(words)

    def go_on_from(self, moves: tuple[str, ...]) -> Outcome:
        """Go back to where this game and these moves part, and make the others; a trial ends."""
        self.session.keep()
        made = self.session.moves()
        alike = in_common(made, moves)
        while len(self.session.moves()) > alike:  # marks that came later go, too
            self.session.undo()
        for text in moves[alike:]:
            self.session.play(self.puzzle.move_parse(self.state, text))
        self.plan = ()
        return self._commit("You play on from here.")

    def begin_trial(self) -> Outcome:
        """Mark this position, to try something and come back."""
        self.session.mark()
        return self._commit("Trial: {leave} goes back here, {keep} keeps the moves.")

    def keep(self) -> Outcome:
        """End the trial, and stay."""
        if not self.session.keep():
            return self._said(NO_TRIAL)
        return self._commit("Kept.")

    # Keeping -------------------------------------------------------------------------------

    def _said(self, words: str, *values: str) -> Outcome:
        return Outcome(self.state, words=words, values=values)

    def _refused(self, error: MoveError) -> Outcome:
        return self._said("{0}", sentence(error))

    def _commit(self, words: str = "", move: object = None) -> Outcome:
        """Store the new history, run the clock, and return the outcome, perhaps of a move."""
        self._run_clock()
        self._advice, self._more = (), False
        win, stored = self._store()
        outcome = replace(self._said(words), changed=True, move=move, stored=stored)
        return outcome if move is None else replace(outcome, win=win)

    def save(self) -> Future[bool] | None:
        """Store the game as it is now; return a future that is True if it is on disk."""
        return self._store()[1]

    def _store(self) -> tuple[Win | None, Future[bool] | None]:
        """Store the game as it is now, and its win, if it is one; return the win, and as `save`."""
        status, history = self.status, self.session.dump()
        win: Win | None = None
        if status.won:
            begun = {BEGUN: self.session.begun} if self.session.begun else {}
            played = status.moves, status.target, status.grade
            help = history["seconds"], history["hints"], history["watched"]
            finished = datetime.now().astimezone().isoformat(timespec="seconds")
            facts = self.puzzle.facts(self.entry.level) | begun
            win = Win(self.name, self.entry.name, self._board, *played, *help, finished, facts)
            if self._saves is not None:
                # It comes first: whatever happens between the two, no game is won without one.
                self._saves.record(win)
        return win, self._store_game(status.won, history)

    def _store_game(self, won: bool, history: Values) -> Future[bool] | None:
        if self._saves is None:
            return None
        named = self.name, self.entry.name, self._board
        game = StoredGame(*named, won, time.time(), self._document, history)
        return self._saves.store(self._handle, game)
