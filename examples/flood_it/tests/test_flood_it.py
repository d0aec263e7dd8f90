"""Flood-It keeps to the protocol, its pars are true, and it can be played."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flood_it import plugin
from puzzles.core.errors import LevelError
from puzzles.core.solving import Limits, answer
from puzzles.library import catalogue, registry
from puzzles.library.levels import read_pack
from puzzles.testing import conformance

PACK = read_pack(str(plugin.packs / "first-floods.toml"))


def level_of(board):
    return read_pack("level", f'puzzle = "flood_it"\nboard = """\n{board}"""').levels[0]


@pytest.mark.parametrize("level", PACK.levels, ids=lambda level: level.title)
def test_it_is_a_puzzle(level):
    conformance(plugin, [level])


def test_the_host_has_found_it():
    assert registry.plugin("flood_it") is plugin
    assert catalogue.find("flood_it/first-floods/pond").level.par == 6


def fewest(state):
    """Moves to the end by trying all, in the order of their number."""
    seen, ring, moves = set(), [state], 0
    while not any(plugin.status(found).won for found in ring):
        ring = [
            plugin.apply(found, colour)
            for found in ring
            for colour in set(found.cells) - {found.cells[0]}
        ]
        ring = [found for found in ring if not (found.cells in seen or seen.add(found.cells))]
        moves += 1
    return moves


@given(st.lists(st.lists(st.sampled_from("ABC"), min_size=4, max_size=4), min_size=2, max_size=4))
def test_no_one_can_do_it_in_fewer(rows):
    board = "\n".join(map("".join, rows))
    if len(set(board) - {"\n"}) > 1:
        state = plugin.start(level_of(board))
        assert answer(plugin.solve(state, Limits())).lower_bound == fewest(state)


@pytest.mark.parametrize(
    ("board", "line"),
    [
        ("AB\nA", "level:4:2: ragged rows: this one has 1 cells, the first has 2"),
        ("AB\n.A", "level:4:1: '.' is no cell; known are A B C D E F G H"),
        ("AA\nAA", "level:2:9: the board has only one colour; it needs at least two"),
        ("A" * 400 + "B", "level:2:9: the board has 401 cells; the most is 400"),
        ("", "level:2:9: the board has no cells"),
    ],
)
def test_bad_boards(board, line):
    with pytest.raises(LevelError) as caught:
        level_of(board)
    assert str(caught.value) == line


async def test_it_is_played_by_keys_and_by_mouse(monkeypatch, tmp_path):
    from puzzles.ui.board.gridboard import GridBoard
    from puzzles.ui.play.play import PlayScreen
    from puzzles.ui.shell.app import PuzzlesApp

    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"PUZZLES_{name}_DIR", str(tmp_path))
    app = PuzzlesApp(catalogue.find("flood_it/first-floods/puddle"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        board = app.screen.query_one(GridBoard)
        moves = answer(plugin.solve(board.state, Limits())).moves
        for number, colour in enumerate(moves):
            cell = board.state.cells.index(colour)
            if number % 2:
                x, y = board.spot(cell)
                await pilot.click(board, offset=(int(x), int(y)))
            else:
                grid = board.grid
                await pilot.press(*["left"] * grid.cols, *["up"] * grid.rows)
                await pilot.press(*["right"] * grid.col[cell], *["down"] * grid.row[cell], "enter")
            await pilot.pause()
            assert board.state.moves == number + 1
        assert plugin.status(board.state).won
        await pilot.press("u")
        assert not plugin.status(board.state).won


async def test_it_is_drawn_and_played(monkeypatch, tmp_path):
    from puzzles.player.draft import Draft, blank
    from puzzles.ui.maker.edit import EditScreen
    from puzzles.ui.play.play import PlayScreen
    from puzzles.ui.shell.app import PuzzlesApp

    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"PUZZLES_{name}_DIR", str(tmp_path))
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        draft = Draft(*blank(["flood_it", "4x3"]), app.saves)
        app.push_screen(EditScreen(draft))
        await pilot.pause()
        await pilot.press("x", "2", "enter", "3", "down", "f", "u", "ctrl+right")
        assert draft.grid.size == "5×3"
        assert len(app.saves.drawings()) == 1
        for _ in range(100):
            if "proved" in str(app.screen.query_one("#verdict").render()):
                break
            await pilot.pause(0.1)
        assert "proved optimal: 2 moves" in str(app.screen.query_one("#verdict").render())
        await pilot.press("P")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
