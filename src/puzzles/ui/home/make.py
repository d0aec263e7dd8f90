"""The room Make: doors to a new board; below them the player's own levels, pack by pack, and the
drawings that were not discarded, with what can be done with the one that is chosen."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from textwrap import wrap
from typing import NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.geometry import Region, Size
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
from puzzles.player.overview import name_of as pack_name
from puzzles.player.records import PlayerRecords, StoredDrawing
from puzzles.player.saves import Saves
from puzzles.ui.home import faces
from puzzles.ui.home.canvas import Block, Board, Canvas, Spot
from puzzles.ui.home.cards import Line, about, cut
from puzzles.ui.home.faces import Pen
from puzzles.ui.home.kinds import Kind, PuzzleScreen, ask
from puzzles.ui.home.new import NewScreen
from puzzles.ui.home.open import OpeningRoom
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.maker.forms import ShareScreen
from puzzles.ui.widgets.form import AskScreen, wrong
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import Host, key_of
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.keys import keys
from puzzles.ui.widgets.rooms import RoomBar

WIDE, GAP = 24, 2  # columns of a card, and between two
LINES = 3  # on a card, below its picture
NARROW = 76  # columns below which doors stand one below the other
VAST = 50  # lines from which on they have pictures over what has been made, too

Thing = Pack | Entry | StoredDrawing  # what something can be done with
# What can be done with each, and where none is chosen.
DEEDS: dict[type, str] = {
    Entry: "play edit rename move share delete",
    Pack: "play rename share delete",
    StoredDrawing: "draw_on discard",
    type(None): "edit",
}
ALL = {"undo", *" ".join(DEEDS.values()).split()}
# What is behind each door: the action, its binding, a word for that, and what the door says.
DOORS = (
    ("draw", "drawings.new", "draw", "Draw a board", "Drawn by you, checked at each stroke."),
    ("new", "home.new", "make", "New, as you wish", "Size and difficulty as you choose."),
    ("open", "home.open", "open", "Open a picture or text", "A file, link, ID, or pasted board."),
)


class Made(NamedTuple):
    """A level or a drawing with its board, the lines below that, and what more there is to say; or
    what stands over some of them."""

    thing: Thing | None
    lines: list[tuple[str, str]]
    told: str
    board: Board | None = None

    @property
    def name(self) -> str:
        """The name by which it is found again."""
        thing = self.thing
        return pack_name(thing) if isinstance(thing, Pack) else thing.name if thing else ""


Shelf = tuple[Made, list[Made]]


def made(saves: Saves) -> tuple[list[Pack], list[Shelf]]:
    """The first pack of each puzzle, and all that the player has made."""
    packs, drawings = library().packs, saves.drawings()
    firsts = {pack.puzzle.id: pack for pack in reversed(packs)}
    shelves = list[Shelf]()
    for pack in filter(own.is_own, packs):
        count = f"{pack.puzzle.title} · {many(len(pack.levels), 'level')}"
        shelves.append(
            (Made(pack, [(pack.title, count)], pack.blurb), [*map(_level, entries(pack))])
        )
    if drawings:
        title = "Drawings", many(len(drawings), "board")
        shelves.append((Made(None, [title], ""), [*map(_drawing, drawings)]))
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
    when = datetime.fromtimestamp(drawing.updated).strftime("%d %b %H:%M")
    strokes = many(len(drawing.strokes["strokes"]), "stroke"), "faint"
    try:
        draft = Draft.taken_up(drawing)
        entry = Entry(Pack(draft.puzzle, drawing.name, "", "", "", (draft.sketch,)), 0)
        what = f"{draft.puzzle.title} {draft.grid.size}", "faint"
        return Made(drawing, [(draft.sketch.title, "text"), what, strokes], when, Board(entry, ()))
    except PuzzlesError as error:
        lines = [(drawing.puzzle, "text"), ("cannot be read", "faint"), strokes]
        return Made(drawing, lines, str(error))


class Workshop(Canvas):
    """Shows the doors and the shelves, and below what is chosen what can be done with it."""

    BINDINGS = keys("Workshop")

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.named = 3  # lines from the title of a card to its end
        self.packs, self._shelves = list[Pack](), list[Shelf]()
        self._made: dict[str, Made] = {}
        self._ends: dict[int, Region] = {}  # the places of the buttons below rows

    def show(self, packs: list[Pack], shelves: list[Shelf], at: str) -> None:
        """Show this, and choose what is called so, or else what stands at the same place."""
        self.packs, self._shelves = packs, shelves
        self.pictures.clear()
        self.lay()
        if at:
            self.choose(*self.find(at))

    @property
    def thing(self) -> Thing | None:
        """What is chosen, if it is no door."""
        made = self._made.get(self.spot.name) if self.spot else None
        return made.thing if made else None

    # Where it stands -----------------------------------------------------------------------

    def place_all(self, size: Size) -> int:
        before, at = self.spot, (self.row, self.place)
        self.rows, self._made, self._ends = [], {}, {}
        width, high = size.width - 2, min(max(size.height // 4, 4), 12)
        y, across = self._place_doors(width, size.height), max(1, (width + GAP) // (WIDE + GAP))
        for head, cards in self._shelves:
            heading = Block(Region(1, y, width, 1), partial(self._heading, head, cards))
            if head.thing is not None:
                heading = heading._replace(spot=(len(self.rows), 0))
                self._end_row([head], Region(1, y + 1, width, 1))
            self.blocks.append(heading)
            y += 2
            for start in range(0, len(cards), across):
                shown = cards[start : start + across]
                for place, card in enumerate(shown):
                    region = Region(1 + place * (WIDE + GAP), y, WIDE, high + len(card.lines))
                    paint = partial(faces.cover, card.lines, region.size, high, self.pen)
                    spot, picture = (len(self.rows), place), Size(WIDE - 2, high)
                    self.blocks.append(Block(region, paint, spot, card.board, picture))
                self._end_row(shown, Region(1, region.bottom + 1, width, 2))
                y = region.bottom + 3
        if before is not None:  # the same, or what has taken its place
            self.row = min(at[0], len(self.rows) - 1)
            self.place = min(at[1], len(self.rows[self.row]) - 1)
            if before.name in (spot.name for row in self.rows for spot in row):
                self.row, self.place = self.find(before.name)
        self._aim()
        return y

    def _place_doors(self, width: int, height: int) -> int:
        """Place the doors, large if they are all there is; return the line below them."""
        number, narrow = len(DOORS), width < NARROW
        across = width if narrow else (width + 1) // number
        tall = max(5, height // number if narrow else min(height - 1, across // 2 + 8))
        if self._shelves or not self.packs:  # which are still being read
            tall = 5 if narrow else 6 if height < VAST else height // 3
        for index, door in enumerate(DOORS):
            row, place = (index, 0) if narrow else (0, index)
            region = Region(1 + place * across, row * tall, across - (not narrow), tall)
            size = faces.picture_above(region.size)
            paint = partial(faces.above, partial(self._door, door), region.size, self.pen)
            packs = self.packs * number  # at least one for each door, or none
            board = Board(*cover(packs[index])) if packs and size.height else None
            self.blocks.append(Block(region, paint, (row, place), board, size))
        spots = [Spot(door[0], f"screen.{door[0]}") for door in DOORS]
        self.rows = [[spot] for spot in spots] if narrow else [spots]
        return self.blocks[-1].region.bottom + 1

    def _end_row(self, row: list[Made], region: Region) -> None:
        """Let these be a row, and show there what can be done with the one that is chosen."""
        self._ends[len(self.rows)] = region
        self.blocks.append(Block(region, partial(self._deeds, len(self.rows))))
        self._made |= {made.name: made for made in row}
        self.rows.append([Spot(made.name, "screen.play", True) for made in row])

    # What is said --------------------------------------------------------------------------

    def _door(self, door: tuple[str, ...], pen: Pen, width: int) -> list[Line]:
        _, binding, word, title, said = door
        key = "enter" if pen.chosen else key_of(self.screen, binding)
        return [
            *([pen(line, bold=True)] for line in wrap(title, width)),
            *([pen(line, "faint")] for line in wrap(said, width)),
            [pen.button(f" {key} {word} ", first=True)],
        ]

    def _heading(self, head: Made, cards: list[Made], _: object, chosen: bool) -> list[Line]:
        pen, ((title, count),) = Pen(self.look, chosen, raised=chosen), head.lines
        told = next((made.told for made in (head, *cards) if made.thing is self.thing), "")
        room = self.virtual_size.width - 2 - len(title)
        return [[pen(title, bold=True), pen(cut(f"  {count}   {told}", room).ljust(room), "faint")]]

    def _buttons(self, row: int) -> Iterator[tuple[Region, str, str]]:
        """The buttons below a row: the place, the words and the action of each."""
        region, deeds = self._ends[row], f"{DEEDS[type(self.thing)]} undo".split()
        bindings = (active.binding for active in self.screen.active_bindings.values())
        found = {each.action: each for each in bindings if each.action.split("(")[0] in deeds}
        x, y = region.offset
        for action in sorted(found, key=lambda action: deeds.index(action.split("(")[0])):
            key = self.app.get_key_display(found[action])
            words = f" {key} {found[action].description.lower()} "
            if x + len(words) > region.right:
                x, y = region.x, y + 1
            yield Region(x, y, len(words), 1), words, action
            x += len(words) + 1

    def _deeds(self, row: int, *_: object) -> list[Line]:
        pen, lines = self.pen(True), dict[int, Line]()
        for place, words, _action in self._buttons(row) if row == self.row else ():
            button = pen.button(words, first=not lines)
            lines.setdefault(place.y, []).extend((button, pen(" ")))
        return [*lines.values(), [], []][: self._ends[row].height]

    # Keys and pointer ----------------------------------------------------------------------

    def choose(self, row: int, place: int) -> None:
        before = self.row
        super().choose(row, place)
        self.renew(before, self.row)
        self._aim()

    def _aim(self) -> None:
        """Let the buttons below what is chosen be clicked."""
        if self.row in self._ends:
            deeds = self._buttons(self.row)
            self._hot = [(place, f"screen.{action}") for place, _, action in deeds]


class MakeScreen(OpeningRoom):
    """The doors lead to dialogues; keys and buttons change what is chosen."""

    AUTO_FOCUS = "#workshop"
    BINDINGS = keys("MakeScreen")

    def __init__(self) -> None:
        super().__init__()
        self.shop = Workshop(id="workshop")
        self._gone = list[Callable[[], str]]()  # what brings back what was deleted
        self.at = ""  # the name of what is to be chosen next

    def compose(self) -> ComposeResult:
        yield RoomBar()
        yield self.shop
        yield Static(id="said")
        yield KeyBar()

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

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "undo":
            return bool(self._gone)
        return action not in ALL or action in DEEDS[type(self.shop.thing)].split()

    # The doors -----------------------------------------------------------------------------

    def action_draw(self) -> None:
        ask(self.app)

    def action_new(self) -> None:
        """Ask what a new level is to be like, first of which puzzle."""
        packs = {p.puzzle.id: p for p in self.shop.packs if p.puzzle.can("generator.make")}

        def wish(puzzle: AnyPuzzle | None) -> None:
            if puzzle is not None:
                self.app.push_screen(NewScreen(puzzle, packs[puzzle.id].levels[0]), self.opened)

        kinds = [Kind(pack.puzzle) for pack in packs.values()]
        self.app.push_screen(PuzzleScreen("New level", kinds, "Next"), wish)

    # What is chosen ------------------------------------------------------------------------

    def action_play(self) -> None:
        """Play a level, or draw on, as it was left."""
        thing = self.shop.thing
        if isinstance(thing, StoredDrawing):
            self._edit(lambda: EditScreen(Draft.taken_up(thing, self.app.saves)))
        elif thing is not None:
            self.app.open(Entry(thing, 0) if isinstance(thing, Pack) else thing, lessons=False)

    action_draw_on = action_play

    def action_edit(self) -> None:
        """Draw on from a copy of the level; without any, a first one."""
        if isinstance(entry := self.shop.thing, Entry):
            self._edit(lambda: EditScreen.of(entry.pack.puzzle, entry.level, self.app.saves))
        else:
            self.action_draw()

    def _edit(self, screen: Callable[[], EditScreen]) -> None:
        try:
            self.app.push_screen(screen())
        except PuzzlesError as error:
            self._say(wrong(error))

    def action_rename(self) -> None:
        """Let a level, or a pack, be called otherwise."""
        if isinstance(thing := self.shop.thing, Pack | Entry):
            title = thing.level.title if isinstance(thing, Entry) else thing.title
            self.app.push_screen(AskScreen("Its name", title), partial(self._called, thing))

    def _called(self, thing: Pack | Entry, title: str | None) -> None:
        if title is not None:
            self._try(partial(self._rename, thing, title))

    def _rename(self, thing: Pack | Entry, title: str) -> str:
        """Change a title: the games of a level go with it."""
        if not slug(title):
            raise UsageError("it needs a name")
        if isinstance(thing, Pack):
            return pack_name(own.retitle(thing, title))
        found = own.change(thing, replace(thing.level, title=title))
        if found.name != thing.name:
            self.app.saves.rename(thing.name, found.name)
        return found.name

    def action_move(self, by: int) -> None:
        if isinstance(entry := self.shop.thing, Entry):
            self._try(lambda: own.move(entry, by).name)

    def action_delete(self) -> None:
        """Take it away; that can be undone as long as the app runs."""
        if (thing := self.shop.thing) is not None:
            gone = f", with {many(len(thing.levels), 'level')}" if isinstance(thing, Pack) else ""
            self._try(partial(self._delete, thing), f"Deleted{gone}. u brings it back.")

    action_discard = action_delete

    def _delete(self, thing: Thing) -> str:
        if isinstance(thing, Entry):
            own.take(thing)
            self._gone.append(lambda: own.put_back(thing).name)
        elif isinstance(thing, Pack):
            there = own.set_aside(thing)
            self._gone.append(lambda: pack_name(own.bring_back(thing, there)))
        else:
            self.app.saves.discard(thing)
            self._gone.append(partial(self._bring_back, thing))
        return ""

    def _bring_back(self, drawing: StoredDrawing) -> str:
        self.app.saves.merge(PlayerRecords(drawings=[drawing]))
        return drawing.name

    def action_undo(self) -> None:
        if self._gone:
            self._try(self._undo)

    def _undo(self) -> str:
        name = self._gone[-1]()
        self._gone.pop()
        return name

    def action_share(self) -> None:
        pack = thing = self.shop.thing
        if isinstance(thing, Entry):
            pack = replace(thing.pack, levels=(thing.level,), title=thing.level.title, blurb="")
        if isinstance(pack, Pack):
            self.app.push_screen(ShareScreen(pack), lambda words: self._say(escape(words or "")))

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
