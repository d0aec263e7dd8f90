"""One line says what is known of a level and how the game stands, the same in every puzzle."""

from __future__ import annotations

import re

import pytest

from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.ui.board.panel import facts_line
from puzzles.ui.shell.app import PuzzlesApp
from screens import text

pytestmark = pytest.mark.usefixtures("lessons_seen")


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("kami/paper-garden/9", "◆3.5  par 6, proved ✓  0 moves "),
        ("kami/first-folds/1", "◆1.0  par 1, proved ✓  0 moves "),
        ("flow/bridges/5", "one solution, proved ✓  0 of 6 pipes "),
    ],
)
async def test_the_facts_of_a_level(name, facts):
    app = PuzzlesApp(find(name))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        line = text(app, "#title")
        assert line.startswith(find(name).level.title)
        told, _, clock = line.rpartition(" ")
        assert told.endswith(facts)
        assert re.fullmatch(r"\d+:\d\d", clock)
        assert len(line) == 78


async def test_help_is_counted_at_the_end_of_the_line_and_a_notice_is_told_in_the_panel():
    async with PuzzlesApp(find("kami/paper-garden/9")).run_test(size=(100, 24)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        places = [screen.query_one(f"#{name}").region for name in ("status", "palette")]
        screen.game.session.hints = 2
        screen.update_panel()
        screen.notify("Saved [it]", severity="warning", markup=False)
        await pilot.pause()
        assert text(pilot.app, "#title").endswith("  2 hints")
        assert places == [screen.query_one(f"#{name}").region for name in ("status", "palette")]
        assert text(pilot.app, "#message") == "Saved [it]"
        assert not screen.query("Toast")


async def test_nothing_is_called_proved_that_the_level_does_not_claim():
    for board in ('puzzle = "kami"\nboard = "RW\\nWR"\n', 'puzzle = "flow"\nboard = "A.A"\n'):
        app = PuzzlesApp(Entry(read_pack("x", board), 0))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "proved" not in text(app, "#title")


@pytest.mark.parametrize(("width", "shown"), [(60, {"one", "three"}), (36, {"three"}), (20, set())])
def test_facts_give_way_to_the_title(width, shown):
    told = facts_line("A long title of a level", ["one", "two", "three"], width).plain
    assert len(told) <= width
    assert told.startswith("A long title")
    assert {fact for fact in ("one", "three") if fact in told} == shown
