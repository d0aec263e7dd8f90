"""Ways about a board: from thing to thing, to edges and dots; the board alone; scrolling."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pkgutil import walk_packages

import pytest
from textual import events
from textual.dom import DOMNode
from textual.widgets import ContentSwitcher

from puzzles import ui
from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.help import GROUPS, HelpScreen, written
from puzzles.ui.watch.bars import Tabs
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.keys import IDS
from sampling import slow
from screens import text, wait_until

KAMI = 'puzzle = "kami"\ngrid = "square"\nboard = """\nRRRRB\nRWWRR\nRRRRR\n"""\n'
FLOW = 'puzzle = "flow"\nboard = """\nA.B..\n.....\n.....\nAHB.H\n"""\n'
PEAKS = 'puzzle = "kami"\nboard = """\n' + "\n".join(["RW" * 20] * 40) + '\n"""\n'


def level(document: str) -> Entry:
    return Entry(read_pack("level", document), 0)


def where(app) -> str:
    board = app.screen.board
    return board.grid.name(board.cursor)


async def test_tab_goes_from_region_to_region_and_back():
    app = PuzzlesApp(level(KAMI))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        board.point_at(board.grid.cell("a3"))  # anywhere in the red region
        seen = []
        for _ in range(3):
            await pilot.press("tab")
            seen.append(where(app))
        assert seen[:2] == ["e1", "b2"]
        assert board.state.region_of[board.grid.cell(seen[2])] == 0
        await pilot.press("shift+tab", "shift+tab")
        assert where(app) == "e1"


async def test_shifted_arrows_run_to_the_edge_of_the_region_and_then_over_it():
    app = PuzzlesApp(level(KAMI))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        board.point_at(board.grid.cell("a1"))
        seen = []
        for key in ("right", "right", "right", "down", "down", "left", "up", "right"):
            await pilot.press(f"shift+{key}")
            seen.append(where(app))
        assert seen == ["d1", "e1", "e1", "e2", "e3", "a3", "a1", "d1"]


@pytest.mark.slow
async def test_tab_goes_to_loose_ends_and_pipes_not_begun():
    app = PuzzlesApp(level(FLOW))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        played = [board.puzzle.move_parse(board.state, "a1 right 1 down 1")]
        app.screen.draw(app.screen.game.play(played[0]))
        await pilot.pause()
        seen = []
        for _ in range(4):
            await pilot.press("tab")
            seen.append(where(app))
        assert seen == ["b2", "c1", "b4", "b2"]  # A's loose end, then B and H
        app.screen.draw(app.screen.game.play_text("c1 down 3"))
        await pilot.pause()
        await pilot.press("tab")
        assert where(app) == "b4"


async def test_a_letter_goes_to_its_dot_and_then_to_the_other():
    app = PuzzlesApp(level(FLOW))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("g")
        assert "letter" in text(app, "#message")
        await pilot.press("H")  # and no hint
        assert where(app) == "b4"
        assert app.screen.game.session.hints == 0
        for key in "gh":  # typed faster than they are answered
            app.post_message(events.Key(key, key))
        await wait_until(pilot, lambda: where(app) == "e4", 5)
        await pilot.press("g", "b", "g", "q")
        assert where(app) == "c1"
        assert "no dot q" in text(app, "#message")
        await pilot.press("right")
        assert where(app) == "d1"


async def test_a_held_pipe_is_drawn_over_what_is_empty():
    app = PuzzlesApp(level(FLOW))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        board.point_at(board.grid.cell("c1"))
        await pilot.press("space", "shift+down")
        assert where(app) == "c3"
        assert not board.state.pipes
        await pilot.press("shift+down")  # on to the dot, which lets go
        await pilot.pause()
        assert board.state.finished(board.state.pipes[0])
        board.point_at(board.grid.cell("a1"))
        await pilot.press("space", "down", "shift+right", "tab")
        await pilot.pause()
        pipe = next(pipe for pipe in board.state.pipes if pipe[0] == 0)
        assert [board.grid.name(cell) for cell in pipe] == ["a1", "a2", "b2"]  # not through B


@pytest.mark.parametrize("size", [(60, 20), *slow((80, 24), (120, 40))])
async def test_the_board_alone_and_all_else_again(size):
    app = PuzzlesApp(level(FLOW))
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: app.screen.query(KeyBar))
        await pilot.pause()
        board, before = app.screen.board, app.screen.board.region
        await pilot.press("z")
        await pilot.pause()
        shown = [widget for widget in app.screen.query("#title, #side, KeyBar") if widget.display]
        assert shown == []
        assert tuple(board.size) == board.size_in(*size)
        assert board.size.area > before.area or size != (60, 20)
        assert board.region.x == (size[0] - board.size.width) // 2
        await pilot.press("escape")
        await pilot.pause()
        assert board.region == before
        assert app.screen.query_one(KeyBar).display


@pytest.mark.slow
async def test_a_board_that_does_not_fit_scrolls_under_the_cursor():
    app = PuzzlesApp(level(PEAKS))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        board = app.screen.board
        assert board.virtual_size.height > board.size.height
        for keys in (["down"] * 25, ["up"] * 25, ["tab"] * 8, ["shift+down"]):
            for key in keys:
                await pilot.press(key)
            x, y = board.spot(board.cursor)
            left, top = board.scroll_offset
            assert left <= x < left + board.size.width
            assert top <= y < top + board.size.height


@pytest.mark.slow
async def test_the_help_has_groups_of_keys_and_the_rules_behind_a_tab():
    app = PuzzlesApp(level(KAMI))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("question_mark")
        help_screen = app.screen
        assert [*help_screen.keys] == [*GROUPS]
        assert help_screen.keys["Ask the solver"]["Hint"] == "H"
        switcher = help_screen.query_one(ContentSwitcher)
        for turn in (
            lambda: pilot.press("tab"),
            lambda: pilot.press("1"),
            lambda: pilot.click(Tabs, offset=(10, 0)),
        ):
            before = switcher.current
            await turn()
            await pilot.pause()
            assert isinstance(app.screen, HelpScreen)
            assert switcher.current != before
        await pilot.click("#rules")
        assert not isinstance(app.screen, HelpScreen)


def test_the_help_and_the_keys_are_of_screens_that_there_are():
    for module in walk_packages(ui.__path__, "puzzles.ui."):
        import_module(module.name)
    kinds = [DOMNode]
    for kind in kinds:  # which grows meanwhile
        kinds += kind.__subclasses__()
    names = {
        kind.__name__: {getattr(key, "id", None) for key in vars(kind).get("BINDINGS", ())}
        for kind in kinds
    }
    assert written().keys() <= names.keys()
    assert all(words.startswith("## ") for words in written().values())
    assert set().union(*names.values()) >= IDS


@pytest.mark.slow
async def test_the_keys_are_in_the_help_and_can_be_others():
    app = PuzzlesApp(level(KAMI))
    app.settings = replace(app.settings, bindings={"board.next": "b", "play.zen": "Z"})
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        board = app.screen.board
        assert "b Next region" in app.screen.query_one(KeyBar).render().plain
        await pilot.press("b")
        first = board.cursor
        await pilot.press("b")
        assert board.cursor != first
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        said = {what: key for lines in app.screen.keys.values() for what, key in lines.items()}
        assert said["Next region"] == "b"
        assert said["Previous region"] == "shift-tab"
        assert said["Run left"] == "shift-←"
