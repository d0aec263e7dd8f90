"""Damaged databases: what is broken costs itself alone, is told, and is never thrown away."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import time
from datetime import date
from random import Random

import pytest

from puzzles.cli import main
from puzzles.library import locations
from puzzles.player.records import Handle, PlayerRecords, StoredDrawing, StoredGame, Win, best
from puzzles.player.recovery import KEPT, copies, recover
from puzzles.player.rows import VERSION
from puzzles.player.saves import Saves
from sampling import slow
from screens import wait_until

PAGE = 4096
WIN = Win(
    "g1",
    "kami/nine/nine",
    "b",
    5,
    4,
    "ok",
    12.5,
    0,
    0,
    "2026-03-01T20:00:00+01:00",
    {"size": "3×3"},
)


def history(moves=3):
    return {
        "moves": [f"a{n} Red" for n in range(moves)],
        "at": moves,
        "mark": None,
        "seconds": 1.5,
        "hints": 0,
        "watched": 0,
    }


def stored(saves, handle, name, played):
    game = StoredGame(handle.name, name, "b", False, time.time(), "", played)
    return saves.store(handle, game).result()


def level(number):
    return f"kami/pack/level-{number:04}"


def database():
    return locations.state() / "games.sqlite"


def aside(why="damaged"):
    return sorted(locations.state().glob(f"games-{why}-*.sqlite"))


@contextlib.contextmanager
def opened():
    saves = Saves()
    try:
        yield saves
    finally:
        saves.close()


def fill(games=760, wins=400, moves=lambda number: 10 + number % 30):
    """Many games and wins, checkpointed into one file."""
    with opened() as saves:
        played = [
            StoredGame(f"{n:04}", level(n), "b", False, n, "x" * 200, history(moves(n)))
            for n in range(games)
        ]
        won = [WIN._replace(game=f"{n:04}", level=level(n)) for n in range(wins)]
        saves.merge(PlayerRecords(won, played))
        assert len(saves.all_games()) == games


def execute(statement, *values, file=None):
    with contextlib.closing(sqlite3.connect(file or database())) as connection, connection:
        connection.execute(statement, values)


def pages():
    """The pages that hold something, by their kind: 0x0D and 0x0A are leaves (of games, of wins),
    0x05 and 0x02 lead to them."""
    data = database().read_bytes()
    leaves = {0x0D: [], 0x0A: [], 0x05: [], 0x02: []}
    for number in range(2, len(data) // PAGE + 1):
        page = data[(number - 1) * PAGE :][:PAGE]
        if page[3:5] != b"\0\0":  # nor is there a row in it
            leaves.setdefault(page[0], []).append(number)
    return leaves


def ruin(*numbers, how=b"\xff"):
    data = bytearray(database().read_bytes())
    for number in numbers:
        data[(number - 1) * PAGE : number * PAGE] = how * (PAGE // len(how))
    database().write_bytes(data)


def everything(saves):
    """Ask all there is to ask; none of it may fail."""
    games, results, wins = saves.all_games(), best(saves.wins()), saves.wins()
    for saved in games[:5]:
        saves.newest(saved.level)
        with contextlib.suppress(ValueError):  # a history that is none: the game tells
            saves.load(Handle(), saved.level, saved.board)
    return games, results, wins, saves.all_games()


# One bad row


def test_a_win_with_broken_facts_costs_its_facts(capsys):
    fill(3, 3)
    execute("UPDATE plays SET facts = '{\"size' WHERE game = '0001'")
    with opened() as saves:
        assert [win.facts for win in saves.wins()] == [{"size": "3×3"}, {}, {"size": "3×3"}]
        assert len(best(saves.wins())) == 3
        (notice,) = saves.notices()
        assert notice.startswith("1 win could not be read in full")
        saves.wins()
        assert saves.notices() == []  # told once
    for command in (
        ["progress", "stats"],
        ["daily"],
        ["daily", "flow", "--share"],
        ["progress", "export", "-"],
    ):
        assert main(command) == 0
        assert "1 win could not be read in full" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("level", b"kami/\xff\xfe"),
        ("grade", b"\x80"),
        ("moves", "five"),
        ("moves", -1),
        ("target", 2**60),
        ("seconds", "long"),
        ("hints", 1.5),
        ("finished", "yesterday"),
        ("finished", "2026-03-04"),
        ("level", "a\nb"),
        ("board", ""),
        ("game", b"\x00"),
    ],
)
def test_a_win_with_a_broken_value_costs_itself(column, value):
    fill(3, 3)
    typed = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
    execute(f"UPDATE plays SET {column} = {typed} WHERE game = '0001'", value)
    with opened() as saves:
        assert [win.game for win in saves.wins()] == ["0000", "0002"]
        assert list(best(saves.wins())) == [level(0), level(2)]
        assert "1 win could not be read in full" in "; ".join(saves.notices())
        assert saves.record(WIN._replace(game="more")).result()
    assert aside() == []


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("history", b'{"moves": ["\xff\xfe"]}'),
        ("history", "{"),
        ("history", "[]"),
        ("history", "3"),
        ("history", "[" * 9999),
        ("history", '{"moves": [], "at": 1e999}'),
        ("history", '{"moves": [[]], "at": 0}'),
        ("history", '{"moves": 3, "at": 0}'),
        ("game", b"\xff"),
        ("revision", "many"),
    ],
)
def test_a_game_with_a_broken_value_costs_itself(column, value):
    fill(3, 0)
    typed = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
    execute(f"UPDATE games SET {column} = {typed} WHERE game = '0001'", value)
    with opened() as saves:
        if column != "revision":
            assert [game.game for game in saves.all_games()] == ["0000", "0002"]
            assert "1 game could not be read in full" in "; ".join(saves.notices())
            assert saves.newest(level(1)) is None
        with pytest.raises(ValueError, match=r"histor|moves|name|at cannot"):
            saves.load(Handle(), level(1), "b")
        assert saves.load(handle := Handle(), level(2), "b") == history(12)
        assert stored(saves, handle, level(2), history(13))
    assert aside() == []


@pytest.mark.parametrize(
    ("column", "value"),
    [("level", b"\xff/\xfe"), ("won", 7), ("updated", "now"), ("updated", -1)],
)
def test_a_game_that_cannot_be_a_record_costs_itself(column, value):
    fill(3, 0)
    typed = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
    execute(f"UPDATE games SET {column} = {typed} WHERE game = '0001'", value)
    with opened() as saves:
        assert [saved.level for saved in saves.all_games()] == [level(0), level(2)]
        assert "1 game could not be read in full" in "; ".join(saves.notices())


@pytest.mark.slow
async def test_the_statistics_open_on_broken_facts():
    from puzzles.ui.shell.app import PuzzlesApp
    from puzzles.ui.shell.statistics import StatisticsScreen

    fill(3, 3)
    execute("UPDATE plays SET facts = 'no' WHERE game = '0001'")
    execute(
        "UPDATE plays SET facts = ? WHERE game = '0002'",
        json.dumps({"size": "\ud800\x1b[2J", "difficulty": 10**400}),
    )
    app, notes = PuzzlesApp(), list[str]()
    app.notify = lambda message, **_: notes.append(message)  # they stay only for some seconds
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("f2")
        await wait_until(pilot, lambda: isinstance(app.screen, StatisticsScreen))
        await wait_until(pilot, lambda: any("in full" in note for note in notes))


def test_what_a_plugin_gives_that_is_no_json_holds_up_nothing_else():
    with opened() as saves:
        bad = saves.record(WIN._replace(facts={"size": object()}))
        good = saves.record(WIN._replace(game="g2"))
        assert bad.result()
        assert good.result()
        assert "cannot be saved" in "; ".join(saves.notices())
        assert [win.game for win in saves.wins()] == ["g2"]
        assert not saves.trouble


# Bad pages


def test_all_of_a_sound_file_is_recovered():
    """What was deleted stays away."""
    fill(300, 300, moves=lambda n: 2000 if n % 50 == 0 else n % 40)
    with opened() as saves:
        for number in range(0, 300, 3):
            saves.forget(level(number))
        games, wins = saves.all_games(), saves.wins()
        log = database().with_name("games.sqlite-wal")
        assert log.stat().st_size > 0
        found = recover(database())  # what was written last stands in the log
        assert (found.games, found.wins, found.broken) == (games, wins, 0)
    assert len(games) == len(wins) == 200
    found = recover(database())
    assert (found.games, found.wins, found.broken) == (games, wins, 0)


@pytest.mark.parametrize(
    "spoilt", [b"SQLite", b"tablegames", b"tableplays", b"tabledrawings", None]
)
def test_what_is_wrong_on_the_first_page_alone_costs_nothing(spoilt):
    """It names all tables, and there is no copy yet."""
    with opened() as saves:
        played = [StoredGame(f"{n}", level(n), "b", False, n, "", history()) for n in range(60)]
        drawn = [StoredDrawing("d", "kami", {"board": "RW", "strokes": [], "at": 0}, 1)]
        saves.merge(PlayerRecords([WIN], played, drawn))
    data = bytearray(database().read_bytes())
    if spoilt is None:
        data[:PAGE] = bytes(PAGE)
    else:  # one bit
        data[data.index(spoilt, 0, PAGE) + 5 * spoilt.startswith(b"table")] ^= 0x40
    database().write_bytes(data)
    shutil.rmtree(locations.state() / "copies", ignore_errors=True)
    with opened() as saves:
        found = len(saves.all_games()), len(saves.wins()), len(saves.drawings())
        assert found == (60, 1, 1)
        assert len(aside()) == 1


def copied():
    """Open and close the database, as another day's first session does; return the copies."""
    with opened() as saves:
        saves.all_games()
    return copies(database())


@pytest.mark.parametrize("how", [b"\xff", *slow(b"\x00", b"\x0d")])
def test_a_bad_page_costs_nothing_that_was_copied(how):
    fill()
    assert len(copied()) == 1
    with opened() as saves:  # one of today's games, which the copy has not, at the end of the table
        saves.merge(
            PlayerRecords([], [StoredGame("new", level(999), "b", False, 9999, "", history())])
        )
    ruin(*pages()[0x0D][3:6], how=how)
    with opened() as saves:
        assert {game.level for game in saves.all_games()} == {*map(level, range(760)), level(999)}
        assert len(saves.wins()) == 400
        (notice,) = saves.notices()
        assert "761 games and 400 wins could be read, with the copy of" in notice
        assert saves.trouble == ""
        assert stored(saves, Handle(), level(0), history())
    assert len(aside()) == 1


def test_a_bad_page_without_a_copy_costs_its_rows():
    fill()
    ruin(pages()[0x0D][3])
    with opened() as saves:
        assert 700 < len(saves.all_games()) < 760
        assert len(saves.wins()) == 400
        assert "copy" not in "; ".join(saves.notices())
    assert len(aside()) == 1


@pytest.mark.parametrize("harm", ["first page", "empty", *slow("cut off", "nonsense")])
def test_a_file_that_cannot_be_opened_comes_back_from_its_copy(harm):
    fill()
    copied()
    if harm == "first page":
        ruin(1)
    elif harm == "cut off":
        database().write_bytes(database().read_bytes()[:5000])
    else:
        database().write_bytes(b"nonsense" * 999 if harm == "nonsense" else b"")
    with opened() as saves:
        assert (len(saves.all_games()), len(saves.wins())) == (760, 400)
        assert "set aside" in "; ".join(saves.notices())
    assert len(aside()) == 1


def test_nothing_is_set_aside_while_the_copy_cannot_be_read():
    """The disk may fail only once, and some games be in the copy alone."""
    fill()
    (copy,) = copied()
    copy.rename(copy.with_suffix(".away"))
    copy.mkdir()
    ruin(1)
    before = database().read_bytes()
    with opened() as saves:
        assert saves.all_games() == []
        assert copy.name in saves.trouble
    assert (aside(), database().read_bytes()) == ([], before)
    copy.rmdir()
    copy.with_suffix(".away").rename(copy)
    with opened() as saves:
        assert len(saves.all_games()) == 760
    assert len(aside()) == 1


def test_what_another_instance_has_mended_is_not_set_aside(monkeypatch):
    """It is quicker, between the fault that is seen and what is done about it."""
    fill(3, 3)
    sound = database().read_bytes()
    database().write_bytes(b"")

    def mended(file):
        other = file.with_suffix(".mended")
        other.write_bytes(sound)
        other.replace(file)
        return [file]

    monkeypatch.setattr("puzzles.player.saves.copies", mended)
    with opened() as saves:
        assert len(saves.all_games()) == 3
    assert aside() == []


# Copies


def test_a_copy_is_made_each_day_and_kept_for_a_week(monkeypatch):
    class Today(date):
        day_now = 1

        @classmethod
        def today(cls):
            return date(2026, 3, cls.day_now)

    monkeypatch.setattr("puzzles.player.recovery.date", Today)
    fill(3, 3)
    assert copies(database()) == []  # there was nothing when it was opened
    for Today.day_now in range(1, 11):
        copied()
        made = copied()[0]
        assert made.stem == f"2026-03-{Today.day_now:02}"
    kept = copies(database())
    assert [copy.stem[-2:] for copy in kept] == ["10", "09", "08", "07", "06", "05", "04"]
    assert len(kept) == KEPT
    assert len(recover(kept[-1]).games) == 3
    assert not [file for file in made.parent.iterdir() if file not in kept]


def test_damage_is_found_while_copying_and_drives_out_no_good_copy():
    fill(300, 0)
    (copy,) = copied()
    old = copy.rename(copy.with_name("2026-01-01.sqlite"))
    ruin(pages()[0x0D][2])
    with opened() as saves:
        assert saves.newest("kami/no/such") is None  # which does not meet the damage
        assert saves.newest("kami/no/such") is None
        assert "some of its pages are damaged" in "; ".join(saves.notices())
        assert len(saves.all_games()) == 300
    assert old in copies(database())
    assert not [file for file in copy.parent.iterdir() if file.name.startswith(".")]


@pytest.mark.parametrize("error", [OSError(28, "No space left"), sqlite3.OperationalError("full")])
def test_a_disk_without_room_costs_only_the_copy(monkeypatch, error):
    def fail(*_):
        raise error

    fill(3, 3)
    monkeypatch.setattr("puzzles.player.recovery.closing", fail)
    with opened() as saves:
        assert len(saves.all_games()) == 3
        assert stored(saves, Handle(), level(0), history())
    assert saves.notices() == []
    assert [*locations.state().joinpath("copies").iterdir()] == []


def test_a_folder_that_cannot_be_made_costs_only_the_copy():
    fill(3, 3)
    locations.state().joinpath("copies").write_text("not a folder")
    with opened() as saves:
        assert len(saves.all_games()) == 3
    assert saves.notices() == []


# Versions


@pytest.mark.parametrize("said", [*range(9), 19, 1 << 20, (1 << 31) - 1, -1, 3 - (1 << 31)])
def test_a_damaged_version_loses_no_game(said):
    """Whatever number stands there; one that seems to be newer is set aside whole."""
    fill(3, 3)
    execute(f"PRAGMA user_version = {said}")
    with opened() as saves:
        newer = said > VERSION
        assert len(saves.all_games()) == (0 if newer else 3)
        assert stored(saves, Handle(), "kami/a/c", history())
        assert saves.trouble == ""
        assert len(aside("newer")) == newer
        for file in aside("*"):
            saves.take_over(recover(file))
        assert len(saves.all_games()) == 4


def test_tables_that_are_not_those_of_their_version_are_set_aside():
    """Whatever version it claims: nothing could be read or written, for good."""
    fill(3, 3)
    execute("ALTER TABLE plays RENAME COLUMN grade TO mark")
    with opened() as saves:
        assert len(saves.wins()) == 3  # by their places
        assert len(saves.all_games()) == 3
        assert saves.record(WIN).result()
    assert len(aside()) == 1


# Two windows


def test_two_instances_set_a_database_aside_once(tmp_path):
    """The second one goes on with what the first one made, and not with the file it had open."""
    fill(100, 0)
    copied()
    leaves = pages()[0x0D]
    with opened() as one, opened() as two:
        handle = Handle()
        assert two.load(handle, level(5), "b") is not None
        ruin(leaves[0])
        assert len(one.all_games()) == 100
        assert len(aside()) == 1
        assert stored(two, handle, level(5), history(50))
        assert one.newest(level(5)).history == history(50)
        assert len(two.all_games()) == len(one.all_games())
    assert len(aside()) == 1


@pytest.mark.parametrize("how", ["deleted", "moved"])
def test_a_file_that_is_taken_away_is_made_again(tmp_path, how):
    with opened() as saves:
        handle = Handle()
        assert stored(saves, handle, level(0), history(3))
        if how == "deleted":
            database().unlink()
        else:
            shutil.move(database(), tmp_path / "elsewhere")
        assert stored(saves, handle, level(0), history(4))
    with opened() as saves:
        assert saves.newest(level(0)).history == history(4)


# Files that were set aside


def test_a_file_set_aside_can_be_recovered_later(capsys, tmp_path):
    fill()
    execute("ALTER TABLE drawings RENAME COLUMN name TO title")
    with opened() as saves:
        saves.drawings()
        (file,) = aside()
        for number in range(760):  # nothing it does may lose what is there
            saves.forget(level(number))
        stored(saves, Handle("0003"), level(3), history(99))
        before = file.read_bytes()
        assert saves.take_over(recover(file)).endswith(
            "760 games and 400 wins could be read; 1159 of them new"
        )
        assert saves.take_over(recover(file)).endswith("; 0 of them new")
        assert file.read_bytes() == before
        assert saves.newest(level(3)).history == history(99)
        assert (len(saves.all_games()), len(saves.wins())) == (760, 400)
    assert main(["progress", "import", str(file)]) == 0
    out = capsys.readouterr().out
    assert out == "760 games and 400 wins could be read; 0 of them new\n"
    other = tmp_path / "other.sqlite"
    other.write_text("nonsense")
    assert main(["progress", "import", str(other)]) == 2
    assert "no saved games were found" in capsys.readouterr().err
    for name in ("none.sqlite", "."):
        assert main(["progress", "import", str(tmp_path / name)]) == 2


# Campaigns


def damaged(rng, data):
    """One of the ways in which files come to harm."""
    data = bytearray(data)
    how = rng.choice(["bits", "bytes", "page", "sector", "swap", "cut", "text"])
    if how == "bits":
        for _ in range(rng.randrange(1, 50)):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif how == "bytes":
        for _ in range(rng.randrange(1, 200)):
            data[rng.randrange(len(data))] = rng.randrange(256)
    elif how in ("page", "sector"):
        size = PAGE if how == "page" else 512
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(data) // size) * size
            data[at : at + size] = rng.choice([bytes(size), rng.randbytes(size)])
    elif how == "swap":
        one, two = (rng.randrange(len(data) // PAGE) * PAGE for _ in range(2))
        data[one : one + PAGE], data[two : two + PAGE] = (
            data[two : two + PAGE],
            data[one : one + PAGE],
        )
    elif how == "cut":
        del data[rng.randrange(len(data)) :]
    else:
        at = rng.randrange(len(data) - 100)
        data[at : at + 60] = b"\xfe" * 60
    return bytes(data)


def campaign(seeds):
    fill(200, 200)
    sound = database().read_bytes()
    for seed in seeds:
        rng = Random(seed)
        shutil.rmtree(locations.state())
        (yesterday := locations.state() / "copies").mkdir(parents=True)
        yesterday.joinpath("2026-03-01.sqlite").write_bytes(sound)
        database().write_bytes(damaged(rng, sound))
        with opened() as saves:
            for _ in range(2):
                everything(saves)
            assert stored(saves, Handle(f"{seed}"), "kami/new/game", history())
            assert saves.record(WIN._replace(game=f"new {seed}", level="kami/new/game")).result()
            merged = StoredGame("m", "kami/new/merged", "b", False, 1.0, "", history())
            saves.merge(PlayerRecords([], [merged]))
            saves.forget(level(7))
            games, results, wins, kept = everything(saves)
            assert "kami/new/game" in {game.level for game in games}
            assert "kami/new/game" in results
            assert "kami/new/merged" in {game.level for game in kept}
            assert not saves.trouble
            files = aside("*")
            for file in files:
                saves.take_over(recover(file))
        for command in (["progress", "stats"], ["daily"]):
            assert main(command) == 0, seed
        yield seed, len(kept), len(wins)


def test_damaged_files_are_queried(capsys):
    lost = [400 - games - wins for _, games, wins in campaign(range(4))]
    assert sum(lost) <= 50


@pytest.mark.slow
def test_many_damaged_files_are_queried(capsys):
    lost = [400 - games - wins for _, games, wins in campaign(range(100, 112))]
    assert sum(lost) <= 12
