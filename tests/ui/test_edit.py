"""Boards from pictures in the app: corrected, played, saved; files and text opened."""

from __future__ import annotations

import asyncio
import os
import time

import pytest
from textual import events
from textual.events import MouseMove, Paste
from textual.widgets import Input, OptionList, Select, Static, TextArea

from puzzles.characters.tones import FEW
from puzzles.core.errors import PuzzlesError
from puzzles.core.reading import Reading
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from puzzles.ui.home.kinds import KindScreen
from puzzles.ui.home.open import OpenScreen, opened
from puzzles.ui.maker.choices import AssistScreen
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.maker.forms import ShareScreen
from puzzles.ui.maker.verdict import SolutionsScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from sampling import slow
from screens import click_words, middle_of, text, wait_until


def read(text: str, doubtful=()):
    pack = read_pack("shot.toml", text)
    places = pack.puzzle.maker.sketch(pack.levels[0]).board.grid
    doubts = {cell: places.name(cell) for cell in doubtful}
    return pack.puzzle, Reading(pack.levels[0], 0.9, doubts)


def reading(text: str, doubtful=()) -> PuzzlesApp:
    return PuzzlesApp(None, read(text, doubtful))


pytestmark = pytest.mark.usefixtures("lessons_seen")


@pytest.fixture(autouse=True)
def _to_correct(monkeypatch):
    """A board from a picture is there to be corrected: nobody asks (`test_read_card`)."""
    monkeypatch.setattr(EditScreen, "_offer", lambda screen, reading: None)


KAMI = 'puzzle = "kami"\ntitle = "Shot"\nboard = """\nRRW\nRWW\n.WB\n"""\n'
FLOW = 'puzzle = "flow"\ntitle = "Shot"\nboard = """\nA.A\nB.B\nC.C\n"""\n'


def written(screen) -> str:
    return screen.puzzle.format(screen.draft.sketch)["board"]


async def test_painting_by_keys():
    async with reading(KAMI).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, EditScreen)
        screen.board.point_at(0)
        keys = [thing.key for thing in screen.draft.things]
        assert sorted(keys) == [".", "B", "R", "W"]
        for number, key in enumerate(keys[:-1], 1):
            await pilot.press(str(number), "enter")
            assert written(screen)[0] == key
        await pilot.press("4")  # no hole: that is no colour
        assert screen.draft.brush == keys[-2]
        await pilot.press("full_stop", "enter")
        assert written(screen)[0] == "."
        assert screen.draft.brush == "."
        await pilot.press("right_square_bracket")
        assert screen.draft.brush == keys[0]
        await pilot.press("left_square_bracket", "f")
        assert written(screen)[:2] == ".R"
        for _ in range(4):
            await pilot.press("u")
        assert written(screen) == "RRW\nRWW\n.WB"
        await pilot.press("u")
        assert "nothing to undo" in text(pilot.app, "#message")
        await pilot.press("ctrl+y")
        assert written(screen) != "RRW\nRWW\n.WB"


async def test_what_is_drawn_with_has_the_colours_of_the_board():
    """Few colours stand for others on a board: the panel shows the same ones."""
    async with reading(FLOW).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        screen.board.depth = FEW
        screen._show()
        styles = [str(span.style) for span in screen.status.render().spans]
        inks = [screen.board.ink(ink) for ink in range(3)]
        assert len({*inks}) == 3
        assert {"on rgb({},{},{})".format(*ink) for ink in inks} <= {*styles}


@pytest.mark.slow
async def test_a_click_takes_a_thing():
    async with reading(KAMI).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await pilot.pause()
        things = screen.draft.things
        for number, words in ((2, "3"), (0, "1"), (len(things) - 1, things[-1].name)):
            await click_words(pilot, "#status", words)
            assert things[number].key == screen.draft.brush
            assert str(screen.status.border_title) == f"Draw: {things[number].name}"


@pytest.mark.slow
async def test_what_lies_there_is_picked_up_and_fills_a_region():
    async with reading(KAMI).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        screen.board.point_at(8)
        await pilot.press("i")
        assert "Painting with Blue" in text(pilot.app, "#message")
        screen.board.point_at(0)
        await pilot.press("f")
        assert written(screen) == "BBW\nBWW\n.WB"


@pytest.mark.slow
async def test_rows_and_columns_symmetry_and_turns():
    async with reading(KAMI).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await pilot.press("ctrl+down", "ctrl+shift+left")
        assert screen.draft.grid.size == "2×4"
        await pilot.press("u", "u", "M")
        assert written(screen) == "WRR\nWWR\nBW."
        await pilot.press("u", "o")
        assert written(screen) == ".RR\nWWR\nBWW"
        await pilot.press("u", "x")
        assert "Symmetry: left and right" in text(pilot.app, "#message")
        screen.board.point_at(0)
        screen.draft.brush = "B"
        await pilot.press("enter")
        assert written(screen) == "BRB\nRWW\n.WB"


@pytest.mark.slow
async def test_a_board_shrinks_under_the_cursor():
    async with reading(FLOW).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await pilot.press("ctrl+down")
        await wait_until(pilot, lambda: "…" not in text(pilot.app, "#verdict"))
        screen.board.point_at(11)
        await pilot.press("u")  # what was said of the board is forgotten before it is drawn anew
        assert screen.draft.grid.n == 9


@pytest.mark.slow
@pytest.mark.usefixtures("judged")
async def test_the_solver_says_what_it_knows_while_one_draws():
    async with reading(FLOW).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        said = lambda: text(pilot.app, "#verdict")  # noqa: E731
        await wait_until(pilot, lambda: "1 solution, proved" in said())
        screen.board.point_at(1)
        screen.draft.brush = "A"
        await pilot.press("enter")
        await wait_until(pilot, lambda: "dots come in pairs" in said())
        await pilot.press("u")
        await wait_until(pilot, lambda: "1 solution, proved" in said())


@pytest.mark.slow
@pytest.mark.usefixtures("judged")
async def test_of_two_solutions_both_are_shown():
    """By keys, and by the pointer alone."""
    several = FLOW.replace("A.A\nB.B\nC.C", "A..A\n....\nB..B")
    async with reading(several).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        said = lambda: text(pilot.app, "#verdict")  # noqa: E731
        await wait_until(pilot, lambda: "4 solutions, proved" in said())
        assert screen.board.step.lit
        for look in (
            lambda: pilot.press("v"),
            lambda: click_words(pilot, "#verdict", "compare two"),
        ):
            await look()
            await wait_until(pilot, lambda: isinstance(pilot.app.screen, SolutionsScreen))
            shown = pilot.app.screen
            one = shown.board.state.pipes
            assert one
            assert set(shown.board.step.lit) == set(screen.board.step.lit)
            await pilot.press("v")
            assert shown.board.state.pipes != one
            await pilot.click(shown.board)
            await pilot.pause()
            assert shown.board.state.pipes == one
            await pilot.press("escape")
            await wait_until(pilot, lambda: pilot.app.screen is screen)
        screen.board.point_at(0)
        screen.draft.brush = screen.draft.things[0].key
        await pilot.press("enter")
        assert not screen.board.step.lit
        await wait_until(pilot, lambda: "dots come in pairs" in said())
        await pilot.press("v")
        assert "no two solutions" in text(pilot.app, "#message")


@pytest.mark.slow
@pytest.mark.usefixtures("judged")
async def test_what_excludes_a_solution_is_lit():
    crossed = FLOW.replace("A.A\nB.B\nC.C", "A.BC\n....\nB.AC")
    async with reading(crossed).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await wait_until(pilot, lambda: "cannot all be joined" in text(pilot.app, "#verdict"))
        assert set(screen.board.step.lit) == {0, 2, 8, 10}


async def assisted(pilot, words, by_mouse=False):
    """Wish for something, and wait for what comes of it."""
    if by_mouse:
        await wait_until(pilot, lambda: "A repair" in text(pilot.app, "#verdict"))
        await pilot.pause(0.6)  # or it would be the second click in a row
        await click_words(pilot, "#verdict", "A repair")
    else:
        await pilot.press("A")
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, AssistScreen))
    await pilot.pause()
    await choose(pilot, words, by_mouse)
    looking = "", "Looking; esc ends it."
    await wait_until(pilot, lambda: said_by_assistant(pilot) not in looking)
    return said_by_assistant(pilot)


def said_by_assistant(pilot):
    return str(pilot.app.screen.query_one("#reason", Static).render())


async def choose(pilot, words, by_mouse):
    options = pilot.app.screen.query_one(OptionList)
    row = next(
        i
        for i in range(options.option_count)
        if words in str(options.get_option_at_index(i).prompt)
    )
    if by_mouse:
        await pilot.click(OptionList, offset=(3, row))
    else:
        await pilot.press(*["down"] * row, "enter")
    await pilot.pause()


@pytest.mark.slow
@pytest.mark.parametrize("by_mouse", [False, True])
@pytest.mark.usefixtures("judged")
async def test_the_assistant_makes_a_board_unique_and_undo_takes_it_back(by_mouse):
    several = FLOW.replace("A.A\nB.B\nC.C", "A..A\n....\nB..B")
    async with reading(several).run_test(size=(80, 24)) as pilot:
        screen, app = pilot.app.screen, pilot.app
        before = screen.draft.sketch
        said = await assisted(pilot, "unique, by walls", by_mouse)
        assert said.endswith("No smaller change is enough, proved.")
        assert "Put a wall between" in said
        assert screen.draft.sketch is before
        assert screen.board.state.board.walls  # shown before it is taken
        assert "solution" not in str(screen._verdict.render())  # another board's
        await choose(pilot, "Keep mine", by_mouse)
        assert not screen.board.state.board.walls
        await pilot.press("A")
        await wait_until(pilot, lambda: isinstance(app.screen, AssistScreen))
        await pilot.pause()
        await (pilot.click("#question", offset=(28, 1)) if by_mouse else pilot.press("escape"))
        await wait_until(pilot, lambda: app.screen is screen)
        await assisted(pilot, "unique, by walls", by_mouse)
        await choose(pilot, "Use it", by_mouse)
        assert screen.draft.sketch.board.walls
        await wait_until(pilot, lambda: "1 solution, proved" in text(app, "#verdict"))
        await pilot.press("u")
        assert screen.draft.sketch is before


@pytest.mark.slow
async def test_the_assistant_says_why_not():
    async with reading(KAMI).run_test(size=(80, 24)) as pilot:
        said = await assisted(pilot, "Finish it")
        assert "cells in a pattern" in said


@pytest.mark.slow
async def test_the_assistant_finds_no_such_board():
    async with reading(KAMI).run_test(size=(80, 24)) as pilot:
        said = await assisted(pilot, "Make it par 15")
        assert said == "No such board was found nearby."
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))


@pytest.mark.slow
@pytest.mark.usefixtures("judged")
async def test_kami_is_told_its_par_its_ways_and_what_makes_it_hard():
    async with reading(KAMI).run_test(size=(80, 24)) as pilot:
        told = lambda: text(pilot.app, "#verdict").split("\n")  # noqa: E731
        await wait_until(pilot, lambda: "7 optimal ways" in told() and len(told()) == 4)
        assert told() == [
            "✓ par 2, proved",
            "difficulty 1.3, above all the number of moves",
            "7 optimal ways",
            " A assist ",
        ]


@pytest.mark.usefixtures("judged")
async def test_a_new_board_is_drawn_and_played():
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        await pilot.press("E")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, KindScreen))
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = "3x2"
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        screen = pilot.app.screen
        for cell, key in ((0, "1"), (2, "1"), (3, "2"), (5, "2")):
            screen.board.point_at(cell)
            await pilot.press(key, "space")
        assert written(screen) == "A.A\nB.B"
        await wait_until(pilot, lambda: "✓ 1 solution, proved" in text(pilot.app, "#verdict"))
        assert screen.query_one("#verdict").has_class("-good")
        await pilot.press("P")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: pilot.app.screen is screen)


@pytest.mark.parametrize("name", ["akari/first-lamps/1", "kami/squares/1"])
async def test_the_assistant_is_offered_where_there_is_one(name):
    entry = find(name)
    async with PuzzlesApp(entry).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("E")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        offered = {
            binding.action for _, binding, on, _ in pilot.app.screen.active_bindings.values() if on
        }
        assert ("assist" in offered) == entry.pack.puzzle.can("maker.assist")
        await pilot.press("A")
        await pilot.pause()
        assert isinstance(pilot.app.screen, AssistScreen) == ("assist" in offered)


async def test_a_level_is_copied_and_stays_what_it_is():
    async with PuzzlesApp(find("kami/squares/1")).run_test(size=(80, 24)) as pilot:
        play = pilot.app.screen
        await pilot.press("E")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        await pilot.press("enter", "escape")
        await wait_until(pilot, lambda: pilot.app.screen is play)
        assert play.game.session.moves() == ()


async def test_a_missing_cell_can_be_filled():
    async with reading(KAMI).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        screen.board.point_at(6)
        await pilot.press("space")
        assert written(screen).split("\n")[2][0] != "."


async def test_doubtful_cells_are_visited():
    async with reading(KAMI, (1, 5)).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        assert set(screen.board.step.lit) == {1, 5}
        assert "2 cells doubtful" in text(pilot.app, "#whole")
        screen.board.point_at(0)
        visited = []
        for _ in range(3):
            await pilot.press("tab")
            visited.append(screen.board.cursor)
        assert visited == [1, 5, 1]
        await pilot.press("enter")
        assert set(screen.board.step.lit) == {5}


@pytest.mark.parametrize("board", [*slow(KAMI), FLOW])
async def test_the_pointer_paints_along_its_way_and_picks_up(board):
    async with reading(board).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        before = written(screen)
        screen.draft.brush = screen.draft.things[2].key
        spots = [middle_of(screen.board, cell) for cell in (3, 4, 5)]
        await pilot.mouse_down(screen.board, offset=spots[0])
        for spot in spots[1:]:
            await pilot._post_mouse_events([MouseMove], screen.board, offset=spot, button=1)
        await pilot.mouse_up(screen.board, offset=spots[-1])
        await pilot.pause()
        assert written(screen).split("\n")[1] == 3 * screen.draft.brush
        await pilot.press("u")
        assert written(screen) == before
        await pilot.click(screen.board, offset=spots[0], button=3)
        await pilot.pause()
        assert screen.draft.brush == screen.draft.at(3).key


@pytest.mark.slow
async def test_dots_need_partners_before_they_are_played():
    async with reading(FLOW).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        screen.board.point_at(1)
        await pilot.press("2", "enter", "P")
        assert "Not yet" in text(pilot.app, "#message")
        assert "dots come in pairs" in text(pilot.app, "#message")
        await pilot.press("u", "P")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.app.screen.game.session.level.title == "Shot"


@pytest.mark.slow
async def test_a_board_is_written_to_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with reading(KAMI).run_test(size=(80, 24)) as pilot:
        await pilot.press("W")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, ShareScreen))
        pilot.app.screen.query_one("#form-as", Select).value = "level file"
        await pilot.pause()
        await pilot.click("#do")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        assert "Wrote" in text(pilot.app, "#message")
        (level,) = read_pack(str(tmp_path / "shot.toml")).levels
        assert level.board.grid.text(list("RRWRWWWB")) == "RRW\nRWW\n.WB"


async def opening(pilot, what: str):
    await pilot.press("O")
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, OpenScreen))
    pilot.app.screen.query_one(TextArea).text = what
    await pilot.press("ctrl+o")


@pytest.mark.slow
async def test_an_empty_paste_asks_for_the_picture_on_the_clipboard(monkeypatch):
    async def clipboard(path=""):
        assert not path
        return read(KAMI)

    monkeypatch.setattr("puzzles.ui.home.open._picture", clipboard)
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        for press in (
            lambda: pilot.app.screen.query_one(TextArea).post_message(Paste("")),
            lambda: pilot.app.simulate_key("ctrl+g"),
        ):
            await pilot.press("O")
            await wait_until(pilot, lambda: isinstance(pilot.app.screen, OpenScreen))
            press()
            await wait_until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
            await pilot.press("escape")
            await wait_until(pilot, lambda: not isinstance(pilot.app.screen, EditScreen))


@pytest.mark.slow
async def test_open_a_file_or_pasted_text(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(FLOW)
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        for what in (str(file), KAMI):
            await opening(pilot, what)
            await wait_until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
            assert pilot.app.screen.game.session.level.title == "Shot"
            await pilot.press("escape")
        await opening(pilot, 'puzzle = "kami"\nboard = "RX"')
        await wait_until(pilot, lambda: "unknown colour" in text(pilot.app, "#reason"))
        await pilot.press("escape")


@pytest.mark.slow
async def test_enter_opens_one_line_and_breaks_lines_of_several(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(FLOW)
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        await pilot.press("O")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, OpenScreen))
        answer = pilot.app.screen.query_one(TextArea)
        await pilot.press("a", "ctrl+j", "b", "enter", "c")
        assert answer.text == "a\nb\nc"
        answer.text = str(file)
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))


@pytest.mark.slow
async def test_open_a_picture(tmp_path):
    shot = tmp_path / "shot.png"
    entry = find("flow/first-pipes/3")
    from puzzles.pictures.raster import png
    from puzzles.pictures.shapes import drawing

    shot.write_bytes(
        png(drawing(entry.pack.puzzle.scene(entry.pack.puzzle.start(entry.level))), 400)
    )
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"nothing")
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        await opening(pilot, str(broken))
        await wait_until(pilot, lambda: "not a picture" in text(pilot.app, "#reason"))
        await pilot.press("escape")
        await opening(pilot, str(shot))
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        assert written(pilot.app.screen) == entry.pack.puzzle.format(entry.level)["board"]


@pytest.mark.parametrize(
    "what", ["-", "-:1", "/dev/stdin", "/dev/stdin:2", "/dev/zero", "PIPE", "PIPE.png", "."]
)
async def test_what_is_no_file_is_refused_at_once(tmp_path, what):
    if what.startswith("PIPE"):
        what = str(tmp_path / what)
        os.mkfifo(what)
    with pytest.raises(PuzzlesError, match="is not a file that can be opened here"):
        await asyncio.wait_for(opened(what), 60)


async def test_a_slow_file_keeps_nobody_waiting(monkeypatch):
    monkeypatch.setattr("puzzles.ui.home.open.find", lambda text: time.sleep(60))
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        await opening(pilot, "somewhere")
        assert "Reading" in text(pilot.app, "#reason")
        await pilot.press("escape")
        await wait_until(pilot, lambda: not isinstance(pilot.app.screen, OpenScreen), 30)


@pytest.mark.parametrize(
    ("focus", "end"),  # as terminals send it
    [("slash", "\r"), pytest.param("down", "\n", marks=pytest.mark.slow)],
)
async def test_a_paste_of_several_lines_is_a_board(focus, end, monkeypatch):
    monkeypatch.setattr(PuzzlesApp, "NOTIFICATION_TIMEOUT", 3600.0)  # on a busy machine, too
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: bool(pilot.app.focused))
        await pilot.press(focus)
        lines = ["Level 1", "A..B", "....", "....", "A..B", ""]
        pilot.app.post_message(events.Paste(end.join(lines)))
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        board = pilot.app.screen.game.session.level.board
        assert (board.grid.rows, board.pairs) == (4, 2)
        told = pilot.app._notifications
        await wait_until(pilot, lambda: any("Level 1" in note.message for note in told))
