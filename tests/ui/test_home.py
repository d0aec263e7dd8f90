"""Finding a level: pictures, marks, search, filters, continuing."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

import pytest
from textual.widgets import Input, OptionList, Static

from puzzles.library import registry
from puzzles.library.catalogue import Entry, find, reading
from puzzles.library.levels import read_pack
from puzzles.player.memory import Memory
from puzzles.ui.board.gridboard import GridBoard
from puzzles.ui.board.sketch import Sketch, sketch
from puzzles.ui.home.daily import DailyScreen
from puzzles.ui.home.gallery import Gallery
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.home.mine import MineScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.widgets.rooms import RoomBar
from screens import wait_until

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


class Home:
    """The app at its home screen."""

    def __init__(self, size=(80, 24)):
        self.app = PuzzlesApp()
        self._test = self.app.run_test(size=size)

    async def __aenter__(self):
        self.pilot = await self._test.__aenter__()
        await self.wait(lambda: len(self.gallery.items) == 50)
        return self

    async def __aexit__(self, *error):
        await self._test.__aexit__(*error)

    async def wait(self, condition):
        with suppress(AssertionError):
            return await wait_until(self.pilot, condition)
        shown = [item.name for item in self.gallery.items][:2]
        raise AssertionError(f"it did not happen: {self.gallery.at} of {shown}, {self.app.focused}")

    @property
    def gallery(self):
        return self.app.screen.query_one(Gallery)

    def titles(self):
        return [item.entry.level.title for item in self.gallery.items]

    def lines(self):
        """What the gallery shows."""
        gallery = self.gallery
        return [gallery.render_line(y).text for y in range(gallery.size.height)]

    def drawn(self):
        """Whether the pictures of all cards in the window are there."""
        gallery, top = self.gallery, self.gallery.scroll_offset.y
        in_view = gallery.shelves.between(top, top + gallery.size.height)
        return not gallery.missing(in_view)

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
        assert home.gallery.at == 0
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
        columns = home.gallery.shelves.columns
        assert columns > 1
        await home.pilot.press("right", "down")
        assert home.gallery.at == columns + 1
        await home.pilot.press("up", "up")
        assert home.gallery.at == 1
        await home.pilot.press("n")
        assert home.gallery.item.entry.level.title == "Pipe 0"
        assert "Plumbing" in home.lines()[0]
        await home.pilot.press("up")
        assert home.gallery.item.entry.pack.title == "Paper"
        await home.pilot.press("p")
        assert home.gallery.at == 0
        await home.pilot.press("G")
        assert home.gallery.at == 49


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
        assert len(home.titles()) == 50
        assert "opens an ID" not in "".join(home.lines())
        assert home.gallery.has_focus
        await home.pilot.press("slash", *"pipe 19", "enter", "enter")
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
        await home.pilot.press("escape")
        assert len(home.titles()) == 50
        await home.pilot.press("z", "z", "z")
        assert home.titles() == ["Wide"]
        assert "size: large" in home.text("#filters")
        at = home.text("#filters").index("esc all")
        await home.pilot.click("#filters", offset=(at, 0))
        assert len(home.titles()) == 50
        assert "difficulty" not in home.text("#filters")  # no level says its difficulty


@pytest.mark.slow
async def test_a_solved_level_is_marked_and_the_next_one_is_up(packs):
    async with Home() as home:
        await home.pilot.press("enter", "1", "enter", "2", "enter")
        assert home.app.screen.game.session.status.won
        await home.pilot.press("escape", "escape")  # the celebration, then the level
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
        await home.pilot.press("u", "left", "enter", "1", "enter", "2", "enter", "escape", "escape")
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
        await home.pilot.press("escape", "escape")
        await home.wait(lambda: isinstance(home.app.screen, HomeScreen))

        def same(state):
            wall = home.gallery
            wanted = sketch(
                game.puzzle, state, *wall.shelves.picture, wall.look.card, home.app.settings
            )
            return wall.pictures.get(wall.shown(home.gallery.items[0])) == wanted

        await home.wait(lambda: same(game.puzzle.start(game.entry.level)))
        assert not same(game.state), "a sheet of one colour shows nothing"
        await home.pilot.press("home")
        sketched = home.app.screen.query_one(Sketch)
        await home.wait(lambda: sketched._shown[1] == game.session.moves())


async def test_the_first_key_is_the_gallery_s(packs, monkeypatch):
    """Not the search's, which stands before it."""
    focused, focus = [], HomeScreen.set_focus
    monkeypatch.setattr(
        HomeScreen,
        "set_focus",
        lambda screen, widget: focused.append(widget) or focus(screen, widget),
    )
    async with Home() as home:
        assert focused == [home.gallery]
        assert home.gallery.has_focus


async def test_continue_goes_on_with_the_level_played_last(packs):
    async with Home() as home:
        await home.pilot.press("n")
        await home.wait(lambda: home.gallery.item.entry.level.title == "Pipe 0")
        await home.pilot.press("right", "enter", "escape")
        await home.wait(lambda: Memory().last.endswith("pipe-1"))  # on disk
    async with Home() as home:
        await home.wait(lambda: "continue: Pipe 1" in home.text("#doors"))
        assert home.gallery.item.entry.level.title == "Pipe 1"
        await home.pilot.press("c")
        assert home.app.screen.entry.level.title == "Pipe 1"


@pytest.mark.slow
async def test_continue_on_the_journey_leads_on_along_it(packs, monkeypatch):
    way = "kami/paper/small-4", "flow/pipes/pipe-3"
    monkeypatch.setattr("puzzles.library.catalogue.journey", lambda: way)
    async with Home() as home:
        await home.wait(lambda: "journey: Small 4" in home.text("#doors"))
        await home.pilot.press("c", "1", "enter", "2", "enter")
        await home.wait(lambda: home.app.screen.has_class("-won"))
        await home.pilot.press("enter")
        assert home.app.screen.entry.name == way[1]


async def test_the_first_level_pointed_at_is_the_one_to_go_on_with(packs, monkeypatch):
    """Also where its pack is read last: enter pressed at once opens no other."""
    monkeypatch.setattr("puzzles.library.catalogue.journey", lambda: ("flow/pipes/pipe-3",))
    monkeypatch.setattr("puzzles.ui.home.home.OPENING", 60)
    pointed, show = [], Gallery.show

    def noted(gallery, overview, at=""):
        show(gallery, overview, at)
        pointed.append(gallery.item)

    monkeypatch.setattr(Gallery, "show", noted)
    async with Home():
        assert {item.name for item in pointed if item} == {"flow/pipes/pipe-3"}


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
        gallery = app.screen.query_one(Gallery)
        try:
            await wait_until(pilot, lambda: gallery.items)
            assert gallery.item.name == "kami/paper/small-0"
        finally:
            last.set()
        await wait_until(pilot, lambda: gallery.item.name == "flow/pipes/pipe-3")


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
            assert not app.screen.query_one(Gallery).items
        finally:
            both.set()
        gallery = app.screen.query_one(Gallery)
        await wait_until(pilot, lambda: gallery.item and gallery.item.name == "flow/pipes/pipe-3")


async def test_a_pack_that_comes_when_the_app_ends_is_let_go(packs, monkeypatch):
    """The widgets that would show it go before the one who reads is told to stop."""
    gone, come = threading.Event(), threading.Event()

    def slowly():
        first, *rest = reading()
        yield first
        gone.wait(60)
        come.set()
        yield from rest

    async def leave(gallery, leave=Gallery._message_loop_exit):
        await leave(gallery)
        gone.set()
        await asyncio.to_thread(come.wait, 60)

    monkeypatch.setattr("puzzles.ui.home.home.reading", slowly)
    monkeypatch.setattr(Gallery, "_message_loop_exit", leave)
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.screen.overview.packs)
    assert come.is_set()


@pytest.mark.slow
async def test_mouse_only(packs):
    async with Home((160, 48)) as home:
        await home.pilot.click("#packs", offset=(14, 9))
        assert home.gallery.item.entry.level.title == "Pipe 0"
        region = home.gallery.region_of(31)
        await home.pilot.click("#levels", offset=(region.x + 3, region.y + 3))
        assert home.app.screen.entry.level.title == "Pipe 1"


async def test_beside_a_vast_gallery_the_level_is_drawn_large(packs):
    async with Home((160, 48)) as home:
        sketch = home.app.screen.query_one(Sketch)
        await home.wait(lambda: sketch._strips)
        assert "Small 0" in home.text("#about")
        assert home.app.screen.query_one("#packs", OptionList).option_count == 4


@pytest.mark.slow
async def test_resizing_keeps_the_level_pointed_at_in_view(packs):
    async with Home() as home:
        await home.pilot.press("G")
        for width, height in [*SIZES, (60, 20)]:
            await home.pilot.resize_terminal(width, height)
            await home.pilot.pause()
            gallery = home.gallery
            assert gallery.item.entry.level.title == "Pipe 19"
            region = gallery.region_of(gallery.at)
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
        await home.wait(lambda: "continue: Made" in home.text("#doors"))
        await home.pilot.press("c")
        await home.pilot.pause()
        assert home.app.screen.entry.name == made.name
        assert home.app.screen.game.session.moves() == moves


@pytest.mark.slow
async def test_the_list_of_packs_goes_along(packs):
    async with Home((120, 40)) as home:
        chosen = home.app.screen.query_one("#packs", OptionList)
        await home.pilot.press("n")
        await home.wait(lambda: chosen.highlighted == 3)  # behind two headings
        await home.pilot.press("p")
        await home.wait(lambda: chosen.highlighted == 1)


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
        listed = home.app.screen.query_one("#packs", OptionList)
        await home.wait(lambda: listed.option_count == 4)
        kinds = [str(option.prompt) for option in listed.options if option.disabled]
        assert kinds == ["Kami · Small", "Flow · Small"]
        assert "Kami · Small" in home.lines()[0]


@pytest.mark.slow
async def test_filters_hold_for_the_list_of_packs_too(packs):
    async with Home((120, 40)) as home:
        listed = home.app.screen.query_one("#packs", OptionList)
        await home.wait(lambda: listed.option_count == 4)
        await home.pilot.press("t")
        shown = {item.entry.pack.title for item in home.gallery.items}
        assert len(shown) == 1
        assert listed.option_count == 2
        assert shown.pop() in str(listed.get_option_at_index(1).prompt)
        await home.pilot.press("right")
        await home.wait(lambda: listed.highlighted == 1)
        await home.pilot.press(*["t"] * len(registry.plugins()[0]))
        await home.wait(lambda: listed.option_count == 4)


async def test_what_is_clicked_is_not_underlined(packs):
    async with Home((120, 40)) as home:
        bar = home.app.screen.query_one("#filters", Static)
        chips = [segment for segment in bar.render_line(0) if segment.style]
        assert any("puzzle" in segment.text for segment in chips)
        assert not any(segment.style.underline for segment in chips)


@pytest.mark.parametrize(
    ("door", "screen"),
    [
        ("open", "Open"),
        pytest.param("draw", "KindScreen", marks=pytest.mark.slow),
    ],
)
async def test_doors_are_clicked(packs, door, screen):
    async with Home() as home:
        at = home.text("#doors").index(f" {door}") + 1
        await home.pilot.click("#doors", offset=(at, 0))
        await wait_until(home.pilot, lambda: screen in type(home.app.screen).__name__)


async def test_a_newcomer_is_told_what_this_is(packs):
    async with Home() as home:
        assert "solvers prove" in home.text("#welcome")
        assert "solved" not in home.app.screen.query_one(RoomBar).render().plain


async def test_rooms_keep_what_is_open_in_them(packs):
    async with Home() as home:
        await home.pilot.press("enter", "f3")
        await home.wait(lambda: isinstance(home.app.screen, DailyScreen))
        await home.pilot.press("escape")  # leads out of no room
        assert isinstance(home.app.screen, DailyScreen)
        bar = home.app.screen.query_one(RoomBar)
        await home.pilot.click(bar, offset=(bar.render().plain.index("3 Make"), 0))
        assert isinstance(home.app.screen, MineScreen)
        await home.pilot.press("1")
        assert isinstance(home.app.screen, PlayScreen)
        await home.pilot.press("escape", "4", "slash")
        assert isinstance(home.app.screen, HomeScreen)
        assert home.app.focused.id == "search"


async def test_a_board_that_was_asked_for_is_drawn_before_packs_are_read(packs, monkeypatch):
    asked = find("paper/small-1")
    read = []
    monkeypatch.setattr("puzzles.ui.home.home.reading", lambda: read.append(1) or iter(()))
    monkeypatch.setattr("puzzles.ui.home.home.COVERED", 60.0)
    app = PuzzlesApp(asked)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.screen.query_one(GridBoard).size.width > 1)
        assert not read
