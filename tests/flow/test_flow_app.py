"""Flow in the app: strokes by mouse and by keys, undo, and the pictures of every kind of board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puzzles.library.catalogue import find
from puzzles.ui.shell.app import PuzzlesApp
from sampling import slow
from screens import middle_of, text, wait_until

PACK = """
puzzle = "flow"
title = "Trial"
[[level]]
title = "Three"
board = \"\"\"
A.B
...
A.B
\"\"\"
[[level]]
title = "Walled"
board = \"\"\"
A|. .
  -
. . A

B . B
\"\"\"
[[level]]
title = "Bridged"
board = \"\"\"
.A.
B+B
.A.
\"\"\"
[[level]]
title = "Warped"
wrap = true
board = \"\"\"
A..A
B..B
\"\"\"
[[level]]
title = "Hexed"
grid = "hex"
board = \"\"\"
  .   B
A   .   B
  .   .
A   .   .
\"\"\"
"""


@pytest.fixture(autouse=True)
def pack(own_levels):
    (own_levels / "trial.toml").write_text(PACK)


def spot(board, name: str) -> tuple[int, int]:
    return middle_of(board, board.grid.cell(name))


async def drag(pilot, board, *names: str) -> None:
    """Press at the first cell, move over the others, release."""
    await pilot.mouse_down(board, offset=spot(board, names[0]))
    for name in names[1:]:
        await pilot.hover(board, offset=spot(board, name))
    await pilot.mouse_up(board, offset=spot(board, names[-1]))
    await pilot.pause()


@pytest.mark.slow
async def test_mouse_only():
    app = PuzzlesApp(find("three"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board, session = app.screen.board, app.screen.game.session
        await drag(pilot, board, "a1", "b1", "b2", "b3", "a3")
        assert session.moves() == ("a1 right 1 down 2 left 1",)
        assert "joined 1 of 2" in text(app, "#status")
        await drag(pilot, board, "a1", "a3")
        await drag(pilot, board, "c1", "b1", "b3", "c3")
        assert "filled 88 %" in text(app, "#status")
        await pilot.press("u", "u")
        assert len(session.state.pipes) == 1
        await pilot.press("U")
        await drag(pilot, board, "c1", "b1", "b2", "b3", "c3")
        assert session.status.moves == 2


@pytest.mark.slow
async def test_cut_and_restore_within_one_stroke_of_the_mouse():
    app = PuzzlesApp(find("three"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board, session = app.screen.board, app.screen.game.session
        await drag(pilot, board, "a1", "b1", "b2", "b3", "a3")
        before = session.state
        await pilot.mouse_down(board, offset=spot(board, "c1"))
        for name in ("c2", "b2"):
            await pilot.hover(board, offset=spot(board, name))
        assert len(board.shown.pipes[0]) == 2  # A is cut before b2
        await pilot.hover(board, offset=spot(board, "c2"))
        assert board.shown.pipes[0] == before.pipes[0]
        await pilot.mouse_up(board, offset=spot(board, "c2"))
        await pilot.pause()
        assert session.state.pipes[0] == before.pipes[0]
        await pilot.press("u")
        assert session.state is before


async def test_keys_only():
    app = PuzzlesApp(find("three"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board, session = app.screen.board, app.screen.game.session
        await pilot.press("up", "left", "space", "down", "down")  # lets go at the second dot
        assert session.moves() == ("a1 down 2",)
        await pilot.press("right", "right", "enter", "left", "up", "up", "right")
        assert session.moves()[1] == "c3 left 1 up 2 right 1"
        assert not session.status.won  # c2 is empty
        await pilot.press("space", "left", "escape")  # a stroke given up changes nothing
        assert len(session.moves()) == 2
        await pilot.press("x")
        assert len(session.state.pipes) == 1
        await pilot.press("u")
        assert len(session.state.pipes) == 2
        assert board.cursor == board.grid.cell("b1") or board.cursor == board.grid.cell("c1")


async def test_a_pipe_that_is_stopped_says_so():
    async with PuzzlesApp(find("three")).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("up", "left", "space", "right", "right")  # B's dot is at c1
        assert pilot.app.screen.board.cursor == pilot.app.screen.board.grid.cell("b1")
        assert text(pilot.app, "#message").startswith("Another dot")


async def test_won_by_keys_is_perfect(tmp_path):
    (tmp_path / "two.toml").write_text('puzzle = "flow"\nboard = """\nA.B\nA.B\n"""\n')
    app = PuzzlesApp(find(str(tmp_path / "two.toml")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        await drag(pilot, board, "a1", "b1", "b2", "a2")
        await drag(pilot, board, "c1", "c2")
        assert "perfect" in text(app, "#status")


@pytest.mark.slow
async def test_keys_leave_over_an_open_rim():
    app = PuzzlesApp(find("warped"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        board.point_at(0)
        await pilot.press("left")  # with nothing held, too
        assert board.cursor == board.grid.cols - 1
        await pilot.press("right", "space", "left")
        assert app.screen.game.session.moves() == ("a1 left 1",)


async def test_a_fast_drag_skips_no_cell():
    app = PuzzlesApp(find("three"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await drag(pilot, app.screen.board, "a1", "a3")
        assert app.screen.game.session.moves() == ("a1 down 2",)


@pytest.mark.parametrize("size", [(40, 16), *slow((200, 60))])
@pytest.mark.parametrize("name", ["walled", "hexed", *slow("three", "bridged", "warped")])
async def test_every_kind_is_drawn_at_every_size(name, size):
    app = PuzzlesApp(find(name))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board = app.screen.board
        shown = board.frame()
        dots = [s for s in board.state.board.symbols for _ in range(2)]
        assert sorted(shown.glyph[shown.bold]) == sorted(dots)
        for cell in range(board.grid.n):
            assert board.cell_at(*board.spot(cell)) == cell


@pytest.mark.slow
async def test_lines_where_there_is_no_room_for_pipes(tmp_path):
    rows = ["A" + "." * 24 + "A", *["." * 26] * 20, "B" + "." * 24 + "B"]
    (tmp_path / "big.toml").write_text(
        'puzzle = "flow"\nboard = """\n' + "\n".join(rows) + '\n"""\n'
    )
    app = PuzzlesApp(find(str(tmp_path / "big.toml")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        await drag(pilot, board, "a1", "z1")
        frame = board.frame()
        assert "".join(frame.glyph[0]).count("━") > 40
        assert frame.glyph[0, 0] == "A"


async def test_a_letter_without_dots_is_told():
    """A board that is being drawn may have a colour before it has dots of it."""
    async with PuzzlesApp(find("trial/1")).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = pilot.app.screen.board
        drawn = board.state.board
        bare = replace(drawn, dots=np.full_like(drawn.dots, -1))
        board.state = replace(board.state, level=replace(board.state.level, board=bare))
        board.action_letter("A")
        await wait_until(pilot, lambda: "There is no dot A." in text(pilot.app, "#message"))


async def test_pipes_that_are_undone_while_they_run_full():
    async with PuzzlesApp(find("trial/1")).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = pilot.app.screen.board
        board.rejoicing = 0.5
        assert board.shown.pipes == ()
