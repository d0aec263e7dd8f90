"""What is new in a win, how its pack stands, and what can be told of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.library.registry import plugins
from puzzles.library.solutions import solution_of
from puzzles.player.daily import called, daily, with_days
from puzzles.player.game import Game
from puzzles.player.records import Win
from puzzles.player.saves import Saves
from puzzles.player.session import Session
from puzzles.player.winning import (
    FILLED,
    New,
    share_level,
    spoken,
    symbols,
    symbols_kept,
    win_report,
)

PACK = read_pack(
    "three.toml",
    """
puzzle = "kami"
title = "Three"
[[level]]
title = "One"
board = "RB"
[[level]]
title = "Two"
board = "RBR"
[[level]]
title = "Last"
board = "RWB"
""",
)
ONE, TWO, LAST = (Entry(PACK, index) for index in range(3))


def win(entry=ONE, game="now", moves=3, grade="over", seconds=60.0, hints=0, day=10, board="b"):
    finished = f"2026-03-{day:02}T12:00:00+01:00"
    return Win(game, entry.name, board, moves, 2, grade, seconds, hints, 0, finished, {})


def news(now, *before):
    return win_report(ONE, now, before).new


PERFECT = {"moves": 2, "grade": "perfect"}


@pytest.mark.parametrize(
    ("before", "now", "new"),
    [
        (None, {}, (New.SOLVED,)),
        (None, PERFECT, (New.SOLVED,)),
        (None, {"hints": 1}, (New.SOLVED,)),
        ({}, PERFECT, (New.PERFECT,)),
        (PERFECT, PERFECT, ()),
        ({}, {**PERFECT, "hints": 1}, ()),
        ({**PERFECT, "hints": 1}, PERFECT, (New.UNAIDED, New.PERFECT)),
        ({"hints": 1}, {"moves": 4}, (New.UNAIDED,)),
        ({"hints": 1}, {"seconds": 1.0}, (New.UNAIDED,)),
        ({"moves": 4}, {}, (New.FEWEST,)),
        ({}, {"seconds": 59.0}, (New.FASTEST,)),
        ({}, {"seconds": 60.0}, ()),
        ({}, {"seconds": None}, ()),
        ({"seconds": None}, {}, ()),
        ({}, {**PERFECT, "seconds": 1.0}, (New.PERFECT, New.FASTEST)),
        ({}, {"moves": 4, "seconds": 70.0}, ()),
        ({"board": "other"}, {}, (New.SOLVED,)),
    ],
)
def test_what_is_new(before, now, new):
    earlier = [] if before is None else [win(game="then", day=9, **before)]
    assert news(win(**now), *earlier) == new


def test_the_best_of_all_earlier_wins_counts_and_the_win_itself_does_not():
    now = win(seconds=30.0)
    assert news(now, now) == (New.SOLVED,)
    slow, quick = win(game="a", seconds=80.0, day=8), win(game="b", seconds=20.0, day=9)
    assert news(now, slow, quick, now) == ()
    assert win_report(ONE, now, [slow, quick, now]).fastest == 20
    assert win_report(ONE, now, [now]).fastest is None
    # The same game, won again in fewer moves.
    assert news(win(moves=2), win(day=9)) == (New.FEWEST,)


def test_a_streak_is_new_with_the_first_win_of_a_day():
    yesterday, before = win(TWO, "a", day=9), win(TWO, "b", day=8)
    assert win_report(ONE, win(), [before, yesterday]).streak == 3
    assert win_report(ONE, win(), [before]).streak == 0
    assert win_report(ONE, win(), [yesterday, win(TWO, "c")]).streak == 0
    assert win_report(ONE, win(), []).streak == 0


def test_how_the_pack_stands_and_what_comes_next():
    first = win_report(ONE, win(), [])
    assert first.standing == (3, 1, 0, 1, 60.0)
    assert not first.completes
    assert first.ahead == TWO
    gap = win_report(LAST, win(LAST), [win(TWO, "a", **PERFECT, hints=1)])
    assert gap.standing == (3, 2, 0, 1, 120.0), "help is not perfect"
    assert gap.ahead == ONE  # which is open
    done = win_report(LAST, win(LAST), [win(ONE, "a"), win(TWO, "b")])
    assert done.standing.complete
    assert done.completes
    assert done.ahead is None
    again = win_report(LAST, win(LAST), [win(ONE, "a"), win(TWO, "b"), win(LAST, "c", moves=4)])
    assert again.standing.complete
    assert not again.completes
    alone = win_report(Entry(replace(PACK, levels=PACK.levels[:1]), 0), win(), [])
    assert alone.standing.complete
    assert not alone.completes


def test_what_is_still_open():
    days = [each for each in plugins()[0].values() if each in with_days()]
    entries = [daily(each, date(2026, 3, 10)) for each in days]
    first = win_report(entries[0], win(entries[0]), [])
    assert first.open == [f"Today's {days[1].title} is new", "streak 2 tomorrow"]
    wins = [win(entry, entry.name) for entry in entries]
    assert win_report(ONE, win(), wins).open == ["2 left in this pack", "streak 2 tomorrow"]
    assert win_report(ONE, win(day=11), wins).open == [
        f"Today's {days[0].title} is new",
        "2 left in this pack",
    ]


def test_a_win_in_a_game_is_the_one_that_is_kept(tmp_path):
    saves = Saves(tmp_path)
    game = Game(ONE, saves)
    game.resume()
    outcome = game.play_text("a1 Blue")
    assert outcome.won
    assert outcome.stored.result()
    assert saves.wins() == [outcome.win]
    assert not game.undo().won
    saves.close()


def test_what_is_told_gives_nothing_away():
    shipped = find("kami/first-folds/one-sheet")
    text = win_report(shipped, win(shipped, **PERFECT), []).text()
    assert text.splitlines() == [
        "Kami: First Folds 1, One Sheet",
        "✦ 2 moves · 1:00 · without help",
        "■■",
        "puzzles play kami/first-folds/one-sheet",
    ]
    own = share_level(TWO, win(TWO, hints=1, seconds=None)).splitlines()
    assert own[:3] == ["Kami: Two", "● 3 moves, 1 over par · with help", "■■□"]
    assert find(own[3].removeprefix("puzzles play ")).id == TWO.id


@pytest.mark.parametrize("puzzle", plugins()[0].values(), ids=str)
def test_a_day_is_told_with_its_date_and_streak(puzzle):
    entry = daily(puzzle, date(2026, 3, 10))
    day = win(entry)
    before = win(entry, "a", day=9)._replace(level=entry.name.replace("-10", "-09"))
    lines = win_report(entry, day, [before]).text("○○●").splitlines()
    assert lines[0] == f"{puzzle.title} · {called(puzzle, date(2026, 3, 10))} · 2026-03-10"
    assert lines[1].endswith("streak 2")
    assert lines[2] == "○○●"
    assert len(lines) == 4
    assert lines[-1] == f"puzzles daily {puzzle.id} --date 2026-03-10"


def test_a_result_is_heard_in_one_sentence_and_opened_by_a_link_where_there_is_a_page():
    shipped = find("kami/first-folds/one-sheet")
    text = win_report(shipped, win(shipped, **PERFECT), []).text(page="https://example.org/")
    assert text.splitlines()[-1] == f"https://example.org/#{shipped.id}"
    assert spoken(text) == "Kami: First Folds 1, One Sheet, 2 moves, 1:00, without help."


def test_the_squares_are_the_moves_that_lost_something_once_a_review_knows(tmp_path):
    saves = Saves(tmp_path)
    game = Game(TWO, saves)
    game.resume()
    for move in ("a1 Blue", "a1 Red"):
        outcome = game.play_text(move)
    known = outcome.win
    assert known.moves == 2
    games = saves.games_of(known.level, known.board)
    assert symbols_kept(TWO, known, games, {}) == ""
    assert symbols_kept(TWO, known, games, {known.game: (9, [1])}) == ""
    reviews = {known.game: (2, [1])}
    row = symbols_kept(TWO, known, games, reviews)
    assert row == "□■"
    assert symbols_kept(TWO, known._replace(moves=9), games, reviews) == "", "another game by now"
    saves.close()


@pytest.mark.parametrize("name", ["flow/classics/five-by-five", "loop/first-loops/1"])
def test_circles_fill_as_the_board_comes_right(name):
    entry = find(name)
    puzzle, moves = entry.pack.puzzle, solution_of(entry.pack.puzzle, entry.level)

    def row_of(times):
        history = {"moves": moves, "at": len(moves), "times": times}
        return symbols(Session.load(puzzle, entry.level, history), None)

    row = row_of([10.0 * (at + 1) for at in range(len(moves))])
    assert len(row) == 10
    assert [*row] == sorted(row, key=FILLED.index)
    assert (row[0], row[-1]) == ("○", "●")
    late = row_of([0.0] * (len(moves) - 1) + [90.0])
    assert late[:9] == late[0] * 9
    assert late[0] != "●"
    assert row_of([None] * len(moves)) == ""
