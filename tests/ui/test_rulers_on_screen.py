"""Rulers beside a board on screen, on a key and by a setting."""

from __future__ import annotations

from contextlib import asynccontextmanager

import numpy as np
import pytest

from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.player.settings import Settings
from puzzles.ui.shell.app import PuzzlesApp
from sampling import sampled, slow

LEVELS = ["kami/ribbons/3", "kami/squares/1", "flow/hexes/3", "flow/bridges/1", "flow/fifteen/1"]


def shown(board):
    """The lines of the board on screen, as text."""
    return ["".join(line) for line in board._frame.glyph.tolist()]


def drawn(board):
    """Return True if rulers stand beside the board: they are wanted, and there is room."""
    return board.rulers and board.reserved


@asynccontextmanager
async def ruled(level, size):
    """The pilot and the board of a level with its rulers."""
    app = PuzzlesApp(find(level))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("r")
        await pilot.pause()
        assert drawn(app.screen.board)
        yield pilot, app.screen.board


@pytest.mark.parametrize("size", [(80, 24), *slow((200, 60))])
@pytest.mark.parametrize("level", sampled(LEVELS, ("flow/bridges/1", "kami/ribbons/3")))
async def test_every_cell_is_where_the_rulers_say(level, size):
    async with ruled(level, size) as (_, board):
        grid, (left, top) = board.grid, board._margin
        for cell in (0, grid.n // 3, grid.n - 1):
            board.point_at(cell)
            lines = shown(board)
            letters, number = grid.column_name(grid.col[cell]), str(grid.row[cell] + 1)
            across, down = (number, letters) if board.turned else (letters, number)
            x, y = np.add(board.spot(cell), (left, top))
            # The names of the cursor's cell are bold, and nearest to it.
            bold = board._frame.bold
            at = np.flatnonzero(bold[0])
            assert lines[0][at[0] : at[-1] + 1] == across
            assert abs(at.mean() + 0.5 - x) <= 1 + stagger(board, cell, 0)
            beside = np.flatnonzero(bold[1:, :left].any(axis=1)) + 1
            assert lines[beside[0]][:left].strip() == down
            assert abs(beside[0] + 0.5 - y) <= 1 + stagger(board, cell, 1)
        rows, columns = board._frame.glyph.shape
        assert columns <= board.size.width
        assert rows <= board.size.height


def stagger(board, cell, axis):
    """How far the middles of cells in one line with this one are from their mean: hexagons and
    triangles are not all at one height."""
    grid = board.grid
    line = grid.row if (axis == 1) != board.turned else grid.col
    spots = [board.spot(other)[axis] for other in np.flatnonzero(line == line[cell]).tolist()]
    return (max(spots) - min(spots)) / 2


@pytest.mark.parametrize("level", LEVELS[:2] + LEVELS[3:4])
async def test_no_cell_moves_when_rulers_come(level):
    """There is room for them from the start; or they come by their key alone."""
    app = PuzzlesApp(find(level))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        before = board.box, board._margin, board.size
        app.screen.say("Look at c4.")
        await pilot.pause()
        assert before == (board.box, board._margin, board.size)
        assert board.rulers == board.reserved
        await pilot.press("r")
        assert drawn(board) != before[1][0] > 0


async def test_clicks_hit_the_cell_that_is_shown():
    app = PuzzlesApp(find("flow/fifteen/1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        await pilot.press("r")
        await pilot.pause()
        for name in ("a1", "o15", "c7"):
            cell = board.grid.cell(name)
            x, y = np.add(board.spot(cell), board._margin)
            await pilot.hover(board, offset=(int(x), int(y)))
            assert board.hovered == cell


@pytest.mark.slow
async def test_the_key_shows_and_hides_them_and_the_setting_begins_with_them():
    app = PuzzlesApp(find("flow/first-pipes/1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        without = board._frame.glyph.shape
        assert not drawn(board)
        await pilot.press("r")
        assert drawn(board)
        assert shown(board)[0].split() == list("abcde")
        await pilot.press("r")
        assert board._frame.glyph.shape == without
        await app.change(Settings(rulers=True))
        await pilot.pause()
        assert drawn(board)


@pytest.mark.parametrize(
    ("level", "why"),
    [
        # As high as there is room for.
        ('puzzle = "flow"\nboard = """\nA.A\n' + "...\n" * 20 + 'B.B\n"""\n', "no room"),
        ('puzzle = "kami"\nnodes = { a = "Red", b = "Blue" }\nedges = [["a", "b"]]\n', "no rows"),
    ],
)
async def test_without_rulers_that_is_said(level, why):
    app = PuzzlesApp(Entry(read_pack("level", level), 0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        before = board._frame.glyph.shape
        await pilot.press("r")
        await pilot.pause()
        assert not drawn(board)
        assert board._frame.glyph.shape == before
        assert why in str(app.screen._message.content)


@pytest.mark.slow
async def test_beside_a_board_that_scrolls_they_name_what_is_in_view():
    async with ruled("kami/ribbons/3", (48, 20)) as (pilot, board):
        grid, (left, top) = board.grid, board._margin
        seen = set()
        for cell in (0, grid.n // 2, grid.n - 1, 0):
            board.point_at(cell)
            await pilot.pause()
            seen.add(board.scroll_offset)
            x, y = np.add(board.spot(cell), (left, top)) - board.scroll_offset
            assert left <= x < board.size.width
            assert top <= y < board.size.height
            lines = [board.render_line(y).text for y in range(board.size.height)]
            letters, number = grid.column_name(grid.col[cell]), str(grid.row[cell] + 1)
            across, down = (number, letters) if board.turned else (letters, number)
            assert across in lines[0][int(x) - 3 : int(x) + 4]
            assert down in {line[:left].strip() for line in lines[int(y) - 1 : int(y) + 2]}
            await pilot.hover(board, offset=(int(x), int(y)))
            assert board.hovered == cell
            await pilot.hover(board, offset=(0, int(y)))  # on the ruler
            assert board.hovered == -1
        assert len(seen) > 1


async def test_the_board_stays_as_large_where_there_is_room():
    app = PuzzlesApp(find("kami/ribbons/3"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        before = board.layout_for(57, 22)
        await pilot.press("r")
        left, top = board._margin
        height, width = board._frame.glyph.shape
        assert (width - left, height - top) == before
