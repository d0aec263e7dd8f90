"""The palette beside the board is drawn when what it says changes, and only then."""

from __future__ import annotations

import pytest

from puzzles.library.catalogue import find
from puzzles.ui.board.choices import Choices
from puzzles.ui.shell.app import PuzzlesApp


@pytest.mark.slow
@pytest.mark.usefixtures("lessons_seen")
async def test_it_is_drawn_when_it_changes_and_not_with_the_cursor(monkeypatch):
    drawn, render = list[str](), Choices.render

    def counted(palette):
        drawn.append(render(palette).plain)
        return render(palette)

    app = PuzzlesApp(find("kami/paper-garden/5"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(Choices, "render", counted)

        async def after(*keys):
            drawn.clear()
            await pilot.press(*keys)
            await pilot.pause()
            return drawn[-1:]

        assert not await after("right", "down", "left", "up", "shift+right", "tab")
        assert "◀" in "".join(await after("2"))
        (plain,) = await after("L")
        (lettered,) = await after("L")
        assert plain != lettered
        assert await after("space")
        assert await after("u")
