"""The statistics screen: totals, streaks, and tables of the player's wins with bars."""

from collections.abc import Iterator, Mapping

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from puzzles.core.errors import printable
from puzzles.library.registry import plugins
from puzzles.player.records import today
from puzzles.player.session import clock_text
from puzzles.player.statistics import Statistics, groups, statistics, summary_lines
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.keys import keys
from puzzles.ui.widgets.rooms import Room, RoomBar

BAR = 16  # columns of the longest bar of a table
COLUMNS = "", "won", "perfect", "average"


class StatisticsScreen(Room[None]):
    """Shows what has been won, when, and how quickly."""

    BINDINGS = keys("StatisticsScreen")

    def compose(self) -> ComposeResult:
        yield RoomBar()
        with VerticalScroll(id="statistics"):
            yield Static(id="summary")
            yield Static(id="tables")
        yield KeyBar()

    def recalled(self) -> None:
        super().recalled()
        known = self.app.known
        found = statistics(known.wins, today(), known.reviews)
        words = "\n".join(summary_lines(found))
        none = "You have not won yet. Every win counts here."
        self.query_one("#summary", Static).update(words if found.levels else none)
        made = Group(*tables(found, self.app.theme_variables))
        self.query_one("#tables", Static).update(made)


def tables(found: Statistics, theme: Mapping[str, str]) -> Iterator[Table]:
    """Yield a table for each way to group games: a bar, the perfect games its first part, and the
    figures; of a size the quickest win, too."""
    for title, tallies in groups(found).items():
        last = "best alone" if title == "Size" else ""
        table = Table(title, *COLUMNS, last, box=None, padding=(0, 2, 0, 0))
        # Their heads are the legend of the bars.
        table.columns[2].header_style = theme["primary"]
        table.columns[3].header_style = theme["success"]
        most = max(tally.games for tally in tallies.values())
        for name, tally in tallies.items():
            long, perfect = (BAR * number // most for number in (tally.games, tally.perfect))
            bar = Text("█" * perfect, theme["success"])
            bar.append("█" * (long - perfect), theme["primary"])
            best = found.fastest.get(name)
            mean = clock_text(tally.seconds / tally.games)
            level = f"{clock_text(best.seconds)} {printable(best.level)}" if best else ""
            cells = printable(_title(name)), str(tally.games), str(tally.perfect), mean, level
            called, *figures = map(Text, cells)  # not markup: names may come from a stranger's file
            table.add_row(called, bar, *figures)
        table.add_row()
        yield table


def _title(name: str) -> str:
    """Return the name of a group, with the title of a puzzle that is installed for its ID."""
    puzzle, blank, size = name.partition(" ")
    plugin = plugins()[0].get(puzzle)
    return f"{plugin.title if plugin else puzzle}{blank}{size}"
