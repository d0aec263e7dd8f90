"""`puzzles play --plain LEVEL`: a game typed line by line, for screen readers, pipes and dumb
terminals.

Each line is a move, in the words that `hint` and `solve` say, or a command. A puzzle that `speaks`
says what a move did, and shows its board only when asked. What is printed is the same on a terminal
and in a pipe; every change is on disk before the next line is read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from puzzles.cli.process import Exit
from puzzles.cli.progress import search
from puzzles.core.errors import NO_MEMORY, PuzzlesError, printable
from puzzles.core.solving import Answer
from puzzles.library.catalogue import Entry
from puzzles.library.lessons import lesson_pack
from puzzles.player.game import Game
from puzzles.player.outcome import Outcome
from puzzles.player.saves import Saves
from puzzles.running import asking
from puzzles.running.question import Question

END = ("quit", "q", "exit")
_NAMES = {"begin": "try", "leave": "return"}  # of verbs that are called otherwise here


def play(entry: Entry) -> int:
    """Read moves and commands from standard input until it ends, or the player quits."""
    saves = Saves()
    try:
        dialogue = Dialogue(Game(entry, saves), saves)
        dialogue.begin()
        while (said := line()) is not None and said.casefold() not in END:
            dialogue.answer(said)
            dialogue.print_notices()
    finally:
        saves.close()
    return Exit.DONE


class Dialogue:
    """A game, and what can be said about it."""

    def __init__(self, game: Game, saves: Saves) -> None:
        self.game, self.puzzle, self._saves = game, game.puzzle, saves
        self.entry = game.entry
        self._told = game.state  # the position that was last spoken of
        self._commands: dict[tuple[str, ...], tuple[Callable[[], Outcome | None], str]] = {
            ("look", "l"): (game.look, "all that is there, or look and a name: that thing"),
            ("board", "b"): (self._board, "a picture of the board in text"),
            ("undo", "u"): (game.undo, "take the last move back"),
            ("redo", "r"): (game.redo, "make it again"),
            ("restart",): (game.restart, "go back to the start; undo takes that back"),
            ("try",): (game.begin_trial, "begin a trial from here"),
            ("keep",): (game.keep, "end the trial and stay"),
            ("return",): (game.abandon, "end the trial and go back to where it began"),
            ("hint", "h"): (game.hint, "where to look; again, why; again, the move"),
            ("check", "c"): (game.check, "what is missing, and whether it can be won from here"),
            ("solve", "s"): (self._solve, "all moves of a best solution from here"),
            ("rules",): (self._rules, "the rules"),
            ("help", "?"): (self._help, "this list"),
        }

    def begin(self) -> None:
        """Say which level it is, and how it stands."""
        title = self.game.entry.level.title
        print(f"{title} ({self.puzzle.title}). A line is a move or a command; help lists them.")
        if self.game.notice:
            print(self.game.notice)
        if not self.puzzle.speaks:
            self._board()
        else:
            print(self.puzzle.tutor.describe(self.game.state)[0])
            print("look says what is where, board shows it.")
            print(self.game.standing)
        self.game.resume()
        self.print_notices()

    def answer(self, line: str) -> None:
        """Do what the line says: a command, or else a move; nothing for an empty one."""
        if not line:
            return
        act = next(
            (act for names, (act, _) in self._commands.items() if line.casefold() in names), None
        )
        word, _, name = line.partition(" ")
        if word.casefold() == "look" and name:
            act = partial(self.game.look, name)
        try:
            outcome = act() if act else self.game.play_text(line)
            if outcome is not None:
                self._print(outcome, "" if act else " (help lists the commands)")
        except PuzzlesError as error:
            print(printable(str(error)))
        except MemoryError:
            print(NO_MEMORY)

    def _print(self, outcome: Outcome, more: str) -> None:
        outcome = outcome.settle(_ask)
        if outcome.stored is not None:
            outcome.stored.result()
        if outcome.changed:
            self._show_change(outcome.state)
        hint = "" if outcome.hint is None else self.puzzle.move_text(outcome.state, outcome.hint)

        def plain(text: str) -> str:
            """A hint in the words that can be typed."""
            said = hint and text == hint
            return self.puzzle.spoken(outcome.state, outcome.hint) if said else text

        if words := outcome.told(lambda verb: _NAMES.get(verb, verb), plain):
            print(_lines(words) + ("" if outcome.changed else more))
        if outcome.note:
            print(_lines(outcome.note))

    def print_notices(self) -> None:
        for notice in self._saves.notices():
            print(printable(notice), file=sys.stderr)

    # What is known -------------------------------------------------------------------------

    def _board(self) -> None:
        print(f"\n{self.puzzle.ruled(self.game.state)}\n")
        print(self.game.standing)

    def _show_change(self, state: object) -> None:
        """Say what has become of the position that was spoken of last; or show the board."""
        if not self.puzzle.speaks:
            self._board()
            return
        if change := self.puzzle.tutor.describe_change(self._told, state):
            print(change)
        self._told = state
        print(self.game.standing)

    def _solve(self) -> None:
        """Tell the solution; the game stays where it is."""
        answer = _ask(self.game.question())
        if answer.moves:
            self._print(self.game.watched(), "")
        state = self.game.state
        for move, after in self.puzzle.replay(state, answer.moves or ()):
            print(self.puzzle.spoken(state, move))
            state = after
        print(answer.headline)

    def _rules(self) -> None:
        print(self.puzzle.instructions.strip())

    def _help(self) -> None:
        for names, (_, text) in self._commands.items():
            print(f"{', '.join(names):12} {text}")
        print(f"{'quit, q':12} stop; every move is saved\nAnything else is a move{self._example}.")

    @property
    def _example(self) -> str:
        """An example of a move: one of the first lesson."""
        if not self.puzzle.can("lessons.LESSONS") or (pack := lesson_pack(self.puzzle)) is None:
            return ""
        start = self.puzzle.start(pack.levels[0])
        move = self.puzzle.move_parse(start, self.puzzle.lessons.LESSONS[0].moves[0])
        return f", as in {self.puzzle.spoken(start, move)!r}"


def _lines(words: str) -> str:
    return "\n".join(printable(line) for line in words.split("\n") if line)


def _ask(question: Question) -> Answer:
    """The solver's answer; a line tells how it goes."""
    return search(asking.events(question))


def line() -> str | None:
    """The next line without blanks around it; None at the end."""
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            with suppress(ImportError):  # Windows edits lines by itself
                import readline  # noqa: F401 (so that a line can be edited, and recalled)
            return input("> ").strip()
        sys.stdout.flush()
        read = sys.stdin.readline()
    except EOFError:
        return None
    except UnicodeDecodeError:
        return "?"  # no text: whoever typed it gets the list of commands
    return read.strip() if read else None
