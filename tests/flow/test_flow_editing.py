"""Flow boards that are drawn: walls, rims, holes, and solutions that make the dots."""

from __future__ import annotations

import json
from random import Random

import pytest

from puzzles.core.tables import read_table
from puzzles.flow.maker import editing
from puzzles.flow.plugin import flow
from puzzles.library.levels import level_text, read_pack
from puzzles.player.draft import Draft, Strokes, blank
from puzzles.player.records import StoredDrawing
from sampling import slow

WALL, PIPE = editing.BRUSHES


def new(kind="square", size="6x5"):
    return Draft(*blank(["flow", kind, size]))


def again(draft):
    """The sketch as it is read back from disk."""
    saved = json.loads(json.dumps(Strokes(flow, draft.sketch).dump()))
    return Draft.taken_up(StoredDrawing("d", "flow", saved, 1.0)).sketch


def same(one, other):
    pipes = sorted(sorted((pipe, pipe[::-1]))[0] for pipe in one.pipes)
    return flow.format(one) == flow.format(other) and pipes == sorted(
        sorted((pipe, pipe[::-1]))[0] for pipe in other.pipes
    )


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_walls_are_built_with_symmetry_and_undone(kind):
    draft = new(kind)
    for number in range(len(draft.symmetries)):
        draft.symmetry = number
        (a, b) = next((cell, other) for cell in (8,) for other in editing.sides(draft.sketch, cell))
        assert draft.side(WALL, a, b, True)
        assert (a, b) in draft.sketch.board.walls
        assert not draft.side(WALL, b, a, True)
        walls = draft.sketch.board.walls
        assert {frozenset(way) for way in draft._ways((a, b))} == set(map(frozenset, walls))
        assert same(again(draft), draft.sketch)
        assert draft.undo()
        assert not draft.sketch.board.walls


def test_sides_lie_where_the_board_has_them():
    draft = new("hex")
    for cell in range(draft.grid.n):
        x, y = draft.grid.centre(cell)
        for other, (dx, dy) in editing.sides(draft.sketch, cell).items():
            assert draft.grid.centre(other) == (x + dx, y + dy)
    draft = new()
    assert 5 not in editing.sides(draft.sketch, 0)
    draft.demand("rims", "left and right open")
    assert editing.sides(draft.sketch, 0)[5] == (-1, 0)
    assert editing.sides(draft.sketch, 0)[1] == (1, 0)


def test_no_wall_stands_beside_what_is_no_cell():
    draft = new()
    draft.side(WALL, 7, 8, True)
    draft.side(WALL, 1, 2, True)
    draft.brush = "#"
    draft.paint(8)
    assert draft.sketch.board.walls == {(1, 2)}
    assert not draft.side(WALL, 8, 9, True)
    draft.undo()
    assert draft.sketch.board.walls == {(1, 2), (7, 8)}


@pytest.mark.parametrize("value", list(editing.demands(new().sketch)[0].values))
def test_rims_open_by_pairs_and_stay_so(value):
    """When the board grows, too; turned by a quarter, they are turned with it."""
    draft = new()
    draft.side(WALL, 7, 8, True)
    draft.demand("rims", value)
    for change in (
        lambda: draft.resize("left", 1),
        lambda: draft.resize("bottom", -1),
        lambda: draft.move(1, 1),
    ):
        change()
        assert draft.demands[0].value == value
        assert len([w for w in draft.sketch.board.walls if value == "closed"]) in (0, 1)
    assert same(again(draft), draft.sketch)
    over = {
        "left and right open": "top and bottom open",
        "top and bottom open": "left and right open",
    }
    draft.turn()
    assert draft.demands[0].value == over.get(value, value)
    draft.demand("rims", "closed")
    assert not draft.sketch.board.wrap
    assert len(draft.sketch.board.walls) == 1


def test_demands_are_in_the_level():
    draft = new(size="3x2")
    for cell, key in zip((0, 2, 3, 5), "AABB", strict=True):
        draft.brush = key
        draft.paint(cell)
    draft.demand("cells", "may stay empty")
    draft.demand("pipes", "never touch themselves")
    (level,) = read_pack("x.json", level_text(flow, draft.sketch)).levels
    assert not level.board.fill
    assert level.untouching


# Solutions ---------------------------------------------------------------------------------


def go(draft, *cells):
    for i, cell in enumerate(cells):
        draft.way(PIPE, cell, going_on=i > 0)


def board(draft):
    return flow.format(draft.sketch)["board"]


def test_where_a_pipe_ends_there_are_dots():
    draft = new(size="4x3")
    go(draft, 0, 1, 2, 3)
    assert board(draft) == "A..A\n....\n...."
    go(draft, 4, 5, 6, 7)
    go(draft, 8, 11)
    assert board(draft) == "A..A\nB..B\nC..C"
    (level,) = read_pack("x.json", level_text(flow, draft.sketch)).levels
    assert level.pipes == ()
    assert flow.start(draft.sketch).won
    assert same(again(draft), draft.sketch)
    assert draft.undo()
    assert board(draft) == "A..A\nB..B\n...."
    assert draft.undo()
    assert draft.undo()
    assert not draft.undo()


def test_a_hand_goes_on_cuts_and_goes_back():
    draft = new(size="4x3")
    go(draft, 0, 1, 2, 3)
    go(draft, 3, 7)  # on from its end
    assert board(draft) == "A...\n...A\n...."
    go(draft, 7, 3, 2)  # and back
    assert board(draft) == "A.A.\n....\n...."
    go(draft, 1, 5)  # from its middle
    assert board(draft) == "A...\n.A..\n...."
    go(draft, 4, 5, 6)  # across another, of which the part before is left
    assert board(draft) == "AA..\nB.B.\n...."
    go(draft, 0, 1)
    assert board(draft) == "....\nB.B.\n...."


def test_pipes_go_straight_over_bridges_and_round_holes():
    draft = new(size="3x3")
    draft.brush = "+"
    draft.paint(4)
    draft.brush = "#"
    draft.paint(2)
    go(draft, 3, 4, 5)
    go(draft, 1, 4, 7)
    assert board(draft) == ".B#\nA+A\n.B."
    assert len(draft.sketch.pipes) == 2
    go(draft, 0, 1, 2)
    assert draft.sketch.board.symbols[draft.sketch.board.dots[2]] == "#"
    assert same(again(draft), draft.sketch)


def test_what_comes_in_the_way_ends_a_pipe():
    draft = new(size="4x3")
    go(draft, 0, 1, 2)
    draft.side(WALL, 1, 2, True)
    assert not draft.sketch.pipes
    assert board(draft) == "A.A.\n....\n...."
    go(draft, 8, 9, 10)
    draft.brush = "#"
    draft.paint(9)
    assert not draft.sketch.pipes


@pytest.mark.parametrize("kind", ["square", *slow("hex")])
def test_scribbled_solutions_are_sound(kind):
    """Whatever a hand does: pipes run from dot to dot, and come back from disk."""
    for seed in range(12):
        rng, draft = Random(seed), new(kind, "5x5")
        draft.symmetry = seed % len(draft.symmetries)
        if kind == "square" and seed % 2:
            draft.brush = "+"
            draft.paint(6)
        for _ in range(8):
            go(draft, *(rng.randrange(25) for _ in range(rng.randrange(2, 7))))
            state = flow.start(draft.sketch)
            cells = [cell for pipe in state.pipes for cell in pipe if draft.at(cell).key != "+"]
            assert len(cells) == len(set(cells))
            assert all(map(state.finished, state.pipes))
            assert editing.intact(draft.sketch).pipes == draft.sketch.pipes
        keys = flow.format(draft.sketch) | editing.keys(draft.sketch)
        table = read_table("x.json", json.dumps({"puzzle": "flow", **keys}))
        assert same(editing.sketch(editing.draft(table)), draft.sketch)


def test_nothing_is_painted_anew():
    """Whatever is drawn or taken away, before or after it, a letter keeps its ink."""
    random, draft = Random(3), new()
    inks = {}
    for _ in range(60):
        drawn = [thing for thing in draft.things if thing.key not in "#+"]
        draft.brush = random.choice(drawn).key
        draft.paint(random.randrange(draft.grid.n))
        for sketch in (draft.sketch, again(draft)):
            shown = {thing.key: thing.ink for thing in editing.things(sketch)}
            used = {sketch.board.symbols[dot] for dot in sketch.board.dots if dot >= 0}
            assert all(shown[symbol] == inks.get(symbol, shown[symbol]) for symbol in used)
            inks = {symbol: shown[symbol] for symbol in used}
    assert len(inks) > 5
