"""The app on a page, whose browser is played by these tests."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from contextlib import asynccontextmanager, closing, suppress

import pyte
import pytest
from textual.app import ScreenStackError
from textual.css.query import NoMatches
from textual.widgets import TextArea

from puzzles.library.catalogue import find
from puzzles.library.ids import make_id, read_id
from puzzles.library.levels import read_pack
from puzzles.page import app as front
from puzzles.page import start as room
from puzzles.page.app import LONGEST
from puzzles.page.start import Solver
from puzzles.player.saves import Saves
from puzzles.running.child import Child
from puzzles.ui.home import home
from puzzles.ui.home.daily import DailyScreen
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell import app as shell
from puzzles.ui.shell.help import HelpScreen
from puzzles.ui.watch.watch import WatchScreen
from puzzles.ui.widgets.keybar import KeyBar

PACK = read_pack("f", 'puzzle = "kami"\ntitle = "Q"\nboard = "RRRWWW\\nRRRWWW\\nRRRWWW"')
BOARD = make_id(PACK.puzzle, PACK.levels[0])
TITLE = read_id(BOARD).levels[0].title
ADDRESS = "https://play.example/"


class Browser:
    """What the page and its second worker do."""

    def __init__(self):
        self.screen = pyte.Screen(100, 30)
        self.stream = pyte.Stream(self.screen)
        self.told, self.named = [], {}
        self.workers = []
        self.synced = 0

    def send(self, kind, text="", name=""):
        self.told.append((kind, text))
        self.named[kind] = name
        if kind == "write":
            self.stream.feed(text)

    def spawn(self, heard):
        worker = Worker(heard)
        self.workers.append(worker)
        return worker

    async def sync(self):
        self.synced += 1

    def said(self, kind):
        return [text for told, text in self.told if told == kind]

    async def sees(self, *words):
        await until(lambda: all(word in "\n".join(self.screen.display) for word in words), self)

    def find(self, words):
        """Where words are seen: a column and a row, counted from 1."""
        for row, line in enumerate(self.screen.display, 1):
            if words in line:
                return line.index(words) + 1, row
        raise AssertionError(words)


class Worker:
    """A second worker, here in the same loop."""

    def __init__(self, heard):
        self.solver = Solver(heard)
        self.ended = False

    def send(self, line):
        self.solver.hear(line)

    def end(self):
        self.ended = True


async def until(condition, of=None):
    for _ in range(600):
        with suppress(ScreenStackError, NoMatches):  # the app has only begun
            if condition():
                return
        await asyncio.sleep(0.025)
    raise AssertionError(of and "\n".join([*of.screen.display, *map(str, of.told[-9:])]))


@asynccontextmanager
async def playing(monkeypatch, link="", dark=True, kept=True, touch=False):
    monkeypatch.setattr(Child, "stand_in", None)
    monkeypatch.setattr(Child, "soon", Child.soon)  # `start` sets both
    monkeypatch.setenv("PUZZLES_LACKS", "files")
    browser = Browser()
    sync = browser.sync if kept else None
    app = room.start(browser.send, browser.spawn, sync, link, ADDRESS, dark, touch, (100, 30))
    try:
        yield app, browser
    finally:
        app.exit()
        await until(lambda: browser.said("failed"), browser)
    assert browser.said("failed") == [room.ENDED]


async def test_a_terminal_may_change_its_size_before_the_app_runs(monkeypatch):
    async with playing(monkeypatch, BOARD) as (app, browser):
        app.resize(90, 27)
        await browser.sees(TITLE, "Undo")
        assert app.size == (90, 27)


async def test_esc_is_a_key_though_the_clock_is_behind(monkeypatch):
    monkeypatch.setattr(front, "ESCAPE_DELAY", 0.01)  # a tenth of what the parser waits
    async with playing(monkeypatch, BOARD) as (app, browser):
        await browser.sees(TITLE, "Undo")
        app.feed("\x1b")
        await until(lambda: isinstance(app.screen, HomeScreen))


async def test_a_link_opens_a_board_and_the_title_names_it(monkeypatch):
    async with playing(monkeypatch, BOARD) as (app, browser):
        await browser.sees(TITLE, "Undo")
        assert isinstance(app.screen, PlayScreen)
        await until(lambda: browser.said("title") == [f"{TITLE} – puzzles"])
        app.feed("\x1b")
        await until(lambda: isinstance(app.screen, HomeScreen))
        await until(lambda: browser.said("title")[-1] == "puzzles")


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("[b]bold[/b]<img src=x onerror=alert(1)>", "This link names no board"),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in [
                ("what", "This link names no board"),
                (BOARD.replace(".1c", ".2c"), "made by a newer"),
                (BOARD[:-1], "missing or wrong"),
                ("x" * (LONGEST + 1), "This link is too long"),
            ]
        ),
    ],
)
async def test_another_link_opens_the_home_screen_and_says_why(monkeypatch, link, told):
    async with playing(monkeypatch, link) as (app, browser):
        await browser.sees(told)
        assert isinstance(app.screen, HomeScreen)
        shown = "\n".join(browser.screen.display)
        assert "bold" not in shown
        assert "img" not in shown


async def test_what_lies_under_a_board_is_read_between_keys(monkeypatch):
    monkeypatch.setattr(home, "COVERED", 0)
    monkeypatch.setattr(front, "LULL", 60)
    async with playing(monkeypatch, BOARD) as (app, browser):
        asked, lull = asyncio.Event(), app.lull

        async def ask():
            asked.set()
            await lull()

        app.lull = ask
        app.feed("\x1b[C")
        await browser.sees(TITLE)
        under = app.screen_stack[0]
        await asyncio.wait_for(asked.wait(), 15)
        await asyncio.sleep(0.2)
        assert not under.overview.packs


@pytest.mark.slow
async def test_links_that_are_followed_later(monkeypatch):
    async with playing(monkeypatch, "daily") as (app, browser):
        await until(lambda: isinstance(app.screen, DailyScreen), browser)
        app.follow(BOARD)
        await until(lambda: isinstance(app.screen, PlayScreen), browser)
        app.follow("nothing")
        await browser.sees("This link names no board")
        assert isinstance(app.screen, PlayScreen)
        app.follow("")
        await until(lambda: isinstance(app.screen, HomeScreen), browser)


@pytest.mark.slow
async def test_the_mouse_a_paste_and_another_size(monkeypatch):
    async with playing(monkeypatch) as (app, browser):
        await browser.sees("Help")
        column, row = browser.find("Help")
        app.feed(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
        await until(lambda: isinstance(app.screen, HelpScreen), browser)
        app.feed("\x1b")
        await until(lambda: isinstance(app.screen, HomeScreen), browser)
        app.feed("O")
        await browser.sees("or the text of a level")
        app.feed("\x1b[200~one\ntwo\x1b[201~")
        await until(lambda: app.screen.query_one(TextArea).text == "one\ntwo", browser)
        app.resize(70, 24)
        await until(lambda: tuple(app.size) == (70, 24), browser)


async def test_the_second_worker_solves(monkeypatch):
    async with playing(monkeypatch, BOARD) as (app, browser):
        await browser.sees("Undo")
        app.feed("S")
        await until(lambda: isinstance(app.screen, WatchScreen), browser)
        await browser.sees("1 move")
        assert browser.workers


async def test_no_level_is_made_ahead(monkeypatch):
    monkeypatch.setattr("puzzles.ui.play.play.SETTLED", 0.01)
    async with playing(monkeypatch, BOARD) as (_, browser):
        await browser.sees("Undo")
        await asyncio.sleep(0.3)
        assert not browser.workers


async def test_every_move_is_kept(monkeypatch):
    async with playing(monkeypatch, BOARD) as (app, browser):
        await browser.sees("Undo")
        before = browser.synced
        app.feed("2 ")
        # What else is kept at that time is synced, too.
        await until(lambda: browser.synced > before and moves_kept() == [1], browser)
        await until(lambda: browser.said("sound") == ["chord"], browser)
        app.feed("u")
        await until(lambda: browser.said("sound") == ["chord", "fold"], browser)


def moves_kept() -> list[int]:
    """The number of moves in each game that is stored."""
    with closing(Saves()) as saves:
        return [len(game.history["moves"]) for game in saves.all_games()]


async def test_a_light_page_and_links_to_it(monkeypatch):
    async with playing(monkeypatch, dark=False, kept=False) as (app, browser):
        await browser.sees("Help")
        assert app.theme == "paper-light"
        assert app.settings.page == ADDRESS
        assert browser.synced == 0


async def test_progress_is_a_file_to_keep_and_to_take_over(monkeypatch):
    async with playing(monkeypatch, BOARD) as (app, browser):
        await browser.sees("Undo")
        app.feed("2 ")
        await until(lambda: app.saves.all_games(), browser)
        app.export()
        (exported,) = browser.said("download")
        app.memory.last, played = "", app.memory.last
        for text in ("[", exported):
            app.take_over(text)
        refused, taken = browser.said("notice")
        assert refused == "This file is not used: this is not JSON that could be progress."
        assert taken.endswith("could be read; 0 of them new.")
        assert app.memory.last == played, "there is something to go on with"


async def test_a_page_is_not_quitted(monkeypatch):
    monkeypatch.setattr(shell, "HASTE", 0)
    async with playing(monkeypatch, BOARD) as (app, browser):
        await browser.sees("Undo")
        app.feed("\x11")
        app.feed("?")
        await until(lambda: isinstance(app.screen, HelpScreen), browser)
        assert not any(active.binding.action == "quit" for active in app.active_bindings.values())


@pytest.mark.faulty
async def test_a_report_of_a_fault_is_given_to_the_page(monkeypatch):
    def fails():
        raise ValueError("on purpose")

    async with playing(monkeypatch, BOARD) as (app, browser):
        await browser.sees("Undo")
        monkeypatch.setattr(app.screen, "action_hint", fails)
        app.feed("H")
        await until(lambda: browser.said("fault"), browser)
        assert "This screen had a fault (ValueError)" in browser.said("fault")[0]
        assert "ValueError: on purpose" in browser.named["fault"]


async def test_the_keys_of_a_screen_are_told(monkeypatch):
    async with playing(monkeypatch, BOARD) as (_, browser):
        await until(lambda: any("Undo" in said for said in browser.said("buttons")), browser)
        told = json.loads(browser.said("buttons")[-1])
        assert ["Undo", "u"] in told["keys"]
        assert ["Back", "\x1b"] in told["keys"]
        assert told["drag"] is True


async def test_a_phone_has_buttons_in_place_of_keys(monkeypatch):
    async with playing(monkeypatch, BOARD, touch=True) as (app, browser):
        await until(lambda: any("Undo" in said for said in browser.said("buttons")), browser)
        one, other = json.loads(browser.said("buttons")[-1])["colours"]
        assert [one[:2], one[-1], other[:2]] == [["1", "1"], "Red", ["2", "2"]]
        assert one[2].startswith("rgb(")
        app.feed("H")
        await browser.sees("Hint: ")
        assert not app.screen.query_one(KeyBar).display


async def test_the_maker_s_tools_are_buttons(monkeypatch):
    async with playing(monkeypatch, BOARD, touch=True) as (app, browser):
        await browser.sees("moves")
        entry = find("flow/first-pipes/1")

        def edit():
            app.push_screen(EditScreen.of(entry.pack.puzzle, entry.level, app.saves))

        app.call_later(edit)
        await until(lambda: any("eraser" in said for said in browser.said("buttons")), browser)
        tools = {tool[-1]: tool for tool in json.loads(browser.said("buttons")[-1])["colours"]}
        assert tools["dot B"][:2] == ["2", "2"]
        assert tools["dot B"][2].startswith("rgb(")
        app.feed(tools["eraser"][1])
        await until(lambda: app.screen.draft.selected.name == "eraser", browser)


def test_what_is_imported_later_sees_where_it_is(tmp_path):
    code = (
        f"from puzzles.page import start; start.settle({str(tmp_path)!r})\n"
        "from puzzles.library import locations, registry\n"
        "from puzzles.player.saves import Saves\n"
        "Saves().close()\n"
        "for puzzle in registry.plugins()[0].values():\n"
        "    if not puzzle.can('generator.make'): print(puzzle.id)\n"
        "from puzzles.core.offers import COMPILER, offers\n"
        "print(offers(COMPILER))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]
    assert [each.name for each in (tmp_path / "state").iterdir()] == ["games.sqlite"]  # and no log
