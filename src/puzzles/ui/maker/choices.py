"""Lists to choose from: what the assistant makes of a board, and what holds for all of it."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import aclosing
from functools import partial

from rich.text import Text
from textual import work
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from puzzles.core.errors import UsageError, sentence
from puzzles.core.level import Level
from puzzles.core.results import Proposal
from puzzles.player.draft import Draft
from puzzles.running import work as tasks
from puzzles.running.work import Failed
from puzzles.ui.widgets.form import QuestionScreen

Line = tuple[Text, Callable[[], object] | None]  # and what it does when it is chosen


class ChoiceScreen(QuestionScreen[None]):
    """Shows lines below a question; those that do nothing cannot be chosen."""

    _lines: Sequence[Line] = ()

    def answers(self) -> Iterable[Widget]:
        yield OptionList(id="answer", compact=True)

    def show(self, lines: Sequence[Line]) -> None:
        """Let one of these lines be chosen, the one at the place of the last choice first."""
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        self._lines = lines
        options.clear_options()
        options.add_options(Option(words, disabled=do is None) for words, do in lines)
        options.highlighted = min(at, len(lines) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        do = self._lines[event.option_index][1]
        assert do is not None
        self.choose(do)

    def choose(self, do: Callable[[], object]) -> None:
        """Do what a line is for."""
        do()


class AssistScreen(ChoiceScreen):
    """Changes the draft, by a stroke like others, once a proposal is taken; `shown` is called with
    a sketch that is to be looked at meanwhile."""

    QUESTION = "[b]Change this board[/b]  [@click=screen.back]esc goes back[/]"

    def __init__(self, draft: Draft, shown: Callable[[Level], None]) -> None:
        super().__init__()
        assert draft.puzzle.can("maker.assist")
        self._draft, self._look_at = draft, shown

    def on_mount(self) -> None:
        wishes = self._draft.puzzle.maker.wishes(self._draft.sketch).items()
        self.show([(Text(words), partial(self._ask, wish)) for wish, words in wishes])

    @work(exclusive=True)
    async def _ask(self, wish: str) -> None:
        """Have the solver look for it; what it finds is shown before it is taken."""
        self.say("Looking; esc ends it.")
        draft = self._draft
        asked = {"puzzle": draft.puzzle, "sketch": draft.sketch, "orbits": draft.orbits}
        try:
            async with aclosing(self.app.solver.ask(tasks.assist, {**asked, "wish": wish})) as told:
                async for event in told:
                    if isinstance(event, Proposal):
                        self._propose(event)
        except Failed as failure:
            self.say(Text(sentence(failure)))

    def _propose(self, proposal: Proposal[Level]) -> None:
        said = filter(None, ("; ".join(proposal.changes), proposal.note))
        self.say(Text(" ".join(map(sentence, said))))
        if proposal.changes:
            self._look_at(proposal.level)
            take = partial(self._take, proposal.level)
            self.show([(Text("Use it"), take), (Text("Keep mine"), self.dismiss)])
            self.query_one(OptionList).highlighted = 0

    def _take(self, level: Level) -> None:
        self._draft.become(level)
        self.dismiss()

    def action_back(self) -> None:
        """Stop looking; or leave all as it is."""
        if self.workers.cancel_node(self):
            self.say("Ended; nothing was changed.")
        else:
            self.dismiss()


class DemandsScreen(ChoiceScreen):
    """Each line changes the draft when it is chosen, and `changed` is called; after what holds for
    the board come other `deeds`."""

    QUESTION = (
        "[b]The whole board[/b]  enter changes a line, [@click=screen.dismiss]esc goes back[/]"
    )

    def __init__(self, draft: Draft, deeds: Sequence[Line], changed: Callable[[], None]) -> None:
        super().__init__()
        self._draft, self._deeds, self._changed = draft, deeds, changed

    def on_mount(self) -> None:
        lines: list[Line] = []
        for demand in self._draft.demands:
            later = demand.values.index(demand.value) + 1
            value = demand.values[later % len(demand.values)]
            turn = partial(self._draft.demand, demand.name, value)
            lines.append((Text(f"{demand.name}: {demand.value}"), turn))
        self.show([*lines, *self._deeds])

    def choose(self, do: Callable[[], object]) -> None:
        try:
            do()
            self.say("")
        except UsageError as error:
            self.say(Text(sentence(error)))
        self.on_mount()
        self._changed()
