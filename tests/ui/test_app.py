"""The app driven by keys and by mouse."""

from __future__ import annotations

import asyncio

import pytest
from textual.css import stylesheet

from puzzles.characters.raster import rasterise
from puzzles.core.solving import Progress
from puzzles.kami.rules.model import Move
from puzzles.library.catalogue import find
from puzzles.running.child import Child
from puzzles.ui.board.panel import slow_until
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.help import HelpScreen
from puzzles.ui.watch.bars import TimeBar
from puzzles.ui.watch.watch import WatchScreen
from puzzles.ui.widgets.rooms import RoomBar
from screens import click_key, packs_read, text, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")

PACK = """
puzzle = "kami"
title = "Trial"
[colours]
R = "Red #c0392f"
W = "White #f3e5cb"
B = "Blue #2b3d63"
[[level]]
title = "Flag"
board = \"\"\"
RRRWWWBBB
RRRWWWBBB
RRRWWWBBB
\"\"\"
par = 2
[[level]]
title = "Dot"
board = \"\"\"
RRR
RBR
RRR
\"\"\"
par = 1
"""


@pytest.fixture
def packs(own_levels):
    """Only the packs above, and a broken one beside them."""
    (own_levels / "trial.toml").write_text(PACK)
    return own_levels


shown = packs_read


async def test_keys_only_home_to_a_win(packs):
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await shown(pilot)
        await pilot.press("enter")
        assert isinstance(app.screen, PlayScreen)
        assert "0 of 2 moves" in text(app, "#title")
        await pilot.press("1", "enter")  # the cursor starts in the white middle
        assert "1 of 2 moves" in text(app, "#title")
        await pilot.press("3", "space")
        assert "perfect" in text(app, "#status")
        await pilot.press("n")
        assert app.screen.entry.level.title == "Dot"
        await pilot.press("exclamation_mark")  # shift+1 chooses and fills
        assert "perfect" in text(app, "#status")
        await pilot.press("escape")
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)
        await wait_until(pilot, lambda: "2 ✦ 2" in app.screen.query_one(RoomBar).render().plain)


async def test_mouse_only_home_to_a_win_and_a_watched_solution(packs):
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await shown(pilot)
        await pilot.click("#front", offset=(6, 4))
        assert isinstance(app.screen, PlayScreen)
        board = app.screen.board
        width, height = board.size
        await pilot.click("#palette", offset=(2, 0))
        await pilot.click(board, offset=(width // 2, height // 2))
        await pilot.click("#palette", offset=(2, 2))
        await pilot.click(board, offset=(2, height // 2))
        assert "perfect" in text(app, "#status")
        await click_key(pilot, "Restart")
        assert "0 of 2 moves" in text(app, "#title")
        await click_key(pilot, "Watch")
        assert isinstance(app.screen, WatchScreen)
        await wait_until(pilot, lambda: "Proved" in text(app, "#status"))
        await click_key(pilot, "End")
        assert app.screen.query_one(TimeBar).words == "move 2 of 2"
        await click_key(pilot, "Exit")
        assert isinstance(app.screen, PlayScreen)


async def test_hovering_lights_the_region_up(packs):
    app = PuzzlesApp(find("dot"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        corner = board._margin[0] + 1, board._margin[1] + 1
        await pilot.hover(board, offset=corner)
        await pilot.hover("#title")
        before = board.frame()
        await pilot.hover(board, offset=corner)
        middle = rasterise(board.grid, board.box, board.tier).back == 4
        lit = (board.frame().back != before.back).any(axis=2)
        assert (lit != middle).all()


async def test_undo_redo_restart_without_limit(packs):
    app = PuzzlesApp(find("flag"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        start = app.screen.game.session.state.colours.tolist()
        await pilot.press("1", "enter", "2", "enter")
        after = app.screen.game.session.state.colours.tolist()
        await pilot.press("R")
        assert app.screen.game.session.state.colours.tolist() == start
        await pilot.press("u")
        assert app.screen.game.session.state.colours.tolist() == after
        await pilot.press("u", "ctrl+z", "u")
        assert app.screen.game.session.state.colours.tolist() == start
        await pilot.press("u")
        assert "nothing to undo" in text(app, "#message")
        await pilot.press("U", "ctrl+y", "u", "ctrl+r")
        assert app.screen.game.session.state.colours.tolist() == after


async def test_filling_with_the_same_colour_is_refused_with_a_reason(packs):
    app = PuzzlesApp(find("flag"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("2", "enter")
        assert "White already" in text(app, "#message")
        assert app.screen.game.session.status.moves == 0


@pytest.mark.slow
async def test_watching_gives_the_players_own_position_back(packs):
    app = PuzzlesApp(find("flag"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("3", "enter")
        mine = app.screen.game.session.state
        await pilot.press("S")
        watch = app.screen
        await wait_until(pilot, lambda: watch.line.moves)
        assert "Proved optimal: 1 move" in text(app, "#status")
        await pilot.press("space")  # pause
        assert "held" in text(app, "#status")
        await pilot.press("n")
        assert watch.line.at == 1
        await pilot.press("b")
        assert watch.line.at == 0
        await pilot.press("plus", "plus", "minus")
        assert "×2" in text(app, "#status")
        await pilot.press("G")
        assert watch.board.state.won
        await pilot.press("g")
        assert watch.board.state.colours.tolist() == mine.colours.tolist()
        await pilot.press("escape")
        assert app.screen.game.session.state is mine


@pytest.mark.slow
async def test_watching_plays_to_the_end_by_itself(packs):
    app = PuzzlesApp(find("dot"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S", "plus", "plus", "plus")
        await wait_until(pilot, lambda: "at the end" in text(app, "#status"))
        assert app.screen.board.state.won


@pytest.mark.slow
async def test_a_step_by_hand_stops_what_was_playing(packs):
    app = PuzzlesApp(find("flag"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S", "minus", "minus")
        await wait_until(pilot, lambda: app.screen.line.moves)
        await pilot.press("g", "space")
        assert "running" in text(app, "#status")
        await pilot.press("right")
        for _ in range(2):
            assert "held" in text(app, "#status")
            await pilot.press(*["plus"] * 5)
            await pilot.pause(0.5)  # at this speed longer than a move takes
        await pilot.press(*["minus"] * 5, "space", "left")
        assert app.screen.query_one(TimeBar).words == "move 0 of 2"
        assert "held" in text(app, "#status")


@pytest.mark.slow
async def test_a_show_is_held_while_a_move_is_shown_happening(packs):
    app = PuzzlesApp(find("flag"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S")
        await wait_until(pilot, lambda: app.screen.line.moves)
        await pilot.press("left")
        show = app.screen
        for state in "running", "held":
            show.board.show(show.line.states[0], show.line.moves[0])
            assert show.board.happening
            show.action_pause()
            assert state in text(app, "#status")


async def test_leaving_stops_the_search(packs):
    # Far too many regions to be done before the key is pressed.
    noise = [[(x * x * 7 + y * y * 5 + x * y) // 3 % 4 for x in range(16)] for y in range(16)]
    rows = ["".join("RWBK"[value] for value in row) for row in noise]
    (packs / "hard.toml").write_text('puzzle = "kami"\nboard = """\n' + "\n".join(rows) + '\n"""\n')
    app = PuzzlesApp(find("hard"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S")
        await wait_until(pilot, lambda: "Searching" in text(app, "#status"))
        assert app.solver._turn.locked()
        await pilot.press("escape")
        assert isinstance(app.screen, PlayScreen)
        # It ended by itself, and said so, or was killed.
        await wait_until(pilot, lambda: not app.solver._turn.locked(), 5)


async def test_hints_follow_a_plan_to_the_end(packs):
    app = PuzzlesApp(find("flag"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        await pilot.press("H")
        await wait_until(pilot, lambda: "Look at" in text(app, "#message"))
        assert screen.board.step.lit
        assert screen.board.announced is None
        await pilot.press("H")
        assert "1 move is left" in text(app, "#message")
        await pilot.press("H")
        assert "Try" in text(app, "#message")
        move = screen.board.announced
        assert isinstance(move, Move)
        screen.board.post_message(screen.board.Played(move))
        await pilot.pause()
        assert len(screen.game.plan) == 1  # still good: the player follows it
        await pilot.press("H")
        await wait_until(pilot, lambda: "Look at" in text(app, "#message"))
        await pilot.press("H")
        assert "the board is finished" in text(app, "#message")


async def test_check_says_what_is_missing_and_where(packs):
    app = PuzzlesApp(find("dot"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("c")
        assert "1 region is Blue" in text(app, "#message")
        assert app.screen.board.step.lit == (4,)


async def test_a_game_is_taken_up_where_it_was_left(packs):
    for expected in (0, 1):
        app = PuzzlesApp(find("flag"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert app.screen.game.session.status.moves == expected
            if not expected:
                await pilot.press("3", "enter")


async def test_a_broken_pack_is_a_notice_and_the_rest_load(packs):
    (packs / "broken.toml").write_text('puzzle = "kami"\n[[level]]\nboard = "RQ"\n')
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await wait_until(pilot, lambda: app._notifications)
        assert any("unknown colour 'Q'" in note.message for note in app._notifications)
        await shown(pilot)
        assert len(app.screen.overview.items) == 2


@pytest.mark.slow
async def test_letters_turning_and_help(packs):
    app = PuzzlesApp(find("flag"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        await pilot.press("L")
        shown = board.frame()
        assert set(shown.glyph[shown.bold]) == {"R", "W", "B"}
        turned = board.turned
        await pilot.press("o")
        assert board.turned != turned
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, PlayScreen)


async def test_a_window_too_small_says_what_it_needs(packs):
    app = PuzzlesApp(find("flag"))
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.pause()
        assert "30×10" in text(app, "#too-small")
        assert "40×16" in text(app, "#too-small")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not app.screen.has_class("-too-small")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 16), (200, 60)])
async def test_every_shipped_kind_of_board_opens_at_every_size(size, packs):
    (packs / "kinds.toml").write_text(
        'puzzle = "kami"\n[[level]]\ntitle = "tri"\ngrid = "triangle"\nboard = """\n'
        + "R>  <RB>  <B\n <RB>  <BR>\nB>  <RR>  .\n"
        + '"""\n[[level]]\ntitle = "net"\nnodes = { a = "Red", b = "Blue", c = "Red" }\n'
        + 'edges = [["a", "b"], ["b", "c"]]\n'
    )
    for name in ("flag", "tri", "net"):
        app = PuzzlesApp(find(name))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.press("down", "right", "up", "left", "1", "enter", "2", "enter")
            assert app.screen.game.session.status.moves >= 1


async def test_animation_can_be_skipped_and_switched_off(packs, monkeypatch):
    # Longer than the pause.
    monkeypatch.setattr("puzzles.kami.screen.board.KamiBoard.SECONDS", 3600.0)
    app = PuzzlesApp(find("flag"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.animation_level = "full"
        board = app.screen.board
        board.act(13)
        await pilot.pause()
        assert board.finish()
        assert board.scene().cells.tolist() == app.screen.game.session.state.colours.tolist()
        app.animation_level = "none"
        await pilot.press("3", "enter")
        assert not board.finish()
        assert board.scene().cells.tolist() == app.screen.game.session.state.colours.tolist()


async def test_what_goes_wrong_with_saving_is_told_while_playing():
    app = PuzzlesApp(find("kami/first-folds/1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.saves.report("the game could not be saved yet: the disk is full")
        told = lambda: sum("disk is full" in note.message for note in app._notifications)  # noqa: E731
        await wait_until(pilot, told)
        await pilot.pause(0.6)  # it is looked for again
        assert told() == 1, "once is enough"
        assert isinstance(app.screen, PlayScreen)


async def test_while_the_solver_is_compiled_the_panel_says_how_far_that_is(packs, monkeypatch):
    async def ask(solver, question, tell):
        tell(Progress(7, 1.0, 1, compiled=(31, 97)))
        await asyncio.sleep(60)

    monkeypatch.setattr(Child, "answer", ask)
    app = PuzzlesApp(find("flag"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key in "HS":
            await pilot.press(key)
            await wait_until(pilot, lambda: "31 of 97" in text(app, "#message"))
            assert "slow until then" in " ".join(text(app, "#message").split())


def test_where_all_is_compiled_nothing_is_said_of_it():
    assert slow_until(Progress(7, 1.0)) == ""


async def test_each_part_of_the_style_is_parsed_once_for_a_theme(packs, monkeypatch):
    parsed = list[object]()
    parse = stylesheet.parse

    def count(scope, css, read_from, **how):
        parsed.append((scope, read_from, how["tie_breaker"]))
        return parse(scope, css, read_from, **how)

    monkeypatch.setattr(stylesheet, "parse", count)
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        assert parsed
        assert len(parsed) == len(set(parsed))
        parsed.clear()
        ground = app.screen.styles.background
        app.theme = "paper-light"
        await wait_until(pilot, lambda: app.screen.styles.background != ground)
        assert parsed
        assert len(parsed) == len(set(parsed))
