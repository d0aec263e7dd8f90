"""Where there is room: large patches of colour, margins around boards, frames around words."""

from __future__ import annotations

import pytest

from puzzles.library.catalogue import find
from puzzles.ui.shell.app import PuzzlesApp
from screens import wait_until


@pytest.mark.slow
@pytest.mark.parametrize(("size", "lines"), [((120, 40), 4), ((80, 24), 1)])
async def test_patches_are_large_where_there_is_room(size, lines):
    app = PuzzlesApp()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.open(find("kami/first-folds/9"))  # five colours
        await pilot.press("escape")
        await pilot.pause()
        palette = app.screen.query_one("#palette")
        await wait_until(pilot, lambda: palette.size.height == (5 * lines - 1 if lines > 1 else 5))
        await pilot.click("#palette", offset=(2, 2 * lines))
        assert app.screen.board.chosen == 2
        await pilot.press("S")
        await wait_until(pilot, lambda: app.screen.query_one("#palette") is not palette)
        await wait_until(pilot, lambda: app.screen.query_one("#palette").size.height == 5)


@pytest.mark.slow
async def test_a_board_that_is_turned_is_seen_whole():
    app = PuzzlesApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.open(find("kami/first-folds/9"))
        await pilot.press("escape")
        await pilot.pause()
        for _ in range(2):
            await pilot.press("o")
            await pilot.pause()
            board, body = app.screen.board, app.screen.query_one("#body")
            assert board.size.height == board.virtual_size.height
            assert body.region.contains_region(board.region)


@pytest.mark.usefixtures("lessons_seen")
async def test_a_board_that_has_no_room_beside_the_panel_is_above_it():
    async with PuzzlesApp(find("kami/grand-folds/maze")).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = pilot.app.screen.board
        assert board.size == board.virtual_size, "nothing of it has to be scrolled to"


@pytest.mark.slow
async def test_a_board_keeps_away_from_the_rim_and_words_have_a_frame():
    app = PuzzlesApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.open(find("kami/first-folds/9"))
        await pilot.pause()
        lesson = app.screen
        board = lesson.board.region
        assert board.y > 2
        assert board.x >= 2
        message = lesson.query_one("#message")
        assert message.border_title == "Lesson"
        assert message.styles.border.top[0] == "round"
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is not lesson
        assert not app.screen.query_one("#message").display  # no empty frame
