"""The base of playing and learning: a screen that draws what the verbs of a game come to; and the
lessons of a puzzle, one small board after another, to be played."""

from textual import events
from textual.content import Content
from textual.worker import Worker, get_current_worker

from puzzles.core.results import Lesson
from puzzles.core.solving import Progress
from puzzles.library.catalogue import Entry
from puzzles.library.levels import Pack
from puzzles.player.course import Outcome
from puzzles.player.game import Game, Practice
from puzzles.running.work import Failed
from puzzles.ui.board.gridboard import GridBoard
from puzzles.ui.board.panel import BoardScreen, entry_heading, slow_until
from puzzles.ui.watch.watch import WatchScreen
from puzzles.ui.widgets.form import AskScreen
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import key_of

TRIAL = {"begin": "trial", "leave": "trial"}  # two verbs with one key


class GameScreen(BoardScreen):
    """Owns a game; the board only shows it.

    Once the game is won, enter or a click on board or panel goes on, at once.
    """

    KEYS = ""  # what the ids of the bindings of verbs begin with

    def __init__(self, entry: Entry, game: Game) -> None:
        super().__init__(game.puzzle, entry_heading(entry), game.state, live=True)
        self.entry, self.game = entry, game
        self._search: Worker[None] | None = None
        self._pressed_after = False  # the pointer, after the game was won

    def on_screen_resume(self) -> None:
        self.game.resume()
        self.update_panel()

    def on_screen_suspend(self) -> None:
        self.game.pause()

    def on_grid_board_played(self, message: GridBoard.Played) -> None:
        self.draw(self.game.play(message.move))

    def action_go_on(self) -> None:
        """Leave a game that is won for what comes next."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "go_on" or self.over

    @property
    def over(self) -> bool:
        """True if what comes next can be gone on to."""
        return self.game.status.won

    def caption(self, outcome: Outcome) -> str:
        """The title over what is said."""
        return "Hint" if outcome.step is not None or outcome.hint is not None else ""

    def on_mouse_down(self) -> None:
        self._pressed_after = self.over

    def on_click(self, event: events.Click) -> None:
        """Go on; but not by the click that won, nor by the second half of a double one. One on a
        word that does something else does not come here."""
        body = self.query_one("#body")
        inside = event.widget is not None and body in event.widget.ancestors_with_self
        if inside and self._pressed_after and event.chain == 1:
            self.action_go_on()

    def action_verb(self, name: str) -> None:
        """Do what a method of the game does."""
        self.draw(getattr(self.game, name)())

    def action_watch(self) -> None:
        """Watch the solver win from here; the game itself stays as it is."""
        self.stop_search()
        self.board.finish()
        self.app.push_screen(WatchScreen(self.game))

    def action_type(self) -> None:
        """Take a move in words, or tell what is where."""
        self.app.ask(AskScreen("Type a move; or look, or look and a name"), self._typed)

    def _typed(self, text: str) -> None:
        word, _, name = text.partition(" ")
        if word.casefold() == "look":
            self.draw(self.game.look(name))
        elif text:
            self.draw(self.game.play_text(text))

    def update_panel(self) -> None:
        """Show the counts in the side panel."""
        raise NotImplementedError

    def draw(self, outcome: Outcome) -> None:
        """Show what a verb came to; have the solver look, if there is more to know."""
        if outcome.changed or outcome.question is not None:
            self.stop_search()
        self._show(outcome)
        if outcome.question is not None:
            if not outcome.words:
                self.say("[dim]Looking …[/]", aloud=False)
            self._search = self.run_worker(self._pursue(outcome), exclusive=True)

    def _show(self, outcome: Outcome) -> None:
        before = self.board.state
        if outcome.changed:
            self.board.show(outcome.state, outcome.move)
            self.refresh_bindings()
        if outcome.step is not None:
            self.board.point_out(outcome.step)
        if outcome.step is not None or outcome.hint is not None:
            self.board.announce(outcome.hint)
        self.say(self.words(outcome), aloud=False, title=self.caption(outcome))
        if self.spoken and self.puzzle.speaks:
            heard = [Content.from_markup(self.told(outcome)).plain]
            if outcome.changed:
                change = self.puzzle.tutor.describe_change(before, outcome.state)
                heard += change, self.game.standing
            if outcome.won:
                heard.append(f"{key_of(self, 'game.on', spoken=True)} goes on.")
            self.speak("\n".join(heard))
        self.update_panel()
        if outcome.won:
            self.board.call_later(self.board.celebrate)

    def words(self, outcome: Outcome) -> str:
        """Return the words to show of an outcome (Rich markup)."""
        return self.told(outcome)

    def told(self, outcome: Outcome) -> str:
        """Return the words of an outcome (Rich markup); a hint as it is seen, or heard."""
        hint = "" if outcome.hint is None else self.puzzle.move_text(outcome.state, outcome.hint)

        def plain(text: str) -> str:
            if hint and text == hint:
                return self.move_words(outcome.state, outcome.hint)
            if (step := outcome.step) is not None and self.board.turned and text == step.words:
                text = step.turned or text
            return escape(text)

        words = outcome.told(
            lambda verb: f"[b]{key_of(self, f'{self.KEYS}.{TRIAL.get(verb, verb)}')}[/b]",
            plain,
            lambda text: f"[b]{text}[/b]",
        )
        return f"{words}\n[dim]{escape(outcome.note)}[/]" if outcome.note else words

    async def _pursue(self, outcome: Outcome) -> None:
        """Have the solver answer what there is to ask, one question after the other."""
        worker = get_current_worker()

        def think(progress: Progress) -> None:
            if outcome.hint is not None:  # it stays, as it is
                return
            told = [self.words(outcome), "[dim]Preparing the solver …[/]"]
            if not progress.preparing:
                thinking = f"[dim]Thinking … {progress.nodes:,} positions[/]"
                told[1:] = thinking, slow_until(progress)
            self.say("\n\n".join(filter(None, told)), aloud=False)

        try:
            while outcome.question is not None and outcome.then is not None:
                outcome = outcome.then(await self.app.solver.answer(outcome.question, think))
                self._show(outcome)
        except Failed as error:
            self.say(f"[$error]{escape(str(error))}[/]")
        finally:
            if self._search is worker:  # and not a later one
                self._search = None

    def stop_search(self) -> bool:
        """Stop what the solver is asked; False if it is asked nothing."""
        if self._search is None:
            return False
        self._search.cancel()
        self._search = None
        return True


class TutorialScreen(GameScreen):
    """One lesson; a win leads to the next. Nothing of it is saved or counted."""

    SIDE_LEAST = 26  # there is much to say
    KEYS = "lesson"

    def __init__(self, pack: Pack, lessons: tuple[Lesson, ...], index: int = 0) -> None:
        self.lesson, self._lessons = lessons[index], lessons
        entry = Entry(pack, index)
        super().__init__(entry, Practice(entry, self.lesson))

    def on_mount(self) -> None:
        self.say(self.exercise, title="Lesson")
        self.board.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.game.status.won and (action == "watch" or parameters == ("hint",)):
            return False
        return super().check_action(action, parameters)

    @property
    def exercise(self) -> str:
        """The exercise, for a player who sees the board, hears of it or has buttons."""
        told = self.lesson.spoken if self.spoken else self.lesson.touched if self.app.touch else ""
        return told or self.lesson.text

    def update_panel(self) -> None:
        count = len(self._lessons)
        lines = [f"[b]Lesson {self.entry.index + 1} of {count}[/b]"]
        if self.game.status.won:
            last = self.entry.index + 1 == count
            lines.append("[b $success]✦ Well done ✦[/]")
            key = "Tap:" if self.app.touch else "[b]enter[/b]"
            lines.append(f"{key} {'on to the levels' if last else 'next lesson'}")
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

    def on_grid_board_said(self, message: GridBoard.Said) -> None:
        self.say(self._above(escape(message.text)))

    def action_next(self) -> None:
        self.board.finish()
        if self.entry.index + 1 < len(self._lessons):
            following = TutorialScreen(self.entry.pack, self._lessons, self.entry.index + 1)
            self.give_way(following)
        else:
            self.dismiss()

    action_go_on = action_next
