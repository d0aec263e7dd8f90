"""The assistant: what can be wished for a board that is drawn, and what would be changed for it,
which is taken or left."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from puzzles.core.errors import sentence
from puzzles.core.level import Level
from puzzles.core.results import Proposal
from puzzles.player.draft import Draft
from puzzles.running import work as tasks
from puzzles.running.work import Failed
from puzzles.ui.widgets.screens import ModalScreen

TAKE, LEAVE = "Take it", "Leave it"


class AssistScreen(ModalScreen[None]):
    """Changes the draft, by a stroke like others, once a proposal is taken; `shown` is called with
    a sketch that is to be looked at meanwhile."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="assist.back"),
    ]

    def __init__(self, draft: Draft, shown: Callable[[Level], None]) -> None:
        super().__init__()
        assert draft.puzzle.can("maker.assist")
        self._draft, self._look_at = draft, shown
        self._wishes = draft.puzzle.maker.wishes(draft.sketch)
        self._proposal: Proposal[Level] | None = None
        self._working = False

    def compose(self) -> ComposeResult:
        yield Static(
            "[b]What do you wish for?[/b]  [@click=screen.back]esc goes back[/]", id="question"
        )
        yield OptionList(id="answer", compact=True)
        yield Static(id="reason")

    def on_mount(self) -> None:
        self._offer()

    def _offer(self, *lines: str) -> None:
        """Let one of these lines be chosen, or one of the wishes."""
        self._lines = lines or tuple(self._wishes.values())
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(Option(Text(line)) for line in self._lines)
        options.highlighted = 0
        options.focus()

    def _say(self, text: str) -> None:
        self.query_one("#reason", Static).update(Text(text))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = self._lines[event.option_index]
        if self._proposal is not None:
            if chosen == TAKE:
                self._draft.become(self._proposal.level)
            self.dismiss()
        elif not self._working:
            wish = next(name for name, words in self._wishes.items() if words == chosen)
            self.run_worker(self._work(wish), exclusive=True)

    async def _work(self, wish: str) -> None:
        """Have the solver look for it; what it finds is shown before it is taken."""
        self._working = True
        self._say("Looking; esc ends it.")
        draft = self._draft
        try:
            values = {
                "puzzle": draft.puzzle,
                "sketch": draft.sketch,
                "wish": wish,
                "orbits": draft.orbits,
            }
            async with aclosing(self.app.solver.ask(tasks.assist, values)) as told:
                async for event in told:
                    if isinstance(event, Proposal):
                        self._propose(event)
        except Failed as failure:
            self._say(sentence(failure))
        finally:
            self._working = False

    def _propose(self, proposal: Proposal[Level]) -> None:
        said = "; ".join(filter(None, ("; ".join(proposal.changes), proposal.note)))
        self._say(sentence(said))
        if proposal.changes:
            self._proposal = proposal
            self._look_at(proposal.level)
            self._offer(TAKE, LEAVE)

    def action_back(self) -> None:
        """Stop looking; or leave all as it is."""
        if self._working:
            self.workers.cancel_node(self)
            self._say("Ended; nothing was changed.")
        else:
            self.dismiss()
