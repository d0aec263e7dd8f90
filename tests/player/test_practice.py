"""Practice and runs: right answers against an independent judge, what is kept, what comes first."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

import practice_judge
from puzzles.library import locations
from puzzles.library.catalogue import listed, reading
from puzzles.library.ids import read_id
from puzzles.library.levels import Pack
from puzzles.library.solutions import solution_of
from puzzles.player import practice
from puzzles.player.practice import ENOUGH, MISSES, WEEK, Drill
from puzzles.player.records import Handle, StoredGame
from puzzles.player.saves import Exercised, Saves
from puzzles.player.session import Clock
from sampling import slow
from shipped import ENTRIES, PUZZLES

IDS = [puzzle.id for puzzle in PUZZLES]
DAY = 24 * 3600.0


def first(puzzle):
    return next(iter(practice.questions(puzzle).values()))[0]


@pytest.mark.parametrize("number", [1, *slow(1000)])
@pytest.mark.parametrize("puzzle", PUZZLES, ids=IDS)
def test_right_answers_are_those_of_an_independent_judge(puzzle, number):
    for kind, every in [*practice.questions(puzzle).items()][: 1 + number]:
        few = every if number > 1 else [one for one in every if one.left < 20]
        for question in Random(kind).sample(few, min(number, len(few))):
            assert not practice_judge.wrong(question)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=IDS)
def test_the_stock_is_of_no_pack_and_has_solutions(puzzle):
    ids = listed(f"practice/{puzzle.id}.ids")
    own = {entry.id for entry in ENTRIES if entry.pack.puzzle is puzzle}
    assert len({*ids}) == len(ids) >= 160
    assert own.isdisjoint(ids)
    for board in Random(1).sample(ids, 8):
        level = read_id(board).levels[0]
        won = puzzle.after(puzzle.start(level), solution_of(puzzle, level))
        assert puzzle.status(won).won
    kinds = practice.questions(puzzle)
    assert len(kinds) >= 2
    assert all(len(every) >= practice.QUESTIONS for every in kinds.values())
    assert not {pack.name for pack in reading() if isinstance(pack, Pack)} & {"practice"}


@pytest.mark.parametrize("puzzle", PUZZLES, ids=IDS)
def test_an_answer_is_told_at_once_and_a_wrong_one_is_taken_back(puzzle):
    saves = Saves()
    every = (one for some in practice.questions(puzzle).values() for one in some)
    question, wrong = next(
        (question, text)
        for question in every
        for text, right in practice_judge.tried(question, Drill(question).state)
        if not right
    )
    drill = Drill(question, saves)
    before = drill.state
    there = drill.where()
    assert (there.words, there.values) == ("{0}", (question.where,))
    assert there.step.lit == tuple(question.at)
    told = drill.play(puzzle.move_parse(before, wrong))
    assert (drill.right, drill.state) == (False, before)
    assert told.step is question.step
    assert told.hint == puzzle.move_parse(before, question.own[0])
    assert drill.play(told.hint).words == "", "once it is answered"

    again = Drill(question, saves)
    told = again.play(puzzle.move_parse(before, question.own[0]))
    assert again.right
    assert again.state != before
    assert "another reason" not in told.words
    kept = saves.exercises()
    assert [one.solved for one in kept] == [False, True]
    assert practice.answers(puzzle, question.kind, kept) == kept
    assert not saves.wins()


def test_what_is_certain_for_another_reason_is_right():
    puzzle = next(each for each in PUZZLES if each.id == "akari")
    question = next(
        one
        for one in practice.questions(puzzle)["one rule"]
        if len(solution_of(puzzle, read_id(one.board).levels[0])) > 3 + len(one.own)
    )
    drill = Drill(question)
    for text in solution_of(puzzle, drill.entry.level):
        drill = Drill(question)
        if text not in question.own and text not in question.moves:
            told = drill.play(puzzle.move_parse(drill.state, text))
            assert drill.right
            assert "another reason" in told.words


def test_the_kind_that_fails_most_comes_first_and_what_is_known_rests():
    puzzle, now = PUZZLES[0], 100 * DAY
    one, two, *_ = every = [*practice.questions(puzzle)]

    def given(kind, *right, ago=1.0):
        name = f"{puzzle.id}/practice/{practice.slug(kind)}"
        return [Exercised(name, solved, now - ago * DAY) for solved in right]

    assert practice.kinds(puzzle, [], now) == every
    assert practice.kinds(puzzle, given(one, True), now)[0] == two
    assert practice.kinds(puzzle, given(two, False), now)[0] == two
    known = given(one, False, False, False, *[True] * ENOUGH)
    for kind in every[1:]:
        known += given(kind, *[True] * (ENOUGH - 1))
    assert practice.kinds(puzzle, known, now)[-1] == one
    assert practice.kinds(puzzle, known, now + WEEK)[0] == one
    assert practice.kinds(puzzle, given(one, *[True] * ENOUGH, False), now)[-1] == one


@pytest.mark.parametrize("puzzle", PUZZLES, ids=IDS)
def test_a_run_is_the_same_for_all_and_ends_with_the_third_miss(puzzle, monkeypatch):
    saves = Saves()
    run = practice.new_run(puzzle, saves, [])
    assert run.boards == practice.new_run(puzzle, saves, []).boards
    assert run.boards != practice.run_boards(puzzle, "another")
    for _ in range(2):
        board = run.board()
        for text in solution_of(puzzle, board.entry.level):
            assert not board.missed
            board.play(puzzle.move_parse(board.state, text))
        assert board.solved
        run.done.append(True)
    for _ in range(MISSES):
        assert not run.over
        run.board().save()
        run.done.append(False)
    assert run.over
    assert run.again().boards == run.boards[2:5]
    assert [one.solved for one in saves.exercises()] == [True, True, False, False, False]
    assert practice.runs(puzzle, saves.exercises()) == {run.name: 2}
    assert not saves.wins()
    assert not saves.won()
    other = practice.new_run(puzzle, saves, saves.exercises())
    assert (other.best, other.boards != run.boards) == (2, True)
    assert replace(other, clock=Clock(practice.SECONDS)).over
    assert not replace(other, clock=Clock(practice.SECONDS), timed=False).over


def test_one_move_too_many_or_a_wrong_mark_is_a_miss():
    for puzzle in PUZZLES:
        run = practice.new_run(puzzle, Saves(), [])
        board = run.board()
        moves = solution_of(puzzle, board.entry.level)
        if puzzle.aim.stepwise:
            there = puzzle.move_parse(board.state, moves[0])
            back = replace(there, colour=int(board.state.colours[there.cell]))
            for _ in range(len(moves)):
                board.play(there)
                board.play(back)
            assert board.missed
        elif puzzle.can("rules.begin"):
            assert not board.missed
        else:
            place, mark = puzzle.move_parse(board.state, moves[0])
            board.play((place, 1 - mark))
            assert board.missed
            assert not board.solved


def test_a_damaged_row_is_no_exercise():
    saves = Saves()
    Drill(first(PUZZLES[0]), saves).show()
    saves.change(
        lambda database: database.execute(
            "INSERT INTO games (game, level, board, won, updated, history, revision) "
            "VALUES ('x', 'kami/practice/x', 'b', 'yes', 'now', '{}', 0)"
        ),
        None,
    )
    assert [one.solved for one in saves.exercises()] == [False]


def test_a_level_called_after_a_run_is_none():
    saves = Saves()
    for level in ("kami/run-ups/one", "kami/my-levels/run-away"):
        history = {**Drill(first(PUZZLES[0])).session.dump(), "moves": ["a"], "times": [1], "at": 1}
        saves.store(Handle(), StoredGame("x", level, "b", True, 0.0, "", history)).result()
    assert len(saves.won()) == 2
    assert not saves.exercises()


def test_reasons_name_few_cells():
    for puzzle in PUZZLES:
        file = locations.shipped_levels() / "practice" / f"{puzzle.id}.lines"
        for line in map(json.loads, file.read_text("utf-8").splitlines()):
            assert len(set(practice_judge.stock.NAMED.findall(line["step"]["words"]))) <= 4


def test_a_mark_of_ones_own_is_no_answer():
    puzzle = next(each for each in PUZZLES if each.id == "flow")
    drill = Drill(first(puzzle))
    before = drill.state
    drill.play(puzzle.move_parse(before, "note a1"))
    assert drill.right is None
    assert drill.state != before
    drill.play(puzzle.move_parse(drill.state, drill.asked.own[0]))
    assert drill.right
