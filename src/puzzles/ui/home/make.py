"""The room Make: doors to a new board; below them the player's own levels, pack by pack, and the
drawings that were not discarded, with what can be done with the one that is chosen."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from textwrap import wrap
from typing import NamedTuple

from textual import work
from textual.geometry import Offset, Region, Size
from textual.widgets import Static

from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.threads import in_thread
from puzzles.core.words import many
from puzzles.library import own
from puzzles.library.catalogue import Entry, cover, entries, library
from puzzles.library.levels import Pack, slug
from puzzles.library.registry import plugins
from puzzles.player.draft import Draft
from puzzles.player.overview import Item
from puzzles.player.records import PlayerRecords, StoredDrawing
from puzzles.player.saves import Saves
from puzzles.ui.home import faces
from puzzles.ui.home.canvas import Block, Board, Canvas, Spot
from puzzles.ui.home.faces import Line, Pen, about
from puzzles.ui.home.kinds import Kind, KindScreen, ask
from puzzles.ui.home.new import NewScreen
from puzzles.ui.home.open import OpeningRoom
from puzzles.ui.maker.choices import button, wrapped
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.maker.forms import ShareScreen
from puzzles.ui.widgets.form import AskScreen, wrong
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import Host, key_of

WIDE, GAP = 24, 2  # columns of a card, and between two
NARROW = 76  # columns below which doors stand one below the other

# What can be done with each, and where none is chosen.
DEEDS: dict[type, str] = {
    Entry: "play edit rename retitle order share delete",
    StoredDrawing: "draw_on discard",
    type(None): "edit",
}
ALL = {*" ".join(DEEDS.values()).split()}
# What is behind each door: the action, its binding, a word for that, and what the door says.
DOORS = (
    ("draw", "drawings.new", "draw", "Draw a board", "Drawn by you, checked at each stroke."),
    ("new", "home.new", "make", "New, as you wish", "Size and difficulty as you choose."),
    ("open", "home.open", "open", "Open what you have", "A picture, file, link, ID, or text."),
)


class Made(NamedTuple):
    """A level or a drawing with its board, the lines below that, and what more there is to say."""

    thing: Entry | StoredDrawing | None
    lines: list[tuple[str, str]]
    told: str
    board: Board | None = None


NOTHING = Made(None, [], "")
Shelf = tuple[str, str, list[Made]]  # a title, what stands there, and that


def made(saves: Saves) -> tuple[list[Pack], list[Shelf]]:
    """The first pack of each puzzle, and all that the player has made."""
    packs, drawings = library().packs, saves.drawings()
    firsts = {pack.puzzle.id: pack for pack in reversed(packs)}
    shelves = list[Shelf]()
    for pack in filter(own.is_own, packs):
        count = f"{pack.puzzle.title} · {many(len(pack.levels), 'level')}"
        shelves.append((pack.title, count, [*map(_level, entries(pack))]))
    if drawings:
        shelves.append(("Drawings", many(len(drawings), "board"), [*map(_drawing, drawings)]))
    return [firsts[puzzle] for puzzle in plugins()[0] if puzzle in firsts], shelves


def _level(entry: Entry) -> Made:
    level, proof = entry.level, own.proof_words(entry)
    proved = proof.startswith("proved")
    verdict = f"{'✓ ' * proved}{proof.partition(',')[0]}", "good" if proved else "faint"
    lines = [(level.title, "text"), (about(Item.of(entry), WIDE - 2), "faint"), verdict]
    author = f"by {level.about.author}" if level.about.author else ""
    told = " · ".join(filter(None, (proof, author, level.about.remark)))
    return Made(entry, lines, told, Board(entry, ()))


def _drawing(drawing: StoredDrawing) -> Made:
    strokes = many(len(drawing.strokes["strokes"]), "stroke"), "faint"
    try:
        draft = Draft.taken_up(drawing)
    except PuzzlesError as error:
        lines = [(drawing.puzzle, "text"), ("cannot be read", "faint"), strokes]
        return Made(drawing, lines, str(error))
    entry = Entry(Pack(draft.puzzle, drawing.name, "", "", "", (draft.sketch,)), 0)
    what = f"{draft.puzzle.title} {draft.grid.size}", "faint"
    when = datetime.fromtimestamp(drawing.updated).strftime("%d %b %H:%M")
    return Made(drawing, [(draft.sketch.title, "text"), what, strokes], when, Board(entry, ()))


class Workshop(Canvas):
    """Shows the doors and the shelves."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.named = 3  # lines from the title of a card to its end
        self.told = Static(id="remark", markup=False)  # more of what is chosen
        self.packs, self.made = list[Pack](), dict[str, Made]()
        self._shelves = list[Shelf]()

    def show(self, packs: list[Pack], shelves: list[Shelf], at: str) -> None:
        """Show this, and choose what is called so, or else what stands at the same place."""
        self.packs, self._shelves = packs, shelves
        every = (made for *_, cards in shelves for made in cards)
        self.made = {made.thing.name: made for made in every if made.thing}
        self.pictures.clear()
        self.lay()
        self.choose(*(self.find(at) if at else (self.row, self.place)))
        self.screen.refresh_bindings()

    @property
    def here(self) -> Made:
        """What is chosen; it is nothing at a door."""
        return self.made.get(self.spot.name if self.spot else "", NOTHING)

    def place_all(self, size: Size) -> int:
        self.rows, width, high = [], size.width - 2, min(max(size.height // 4, 4), 12)
        across = max(1, (width + GAP) // (WIDE + GAP))
        y = self._place_doors(width, size.height) + 1
        for title, count, cards in self._shelves:
            said = partial(faces.line, f"{title}  {count}", len(title))
            self.blocks.append(Block(Region(1, y, width, 1), said))
            spots = [Spot(card.thing.name, "screen.play", True) for card in cards if card.thing]
            first = Region(1, y + 2, WIDE, high + self.named)
            placed = self.place_grid(spots, first, across, Offset(GAP, 1))
            for card, (region, spot) in zip(cards, placed, strict=True):
                self.place_cover(region, card.lines, card.board, spot, Size(WIDE - 2, high))
            y = region.bottom + 1
        return y

    def _place_doors(self, width: int, height: int) -> int:
        """Place the doors, with pictures if they are all there is; return the line below them."""
        alone = bool(self.packs) and not self._shelves
        across = 1 if alone or width < NARROW else len(DOORS)
        card = Size((width + 1) // across - 1, min(height // len(DOORS), 13) if alone else 6)
        spots = [Spot(action, f"screen.{action}") for action, *_ in DOORS]
        placed = self.place_grid(spots, Region(1, 0, *card), across, Offset(1, 0))
        for number, (region, spot) in enumerate(placed):
            board = Board(*cover(self.packs[number % len(self.packs)])) if alone else None
            words = partial(self._door, DOORS[number])
            self.place_card(region, words, board, spot, listed=not alone)
        return self.blocks[-1].region.bottom

    def _door(self, door: tuple[str, ...], pen: Pen, width: int) -> list[Line]:
        _, binding, word, title, said = door
        key = "enter" if pen.chosen else key_of(self.screen, binding)
        return [
            [pen(title, bold=True)],
            *([pen(line, "faint")] for line in wrap(said, width)),
            [pen.button(f" {key} {word} ", first=True)],
        ]

    def choose(self, row: int, place: int) -> None:
        before = type(self.here.thing)
        super().choose(row, place)
        self.told.update(self.here.told, layout=False)
        if type(self.here.thing) is not before:
            self.screen.refresh_bindings()


class MakeScreen(OpeningRoom):
    """The doors lead to dialogues; keys and buttons change what is chosen."""

    AUTO_FOCUS = "#workshop"

    def __init__(self) -> None:
        self.shop, self._deeds = Workshop(id="workshop"), Static(id="deeds")
        self._deeds.auto_links = False
        super().__init__(self.shop, self.shop.told, self._deeds, Static(id="said"))
        self._gone = list[Entry | StoredDrawing]()  # what was deleted
        self.at = ""  # the name of what is to be chosen next

    def on_mount(self) -> None:
        self.bindings_updated_signal.subscribe(self, self._show_deeds)

    def recalled(self) -> None:
        super().recalled()
        self.fill()

    @work(exclusive=True, group="fill")
    async def fill(self) -> None:
        """Show all there is."""
        packs, shelves = await in_thread(partial(made, self.app.saves))
        if self.is_running:
            at, self.at = self.at, ""
            self.shop.show(packs, shelves, at)

    def _show_deeds(self, _: object) -> None:
        """Show what can be done with what is chosen, on buttons."""
        thing = self.shop.here.thing
        deeds = {"undo", *(DEEDS[type(thing)].split() if thing else ())}
        bindings = (active.binding for active in self.active_bindings.values())
        found = {each.action: each for each in bindings if each.action.split("(")[0] in deeds}
        buttons = [
            button(
                self.app.get_key_display(each),
                each.description.lower(),
                f"app.simulate_key('{each.key}')",
            )
            for each in found.values()
        ]
        self._deeds.update("\n".join(wrapped(buttons, self.size.width - 2)))

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "undo":
            return bool(self._gone)
        return action not in ALL or action in DEEDS[type(self.shop.here.thing)].split()

    # The doors -----------------------------------------------------------------------------

    def action_draw(self) -> None:
        ask(self.app)

    @work(exclusive=True, group="new")
    async def action_new(self) -> None:
        """Ask what a new level is to be like, first of which puzzle."""
        firsts, _ = await in_thread(partial(made, self.app.saves))
        packs = {p.puzzle.id: p for p in firsts if p.puzzle.can("generator.make")}
        if not packs:
            self._say("There is no level yet that a new one could be like.")
            return

        def wish(puzzle: AnyPuzzle) -> None:
            self.app.ask(NewScreen(puzzle, packs[puzzle.id].levels[0]), self.opened)

        kinds = [Kind(pack.puzzle) for pack in packs.values()]
        asked = KindScreen("New level", kinds, "Next", lambda kind, _: kind.puzzle)
        self.app.ask(asked, wish)

    # What is chosen ------------------------------------------------------------------------

    def action_play(self) -> None:
        """Play a level, or draw on, as it was left."""
        if isinstance(thing := self.shop.here.thing, Entry):
            self.app.open(thing, lessons=False)
        elif thing is not None:
            self._edit(lambda: EditScreen(Draft.taken_up(thing, self.app.saves)))

    action_draw_on = action_play

    def action_edit(self) -> None:
        """Draw on from a copy of the level; without any, a first one."""
        if isinstance(entry := self.shop.here.thing, Entry):
            self._edit(lambda: EditScreen.of(entry.pack.puzzle, entry.level, self.app.saves))
        else:
            self.action_draw()

    def _edit(self, screen: Callable[[], EditScreen]) -> None:
        try:
            self.app.push_screen(screen())
        except PuzzlesError as error:
            self._say(wrong(error))

    def action_rename(self) -> None:
        """Let a level be called otherwise: its games go with it."""
        if isinstance(entry := self.shop.here.thing, Entry):
            self._ask("Its name", entry.level.title, partial(self._rename, entry))

    def action_retitle(self) -> None:
        """Let the pack of a level be called otherwise."""
        if isinstance(entry := self.shop.here.thing, Entry):
            self._ask("The pack's name", entry.pack.title, partial(own.retitle, entry))

    def _ask(self, question: str, now: str, deed: Callable[[str], Entry]) -> None:
        """Ask for a name in place of the one that there is now, and do this with it."""

        def named(name: str) -> str:
            if not slug(name):
                raise UsageError("it needs a name")
            return deed(name).name

        self.app.ask(AskScreen(question, now), lambda name: self._try(partial(named, name)))

    def _rename(self, entry: Entry, title: str) -> Entry:
        found = own.change(entry, replace(entry.level, title=title))
        if found.name != entry.name:
            self.app.saves.rename(entry.name, found.name)
        return found

    def action_order(self, by: int) -> None:
        if isinstance(entry := self.shop.here.thing, Entry):
            self._try(lambda: own.move(entry, by).name)

    def action_delete(self) -> None:
        """Take it away; that can be undone as long as the app runs."""
        if (thing := self.shop.here.thing) is not None:
            self._try(partial(self._delete, thing), "Deleted. u brings it back.")

    action_discard = action_delete

    def _delete(self, thing: Entry | StoredDrawing) -> str:
        if isinstance(thing, Entry):
            own.take(thing)
        else:
            self.app.saves.discard(thing)
        self._gone.append(thing)
        return ""

    def action_undo(self) -> None:
        if self._gone:
            self._try(self._undo)

    def _undo(self) -> str:
        thing = self._gone[-1]
        if isinstance(thing, Entry):
            thing = own.put_back(thing)
        else:
            self.app.saves.merge(PlayerRecords(drawings=[thing]))
        self._gone.pop()
        return thing.name

    def action_share(self) -> None:
        if isinstance(entry := self.shop.here.thing, Entry):
            self.app.push_screen(ShareScreen(entry), lambda said: self._say(escape(said or "")))

    @work(exclusive=True)
    async def _try(self, deed: Callable[[], str], words: str = "") -> None:
        """Do this, off the event loop, and show what is there then; or say why it cannot be."""
        try:
            self.at = await asyncio.to_thread(deed)
        except PuzzlesError as error:
            words = wrong(error)
        self.fill()
        self._say(words)


async def draw(app: Host) -> None:
    """Show the drawings there are, the newest chosen, or ask for a new board."""
    if not (drawings := await asyncio.to_thread(app.saves.drawings)):
        ask(app)
        return
    app.room("make")
    if isinstance(room := app.screen, MakeScreen):
        room.at = drawings[0].name
