"""How long a level will take a player: learned from wins, and not said before there are ten."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from math import exp, log
from random import Random

import pytest

from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.overview import Item, Overview
from puzzles.player.pace import LEAST_WINS, Pace, paces
from puzzles.player.records import Win
from puzzles.player.saves import Saves
from puzzles.player.standing import Standing
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from screens import wait_until


def win(n, seconds, difficulty=3.0, size="10×10", **more):
    values = {"hints": 0, "watched": 0, "facts": {"size": size, "difficulty": difficulty}, **more}
    finished = f"2026-03-{n // 10 + 1:02}T10:{n % 10:02}:00+01:00"
    return Win(
        game=f"g{n}",
        level="kami/squares/labyrinth",
        board="b",
        moves=5,
        target=4,
        grade="ok",
        seconds=seconds,
        finished=finished,
        **values,
    )


def wins(number, slope=0.4, start=60.0):
    """Of somebody whose times grow by this slope of log seconds, with some chance."""
    rng = Random(1)
    hard = [rng.uniform(1, 7) for _ in range(number)]
    return [
        win(n, exp(log(start) + slope * (d - 3) + rng.gauss(0, 0.2)), d) for n, d in enumerate(hard)
    ]


def test_nothing_is_said_before_there_are_ten_wins():
    assert paces([]) == {}
    pace = paces(wins(LEAST_WINS - 1))["kami"]
    facts = {"size": "10×10", "difficulty": 3.0}
    assert (pace.wins, pace.seconds(facts), pace.harder) == (LEAST_WINS - 1, None, None)
    assert pace.words(facts) == ""
    assert Pace().words(facts) == ""
    assert paces(wins(LEAST_WINS))["kami"].seconds(facts) is not None


@pytest.mark.parametrize(("slope", "start"), [(0.2, 20.0), (0.5, 60.0), (0.3, 600.0)])
def test_times_are_learned(slope, start):
    pace = paces(wins(40, slope, start))["kami"]
    for difficulty in (2.0, 4.0, 6.0):
        true = exp(log(start) + slope * (difficulty - 3))
        found = pace.seconds({"size": "10×10", "difficulty": difficulty})
        assert abs(log(found / true)) < 0.3


def test_what_is_newer_counts_more():
    slow, fast = wins(30, start=300.0), wins(30, start=30.0)
    later = [win._replace(finished=win.finished.replace("2026", "2027")) for win in fast]
    facts = {"size": "10×10", "difficulty": 3.0}
    assert paces([*slow, *later])["kami"].seconds(facts) < exp((log(300) + log(30)) / 2)


def test_what_says_nothing_is_left_out():
    good = wins(20)
    bad = [
        win(30, None),
        win(31, 99_999.0),
        win(32, 60.0, facts={}),
        win(33, 60.0, facts={"size": "?", "difficulty": "hard"}),
    ]
    assert paces([*good, *bad]) == paces(good)
    assert paces(good)["kami"].words({"size": "10×10"}) == ""


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (20.0, "about half a minute"),
        (60.0, "about 1 minute"),
        (250.0, "about 5 minutes"),
        (1500.0, "about 30 minutes"),
        (9000.0, "about 60 minutes"),
    ],
)
def test_times_in_words(seconds, words):
    pace = Pace(10, (log(seconds), 0.0, 0.0), 3.0)
    assert pace.words({"size": "10×10", "difficulty": 3.0}) == f"{words} for you"


def graded_pack():
    boards = [
        f'[[level]]\ntitle = "L{n}"\nboard = "R{c}B"\ndifficulty = {1 + n / 2}\n'
        for n, c in enumerate("WTYGOPKWTYGO")
    ]
    return read_pack("graded.toml", 'puzzle = "kami"\ntitle = "Graded"\n' + "\n".join(boards))


def test_the_days_choice_is_a_little_harder():
    pack = graded_pack()
    found = Overview((pack,), tuple(Item.of(Entry(pack, n)) for n in range(12)), True)
    today = date(2026, 3, 4)
    assert found.harder("kami", today) is None
    known = Standing()
    vars(known)["paces"] = {"kami": Pace(10, (4.0, 0.1, 0.1), 3.0)}
    found = replace(found, known=known)
    chosen = {found.harder("kami", date(2026, 3, day)).name for day in range(1, 31)}
    assert len(chosen) > 2
    assert found.harder("kami", today) is found.harder("kami", today)
    hard = [item.entry.level.difficulty for item in found.items if item.name in chosen]
    assert 2 <= min(hard) <= max(hard) <= 4.5
    assert found.harder("flow", today) is None


@pytest.mark.usefixtures("lessons_seen")
@pytest.mark.parametrize("number", [12, 0])
@pytest.mark.slow
async def test_in_the_app(own_directories, number):
    saves = Saves()
    for win in wins(number):
        saves.record(win)
    saves.close()
    app = PuzzlesApp()
    async with app.run_test(size=(160, 45)) as pilot:
        await wait_until(
            pilot, lambda: isinstance(app.screen, HomeScreen) and app.screen.overview.complete
        )
        home = app.screen
        front = home.front
        told = lambda: "".join(front.render_line(y).text for y in range(12))  # noqa: E731
        await wait_until(pilot, lambda: ("for you" in told()) == bool(number))
        await pilot.press("+")
        if number:
            await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        else:
            await pilot.pause()
            assert any("(0 of 10)" in note.message for note in app._notifications)
