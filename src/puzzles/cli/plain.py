"""`puzzles play --plain LEVEL`: a game typed line by line, for screen readers, pipes and dumb
terminals.

Each line is a move, in the text that `solve` prints, or a command. What is printed is the same on a
terminal and in a pipe; every change is on disk before the next line is read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

from puzzles.cli.exits import Exit
from puzzles.cli.progress import search
from puzzles.core.errors import PuzzlesError, printable
from puzzles.core.solving import Answer
from puzzles.library.catalogue import Entry
from puzzles.player.game import Game, Outcome
from puzzles.player.saves import Saves
from puzzles.running import asking
from puzzles.running.question import Question

_END = ("quit", "q", "exit")
_NAMES = {"begin": "try", "leave": "return"}  # of verbs that are called otherwise here


def play(entry: Entry) -> int:
    """Read moves and commands from standard input until it ends, or the player quits."""
    saves = Saves()
    try:
        _Dialogue(Game(entry, saves), saves).run()
    finally:
        saves.close()
    return Exit.DONE


class _Dialogue:
    """A game, and what can be said about it."""

    def __init__(self, game: Game, saves: Saves) -> None:
        self.game, self.puzzle, self._saves = game, game.puzzle, saves
        self._commands: dict[tuple[str, ...], tuple[Callable[[], Outcome | None], str]] = {
            ("board", "b"): (self._board, "the board again"),
            ("undo", "u"): (game.undo, "take the last move back"),
            ("redo", "r"): (game.redo, "make it again"),
            ("restart",): (game.restart, "go back to the start; undo takes that back"),
            ("try",): (game.begin_trial, "begin a trial from here"),
            ("keep",): (game.keep, "end the trial and stay"),
            ("return",): (game.abandon, "end the trial and go back to where it began"),
            ("hint", "h"): (game.hint, "one best move from here"),
            ("check", "c"): (game.check, "what is missing, and whether it can be won from here"),
            ("solve", "s"): (self._solve, "all moves of a best solution from here"),
            ("rules",): (self._rules, "the rules"),
            ("help", "?"): (self._help, "this list"),
        }

    def run(self) -> None:
        title = self.game.entry.level.title
        print(f"{title} ({self.puzzle.title}). A line is a move or a command; help lists them.")
        if self.game.notice:
            print(self.game.notice)
        self._board()
        self.game.resume()
        self._tell_notice()
        while (line := _line()) is not None and line.casefold() not in _END:
            if line:
                self._answer(line)
                self._tell_notice()

    def _answer(self, line: str) -> None:
        """Do what the line says: a command, or else a move."""
        act = next((act for names, (act, _) in self._commands.items() if line.casefold() in names),
                   None)  # fmt: skip
        try:
            outcome = act() if act else self.game.play_text(line)
            if outcome is not None:
                self._tell(outcome, "" if act else " (help lists the commands)")
        except PuzzlesError as error:
            print(printable(str(error)))

    def _tell(self, outcome: Outcome, hint: str) -> None:
        outcome = outcome.settle(_ask)
        if outcome.stored is not None:
            outcome.stored.result()
        if outcome.changed:
            self._board()
        if words := outcome.told(lambda verb: _NAMES.get(verb, verb)):
            lines = [printable(line) for line in words.split("\n") if line]
            print("\n".join(lines) + ("" if outcome.changed else hint))
        if outcome.note:
            print(printable(outcome.note))

    def _tell_notice(self) -> None:
        for notice in self._saves.notices():
            print(printable(notice), file=sys.stderr)

    # What is known -------------------------------------------------------------------------

    def _board(self) -> None:
        status = self.game.status
        target = "" if status.target is None else f", {status.target_name} {status.target}"
        print(f"\n{self.puzzle.ruled(self.game.state)}\n")
        words = [f"Moves {status.moves}{target}", *status.notes]
        if self.game.trying is not None:
            words.append(f"in a trial of {self.game.trying}")
        if status.won:
            help_taken = ", with help" if self.game.session.helped else ""
            # What is merely solved is no better than that.
            grade = "" if status.grade == "solved" else f": {status.grade}"
            words.append(f"solved{grade}{help_taken}")
        print(". ".join(word[0].upper() + word[1:] for word in words) + ".")

    def _solve(self) -> None:
        """Tell the solution; the game stays where it is."""
        answer = _ask(self.game.question())
        if answer.moves:
            self._tell(self.game.watched(), "")
        for move in answer.moves or ():
            print(move)
        print(answer.headline)

    def _rules(self) -> None:
        print(self.puzzle.rules.strip())

    def _help(self) -> None:
        for names, (_, text) in self._commands.items():
            print(f"{', '.join(names):12} {text}")
        print(f"{'quit, q':12} stop; every move is saved\nAnything else is a move.")


def _ask(question: Question) -> Answer:
    """The solver's answer; a line tells how it goes."""
    return search(asking.events(question))


def _line() -> str | None:
    """The next line without blanks around it; None at the end."""
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            with suppress(ImportError):  # Windows edits lines by itself
                import readline  # noqa: F401 (so that a line can be edited, and recalled)
            return input("> ").strip()
        sys.stdout.flush()
        line = sys.stdin.readline()
    except EOFError:
        return None
    except UnicodeDecodeError:
        return "?"  # no text: whoever typed it gets the list of commands
    return line.strip() if line else None
