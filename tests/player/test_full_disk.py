"""Disks that are full, locked or gone: nothing is set aside for that, and it is tried again."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys
import time

import pytest

from puzzles.cli import main
from puzzles.library import locations
from puzzles.player import saves as room
from puzzles.player.records import Handle, StoredGame
from puzzles.player.rows import TABLES, VERSION
from puzzles.player.saves import Saves
from sampling import slow

GAMES = 60


def version_2(folder, games=GAMES):
    """A database of version 2, as it was kept then."""
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(sqlite3.connect(folder / "games.sqlite")) as old:
        old.execute("PRAGMA journal_mode = WAL")
        with old:
            old.executescript(f"{TABLES} DROP TABLE drawings; PRAGMA user_version = 2")
            for n in range(games):
                old.execute(
                    "INSERT INTO games VALUES (?, ?, 'b', '', ?, ?, 50, 0, 1, 0, 0, 1, 0)",
                    (n, f"kami/p/{n}", f"{n}", json.dumps(history())),
                )


def names(folder):
    return sorted(file.name for file in folder.iterdir() if file.name != "copies")


def store(saves, name):
    game = StoredGame(name, f"kami/p/{name}", "b", False, time.time(), "", history())
    return saves.store(Handle(name), game)


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 200 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=200k", "none", str(folder)]
    if not shutil.which("mount") or subprocess.run(mounted, capture_output=True).returncode:
        pytest.skip("a file system of 200 kB cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("free", range(0, 120, 12))
def test_an_upgrade_on_a_nearly_full_disk_loses_nothing(small_disk, free):
    version_2(small_disk)
    ballast = small_disk / "ballast"
    left = shutil.disk_usage(small_disk).free - free * 1024
    ballast.write_bytes(bytes(max(left, 0)))
    saves = Saves(small_disk)
    assert len(saves.all_games()) == GAMES
    if saves.trouble:
        assert "full" in saves.trouble or "I/O" in saves.trouble, saves.trouble
        assert saves.notices() == [saves.trouble]
    assert store(saves, "new").result() in (True, False)
    assert len(saves.all_games()) >= GAMES
    assert not [name for name in names(small_disk) if "damaged" in name or name.startswith(".")]
    ballast.unlink()  # and once there is room, all is as it should be, in the same session
    assert len(saves.all_games()) == GAMES + 1
    assert not saves.trouble
    saves.close()
    assert {name.removesuffix("-wal").removesuffix("-shm") for name in names(small_disk)} == {
        "games.sqlite"
    }


@pytest.mark.parametrize("logged", [False, True])
def test_games_in_a_read_only_folder_can_be_read(small_disk, logged, capsys, monkeypatch):
    monkeypatch.setenv("PUZZLES_STATE_DIR", str(small_disk / "state"))
    version_2(small_disk / "state")
    if logged:  # as a process leaves it that is killed
        with contextlib.closing(sqlite3.connect(small_disk / "state" / "games.sqlite")) as killed:
            killed.execute("DELETE FROM games WHERE id = 0")
            killed.commit()
            for name in names(small_disk / "state"):
                shutil.copy(small_disk / "state" / name, small_disk)
        for name in ("games.sqlite", "games.sqlite-wal"):
            shutil.copy(small_disk / name, small_disk / "state")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    out = small_disk.with_name("export.json")
    assert main(["progress", "export", str(out)]) == 0
    assert len(json.loads(out.read_text())["games"]) == GAMES - logged
    told = "puzzles: saved games can be read, but none can be saved: the folder is read-only\n"
    assert told in capsys.readouterr().err
    assert main(["progress", "reset", "kami/p/1"]) == 2
    assert "the folder is read-only" in capsys.readouterr().err


def history():
    return {
        "moves": ["a1 Red"] * 50,
        "at": 50,
        "mark": None,
        "seconds": 1,
        "hints": 0,
        "watched": 0,
    }


def test_an_upgrade_that_fails_for_room_is_tried_again(monkeypatch):
    """The same anywhere: SQLite's own limit on pages fails as a full disk does."""
    version_2(locations.state())
    connect = sqlite3.connect

    def limited(file, **more):
        database = connect(file, **more)
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count = {pages}")
        return database

    with monkeypatch.context() as patched:
        patched.setattr(room.sqlite3, "connect", limited)
        saves = Saves()
        assert len(saves.all_games()) == GAMES
    assert saves.trouble.endswith("database or disk is full")  # the first error, not the last
    assert names(locations.state())[0] == "games.sqlite"
    assert len(saves.all_games()) == GAMES
    assert saves.notices() == []
    saves.close()


PLAYER = """
import resource, signal, sys
from puzzles.player.saves import Saves
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
saves = Saves()
found = len(saves.all_games())
print(found, saves.trouble)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(len(saves.all_games()), saves.trouble)
saves.close()
"""


@pytest.mark.parametrize("most", [4096, *slow(0, 20_000)])
def test_files_that_may_not_grow_cost_nothing(most):
    """As with a quota: writes beyond it fail with an error of their own, SQLITE_IOERR."""
    version_2(locations.state())
    done = subprocess.run(
        [sys.executable, "-c", PLAYER, str(most)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    first, last = done.stdout.splitlines()
    words = "saved games can be read, but none can be saved: file too large"
    assert first == f"{GAMES} {words}"
    assert last == f"{GAMES} "
    assert not any("damaged" in name for name in names(locations.state()))


def test_a_database_that_is_locked_is_tried_again(monkeypatch):
    monkeypatch.setattr(room, "WAIT", 0.01)
    version_2(locations.state())
    with contextlib.closing(sqlite3.connect(locations.state() / "games.sqlite")) as other:
        other.execute("BEGIN EXCLUSIVE")
        saves = Saves()
        assert saves.all_games() == []
        assert "locked" in saves.trouble
        stored = store(saves, "new")
        assert not stored.result()
        (notice,) = saves.notices()  # the same thing is told once
        assert "locked" in notice
        other.execute("ROLLBACK")
    assert len(saves.all_games()) == GAMES + 1
    assert saves.notices() == ["saved games can be reached again, and all is saved"]
    saves.close()


def test_a_database_that_cannot_be_opened_is_tried_again():
    file = locations.state() / "games.sqlite"
    file.mkdir(parents=True)
    saves = Saves()
    assert saves.all_games() == []
    assert "unable to open" in saves.trouble
    assert names(locations.state()) == ["games.sqlite"]
    file.rmdir()
    version_2(locations.state())
    assert len(saves.all_games()) == GAMES
    saves.close()


def test_a_damaged_database_stays_where_it_is_while_there_is_no_room(monkeypatch):
    """It is set aside once a new one stands ready with what it holds, and not before."""
    with contextlib.closing(Saves()) as saves:
        for number in range(300):
            store(saves, f"{number}")
        assert len(saves.all_games()) == 300
    file = locations.state() / "games.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("ALTER TABLE drawings RENAME COLUMN name TO title")
    connect = sqlite3.connect

    def limited(file, **more):
        database = connect(file, **more)
        if ":memory:" not in str(file):
            with contextlib.suppress(sqlite3.Error):
                database.execute("PRAGMA max_page_count = 12")
        return database

    with monkeypatch.context() as patched:
        patched.setattr(room.sqlite3, "connect", limited)
        saves = Saves()
        assert saves.drawings() == []
    assert "full" in saves.trouble
    assert "games.sqlite" in names(locations.state())
    assert not [name for name in names(locations.state()) if "damaged" in name]
    saves.drawings()
    assert len(saves.all_games()) == 300
    assert not saves.trouble
    saves.close()
    assert len(names(locations.state())) == 2
    with contextlib.closing(sqlite3.connect(file)) as made:
        assert made.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_where_files_cannot_have_two_names_they_are_copied(monkeypatch):
    def refuse(old, new):
        raise PermissionError(1, "no links here")

    locations.state().mkdir(parents=True)
    (locations.state() / "games.sqlite").write_text("nonsense")
    monkeypatch.setattr("os.link", refuse)
    saves = Saves()
    assert saves.all_games() == []
    saves.close()
    (aside,) = locations.state().glob("games-damaged-*.sqlite")
    assert aside.read_text() == "nonsense"


def test_what_could_not_be_saved_is_told_at_the_end(monkeypatch, capsys):
    from puzzles.ui.shell import app as ui

    class Closed(ui.PuzzlesApp):
        def run(self):
            self.saves.trouble = "the game could not be saved yet: disk full"

    monkeypatch.setattr(ui, "PuzzlesApp", Closed)
    ui.run(None)
    assert capsys.readouterr().err == "puzzles: the game could not be saved yet: disk full\n"
