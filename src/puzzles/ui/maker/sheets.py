"""A list to choose a drawing's colours from, and the rules for the whole of its board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from puzzles.core.errors import UsageError, sentence
from puzzles.player.draft import Draft
from puzzles.ui.widgets.screens import ModalScreen

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
