"""Boards that are drawn: strokes, symmetries, other sizes, and back."""

from __future__ import annotations

from random import Random

import pytest

from puzzles.core.errors import UsageError
from puzzles.grids.symmetry import canonical
from puzzles.library import registry
from puzzles.library.catalogue import find
from puzzles.player.draft import SIDES, Draft, blank

GRIDS = [(p.id, kind) for p in registry.plugins()[0].values() if p.edits for kind in p.edits.GRIDS]
EACH = pytest.mark.parametrize(("puzzle", "kind"), GRIDS)


def new(puzzle, kind, rows=5, cols=6):
    return Draft(*blank([puzzle, kind, f"{cols}x{rows}"]))


def keys(draft):
    return [draft.at(cell).key for cell in range(draft.grid.n)]


def scribble(draft, seed, strokes=9):
    rng = Random(seed)
    for _ in range(strokes):
        draft.brush = rng.choice(draft.things).key
        rng.choice([draft.paint, draft.paint, draft.fill])(rng.randrange(draft.grid.n))
    return draft


@EACH
def test_a_stroke_changes_its_cells_and_no_others(puzzle, kind):
    draft = new(puzzle, kind)
    before = keys(draft)
    draft.brush = draft.things[1].key
    assert draft.paint(3, 7)
    assert [i for i, (a, b) in enumerate(zip(before, keys(draft), strict=True)) if a != b] == [3, 7]
    assert not draft.paint(7)
    assert draft.undo()
    assert keys(draft) == before
    assert not draft.undo()
    assert draft.redo()
    assert draft.at(7).key == draft.brush


def test_a_stroke_is_undone_as_one():
    draft = new("flow", "square")
    draft.brush = "A"
    for cell in (0, 1, 2):
        draft.paint(cell, going_on=cell > 0)
    assert draft.undo()
    assert set(keys(draft)) == {"."}
    assert not draft.undo()


@EACH
def test_everything_can_be_undone_and_done_again(puzzle, kind):
    draft = scribble(new(puzzle, kind), 5)
    for side in SIDES:
        draft.resize(side, 1)
    states = [keys(draft)]
    while draft.undo():
        states.append(keys(draft))
    assert len(set(states[-1])) == 1
    for state in states[-2::-1]:
        assert draft.redo()
        assert keys(draft) == state


@EACH
def test_a_region_is_filled_up_to_its_rim(puzzle, kind):
    draft = new(puzzle, kind)
    one, two = (thing.key for thing in draft.things[:2])
    draft.brush = two
    column = [c for c in range(draft.grid.n) if draft.grid.col[c] in (2, 3)]
    draft.paint(*column)
    draft.fill(0)
    assert set(keys(draft)) >= {one, two}
    assert all(draft.at(c).key == two for c in range(draft.grid.n) if draft.grid.col[c] < 4)
    assert all(draft.at(c).key == one for c in range(draft.grid.n) if draft.grid.col[c] > 3)


@EACH
@pytest.mark.parametrize("size", [(4, 4), (5, 5), (4, 6), (3, 8)])
def test_strokes_are_repeated_by_the_symmetry(puzzle, kind, size):
    """What is drawn with one is the same after it."""
    draft = new(puzzle, kind, *size)
    for number, words in list(enumerate(draft.symmetries))[1:]:
        own = new(puzzle, kind, *size)
        own.symmetry = number
        scribble(own, words, 6)
        own.brush = own.things[1].key
        painted = {c for c in range(own.grid.n) if own.paint(c)} | {0}
        for cell in painted:
            assert own._orbit(cell) == {c for p in own._orbit(cell) for c in own._orbit(p)}
        assert len({own.at(c).key for c in own._orbit(0)}) == 1
    assert len(set(draft.symmetries)) == len(draft.symmetries)


def test_symmetries_have_names_that_say_what_they_do():
    assert new("kami", "square", 4, 4).symmetries[:4] == [
        "none", "left and right", "top and bottom", "turned by 180°"]  # fmt: skip
    draft = new("flow", "square", 4, 6)
    draft.symmetry, draft.brush = draft.symmetries.index("left and right"), "A"
    draft.paint(0)
    assert [i for i, key in enumerate(keys(draft)) if key == "A"] == [0, 5]


@pytest.mark.parametrize("name", ["kami/squares/3", "flow/walls/4", "flow/hexes/3", "kami/peaks/2"])
@pytest.mark.parametrize("change", ["turn", "mirror"])
def test_a_board_that_is_turned_is_the_same_board(name, change):
    entry = find(name)
    puzzle = entry.pack.puzzle
    draft = Draft(puzzle, puzzle.edits.sketch(entry.level))
    before = draft.sketch
    if name == "flow/hexes/3" and change == "mirror":
        with pytest.raises(UsageError, match="cannot be turned like that"):
            draft.mirror()
        return
    getattr(draft, change)()

    def shape(sketch):
        board, symbols = sketch.board, [draft.at(c).key for c in range(draft.grid.n)]
        walls = getattr(board, "walls", ())
        return canonical(board.grid, [ord(s) for s in symbols], [0] * board.grid.n, walls)

    after = shape(draft.sketch)
    assert draft.undo()
    assert shape(before) == after


@EACH
def test_what_is_on_the_board_goes_along_when_it_grows(puzzle, kind):
    draft = scribble(new(puzzle, kind), 3)
    before = keys(draft)
    draft.resize("top", 1)
    added = draft.grid.n - len(before)
    assert keys(draft)[added:] == before
    draft.resize("top", -1)
    assert keys(draft) == before
    draft.resize("right", 1)
    draft.resize("right", -1)
    assert keys(draft) == before


def test_walls_go_along():
    entry = find("flow/walls/4")
    puzzle = entry.pack.puzzle
    draft = Draft(puzzle, puzzle.edits.sketch(entry.level))
    walls = len(draft.sketch.board.walls)
    draft.resize("left", 1)
    assert len(draft.sketch.board.walls) == walls > 0
    old = entry.level.board.grid
    for (a, b), (c, d) in zip(
        sorted(entry.level.board.walls), sorted(draft.sketch.board.walls), strict=True
    ):
        grid = draft.grid
        assert (old.row[a], old.col[a] + 1) == (grid.row[c], grid.col[c])
        assert (old.row[b], old.col[b] + 1) == (grid.row[d], grid.col[d])


@pytest.mark.parametrize(("words", "said"), [
    (["chess"], "unknown puzzle 'chess'; known are"),
    (["flow", "triangle"], "'triangle' is neither a grid (square, hex) nor a size, as in 8x6"),
    (["flow", "0x5"], "'0x5' is neither"),
    (["flow", "101x5"], "a board is at most 100×100"),
    (["kami", "999x999"], "a board has at most 20,000 cells"),
])  # fmt: skip
def test_boards_that_cannot_be(words, said):
    with pytest.raises(UsageError) as caught:
        blank(words)
    assert said in str(caught.value)


def test_nothing_goes_below_one_cell():
    draft = new("flow", "square", 1, 1)
    with pytest.raises(UsageError, match="nothing would be left"):
        draft.resize("right", -1)
