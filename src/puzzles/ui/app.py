"""The app: it owns the solver process and the saved games, and opens screens."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.screen import Screen

from puzzles.core.ahead import Ahead
from puzzles.core.library import Entry
from puzzles.core.saves import Saves
from puzzles.core.solver_process import SolverProcess
from puzzles.ui.help import HelpScreen
from puzzles.ui.home import HomeScreen
from puzzles.ui.play import PlayScreen


class PuzzlesApp(App[None]):
    """Opens the home screen, or one level on top of it."""

    TITLE = "puzzles"
    CSS_PATH = "app.tcss"
    BINDINGS = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, id="app.quit"),
        Binding("question_mark,f1", "help", "Help", id="app.help", key_display="?"),
    ]

    def __init__(self, entry: Entry | None = None) -> None:
        super().__init__()
        self.solver = SolverProcess()
        self.ahead = Ahead()
        self.saves = Saves()
        self._entry = entry

    def on_mount(self) -> None:
        self.theme = "textual-dark"
        self.push_screen(HomeScreen())
        if self._entry is not None:
            self.open(self._entry)

    def open(self, entry: Entry) -> None:
        """Play a level."""
        self.push_screen(PlayScreen(entry))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The command palette: whatever has a key can be found by name and clicked."""
        named = {
            active.binding.id: active
            for active in screen.active_bindings.values()
            if active.enabled
            and active.binding.id
            and active.binding.id.partition(".")[0] != "board"
        }
        for name, active in named.items():
            if not name[-1].isdigit():  # one of many alike, such as a colour
                action = partial(self.run_action, active.binding.action, active.node)
                yield SystemCommand(active.binding.description, f"key {active.binding.key}", action)
        for command in super().get_system_commands(screen):
            if command.title in ("Theme", "Screenshot"):
                yield command

    def action_help(self) -> None:
        """Show the rules and the keys of what is on screen."""
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    async def action_quit(self) -> None:
        self.solver.close()
        self.ahead.close()
        self.exit()

    def on_unmount(self) -> None:
        self.solver.close()
        self.ahead.close()
        self.saves.close()


def run(entry: Entry | None) -> None:
    """Open the app, at `entry` if given, until the player quits."""
    PuzzlesApp(entry).run()
