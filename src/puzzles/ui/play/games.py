"""The games of a level: a list of them, two side by side by their numbers."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from puzzles.player.clock import clock_text
from puzzles.player.game import Game
from puzzles.player.walks import Walk, numbers, parting
from puzzles.ui.board.panel import entry_heading
from puzzles.ui.widgets.lists import ListScreen


class GamesScreen(ListScreen[Walk]):
    """Lists the games of a level, the one that is being played first; the one pointed at stands
    beside the one that is marked. Dismissed with the game to review."""

    NAME = "games"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "walk", "Review", id="games.walk", key_display="enter", priority=True),
        Binding("m,space", "mark", "Compare with", id="games.mark", key_display="m"),
        Binding("escape", "dismiss", "Back", id="games.back"),
    ]
    help_text = """\
## The games of a level

Every game is kept. **enter** reviews the one you point at. Its numbers stand beside those of the
game marked **●**; **m** marks another game to compare with.
"""

    def __init__(self, game: Game, walks: list[Walk]) -> None:
        super().__init__()
        self._game, self._walks, self._marked = game, walks, 0
        self.HEADING = entry_heading(game.entry)

    def beside(self) -> Widget:
        return VerticalScroll(Static(id="beside"), id="numbers", can_focus=False)

    def on_mount(self) -> None:
        self.fill(map(self._line, range(len(self._walks))), 1)

    @property
    def _pointed(self) -> Walk:
        return self._walks[self.options.highlighted or 0]

    def _line(self, index: int) -> Text:
        walk = self._walks[index]
        mark = "● " if index == self._marked else "  "
        text = Text(mark + walk.name.ljust(18), no_wrap=True)
        count = self._game.puzzle.count_of(walk.status.moves)
        text.append(f"{count:>10} {clock_text(walk.seconds):>8}", "dim")
        return text.append("  ✓" if walk.status.won else "")

    def on_option_list_option_highlighted(self) -> None:
        self._compare()

    def _compare(self) -> None:
        """Set the game pointed at beside the one that is marked."""
        puzzle, one, other = self._game.puzzle, self._walks[self._marked], self._pointed
        walks = [one] if one is other else [one, other]
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        for row in zip(*(numbers(puzzle, walk) for walk in walks), strict=True):
            table.add_row(Text(row[0][0], "dim"), *(value for _, value in row))
        beside = self.query_one("#beside", Static)
        if one is other:
            beside.update(table)
            return
        words = puzzle.renamed(self._game.state, parting(one, other), self.app.settings.palette)
        beside.update(Group(table, Text(f"\n{words}")))

    def action_mark(self) -> None:
        """Compare others with the game pointed at."""
        before, self._marked = self._marked, self.options.highlighted or 0
        for index in (before, self._marked):
            self.options.replace_option_prompt_at_index(index, self._line(index))
        self._compare()

    def action_walk(self) -> None:
        """Review the game pointed at."""
        self.dismiss(self._pointed)

    def on_option_list_option_selected(self) -> None:
        self.action_walk()  # by a click
