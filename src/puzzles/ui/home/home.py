"""The home screen: every level as a picture, what is solved, what comes next, and a search.

Packs are read off the event loop, and shown as they arrive.
"""

import asyncio
import gc
from dataclasses import replace
from functools import partial
from itertools import groupby

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Region, Size
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from puzzles.core.errors import PuzzlesError
from puzzles.core.threads import in_thread
from puzzles.library.catalogue import Entry, reading
from puzzles.library.levels import Pack
from puzzles.player.overview import Item, Overview, Wish
from puzzles.player.pace import LEAST_WINS, Pace
from puzzles.player.records import today
from puzzles.player.settings import Settings
from puzzles.ui.board.sketch import Sketch
from puzzles.ui.home.cards import WELCOME, describe, door_bar, filter_bar, kind, portrait
from puzzles.ui.home.drawings import draw
from puzzles.ui.home.gallery import Gallery
from puzzles.ui.home.new import NewScreen
from puzzles.ui.home.open import Found, OpenScreen, opened
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.widgets.host import key_of
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.keys import keys
from puzzles.ui.widgets.lists import line_of
from puzzles.ui.widgets.rooms import Room, RoomBar

COVERED = 0.5  # seconds that a board may take to be drawn
OPENING = 1.0  # seconds in which packs wait for others, the first for the level to go on with
REST = 0.2  # seconds the cursor must stay on a level before it is drawn large
COVER = Size(10, 5)  # the picture of a pack, in characters
# What is said where no level is shown, without and with a search.
NOTHING = "No level matches.", "No level matches these words. enter opens an ID or a path."


class SearchBox(Input):
    """Narrows the list while it is typed in; also takes the ID or the file of a level."""

    BINDINGS = keys("SearchBox")

    def _on_paste(self, event: events.Paste) -> None:
        """Several lines are for the screen; one is taken by Input's own handler."""
        if "\n" in event.text.strip():
            event.prevent_default()


class PackList(OptionList):
    """The packs of the levels that are shown, under the names of their shelves."""

    def show(self, overview: Overview, gallery: Gallery) -> None:
        """List all packs; each has the picture of its first level."""
        if not self.display:
            return
        listed = list[Option]()
        for shelf, own in groupby(enumerate(overview.packs_shown), lambda each: kind(each[1])):
            listed.append(Option(Text(shelf, "bold"), disabled=True))
            for place, pack in own:
                cover, look = gallery.picture(Entry(pack, 0), COVER), gallery.look
                shown = portrait(pack, overview.share(pack), cover, COVER.width, look)
                listed.append(Option(shown, str(place)))
        self.clear_options().add_options(listed)
        self.mark(overview, gallery)

    def mark(self, overview: Overview, gallery: Gallery) -> None:
        """Mark the pack of the level pointed at."""
        if not self.display or not self.option_count or gallery.item is None:
            return
        place = list(map(id, overview.packs_shown)).index(id(gallery.item.entry.pack))
        at = self.highlighted = self.get_option_index(str(place))
        if self.options[at - 1].disabled:  # the heading, which is to be seen with its first
            lines = [line_of(self, index) for index in (at - 1, at + 1)]
            self.scroll_to_region(Region(0, lines[0], 1, lines[1] - lines[0]), animate=False)


class HomeScreen(Room[None]):
    """Choose a level.

    Packs are read once, and those of the player again after each visit to another screen.
    """

    AUTO_FOCUS = "#levels"  # from the first key on: else that would be typed in the search
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (96, "-wide"), (150, "-vast")]
    BINDINGS = keys("HomeScreen")

    def __init__(self) -> None:
        super().__init__()
        self.overview = Overview()
        self.gallery = Gallery(id="levels")
        self._packs = PackList(id="packs", compact=True)
        self._settings = Settings()  # that the pictures were drawn with
        self._notices = set[str]()  # that were told
        self._pointed: Item | None = None  # the level pointed at when the player went to play
        self._last = ""  # the level that had been played last by then

    def compose(self) -> ComposeResult:
        yield RoomBar()
        yield SearchBox(placeholder="/ search, or paste an ID or a path", id="search", compact=True)
        yield Static(id="doors")
        yield Static(id="filters")
        yield Static(id="welcome")
        with Horizontal(id="body"):
            self._packs.border_title = "Packs"
            yield self._packs
            yield self.gallery
            with Vertical(id="preview") as preview:
                preview.border_title = "Level"
                yield Sketch(id="thumbnail")
                yield Static(id="about")
        yield KeyBar()

    # Levels --------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self._read()
        self._showing = self.set_interval(OPENING, self._show_read)

    def _show_read(self) -> None:
        """Show the packs that were read since the last look."""
        if self.is_current and self.gallery.overview is not self.overview:
            self.fill()

    @property
    def _opening(self) -> bool:
        """True if packs that have been read wait for the level to go on with."""
        return bool(self.overview.packs) and not self.gallery.overview.packs

    @work(exclusive=True, group="read")
    async def _read(self) -> None:
        """Read the packs, and the first time show each as soon as it is there; a board that lies
        over them is drawn first. What has not changed is not read again."""
        if not self.is_active:
            await asyncio.sleep(COVERED)
        await self.app.recall()
        if not self.is_running:
            return
        self.recalled()
        source, packs = reading(), list[Pack]()
        while (found := await in_thread(partial(next, source, None))) is not None:
            if not self.is_running:  # the app ends: its widgets have gone
                return
            if isinstance(found, Pack):
                packs.append(found)
                if not self.overview.complete:  # read for the first time
                    self.overview = self.overview.with_pack(found)
                    if self.is_current and self._opening and self.overview.upcoming is not None:
                        self.fill()  # and nothing moves under the player's hand from here on
            elif found not in self._notices:
                self._notices.add(found)
                self.notify(found, severity="warning", timeout=12, markup=False)
        if not self.overview.complete:
            self._showing.stop()
            self.overview = replace(self.overview, complete=True)
            # Levels stay: without this the garbage collector looks at all of them between two keys.
            gc.freeze()
        elif list(map(id, packs)) != list(map(id, self.overview.packs)):
            self.overview = self.overview.renewed(packs)
            self.gallery.repaint()
        else:
            return
        self.overview = self.overview.after_play(self.app.known)
        if self.is_current:
            self.fill()

    def on_screen_suspend(self) -> None:
        self._pointed, self._last = self.gallery.item, self.overview.last

    def on_screen_resume(self) -> None:
        if self._settings is not self.app.settings:
            self._settings = self.app.settings
            self.gallery.repaint()
        if self.overview.complete:
            self._read()
        else:
            self.read_standing()

    def recalled(self) -> None:
        super().recalled()
        self.overview = self.overview.after_play(self.app.known)
        played = self.overview.last != self._last and self.gallery.item is self._pointed
        if self.overview.complete or not self._opening:
            self.fill(self.overview.last if played else "")
        self.show_preview()

    def fill(self, left: str = "") -> None:
        """Show the levels. A player who chose a level and has played on is pointed at the one that
        was `left`."""
        gallery, overview, standing = self.gallery, self.overview, self.overview.standing
        here = gallery.item if gallery.item and gallery.chosen else overview.upcoming
        if gallery.chosen:
            here = next((item for item in overview.shown if item.name == left), here)
        gallery.show(overview, here.name if here else "")
        gallery.say(NOTHING[bool(overview.wish.text)] if overview.items else "")
        key = partial(key_of, self)
        self.query_one("#doors", Static).update(door_bar(overview, key, self.size.width))
        self.query_one("#filters", Static).update(filter_bar(overview, key))
        self._packs.show(overview, gallery)
        welcome = "" if standing.solved or not overview.complete else WELCOME
        self.query_one("#welcome", Static).update(welcome)

    # Search and filters --------------------------------------------------------------------

    def _show(self, overview: Overview) -> None:
        self.overview = overview
        self.fill()

    def action_cycle(self, what: str) -> None:
        if self.overview.choices(what):
            self._show(self.overview.cycle(what))
        else:
            self.notify(f"No level here has a known {what}.")

    def action_unsolved(self) -> None:
        self._show(self.overview.looking_for(unsolved=not self.overview.wish.unsolved))

    def action_clear(self) -> None:
        self._show(replace(self.overview, wish=Wish()))
        self.action_clear_search()

    def action_search(self) -> None:
        """Look for words among all levels."""
        self.set_focus(self.query_one(SearchBox))

    def action_clear_search(self) -> None:
        self.query_one(SearchBox).value = ""
        self.gallery.focus()

    @on(Input.Changed, "#search")
    def _search(self, event: Input.Changed) -> None:
        if event.value.strip() != self.overview.wish.text:
            self._show(self.overview.looking_for(text=event.value.strip()))

    @on(Input.Submitted, "#search")
    def _open_typed(self, event: Input.Submitted) -> None:
        """Play what was typed, if it is an ID or a path; else the first level found."""
        text = event.value.strip()
        if self.gallery.item is None and text:
            self._find(text)
        else:
            self.gallery.focus()

    def on_paste(self, event: events.Paste) -> None:
        """Several lines are the text of a level."""
        if "\n" in event.text.strip():
            self._find(event.text)

    @work(exclusive=True, group="find")
    async def _find(self, text: str) -> None:
        self.gallery.say("Reading …")
        try:
            self._opened(await opened(text))
        except PuzzlesError as error:
            self.notify(str(error), severity="warning", markup=False)
        finally:
            self.gallery.say(NOTHING[True])

    @work(exclusive=True, group="preview")
    async def on_gallery_pointed(self) -> None:
        await asyncio.sleep(REST)
        self.show_preview()

    def show_preview(self) -> None:
        """Draw the level pointed at large, and say what is known of it."""
        self._packs.mark(self.overview, self.gallery)
        item = self.gallery.item
        sketch, words = self.query_one(Sketch), self.query_one("#about", Static)
        if item is None or not sketch.size.width:
            words.update("", layout=False)
            return
        sketch.show(item.entry, self.overview.moves(item) or ())
        pace = self.overview.paces.get(item.entry.pack.puzzle.id, Pace())
        words.update(describe(item, self.overview.results.get(item.name), pace), layout=False)

    async def action_edit(self) -> None:
        await draw(self.app)

    def action_open(self) -> None:
        self.app.push_screen(OpenScreen(), self._opened)

    def _opened(self, found: Found | None) -> None:
        if isinstance(found, Entry):
            if found.pack.left:
                self.notify(found.pack.left, markup=False)
            self.app.open(found)
        elif found is not None:
            self.app.push_screen(EditScreen.of(*found, self.app.saves))

    def action_new(self) -> None:
        """Ask what a new level is to be like, of the puzzle that is pointed at, and play it."""
        item = self.gallery.item
        if item is None or not (puzzle := item.entry.pack.puzzle).can("generator.make"):
            self.notify("Point at a level of a puzzle that makes new levels.")
            return
        self.app.push_screen(NewScreen(puzzle, item.entry.level), self._opened)

    def action_harder(self) -> None:
        """Open the day's choice: a level a little harder than those of the latest day."""
        if (item := self.gallery.item) is None:
            return
        puzzle = item.entry.pack.puzzle
        if (chosen := self.overview.harder(puzzle.id, today())) is not None:
            self.app.open(chosen.entry)
        else:
            won = self.overview.paces.get(puzzle.id, Pace()).wins
            then = f"then + knows what suits you ({won} of {LEAST_WINS})."
            self.notify(f"Win {LEAST_WINS} levels of {puzzle.title} first; {then}")

    def action_pack(self, step: int) -> None:
        self.gallery.go_to_pack(step)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.show_pack(self.overview.packs_shown[int(event.option_id or 0)])

    def show_pack(self, pack: Pack) -> None:
        """Point at the first level of a pack."""
        if not self.gallery.show_pack(pack):
            self.action_clear()
            self.gallery.show_pack(pack)
        self.gallery.focus()

    def action_resume(self) -> None:
        if (item := self.overview.upcoming) is not None:
            self.app.open(item.entry, travelling=self.overview.travels(item))
        elif self.overview.complete:
            self.notify("Every level is solved.")
        else:
            self.notify("The levels are still being read.")

    def on_resize(self, event: events.Resize) -> None:
        if self.overview.packs and not self._opening:
            self.call_after_refresh(self.fill)
