"""Practice and runs on screen: games on boards of the stock, each of which leads to the next."""

from collections.abc import Sequence

from puzzles.core.puzzle import AnyPuzzle
from puzzles.player import practice
from puzzles.player.course import Outcome
from puzzles.player.practice import Drill, Question, Run
from puzzles.player.session import clock_text
from puzzles.ui.board.panel import facts_line
from puzzles.ui.play.playing import GameScreen
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import Host, link

RIGHT, WRONG, HERE, OPEN = "[$success]■[/]", "[$error]✗[/]", "[$accent]▸[/]", "[dim]·[/]"
BAR = 20  # columns


def bar(part: float, columns: int = BAR) -> str:
    """A bar that is filled so far (Rich markup)."""
    filled = int(columns * part)
    return f"[$accent]{'━' * filled}[/][dim]{'─' * (columns - filled)}[/]"


class ExerciseScreen(GameScreen):
    """A board of the stock. What is asked, and how it went, stands in the panel."""

    HEADING, number = "", 0  # that of the board, from 0
    game: Drill | practice.Board

    def on_mount(self) -> None:
        self.board.focus()
        self.update_panel()
        self.call_after_refresh(self.speak, self.game.words)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.over and action in ("verb", "skip", "type"):
            return False
        return super().check_action(action, parameters)

    def head(self, what: str, where: str, facts: Sequence[str]) -> None:
        """Show the line of the title."""
        heading = f"[b]{self.HEADING}[/b]  {escape(what)}  [dim]{escape(where)}[/]"
        self._title.update(facts_line(heading, facts, self.size.width - 2))


class DrillScreen(ExerciseScreen):
    """One of some questions of a kind; `marks` tell which of those before were right."""

    KEYS, HEADING = "drill", "Practice"
    game: Drill

    def __init__(self, asked: Sequence[Question], host: Host, marks: Sequence[bool] = ()) -> None:
        game = Drill(asked[len(marks)], host.saves)
        super().__init__(game.entry, game)
        self._questions, self._marks, self.number = asked, marks, len(marks)

    @property
    def over(self) -> bool:
        return self.game.ended

    @property
    def marks(self) -> list[bool]:
        """How the questions were answered so far."""
        return [*self._marks, *([] if self.game.right is None else [self.game.right])]

    def caption(self, outcome: Outcome) -> str:
        """The title over what is said."""
        if self.game.session.hints:
            return "Shown"
        return {True: "Right", False: "Not this one", None: ""}[self.game.right]

    def update_panel(self) -> None:
        kind, number = self.game.asked.kind, len(self._questions)
        signs = [RIGHT if right else WRONG for right in self.marks]
        if not self.over:
            signs.append(HERE)
        signs += [OPEN] * (number - len(signs))
        where = f"{self.puzzle.title} · question {self.number + 1} of {number}"
        self.head(kind, where, [" ".join(signs)])
        before = practice.answers(self.puzzle, kind, self.app.known.exercises)
        given = [*(one.solved for one in before), *self.marks]
        lines = [f"[b]{self.game.words}[/b]"]
        if not self.over:
            look = link(self, "drill.where", "where to look")
            lines += ["", look, link(self, "drill.show", "show me")]
        elif len(self.marks) < number:
            lines += ["", link(self, "game.on", "next question")]
        else:
            lines += ["", f"{sum(self.marks)} of {number} right."]
            lines += [link(self, "game.on", "done")]
        lines += [link(self, "drill.other", "another kind")]
        if given:
            lines += ["", f"[dim]{sum(given)} of {len(given)} right so far[/]"]
            lines += [bar(sum(given) / len(given))]
        self.tell("\n".join(lines))

    def action_go_on(self) -> None:
        self.board.finish()
        if len(self.marks) < len(self._questions):
            self.give_way(DrillScreen(self._questions, self.app, self.marks))
        else:
            self.dismiss()

    def action_other(self) -> None:
        """Ask questions of the next kind."""
        every = [*practice.questions(self.puzzle)]
        at = (every.index(self.game.asked.kind) + 1) % len(every)
        self.give_way(drill_screen(self.app, self.puzzle, every[at]))


def drill_screen(host: Host, puzzle: AnyPuzzle, kind: str = "") -> DrillScreen:
    """Some questions of a kind; of the one that goes wrong most often, unless one is named."""
    asked = practice.some_questions(puzzle, host.known.exercises, kind)
    return DrillScreen(asked, host)


class RunScreen(ExerciseScreen):
    """The boards of a run, one after the other, with the clock of all of it, which stands still
    while it is covered; at the end, what the run came to."""

    KEYS, HEADING = "run", "Run"
    game: practice.Board

    def __init__(self, run: Run) -> None:
        super().__init__((game := run.board()).entry, game)
        self.run_ = run

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(0.5, self._tick)

    def on_screen_resume(self) -> None:
        if not self.over:
            self.run_.clock.start()
        super().on_screen_resume()

    def on_screen_suspend(self) -> None:
        self.run_.clock.stop()
        super().on_screen_suspend()

    @property
    def over(self) -> bool:
        return self.run_.over

    def _tick(self) -> None:
        if self.over and self.run_.clock.running:
            self._end()
        elif not self.over:
            self.update_panel()

    def draw(self, outcome: Outcome) -> None:
        super().draw(outcome)
        if self.game.missed:
            aim = self.puzzle.aim
            wrong = aim.over(1) if aim.stepwise else "wrong"
            self._settle(False, f"{WRONG} Missed: that was {wrong}.")
        elif self.game.status.won:
            self._settle(True, f"{RIGHT} Solved.")

    def _settle(self, solved: bool, said: str) -> None:
        """Go to the next board, if there is one."""
        self.run_.done.append(solved)
        self.say(said)
        if self.over:
            self._end()
            return
        self.game.pause()
        self.number, self.game = len(self.run_.done), self.run_.board()
        self.entry = self.game.entry
        self.board.take(self.game.state)
        self._arrange(self.app.size)
        self.game.resume()
        self.refresh_bindings()
        self.update_panel()
        self.speak(self.game.words)

    def _end(self) -> None:
        self.run_.clock.stop()
        self.board.live = False
        self.refresh_bindings()
        self.update_panel()
        self.speak(self.run_.words)

    def update_panel(self) -> None:
        run, timed = self.run_, self.run_.timed
        told = f"{clock_text(run.left)} left" if timed else f"board {self.number + 1}"
        self.head("three minutes" if timed else "without a clock", self.puzzle.title, [told])
        lines = [bar(run.left / practice.SECONDS)] * timed
        best = f" · best {run.best}" if run.best else ""
        lines += [f"[b]{sum(run.done)}[/b] solved{best}"]
        lines += [" ".join(RIGHT if solved else WRONG for solved in run.done), ""]
        if not self.over:
            left = run.misses - run.done.count(False)
            words = "the next miss ends the run" if left == 1 else f"{left} misses end it"
            lines += [self.game.words, f"[dim]{words}[/]" * (run.name != practice.AGAIN)]
        else:
            best = "[b $success]your best run[/]" if sum(run.done) > run.best and timed else ""
            again = [link(self, "game.on", "play the missed ones again")] * (not all(run.done))
            lines += [f"[b]{run.words}[/b]", best, "", *again, link(self, "run.leave", "leave")]
        self.tell("\n".join(lines))

    def action_skip(self) -> None:
        """Leave this board for the next one, which is a miss."""
        self.game.save()
        self._settle(False, f"{WRONG} Skipped.")

    def action_go_on(self) -> None:
        if (again := self.run_.again()).boards:
            self.give_way(RunScreen(again))
        else:
            self.dismiss()

    def action_leave(self) -> None:
        """End the run; then leave."""
        if self.over:
            self.dismiss()
        else:
            self.run_.boards = self.run_.boards[: len(self.run_.done)]
            self._end()


def run_screen(host: Host, puzzle: AnyPuzzle) -> RunScreen:
    """A new run; who listens has no clock."""
    timed = not (host.settings.spoken and puzzle.speaks)
    return RunScreen(practice.new_run(puzzle, host.saves, host.known.exercises, timed))
