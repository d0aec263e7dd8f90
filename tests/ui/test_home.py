"""Finding a level: pictures, marks, search, filters, continuing."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

import pytest
from textual.widgets import Input, Static

from puzzles.library.catalogue import Entry, find, reading
from puzzles.library.levels import read_pack
from puzzles.player.memory import Memory
from puzzles.ui.board.gridboard import GridBoard
from puzzles.ui.board.sketch import sketch
from puzzles.ui.home.daily import DailyScreen
from puzzles.ui.home.front import Front
from puzzles.ui.home.gallery import Gallery
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.home.make import MakeScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.widgets.rooms import RoomBar
from screens import packs_read, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")

SIZES = [(60, 20), (80, 24), (120, 40), (200, 60), (300, 100)]


def pack(puzzle: str, title: str, boards: dict[str, str]) -> str:
    levels = (
        f'[[level]]\ntitle = "{name}"\nboard = """\n{board}\n"""\n'
        for name, board in boards.items()
    )
    return f'puzzle = "{puzzle}"\ntitle = "{title}"\n' + "".join(levels)


@pytest.fixture
def packs(own_levels):
    """Two packs of thirty and twenty levels."""
    small = {f"Small {i}": "RRB\nRBB" for i in range(29)}
    (own_levels / "1-paper.toml").write_text(
        pack("kami", "Paper", small | {"Wide": "\n".join(["RWB" * 30] * 3)})
    )
    pipes = {f"Pipe {i}": "A..\nB.A\n..B" for i in range(20)}
    (own_levels / "2-pipes.toml").write_text(pack("flow", "Plumbing", pipes))
    return own_levels


def played_before():
    """Somebody has played a level that is gone."""
    Memory().last = "kami/gone/gone"


class Home:
    """The app in its first room: at all levels, or at the `front`."""

    def __init__(self, size=(80, 24), front=False):
        self.app, self.at_front = PuzzlesApp(), front
        self._test = self.app.run_test(size=size)

    async def __aenter__(self):
        self.pilot = await self._test.__aenter__()
        await self.wait(lambda: self.app.screen.overview.complete)
        await self.pilot.pause()
        if not self.at_front:
            await self.pilot.press("slash", "down")
            await self.wait(lambda: len(self.gallery.items) == 50)
        return self

    @property
    def front(self):
        return self.app.screen.query_one(Front)

    def front_lines(self):
        """What the front shows."""
        return [self.front.render_line(y).text for y in range(self.front.size.height)]

    async def __aexit__(self, *error):
        await self._test.__aexit__(*error)

    async def wait(self, condition):
        with suppress(AssertionError):
            return await wait_until(self.pilot, condition)
        shown = [item.name for item in self.gallery.items][:2]
        raise AssertionError(
            f"it did not happen: {self.gallery.number} of {shown}, {self.app.focused}"
        )

    @property
    def gallery(self):
        return self.app.screen.query_one(Gallery)

    async def leave(self):
        """Go back from a level, be its last move still drawn or not."""
        for _ in range(2):
            if isinstance(self.app.screen, PlayScreen):
                await self.pilot.press("escape")
                await self.pilot.pause()
        assert isinstance(self.app.screen, HomeScreen)

    def titles(self):
        return [item.entry.level.title for item in self.gallery.items]

    def lines(self):
        """What the gallery shows."""
        gallery = self.gallery
        return [gallery.render_line(y).text for y in range(gallery.size.height)]

    def drawn(self):
        """Whether the pictures of all cards in the window are there."""
        return not self.gallery.missing(self.gallery.scroll_offset.y, self.gallery.size.height)

    def text(self, selector):
        return str(self.app.screen.query_one(selector, Static).render())


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES[::2])
async def test_every_level_can_be_walked_to_and_is_drawn(packs, size):
    async with Home(size) as home:
        seen = set()
        for _ in range(60):
            seen.add(home.gallery.item.name)
            await home.pilot.press("right")
        assert len(seen) == 50
        await home.pilot.press("home")
        assert home.gallery.number == 0
        await home.wait(home.drawn)
        lines = home.lines()
        assert all(len(line) == home.gallery.scrollable_content_region.width for line in lines)
        text = "\n".join(lines)
        assert "Paper" in text
        assert "0/30" in text
        assert "1 Small 0" in text
        assert "3×2" in text


async def test_arrows_keep_their_column_and_cross_packs(packs):
    async with Home() as home:
        columns = home.gallery.columns
        assert columns > 1
        await home.pilot.press("right", "down")
        assert home.gallery.number == columns + 1
        await home.pilot.press("up", "up")
        assert home.gallery.number == 1
        await home.pilot.press("n")
        assert home.gallery.item.entry.level.title == "Pipe 0"
        assert "Plumbing" in home.lines()[0]
        await home.pilot.press("up")
        assert home.gallery.item.entry.pack.title == "Paper"
        await home.pilot.press("p")
        assert home.gallery.number == 0
        await home.pilot.press("G")
        assert home.gallery.number == 49


async def test_search_as_you_type(packs):
    async with Home() as home:
        await home.pilot.press("slash", *"pipe 1")
        assert home.titles() == ["Pipe 1", *(f"Pipe {i}" for i in range(10, 20))]
        await home.pilot.press(*"9")
        assert home.titles() == ["Pipe 19"]
        await home.pilot.press(*"zz")
        assert home.titles() == []
        assert "opens an ID or a path" in home.lines()[1]
        await home.pilot.press("escape")
        assert home.front.has_focus
        await home.pilot.press("slash")
        assert len(home.titles()) == 50
        assert "opens an ID" not in "".join(home.lines())
        await home.pilot.press(*"pipe 19", "enter", "enter")
        assert isinstance(home.app.screen, PlayScreen)
        assert home.app.screen.entry.level.title == "Pipe 19"


async def test_the_search_opens_a_path_and_tells_of_a_bad_one(packs, tmp_path):
    level = tmp_path / "mine.toml"
    level.write_text('puzzle = "kami"\ntitle = "Mine"\nboard = "RB"\n')
    async with Home() as home:
        await home.pilot.press("slash")
        home.app.screen.query_one(Input).value = str(tmp_path / "none.toml")
        await home.pilot.pause()
        await home.pilot.press("enter")
        assert isinstance(home.app.screen, HomeScreen)
        assert any("none.toml" in note.message for note in home.app._notifications)
        home.app.screen.query_one(Input).value = str(level)
        await home.pilot.pause()
        await home.pilot.press("enter")
        assert home.app.screen.entry.level.title == "Mine"


async def test_filters_by_key_and_by_mouse(packs):
    async with Home() as home:
        await home.pilot.press("t")
        assert home.titles()[0] == "Pipe 0"
        assert len(home.titles()) == 20
        await home.pilot.press("t")
        assert len(home.titles()) == 30
        await home.pilot.press("escape", "z", "z", "z")
        assert home.titles() == ["Wide"]
        assert "size: large" in home.text("#filters")
        assert "difficulty" not in home.text("#filters")  # no level says its difficulty
        at = home.text("#filters").index("esc back")
        await home.pilot.click("#filters", offset=(at, 0))
        assert home.front.has_focus


@pytest.mark.slow
async def test_a_solved_level_is_marked_and_the_next_one_is_up(packs):
    async with Home() as home:
        await home.pilot.press("enter", "1", "enter", "2", "enter")
        assert home.app.screen.game.session.status.won
        await home.leave()
        await home.wait(lambda: "1/30" in "\n".join(home.lines()))
        text = "\n".join(home.lines())
        assert "1/30" in text
        assert "• 1 Small 0" in text or "✦ 1 Small 0" in text or "✓ 1 Small 0" in text
        assert "▸ 2 Small 1" in text
        await home.pilot.press("u")
        assert home.titles()[0] == "Small 1"
        await home.pilot.press("c")
        assert home.app.screen.entry.level.title == "Small 1"


@pytest.mark.slow
async def test_who_plays_on_comes_back_to_the_level_that_was_left(packs):
    async with Home() as home:
        await home.pilot.press("right", "enter", "n", "n", "escape")
        await home.wait(lambda: home.gallery.item.entry.level.title == "Small 3")
        await home.pilot.press("u", "left", "enter", "1", "enter", "2", "enter")
        await home.leave()
        await home.wait(lambda: "Small 2" not in home.titles())  # it is solved: not looked for
        assert home.gallery.item is not None


async def test_what_follows_the_level_to_go_on_with_is_in_view(packs):
    async with Home() as home:
        home.app.memory.last = home.gallery.items[30].name
        home.app.screen.on_screen_resume()
        await home.wait(lambda: "Plumbing" in home.lines()[0])
        assert home.gallery.item.entry.level.title == "Pipe 0"


@pytest.mark.slow
async def test_a_solved_level_is_shown_solved(packs):
    async with Home((200, 60)) as home:
        await home.pilot.press("enter", "1", "enter", "2", "enter")
        game = home.app.screen.game
        assert game.status.won
        await home.leave()

        def same(state):
            wall = home.gallery
            block = wall.blocks[wall.block_of(0, 0)]
            wanted = sketch(game.puzzle, state, *block.size, wall.look.card, home.app.settings)
            return wall.pictures.get(block.key) == wanted

        await home.wait(lambda: same(game.puzzle.start(game.entry.level)))
        assert not same(game.state), "a sheet of one colour shows nothing"


async def test_the_first_key_is_the_gallery_s(packs, monkeypatch):
    """Not the search's, which stands before it."""
    focused, focus = [], HomeScreen.set_focus
    monkeypatch.setattr(
        HomeScreen,
        "set_focus",
        lambda screen, widget: focused.append(widget) or focus(screen, widget),
    )
    async with Home(front=True) as home:
        assert focused == [home.front]
        assert home.front.has_focus


async def test_continue_goes_on_with_the_level_played_last(packs):
    async with Home() as home:
        await home.pilot.press("n")
        await home.wait(lambda: home.gallery.item.entry.level.title == "Pipe 0")
        await home.pilot.press("right", "enter", "escape")
        await home.wait(lambda: Memory().last.endswith("pipe-1"))  # on disk
    async with Home() as home:
        await home.wait(lambda: home.gallery.item.entry.level.title == "Pipe 1")
        await home.pilot.press("escape")
        assert "Pipe 1" in home.front_lines()[1]
        await home.pilot.press("enter")
        assert home.app.screen.entry.level.title == "Pipe 1"


@pytest.mark.slow
async def test_continue_on_the_journey_leads_on_along_it(packs, monkeypatch):
    way = "kami/paper/small-4", "flow/pipes/pipe-3"
    monkeypatch.setattr("puzzles.library.catalogue.journey", lambda: way)
    async with Home() as home:
        await home.wait(lambda: home.app.screen.overview.upcoming.name == way[0])
        await home.pilot.press("c", "1", "enter", "2", "enter")
        await home.wait(lambda: home.app.screen.has_class("-won"))
        await home.pilot.press("enter")
        assert home.app.screen.entry.name == way[1]


async def test_what_is_chosen_first_is_the_level_to_go_on_with(packs, monkeypatch):
    """Also where its pack is read last: enter pressed at once opens no other."""
    monkeypatch.setattr("puzzles.library.catalogue.journey", lambda: ("flow/pipes/pipe-3",))
    monkeypatch.setattr("puzzles.ui.home.home.OPENING", 60)
    played_before()
    shown, show = [], Front.show

    def noted(front, overview):
        show(front, overview)
        shown.append((front.spot, overview.upcoming))

    monkeypatch.setattr(Front, "show", noted)
    async with Home(front=True):
        assert {spot.name for spot, _ in shown if spot} == {"continue"}
        assert {item.name for spot, item in shown if spot} == {"flow/pipes/pipe-3"}


async def test_a_wish_that_comes_before_the_levels_is_answered(monkeypatch):
    go_on = threading.Event()

    def none_yet():
        go_on.wait(60)
        yield from ()

    monkeypatch.setattr("puzzles.ui.home.home.reading", none_yet)
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("plus")
        await wait_until(pilot, lambda: [note.message for note in app._notifications])
        assert [note.message for note in app._notifications] == ["The levels are still being read."]
        go_on.set()


def held_up(monkeypatch):
    """From here on the packs after the first are read once this is set."""
    go_on = threading.Event()

    def slowly():
        first, *rest = reading()
        yield first
        go_on.wait(60)
        yield from rest

    monkeypatch.setattr("puzzles.ui.home.home.reading", slowly)
    return go_on


async def test_packs_wait_only_so_long_for_the_level_to_go_on_with(packs, monkeypatch):
    monkeypatch.setattr("puzzles.library.catalogue.journey", lambda: ("flow/pipes/pipe-3",))
    monkeypatch.setattr("puzzles.ui.home.home.OPENING", 0.05)
    last = held_up(monkeypatch)
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        front = app.screen.query_one(Front)
        try:
            await wait_until(pilot, lambda: front.rows)
            assert [spot.name for spot in front.rows[-1]] == ["kami/paper"]
        finally:
            last.set()
        await wait_until(pilot, lambda: len(front.rows) == 3)


async def test_coming_to_the_screen_does_not_end_the_wait(packs, monkeypatch):
    """Packs may be read before the screen is told that it is the one that is seen."""
    monkeypatch.setattr("puzzles.library.catalogue.journey", lambda: ("flow/pipes/pipe-3",))
    monkeypatch.setattr("puzzles.ui.home.home.OPENING", 60)
    both = held_up(monkeypatch)
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        try:
            await wait_until(pilot, lambda: app.screen.overview.packs)
            app.screen.on_screen_resume()
            assert not app.screen.query_one(Front).rows
        finally:
            both.set()
        await wait_until(pilot, lambda: app.screen.query_one(Front).rows)
        assert app.screen.overview.upcoming.name == "flow/pipes/pipe-3"


async def test_a_pack_that_comes_when_the_app_ends_is_let_go(packs, monkeypatch):
    """The widgets that would show it go before the one who reads is told to stop."""
    gone, come = threading.Event(), threading.Event()

    def slowly():
        first, *rest = reading()
        yield first
        gone.wait(60)
        come.set()
        yield from rest

    async def leave(front, leave=Front._message_loop_exit):
        await leave(front)
        gone.set()
        await asyncio.to_thread(come.wait, 60)

    monkeypatch.setattr("puzzles.ui.home.home.reading", slowly)
    monkeypatch.setattr(Front, "_message_loop_exit", leave)
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.screen.overview.packs)
    assert come.is_set()


@pytest.mark.slow
async def test_mouse_only(packs):
    async with Home((160, 48), front=True) as home:
        place = next(b.region for b in home.front.blocks if b.spot == (2, 0))
        await home.pilot.click("#front", offset=(place.x + 3, place.y + 3))
        assert home.gallery.item.entry.level.title == "Pipe 0"
        region = home.gallery.region_of(home.gallery.block_of(0, 1))
        await home.pilot.click("#levels", offset=(region.x + 3, region.y + 3))
        assert home.app.screen.entry.level.title == "Pipe 1"


@pytest.mark.slow
async def test_resizing_keeps_the_level_pointed_at_in_view(packs):
    async with Home() as home:
        await home.pilot.press("G")
        for width, height in [*SIZES, (60, 20)]:
            await home.pilot.resize_terminal(width, height)
            await home.pilot.pause()
            gallery = home.gallery
            assert gallery.item.entry.level.title == "Pipe 19"
            region = gallery.region_of(gallery.block_of(gallery.row, gallery.place))
            assert region.y >= 0
            assert region.bottom <= gallery.size.height


@pytest.mark.slow
async def test_a_level_that_is_in_no_pack_is_gone_on_with(packs):
    made = Entry(read_pack("made.toml", 'puzzle = "kami"\ntitle = "Made"\nboard = "RBW"\n'), 0)
    async with Home() as home:
        home.app.open(made)
        await home.pilot.pause()
        await home.pilot.press("2", "enter")
        moves = home.app.screen.game.session.moves()
        assert len(moves) == 1
        await home.wait(lambda: home.app.memory.last == made.name)
        await home.pilot.press("escape", "escape")
    async with Home() as home:
        await home.wait(lambda: home.app.screen.overview.upcoming.name == made.name)
        await home.pilot.press("c")
        await home.pilot.pause()
        assert home.app.screen.entry.name == made.name
        assert home.app.screen.game.session.moves() == moves


@pytest.mark.slow
async def test_no_window_is_too_small(packs):
    """Down to one row or column, and none at all, and up again."""
    async with Home((1, 60)) as home:
        for size in [(200, 1), (1, 1), (0, 0), (3, 60), (60, 3), (1, 200), (0, 40), (40, 0)]:
            await home.pilot.resize_terminal(*size)
            await home.pilot.press("down", "right", "pagedown", "n", "up")
            await home.pilot.pause(0.05)
        await home.pilot.resize_terminal(80, 24)
        await home.pilot.press("home")
        await home.wait(home.drawn)
        assert "1 Small 0" in "\n".join(home.lines())


async def test_packs_stand_under_their_kinds(packs, own_levels):
    for file in sorted(own_levels.iterdir()):
        file.write_text(file.read_text().replace("[[level]]", 'shelf = "Small"\n[[level]]', 1))
    async with Home((120, 40)) as home:
        assert "Kami · Small" in home.lines()[0]


async def test_what_is_clicked_is_not_underlined(packs):
    async with Home((120, 40)) as home:
        bar = home.app.screen.query_one("#filters", Static)
        chips = [segment for segment in bar.render_line(0) if segment.style]
        assert any("puzzle" in segment.text for segment in chips)
        assert not any(segment.style.underline for segment in chips)


async def test_a_board_that_was_asked_for_is_drawn_before_packs_are_read(packs, monkeypatch):
    asked = find("paper/small-1")
    read = []
    monkeypatch.setattr("puzzles.ui.home.home.reading", lambda: read.append(1) or iter(()))
    monkeypatch.setattr("puzzles.ui.home.home.COVERED", 60.0)
    app = PuzzlesApp(asked)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.screen.query_one(GridBoard).size.width > 1)
        assert not read


async def test_a_newcomer_finds_two_doors_and_nothing_is_asked(packs):
    async with Home(front=True) as home:
        words = "\n".join(home.front_lines()[:9])
        assert "Kami" in words
        assert "Flow" in words
        assert words.count("enter play") == 1  # on the door that is chosen
        assert words.count("lessons first") == 2  # whole, where the doors are narrow
        await home.pilot.press("right", "enter")
        assert home.app.screen.entry.level.title == "Pipe 0"


async def test_shelves_are_walked_and_a_pack_is_opened_and_left(packs):
    played_before()
    async with Home(front=True) as home:
        await home.pilot.press("down")
        assert "Paper" in "\n".join(home.front_lines())
        assert home.front.spot.name == "kami/paper"
        await home.pilot.press("down", "down", "enter")  # past the last
        assert len(home.titles()) == 20
        assert home.gallery.has_focus
        await home.pilot.press("p")
        assert len(home.titles()) == 30
        await home.pilot.press("escape", "escape")
        assert home.front.spot.name == "flow/pipes"
        assert home.front.has_focus


async def test_rooms_keep_what_is_open_in_them(packs):
    async with Home(front=True) as home:
        await home.pilot.press("enter", "f3")
        await home.wait(lambda: isinstance(home.app.screen, DailyScreen))
        await home.pilot.press("escape")  # leads out of no room
        assert isinstance(home.app.screen, DailyScreen)
        bar = home.app.screen.query_one(RoomBar)
        await home.pilot.click(bar, offset=(bar.render().plain.index("3 Make"), 0))
        assert isinstance(home.app.screen, MakeScreen)
        shop = home.app.screen.shop
        await home.wait(lambda: shop.rows)
        assert [spot.name for spot in shop.rows[0]] == ["draw", "new", "open"]
        lines = "\n".join(shop.line(y).text for y in range(shop.virtual_size.height))
        assert all(said in lines for said in ("enter draw", "N make", "O open"))
        await home.pilot.press("1")
        assert isinstance(home.app.screen, PlayScreen)
        await home.pilot.press("escape", "4")
        assert home.app.screen.query_one("#ledger")
        await home.pilot.press("slash")
        assert isinstance(home.app.screen, HomeScreen)
        assert home.app.focused.id == "search"


async def test_the_board_to_go_on_with_is_shown_as_it_stands(packs):
    async with Home(front=True) as home:
        home.app.open(find("paper/wide"))
        await home.pilot.pause()
        game = home.app.screen.game
        home.app.screen.draw(game.play_text("a1 White"))
        await home.leave()
        await home.wait(lambda: "1 move so far" in "\n".join(home.front_lines()))
        block = home.front.blocks[0]
        assert block.board.moves == game.session.moves()
        await home.wait(lambda: block.key in home.front.pictures)
        ground = home.front.look.ground
        wanted = sketch(game.puzzle, game.state, *block.size, ground, home.app.settings)
        assert home.front.pictures[block.key] == wanted


async def test_a_shelf_that_is_longer_than_the_window_moves_on(own_levels):
    for number in range(30):
        board = pack("kami", f"Pack {number:02}", {"One": "RB"})
        (own_levels / f"{number:02}.toml").write_text(board)
    played_before()
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await packs_read(pilot)
        front = app.screen.query_one(Front)
        await pilot.press("down", *["right"] * 29)
        assert front.spot.name == "kami/29"
        seen = {block.spot for block in front.blocks}
        assert (front.row, front.place) in seen
        row = front.blocks[front.block_of(front.row, front.place)].region.y - 1
        await pilot.click(front, offset=(front.line(row).text.index("‹"), row))
        assert front.spot.name == "kami/16"


async def test_the_puzzles_below_are_named_in_any_window():
    played_before()
    app = PuzzlesApp()
    async with app.run_test(size=(60, 40)) as pilot:
        await packs_read(pilot)
        front = app.screen.query_one(Front)
        (line,) = (text for y in range(40) if "Akari 2" in (text := front.line(y).text))
        assert line.split() == ["Akari", "2", "Binairo", "2", "Loop", "2", "Stars", "2"]
