"""Boards that are drawn: strokes, symmetries, other sizes, and back."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from random import Random

import pytest

from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.grids.symmetry import canonical
from puzzles.library import locations, registry
from puzzles.library.catalogue import find
from puzzles.player.draft import SIDES, Draft, blank
from puzzles.player.records import HISTORY, PlayerRecords, StoredDrawing, check
from puzzles.player.recovery import recover
from puzzles.player.rows import TABLES
from puzzles.player.saves import Saves
from puzzles.player.transfer import progress_text, read_progress

GRIDS = [
    (p.id, kind)
    for p in registry.plugins()[0].values()
    if p.can("maker.sketch")
    for kind in p.maker.GRIDS
]
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
    draft.brush = key = draft.things[1].key
    assert draft.paint(3, 7)
    assert [i for i, (a, b) in enumerate(zip(before, keys(draft), strict=True)) if a != b] == [3, 7]
    draft.brush = key
    assert not draft.paint(7)
    assert draft.undo()
    assert keys(draft) == before
    assert not draft.undo()
    assert draft.redo()
    assert draft.at(7).key == key


def test_digits_stand_still_and_after_two_dots_of_a_colour_comes_the_next():
    draft = new("flow", "square")
    names = [thing.key for thing in draft.digits.values()]
    assert (draft.brush, names) == ("A", ["A", "B"])
    for cell, brush in enumerate("ABBCCD", 1):
        assert draft.paint(cell)
        assert draft.brush == brush
    draft.undo()
    draft.brush = "C"
    draft.paint(6)
    draft.paint(12, going_on=True)  # a hand that goes on draws what it began with
    assert (draft.at(12).key, draft.brush) == ("C", "D")
    assert [thing.key for thing in draft.digits.values()] == list("ABCD")
    draft.resize("right", 1)
    assert keys(draft).count("D") == 0, "no row of dots"


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
        "none",
        "left and right",
        "top and bottom",
        "turned by 180°",
    ]
    assert {*new("kami", "square", 4, 4).symmetries} == {
        "none",
        "left and right",
        "top and bottom",
        "mirrored at 45°",
        "mirrored at 135°",
        "turned by 180°",
        "turned by 90°",
        "left and right, turned by 180°",
        "mirrored at 45°, turned by 180°",
        "left and right, turned by 90°",
    }
    draft = new("flow", "square", 4, 6)
    draft.symmetry = draft.symmetries.index("left and right, turned by 180°")
    assert draft._orbit(0) == {0, 5, 18, 23}
    draft.symmetry, draft.brush = draft.symmetries.index("left and right"), "A"
    draft.paint(0)
    assert [i for i, key in enumerate(keys(draft)) if key == "A"] == [0, 5]


@pytest.mark.parametrize("name", ["kami/squares/3", "flow/walls/4", "flow/hexes/3", "kami/peaks/2"])
@pytest.mark.parametrize("change", ["turn", "mirror"])
def test_a_board_that_is_turned_is_the_same_board(name, change):
    entry = find(name)
    puzzle = entry.pack.puzzle
    draft = Draft(puzzle, puzzle.maker.sketch(entry.level))
    before = draft.sketch
    if name == "flow/hexes/3" and change == "mirror":
        with pytest.raises(UsageError, match="cannot be turned like that"):
            draft.turn(mirrored=True)
        return
    draft.turn(mirrored=change == "mirror")

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
    draft = Draft(puzzle, puzzle.maker.sketch(entry.level))
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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "unknown puzzle 'chess'; known are"),
        (["flow", "triangle"], "'triangle' is neither a grid (square, hex) nor a size, as in 8x6"),
        (["flow", "0x5"], "'0x5' is neither"),
        (["flow", "101x5"], "a board is at most 100×100"),
        (["kami", "999x999"], "a board has at most 20,000 cells"),
    ],
)
def test_boards_that_cannot_be(words, said):
    with pytest.raises(UsageError) as caught:
        blank(words)
    assert said in str(caught.value)


def test_nothing_goes_below_one_cell():
    draft = new("flow", "square", 1, 1)
    with pytest.raises(UsageError, match="nothing would be left"):
        draft.resize("right", -1)


def test_a_stroke_that_begins_where_nothing_changes_is_one_of_its_own():
    draft = new("flow", "square")
    draft.brush = "A"
    draft.paint(0)
    draft.paint(0)  # the pointer is pressed on a dot that is there
    draft.paint(1, going_on=True)
    draft.paint(2, going_on=True)
    assert draft.undo()
    assert [i for i, key in enumerate(keys(draft)) if key == "A"] == [0]
    assert draft.undo()
    assert not draft.undo()


def test_undo_leads_to_a_grid_without_the_symmetry():
    draft = new("flow", "square", 4, 5)
    draft.resize("right", -1)
    draft.symmetry = len(draft.symmetries) - 1
    draft.undo()
    draft.brush = "A"
    draft.paint(0)
    assert draft.symmetries[draft.symmetry] == "none"


# Drawings on disk --------------------------------------------------------------------------


@contextlib.contextmanager
def opened():
    saves = Saves()
    try:
        yield saves
    finally:
        assert saves.notices() == []
        saves.close()


@EACH
def test_strokes_are_on_disk_and_can_be_undone_from_there(puzzle, kind):
    """Whatever is drawn, holes everywhere too, and the board there after undo."""
    with opened() as saves:
        draft = scribble(Draft(*blank([puzzle, kind, "6x5"]), saves), puzzle + kind)
        draft.brush = draft.things[-1].key
        draft.paint(*range(draft.grid.n))
        draft.resize("top", 1)
        seen = [draft.puzzle.text(draft.puzzle.start(draft.sketch))]
        while draft.undo():
            seen.append(draft.puzzle.text(draft.puzzle.start(draft.sketch)))
        assert len(seen) > 8
        draft.redo()
    with opened() as saves:
        (drawing,) = saves.drawings()
        again = Draft.taken_up(drawing, saves)
        found = [again.puzzle.text(again.puzzle.start(again.sketch))]
        assert again.undo()
        found.append(again.puzzle.text(again.puzzle.start(again.sketch)))
        assert not again.undo()
        assert found == seen[-2:]
        while again.redo():
            pass
        assert again.puzzle.text(again.puzzle.start(again.sketch)) == seen[0]


def test_doubtful_cells_stay_so_until_they_are_drawn_at():
    """They go along with the board, over undo and from disk, too."""
    with opened() as saves:
        draft = Draft(*blank(["kami", "square", "4x3"]), saves, {1, 6, 7})
        assert draft.paint(6)  # it is right as it is
        assert draft.doubtful == {1, 7}
        draft.turn(mirrored=True)
        assert draft.doubtful == {2, 4}
        draft.resize("top", 1)
        assert draft.doubtful == {6, 8}
        draft.change(6, 1)
        draft.resize("left", -1)
        assert draft.doubtful == set()
        again = Draft.taken_up(saves.drawings()[0])
    found = []
    while again.undo():
        found.append({*again.doubtful})
    assert found == [{8}, {6, 8}, {2, 4}, {1, 7}, {1, 6, 7}]
    again.become(blank(["kami", "square", "2x1"])[1])
    assert again.doubtful == set()


def test_two_windows_on_a_drawing_lose_nothing():
    with opened() as one, opened() as two:
        first = Draft(*blank(["flow", "square", "4x4"]), one)
        first.brush = "A"
        first.paint(0)
        assert len(one.drawings()) == 1
        second = Draft.taken_up(two.drawings()[0], two)
        second.brush = "B"
        second.paint(1)
        assert len(two.drawings()) == 1
        first.paint(2)
        first.brush = "A"
        first.paint(3)
        boards = [Draft.taken_up(drawing) for drawing in one.drawings()]
        assert [keys(draft)[:4] for draft in boards] == [["A", ".", "A", "A"], ["A", "B", ".", "."]]
        assert [boards[0].undo(), boards[0].undo(), boards[0].undo()] == [True] * 3


def test_a_drawing_that_was_discarded_comes_back_by_a_stroke_or_by_undo():
    with opened() as saves:
        draft = Draft(*blank(["kami", "square", "4x4"]), saves)
        draft.paint(0)
        draft.brush = draft.things[1].key
        draft.paint(0)
        (drawing,) = saves.drawings()
        saves.discard(drawing)
        assert saves.drawings() == []
        assert saves.merge(PlayerRecords(drawings=[drawing])) == (0, 0, 1)
        assert saves.merge(PlayerRecords(drawings=[drawing])) == (0, 0, 0)
        assert saves.drawings() == [drawing]
        saves.discard(drawing)
        draft.paint(1)
        assert len(saves.drawings()) == 1


def test_a_stroke_takes_few_bytes():
    draft = Draft(*blank(["kami", "square", "100x100"]))
    draft.brush = draft.things[1].key
    for cell in range(50):
        draft.paint(cell * 199)
    assert len(json.dumps(draft._strokes.dump())) < 13_000


@pytest.mark.parametrize(
    "strokes",
    [
        {},
        {"board": "x", "strokes": [], "at": "0"},
        {"board": "x", "strokes": [[1, "a"]], "at": 0},
    ],
)
def test_what_are_no_strokes_is_left_out_and_told(strokes):
    with pytest.raises(ValueError, match="no strokes"):
        check(StoredDrawing("name", "kami", strokes, 1.0))


@pytest.mark.parametrize(
    ("puzzle", "strokes"),
    [
        ("kami", {"board": "x", "strokes": [[5, "a", "b"]], "at": 0}),
        ("kami", {"board": "{}", "strokes": [], "at": 3}),
        ("kami", {"board": "{", "strokes": [], "at": 0}),
        ("gone", {"board": "{}", "strokes": [], "at": 0}),
    ],
)
def test_a_drawing_that_cannot_be_read_is_told(puzzle, strokes):
    with pytest.raises(PuzzlesError):
        _ = Draft.taken_up(StoredDrawing("name", puzzle, strokes, 1.0)).sketch


def test_a_database_without_drawings_gets_them(own_directories):
    file = locations.state() / "games.sqlite"
    file.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(sqlite3.connect(file)) as old, old:
        old.executescript(f"{TABLES} DROP TABLE drawings; PRAGMA user_version = 2")
        old.execute(
            "INSERT INTO games VALUES (1, 'kami/p/x', 'b', '', 'g', ?, 1, 0, 1, 0, 0, 1, 0)",
            (json.dumps(dict.fromkeys(HISTORY, 0) | {"moves": ["a1 Red"], "mark": None}),),
        )
    with opened() as saves:
        draft = Draft(*blank(["flow"]), saves)
        draft.brush = "A"
        draft.paint(0)
        assert [kept.level for kept in saves.all_games()] == ["kami/p/x"]
        assert len(saves.drawings()) == 1


def test_drawings_are_found_in_a_damaged_database(own_directories):
    with opened() as saves:
        for n in range(30):
            draft = Draft(*blank(["flow", f"{n + 3}x{n + 3}"]), saves)
            draft.brush = "A"
            draft.paint(0)
        known = {drawing.name for drawing in saves.drawings()}
    file = locations.state() / "games.sqlite"
    data = bytearray(file.read_bytes())
    data[4096:8192] = b"\xff" * 4096  # not the first page, which says what the tables are
    file.write_bytes(data)
    found = {drawing.name for drawing in recover(file).drawings}
    assert found <= known
    assert len(found) > 20
    saves = Saves()
    assert {drawing.name for drawing in saves.drawings()} >= found
    saves.close()


def test_drawings_are_part_of_progress(tmp_path):
    with opened() as saves:
        draft = Draft(*blank(["flow"]), saves)
        draft.brush = "A"
        draft.paint(0)
        drawings = saves.drawings()
        file = tmp_path / "progress.json"
        file.write_text(progress_text([], [], drawings), encoding="utf-8")
        (found,) = read_progress(str(file)).drawings
        assert Draft.taken_up(found).at(0).key == "A"
        assert saves.merge(PlayerRecords(drawings=[found])) == (0, 0, 0)
