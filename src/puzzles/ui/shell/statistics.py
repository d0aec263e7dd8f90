"""The statistics screen: totals, streaks, and plots of the player's wins."""

import re
from collections.abc import Mapping
from datetime import timedelta
from math import prod

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.color import Color
from textual.containers import VerticalScroll
from textual.widgets import Static

from puzzles.core.errors import printable
from puzzles.library.registry import plugins
from puzzles.player.records import Win, today
from puzzles.player.session import clock_text
from puzzles.player.statistics import NONE, Reviews, Statistics, Tally, statistics, summary_lines
from puzzles.ui.widgets.host import Screen
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.keys import keys

SPAN = 28  # days in the plot of days
HEIGHT = 12  # lines of a plot
PLACES = 6  # at least, so that a few bars are none too wide
BARS = 14  # of sizes and difficulties, the most often played


class StatisticsScreen(Screen[None]):
    """Shows what has been won, when, and how quickly."""

    BINDINGS = keys("StatisticsScreen")

    def __init__(self, wins: list[Win], reviews: Reviews = NONE) -> None:
        super().__init__()
        self._today = today()
        self._found = statistics(wins, self._today, reviews)

    def compose(self) -> ComposeResult:
        yield Static("[b]Statistics[/b]", id="title")
        with VerticalScroll(id="statistics"):
            yield Static(totals(self._found), id="totals")
            yield Static(times(self._found), id="times")
            yield Static(id="plots")
        yield KeyBar()

    def on_resize(self, event: events.Resize) -> None:
        """Draw the plots for the width there is."""
        found, width = self._found, event.size.width - 6
        if not found.total.games:
            return
        days = [self._today - timedelta(days=SPAN - 1 - i) for i in range(SPAN)]
        by_day = {f"{day:%d.%m.}": found.by_day.get(day.isoformat(), Tally()) for day in days}
        largest = sorted(_largest(found.by_size), key=_area)
        plots = {
            "Wins by day: perfect, others": by_day,
            "Wins by size": {_size(name): found.by_size[name] for name in largest},
            "Wins by difficulty": _largest(found.by_difficulty),
        }
        theme = self.app.theme_variables
        drawn = [bars(title, tallies, width, theme) for title, tallies in plots.items() if tallies]
        self.query_one("#plots", Static).update(Text("\n\n").join(drawn))


def totals(found: Statistics) -> Text:
    """Return the totals in a few lines."""
    if not found.total.games:
        return Text("You have not won yet. Every win counts here.")
    lines = [*summary_lines(found), ""]
    for puzzle, tally in found.by_puzzle.items():
        mean = clock_text(tally.seconds / tally.games)
        words = f"{tally.games} won, {tally.perfect} perfect, {mean} on average"
        lines.append(f"{_title(puzzle):12} {words}")
    return Text("\n".join(lines))


def times(found: Statistics) -> Table | str:
    """The best times, in the order of sizes, each with its level."""
    if not found.fastest:
        return ""
    table = Table.grid(padding=(0, 2))
    table.title = Text("Best times, without help", "bold")
    table.title_justify = "left"
    for name in sorted(found.fastest, key=_area):
        puzzle, _, size = name.partition(" ")
        best = found.fastest[name]
        level = best.level.partition("/")[2]
        cells = _title(puzzle), size, clock_text(best.seconds)
        table.add_row(*map(Text, cells), Text(printable(level), "dim"))
    return table


def bars(title: str, tallies: Mapping[str, Tally], width: int, theme: Mapping[str, str]) -> Text:
    """A bar for each tally: all wins, and how many of them are perfect."""
    import plotext

    plotext.clear_figure()
    plotext.limitsize(False, False)
    plotext.plotsize(width, HEIGHT)
    places = list(range(1, len(tallies) + 1))
    half = 0.3 if width > 6 * len(tallies) else 0.15  # of a bar; where there is little room, less
    for name, count in (("primary", "games"), ("success", "perfect")):
        colour = Color.parse(theme[name]).rgb
        for place, tally in zip(places, tallies.values(), strict=True):
            if won := getattr(tally, count):
                sides = [place - half, place + half]
                plotext.rectangle(sides, [0, won], marker="sd", fill=True, color=colour)
    most = max(tally.games for tally in tallies.values())
    plotext.xlim(0.5, max(len(tallies), PLACES) + 0.5)
    plotext.ylim(0, most)
    plotext.xticks(places, list(tallies))
    plotext.yticks([*range(0, most + 1, max(1, -(-most // 4)))])
    plotext.title(title)
    for part in ("canvas_color", "axes_color"):
        getattr(plotext, part)("default")
    plotext.ticks_color("default")
    return Text.from_ansi(plotext.build(), no_wrap=True)


def _largest(tallies: Mapping[str, Tally]) -> dict[str, Tally]:
    """Those with the most games, in the order they came."""
    kept = sorted(tallies, key=lambda name: -tallies[name].games)[:BARS]
    return {name: tally for name, tally in tallies.items() if name in kept}


def _size(name: str) -> str:
    """A size with no more than the puzzle's initial before it, so that bars have room."""
    puzzle, _, size = name.partition(" ")
    return f"{_title(puzzle)[0]} {size}"


def _title(puzzle: str) -> str:
    """Return the title of a puzzle; its ID, where it is not installed."""
    plugin = plugins()[0].get(puzzle)
    return plugin.title if plugin else puzzle


def _area(name: str) -> tuple[str, int]:
    """The order of sizes: by puzzle, then by the number of cells."""
    puzzle, _, size = name.partition(" ")
    return puzzle, prod(map(int, re.findall(r"\d+", size)))
