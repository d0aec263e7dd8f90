"""The home screen: every level as a picture, what is solved, what comes next, and a search."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import Any, ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from puzzles.core.errors import PuzzlesError
from puzzles.library.browse import DIFFICULTIES, SIZES, Item, Wish, following
from puzzles.library.catalogue import Entry, reading
from puzzles.library.levels import Pack
from puzzles.library.registry import plugins
from puzzles.player.clock import clock_text
from puzzles.player.game import left_off
from puzzles.player.records import Result
from puzzles.player.settings import Settings
from puzzles.ui.edit import EditScreen
from puzzles.ui.gallery import Gallery, about
from puzzles.ui.help import key_shown
from puzzles.ui.open import Found, OpenScreen, opened
from puzzles.ui.sketch import Sketch, as_text, picture_of

MARKS = {"perfect": "✦", "ok": "✓"}  # by grade; a win with help is a faint one
REST = 0.2  # seconds the cursor must stay on a level before it is drawn large
ARRIVAL = 0.2  # seconds in which packs that have been read wait for others
NAMEABLE = 24  # columns in which the level to go on with can be named
COVER = (10, 5)  # the picture of a pack, in characters
# What is said where no level is shown, without and with a search.
NOTHING = "No level is like that.", "No level has these words. ⏎ opens an ID or a path."


class SearchBox(Input):
    """Narrows the list while it is typed in; also takes the ID or the file of a level."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "screen.leave_search", "To the levels", show=False, id="search.down"),
        Binding("escape", "screen.clear_search", "Clear", id="search.clear", key_display="esc"),
    ]


class HomeScreen(Screen[None]):
    """Choose a level."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (96, "-wide"), (150, "-vast")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "resume", "Continue", id="home.continue"),
        Binding("slash", "search", "Search", id="home.search", key_display="/"),
        Binding("u", "unsolved", "Unsolved", show=False, id="home.unsolved"),
        Binding("t", "cycle('puzzle')", "Puzzle", show=False, id="home.puzzle"),
        Binding("z", "cycle('size')", "Size", show=False, id="home.size"),
        Binding("d", "cycle('difficulty')", "Difficulty", show=False, id="home.difficulty"),
        Binding("D", "app.daily", "Daily", id="home.daily"),
        Binding("s", "app.statistics", "Statistics", id="home.statistics"),
        Binding("n", "pack(1)", "Next pack", show=False, id="home.next"),
        Binding("p", "pack(-1)", "Previous pack", show=False, id="home.previous"),
        Binding("O", "open", "Open", id="home.open"),
        Binding("escape", "clear", "All levels", show=False, id="home.clear"),
        Binding("ctrl+q", "app.quit", "Quit", id="home.quit", key_display="^q"),
    ]
    help_text = """\
## puzzles

Every card is a level. **✦** is solved perfectly, **✓** almost, **•** solved; faint marks
are wins with help; **▸** is next in its pack; **◆** is how hard it is, from 1 to 10.

The filters take boards up to 64 cells as small and from 151 on as large; levels below 4 as easy and
from 7 on as hard.

Type **/** and a few words to search: a title, a pack, a size such as *8x8*. The search also takes
a level's ID or the path of a file or picture; ⏎ then opens it. **O** takes pasted text too.
"""

    def __init__(self) -> None:
        super().__init__()
        self._items: list[Item] = []
        self._packs: list[Pack] = []
        self._results: dict[str, Result] = {}
        self._elsewhere: Item | None = None  # the level to go on with, if it is in no pack
        self._complete = False  # whether all packs have been read
        self._wish = Wish()
        self._settings = Settings()  # that the pictures were drawn with
        self._preview: Timer | None = None
        self._arriving: Timer | None = None  # packs that are not shown yet
        self._covers: dict[str, list[Strip]] = {}

    def compose(self) -> ComposeResult:
        with Horizontal(id="title"):
            yield Static("[b]puzzles[/b]", id="name")
            yield SearchBox(placeholder="/ search, or paste an ID or a path", id="search",
                            compact=True)  # fmt: skip
            yield Static(id="progress")
        yield Static(id="filters")
        with Horizontal(id="body"):
            yield OptionList(id="packs", compact=True)
            yield Gallery(id="levels")
            with Vertical(id="preview"):
                yield Sketch(id="thumbnail")
                yield Static(id="about")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        self.query_one(Gallery).focus()
        self._read()

    # Levels --------------------------------------------------------------------------------

    @work(thread=True)
    def _read(self) -> None:
        """Read the packs, and show each as soon as it is there."""
        for found in reading():
            self.app.call_from_thread(self._take_in, found)
        self.app.call_from_thread(self._all_read)
        # Levels stay: without this the garbage collector looks at all of them between two keys.
        gc.freeze()

    def _all_read(self) -> None:
        """Only now it is known which levels are in no pack."""
        self._complete = True
        self._find_elsewhere()
        if self._elsewhere is not None:
            self._fill()

    def _take_in(self, found: Pack | str) -> None:
        if isinstance(found, str):
            self.notify(found, severity="warning", timeout=12, markup=False)
            return
        self._packs.append(found)
        self._items += (Item.of(Entry(found, index)) for index in range(len(found.levels)))
        if len(self._packs) == 1:
            self._fill()
        elif self._arriving is None:
            self._arriving = self.set_timer(ARRIVAL, self._fill)

    @property
    def items(self) -> list[Item]:
        """All levels read so far."""
        return self._items

    def on_screen_resume(self) -> None:
        if self._settings is not self.app.settings:  # type: ignore[attr-defined]
            self._settings = self.app.settings  # type: ignore[attr-defined]
            self._covers.clear()
            self.query_one(Gallery).repaint()
        self._results = self.app.saves.results()  # type: ignore[attr-defined]
        self._find_elsewhere()
        self._fill()

    def _fill(self) -> None:
        """Show the levels that are wished for, with the results there are by now."""
        self._arriving = None
        gallery = self.query_one(Gallery)
        solved = self._results
        here = gallery.item.name if gallery.item and gallery.chosen else ""
        if not here and (item := self._upcoming()):
            here = item.name
        marks = {
            name: (MARKS.get(result.grade, "•"), "helped" if result.helped else "good")
            for name, result in solved.items()
        }
        shares, upcoming = {}, set()
        for pack, group in groupby(self._items, lambda item: item.entry.pack):
            items = list(group)
            done = sum(item.name in solved for item in items)
            shares[pack.puzzle.id, pack.name] = done, len(items)
            if (ahead := following(items, solved)) is not None:
                upcoming.add(ahead.name)
        shown = [item for item in self._items if self._wish.admits(item, solved)]
        gallery.show(shown, marks, upcoming, shares, here)
        gallery.say(NOTHING[bool(self._wish.text)] if self._items else "")
        self._show_filters(len(shown))
        self._show_progress()
        self._show_packs(shares)

    def _upcoming(self) -> Item | None:
        """The level to go on with: the last one played, or the next that is not solved."""
        return self._elsewhere or following(self._items, self._results, self.app.memory.last)  # type: ignore[attr-defined]

    def _find_elsewhere(self) -> None:
        """Look for the level played last among the saved games, if it is in no pack."""
        last = self.app.memory.last  # type: ignore[attr-defined]
        self._elsewhere = None
        if self._complete and last and all(item.name != last for item in self._items):
            entry = left_off(last, self.app.saves)  # type: ignore[attr-defined]
            self._elsewhere = Item.of(entry) if entry else None

    def _show_progress(self) -> None:
        solved = sum(item.name in self._results for item in self._items)
        perfect = sum(
            item.name in self._results and self._results[item.name].grade == "perfect"
            for item in self._items
        )
        self.query_one("#progress", Static).update(
            f"[b]{solved}[/b][dim]/{len(self._items)}[/]  [$success]✦[/] {perfect}"
        )

    def _show_packs(self, shares: dict[tuple[str, str], tuple[int, int]]) -> None:
        packs = self.query_one("#packs", OptionList)
        if not packs.display:
            return
        at = packs.highlighted
        packs.clear_options()
        packs.add_options(
            Option(self._portray(pack, *shares[pack.puzzle.id, pack.name])) for pack in self._packs
        )
        packs.highlighted = at

    def _portray(self, pack: Pack, solved: int, total: int) -> Text:
        """A pack in the list: the picture of a level of it, its title, and how far one is."""
        width, height = COVER
        if pack.file not in self._covers:
            ground = self.query_one(Gallery).look.ground
            first = Item.of(Entry(pack, 0))
            self._covers[pack.file] = picture_of(first, width, height, ground, self._settings)
        filled = round(10 * solved / total)
        bar = Text.assemble(("━" * filled, "green"), ("━" * (10 - filled), "grey23"))
        words = [Text(), Text(pack.title, "bold"), Text(pack.puzzle.title, "dim"),
                 bar.append(f" {solved}/{total}", "dim")]  # fmt: skip
        lines = [
            as_text(strip, width + 2).append_text(word or Text())
            for strip, word in zip_longest(self._covers[pack.file], words)
        ]
        return Text("\n", no_wrap=True, overflow="ellipsis").join([*lines, Text()])

    # Search and filters --------------------------------------------------------------------

    def _narrow(self, **wish: Any) -> None:
        """Change what is wished for."""
        self._wish = replace(self._wish, **wish)
        self._fill()

    def _choices(self, what: str) -> tuple[str, ...]:
        """The values a filter can take; none if it would make no difference."""
        if what == "puzzle":
            return tuple(plugins()[0])
        if what == "size":
            return tuple(SIZES)
        known = any("difficulty" in item.facts for item in self._items)
        return tuple(DIFFICULTIES) if known else ()

    def _show_filters(self, shown: int) -> None:
        """One line of words that are clicked to change them."""
        wish = self._wish
        text = Text(no_wrap=True, overflow="ellipsis")
        keys = {active.binding.id: key_shown(active.binding.key)
                for active in reversed(self.active_bindings.values())}  # fmt: skip
        for what in ("puzzle", "size", "difficulty"):
            key = keys.get(f"home.{what}", "")
            if self._choices(what):
                value = getattr(wish, what)
                name = plugins()[0][value].title if value and what == "puzzle" else value
                label = f"{key} {what}: {name}" if name else f"{key} {what}"
                text.append_text(_chip(label, bool(value), f"screen.cycle('{what}')"))
        text.append_text(
            _chip(f"{keys.get('home.unsolved', '')} unsolved", wish.unsolved, "screen.unsolved")
        )
        if wish != Wish():
            text.append(f"  {shown} level{'s' * (shown != 1)}", "dim")
            text.append_text(_chip(f"{keys.get('home.clear', '')} all", False, "screen.clear"))
        elif (item := self._upcoming()) is not None and self.size.width - text.cell_len > NAMEABLE:
            label = f"{keys.get('home.continue', '')} continue: {item.entry.level.title}"
            text.append_text(_chip(label, True, "screen.resume"))
        self.query_one("#filters", Static).update(text)

    def action_cycle(self, what: str) -> None:
        """Take the next value of a filter."""
        values = ("", *self._choices(what))
        if len(values) == 1:
            self.notify(f"No level here says its {what}.")
            return
        now = values.index(getattr(self._wish, what))
        self._narrow(**{what: values[(now + 1) % len(values)]})

    def action_unsolved(self) -> None:
        self._narrow(unsolved=not self._wish.unsolved)

    def action_clear(self) -> None:
        """Show all levels again."""
        self.query_one(SearchBox).value = ""
        self._narrow(text="", puzzle="", unsolved=False, size="", difficulty="")
        self.query_one(Gallery).focus()

    def action_search(self) -> None:
        self.query_one(SearchBox).focus()

    def action_leave_search(self) -> None:
        self.query_one(Gallery).focus()

    def action_clear_search(self) -> None:
        self.query_one(SearchBox).value = ""
        self.query_one(Gallery).focus()

    @on(Input.Changed, "#search")
    def _search(self, event: Input.Changed) -> None:
        if event.value.strip() != self._wish.text:
            self._narrow(text=event.value.strip())

    @on(Input.Submitted, "#search")
    def _open_typed(self, event: Input.Submitted) -> None:
        """Play what was typed, if it is an ID or a path; else the first level found."""
        gallery = self.query_one(Gallery)
        text = event.value.strip()
        if gallery.item is not None or not text:
            gallery.focus()
            return
        self._find(text)

    @work(exclusive=True, group="find")
    async def _find(self, text: str) -> None:
        gallery = self.query_one(Gallery)
        gallery.say("Reading …")
        try:
            self._opened(await opened(text))
        except PuzzlesError as error:
            self.notify(str(error), severity="warning", markup=False)
        finally:
            gallery.say(NOTHING[True])

    # Moving about --------------------------------------------------------------------------

    def on_gallery_pointed(self, event: Gallery.Pointed) -> None:
        if self._preview is not None:
            self._preview.stop()
        self._preview = self.set_timer(REST, self._show_preview)

    def on_gallery_chosen(self, event: Gallery.Chosen) -> None:
        self._open(event.item.entry)

    def _open(self, entry: Entry) -> None:
        self.app.open(entry)  # type: ignore[attr-defined]

    def _show_preview(self) -> None:
        """Draw the level pointed at large, and say what is known of it."""
        item = self.query_one(Gallery).item
        packs = self.query_one("#packs", OptionList)
        if packs.display and packs.option_count and item is not None:
            packs.highlighted = self._packs.index(item.entry.pack)
        sketch, words = self.query_one(Sketch), self.query_one("#about", Static)
        if item is None or not sketch.size.width:
            words.update("", layout=False)
            return
        sketch.show(item)
        pack = item.entry.pack
        lines = [f"[b]{item.entry.level.title}[/b]", f"[dim]{about(item)}[/]",
                 f"[dim]{pack.puzzle.title} · {pack.title} {item.entry.index + 1}[/]"]  # fmt: skip
        if (result := self._results.get(item.name)) is not None:
            help = ", with help" if result.helped else ""
            time = f" · {clock_text(result.seconds)}" if result.seconds is not None else ""
            lines.append(f"[$success]best: {result.moves} moves{time}, {result.grade}{help}[/]")
        words.update("\n".join(lines), layout=False)

    def action_open(self) -> None:
        """Ask for a file, a picture or text, and open it."""
        self.app.push_screen(OpenScreen(), self._opened)

    def _opened(self, found: Found | None) -> None:
        if isinstance(found, Entry):
            self._open(found)
        elif found is not None:
            self.app.push_screen(EditScreen(*found))

    def action_pack(self, step: int) -> None:
        self.query_one(Gallery).go_to_pack(step)

    @on(OptionList.OptionSelected, "#packs")
    def _go_to_pack(self, event: OptionList.OptionSelected) -> None:
        self.show_pack(self._packs[event.option_index])

    def show_pack(self, pack: Pack) -> None:
        """Point at the first level of a pack."""
        gallery = self.query_one(Gallery)
        if (at := _first(gallery.items, pack)) is None:
            self.action_clear()
            at = _first(gallery.items, pack)
        gallery.point_at_pack(at or 0)
        gallery.focus()

    def action_resume(self) -> None:
        """Go on where the player left off."""
        if (item := self._upcoming()) is not None:
            self._open(item.entry)
        else:
            self.notify("Every level is solved.")

    def on_resize(self, event: events.Resize) -> None:
        if self._packs:
            self.call_after_refresh(self._fill)


def _first(items: Iterable[Item], pack: Pack) -> int | None:
    """Where the levels of a pack begin."""
    return next((i for i, item in enumerate(items) if item.entry.pack is pack), None)


def _chip(label: str, on: bool, action: str) -> Text:
    """A word that can be clicked."""
    text = Text(" ")
    text.append(f" {label} ", "bold on grey27" if on else "dim")
    text.apply_meta({"@click": action})
    return text
