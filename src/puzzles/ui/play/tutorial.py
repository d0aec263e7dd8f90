"""The tutorial screen: a puzzle's lessons, one small board after another, to be played."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from puzzles.core.results import Lesson
from puzzles.library.catalogue import Entry
from puzzles.library.levels import Pack
from puzzles.player.game import Practice
from puzzles.player.outcome import Outcome
from puzzles.ui.board.board import BoardView
from puzzles.ui.play.playing import GameScreen
from puzzles.ui.watch.watch import WatchScreen
from puzzles.ui.widgets.guards import escape


class TutorialScreen(GameScreen):
    """One lesson; a win leads to the next. Nothing of it is saved or counted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", "Undo", id="lesson.undo", key_display="u"),
        Binding("H", "hint", "Show me", id="lesson.hint"),
        Binding("S", "watch", "Watch", id="lesson.watch"),
        Binding("n", "next", "Next", id="lesson.next"),
        Binding("escape", "skip", "Skip all", id="lesson.skip"),
        Binding("R", "restart", "Restart", id="lesson.restart"),
        Binding("colon", "type", "Type a move, or look", show=False, id="lesson.type"),
    ]
    SIDE_LEAST = 26  # there is much to say
    KEYS = {"next": "lesson.next", "undo": "lesson.undo", "restart": "lesson.restart"}

    def __init__(self, pack: Pack, lessons: tuple[Lesson, ...], index: int = 0) -> None:
        self.lesson, self._lessons = lessons[index], lessons
        entry = Entry(pack, index)
        super().__init__(entry, Practice(entry, self.lesson))

    def on_mount(self) -> None:
        self.say(self.exercise, title="Lesson")
        self.board.focus()

    @property
    def exercise(self) -> str:
        """The exercise, for a player who sees the board or hears of it."""
        return self.lesson.spoken if self.spoken and self.lesson.spoken else self.lesson.text

    def update_panel(self) -> None:
        count = len(self._lessons)
        lines = [f"[b]Lesson {self.entry.index + 1} of {count}[/b]"]
        if self.game.status.won:
            last = self.entry.index + 1 == count
            lines.append("[b $success]✦ Well done ✦[/]")
            lines.append("[b]enter[/b] " + ("on to the levels" if last else "next lesson"))
        self.tell("\n".join(lines))

    def words(self, outcome: Outcome) -> str:
        """Return the words of a verb, above the exercise until that is done."""
        if self.game.status.won:
            return ""
        said = "" if outcome.changed and outcome.hint is None else self.told(outcome)
        return self._above(said)

    def _above(self, said: str) -> str:
        """Return words above the exercise: so they are seen whole (Rich markup)."""
        return f"{said}\n\n[dim]{self.exercise}[/]" if said else self.exercise

    def on_board_view_said(self, message: BoardView.Said) -> None:
        self.say(self._above(escape(message.text)))

    def action_hint(self) -> None:
        self.draw(self.game.hint())

    def action_watch(self) -> None:
        self.board.finish()
        self.app.push_screen(WatchScreen(self.game))

    def action_next(self) -> None:
        self.board.finish()
        if self.entry.index + 1 < len(self._lessons):
            following = TutorialScreen(self.entry.pack, self._lessons, self.entry.index + 1)
            self.give_way(following)
        else:
            self.dismiss()

    def action_go_on(self) -> None:
        self.action_next()

    def action_skip(self) -> None:
        self.dismiss()
