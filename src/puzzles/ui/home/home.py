"""The first room: the front, every level as a picture on the page of its pack, and a search.

Packs are read off the event loop, and shown as they arrive.
"""

import asyncio
import gc
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from textual import events, on, work
from textual.content import Content
from textual.widgets import Input, Static

from puzzles.core.threads import in_thread
from puzzles.core.words import many
from puzzles.library.catalogue import Entry, by_puzzle, reading, stage
from puzzles.library.levels import Pack
from puzzles.library.registry import plugins
from puzzles.player.overview import Item, Overview, Wish, name_of
from puzzles.player.pace import LEAST_WINS, Pace
from puzzles.player.records import today
from puzzles.player.settings import Settings
from puzzles.ui.home.front import Front
from puzzles.ui.home.gallery import Gallery
from puzzles.ui.home.make import draw
from puzzles.ui.home.new import NewScreen
from puzzles.ui.home.open import OpeningRoom
from puzzles.ui.widgets.host import key_of
from puzzles.ui.widgets.keys import Keyed

COVERED = 0.5  # seconds that a board may take to be drawn
OPENING = 0.25  # seconds in which packs wait for others, the first for the level to go on with
# What is said where no level is shown, without and with a search.
NOTHING = "No level matches.", "No level matches these words. enter opens an ID or a path."


class SearchBox(Keyed, Input):
    """Narrows the list while it is typed in; also takes the ID or the file of a level."""

    def _on_paste(self, event: events.Paste) -> None:
        """Several lines are for the screen; one is taken by Input's own handler."""
        if "\n" in event.text.strip():
            event.prevent_default()


class HomeScreen(OpeningRoom):
    """Choose a level: from the front, on the page of a pack, or among all by a search.

    Packs are read once, and those of the player again after each visit to another screen.
    """

    AUTO_FOCUS = "#front"  # from the first key on: else that would be typed in the search
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (96, "-wide"), (150, "-vast")]

    def __init__(self) -> None:
        self.overview = Overview()
        self.front, self.gallery = Front(id="front"), Gallery(id="levels")
        search = SearchBox(
            placeholder="search, or paste an ID or a path", id="search", compact=True
        )
        super().__init__(search, Static(id="filters"), self.front, self.gallery)
        self._settings = Settings()  # that the pictures were drawn with
        self._notices = set[str]()  # that were told
        self._pointed: Item | None = None  # the level pointed at when the player went to play
        self._last = ""  # the level that had been played last by then

    # Levels --------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self._read()
        self._showing = self.set_interval(OPENING, self._show_read)

    def _show_read(self) -> None:
        """Show the packs that were read since the last look."""
        if self.is_current and self.front.overview is not self.overview:
            self.fill()

    @property
    def _opening(self) -> bool:
        """True if packs that have been read wait for the level to go on with."""
        return bool(self.overview.packs) and not self.front.overview.packs

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
            if not self.is_active:
                await self.app.lull()
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
        packs = by_puzzle(packs)
        if not self.overview.complete:
            self._showing.stop()
            self.overview = replace(self.overview.renewed(packs), complete=True)
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
        self._pointed, self._last = self.gallery.item, self.overview.known.last

    def on_screen_resume(self) -> None:
        if self._settings is not self.app.settings:
            self._settings = self.app.settings
            self.gallery.repaint()
            self.front.repaint()
        if self.overview.complete:
            self._read()
        else:
            self.read_standing()

    def recalled(self) -> None:
        super().recalled()
        self.overview = self.overview.after_play(self.app.known)
        last = self.overview.known.last
        played = last != self._last and self.gallery.item is self._pointed
        if self.overview.complete or not self._opening:
            self.fill(last if played else "")

    def fill(self, left: str = "") -> None:
        """Show the front, or levels. A player who chose a level and has played on is pointed at the
        one that was `left`."""
        self.front.show(self.overview)
        if not self.at_levels:
            return
        gallery, overview = self.gallery, self.overview
        here = gallery.item if gallery.item and gallery.chosen else overview.ahead
        if gallery.chosen:
            here = next((item for item in overview.shown if item.name == left), here)
        words = NOTHING[bool(overview.wish.text)] if overview.items else ""
        gallery.show(overview, here.name if here else "", words)
        self.query_one("#filters", Static).update(filter_bar(overview, partial(key_of, self)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "close" or self.at_levels

    # Search and filters --------------------------------------------------------------------

    def action_search(self) -> None:
        """Look for words and kinds among all levels."""
        self._open(replace(self.overview.wish, pack=""))
        self.set_focus(self.query_one(SearchBox))

    def action_play(self, name: str) -> None:
        """Play the level called so."""
        self.app.open(next(item for item in self.overview.items if item.name == name).entry)

    def action_page(self, name: str) -> None:
        """Show the levels of a pack."""
        self._open(Wish(pack=name))

    def _open(self, wish: Wish) -> None:
        """Show levels in place of the front."""
        self.gallery.chosen = False
        self.overview = replace(self.overview, wish=wish)
        self._turn(levels=True, search=not wish.pack)

    def _turn(self, levels: bool, search: bool = False) -> None:
        """Show the front or levels, with or without the search, before the next key comes."""
        self.front.display, self.gallery.display = not levels, levels
        for each in self.query("#search, #filters"):
            each.display = search
        if not (search and self.focused is self.query_one(SearchBox)):
            self.set_focus(self.gallery if levels else self.front)
        self.fill()
        self.refresh_bindings()

    @property
    def at_levels(self) -> bool:
        """True where levels are shown in place of the front."""
        return not self.front.display

    def action_close(self) -> None:
        """Go back to the front."""
        self.query_one(SearchBox).value = ""
        self.overview = replace(self.overview, wish=Wish())
        self._turn(levels=False)

    again = action_close

    def _show(self, overview: Overview) -> None:
        self._open(overview.looking_for(pack="").wish)

    def action_cycle(self, what: str) -> None:
        if self.overview.choices(what):
            self._show(self.overview.cycle(what))
        else:
            self.notify(f"No level here has a known {what}.")

    def action_unsolved(self) -> None:
        self._show(self.overview.looking_for(unsolved=not self.overview.wish.unsolved))

    @on(Input.Changed, "#search")
    def _search(self, event: Input.Changed) -> None:
        if event.value.strip() != self.overview.wish.text:
            self._show(self.overview.looking_for(text=event.value.strip()))

    @on(Input.Submitted, "#search")
    def _open_typed(self, event: Input.Submitted) -> None:
        """Play what was typed, if it is an ID or a path; else the first level found."""
        text = event.value.strip()
        if self.gallery.item is None and text:
            self.find(text)
        else:
            self.gallery.focus()

    async def action_edit(self) -> None:
        await draw(self.app)

    @property
    def _here(self) -> Entry | None:
        """The level that is pointed at, or the first of the pack."""
        if self.at_levels:
            return self.gallery.item.entry if self.gallery.item else None
        return Entry(self.front.pack, 0) if self.front.pack else None

    def action_new(self) -> None:
        """Ask what a new level is to be like, of the puzzle that is pointed at or else of the first
        that makes levels, and play it."""
        entries = [self._here, *(Entry(pack, 0) for pack in self.overview.packs)]
        for here in filter(None, entries):
            if (puzzle := here.pack.puzzle).can("generator.make"):
                self.app.ask(NewScreen(puzzle, here.level), self.opened)
                return
        self.notify("No puzzle makes new levels here.")

    def action_harder(self) -> None:
        """Open the day's choice: a level a little harder than those of the latest day."""
        if (here := self._here) is None:
            self._tell_of_none("No level is pointed at.")
            return
        puzzle = here.pack.puzzle
        if (chosen := self.overview.harder(puzzle.id, today())) is not None:
            self.app.open(chosen.entry)
        else:
            won = self.overview.known.paces.get(puzzle.id, Pace()).wins
            then = f"then + knows what suits you ({won} of {LEAST_WINS})."
            self.notify(f"Win {LEAST_WINS} levels of {puzzle.title} first; {then}")

    def action_pack(self, step: int) -> None:
        """Go to the next pack."""
        if not self.at_levels:
            self.front.action_move(step)
        elif (here := self.overview.wish.pack) in (
            names := [name_of(pack) for pack in self.overview.packs]
        ):
            self.action_page(names[(names.index(here) + step) % len(names)])
        else:
            self.gallery.go_to_pack(step)

    def action_resume(self) -> None:
        if (item := self.overview.upcoming) is not None:
            self.app.open(item.entry, travelling=item.name == stage(self.overview.results))
        else:
            self._tell_of_none("Every level is solved.")

    def _tell_of_none(self, words: str) -> None:
        """Say why there is no level, which may be that they have not been read yet."""
        self.notify(words if self.overview.complete else "The levels are still being read.")


def filter_bar(overview: Overview, key: Callable[[str], str]) -> Content:
    """Return a line of words, a click on which changes them; `key` returns the key of a binding."""
    wish, chips = overview.wish, []
    for what in ("puzzle", "size", "difficulty"):
        if overview.choices(what):
            value = getattr(wish, what)
            name = plugins()[0][value].title if value and what == "puzzle" else value
            label = f"{key(f'home.{what}')} {what}"
            label = f"{label}: {name}" if name else label
            chips.append(_chip(label, bool(value), f"screen.cycle('{what}')"))
    chips.append(_chip(f"{key('home.unsolved')} unsolved", wish.unsolved, "screen.unsolved"))
    if wish != Wish():
        chips.append(Content.styled(f"  {many(len(overview.shown), 'level')}", "dim"))
        chips.append(_chip(f"{key('home.clear')} back", False, "screen.close"))
    return Content("").join(chips)


def _chip(label: str, on: bool, action: str) -> Content:
    look = "b $text on $primary-muted" if on else "dim"
    return Content.from_markup(f" [{look} @click={action}] $label [/]", label=label.strip())
