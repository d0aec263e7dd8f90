"""Declared puzzles are played, read and written: marks, words, addresses, bad boards, the board."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles.core.errors import LevelError, MoveError, UsageError
from puzzles.core.results import Advice, Grade, Verdict
from puzzles.core.solving import UNLIMITED, answer, last
from puzzles.core.tables import read_table
from puzzles.library.catalogue import find, library
from puzzles.library.levels import read_pack
from puzzles.library.registry import plugins
from puzzles.logic.playing import FREE, OUT, SET
from puzzles.ui.board.gridboard import WAYS
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.help import key_groups
from shipped import PACKS, named

PLUGINS = plugins()[0]
LAMPLIGHT = Path(__file__).parents[2] / "levels/akari/02-lamplight.toml"
AKARI = 'puzzle = "akari"\ntitle = "Room"\nboard = """\n#..1\n.2..\n..#.\n1...\n"""\n'
BINAIRO = (
    'puzzle = "binairo"\ntitle = "Even"\nboard = """\n110.\n...1\n....\n0..1\n"""\n'
    'between = "b1xb2 a2=b2 b2xc2 c4xd4"\n'
)
SKY = "starbattle/8/8/1/a3rah51occ502p4ugc40f9q0"
STARS = 'puzzle = "stars"\ntitle = "Sky"\nboard = """\nBBAA\nBDDD\nBDDC\nDDDC\n"""\n'
LOOP = 'puzzle = "loop"\ntitle = "Pond"\nboard = """\n22.\n..3\n.0.\n"""\n'


def begun(text: str):
    """A puzzle, and the start of the level in a text."""
    pack = read_pack("level.toml", text)
    return pack.puzzle, pack.puzzle.start(pack.levels[0])


def after(puzzle, state, *moves: str):
    return puzzle.after(state, moves)


def test_kami_and_flow_come_first():
    assert list(PLUGINS)[:2] == ["flow", "kami"]
    assert list(PLUGINS)[2:] == sorted(list(PLUGINS)[2:])


@pytest.mark.slow
@pytest.mark.parametrize(
    "pack",
    [pack for pack in PACKS if pack.puzzle.id in ("akari", "binairo", "loop", "stars")],
    ids=named,
)
def test_levels_are_as_hard_as_they_say_and_come_from_easy_to_hard(pack):
    said = [level.difficulty for level in pack.levels]
    assert said == [last(pack.puzzle.tutor.grade(level), Grade).difficulty for level in pack.levels]
    assert said == sorted(said)


def test_what_is_ruled_out_costs_nothing_and_wins_nothing():
    puzzle, state = begun(AKARI)
    marked = after(puzzle, state, "b1", "c1 x", "a2", "d2")
    assert (puzzle.status(marked).moves, puzzle.status(marked).won) == (3, False)
    won = after(puzzle, marked, "c1 -", "b4")
    assert (puzzle.status(won).moves, puzzle.status(won).grade) == (4, "solved")
    assert puzzle.text(after(puzzle, marked, "c1 -")) != puzzle.text(marked)


def test_a_mark_is_taken_away_by_the_same_hand():
    puzzle, state = begun(AKARI)
    cell = state.level.grid.cell("b1")
    for choice, mark in ((0, cell), (1, ~cell)):
        there = puzzle.apply(state, puzzle.tap(state, cell, choice))
        assert there.marks == {mark}
        assert puzzle.apply(there, puzzle.tap(there, cell, choice)) == state


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        (AKARI, "d1", "nothing is marked at d1"),
        (AKARI, "b1 -", "b1 is so already"),
        (LOOP, "b1", "nothing is marked at b1"),
        (
            LOOP,
            "b1 side",
            "'b1 side' is no side; .*; moves are like 'a1 top', 'a1 top x', 'a1 top -'",
        ),
        (LOOP, "z9", "there is no cell z9"),
        (AKARI, "b1 ?", "'b1 \\?' is not a cell; .*; moves are like 'a1', 'a1 x', 'a1 -'"),
        (BINAIRO, "a1 0", "a1 is given"),
    ],
)
def test_moves_that_are_refused(text, move, reason):
    puzzle, state = begun(text)
    with pytest.raises(MoveError, match=reason):
        after(puzzle, state, move)


def test_a_broken_rule_is_named_and_shown():
    puzzle, state = begun(AKARI)
    wrong = after(puzzle, state, "b1", "c1")
    (reason, cells), *_ = puzzle.status(wrong).missing
    assert reason == "Against a rule: no lamp shines on another"
    scene = puzzle.scene(wrong)
    assert {scene.inks[scene.signs[cell].ink].name for cell in cells} == {"wrong"}


@pytest.mark.parametrize(
    "text", [AKARI, BINAIRO, STARS, LOOP], ids=["akari", "binairo", "stars", "loop"]
)
def test_hints_lead_to_the_end(text):
    """Each move that a hint gives is right; what is lit is never what it decides."""
    puzzle, state = begun(text)
    solution = answer(puzzle.solver.solve(state, UNLIMITED)).moves
    for _ in range(60):
        if puzzle.status(state).won:
            break
        said = last(puzzle.tutor.advise(state, (), UNLIMITED), Advice)
        move = puzzle.move_parse(state, said.hints[-1].move)
        assert move[0] not in said.hints[1].lit
        assert (move[1] == SET) == ((move[0], SET) in solution)
        state = puzzle.apply(state, move)
    assert puzzle.status(state).won


def test_what_a_reason_concludes_and_supposes_is_drawn():
    """The cells that it speaks of without their names are marked; the chain has its own marks."""
    puzzle, state = begun(LAMPLIGHT.read_text("utf-8"))
    *_, explained = puzzle.tutor.explain(state.level, UNLIMITED)
    many = next(step for step in explained.steps if "marked cells" in step.words)
    signs = puzzle.scene(state, None, "default", many).signs
    assert {cell: signs[cell].text for cell in many.struck} == dict.fromkeys(many.struck, "×")
    assert f"the {len(many.struck)} marked cells" in many.words
    chained = next(step for step in explained.steps if step.labels.keys() - {*many.struck})
    signs = puzzle.scene(state, None, "default", chained).signs
    shown = {"lamp": "●", "no lamp": "×"}
    assert all(signs[cell].text == shown[text] for cell, text in chained.labels.items())


def test_a_wrong_mark_is_found_and_taken_away():
    puzzle, state = begun(AKARI)
    wrong = after(puzzle, state, "a3")
    said = last(puzzle.tutor.advise(wrong, (), UNLIMITED), Advice)
    assert said.astray
    assert said.hints[1].words == "It is wrong that a3 has a lamp."
    assert said.hints[-1].move == "a3 -"
    moves = answer(puzzle.solver.solve(wrong, UNLIMITED)).moves
    assert puzzle.status(puzzle.after(wrong, puzzle.texts(wrong, moves))).won


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        (STARS.replace("DDDC", "DDDE"), "3:9", "a board of 4×4 has 4 regions, not 5"),
        (STARS.replace("BDDC", "BDDA"), "6:4", "region A is in several pieces"),
        (STARS.replace("DDDC\n", ""), "3:9", "a board has as many rows as columns, not 4×3"),
        (STARS + "stars = 4\n", "9:9", "stars is 1 or 2 or 3"),
        (BINAIRO.replace("110.", "1110"), "4:3", "three 1 side by side"),
        (BINAIRO.replace("b1xb2", "a1=a4"), "9:12", "a1 and a4 do not touch"),
        (BINAIRO.replace("b1xb2", "a1xb1"), "4:2", "a1 and b1 are given against the sign between"),
        (
            'puzzle = "binairo"\nboard = "01.\\n1.0\\n..."\n',
            "2:9",
            "a board has even numbers of rows",
        ),
        (AKARI.replace("#..1", "#..7"), "4:4", "'7' is no cell; known are . # 0 1 2 3 4"),
        (LOOP.replace("22.", "24."), "4:2", "'4' is no cell; known are . 0 1 2 3"),
        ('puzzle = "loop"\nboard = "0."\n', "2:9", "there is no number above 0"),
        ('puzzle = "akari"\nboard = "0#"\n', "2:9", "there is no cell to light"),
        (f'puzzle = "akari"\nboard = "{("." * 60 + chr(92) + "n") * 60}"\n', "2:9", "3,600 cells"),
    ],
)
def test_bad_boards_have_a_line_with_a_place(text, place, reason):
    with pytest.raises(LevelError) as error:
        read_pack("level.toml", text)
    assert str(error.value).startswith(f"level.toml:{place}: ")
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("address", "again"),
    [
        ("https://puzz.link/p?akari/4/4/.h6ch.gbg", "akari/4/4/.h6ch.gbg"),
        ("http://pzv.jp/p.html?lightup/4/4/.h6ch.gbg", "akari/4/4/.h6ch.gbg"),
        (f"https://puzz.link/p?{SKY}", SKY),
        ("https://puzz.link/p?slither/3/3/22.g3g0", "slither/3/3/2c8a"),
    ],
)
def test_addresses_are_read_and_written(address, again):
    (level,) = read_pack("link", address).levels
    puzzle = read_pack("link", address).puzzle
    form = puzzle.formats.FORMATS[0]
    assert form.write(level).strip() == f"https://puzz.link/p?{again}"


def test_codes_of_loop():
    """Digits and letters, as sites write them; pairs of digits are dots of Flow, which the guide's
    table has."""
    for code in ("3x3:2a3b1c", "3x3t0de:2a3b1c"):
        pack = read_pack("code", code)
        assert (pack.puzzle.id, pack.levels[0].cells) == ("loop", "2.3..1...")
    assert pack.puzzle.formats.FORMATS[1].write(pack.levels[0]) == "3x3:2a3b1c\n"
    for code in ("3x3:2a3b1d", "3x3:4a3b1c", "0x0:1"):
        with pytest.raises(LevelError):
            read_pack("code", code)


def test_links_of_all_puzzles_may_have_a_line_each():
    two = "1. https://puzz.link/p?akari/2/2/0i\n2. https://puzz.link/p?akari/2/2/5g0"
    pack = read_pack("links", two).whole()
    assert [level.cells for level in pack.levels] == ["0...", "0..0"]
    with pytest.raises(LevelError, match=r"^links:3:1: here should be an address of Akari"):
        read_pack("links", "https://puzz.link/p?akari/2/2/0g\n\n7 7")


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("https://puzz.link/p?akari/4", "goes on ?akari/COLUMNS/ROWS/CELLS"),
        ("https://puzz.link/p?akari/4/4/f", "'f' is no cell of such an address"),
        ("https://puzz.link/p?akari/2/2/zz0", "more than 2×2 cells"),
        ("https://puzz.link/p?starbattle/4/4/9/0", "the number of stars is 1, 2 or 3"),
        ("https://puzz.link/p?starbattle/4/4/1/0", "borders are missing at the end"),
    ],
)
def test_bad_addresses(address, reason):
    with pytest.raises(LevelError) as error:
        read_pack("link", address)
    assert reason in str(error.value)


def test_the_verdict_on_a_board_that_is_drawn():
    """One solution, several and where they differ, none."""
    for board, lines, outcome in (
        ("#..1\n.2..\n..#.\n1...", ("1 solution, proved",), "good"),
        ("..\n..", ("2 solutions or more", "they differ at a1, b1, a2, b2"), "several"),
        ("4", ("unsolvable, proved",), "no"),
    ):
        table = read_table("x", f'puzzle = "akari"\ntitle = "A"\nboard = """\n{board}\n"""\n')
        akari = PLUGINS["akari"]
        *_, verdict = (
            event
            for event in akari.maker.judge(akari.maker.draft(table))
            if isinstance(event, Verdict)
        )
        assert verdict.lines[: len(lines)] == lines
        assert verdict.result == outcome
        assert verdict.claims.get("proof") == (
            {"solutions": 1} if len(lines[0]) == 18 and "1" in lines[0] else None
        )


def test_what_has_no_solution_is_said_in_the_same_words_everywhere():
    level = AKARI.replace("#..1\n.2..\n..#.\n1...", "4.\n..")
    flow = 'puzzle = "flow"\nboard = """\nAB\nBA\n"""\n'
    for text in (level, flow):
        puzzle, state = begun(text)
        assert answer(puzzle.solver.solve(state, UNLIMITED)).headline == "unsolvable, proved"
        *_, verdict = puzzle.maker.judge(state.level)
        assert verdict.lines[0] == "unsolvable, proved"


async def test_two_keys_and_two_buttons(own_levels):
    (own_levels / "room.toml").write_text(AKARI)
    app = PuzzlesApp(find("room"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board

        def mark(name: str) -> int:
            return board.state.at(board.grid.cell(name))

        keys = key_groups(app.screen)["Play"]
        assert (keys["Lamp"], keys["No lamp"]) == ("enter space 1", "x 0")
        board.point_at(board.grid.cell("b1"))
        for key, kept in (("enter", SET), ("x", OUT), ("x", FREE), ("1", SET), ("u", FREE)):
            await pilot.press(key)
            await pilot.pause()
            assert mark("b1") == kept
        spot = tuple(map(int, board.spot(board.grid.cell("a2"))))
        for button, kept in ((1, SET), (3, OUT), (3, FREE)):
            await pilot.click(board, offset=spot, button=button)
            await pilot.pause()
            assert mark("a2") == kept


def test_packs_of_kami_and_flow_come_first():
    puzzles = [pack.puzzle.id for pack in library().packs]
    first = sum(puzzle in ("kami", "flow") for puzzle in puzzles)
    assert not {"kami", "flow"} & {*puzzles[first:]}


@pytest.mark.parametrize(
    ("puzzle", "wishes", "reason"),
    [
        ("akari", {"size": "20x20"}, "a new board has at most 150 cells"),
        ("akari", {"size": "3x9"}, "sides are 4 to 37 cells, not 3×9"),
        ("akari", {"difficulty": 11}, "difficulty is from 1 to 10, not 11"),
        ("stars", {"stars": "4"}, "no stars '4'; known are 1, 2, 3"),
        ("binairo", {"size": "7x6"}, "a board has even numbers of rows"),
        ("stars", {"size": "6x7"}, "new boards are 4×4 to 10×10, from 8×8 and difficulty 4 with 2"),
        ("stars", {"size": "7x7", "stars": "2"}, "from 8×8 and difficulty 4 with 2 stars"),
        ("stars", {"size": "8x8", "stars": "2", "difficulty": 3}, "difficulty 4 with 2 stars"),
    ],
)
def test_wishes_that_cannot_be_met(puzzle, wishes, reason):
    with pytest.raises(UsageError, match=reason):
        next(PLUGINS[puzzle].generator.make(1, wishes))


@pytest.mark.parametrize("by_keys", [True, False])
async def test_a_loop_is_drawn_by_keys_alone_and_by_the_mouse_alone(own_levels, by_keys):
    """The arrows lead to each side; a click near one marks it, the other button rules it out."""
    (own_levels / "pond.toml").write_text(LOOP)
    app = PuzzlesApp(find("pond"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        grid, state = board.grid, board.state
        solution = [place for place, _ in answer(board.puzzle.solver.solve(state, UNLIMITED)).moves]
        out = grid.cell("b3 top")
        for place, key, button in [(out, "x", 3), *((place, "enter", 1) for place in solution)]:
            x, y = (at - by for at, by in zip(board.spot(place), board.shift, strict=True))
            if not by_keys:
                await pilot.click(board, offset=(int(x), int(y)), button=button)
                continue
            ahead, queue = {board.cursor: ()}, [board.cursor]
            for side in queue:
                for name, step in WAYS.items():
                    after = grid.step(side, *step)
                    if after not in ahead:
                        ahead[after] = (*ahead[side], name)
                        queue.append(after)
            await pilot.press(*ahead[place], key)
        await pilot.pause()
        assert board.state.at(out) == OUT
        assert board.puzzle.status(board.state).won


def test_a_side_is_told_by_ear_with_the_numbers_beside_it():
    puzzle, state = begun(LOOP)
    drawn = after(puzzle, state, "b1 left", "b3 top x")
    tutor = puzzle.tutor
    assert tutor.describe_thing(drawn, "a1 left") == "a1 left, at 2, free"
    assert tutor.describe_thing(drawn, "b1 left") == "b1 left, at 2 and 2, line"
    assert tutor.describe(drawn)[3].startswith("Row 3: a3 top, free, b3 top, at 0, no line")
    assert tutor.describe_change(state, after(puzzle, state, "b1 left")) == (
        "b1 left, at 2 and 2, line."
    )


def test_loops_that_close_too_early_and_what_lies_within_are_seen():
    puzzle, state = begun(LOOP)
    square = after(puzzle, state, "a1 top", "a1 left", "b1 left", "a2 top", "c3 right")
    scene = puzzle.scene(square)
    red = {
        scene.spots.name(scene.spots.side(*side))
        for side, sign in scene.sides.items()
        if scene.inks[sign.ink].name == "wrong"
    }
    assert red == {"a1 top", "a1 left", "b1 left", "a2 top"}
    inks = [scene.inks[ink].name for ink in scene.cells.tolist()]
    assert inks == ["inside", *["paper"] * 8]
    missing = [reason for reason, _ in puzzle.status(square).missing]
    assert "Against a rule: all lines are one loop" in missing
