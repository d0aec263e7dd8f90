"""Boards that are drawn in the app: kept, listed, gone on with, discarded and brought back."""

from __future__ import annotations

import pytest
from textual.widgets import Button, Input

from puzzles.player.draft import Draft, blank
from puzzles.ui.home.kinds import KindScreen, ask
from puzzles.ui.home.make import MakeScreen
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from screens import text, wait_until


def drawn(saves, puzzle, strokes):
    draft = Draft(*blank([puzzle, "4x4"]), saves)
    draft.brush = draft.things[1].key
    for cell in range(strokes):
        draft.paint(cell)
    assert saves.drawings()


def lines(screen):
    """What is said of each drawing."""
    made = screen.shop.made.values()
    return [" ".join(words for words, _ in each.lines) for each in made]


async def on(pilot, screen):
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, screen))
    return pilot.app.screen


@pytest.mark.slow
@pytest.mark.usefixtures("lessons_seen")
async def test_drawings_are_offered_again_discarded_and_brought_back():
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        drawn(pilot.app.saves, "flow", 3)
        drawn(pilot.app.saves, "kami", 1)
        await pilot.press("E")
        room = await on(pilot, MakeScreen)
        await wait_until(pilot, lambda: len(lines(room)) == 2)
        assert [line.split()[2:4] for line in lines(room)] == [["Kami", "4×4"], ["Flow", "4×4"]]
        assert "3 strokes" in lines(room)[1]
        assert room.shop.here.thing.puzzle == "kami"  # the newest
        await pilot.press("delete")
        await wait_until(pilot, lambda: len(lines(room)) == 1)
        assert [drawing.puzzle for drawing in pilot.app.saves.drawings()] == ["flow"]
        await pilot.press("u")
        await wait_until(pilot, lambda: len(lines(room)) == 2)
        assert len(pilot.app.saves.drawings()) == 2
        await pilot.press("right", "enter")
        screen = await on(pilot, EditScreen)
        assert screen.puzzle.id == "flow"
        for _ in range(3):
            await pilot.press("u")
        assert not screen.draft.undo()
        await pilot.press("escape")
        await on(pilot, MakeScreen)
        await pilot.press("n")
        screen = await on(pilot, KindScreen)
        names = [spot.name for row in screen.kinds.rows for spot in row]
        await pilot.press(*["right"] * names.index("kami square"))
        screen.query_one(Input).value = "3x3"
        await pilot.press("enter")
        draft = (await on(pilot, EditScreen)).draft
        assert (draft.puzzle.id, draft.grid.kind, draft.grid.size) == ("kami", "square", "3×3")


async def test_a_drawing_is_played_without_a_lesson_and_gone_back_to():
    """On a fresh profile."""
    draft = Draft(*blank(["flow", "2x2"]))
    for cell, key in enumerate("AABB"):
        draft.brush = key
        draft.paint(cell)
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = EditScreen(draft)
        app.push_screen(screen)
        await on(pilot, EditScreen)
        await pilot.press("P")
        await on(pilot, PlayScreen)
        await pilot.pause(0.3)
        assert isinstance(app.screen, PlayScreen)
        await pilot.press("escape")
        assert await on(pilot, EditScreen) is screen


@pytest.mark.slow
@pytest.mark.usefixtures("lessons_seen")
async def test_without_an_argument_the_drawings_are_offered():
    app = PuzzlesApp(drawing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await on(pilot, KindScreen)
        await pilot.press("escape")
        drawn(app.saves, "kami", 1)
    app = PuzzlesApp(drawing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        room = await on(pilot, MakeScreen)
        await wait_until(pilot, lambda: lines(room))
        await pilot.press("enter")
        assert (await on(pilot, EditScreen)).puzzle.id == "kami"


async def test_enter_draws_the_first_kind_however_soon_it_comes():
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        ask(pilot.app)
        screen, focused = pilot.app.screen, []
        pilot.app.watch(screen, "focused", lambda widget: focused.append(widget))
        await on(pilot, KindScreen)
        await wait_until(pilot, lambda: screen.focused)
        assert {widget.id for widget in focused if widget} == {"kinds"}
        await pilot.press("enter")
        assert (await on(pilot, EditScreen)).puzzle.id == "flow"


@pytest.mark.slow
@pytest.mark.usefixtures("lessons_seen")
async def test_a_new_board_is_asked_for_by_the_pointer_alone():
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        ask(pilot.app)
        screen = await on(pilot, KindScreen)
        await wait_until(pilot, lambda: screen.kinds.blocks)
        block = next(
            block
            for block in screen.kinds.blocks
            if screen.kinds.rows[block.spot[0]][block.spot[1]].name == "kami triangle"
        )
        await pilot.click("#kinds", offset=block.region.offset)
        assert pilot.app.screen is screen
        await pilot.click(next(b for b in screen.query(Button) if str(b.label) == "10×10"))
        await pilot.click("#do")
        screen = await on(pilot, EditScreen)
        assert (screen.puzzle.id, screen.draft.grid.kind) == ("kami", "triangle")
        assert screen.draft.grid.size == "10×10"


async def test_a_wrong_size_leaves_the_question_open():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        ask(app)
        screen = await on(pilot, KindScreen)
        await wait_until(pilot, lambda: screen.query(Input))
        button = screen.query_one("#do", Button)
        screen.query_one(Input).value = "gle"
        button.action_press()
        await wait_until(pilot, lambda: "'gle' is neither a grid" in text(app, "#told"))
        assert app.screen is screen
        screen.query_one(Input).value = "5x5"
        button.action_press()  # at once: no press is ignored while the last one is shown
        drawing = (await on(pilot, EditScreen)).draft
        assert (drawing.puzzle.id, drawing.grid.size) == ("flow", "5×5")
