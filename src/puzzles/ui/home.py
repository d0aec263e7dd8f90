"""The home screen: every pack and level, and a look at the one under the cursor."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from puzzles.core.levels import Pack
from puzzles.core.library import Entry, library
from puzzles.core.saves import Result
from puzzles.ui.board import Room

TITLE = 20  # characters of a title in the list
MARKS = {"perfect": ("✦", "green"), "ok": ("✓", "yellow")}


class LevelList(OptionList):
    """A list that is walked with letters too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down", show=False, id="home.down"),
        Binding("k", "cursor_up", "Up", show=False, id="home.up"),
        Binding("enter,space", "select", "Play", id="home.play", key_display="⏎"),
    ]


class HomeScreen(Screen[None]):
    """Choose a level."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "pack(1)", "Next pack", id="home.next"),
        Binding("p", "pack(-1)", "Previous pack", id="home.previous"),
        Binding("ctrl+q", "app.quit", "Quit", id="home.quit", key_display="^q"),
    ]
    help_text = (
        "## puzzles\n\nChoose a level and play it; **S** on a level shows the solver at work."
    )

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[str, Entry] = {}

    def compose(self) -> ComposeResult:
        yield Static("[b]puzzles[/b]  [dim]the solver proves it[/dim]", id="title")
        with Container(id="body"):
            yield LevelList(id="levels")
            with Vertical(id="preview"):
                yield Room(id="thumbnail")
                yield Static(id="about")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        self._fill()
        for notice in library().notices:
            self.notify(notice, severity="warning", timeout=12, markup=False)
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        if notice := self.app.saves.notice:  # type: ignore[attr-defined]
            self.notify(notice, severity="warning", markup=False)
            self.app.saves.notice = ""  # type: ignore[attr-defined]
        self._fill()

    def _fill(self) -> None:
        """List the levels again, with the results there are by now."""
        levels = self.query_one(OptionList)
        at = levels.highlighted
        results: dict[str, Result] = self.app.saves.results()  # type: ignore[attr-defined]
        levels.clear_options()
        levels.add_options(self._options(results))
        levels.highlighted = at if at is not None else self._first_open(results)

    def _options(self, results: dict[str, Result]) -> Iterator[Option]:
        self._entries = {entry.name: entry for entry in library().entries()}
        pack: Pack | None = None
        for name, entry in self._entries.items():
            if entry.pack is not pack:
                pack = entry.pack
                yield Option(_heading(pack, results), disabled=True)
            yield Option(_row(entry, results.get(name)), id=name)

    def _first_open(self, results: dict[str, Result]) -> int | None:
        levels = self.query_one(OptionList)
        for name in self._entries:
            if name not in results:
                return levels.get_option_index(name)
        return levels.get_option_index(next(iter(self._entries))) if self._entries else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_id in self._entries:
            preview = partial(self._preview, self._entries[event.option_id])
            self.run_worker(preview, exclusive=True)  # type: ignore[arg-type]

    async def _preview(self, entry: Entry) -> None:
        """Draw the level's board, small, and say what is known of it."""
        puzzle: Any = entry.pack.puzzle
        board = puzzle.board()(puzzle, puzzle.start(entry.level), False)
        board.thumbnail = True
        facts = " · ".join(
            f"{value}" if key == "size" else f"{key} {value}"
            for key, value in puzzle.facts(entry.level).items()
            if value is not None
        )
        self.query_one("#about", Static).update(
            f"[b]{entry.level.title}[/b]  [dim]{facts}[/]\n[dim]{entry.pack.blurb}[/]"
        )
        await self.query_one(Room).hold(board)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_id in self._entries:
            self.app.open(self._entries[event.option_id])  # type: ignore[attr-defined]

    def action_pack(self, step: int) -> None:
        """Go to the first level of the next or previous pack."""
        levels = self.query_one(OptionList)
        packs = library().packs
        if levels.highlighted is None or not packs:
            return
        option = levels.get_option_at_index(levels.highlighted)
        current = packs.index(self._entries[str(option.id)].pack)
        pack = packs[(current + step) % len(packs)]
        levels.highlighted = levels.get_option_index(Entry(pack, 0).name)


def _heading(pack: Pack, results: dict[str, Result]) -> Text:
    done = sum(Entry(pack, i).name in results for i in range(len(pack.levels)))
    text = Text(f"{pack.puzzle.title} · {pack.title}", "bold")
    text.append(f"  {done}/{len(pack.levels)}", "dim")
    return text


def _row(entry: Entry, result: Result | None) -> Text:
    """Mark, number, title and target of one level. Hundreds are measured before the first frame,
    which rich's tables would delay by seconds."""
    mark, colour = MARKS.get(result.grade, ("•", "dim")) if result else (" ", "")
    facts = entry.pack.puzzle.facts(entry.level)
    target = next((f"{k} {v}" for k, v in facts.items() if k != "size" and v is not None), "")
    title = Text(entry.level.title)
    title.truncate(TITLE, overflow="ellipsis", pad=True)
    row = Text(f" {mark} ", colour, no_wrap=True, overflow="ellipsis")
    row.append(f"{entry.index + 1:>3} ", "dim")
    row.append(f" {title.plain} ")
    return row.append(f"{target:>7}", "dim")
