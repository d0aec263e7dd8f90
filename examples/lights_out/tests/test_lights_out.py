"""Lights Out keeps to the protocol, its pars are true, and it can be played, written and read."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product

import pytest
from PIL import Image

from lights_out.plugin import plugin
from lights_out.rules import OFF, ON
from lights_out.solver import eliminate, sets
from puzzles.core.errors import LevelError, UsageError
from puzzles.core.level import Level
from puzzles.core.results import Grade
from puzzles.core.solving import UNLIMITED, Limits, answer, last
from puzzles.library import catalogue, registry
from puzzles.library.ids import make_id
from puzzles.library.levels import read_pack
from puzzles.pictures.oklab import oklab
from puzzles.pictures.photo import open_picture, read_picture
from puzzles.pictures.raster import image, png
from puzzles.pictures.shapes import drawing
from puzzles.testing import conformance

PACK = read_pack(str(plugin.packs / "first-lights.toml"))


def level_of(board):
    return read_pack("level", f'puzzle = "lights_out"\nboard = """\n{board}"""').levels[0]


def solved(board, limits=UNLIMITED):
    return answer(plugin.solve(plugin.start(level_of(board)), limits))


@pytest.mark.parametrize("level", PACK.levels, ids=lambda level: level.title)
def test_it_is_a_puzzle(level):
    conformance(plugin, [level])


def test_the_host_has_found_it():
    assert registry.plugin("lights_out") is plugin
    assert catalogue.find("lights_out/first-lights/spark").level.par == 4
    assert make_id(plugin, PACK.levels[0]) == "lights_out.1cEClS0U1k0A"


# The solver against trying all -------------------------------------------------------------


def pressed(side, presses):
    """The board, as text, that these presses of a dark square make."""
    lit = Counter()
    for r, c in presses:
        lit.update([(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)])
    rows = [[ON if lit[r, c] % 2 else OFF for c in range(side)] for r in range(side)]
    return "\n".join(map("".join, rows))


@cache
def all_sets(side):
    """For each board that can be solved, the sizes of all sets of presses that solve it."""
    cells = list(product(range(side), repeat=2))
    sizes = {}
    for some in product((False, True), repeat=len(cells)):
        presses = [cell for cell, press in zip(cells, some, strict=True) if press]
        sizes.setdefault(pressed(side, presses), []).append(len(presses))
    return sizes


@pytest.mark.parametrize(("side", "boards"), [(2, 16), (3, 512), (4, 4096)])
def test_no_one_can_do_it_in_fewer(side, boards):
    sizes = all_sets(side)
    assert len(sizes) == boards
    for board in random.Random(side).sample(sorted(sizes), min(boards, 100)):
        if ON in board:
            start = plugin.start(level_of(board))
            found = answer(plugin.solver.solutions(start, 10**6, Limits()))
            assert (found.proved, len(found.moves)) == (True, min(sizes[board]))
            assert found.count == sizes[board].count(min(sizes[board]))
            assert found.facts == {"complete": True}
            counted = answer(plugin.solver.count(start, UNLIMITED))
            assert counted.count == len(sizes[board])
            for most in range(side * side + 1):
                said = answer(plugin.solver.within(start, most, UNLIMITED))
                assert said.proved
                assert (said.moves is not None) == (min(sizes[board]) <= most)
                assert said.moves is None or len(said.moves) <= most


def test_most_boards_of_four_rows_cannot_be_solved():
    possible, rng = all_sets(4), random.Random(4)
    for _ in range(30):
        board = "\n".join("".join(rng.choices(OFF + ON, k=4)) for _ in range(4))
        if board not in possible:
            found = solved(board)
            assert (found.moves, found.proved) == (None, True)
            state = plugin.start(level_of(board))
            assert answer(plugin.solver.count(state, UNLIMITED)).count == 0
            with pytest.raises(UsageError):
                last(plugin.tutor.grade(level_of(board)), Grade)


def test_a_limit_is_told():
    pairs = "\n".join(["**.**.**.**.**.**.**", "...................."] * 10)  # 2⁷⁰ quiet sets
    found = solved(pairs, Limits(nodes=30_000))
    assert (found.proved, found.stopped, found.lower_bound) == (False, "node limit", 28)
    state = plugin.start(level_of(pairs))
    said = answer(plugin.solver.within(state, 28, Limits(nodes=30_000)))
    assert (said.moves, said.proved, said.stopped) == (None, False, "node limit")
    for move in found.moves:
        state = plugin.apply(state, move)
    assert plugin.status(state).won


def test_why_a_press_is_a_good_one():
    start = plugin.start(level_of("*****\n" * 5))  # four best solutions, mirrored
    found = answer(plugin.solve(start, UNLIMITED))
    said = [answer(plugin.solver.why(start, move, 14, UNLIMITED)) for move in found.moves]
    assert "leaves 14; 2 of 4 best solutions have it" in [answer.headline for answer in said]
    one = plugin.start(PACK.levels[0])
    assert answer(plugin.solver.why(one, 1, 3, UNLIMITED)).headline == (
        "leaves 3; every best solution has it"
    )


def test_all_ways_to_put_out_a_light():
    for board in ("*-*\n-*-\n*-*", "*****\n" * 5, "**\n.*"):
        start = plugin.start(level_of(board))
        *_, (left, one, quiet) = eliminate(start)
        solutions = [] if left else list(sets(one, quiet))
        for light in plugin.solver.tasks(start):
            *listed, end = plugin.solver.ways(start, light, UNLIMITED)
            counted = answer(plugin.solver.count_ways(start, light, UNLIMITED))
            assert len({way.line for way in listed}) == len(listed) == counted.count
            assert end.count == len(listed)
            near = {1 << cell for way in listed for cell in way.line}
            parts = [solution & sum(near) for solution in solutions]
            for way in listed:
                after = plugin.after(start, plugin.texts(start, way.line))
                assert after.cells[plugin.move_parse(start, light)] == OFF
                assert way.step.used == (sum(1 << cell for cell in way.line) in parts)


def test_levels_of_a_par():
    for seed in range(5):
        level = last(plugin.generator.make(seed, {"size": "4x3", "par": 5}), Level)
        assert (level.grid.size, level.par) == ("4×3", 5)
        assert answer(plugin.solve(plugin.start(level), UNLIMITED)).lower_bound == 5
    with pytest.raises(UsageError, match="no 4×4 level of par 9 turned up; the hardest has par 5"):
        last(plugin.generator.make(1, {"size": "4x4", "par": 9}), Level)
    with pytest.raises(UsageError, match="a board has 400 cells at most"):
        last(plugin.generator.make(1, {"size": "21x20"}), Level)


# Written and read --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "line"),
    [
        ("*-\n-x", "level:4:2: 'x' is no cell; known are * - ."),
        ("*-\n-", "level:4:2: ragged rows: this one has 1 cells, the first has 2"),
        ("--\n--", "level:2:9: all lights are out already"),
        ("*" * 401, "level:2:9: the board has 401 cells; the most is 400"),
        ("..", "level:2:9: the board has no cells"),
    ],
)
def test_bad_boards(board, line):
    with pytest.raises(LevelError) as caught:
        level_of(board)
    assert str(caught.value) == line


def test_patterns_of_the_game_of_life():
    text = "!Name: Glider\n!\n.O\n..O\nOOO\n"
    level = read_pack("glider.cells", text).levels[0]
    assert (level.title, level.grid.text(level.cells)) == ("Glider", "-*-\n--*\n***")
    (form,) = plugin.formats.FORMATS
    assert form.write(level) == "!Name: Glider\n.O.\n..O\nOOO\n"
    with pytest.raises(UsageError):
        form.write(level_of("*.\n**"))
    with pytest.raises(LevelError) as caught:
        read_pack("bad.cells", "!Name: Bad\n.O\nX.\n", "life-cells")
    assert str(caught.value) == "bad.cells:3:1: 'X' is no cell; known are * - ."


@pytest.mark.parametrize("level", PACK.levels[::4], ids=lambda level: level.title)
@pytest.mark.parametrize("long", [600, 200])
def test_its_pictures_are_read(level, long, tmp_path):
    drawn = image(drawing(plugin.scene(plugin.start(level))), long)
    board = plugin.format(level)["board"]
    for name in ("board.png", "board.jpg"):
        drawn.save(tmp_path / name, quality=85)
        reading = plugin.reader.read(oklab(open_picture(str(tmp_path / name))))
        assert plugin.format(reading.level)["board"] == board
        assert reading.confidence > 0.95
        assert not reading.doubtful


def test_what_hides_a_button_is_doubtful(tmp_path):
    drawn = image(drawing(plugin.scene(plugin.start(level_of("*-*\n-*-\n*-*")))), 360)
    drawn.paste("#ff0000", (180, 0, 240, 120))  # over the right half of b1
    drawn.save(tmp_path / "shot.png")
    reading = plugin.reader.read(oklab(open_picture(str(tmp_path / "shot.png"))))
    assert list(reading.doubtful.values()) == ["b1"]
    assert 0.5 < reading.confidence < 0.95


def test_every_picture_is_read_as_what_it_is(tmp_path):
    for name, puzzle in registry.plugins()[0].items():
        if puzzle.can("reader.read"):
            pack = next(pack for pack in catalogue.library().packs if pack.puzzle is puzzle)
            shot = tmp_path / f"{name}.png"
            shot.write_bytes(png(drawing(puzzle.scene(puzzle.start(pack.levels[0]))), 400))
            assert read_picture(str(shot))[0] is puzzle
    Image.new("RGB", (300, 200), "#ffd45e").save(shot)
    with pytest.raises(LevelError, match="no board"):
        read_picture(str(shot))


async def test_it_is_played_by_keys_and_by_mouse(monkeypatch, tmp_path):
    from puzzles.ui.play.play import PlayScreen
    from puzzles.ui.shell.app import PuzzlesApp

    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"PUZZLES_{name}_DIR", str(tmp_path))
    app = PuzzlesApp(catalogue.find("lights_out/first-lights/spark"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        board = app.screen.board
        for number, cell in enumerate(answer(plugin.solve(board.state, UNLIMITED)).moves):
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
