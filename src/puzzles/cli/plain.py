"""`puzzles play --plain LEVEL`: a game typed line by line, for screen readers and pipes.

Whatever is no command is a move. Every change is on disk before the next line is read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from puzzles.cli.exits import Exit
from puzzles.cli.progress import search
from puzzles.core.errors import MoveError, PuzzlesError, printable
from puzzles.core.solving import Answer, Limits
from puzzles.library.catalogue import Entry
from puzzles.player.game import Game
from puzzles.player.saves import Saves

_END = ("quit", "q", "exit")


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
        self.game, self.session, self.puzzle = game, game.session, game.session.puzzle
        self._saves = saves
        self._commands: dict[tuple[str, ...], tuple[Callable[[], None], str]] = {
            ("board", "b"): (self._board, "the board again"),
            ("undo", "u"): (self._undo, "take the last move back"),
            ("redo", "r"): (self._redo, "make it again"),
            ("restart",): (self._restart, "go back to the start; undo takes that back"),
            ("try",): (self._try, "begin a trial from here"),
            ("keep",): (self._keep, "end the trial and stay"),
            ("return",): (self._return, "end the trial and go back to where it began"),
            ("hint", "h"): (self._hint, "one best move from here"),
            ("check", "c"): (self._check, "what is missing, and whether it can be won from here"),
            ("solve", "s"): (self._solve, "all moves of a best solution from here"),
            ("rules",): (self._rules, "the rules"),
            ("help", "?"): (self._help, "this list"),
        }

    def run(self) -> None:
        entry = self.game.entry
        print(f"{entry.level.title} ({self.puzzle.title}). A line is a move or a command; "
              "help lists them.")  # fmt: skip
        if self.game.notice:
            print(self.game.notice)
        self._board()
        self.session.clock.start()
        self._tell_notice()
        while (line := _line()) is not None and line.casefold() not in _END:
            if line:
                self._answer(line)
                self._tell_notice()

    def _answer(self, line: str) -> None:
        for names, (act, _) in self._commands.items():
            if line.casefold() in names:
                try:
                    act()
                except PuzzlesError as error:
                    print(printable(str(error)))
                return
        self._move(line)

    def _tell_notice(self) -> None:
        if notice := self._saves.notice:
            print(printable(notice), file=sys.stderr)
            self._saves.notice = ""

    # The game ------------------------------------------------------------------------------

    def _move(self, text: str) -> None:
        if self.session.status.won:
            print("Solved already; undo, restart or quit.")
            return
        try:
            self.session.play(self.puzzle.move_parse(self.session.state, text))
        except MoveError as error:
            print(f"{printable(str(error))}. (help lists the commands)")
            return
        self._changed()

    def _changed(self) -> None:
        """The position is another one: store it, then show it."""
        if not self.session.status.won:
            self.session.clock.start()
        self.game.save().result()
        self._board()

    def _board(self) -> None:
        status = self.session.status
        target = "" if status.target is None else f", {status.target_name} {status.target}"
        print(f"\n{self.puzzle.text(self.session.state)}\n")
        words = [f"Moves {status.moves}{target}", *status.notes]
        if self.session.trying is not None:
            words.append(f"in a trial of {self.session.trying}")
        if status.won:
            help_taken = ", with help" if self.session.helped else ""
            words.append(f"solved: {status.grade}{help_taken}")
        print(". ".join(word[0].upper() + word[1:] for word in words) + ".")

    def _undo(self) -> None:
        trial = self.session.trying is not None
        nothing = "Here the trial began; keep or return ends it." if trial else "Nothing to undo."
        self._travel(self.session.undo() is not None, nothing)

    def _redo(self) -> None:
        self._travel(self.session.redo() is not None, "Nothing to redo.")

    def _restart(self) -> None:
        self._travel(self.session.restart(), "This is the start.")

    def _try(self) -> None:
        self.session.mark()
        self.game.save().result()
        print("A trial begins here. keep stays with it, return comes back here.")

    def _keep(self) -> None:
        self._travel(self.session.keep(), "There is no trial.")

    def _return(self) -> None:
        self._travel(self.session.abandon(), "There is no trial.")

    def _travel(self, done: bool, nothing: str) -> None:
        if done:
            self._changed()
        else:
            print(nothing)

    # What is known -------------------------------------------------------------------------

    def _answer_from_here(self) -> Answer:
        return search(self.puzzle.solve(self.session.state, Limits()))

    def _hint(self) -> None:
        if self.session.status.won:
            print("Solved already.")
            return
        answer = self._answer_from_here()
        if answer.moves:
            self.session.hints += 1
            self.game.save().result()
            state, move = self.session.state, answer.moves[0]
            print(f"Try: {self.puzzle.move_text(state, move)}")
            if self.puzzle.explains and (reason := search(
                self.puzzle.explains.why(state, move, len(answer.moves) - 1, Limits(seconds=5))
            ).headline):
                print(f"It {reason}.")
        print(answer.headline)

    def _check(self) -> None:
        reasons = self.session.status.reasons
        for reason, _ in reasons:
            print(reason)
        print(self._answer_from_here().headline if reasons else "Nothing is missing.")

    def _solve(self) -> None:
        """Tell the solution; the game stays where it is."""
        answer, state = self._answer_from_here(), self.session.state
        if answer.moves:
            self.session.watched += 1
            self.game.save().result()
        for move in answer.moves or ():
            print(self.puzzle.move_text(state, move))
            state = self.puzzle.apply(state, move)
        print(answer.headline)

    def _rules(self) -> None:
        print(self.puzzle.rules.strip())

    def _help(self) -> None:
        for names, (_, text) in self._commands.items():
            print(f"{', '.join(names):12} {text}")
        print(f"{'quit, q':12} stop; every move is saved\nAnything else is a move.")


def _line() -> str | None:
    """The next line without blanks around it; None at the end."""
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            import readline  # noqa: F401 (so that a line can be edited, and earlier ones recalled)

            return input("> ").strip()
        sys.stdout.flush()
        line = sys.stdin.readline()
    except EOFError:
        return None
    except UnicodeDecodeError:
        return "?"  # no text: whoever typed it gets the list of commands
    return line.strip() if line else None
