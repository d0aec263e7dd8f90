"""The review of a game on screen."""

from __future__ import annotations

from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.play.review import ReviewScreen
from puzzles.ui.shell.app import PuzzlesApp
from screens import text, wait_until


async def test_a_game_is_looked_back_on_move_by_move(tmp_path, monkeypatch):
    monkeypatch.setenv("PUZZLES_STATE_DIR", str(tmp_path))
    pack = read_pack("board.toml", 'puzzle = "kami"\nboard = "RWTWR"\npar = 2\n')
    app = PuzzlesApp(Entry(pack, 0))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await pilot.press("A")
        assert "no move yet" in text(app, "#message")
        for move in ("a1 White", "e1 White", "c1 White"):
            app.screen.draw(app.screen.game.play_text(move))
        await pilot.press("A")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await wait_until(pilot, lambda: app.screen.review.question is None)
        await wait_until(pilot, lambda: "first move 1" in text(app, "#message"))
        assert app.screen.board.announced.cell == 2, "the better move"
        assert len(app.screen.solution) == 3
        await pilot.press("right")
        assert "One lost, 2 moves left" in text(app, "#message")
        assert "Better: the Teal region" in text(app, "#message")
        assert "█" in text(app, "#status")
        await pilot.press("right")
        assert "Nothing lost, 1 move left" in text(app, "#message")
        await wait_until(pilot, lambda: app.memory.reviews)
        await pilot.press("escape")
        assert isinstance(app.screen, PlayScreen)
