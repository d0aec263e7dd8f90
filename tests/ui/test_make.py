"""Levels of one's own in the app: kept from a drawing, played, changed, ordered, deleted, given."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Button, Input, Select

from puzzles.library import own
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from puzzles.player.records import best
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.home.kinds import KindScreen
from puzzles.ui.home.make import MakeScreen
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.maker.forms import KeepScreen, ShareScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.widgets.form import AskScreen
from screens import click_words, text, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen", "own_levels", "judged")

KAMI = 'puzzle = "kami"\ntitle = "Shot"\nboard = """\nRRW\nRWW\n.WB\n"""\n'
FLOW = 'puzzle = "flow"\ntitle = "Pipes"\nboard = """\nA.A\nB.B\nC.C\n"""\n'


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def level(written, title=""):
    pack = read_pack("level.toml", written.replace("Shot", title) if title else written)
    return pack.puzzle, pack.levels[0]


async def on(pilot, screen):
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, screen))
    return pilot.app.screen


def editing(written):
    puzzle, drawn = level(written)
    return PuzzlesApp(None, (puzzle, drawn))


def fill(screen, **values):
    for name, value in values.items():
        screen.query_one(f"#form-{name}", Input).value = value


async def released(pilot):
    """The button is no longer held down from the last click."""
    await wait_until(pilot, lambda: not pilot.app.screen.query_one("#do").has_class("-active"))


def lines(screen):
    """The titles of levels, in order."""
    return [made.lines[0][0] for made in screen.shop.made.values()]


def seen(screen):
    """What the room shows, as text."""
    shop = screen.shop
    return [shop.line(y).text.rstrip() for y in range(shop.virtual_size.height)]


async def click(pilot, words):
    """Click these words in the room."""
    shop = pilot.app.screen.shop
    row = next(y for y, line in enumerate(seen(pilot.app.screen)) if words in line)
    column = seen(pilot.app.screen)[row].index(words) + 1
    await pilot.pause()
    await pilot.click(shop, offset=(column, row - shop.scroll_offset.y))
    await pilot.pause(0.6)  # or the next one would be a second click


@pytest.mark.slow
async def test_a_drawing_is_kept_with_its_proof_and_plays_like_all_levels():
    async with editing(KAMI).run_test(size=(80, 24)) as pilot:
        editor = await on(pilot, EditScreen)
        await pilot.press("K")
        screen = await on(pilot, KeepScreen)
        fill(screen, name="Evening", author="Ann", remark="in one go")
        await wait_until(pilot, lambda: "with a certificate" in text(pilot.app, "#told"))
        assert "par 2, proved" in text(pilot.app, "#told")
        await pilot.press("enter")
        await on(pilot, EditScreen)
        assert "Kept in My levels: Evening" in text(pilot.app, "#message")
        assert "Evening" in text(pilot.app, "#title")
        kept = find("kami/my-levels/evening").level
        assert (kept.par, kept.difficulty, kept.about.author) == (2, 1.3, "Ann")
        assert "par 2" in kept.about.certificate
        assert editor.draft.undo()  # the name is a stroke
        await pilot.press("escape")
        home = await on(pilot, HomeScreen)
        await wait_until(
            pilot, lambda: [i.name for i in home.overview.items] == ["kami/my-levels/evening"]
        )
        await pilot.press("M")
        mine = await on(pilot, MakeScreen)
        await wait_until(pilot, lambda: lines(mine)[:1] == ["Evening"])
        await pilot.press("down")
        shown = "\n".join(seen(mine))
        assert "My levels  Kami · 1 level" in shown
        assert "proved, with a certificate · by Ann" in text(pilot.app, "#remark")
        assert "3×3 · par 2 · ◆1.3" in shown
        assert "✓ proved" in shown
        await pilot.press("enter")
        play = await on(pilot, PlayScreen)
        assert "by Ann" in play.heading
        play.game.play_text("b2 Red")
        play.game.play_text("a1 Blue")
        await wait_until(pilot, lambda: best(pilot.app.saves.wins()))
        (result,) = best(pilot.app.saves.wins())
        assert result == "kami/my-levels/evening"


@pytest.mark.slow
async def test_the_same_name_takes_its_place_after_a_question():
    """By the pointer alone."""
    puzzle, first = level(KAMI)
    own.keep(puzzle, first)
    async with editing(KAMI.replace("RRW", "WWW")).run_test(size=(80, 24)) as pilot:
        editor = await on(pilot, EditScreen)
        await pilot.pause()
        await editor.run_action("screen.keep")  # as a click on the panel's line does
        screen = await on(pilot, KeepScreen)
        await wait_until(pilot, screen._proved.is_set)
        await wait_until(pilot, lambda: "a certificate" in text(pilot.app, "#told"))
        await pilot.pause()  # the button lies where it will stay
        await pilot.click("#do")
        await wait_until(pilot, lambda: "already" in text(pilot.app, "#told"))
        assert str(screen.query_one("#do", Button).label) == "Replace it"
        assert find("my-levels/shot").level.par is None
        await released(pilot)
        await pilot.click("#do")
        await on(pilot, EditScreen)
        assert find("my-levels/shot").level.par == 2


async def test_who_does_not_wait_keeps_what_is_not_proved(monkeypatch):
    async def nothing(*_):
        await asyncio.sleep(60)

    monkeypatch.setattr("puzzles.ui.maker.verdict.Teller.tell", nothing)
    async with editing(FLOW).run_test(size=(80, 24)) as pilot:
        await pilot.press("K")
        await on(pilot, KeepScreen)
        await pilot.press("enter")
        await wait_until(pilot, lambda: "again keeps it as it is" in text(pilot.app, "#told"))
        await pilot.press("enter")
        await on(pilot, EditScreen)
        assert own.proof_words(find("my-levels/pipes")) == "not proved"


@pytest.mark.slow
async def test_levels_are_ordered_renamed_deleted_and_brought_back():
    puzzle, _ = level(KAMI)
    for title in ("One", "Two", "Three"):
        own.keep(puzzle, level(KAMI, title)[1])
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        await pilot.press("M")
        mine = await on(pilot, MakeScreen)
        await wait_until(pilot, lambda: len(lines(mine)) == 3)
        await pilot.press("end", "right", "right", "K")
        await wait_until(pilot, lambda: lines(mine)[1] == "Three")
        assert mine.shop.spot.name == "kami/my-levels/three"
        shown = re.split("  |\n", text(pilot.app, "#deeds"))
        words = [
            "enter play",
            "E change",
            "R name",
            "T pack",
            "K earlier",
            "J later",
            "W share",
            "del delete",
        ]
        assert [each.strip() for each in shown if each.strip()] == words
        await click_words(pilot, "#deeds", "J later")
        await wait_until(pilot, lambda: lines(mine)[2] == "Three")
        await pilot.press("R")
        (await on(pilot, AskScreen)).query_one(Input).value = "Drei"
        await pilot.press("enter")
        await on(pilot, MakeScreen)
        await wait_until(pilot, lambda: lines(mine)[2] == "Drei")
        await pilot.press("T")
        (await on(pilot, AskScreen)).query_one(Input).value = "Evenings"
        await pilot.press("enter")
        await on(pilot, MakeScreen)
        await wait_until(pilot, lambda: mine.shop.here.thing.pack.title == "Evenings")
        assert mine.shop.spot.name == "kami/my-levels/drei"
        await pilot.press("delete")
        await wait_until(pilot, lambda: len(lines(mine)) == 2)
        assert "brings it back" in text(pilot.app, "#said")
        assert mine.shop.spot.name == "kami/my-levels/two"  # the nearest
        await pilot.press("u")
        await wait_until(pilot, lambda: lines(mine) == ["One", "Two", "Drei"])
        await click(pilot, " One")
        assert isinstance(pilot.app.screen, MakeScreen)
        await click_words(pilot, "#deeds", "del delete")
        await wait_until(pilot, lambda: len(lines(mine)) == 2)
        await click_words(pilot, "#deeds", "u undo")
        await wait_until(pilot, lambda: len(lines(mine)) == 3)
        await click(pilot, " One")
        assert (await on(pilot, PlayScreen)).entry.level.title == "One"


@pytest.mark.slow
async def test_wins_go_with_a_level_that_is_renamed_and_not_with_another_board():
    puzzle, one = level(KAMI)
    entry = own.keep(puzzle, one)
    async with PuzzlesApp(entry).run_test(size=(80, 24)) as pilot:
        game = (await on(pilot, PlayScreen)).game
        for move in ("b2 Red", "a1 Blue"):
            game.play_text(move)
        await pilot.press("escape")
        home = await on(pilot, HomeScreen)
        await wait_until(pilot, lambda: len(home.overview.results) == 1)
        await pilot.press("M")
        mine = await on(pilot, MakeScreen)
        await wait_until(pilot, lambda: lines(mine))
        await pilot.press("end", "R")
        (await on(pilot, AskScreen)).query_one(Input).value = "Uno"
        await pilot.press("enter")
        await on(pilot, MakeScreen)
        await pilot.press("1")
        await wait_until(
            pilot, lambda: [i.name for i in home.overview.items] == ["kami/my-levels/uno"]
        )
        assert len(home.overview.results) == 1
        own.change(find("my-levels/uno"), level(KAMI.replace("RRW", "WRW"), "Uno")[1])
        await pilot.press("M")
        await on(pilot, MakeScreen)
        await pilot.press("1")
        await wait_until(pilot, lambda: len(home.overview.results) == 0)


@pytest.mark.slow
async def test_levels_are_given_away_and_nothing_is_written_over():
    puzzle, one = level(KAMI)
    own.keep(puzzle, one)
    own.keep(puzzle, level(KAMI, "Two")[1])
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        await pilot.press("M")
        mine = await on(pilot, MakeScreen)
        await wait_until(pilot, lambda: lines(mine))
        await pilot.press("down")
        for form, suffix, begins in (
            ("level file", ".toml", b"puzzle"),
            ("picture (PNG)", ".png", b"\x89PNG"),
            ("picture (SVG)", ".svg", b"<svg"),
            ("to print (PDF)", ".pdf", b"%PDF"),
        ):
            await pilot.press("W")
            screen = await on(pilot, ShareScreen)
            screen.query_one("#form-levels", Select).value = "all of My levels"
            screen.query_one("#form-as", Select).value = form
            await pilot.pause()
            await pilot.click("#do")
            await on(pilot, MakeScreen)
            assert Path(f"my-levels{suffix}").read_bytes().startswith(begins)
        assert "Wrote" in text(pilot.app, "#said")
        assert len(read_pack("my-levels.toml").levels) == 2
        await pilot.press("W")
        screen = await on(pilot, ShareScreen)
        screen.query_one("#form-as", Select).value = "level file"
        await pilot.pause()
        fill(screen, file="my-levels.toml")
        await pilot.click("#do")
        await wait_until(pilot, lambda: "already" in text(pilot.app, "#told"))
        assert len(read_pack("my-levels.toml").levels) == 2
        await released(pilot)
        await pilot.click("#do")
        await on(pilot, MakeScreen)
        assert len(read_pack("my-levels.toml").levels) == 1
        pilot.app.settings = replace(pilot.app.settings, page="https://x.org/")
        await pilot.press("W")
        screen = await on(pilot, ShareScreen)
        screen.query_one("#form-levels", Select).value = "all of My levels"
        await wait_until(pilot, lambda: len(text(pilot.app, "#told").split()) == 2)
        shown = text(pilot.app, "#told").split()
        await pilot.press("enter")
        await on(pilot, MakeScreen)
        links = pilot.app.clipboard.split()
        assert shown == links
        assert [find(each).level.title for each in links] == ["Shot", "Shot"]
        assert {each.partition("#")[0] for each in links} == {"https://x.org/"}


async def test_a_new_level_can_be_asked_for_before_all_packs_are_shown(own_levels):
    (own_levels / "shots.toml").write_text(KAMI)
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3")
        (await on(pilot, MakeScreen)).shop.packs = []  # as at first
        await pilot.press("N")
        assert (await on(pilot, KindScreen)).kinds.kind.puzzle.id == "kami"


async def test_a_new_level_is_like_another_one():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3")
        await on(pilot, MakeScreen)
        await pilot.press("N")
        await wait_until(pilot, lambda: "no level yet" in text(app, "#said"))
