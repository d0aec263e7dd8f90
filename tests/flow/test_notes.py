"""Marks of the player's own: kept, undone and drawn, and never taken for moves."""

from __future__ import annotations

import json

import numpy as np
import pytest

from puzzles.characters.glyphs import TIERS
from puzzles.characters.ink import Look
from puzzles.characters.tones import FEW, FULL, MANY
from puzzles.core.errors import MoveError
from puzzles.flow.screen import board as flow_board
from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.library.solutions import solution_of
from puzzles.player.game import Game
from puzzles.player.session import Session
from puzzles.ui.board.sketch import picture
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from screens import wait_until

ENTRY = find("flow/classics/five-by-five")
PUZZLE, LEVEL = ENTRY.pack.puzzle, ENTRY.level
SOLVED = solution_of(PUZZLE, LEVEL)
A, B = "note b2", "note b2 right"


def noted(*texts):
    return PUZZLE.after(PUZZLE.start(LEVEL), texts)


def test_a_mark_is_kept_and_undone_like_a_move_and_is_none():
    game = Game(ENTRY)
    for text in (A, SOLVED[0], B):
        assert game.play_text(text).changed
    assert game.session.moves() == SOLVED[:1]
    assert len(game.session.times()) == game.status.moves == 1
    assert game.question().moves == SOLVED[:1], "the solver never sees it"
    assert len(game.state.notes) == 2
    saved = json.loads(json.dumps(game.session.dump()))
    assert Session.load(PUZZLE, LEVEL, saved).state.notes == game.state.notes
    game.undo()
    assert len(game.state.notes) == 1
    game.play_text(A)
    assert not game.state.notes, "set again, it is cleared"
    game.go_on_from(())
    assert game.session.moves() == ()
    for text in SOLVED:
        game.play_text(A if len(game.session.moves()) == 2 and not game.state.notes else text)
    for text in SOLVED:
        game.play_text(text)
    assert game.status.grade == "perfect"
    assert find(game.challenge).ghost.moves == SOLVED


def test_marks_are_where_they_are_said_to_be():
    state = noted(A, B)
    for move, text in ((PUZZLE.move_parse(state, t), t) for t in (A, B)):
        assert PUZZLE.move_text(state, move) == text
        assert PUZZLE.speak_move(state, move) == text
        assert PUZZLE.parse_typed(state, text) == move
    assert noted(B).notes == noted("note c2 left").notes, "a passage is the same from both sides"
    for nonsense in ("note", "note z9", "note a1 left", "note b2 sideways", "note b2 right 2"):
        with pytest.raises(MoveError):
            PUZZLE.move_parse(state, nonsense)
    told = PUZZLE.tutor.describe_cell(state, LEVEL.board.grid.cell("b2"))
    assert told.endswith("your mark, right crossed out")
    assert PUZZLE.tutor.describe_change(noted(), noted(A)) == "b2: your mark."
    assert PUZZLE.tutor.describe_change(noted(A), noted()) == "b2: your mark, taken away."


def test_no_mark_stands_on_an_open_rim():
    entry = find("flow/warps/1")
    state = entry.pack.puzzle.start(entry.level)
    grid = entry.level.board.grid
    with pytest.raises(MoveError, match="no passage left"):
        entry.pack.puzzle.move_parse(state, f"note {grid.name(grid.at(2, 0))} left")


@pytest.mark.parametrize("depth", [FULL, MANY, FEW])
@pytest.mark.parametrize("text", [A, B])
def test_a_mark_is_seen_at_every_size_and_depth_of_colour(text, depth):
    for tier in TIERS:
        for width, height in ((10, 5), (24, 12), (60, 30)):
            look = Look(tier, (30, 26, 22), depth, False)
            bare, marked = (
                picture(PUZZLE.scene(state), look, width, height)
                for state in (noted(), noted(text))
            )
            assert bare != marked, (tier, width)


def test_a_pipe_covers_a_mark():
    covered = noted(A, *SOLVED)
    assert "•" not in {sign.text for sign in PUZZLE.scene(covered).signs.values()}
    assert "•" in {sign.text for sign in PUZZLE.scene(noted(A)).signs.values()}


async def test_marks_are_set_by_keys_and_by_the_pointer():
    app = PuzzlesApp(ENTRY)
    async with app.run_test(size=(80, 24)) as pilot:
        app.animation_level = "none"
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        game, board = app.screen.game, app.screen.board
        cell = LEVEL.board.grid.cell("b2")
        board.point_at(cell)
        await pilot.press("full_stop")
        await wait_until(pilot, lambda: game.state.notes == {(cell,)})
        await pilot.press("X", "right")
        await wait_until(pilot, lambda: game.state.notes == {(cell,), (cell, cell + 1)})
        assert board.cursor == cell
        await pilot.press("u", "u")
        await wait_until(pilot, lambda: not game.state.notes)
        x, y = np.subtract(board.box.characters(*board.grid.centre(cell)), board.shift)
        await pilot.click(board, offset=(int(x), int(y)), button=3)
        await wait_until(pilot, lambda: game.state.notes == {(cell,)})
        await pilot.mouse_down(board, offset=(int(x), int(y)))
        await wait_until(pilot, lambda: not game.state.notes)  # by a long press
        await pilot.mouse_up(board)
        right = int(x + board.box.width / 2 - 1)
        await pilot.click(board, offset=(right, int(y)), button=3)
        await wait_until(pilot, lambda: game.state.notes == {(cell, cell + 1)})
        assert game.session.moves() == ()


async def test_a_press_marks_nothing_once_the_board_has_moved_under_it(monkeypatch):
    monkeypatch.setattr(flow_board, "LONG", 1.5)  # the window must be smaller before that
    app = PuzzlesApp(ENTRY)
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        game, board = app.screen.game, app.screen.board
        cell = LEVEL.board.grid.cell("d5")
        x, y = np.subtract(board.box.characters(*board.grid.centre(cell)), board.shift)
        await pilot.mouse_down(board, offset=(int(x), int(y)))
        await pilot.resize_terminal(40, 16)
        await pilot.pause(flow_board.LONG + 0.1)
        assert not game.state.notes


def test_whoever_plays_is_told_that_no_pipe_of_the_solution_touches_itself():
    """Before the first move, seen and heard, also where the board has other solutions."""
    told = "its one solution: no pipe touches itself"
    for more in ("", "proof = { fillings = 4, untouching = 1 }\n"):
        pack = read_pack(
            "pack.toml",
            f'puzzle = "flow"\ntitle = "T"\nunique = "untouching"\n[[level]]\ntitle = "A"\n{more}'
            'board = """\nA . . .\n. . . .\n. . . .\nA . . .\n"""\n',
        )
        game = Game(Entry(pack, 0))
        assert told in game.status.notes
        assert told in game.standing.casefold()
    assert told not in Game(ENTRY).status.notes
