"""The home screen: every level as a picture, what is solved, what comes next, and a search."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from itertools import groupby
from typing import ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Region, Size
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from puzzles.core.errors import PuzzlesError
from puzzles.library.catalogue import Entry
from puzzles.library.levels import Pack
from puzzles.player.overview import Wish
from puzzles.player.pace import TEN, Pace
from puzzles.ui.board.sketch import Sketch
from puzzles.ui.home.cards import WELCOME, door_bar, filter_bar, kind, portrait, told
from puzzles.ui.home.drawings import draw
from puzzles.ui.home.gallery import Gallery
from puzzles.ui.home.levels import LevelsScreen
from puzzles.ui.home.mine import MineScreen
from puzzles.ui.home.new import NewScreen
from puzzles.ui.home.open import Found, OpenScreen, opened
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.terminal.caret import line_of
from puzzles.ui.widgets.host import key_of
from puzzles.ui.widgets.keybar import KeyBar

REST = 0.2  # seconds the cursor must stay on a level before it is drawn large
COVER = Size(10, 5)  # the picture of a pack, in characters
# What is said where no level is shown, without and with a search.
NOTHING = "No level matches.", "No level matches these words. enter opens an ID or a path."


class SearchBox(Input):
    """Narrows the list while it is typed in; also takes the ID or the file of a level."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "screen.focus('#levels')", "To the levels", show=False, id="search.down"),
        Binding("escape", "screen.clear_search", "Clear", id="search.clear", key_display="esc"),
    ]


class HomeScreen(LevelsScreen):
    """Choose a level."""

    AUTO_FOCUS = "#levels"  # from the first key on: else that would be typed in the search
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (96, "-wide"), (150, "-vast")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "resume", "Continue", id="home.continue"),
        Binding("slash", "focus('#search')", "Search", id="home.search", key_display="/"),
        Binding("u", "unsolved", "Unsolved", show=False, id="home.unsolved"),
        Binding("t", "cycle('puzzle')", "Puzzle", show=False, id="home.puzzle"),
        Binding("z", "cycle('size')", "Size", show=False, id="home.size"),
        Binding("d", "cycle('difficulty')", "Difficulty", show=False, id="home.difficulty"),
        Binding("plus", "harder", "A little harder", show=False, id="home.harder", key_display="+"),
        Binding("D", "app.daily", "Daily", id="home.daily"),
        Binding("s", "app.statistics", "Stats", id="home.statistics"),
        Binding("n", "pack(1)", "Next pack", show=False, id="home.next"),
        Binding("p", "pack(-1)", "Previous pack", show=False, id="home.previous"),
        Binding("O", "open", "Open", id="home.open"),
        Binding("E", "edit", "Draw a board", show=False, id="home.edit"),
        Binding("M", "mine", "Your levels", show=False, id="home.mine"),
        Binding("N,ctrl+n", "new", "New", id="home.new", key_display="N"),
        Binding("escape", "clear", "All levels", show=False, id="home.clear"),
        # The app has the same key, with priority, and does not show it.
        Binding("ctrl+q", "app.quit", "Quit", id="home.quit", key_display="^q", priority=True),
    ]
    help_text = """\
## puzzles

Every card is a level. **✦** is solved perfectly, **✓** almost, **•** solved; faint marks
are wins with help; **▸** is next in its pack; **◆** is how hard it is, from 1 to 10.

The filters take boards up to 64 cells as small and from 151 on as large; levels below 4 as easy and
from 7 on as hard.

**+** opens the day's choice: an unsolved level, a little harder than the last ones you solved. Once
you have won ten, each level shows how long it will take you.

Type **/** and a few words to search: a title, a pack, a size such as *8x8*. The search also takes
a level's ID or the path of a file or picture; enter then opens it. **O** takes pasted text too.

**E** draws a board; **M** shows the levels that you have kept, to change them and give them away.
"""

    def __init__(self) -> None:
        super().__init__()
        self._preview: Timer | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="title"):
            yield Static("[b]puzzles[/b]", id="name")
            yield SearchBox(
                placeholder="/ search, or paste an ID or a path", id="search", compact=True
            )
            yield Static(id="progress")
        yield Static(id="doors")
        yield Static(id="filters")
        yield Static(id="welcome")
        with Horizontal(id="body"):
            packs = OptionList(id="packs", compact=True)
            packs.border_title = "Packs"
            yield packs
            yield Gallery(id="levels")
            with Vertical(id="preview") as preview:
                preview.border_title = "Level"
                yield Sketch(id="thumbnail")
                yield Static(id="about")
        yield KeyBar()

    # Levels --------------------------------------------------------------------------------

    def fill(self, left: str = "") -> None:
        gallery, overview = self.query_one(Gallery), self.overview
        here = gallery.item if gallery.item and gallery.chosen else overview.upcoming
        if gallery.chosen:
            here = next((item for item in overview.shown if item.name == left), here)
        gallery.show(overview, here.name if here else "")
        gallery.say(NOTHING[bool(overview.wish.text)] if overview.items else "")
        # Words that are clicked: where to begin, and what is looked for.
        key = partial(key_of, self)
        doors = door_bar(overview, key, self.size.width)
        self.query_one("#doors", Static).update(doors)
        self.query_one("#filters", Static).update(filter_bar(overview, key))
        self._show_packs()
        standing = overview.standing
        solved = f"[b]{standing.solved}[/b][dim]/{standing.total}[/]"
        some = f"{solved}  [$success]✦[/] {standing.perfect}" if standing.solved else ""
        self.query_one("#progress", Static).update(some)
        welcome = "" if standing.solved or not overview.complete else WELCOME
        self.query_one("#welcome", Static).update(welcome)

    def _show_packs(self) -> None:
        packs = self.query_one("#packs", OptionList)
        if not packs.display:
            return
        packs.clear_options()
        overview, gallery = self.overview, self.query_one(Gallery)
        for shelf, own in groupby(enumerate(overview.packs_shown), lambda each: kind(each[1])):
            packs.add_option(Option(Text(shelf, "bold"), disabled=True))
            for place, pack in own:
                cover, look = gallery.picture(Entry(pack, 0), COVER), gallery.wall.look
                shown = portrait(pack, overview.share(pack), cover, COVER.width, look)
                packs.add_option(Option(shown, str(place)))
        self._mark_pack()

    def _mark_pack(self) -> None:
        """Mark the pack of the level pointed at in the list."""
        packs, item = self.query_one("#packs", OptionList), self.query_one(Gallery).item
        if packs.display and packs.option_count and item is not None:
            shown = [id(pack) for pack in self.overview.packs_shown]
            place = shown.index(id(item.entry.pack))
            at = packs.highlighted = packs.get_option_index(str(place))
            if packs.options[at - 1].disabled:  # the heading, which is to be seen with its first
                lines = [line_of(packs, index) for index in (at - 1, at + 1)]
                packs.scroll_to_region(Region(0, lines[0], 1, lines[1] - lines[0]), animate=False)

    # Search and filters --------------------------------------------------------------------

    def _look_for(self, **wish: object) -> None:
        """Change what is looked for."""
        self.overview = self.overview.looking_for(**wish)
        self.fill()

    def action_cycle(self, what: str) -> None:
        """Take the next value of a filter."""
        if self.overview.choices(what):
            self.overview = self.overview.cycle(what)
            self.fill()
        else:
            self.notify(f"No level here has a known {what}.")

    def action_unsolved(self) -> None:
        self._look_for(unsolved=not self.overview.wish.unsolved)

    def action_clear(self) -> None:
        """Show all levels again."""
        self.overview = replace(self.overview, wish=Wish())
        self.fill()
        self.action_clear_search()

    def action_clear_search(self) -> None:
        self.query_one(SearchBox).value = ""
        self.query_one(Gallery).focus()

    @on(Input.Changed, "#search")
    def _search(self, event: Input.Changed) -> None:
        if event.value.strip() != self.overview.wish.text:
            self._look_for(text=event.value.strip())

    @on(Input.Submitted, "#search")
    def _open_typed(self, event: Input.Submitted) -> None:
        """Play what was typed, if it is an ID or a path; else the first level found."""
        gallery, text = self.query_one(Gallery), event.value.strip()
        if gallery.item is None and text:
            self._find(text)
        else:
            gallery.focus()

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
        self._preview = self.set_timer(REST, self.show_preview)

    def show_preview(self) -> None:
        """Draw the level pointed at large, and say what is known of it."""
        self._mark_pack()
        item = self.query_one(Gallery).item
        sketch, words = self.query_one(Sketch), self.query_one("#about", Static)
        if item is None or not sketch.size.width:
            words.update("", layout=False)
            return
        sketch.show(item.entry, self.overview.moves(item) or ())
        pace = self.overview.paces.get(item.entry.pack.puzzle.id, Pace())
        words.update(told(item, self.overview.results.get(item.name), pace), layout=False)

    async def action_edit(self) -> None:
        """Go on with a drawing, or begin a new one."""
        await draw(self.app)

    def action_mine(self) -> None:
        """Show the player's own packs."""
        self.app.push_screen(MineScreen())

    def action_open(self) -> None:
        """Ask for a file, a picture or text, and open it."""
        self.app.push_screen(OpenScreen(), self._opened)

    def _opened(self, found: Found | None) -> None:
        if isinstance(found, Entry):
            self.app.open(found)
        elif found is not None:
            self.app.push_screen(EditScreen.of_picture(*found, self.app.saves))

    def action_new(self) -> None:
        """Ask what a new level is to be like, of the puzzle that is pointed at, and play it."""
        item = self.query_one(Gallery).item
        if item is None or not (puzzle := item.entry.pack.puzzle).can("generator.make"):
            self.notify("Point at a level of a puzzle that makes new levels.")
            return
        harder = self.overview.paces.get(puzzle.id, Pace()).harder
        self.app.push_screen(NewScreen(puzzle, item.entry.level, harder), self._opened)

    def action_harder(self) -> None:
        """Open the day's choice: a level a little harder than those of the latest day."""
        if (item := self.query_one(Gallery).item) is None:
            return
        puzzle = item.entry.pack.puzzle
        if (chosen := self.overview.harder(puzzle.id, date.today())) is not None:
            self.app.open(chosen.entry)
        else:
            won = self.overview.paces.get(puzzle.id, Pace()).wins
            self.notify(
                f"Win {TEN} levels of {puzzle.title} first; then + knows what suits you "
                f"({won} of {TEN})."
            )

    def action_pack(self, step: int) -> None:
        self.query_one(Gallery).go_to_pack(step)

    @on(OptionList.OptionSelected, "#packs")
    def _go_to_pack(self, event: OptionList.OptionSelected) -> None:
        self.show_pack(self.overview.packs_shown[int(event.option_id or 0)])

    def show_pack(self, pack: Pack) -> None:
        """Point at the first level of a pack."""
        gallery = self.query_one(Gallery)
        if not gallery.show_pack(pack):
            self.action_clear()
            gallery.show_pack(pack)
        gallery.focus()

    def action_resume(self) -> None:
        """Go on where the player left off."""
        if (item := self.overview.upcoming) is not None:
            self.app.open(item.entry, travelling=self.overview.travels(item))
        elif self.overview.complete:
            self.notify("Every level is solved.")
        else:
            self.notify("The levels are still being read.")

    def on_resize(self, event: events.Resize) -> None:
        if self.overview.packs and not self._opening:
            self.call_after_refresh(self.fill)
