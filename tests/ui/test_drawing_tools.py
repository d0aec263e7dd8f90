"""Walls, solutions, colours and rims in the editor, by keys alone and by the pointer alone."""

from __future__ import annotations

import pytest
from textual.events import MouseMove
from textual.widgets import OptionList

from puzzles.player.draft import Draft, blank
from puzzles.ui.maker.choices import DemandsScreen
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.shell.app import PuzzlesApp
from sampling import slow
from screens import middle_of, text, wait_until

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
        """Click a line of the panel."""
        lines = text(self.app, "#status").split("\n")
        row = next(i for i, line in enumerate(lines) if words in line)
        await self.pilot.click("#status", offset=(2 + lines[row].index(words), row))
        await self.pilot.pause()

    async def click_after(self, words, character):
        """Click a character of a line that begins with these words."""
        lines = text(self.app, "#status").split("\n")
        row = next(
            i for i, line in enumerate(lines) if line.startswith(words) and character in line
        )
        await self.pilot.click("#status", offset=(lines[row].index(character), row))
        await self.pilot.pause()

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
        assert "right side" in text(drawing.app, "#status")
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
        assert "lower side" in text(drawing.app, "#status")
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
        told = text(drawing.app, "#status")
        assert "rims: left and right open\ncells: may stay empty\n . eraser" in told
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
        for arrow, size in zip("←→↑↓", ("5×3", "6×3", "6×4", "6×5"), strict=True):
            await drawing.click_after("add", arrow)
            assert draft.grid.size == size
        for arrow, size in zip("←→↑↓", ("5×5", "4×5", "4×4", "4×3"), strict=True):
            await drawing.click_after("take", arrow)
            assert draft.grid.size == size
        await drawing.click_thing("Teal")
        board = drawing.screen.board
        await drawing.drag(middle_of(board, 0))
        await drawing.click_thing(draft.things[0].name)  # what comes in from the rim
        teal = lambda: [cell for cell in range(12) if draft.at(cell).name == "Teal"]  # noqa: E731
        assert teal() == [0]
        for arrow, cell in zip("→↓←↑", (1, 5, 4, 0), strict=True):
            await drawing.click_after("move", arrow)
            assert teal() == [cell]
        await drawing.click_after("take", "M")
        assert teal() == [3]
        await drawing.click_after("add", "o")
        assert draft.grid.size == "3×4"
        await drawing.click_after("f fill", "u")
        assert draft.grid.size == "4×3"
        await drawing.click_after("f fill", "U")
        assert draft.grid.size == "3×4"
        await drawing.click_after("x", "x")
        assert "left and right" in text(drawing.app, "#status")
        await drawing.click_thing(draft.things[2].name)
        await drawing.click_after("f fill", "f")
        await drawing.drag(middle_of(drawing.screen.board, 5))
        assert {draft.at(cell).name for cell in range(12)} == {"Teal", draft.things[2].name}


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
        await drawing.click_after("   ", "6")
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
