"""The tutorial screen: a puzzle's lessons, one small board after another, to be played."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from puzzles.core.errors import MoveError
from puzzles.library.catalogue import Entry
from puzzles.library.levels import Pack
from puzzles.player.session import Session
from puzzles.ui.board import BoardView
from puzzles.ui.panel import BoardScreen, entry_heading


class TutorialScreen(BoardScreen):
    """One lesson; a win leads to the next. Nothing of it is saved or counted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", "Undo", id="lesson.undo", key_display="u"),
        Binding("H", "hint", "Show me", id="lesson.hint"),
        Binding("n", "next", "Next", id="lesson.next"),
        Binding("escape", "skip", "Skip all", id="lesson.skip"),
        Binding("R", "restart", "Restart", id="lesson.restart"),
    ]

    def __init__(self, pack: Pack, index: int = 0) -> None:
        entry = Entry(pack, index)
        self.session: Session[Any, Any] = Session(pack.puzzle, entry.level)
        super().__init__(pack.puzzle, entry_heading(entry), self.session.state, live=True)
        self.entry = entry
        assert self.puzzle.teaches is not None
        self.lesson = self.puzzle.teaches.LESSONS[index]

    def on_mount(self) -> None:
        self._update()
        self.board.focus()

    def _update(self) -> None:
        entry = self.entry
        count = len(entry.pack.levels)
        lines = [f"[b]Lesson {entry.index + 1} of {count}[/b]"]
        if self.session.status.won:
            last = entry.index + 1 == count
            lines.append("[b $success]✦ Well done ✦[/]")
            lines.append("[b]n[/b] " + ("on to the levels" if last else "next lesson"))
            self.say("")
        else:
            self.say(self.lesson.text)
        self.status.update("\n".join(lines))

    def on_board_view_played(self, message: BoardView.Played) -> None:
        if self.session.status.won:
            return
        try:
            self.session.play(message.move)
        except MoveError as error:
            self.say(f"[$warning]{str(error)[0].upper()}{str(error)[1:]}.[/]")
            return
        self._show(message.move)
        if self.session.status.won:
            self.board.call_later(self.board.celebrate)

    def _show(self, move: Any = None) -> None:
        self.board.show(self.session.state, move)
        self._update()

    def action_undo(self) -> None:
        self.session.undo()
        self._show()

    def action_restart(self) -> None:
        self.session.restart()
        self._show()

    def action_hint(self) -> None:
        """Announce the lesson's next move, if the player is on its way; else begin again."""
        made = self.session.moves()
        if self.session.status.won:
            return
        if made != self.lesson.moves[: len(made)]:
            self.action_restart()
            made = ()
        text = self.lesson.moves[len(made)]
        self.board.announce(self.puzzle.move_parse(self.session.state, text))
        self.say(f"Try [b]{text}[/b].")

    def action_next(self) -> None:
        self.board.finish()
        if self.entry.index + 1 < len(self.entry.pack.levels):
            self.app.switch_screen(TutorialScreen(self.entry.pack, self.entry.index + 1))
        else:
            self.dismiss()

    def action_skip(self) -> None:
        self.dismiss()
