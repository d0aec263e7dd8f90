"""The end of a game: the board's answer, the card, and what can be done from there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from rich.text import Text

from lacking import without
from puzzles.characters.raster import rasterise
from puzzles.library.catalogue import Entry, find, journey
from puzzles.library.levels import read_pack
from puzzles.player.records import Win, board_key
from puzzles.player.saves import Saves
from puzzles.running import blocking
from puzzles.ui.board import gridboard as boards
from puzzles.ui.board.sketch import Sketch, as_text, sketch
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.play import won as winning
from puzzles.ui.play.won import PackScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.widgets.keybar import KeyBar
from sampling import slow
from screens import off_screen, text, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")

KAMI = read_pack(
    "folds.toml",
    """
puzzle = "kami"
title = "Some [folds]"
[[level]]
title = "One"
par = 1
board = "RRRR\\nRBBR\\nRRRR"
[[level]]
title = "[b]Two"
board = "RB"
[[level]]
title = "Three"
par = 1
board = "RRRR\\nRBBR\\nRRRR"
""",
)
FLOW = read_pack("pipes.toml", 'puzzle = "flow"\ntitle = "Pipes"\nboard = "A..A\\nB..B"\n')
SIZES = [(60, 20), *slow((80, 24), (200, 60))]


class Won:
    """The app with a level that its last key, or click, has won."""

    def __init__(self, pack=KAMI, index=0, size=(80, 24), animations="none"):
        self.app = PuzzlesApp(Entry(pack, index))
        self.size, self.animations = size, animations

    async def __aenter__(self):
        self._run = self.app.run_test(size=self.size)
        self.pilot = await self._run.__aenter__()
        self.app.animation_level = self.animations
        await self.pilot.pause()
        self.play, self.board = self.app.screen, self.app.screen.board
        return self

    async def __aexit__(self, *error):
        await self._run.__aexit__(*error)

    async def win(self, carded=True):
        game = self.play.game
        while not game.status.won:
            move = game.puzzle.move_parse(game.state, blocking.answer(game.question()).moves[0])
            self.board.post_message(self.board.Played(move))
            await self.pilot.pause()
        if carded:
            await wait_until(self.pilot, lambda: self.play.has_class("-won"))
            await self.pilot.pause()

    @property
    def card(self):
        return text(self.app, "#status")


def colours(board):
    """What every character of a board is painted in."""
    frame = board.frame()
    return np.concatenate([frame.front, frame.back], axis=2).astype(int)


def at_rest(board):
    """What it would be with nobody at it."""
    still = off_screen(board.puzzle, board.state, board.background)
    with board.app.batch_update():
        board.parent.mount(still)
    still.restyle(board.app.settings)
    still.fit(*board._room)
    return colours(still)


def won_before(entry, **values):
    """A win of a level, some time ago."""
    saves, puzzle = Saves(), entry.pack.puzzle
    board = board_key(puzzle.text(puzzle.start(entry.level)))
    win = Win(
        f"then {entry.index}",
        entry.name,
        board,
        1,
        1,
        "perfect",
        90.0,
        0,
        0,
        "2026-03-04T12:00:00+01:00",
        {},
    )
    saves.record(win._replace(**values))
    saves.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pack", [KAMI, FLOW], ids=["kami", "flow"])
async def test_the_card_says_how_it_went_beside_a_board_that_stays_in_view(pack, size):
    async with Won(pack, size=size) as won:
        before = won.board.region
        await won.win()
        assert "✦ perfect ✦" in won.card
        assert ("1 move, par 1" in won.card) == (pack is KAMI)
        assert "needed" not in won.card, "all pipes are always needed"
        assert "0:0" in won.card
        assert "★ first solve" in won.card
        assert "Today's " in won.card, "what is still open"
        assert ("2 left in this pack" in won.card) == (pack is KAMI)
        assert ("1/3 ✦ 1" in won.card) == (pack is KAMI)
        assert ("enter 2 [b]Two" if pack is KAMI else "enter a new one") in won.card
        status = won.play.status.region
        assert won.board.region == before
        assert not status.overlaps(before)
        assert won.play.query_one("#side").region.contains_region(status)
        assert won.play.region.contains_region(status)


@pytest.mark.parametrize("size", SIZES)
async def test_perfect_is_large_over_the_board_for_a_moment(size, monkeypatch):
    monkeypatch.setattr(winning, "SHOWN", 3600.0)
    async with Won(size=size) as won:
        assert not won.play.query_one("#banner").display
        await won.win()
        over = won.play.query_one("#banner")
        assert over.display
        assert won.board.region.contains_region(over.region)
        wide = won.board.region.width > 56
        assert ("█" if wide else "P E R F E C T") in str(over.render())
        await won.pilot.press("u")
        assert not over.display


@pytest.mark.slow
async def test_nothing_is_large_after_help():
    async with Won() as won:
        await won.pilot.press("H")
        await wait_until(won.pilot, lambda: won.play.game.session.helped)
        await won.win()
        assert "solved with help" in won.card
        assert not won.play.query_one("#banner").display


async def test_a_board_that_is_won_offers_no_help():
    async with Won() as won:
        await won.win()
        offered = {key.plain.split(" ", 1)[1] for key in won.play.query_one(KeyBar).keys[0]}
        assert not offered & {"Hint", "Try"}


async def test_what_was_before_is_told():
    won_before(Entry(KAMI, 0), moves=2, grade="over")
    async with Won() as won:
        await won.win()
        assert ", best 1:30" in won.card
        assert "★ first time perfect" in won.card
        assert "★ fastest yet" in won.card


@pytest.mark.parametrize("pack", [KAMI, *slow(FLOW)], ids=["kami", "flow"])
async def test_the_light_of_cursor_and_pointer_goes_off(pack):
    async with Won(pack) as won:
        assert (colours(won.board) != at_rest(won.board)).any()
        await won.win()
        assert (colours(won.board) == at_rest(won.board)).all()
        await won.pilot.hover(won.board, offset=(3, 1))
        await won.pilot.pause()
        assert won.board.by_pointer
        assert (colours(won.board) == at_rest(won.board)).all()
        await won.pilot.press("u")
        assert not won.play.has_class("-won")
        await won.pilot.press("right")
        assert (colours(won.board) != at_rest(won.board)).any()


@pytest.fixture
def long_answer(monkeypatch):
    """A board's answer to a win is not over before anybody has looked, on a busy machine either."""
    monkeypatch.setattr(boards, "REJOICING", 3600.0)


@pytest.mark.usefixtures("long_answer")
async def test_paper_folds_away_and_comes_back():
    async with Won(animations="full") as won:
        await won.win(carded=False)
        await wait_until(won.pilot, lambda: won.board.rejoicing is not None)
        won.board._animation.pause()
        paper = won.board.ink(int(won.board.state.colours[0]))
        ground = won.board.background
        away = []
        for done in (0.0, 0.25, 0.5, 0.75, 0.999):
            won.board.rejoicing = done
            seen = rasterise(won.board.grid, won.board.box, won.board.tier).back.ravel()
            backs = won.board.frame().back.reshape(-1, 3).astype(int)
            shown = np.array([backs[seen == cell][0] for cell in range(won.board.grid.n)])
            away.append(np.abs(shown - ground).max(axis=1) < np.abs(shown - paper).max(axis=1))
        counts = [int(cells.sum()) for cells in away]
        assert counts[0] == counts[-1] == 0
        assert max(counts) > 3
        assert away[1][won.board.cursor]
        assert not away[3][won.board.cursor]  # it has come back there first
        won.board.finish()
        assert (colours(won.board) == at_rest(won.board)).all()


@pytest.mark.slow
@pytest.mark.usefixtures("long_answer")
async def test_pipes_run_full_one_after_the_other():
    async with Won(FLOW, animations="full") as won:
        await won.win(carded=False)
        await wait_until(won.pilot, lambda: won.board.rejoicing is not None)
        won.board._animation.pause()
        lengths = []
        for done in (0.0, 0.3, 0.5, 0.7, 0.999):
            won.board.rejoicing = done
            lengths.append([len(pipe) for pipe in won.board.shown.pipes])
        assert lengths[0] == []
        assert lengths[-1] == [4, 4]
        assert sorted(map(sum, lengths)) == list(map(sum, lengths))
        assert any(found and found[0] > sum(found[1:]) for found in lengths[1:-1])
        won.board.finish()
        assert won.board.shown is won.board.state


@pytest.mark.parametrize("pack", [*slow(KAMI), FLOW], ids=["kami", "flow"])
async def test_without_animations_nothing_moves(pack):
    async with Won(pack) as won:
        await won.win(carded=False)
        assert won.board._animation is None
        assert won.board.rejoicing is None


@pytest.mark.slow
@pytest.mark.usefixtures("long_answer")
async def test_a_key_goes_on_at_once_during_the_answer():
    async with Won(animations="full") as won:
        await won.win(carded=False)
        await wait_until(won.pilot, lambda: won.board._animation is not None)
        await won.pilot.press("enter")
        assert won.app.screen is not won.play
        assert won.app.screen.entry.level.title == "[b]Two"


async def test_by_keys_alone_from_level_to_level():
    async with Won() as won:
        await won.pilot.press("1", "enter")
        assert won.play.game.status.won
        await wait_until(won.pilot, lambda: won.play.has_class("-won"))
        assert won.app.screen is won.play
        keys, _ = won.play.query_one(KeyBar).keys
        assert [key.plain.split(" ", 1)[1] for key in keys][:1] == ["Go on"]
        assert "Recolour" not in [key.plain.split(" ", 1)[1] for key in keys]
        await won.pilot.press("enter")
        assert won.app.screen.entry.index == 1
        keys, _ = won.app.screen.query_one(KeyBar).keys
        assert "Go on" not in [key.plain.split(" ", 1)[1] for key in keys]


async def test_by_mouse_alone_from_level_to_level():
    async with Won() as won:
        x, y = won.board.spot(won.play.game.state.board.grid.n // 2)
        where = {"offset": (int(x), int(y))}
        await won.pilot.click(won.board, times=2, **where)  # out of habit
        await wait_until(won.pilot, lambda: won.play.has_class("-won"))
        await won.pilot.pause()
        assert won.app.screen is won.play
        await won.pilot.click(KeyBar, offset=(77, 0))
        assert won.app.screen is not won.play  # the palette
        await won.pilot.press("escape")
        assert won.app.screen is won.play
        await won.pilot.pause(0.6)  # or it would be the third click in a row
        await won.pilot.click(won.board, **where)
        assert won.app.screen.entry.index == 1


@pytest.mark.slow
async def test_a_click_on_the_card_goes_on_and_one_on_its_words_does_what_they_say():
    async with Won() as won:
        await won.win()
        lines = won.card.splitlines()
        row = next(i for i, line in enumerate(lines) if "copy" in line)
        await won.pilot.click("#status", offset=(4, row))
        assert won.app.screen is won.play
        assert won.app.clipboard.startswith("Kami: One\n✦ 1 move · 0:00 · without help\n■\n")
        await won.pilot.pause(0.6)
        await won.pilot.click("#status", offset=(4, 0))
        assert won.app.screen.entry.index == 1


async def test_after_the_last_level_comes_one_that_is_open():
    won_before(Entry(KAMI, 1))
    async with Won(index=2) as won:
        await won.win()
        assert "enter 1 One" in won.card
        await won.pilot.press("enter")
        assert won.app.screen.entry.index == 0


@pytest.mark.slow
async def test_who_is_on_the_journey_is_led_on_along_it_and_who_is_not_stays_in_the_pack():
    first, then = journey()[:2]
    for travelling, words in ((False, "enter 2 "), (True, "enter journey: ")):
        async with Won(find(first).pack) as won:
            won.app.pop_screen()
            won.app.open(find(first), lessons=False, travelling=travelling)
            await won.pilot.pause()
            won.play, won.board = won.app.screen, won.app.screen.board
            await won.win()
            assert words in won.card
            await won.pilot.press("enter")
            assert (won.app.screen.entry.name == then) is travelling


@pytest.mark.slow
async def test_a_puzzle_that_makes_no_levels_leads_home():
    pack = replace(FLOW, puzzle=without(FLOW.puzzle, "generator.make"))
    async with Won(pack) as won:
        await won.win()
        assert "enter the levels" in won.card
        await won.pilot.press("enter")
        assert isinstance(won.app.screen, HomeScreen)


@pytest.mark.parametrize("animations", ["full", *slow("none")])
@pytest.mark.parametrize("size", SIZES)
async def test_the_end_of_a_pack_is_a_moment_of_its_own(size, animations):
    for index in (0, 1):
        won_before(Entry(KAMI, index), hints=index)
    async with Won(index=2, size=size, animations=animations) as won:
        await won.win()
        assert "Some [folds] complete" in won.card
        assert "enter all of Some [folds]" in won.card
        await won.pilot.press("enter")
        end = won.app.screen
        assert isinstance(end, PackScreen)
        words = [str(part.render()) for part in end.query(".centred")]
        assert any("3 levels · 2 perfect · 2 without help · 3:0" in line for line in words)
        puzzle = KAMI.puzzle
        states = [puzzle.start(level) for level in KAMI.levels]
        boards = list(end.query(Sketch))
        room = boards[0].size
        ground, settings = boards[0].background_colors[1].rgb, won.app.settings

        def drawn(state):
            strips = sketch(puzzle, state, *room, ground, settings)
            return Text("\n").join([as_text(strip, strip.cell_length) for strip in strips])

        wanted = [*map(drawn, states)]
        await wait_until(won.pilot, lambda: [board.content for board in boards] == wanted)
        flat = drawn(won.play.game.state)
        assert wanted[2] != flat, "the picture is kept"
        assert room.height >= 3
        assert max(board.region.right for board in boards) <= size[0]
        await won.pilot.press("y")
        assert won.app.clipboard.startswith("Kami: Some [folds] complete\n3 levels · 2 perfect")
        await won.pilot.press("enter")
        assert isinstance(won.app.screen, HomeScreen)


async def test_the_board_or_the_result_is_copied():
    async with Won() as won:
        await won.pilot.press("y")
        assert won.app.clipboard == "RRRR\nRBBR\nRRRR"
        await won.win()
        await won.pilot.press("y")
        first, second, row, third = won.app.clipboard.splitlines()
        assert row == "■"
        assert first == "Kami: One"
        assert second.startswith("✦ 1 move · 0:0")
        assert find(third.removeprefix("puzzles play ")).id == won.play.entry.id


@pytest.mark.parametrize("pack", [KAMI, *slow(FLOW)], ids=["kami", "flow"])
async def test_pictures_are_saved_and_never_written_over(pack, own_directories):
    folder = own_directories / "pictures"
    async with Won(pack) as won:

        async def save(end):
            await won.pilot.press("Y")
            said = f"Saved {folder / name}{end}.png"
            await wait_until(won.pilot, lambda: text(won.app, "#message").endswith(said))

        name = "-".join(won.play.entry.path)
        await save("")
        await won.win()
        await save("-2")
        assert {file.name for file in folder.iterdir()} == {f"{name}.png", f"{name}-2.png"}
        before, after = (Image.open(folder / f"{name}{end}.png") for end in ("", "-2"))
        # Kami's solution is its steps, a sheet of them; of Flow it is the last position.
        assert (before.size == after.size) == (pack is FLOW)


@pytest.mark.slow
async def test_a_level_is_shared_as_its_id_or_as_a_link_to_a_page_that_plays():
    async with Won() as won:
        board = won.play.entry.id
        for page, shared in (("", board), ("https://x.org/", f"https://x.org/#{board}")):
            won.app.settings = replace(won.app.settings, page=page)
            await won.pilot.press("Y")
            assert won.app.clipboard == shared
            assert find(shared).id == board


async def test_a_guest_shares_a_level_and_is_told_nothing_of_files(monkeypatch):
    monkeypatch.setenv("PUZZLES_LACKS", "files")
    async with Won() as won:
        await won.pilot.press("Y")
        await won.pilot.pause()
        assert won.app.clipboard == won.play.entry.id
        assert "Saved" not in text(won.app, "#message")


async def test_a_picture_that_cannot_be_written_is_told(own_directories):
    (own_directories / "pictures").write_text("a file")
    async with Won() as won:
        await won.pilot.press("Y")
        await wait_until(won.pilot, lambda: "pictures" in text(won.app, "#message"))
        assert (own_directories / "pictures").read_text() == "a file"


@pytest.mark.slow
async def test_after_help_nothing_is_perfect():
    async with Won() as won:
        await won.pilot.press("H")
        await wait_until(won.pilot, lambda: won.play.game.session.helped)
        await won.win()
        assert "perfect" not in won.card
        assert "solved with help" in won.card


@pytest.mark.slow
async def test_over_par_one_may_try_again():
    three = read_pack("three.toml", 'puzzle = "kami"\npar = 2\nboard = "RWT"\n')
    async with Won(three) as won:
        puzzle = won.play.game.puzzle
        for move in ("a1 Teal", "b1 Red", "b1 Teal"):
            played = puzzle.move_parse(won.play.game.state, move)
            won.board.post_message(won.board.Played(played))
            await won.pilot.pause()
        await wait_until(won.pilot, lambda: won.play.has_class("-won"))
        await won.pilot.pause()
        assert "1 over par" in won.card
        assert "R try again" in won.card
        assert "A where it was lost" in won.card
        await won.pilot.press("R")
        await won.pilot.pause()
        assert won.play.game.status.moves == 0
