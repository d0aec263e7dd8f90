"""Statistics, streaks, the puzzle of the day, and progress as a file."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import date, datetime
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.cli import main
from puzzles.core.errors import LevelError, UsageError
from puzzles.core.solving import Limits, answer
from puzzles.library import registry
from puzzles.library.catalogue import Entry, find, library
from puzzles.library.ids import read_id
from puzzles.library.levels import read_pack
from puzzles.player import daily
from puzzles.player.game import Game, as_stored
from puzzles.player.records import PlayerRecords, StoredGame, Win
from puzzles.player.saves import Saves
from puzzles.player.session import Clock
from puzzles.player.statistics import DAY, Best, statistics, streaks
from puzzles.player.transfer import progress_text, read_progress
from puzzles.player.winning import share_day
from shipped import ENTRIES, PUZZLES

FLOW, KAMI = (registry.plugin(name) for name in ("flow", "kami"))
TODAY = date(2026, 3, 4)


def win(game, level="kami/squares/labyrinth", moves=5, grade="ok", day="2026-03-04", **more):
    values = {
        "board": "b",
        "target": 4,
        "seconds": 60.0,
        "hints": 0,
        "watched": 0,
        "facts": {"size": "10×16", "difficulty": 3},
        **more,
    }
    return Win(
        game=game, level=level, moves=moves, grade=grade, finished=f"{day}T23:59:00+01:00", **values
    )


# Statistics


def test_statistics():
    found = statistics(
        [
            win("a", day="2026-03-01", moves=9, grade="over"),
            win("a", day="2026-03-02", moves=4, grade="perfect", seconds=90.0),
            win("b", day="2026-03-03", level="flow/x/y", facts={"size": "7×7"}, hints=1),
            win("c", day="2026-03-04", level="flow/x/z", facts={"difficulty": 2.5}, seconds=None),
        ],
        TODAY,
    )
    assert (found.levels, found.perfect, found.unaided) == (3, 1, 2)
    assert (found.streak, found.longest) == (3, 3)
    assert (found.total.games, found.total.helped, found.total.seconds) == (3, 1, 150.0)
    assert list(found.by_day) == ["2026-03-02", "2026-03-03", "2026-03-04"]
    assert {name: tally.games for name, tally in found.by_puzzle.items()} == {"kami": 1, "flow": 2}
    assert list(found.by_size) == ["flow 7×7", "kami 10×16"]
    assert list(found.by_difficulty) == ["2.5", "3"]
    assert json.loads(json.dumps(asdict(found)))["by_puzzle"]["kami"]["perfect"] == 1


def test_best_times_are_those_without_help():
    small = {"size": "5×5"}
    found = statistics(
        [
            win("a", seconds=50.0),
            win("b", level="kami/squares/kite", seconds=40.0),
            win("c", seconds=30.0, hints=1),
            win("d", seconds=20.0, watched=1),
            win("e", seconds=None),
            win("f", level="kami/x/small", seconds=45.0, facts=small),
            win("g", level="kami/x/other", seconds=45.5, facts=small),
            win("h", level="flow/x/small", seconds=10.0, facts={}),
        ],
        TODAY,
    )
    assert found.fastest == {
        "kami 10×16": Best(40.0, "kami/squares/kite"),
        "kami 5×5": Best(45.0, "kami/x/small"),
    }
    told = json.loads(json.dumps(asdict(found)))["fastest"]
    assert told["kami 5×5"] == {"seconds": 45.0, "level": "kami/x/small"}


@pytest.mark.parametrize(
    ("days", "now", "most"),
    [
        ([], 0, 0),
        (["2026-03-04"], 1, 1),
        (["2026-03-03", "2026-03-02"], 2, 2),
        (["2026-03-02"], 0, 1),
        (["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-03", "nonsense"], 1, 3),
    ],
)
def test_streaks(days, now, most):
    assert streaks(days, TODAY) == (now, most)


# The puzzle of the day


of = daily.daily


@pytest.mark.parametrize("puzzle", [FLOW, KAMI], ids=lambda puzzle: puzzle.id)
def test_a_day_has_one_puzzle_and_the_next_another(puzzle):
    first, again, second = (of(puzzle, day) for day in (TODAY, TODAY, date(2026, 3, 5)))
    assert first.id == again.id != second.id
    assert first.name == f"{puzzle.id}/daily/2026-03-04"


def test_a_listed_day_is_for_ever():
    """Weeks may be added to a list; nothing in it ever changes."""
    listed = daily.listed(f"daily/{FLOW.id}.ids")
    known = {
        0: "flow.1cCy7kDZqL5BAmO4zQXg",
        6: "flow.1cDZK6Lm4q1mx3W5mbh5Loigzz3eY",
        727: "flow.1cDZK5tM6ljuc1fS2CdVd8P4kJyg-i",
    }
    assert {n: of(FLOW, daily.FIRST + n * DAY).id for n in known} == known
    assert len(listed) % 7 == 0
    assert len(set(listed)) == len(listed)
    assert of(FLOW, daily.FIRST - DAY).id == listed[-1]
    assert of(FLOW, daily.FIRST + len(listed) * DAY).id == listed[0]


def test_packs_that_come_later_change_no_day():
    """Kami's days are named; these were what hashing gave before there was a list."""
    known = {
        date(2026, 1, 5): "islands/stepping-stones",
        date(2026, 4, 14): "peaks/broken-crest",
        date(2026, 11, 22): "paper-garden/nested-boxes",
    }
    listed = daily.listed(f"daily/{KAMI.id}.names")
    assert {day: listed[(day - daily.FIRST).days] for day in known} == known
    assert of(KAMI, date(2026, 1, 5)).id == find("kami/islands/stepping-stones").id
    assert len(listed) % 7 == 0
    names = {"/".join(entry.path[1:]) for entry in library().entries()}
    assert set(listed) <= names


def test_listed_days_grow_through_the_week():
    sizes = [
        FLOW.facts(read_id(text).levels[0])["size"] for text in daily.listed(f"daily/{FLOW.id}.ids")
    ]
    assert sizes == ["6×6", "7×7", "7×7", "8×8", "8×8", "9×9", "10×10"] * (len(sizes) // 7)


@pytest.mark.parametrize("weekday", range(7))
def test_listed_days_have_one_solution(weekday):
    text = daily.listed(f"daily/{FLOW.id}.ids")[7 * weekday + weekday]
    counted = answer(FLOW.solver.count(FLOW.start(read_id(text).levels[0]), Limits()))
    assert counted.proved
    assert counted.count == 1


@pytest.mark.slow
def test_all_listed_days_have_one_solution():
    for text in daily.listed(f"daily/{FLOW.id}.ids"):
        counted = answer(FLOW.solver.count(FLOW.start(read_id(text).levels[0]), Limits()))
        assert (counted.proved, counted.count) == (True, 1), text


def test_a_new_level_changes_only_the_days_it_takes(tmp_path, monkeypatch):
    from puzzles.library import locations

    colours = "RWTYBGOPK"
    levels = [
        f'[[level]]\ntitle = "L{n}"\nboard = """\n{colours[n]}{colours[n + 1]}\n"""\n'
        for n in range(8)
    ]
    monkeypatch.setattr(locations, "shipped_levels", lambda: tmp_path)
    days = [date(2026, 1, day) for day in range(1, 32)]
    chosen = []
    for pack in (levels[:7], levels):
        (tmp_path / "pack.toml").write_text('puzzle = "kami"\n' + "".join(pack))
        chosen.append([of(KAMI, day).id for day in days])
    new = set(chosen[1]) - set(chosen[0])
    assert len(new) == 1
    assert all(before == after or after in new for before, after in zip(*chosen, strict=True))
    assert len(set(chosen[1])) > 5


def test_a_pack_of_ones_own_changes_no_day(own_levels, tmp_path, monkeypatch):
    """Nor where the puzzle is an outside one: what it brings with it has shipped."""
    shipped, own = (
        'puzzle = "kami"\n'
        + "".join(
            f'[[level]]\ntitle = "L{n}"\nboard = """\n{letters[n]}{letters[n + 1]}\n"""\n'
            for n in range(4)
        )
        for letters in ("RWTYB", "BGOPK")
    )
    (own_levels / "own.toml").write_text(own)
    days = [TODAY + n * DAY for n in range(30)]
    alone = [of(KAMI, day).id for day in days]  # better than none
    brought = tmp_path / "brought"
    brought.mkdir()
    (brought / "pack.toml").write_text(shipped)
    outside = replace(KAMI, packs=brought)
    monkeypatch.setattr(registry, "plugins", cache(lambda: ({"kami": outside}, ())))
    chosen = []
    for text in (shipped, own):
        (own_levels / "own.toml").write_text(text)
        chosen.append([of(outside, day).id for day in days])
    assert chosen[0] == chosen[1]
    assert not set(chosen[0]) & set(alone)


def test_calendar_and_streak_of_the_daily():
    wins = [
        win("a", "flow/daily/2026-03-02", day="2026-03-02", hints=1, moves=3),
        win("b", "flow/daily/2026-03-02", day="2026-03-02", moves=5),
        win("c", "flow/daily/2026-03-01", day="2026-03-04"),  # too late to count, on a day without
        win("d", "flow/daily/2026-03-03", day="2026-03-03"),
        win("e", "kami/daily/2026-03-04", day="2026-03-04"),
    ]
    found = daily.best_of_days(wins)
    assert {day: play.game for day, play in found.items()} == {
        ("flow", "2026-03-01"): "c",
        ("flow", "2026-03-02"): "b",
        ("flow", "2026-03-03"): "d",
        ("kami", "2026-03-04"): "e",
    }
    assert daily.daily_streaks(wins, FLOW, TODAY) == (2, 2)
    assert daily.daily_streaks(wins, KAMI, TODAY) == (1, 1)


def test_the_text_to_share():
    told = share_day(KAMI, TODAY, win("a", moves=4, grade="perfect", seconds=3725.0), 3)
    assert told.split("\n") == [
        f"Kami · {daily.called(KAMI, TODAY)} · 2026-03-04",
        "✦ 4 moves · 1:02:05 · without help · streak 3",
        "■■■■",
        "puzzles daily kami --date 2026-03-04",
    ]
    assert "with help" in share_day(KAMI, TODAY, win("a", watched=1), 0)
    assert "not solved yet" in share_day(KAMI, TODAY, None, 0)
    over = share_day(KAMI, TODAY, win("a", moves=6, grade="ok", seconds=None))
    assert over.split("\n")[1:3] == ["● 6 moves, 2 over par · without help", "■■■■□□"]
    pipes = share_day(FLOW, TODAY, win("a", moves=4, grade="perfect", seconds=60.0))
    assert pipes.split("\n")[1] == "✦ 1:00 · without help", "their number is no result"


def test_each_day_has_a_name_that_is_the_same_for_everyone():
    assert daily.called(KAMI, TODAY) == "Faint Pond"
    names = [daily.called(FLOW, TODAY + n * DAY) for n in range(575)]
    assert len({*names}) == len(names)
    weeks = [daily.called(KAMI, daily.FIRST + n * DAY, week=True) for n in range(14)]
    assert weeks[0] == weeks[6] != weeks[7] == weeks[13]
    assert daily.until_next(datetime(2026, 3, 4, 17, 59)) == "6 h"
    assert daily.until_next(datetime(2026, 3, 4, 23, 20)) == "40 min"


def test_daily_at_the_command_line(capsys):
    assert main(["daily", "flow", "--date", "2026-03-04"]) == 0
    pack = read_pack("daily.toml", capsys.readouterr().out)
    assert Entry(pack, 0).id == of(FLOW, TODAY).id
    assert main(["daily", "--date", "2026-03-04"]) == 0
    out = capsys.readouterr().out
    assert f"Kami · {daily.called(KAMI, TODAY)} · 2026-03-04\nnot solved yet" in out
    assert f"Flow · {daily.called(FLOW, TODAY)} · 2026-03-04" in out
    for bad in (["daily", "chess"], ["daily", "flow", "--date", "today"]):
        assert main(bad) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_week_has_one_puzzle(capsys):
    monday, sunday, next_week = (date(2026, 3, day) for day in (2, 8, 9))
    for puzzle in PUZZLES:
        first, last, other = (daily.weekly(puzzle, day) for day in (monday, sunday, next_week))
        assert first.name == last.name == f"{puzzle.id}/weekly/2026-w10"
        assert first.id == last.id != other.id
    assert main(["daily", "flow", "--week", "--date", "2026-03-04"]) == 0
    pack = read_pack("weekly.toml", capsys.readouterr().out)
    assert pack.levels[0].title == "2026-W10"
    with pytest.raises(UsageError, match="no puzzle of the week"):
        daily.weekly(replace(KAMI, id="other"), monday)


def test_weeks_are_harder_than_days():
    """Of Kami, whose days are in the packs, too; the past ones are as they were."""
    hard = {
        "/".join(e.path[1:]): e.level.difficulty
        for e in library().entries()
        if e.pack.puzzle.id == "kami"
    }
    since = (date(2026, 11, 30) - daily.FIRST).days
    days = max(hard[name] for name in daily.listed(f"daily/{KAMI.id}.names")[since:])
    weeks = min(daily.weekly(KAMI, daily.FIRST + 7 * n * DAY).level.difficulty for n in range(104))
    assert days < weeks


@pytest.mark.parametrize("name", [each.id for each in PUZZLES if each not in daily.with_days()])
def test_weeks_have_the_harder_half_where_days_have_no_list(name):
    weeks = {f"{name}/{level}" for level in daily.listed(f"weekly/{name}.names")}
    hard = {e.name: e.level.difficulty for e in ENTRIES if e.pack.puzzle.id == name}
    assert len(weeks) == len(hard) // 2
    assert min(hard[level] for level in weeks) >= max(hard[level] for level in hard.keys() - weeks)


def test_how_the_week_went():
    name = "kami/weekly/2026-w10"
    wins = [win("a", name, moves=6), win("b", name, moves=5, hints=1), win("c", moves=1)]
    won = daily.week_won(wins, KAMI, TODAY)
    assert (won.moves, won.helped) == (6, False)
    assert daily.week_won(wins, FLOW, TODAY) is None
    told = share_day(KAMI, TODAY, won, week=True)
    assert told.startswith(f"Kami · {daily.called(KAMI, TODAY, week=True)} · week 2026-W10\n")
    assert told.endswith("puzzles daily kami --week --date 2026-03-04")


# Files

words = st.text(st.characters(categories=["L", "P", "S", "N"]), min_size=1, max_size=8)
wins = st.builds(
    Win,
    game=words,
    level=words,
    board=words,
    moves=st.integers(0, 99),
    target=st.none() | st.integers(0, 99),
    grade=words,
    seconds=st.none() | st.floats(0, 1e6),
    hints=st.integers(0, 9),
    watched=st.integers(0, 9),
    finished=st.datetimes(timezones=st.timezones()).map(lambda t: t.isoformat(timespec="seconds")),
    facts=st.dictionaries(words, st.none() | st.integers(-9, 9) | words, max_size=3),
)


counts, times = st.integers(0, 99), st.floats(0, 1e9)
games = st.builds(
    StoredGame,
    game=words,
    level=st.just("kami/pack/title"),
    board=words,
    won=st.booleans(),
    updated=times,
    document=st.text(max_size=9),
    history=st.fixed_dictionaries(
        {
            "moves": st.lists(st.just("") | words, max_size=3),
            "at": counts,
            "hints": counts,
            "mark": st.none() | counts,
            "seconds": times,
            "watched": counts,
        }
    ),
)


@given(st.lists(wins, max_size=5), st.lists(games, max_size=3))
def test_progress_comes_back(tmp_path_factory, wins, games):
    file = tmp_path_factory.mktemp("progress") / "wins.json"
    file.write_text(progress_text(wins, games, []), encoding="utf-8", newline="")
    assert read_progress(str(file)) == PlayerRecords(wins, games)


@pytest.fixture
def own():
    """The player has two wins."""
    saves = Saves()
    saves.merge(PlayerRecords([win("a"), win("b", "flow/x/y", moves=7)]))
    saves.close()


def test_export_and_import(own, capsys, tmp_path, monkeypatch):
    file = str(tmp_path / "wins.json")
    assert main(["progress", "export", file]) == 0
    assert capsys.readouterr().err == f"2 wins, 0 games and 0 drawings written to {file}\n"
    monkeypatch.setenv("PUZZLES_STATE_DIR", str(tmp_path / "elsewhere"))
    for new in (2, 0):
        assert main(["progress", "import", file]) == 0
        told = f"0 games and 2 wins could be read; {new} of them new\n"
        assert capsys.readouterr().out == told
    assert main(["progress", "stats", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["answer"]
    assert (found["levels"], found["total"]["games"]) == (2, 2)
    assert found["daily"]["flow"] == {"streak": 0, "longest": 0}
    assert main(["progress", "export", "-"]) == 0
    assert len(json.loads(capsys.readouterr().out)["wins"]) == 2


def test_games_in_progress_go_along(capsys, tmp_path, monkeypatch):
    """Position, what can be redone, clock and help come back where the file is read."""
    entry = Entry(read_pack("nine.toml", 'puzzle = "kami"\nboard = "RWT\\nWTR"\n'), 0)
    saves = Saves()
    game = Game(entry, saves)
    for text in ("a1 White", "c1 Red"):
        game.session.play(entry.pack.puzzle.move_parse(game.session.state, text))
    game.session.undo()
    game.session.hints = 2
    game.session.clock = Clock(70)
    game.save()
    saves.close()
    file = str(tmp_path / "all.json")
    assert main(["progress", "export", file]) == 0
    assert "0 wins, 1 game and 0 drawings written" in capsys.readouterr().err
    monkeypatch.setenv("PUZZLES_STATE_DIR", str(tmp_path / "elsewhere"))
    for new in (1, 0):
        assert main(["progress", "import", file]) == 0
        assert f"1 game and 0 wins could be read; {new} of them new" in capsys.readouterr().out
    saves = Saves()
    session = Game(entry, saves).session
    assert session.moves() == ("a1 White",)
    assert (session.hints, session.clock.seconds) == (2, 70)
    assert session.redo()
    assert as_stored(saves.newest(entry.name)).level.title == entry.level.title
    saves.close()


def test_stats_as_text(own, capsys):
    assert main(["progress", "stats"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "2 levels solved, 0 of them perfect, 2 without help\n2 games won in 2:00\n"
    )
    assert "kami 10×16      1        0          0     1:00" in out


def test_stats_of_nothing(capsys):
    assert main(["progress", "stats"]) == 0
    assert capsys.readouterr().out == "No level solved yet.\n"


HISTORY = {"moves": ["a1 Red"], "at": 1, "mark": None, "seconds": 1, "hints": 0, "watched": 0}
GAME = StoredGame("g", "kami/a/b", "x", False, 1.0, "", HISTORY)


def broken(**values):
    return json.dumps(
        {"kind": "puzzles progress", "version": 1, "wins": [{**win("a")._asdict(), **values}]}
    )


def strange(history=(), **values):
    game = {**GAME._asdict(), "history": {**HISTORY, **dict(history)}, **values}
    return json.dumps({"kind": "puzzles progress", "version": 2, "wins": [], "games": [game]})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (strange(level="b"), "game 1:1:1: level is puzzle/pack/title"),
        (strange(won=1), "won cannot be 1"),
        (strange(updated=-1), "updated cannot be -1"),
        (strange(extra=1), "it has game"),
        (strange({"at": "1"}), "at cannot be '1'"),
        (strange({"mark": 1.5}), "mark cannot be 1.5"),
        (strange({"moves": [3]}), "moves cannot have 3"),
        (strange().replace('"games": [', '"games": [1, '), "games must be a list of"),
        ("{", "a.json:1:2: this is not JSON"),
        ("[]", "this is no progress"),
        ('{"kind": "puzzles progress", "version": 4}', "newer version"),
        ('{"kind": "puzzles progress", "version": 1, "wins": [3]}', "list of objects"),
        (broken(moves="5"), "win 1:1:1: moves cannot be '5'"),
        (broken(moves=-5), "moves cannot be -5"),
        (broken(hints=True), "hints cannot be True"),
        (broken(seconds=float("nan")), "seconds cannot be nan"),
        (broken(level="a\nb"), "level must be a line"),
        (broken(finished="2026-03-04"), "no time with an offset"),
        (broken(extra=1), "it has game"),
        ("9" * 5000, "not JSON that could be"),
    ],
)
def test_a_file_that_is_no_progress_changes_nothing(own, capsys, tmp_path, monkeypatch, text, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.json").write_text(text)
    assert main(["progress", "import", "a.json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert err.count("\n") == 1
    saves = Saves()
    assert len(saves.wins()) == 2
    saves.close()


def test_nothing_at_all(tmp_path):
    with pytest.raises(LevelError):
        read_progress(str(tmp_path / "none.json"))


def test_export_says_what_it_cannot_write(capsys, tmp_path):
    for name in ("board.txt", "wins.csv", str(tmp_path / "none" / "x") + "/", "/proc/none.json"):
        assert main(["progress", "export", name]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_reset(own, capsys):
    assert main(["progress", "reset", "flow/x/y"]) == 0
    assert capsys.readouterr().out == "flow/x/y: 0 games and 1 result forgotten\n"
    assert main(["progress", "reset", "squares/labyrinth"]) == 0
    assert "1 result forgotten" in capsys.readouterr().out
    assert main(["progress", "reset", "no-such-level"]) == 2
    saves = Saves()
    assert saves.wins() == []
    saves.close()
