"""The card over a board that was read off a picture: how sure that is, and what to do with it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.screens import ModalScreen

PLAY, SOLVE = "play", "solve"


class ReadCard(ModalScreen[str | None]):
    """Its result is PLAY, SOLVE, or None for a board to correct."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,P", f"dismiss('{PLAY}')", "Play", id="read.play", key_display="enter"),
        Binding("S", f"dismiss('{SOLVE}')", "Solve", id="read.solve"),
        Binding("E,escape", "dismiss(None)", "Correct", id="read.correct", key_display="E"),
    ]

    def __init__(self, words: str) -> None:
        super().__init__()
        self._told = words

    def compose(self) -> ComposeResult:
        yield Static(f"[b]{escape(self._told)}[/b]", id="question")
        yield Static(
            f"[@click=screen.dismiss('{PLAY}')][b]enter[/b] to play[/]   "
            f"[@click=screen.dismiss('{SOLVE}')][b]S[/b] to solve[/]   "
            "[@click=screen.dismiss(None)][b]E[/b] to correct[/]",
            id="reason",
        )
