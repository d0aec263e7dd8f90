"""Walls, solutions, colours and rims in the editor, by keys alone and by the pointer alone."""

from __future__ import annotations

import re

import pytest
from textual.events import MouseMove
from textual.widgets import OptionList

from puzzles.player.draft import Draft, blank
from puzzles.ui.maker.choices import DemandsScreen
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.widgets.keybar import KeyBar
from sampling import slow
from screens import click_key, click_words, middle_of, text, wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen")


class Drawing:
    """The app in a terminal of 80×24 with a new board."""

    def __init__(self, *words, size=(80, 24)):
        self.app = PuzzlesApp()
        self._words, self._run = words, self.app.run_test(size=size)

    async def __aenter__(self):
        self.pilot = await self._run.__aenter__()
        self.screen = EditScreen(Draft(*blank(self._words)))
        self.app.push_screen(self.screen)
        await wait_until(self.pilot, lambda: self.app.screen is self.screen)
        await self.pilot.pause()
        return self

    async def __aexit__(self, *args):
        await self._run.__aexit__(*args)

    @property
    def draft(self):
        return self.screen.draft

    @property
    def walls(self):
        return set(self.draft.sketch.board.walls)

    async def click_thing(self, words):
        """Click what there is to draw with."""
        await click_words(self.pilot, "#status", words)

    async def change_all(self, words):
        """Choose a line of what changes all of the board, by clicks."""
        if not isinstance(self.app.screen, DemandsScreen):
            await click_words(self.pilot, "#whole", "change all")
        await wait_until(self.pilot, lambda: isinstance(self.app.screen, DemandsScreen))
        options = self.app.screen.query_one(OptionList)
        await wait_until(self.pilot, lambda: options.options)
        row = next(i for i, each in enumerate(options.options) if words in str(each.prompt))
        options.scroll_to(y=row, animate=False, immediate=True)
        await self.pilot.pause()
        await self.pilot.click(options, offset=(6, row - options.scroll_offset.y))
        await self.pilot.pause()

    async def leave(self):
        self.app.simulate_key("escape")
        await wait_until(self.pilot, lambda: self.app.screen is self.screen)

    async def drag(self, *spots):
        await self.pilot.mouse_down(self.screen.board, offset=spots[0])
        for spot in spots[1:]:
            await self.pilot._post_mouse_events(
                [MouseMove], self.screen.board, offset=spot, button=1
            )
            await self.pilot.pause()
        await self.pilot.mouse_up(self.screen.board, offset=spots[-1])
        await self.pilot.pause()

    def side(self, cell, other):
        """A character at this side of a cell."""
        (x, y), (ox, oy) = map(self.screen.board.spot, (cell, other))
        left, top = self.screen.board._margin
        return int(x + (ox - x) * 0.35) + left, int(y + (oy - y) * 0.35) + top


@pytest.mark.slow
async def test_walls_by_keys():
    async with Drawing("flow", "square", "5x4") as drawing:
        press, board = drawing.pilot.press, drawing.screen.board
        board.point_at(6)
        await press("shift+right")
        assert not drawing.walls  # the cursor has run
        board.point_at(6)
        await press("vertical_line", "shift+right", "shift+up")
        assert drawing.walls == {(6, 7), (1, 6)}
        await press("shift+up")
        assert drawing.walls == {(6, 7)}
        await press("backspace", "enter")  # the first side is the right one
        assert not drawing.walls
        assert "right side" in str(drawing.screen.status.border_title)
        await press("backspace", "enter", "left", "enter")
        assert drawing.walls == {(6, 11), (5, 10)}
        assert board.step.lit == (10,)  # beyond that side
        await press("x", "right", "enter", "u", "u")
        assert drawing.walls == {(6, 11)}


@pytest.mark.parametrize("kind", [*slow("square"), "hex"])
async def test_walls_by_the_pointer(kind):
    async with Drawing("flow", kind, "4x4") as drawing:
        await drawing.click_thing("wall")
        await drawing.drag(drawing.side(5, 9), drawing.side(6, 10))
        assert drawing.walls == {(5, 9), (6, 10)}
        await drawing.drag(drawing.side(5, 6), drawing.side(5, 6))
        assert drawing.walls == {(5, 9), (6, 10), (5, 6)}
        await drawing.drag(drawing.side(9, 5), drawing.side(10, 6))  # which takes them away
        assert drawing.walls == {(5, 6)}
        await drawing.pilot.press("u", "u")
        assert drawing.walls == {(5, 9), (6, 10)}


@pytest.mark.slow
async def test_walls_by_the_pointer_where_cells_are_a_line_high():
    """A side that is chosen by clicks is kept to."""
    async with Drawing("flow", "square", "20x20") as drawing:
        for _ in range(3):
            await drawing.click_thing("wall")
        assert "lower side" in str(drawing.screen.status.border_title)
        x, y = middle_of(drawing.screen.board, 45)
        await drawing.drag((x, y), (x + 2, y), (x + 4, y))
        assert drawing.walls == {(45, 65), (46, 66), (47, 67)}
        await drawing.drag(*2 * [middle_of(drawing.screen.board, 399)])
        assert len(drawing.walls) == 3  # there is nothing below


@pytest.mark.slow
async def test_walls_by_the_pointer_after_the_board_has_grown():
    async with Drawing("flow", "square", "4x4") as drawing:
        await drawing.pilot.press("vertical_line", "ctrl+right")
        await drawing.pilot.pause()
        await drawing.drag(*2 * [drawing.side(6, 7)])
        assert drawing.walls == {(6, 7)}


@pytest.mark.slow
async def test_a_solution_by_keys_and_by_the_pointer():
    async with Drawing("flow", "square", "4x3") as drawing:
        board = drawing.screen.board
        board.point_at(0)
        await drawing.pilot.press("tilde", "enter", "right", "right", "right", "enter")
        await drawing.pilot.press("down", "left")
        spots = [middle_of(board, cell) for cell in (4, 5, 6, 7)]
        await drawing.drag(*spots)
        assert drawing.screen.puzzle.format(drawing.draft.sketch)["board"] == "A..A\nB..B\n...."
        assert len(board.state.pipes) == 2
        await drawing.pilot.press("u", "u")
        assert not board.state.pipes
        assert not drawing.draft.undo()


@pytest.mark.slow
async def test_rims_by_keys_and_the_last_colour_by_the_pointer():
    async with Drawing("flow", "square", "4x4") as drawing:
        await drawing.pilot.press("C")
        await wait_until(drawing.pilot, lambda: isinstance(drawing.app.screen, DemandsScreen))
        await drawing.pilot.press("enter", "down", "enter", "escape")
        await wait_until(drawing.pilot, lambda: drawing.app.screen is drawing.screen)
        assert [demand.value for demand in drawing.draft.demands] == [
            "left and right open",
            "may stay empty",
            "may touch themselves",
        ]
        told = text(drawing.app, "#whole")
        assert "rims: left and right open\ncells: may stay empty\n" in told
        await drawing.pilot.press("vertical_line")
        drawing.screen.board.point_at(4)
        await drawing.pilot.press("shift+left")
        assert drawing.walls >= {(4, 7)}
    async with Drawing("kami", "square", "4x4") as drawing:
        drawing.app.simulate_key("C")
        await wait_until(drawing.pilot, lambda: isinstance(drawing.app.screen, DemandsScreen))
        options = drawing.app.screen.query_one(OptionList)
        await drawing.pilot.click(options, offset=(6, 0))
        await drawing.pilot.pause()
        assert drawing.draft.demands[0].value == "Red"


async def test_all_of_it_is_moved():
    async with Drawing("kami", "square", "4x4") as drawing:
        drawing.screen.board.point_at(5)
        await drawing.pilot.press("2", "enter", "1", "alt+right", "alt+down")
        assert drawing.draft.at(10).name == drawing.draft.things[1].name
        await drawing.pilot.press("u", "u")
        assert drawing.draft.at(5).name == drawing.draft.things[1].name


@pytest.mark.slow
async def test_all_of_a_board_is_changed_by_the_pointer_alone():
    async with Drawing("kami", "square", "4x3") as drawing:
        draft = drawing.draft
        sides = "left", "right", "top", "bottom"
        for side, size in zip(sides, ("5×3", "6×3", "6×4", "6×5"), strict=True):
            await drawing.change_all(f"more at the {side}")
            assert draft.grid.size == size
        for side, size in zip(sides, ("5×5", "4×5", "4×4", "4×3"), strict=True):
            await drawing.change_all(f"less at the {side}")
            assert draft.grid.size == size
        await drawing.leave()
        digits = {thing.name: digit for digit, thing in draft.digits.items()}
        await drawing.click_thing(digits["Teal"])
        board = drawing.screen.board
        await drawing.drag(middle_of(board, 0))
        await drawing.click_thing("1")  # what comes in from the rim
        teal = lambda: [cell for cell in range(12) if draft.at(cell).name == "Teal"]  # noqa: E731
        assert teal() == [0]
        for side, cell in zip(("right", "bottom", "left", "top"), (1, 5, 4, 0), strict=True):
            await drawing.change_all(f"Move all to the {side}")
            assert teal() == [cell]
        await drawing.change_all("Mirror")
        assert teal() == [3]
        await drawing.change_all("Turn")
        assert draft.grid.size == "3×4"
        await drawing.leave()
        await click_key(drawing.pilot, "Undo")
        assert draft.grid.size == "4×3"
        await drawing.change_all("Redo")
        assert draft.grid.size == "3×4"
        await drawing.change_all("symmetry")
        await drawing.leave()
        assert "left and right" in text(drawing.app, "#whole")
        await drawing.click_thing("3")
        await drawing.click_thing("fill")
        await drawing.drag(middle_of(drawing.screen.board, 5))
        assert {draft.at(cell).name for cell in range(12)} == {"Teal", draft.things[2].name}


@pytest.mark.parametrize(
    ("puzzle", "letters"),
    [
        ("flow", {"eraser": "e", "hole": "h", "bridge": "b", "wall": "w", "solution": "s"}),
        ("kami", {"hole": "e"}),  # the cursor has the others
    ],
)
async def test_tools_have_letters_that_no_other_key_has(puzzle, letters):
    async with Drawing(puzzle, "4x4") as drawing:
        draft, keys = drawing.draft, drawing.screen.active_bindings
        assert not {*letters.values()} & {*keys}
        assert len(keyed(drawing.app)) <= 12
        for name, letter in letters.items():
            await drawing.pilot.press("1", letter)
            assert draft.selected.name == name


def keyed(app):
    """The keys that the panel's buttons and the line below name, the digits as one."""
    panel = " ".join(text(app, f"#{each}") for each in ("verdict", "whole", "done"))
    buttons = re.findall(r" ([A-Za-z]) [a-z]", panel)
    left, _ = app.screen.query_one(KeyBar).keys
    return {*buttons, *(key.plain.split()[0] for key in left), "digits"}


@pytest.mark.slow
async def test_of_many_things_each_is_taken_by_its_letter():
    async with Drawing("flow", "16x16") as drawing:
        draft = drawing.draft
        for letter in "ABCDEFGHIJKL":
            draft.brush = letter
            draft.paint(ord(letter) - ord("A"))
        drawing.screen._redraw()
        await drawing.pilot.press("apostrophe", "K")
        assert draft.selected.name == "dot K"
        await drawing.pilot.press("apostrophe", "%")
        assert "Nothing here has the letter % yet" in text(drawing.app, "#message")
        await drawing.click_thing("6")
        assert draft.selected.name == "dot F"


@pytest.mark.slow
async def test_a_hand_does_not_jump_and_goes_over_open_rims():
    async with Drawing("flow", "square", "4x3") as drawing:
        drawing.screen.board.point_at(2)
        await drawing.pilot.press("tilde", "enter", "right", "right", "l", "enter")
        assert drawing.draft.sketch.pipes == ((2, 3),)
        assert drawing.screen.board.cursor == 3
        drawing.draft.demand("rims", "left and right open")
        drawing.screen._redraw()
        await drawing.pilot.press("enter", "right", "down", "enter")
        assert drawing.draft.sketch.pipes == ((2, 3, 0, 4),)
    async with Drawing("flow", "hex", "3x3") as drawing:
        drawing.screen.board.point_at(0)
        await drawing.pilot.press("tilde", "enter", "right", "right", "down", "enter")
        assert drawing.draft.sketch.pipes == ((0, 1, 2, 5),)
