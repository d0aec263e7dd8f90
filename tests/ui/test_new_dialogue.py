"""New levels as they are wished for: by keys, by mouse, refused, stopped, shown and played."""

from __future__ import annotations

import asyncio
import re

import pytest
from textual.widgets import Button, Input, Select

from puzzles.core.errors import UsageError
from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.library.registry import plugins
from puzzles.ui.board.sketch import Sketch
from puzzles.ui.home.new import NewScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from sampling import slow
from screens import packs_read, text, wait_until

FLOW = 'puzzle = "flow"\ntitle = "Old"\nboard = """\nA...B\n.....\n.....\n.....\nA...B\n"""\n'
KAMI = 'puzzle = "kami"\ntitle = "Old"\ngrid = "square"\nboard = """\nRWR\nWRW\n"""\n'


def app_of(document: str) -> PuzzlesApp:
    return PuzzlesApp(Entry(read_pack("level", document), 0))


@pytest.fixture
def made(monkeypatch):
    """What is wished for; levels come when `gate` is open."""
    wished = []

    async def make(self, puzzle, wishes, polite=False):
        if not polite:  # made ahead, where the machine is slow to come to the dialogue
            wished.append(wishes)
        await wished_gate.wait()
        if wishes.get("colours") == 99:
            raise UsageError("there are no 99 colours")
        return read_pack("new", {"flow": FLOW, "kami": KAMI}[puzzle.id].replace("Old", "Fresh"))

    wished_gate = asyncio.Event()
    wished_gate.set()
    monkeypatch.setattr("puzzles.running.making.Ahead.make", make)
    return wished, wished_gate


@pytest.mark.parametrize("size", [(80, 24), *slow((120, 40))])
async def test_by_keys(made, size):
    wished, _ = made
    app = app_of(FLOW)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("ctrl+n")
        await pilot.pause()
        assert isinstance(app.screen, NewScreen)
        assert [field.id for field in app.screen.query("Input, Select").results()] == [
            f"form-{option.name}" for option in plugins()[0]["flow"].generator.OPTIONS
        ]
        assert app.screen.query_one("#form-size", Input).value == "5x5"
        assert app.screen.query_one("#form-colours", Input).value == ""
        assert "columns and rows" in text(app, "#told")
        await pilot.press(*"8x6")
        await pilot.press("tab", "enter")  # the kinds
        await pilot.press("down", "down", "down", "enter")
        await pilot.press("tab", "6")
        await pilot.press("down", "4", "enter")
        await wait_until(pilot, lambda: "Fresh" in text(app, "#told"))
        kind = plugins()[0]["flow"].generator.OPTIONS[1].choices[3]
        assert wished == [{"size": "8x6", "kind": kind, "colours": 6, "difficulty": 4}]
        assert "5×5" in text(app, "#told")
        await wait_until(pilot, lambda: app.screen.query_one(Sketch).content)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.entry.level.title == "Fresh"
        assert len(app.screen_stack) == 2  # in the old one's place


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 16), *slow((80, 24))])
async def test_by_mouse(made, size):
    wished, _ = made
    app = app_of(KAMI)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.screen.action_new()
        await pilot.pause()
        for widget in app.screen.query("Input, Select, Button, #made"):
            assert app.screen.region.contains_region(widget.region), widget
        await pilot.click("#form-symmetry")
        await pilot.pause()
        chosen = app.screen.query_one("#form-symmetry", Select)
        assert chosen.expanded
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, NewScreen)  # only the list of choices is closed
        await pilot.click("#do")
        await wait_until(pilot, lambda: "Fresh" in text(app, "#told"))
        assert wished[0]["kind"] == "square"
        await pilot.click("#play")
        await pilot.pause()
        assert app.screen.entry.level.title == "Fresh"


@pytest.mark.slow
async def test_what_cannot_be_made_is_said_and_what_takes_long_can_be_stopped(made):
    wished, gate = made
    app = app_of(FLOW)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("ctrl+n")
        await pilot.pause()
        colours = app.screen.query_one("#form-colours", Input)
        for typed, told in (
            ("many", "Colours is a whole number, not 'many'."),
            ("99", "There are no 99 colours."),
        ):
            colours.value = typed
            await pilot.click("#do")
            await pilot.pause(0.4)  # a button that was just pressed takes no click
            await wait_until(pilot, lambda told=told: text(app, "#told") == told)
            assert app.screen.query_one("#play", Button).disabled
        gate.clear()
        colours.value = ""
        await pilot.click("#do")
        await wait_until(pilot, lambda: re.search("Making a level … [1-9]", text(app, "#told")))
        await pilot.press("escape")
        assert text(app, "#told") == "Stopped."
        gate.set()
        await pilot.pause(0.1)
        assert text(app, "#told") == "Stopped."
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.entry.level.title == "Old"
        assert len(wished) == 2


@pytest.mark.slow
@pytest.mark.usefixtures("lessons_seen")
async def test_a_level_is_made_as_wished_from_the_list_of_levels(own_levels, compiled_children):
    (own_levels / "trial.toml").write_text(FLOW)
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await packs_read(pilot)
        await pilot.press("N")
        await pilot.pause()
        await pilot.press(*"6x5", "enter")
        await wait_until(pilot, lambda: "6×5" in text(app, "#told"))
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.screen.puzzle.facts(app.screen.entry.level)["size"] == "6×5"
