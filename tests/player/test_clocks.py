"""Clocks that jump while the app runs, and days that last 23 or 25 hours."""

from __future__ import annotations

import time
from datetime import date, datetime, timedelta

import pytest

from puzzles.library import registry
from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.player import daily
from puzzles.player.game import Game
from puzzles.player.records import Win
from puzzles.player.saves import Saves

LEVEL = "kami/first-folds/9"


@pytest.fixture
def zone(monkeypatch):
    """A place whose clocks change."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs time zones of the system")
@pytest.mark.parametrize("changed", [date(2026, 3, 29), date(2026, 10, 25)])
@pytest.mark.parametrize("hour", [0, 2, 23])
def test_a_streak_goes_on_over_a_change_of_the_clocks(zone, changed, hour):
    puzzle = registry.plugin("flow")
    days = [changed + timedelta(days=step) for step in (-1, 0, 1)]
    wins = []
    for day in days:
        ended = datetime(day.year, day.month, day.day, hour, 30).astimezone()
        assert ended.date() == day
        text = ended.isoformat(timespec="seconds")
        values = dict.fromkeys(Win._fields)
        wins.append(Win(**values | {"finished": text, "level": f"flow/daily/{text[:10]}"}))
    assert daily.daily_streaks(wins, puzzle, days[-1]) == (3, 3)


@pytest.mark.parametrize("jump", [-(10**9), -3600, 10**9])
def test_the_game_that_was_played_last_is_gone_on_with(monkeypatch, jump):
    """Also if the clock has gone back since the other window's game of the level was played."""
    entry, saves = find(LEVEL), [Saves(), Saves()]
    first, second = (Game(entry, each) for each in saves)
    first.play_text("a1 Navy")
    saves[0].close()
    now = time.time() + jump
    monkeypatch.setattr("puzzles.player.course.time.time", lambda: now)
    second.play_text("a1 Red")
    second.play_text("a1 Navy")
    saves[1].close()
    again = Saves()
    shown = Game(entry, again).state
    again.close()
    assert entry.pack.puzzle.text(shown) == entry.pack.puzzle.text(second.state)
    assert entry.pack.puzzle.status(shown).moves == 2


def test_a_game_of_the_day_that_is_won_after_midnight_counts_for_its_day(monkeypatch):
    """Also if it was left and taken up again."""
    now = datetime(2026, 3, 1, 23, 58).astimezone()

    class Clock(datetime):
        @classmethod
        def now(cls, zone=None):
            return now

        @classmethod
        def today(cls):
            return now.date()

    monkeypatch.setattr("puzzles.player.course.datetime", Clock)
    monkeypatch.setattr("puzzles.player.records.date", Clock)
    puzzle = registry.plugin("kami")
    pack = read_pack("daily.toml", 'puzzle = "kami"\ntitle = "2026-03-01"\nboard = "RWT"')
    entry, saves, moves = Entry(pack, 0), Saves(), ["b1 Red", "c1 Red"]
    game = Game(entry, saves)
    game.play_text(moves[0])
    now += timedelta(minutes=5)
    game = Game(entry, saves)
    for text in moves[1:]:
        game.play_text(text)
    assert game.status.won
    (win,) = saves.wins()
    saves.close()
    assert win.finished.startswith("2026-03-02")
    assert daily.daily_streaks([win], puzzle, now.date()) == (1, 1)
