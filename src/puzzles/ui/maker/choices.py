"""Lists to choose from: what the assistant can change a board into, a drawing's colours, and the
rules for the whole of its board."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from puzzles.core.errors import UsageError, sentence
from puzzles.core.level import Level
from puzzles.core.results import Proposal
from puzzles.player.draft import Draft
from puzzles.running import work as tasks
from puzzles.running.work import Failed
from puzzles.ui.widgets.host import ModalScreen

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


Line = tuple[Text, Callable[[], None] | None]  # and what it does when it is chosen


class SheetsScreen(ModalScreen[None]):
    """Each line changes the draft when it is chosen, and `changed` is called."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back", id="sheets.back"),
    ]

    def __init__(self, draft: Draft, changed: Callable[[], None]) -> None:
        super().__init__()
        self._draft, self._changed = draft, changed
        self._adding = False
        self._lines: list[Line] = []

    def compose(self) -> ComposeResult:
        yield Static(
            "[b]The whole board[/b]  enter changes a line, [@click=screen.dismiss]esc goes back[/]",
            id="question",
        )
        yield OptionList(id="answer", compact=True)
        yield Static(id="reason")

    def on_mount(self) -> None:
        self._fill()

    def _fill(self) -> None:
        options = self.query_one(OptionList)
        at = options.highlighted
        self._lines = [*self._of_demands(), *self._of_colours()]
        options.clear_options()
        options.add_options(Option(words, disabled=do is None) for words, do in self._lines)
        options.highlighted = 0 if at is None else min(at, len(self._lines) - 1)

    def _of_demands(self) -> list[Line]:
        found: list[Line] = []
        for demand in self._draft.demands:
            later = demand.values.index(demand.value) + 1
            value = demand.values[later % len(demand.values)]
            turn = partial(self._draft.demand, demand.name, value)
            found.append((Text(f"{demand.name}: {demand.value}"), turn))
        return found

    def _of_colours(self) -> list[Line]:
        draft = self._draft
        if not draft.sheets:
            return []
        things = {thing.key: thing.name for thing in draft.things}
        brush = things.get(draft.brush, "")
        use = "a new colour" if self._adding else f"{brush} takes this colour"
        found: list[Line] = [
            (Text(f"take {brush} away"), draft.take_colour),
            (Text(f"mix your own: {use}"), self._turn),
        ]
        for sheet, dyes in draft.sheets.items():
            found.append((Text(f"{sheet}: all of it", "bold"), partial(draft.dye_all, sheet)))
            for name, look in dyes:
                dye = partial(draft.dye, name, look, self._adding)
                found.append((Text.assemble(("  ██ ", look), name), dye))
        return found

    def _turn(self) -> None:
        """A dye is added to the board from now on, or again changes the colour painted with."""
        self._adding = not self._adding

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        do = self._lines[event.option_index][1]
        reason = ""
        try:
            if do is not None:
                do()
        except UsageError as error:
            reason = sentence(error)
        self.query_one("#reason", Static).update(Text(reason))
        self._fill()
        self._changed()
