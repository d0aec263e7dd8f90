"""The watch screen: the solver's solution, and every other view of it, on one timeline."""

import math
import time
from dataclasses import dataclass, replace
from functools import partial

from textual.app import ComposeResult
from textual.geometry import Size
from textual.widgets import Static

from puzzles.core.errors import sentence
from puzzles.core.offers import FILES, offers
from puzzles.core.results import Way
from puzzles.core.solving import Answer, Progress, Step
from puzzles.library.catalogue import Entry
from puzzles.player.game import Game
from puzzles.player.settings import Settings
from puzzles.player.timeline import Moves, Timeline
from puzzles.running.question import Question
from puzzles.running.work import Failed
from puzzles.ui.board.panel import entry_heading, slow_until
from puzzles.ui.watch.bars import Tabs
from puzzles.ui.watch.predict import PredictScreen
from puzzles.ui.watch.walk import WalkScreen
from puzzles.ui.widgets.guards import escape

SETTLED = 1.0  # seconds without a better line, after which the best so far is shown
STEP = 0.25  # seconds at speed 1 that a step of a search is shown
READ = 3.0  # and a step with a sentence
WAYS = "paths"  # the view of all paths
VERDICTS = {None: "", True: "This one is in a solution.", False: "This one is in no solution."}
FRAMES = 120  # steps of a view that a saved animation shows
TEXT_FROM = 28  # lines of a window that has a line for the sentence of a view


@dataclass
class _View:
    """A view of the solver: its name and its sentence, and its steps once it was opened."""

    name: str
    text: str
    steps: Timeline | None = None
    verdict: str = ""


class WatchScreen(WalkScreen):
    """Solves from a position of the player's and shows it."""

    LINES = 4

    def __init__(self, game: Game) -> None:
        super().__init__(game.puzzle, entry_heading(game.entry), game.state)
        self._game, self._question = game, game.question()
        self._answered = False  # the solver has said which solution is best
        self._best: tuple[str, ...] = ()  # the best line while the search goes on
        self._best_since = math.inf
        self._seen = False  # something of the solution
        self._tasks = game.puzzle.solver.tasks(game.state) if game.puzzle.can("solver.ways") else ()
        self._chosen = 0  # the one whose ways the view of them shows
        solution = game.puzzle.aim.solution
        sentences = {"solution": sentence(f"{solution} from your position, move by move")}
        if game.puzzle.can("tutor.trace"):
            sentences |= game.puzzle.tutor.VIEWS
        if self._tasks:
            sentences[WAYS] = (
                "All paths for one thing. ] goes to those in a solution, ↓ to another."
            )
        self._views = [_View(name, text) for name, text in sentences.items()]
        self._open = 0
        self._tabs = Tabs([view.name.capitalize() for view in self._views])
        self._sentence = Static(self._views[0].text, id="sentence")

    def above(self) -> ComposeResult:
        yield self._tabs
        yield self._sentence

    def _arrange(self, size: Size) -> None:
        self._sentence.display = size.height >= TEXT_FROM
        self.LINES = 4 + self._sentence.display
        super()._arrange(size)

    def on_mount(self) -> None:
        self._show_progress(Progress())
        self._follow()

    @property
    def view(self) -> _View:
        """The view that is open."""
        return self._views[self._open]

    @property
    def ready(self) -> bool:
        return len(self.track) > 0 if self._open else super().ready

    # Asking the solver ---------------------------------------------------------------------

    def _follow(self) -> None:
        """Ask the solver for what the open view shows, unless it is there."""
        if self._open == 0:
            if self._answered:
                return
            if known := self._game.known_answer():
                self._show_solution(known)
            else:
                self.run_worker(self._solve(), exclusive=True)
            return
        view = self.view
        if view.steps is None or not view.steps.complete:  # it goes on where it was left
            view.steps = view.steps or Timeline()
            question = self._question.to("tutor.trace", view.name)
            if view.name == WAYS:
                question = self._question.to("solver.ways", self._tasks[self._chosen])
            self.run_worker(self._trace(view, view.steps, question), exclusive=True)
        self.track = view.steps

    async def _solve(self) -> None:
        try:
            self._show_solution(await self.app.solver.answer(self._question, self._so_far))
        except Failed as error:
            self.say(f"[$error]{escape(str(error))}[/]")

    def _so_far(self, progress: Progress) -> None:
        """Show how far the search is, or its best line, if none better came for a moment."""
        if progress.moves:
            self._best, self._best_since = progress.moves, time.monotonic()
        if time.monotonic() > self._best_since + SETTLED and len(self._best) != len(
            self.line.moves
        ):
            headline = f"Best so far: {self.puzzle.count_of(len(self._best))}"
            self.begin(headline, "", self._best, playing=True)
        if self._headline:
            bounds = progress.bounds(self.puzzle.count_of)[-1:]
            self._figures = ", ".join([*bounds, f"{progress.nodes:,} positions"])
        if self._open == 0 and self._headline:
            self.describe()
        elif self._open == 0:
            self._show_progress(progress)

    def _show_progress(self, progress: Progress) -> None:
        """Show how far a search is, before there is a step."""
        rate = progress.nodes / progress.seconds if progress.seconds > 0.05 else 0
        searching = [
            f"[b]Searching[/b] {progress.seconds:.1f} s",
            f"positions   {progress.nodes:,}",
            f"per second  {rate:,.0f}",
            *progress.bounds(self.puzzle.count_of),
        ]
        preparing = f"[b]Looking[/b] {progress.seconds:.1f} s"
        self.tell(preparing if progress.preparing else "\n".join(searching))
        self.say(slow_until(progress))

    def _show_solution(self, answer: Answer) -> None:
        headline = answer.headline[:1].upper() + answer.headline[1:]
        figures = f"{answer.nodes:,} positions, {answer.seconds:.2f} s" if answer.nodes else ""
        self._answered = True
        self._game.learn(answer)
        moves = answer.moves or ()
        if self.line.moves and len(moves) == len(self.line.moves):  # the line that is shown is best
            self._headline, self._figures = headline, figures
            self.describe()
        else:
            self.begin(headline, figures, moves, playing=True)

    async def _trace(self, view: _View, steps: Timeline, question: Question) -> None:
        """Take in the steps of a view while they come, but those that have come before."""
        known, came = steps.total, 0
        began = time.monotonic()

        def take(progress: Progress) -> None:
            nonlocal came
            if progress.step or progress.line:
                came += 1
                if came <= known:
                    return
                steps.add(progress)
            elif view is self.view and not len(steps):
                self._show_progress(replace(progress, seconds=time.monotonic() - began))
            if view is self.view:
                self._arrived(steps)

        try:
            view.verdict = (await self.app.solver.answer(question, take)).headline
        except Failed as error:
            view.verdict = sentence(error)
        steps.complete = True
        if view is self.view:
            self._arrived(steps)

    def _arrived(self, steps: Timeline) -> None:
        """Show the first step, go on where the show waited for a step, or let the bar grow."""
        if steps.total == 1:
            self.show_step()
        elif self._playing and self._timer is None:
            self._next()
        elif steps.complete or steps.total % 64 == 0:
            self.describe()

    def note_shown(self) -> None:
        """Count once as help that the player is shown something of the solution."""
        if not self._seen:
            self._seen = True
            self._game.watched()

    # The step that is shown ----------------------------------------------------------------

    def show_step(self) -> None:
        if self.view.steps is None:
            super().show_step()
            return
        if (step := self.view.steps.shown) is None:
            self.describe()
            return
        self.note_shown()
        self.board.look(self.line.states[0], step)
        seen = step.step or Step()
        usual = READ if seen.words else STEP
        self.later(usual if seen.seconds is None else seen.seconds, self._next)
        self.describe()

    def _next(self) -> None:
        """Show the next step, or wait for it: the show runs, and there is no timer."""
        self._timer, steps = None, self.view.steps
        if steps is None:
            return
        if steps.go(steps.at + 1):
            self.show_step()
        elif steps.complete:
            self._playing = False
            self.describe()

    def describe(self) -> None:
        view, steps = self.view, self.view.steps
        if steps is None:
            super().describe()
            return
        step = steps.shown
        if step is None:
            self._bar.show(0, 0, "no step" if steps.complete else "…")
            if steps.complete:
                self.tell("There is nothing to step through.")
            self.say(view.verdict)
            return
        seen = step.step or Step()
        words = (self.board.turned and seen.turned) or seen.words
        at_end = steps.complete and steps.at == len(steps) - 1
        once = "" if at_end and words == view.verdict else words
        task = [f"[b]Paths for {self._tasks[self._chosen]}[/b]"] if view.name == WAYS else []
        told = [
            *task,
            self.running(),
            *map(escape, (*seen.told, once)),
            VERDICTS[seen.used if isinstance(seen, Way) else None],
        ]
        # Below the board there are few lines, but long ones.
        self.tell(("\n" if self.has_class("-wide") else "   ").join(filter(None, told)))
        heard = words or ". ".join(seen.lines)
        self.speak(f"Step {steps.number} of {steps.total}. {heard}")
        self.say(view.verdict if at_end else "")
        more = "" if steps.complete else "+"
        thinned = f", every {steps.every}th" if steps.every > 1 else ""
        words = f"step {steps.number:,} of {steps.total:,}{more}{thinned}"
        self._bar.show(steps.number, steps.total, words, [number for number, _ in steps.marks()])

    # Views ---------------------------------------------------------------------------------

    def action_view(self, by: int) -> None:
        self.action_open((self._open + by) % len(self._views))

    def action_open(self, index: int) -> None:
        """Open a view: its steps from the start, or the solution where it was left."""
        if index >= len(self._views):
            return
        if len(self._views) == 1:
            self.say(f"The solver of {self.puzzle.title} shows only its solution.")
            return
        self.hold()
        self._open = index
        self._tabs.show(index)
        self._sentence.update(self.view.text)
        if index == 0:
            self.track = self.line
        self._follow()
        self._playing = index > 0 and not (self.view.steps and self.view.steps.complete)
        self.board.announce(None)
        if not self.ready:
            self._show_progress(Progress(preparing=True))
            self._bar.show(0, 0, "…")
        else:
            self.show_step()
        if not self._sentence.display:
            self.say(f"[dim]{self.view.text}[/]")

    def action_task(self, by: int) -> None:
        """Show all paths of the next or the last colour."""
        if self.view.name == WAYS:
            self._chosen = (self._chosen + by) % len(self._tasks)
            self.view.steps = None
            self.action_open(self._open)

    def action_predict(self) -> None:
        """Ask the player for the moves of the solution from the shown one on."""
        line = self.line
        if not line.moves or line.ended:
            self.say("There is no move of the solution to predict here.")
            return
        self.hold()
        self.note_shown()
        made = (*self._question.moves, *line.texts[: line.at])
        self.app.push_screen(PredictScreen(self._game, made, line.texts[line.at :]))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return offers(FILES) if action == "save" else super().check_action(action, parameters)

    def action_save(self) -> None:
        """Save what the open view shows as an animation."""
        if not self.ready:
            self.say("There is nothing to save yet.")
        else:
            self.say("Saving the animation …")
            entry, view = self._game.entry, self.view
            steps = view.steps.sample(FRAMES) if view.steps else []
            make = partial(_animation, entry, self.line, steps, self.app.settings)
            self.save_picture(f"{'-'.join([*entry.path, *view.name.split()])}.gif", make)


def _animation(entry: Entry, line: Moves, steps: list[Progress], settings: Settings) -> bytes:
    """The steps of a view, or the moves of the solution where there are none, as a GIF."""
    from puzzles.pictures.giving import solution_frames, view_frames
    from puzzles.pictures.raster import gif

    puzzle, start, palette = entry.pack.puzzle, line.states[0], settings.palette
    if steps:
        return gif(view_frames(puzzle, start, entry.level.title, steps, palette))
    return gif(solution_frames(puzzle, start, line.texts, palette))
