"""Runs one scenario again and again while its file layer fails (see `faults.c`):

    LD_PRELOAD=faults.so python faulty.py SCENARIO FOLDER FIRST STEP

For each fault the first call to fail is FIRST, then FIRST + STEP, … until no call is left. After
each run the files are looked at as another process would find them then, and again after the same
session has gone on without faults. What was acknowledged must be there, and nothing may be set
aside that was sound. Prints each run that went wrong, and how many runs there were.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import io
import json
import os
import shutil
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from puzzles.cli import main as command
from puzzles.library.files import write_file
from puzzles.player import saves as database
from puzzles.player.records import Handle, PlayerRecords, StoredDrawing, StoredGame, Win, best
from puzzles.player.recovery import keep_copy
from puzzles.player.saves import Saves
from puzzles.player.settings import read_settings, write_settings

SHORT, EVER = -1, 1 << 40
READS, WRITES, NAMES, FLUSHES = 1, 2, 4, 8
FAULTS = {  # what goes wrong, in which calls, and in how many
    "full": (errno.ENOSPC, WRITES | NAMES, EVER),
    "full once": (errno.ENOSPC, WRITES | NAMES, 1),
    "broken": (errno.EIO, READS | WRITES | NAMES | FLUSHES, EVER),
    "broken once": (errno.EIO, READS | WRITES | NAMES | FLUSHES, 1),
    "interrupted": (errno.EINTR, READS | WRITES | FLUSHES, 1),
    "short": (SHORT, READS | WRITES, 1),
}
MOST = 500  # calls in a run
LAYER = ctypes.CDLL(None)

Check = Callable[[], None]  # of what was promised, once nothing fails any more
Act = Callable[[], Check | None]


@contextlib.contextmanager
def faults(fault: str, folder: Path, at: int) -> Any:
    """The file layer fails under a folder from call `at` on; gives what counts the calls."""
    error, kinds, many = FAULTS[fault]
    calls = [0]
    LAYER.arm(
        os.fsencode(f"{folder}/"), ctypes.c_long(at), ctypes.c_long(at + many - 1), error, kinds
    )
    try:
        yield calls
    finally:
        calls[0] = LAYER.disarm()


def game(moves: int) -> dict[str, Any]:
    return {
        "moves": ["a1 Red"] * moves,
        "at": moves,
        "mark": None,
        "seconds": 1.0,
        "hints": 0,
        "watched": 0,
    }


def win(name: str) -> Win:
    return Win(
        name,
        f"kami/p/{name}",
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


OLD = [StoredGame(f"old {n}", f"kami/p/{n}", "b", False, n, "", game(60 + n)) for n in range(40)]


@dataclass
class Run:
    """One run: `promised` are the moves of games that were acknowledged, and the wins."""

    folder: Path
    saves: Saves | None = None
    promised: dict[str, int] = field(default_factory=dict)
    wins: set[str] = field(default_factory=set)
    strokes: int = 0  # of the drawing
    sound: bool = True  # nothing may be set aside

    def open(self) -> Saves:
        self.saves = Saves(self.folder)
        return self.saves

    def prepare(self) -> None:
        """A database with games and wins, which all must stay."""
        saves = Saves(self.folder)
        saves.merge(PlayerRecords([win("w0"), win("w1")], OLD))
        saves.close()
        self.promised = {kept.game: len(kept.history["moves"]) for kept in OLD}
        self.wins = {"w0", "w1"}


def check(run: Run, folder: Path, whole: bool) -> None:
    """Compare what is in a folder with what was promised; all of it is `whole`."""
    saves = Saves(folder)
    try:
        kept = saves.all_games()
        moves: dict[str, int] = {}
        for found in kept:
            moves[found.game] = max(moves.get(found.game, 0), len(found.history["moves"]))
        wins = {win.game for win in saves.wins()}
        drawn = max((len(each.strokes["strokes"]) for each in saves.drawings()), default=0)
        assert drawn >= run.strokes, f"{drawn} strokes of {run.strokes}"
        assert not saves.trouble, saves.trouble
        told = saves.notices()
        assert not told or not run.sound, told
    finally:
        saves.close()
    for name, count in run.promised.items():
        assert moves.get(name, 0) >= count, f"{name}: {moves.get(name)} moves of {count}"
    assert run.wins <= wins, f"wins: {wins} of {run.wins}"
    if whole:
        assert set(moves) >= set(run.promised)
    for file in folder.iterdir():
        name = file.name.removesuffix("-wal").removesuffix("-shm")
        assert name in ("games.sqlite", "copies") or not run.sound, f"{file.name} was left"
        if file.suffix == ".sqlite":
            with contextlib.closing(sqlite3.connect(file)) as opened:
                if run.sound:
                    assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


# Scenarios ---------------------------------------------------------------------------------


def store(saves: Saves, handle: Handle, moves: int, document: str = "") -> bool:
    now = time.time()
    level = f"kami/p/{handle.name}"
    played = StoredGame(handle.name, level, "b", False, now, document, game(moves))
    return saves.store(handle, played).result()


def first(run: Run) -> Act:
    """The first game ever, in a folder that is not there yet."""
    return lambda: play(run)


def play(run: Run) -> None:
    """Moves, one by one, and reading between them."""
    saves = run.open()
    handle = Handle("new")
    for moves in range(1, 7):
        if store(saves, handle, moves, "x" * 500):
            run.promised["new"] = moves
        if moves % 3 == 0:
            saves.all_games()
            saves.newest("kami/p/3")


def moves(run: Run) -> Act:
    run.prepare()
    return lambda: play(run)


def wins(run: Run) -> Act:
    """Wins, and the lists that show them."""
    run.prepare()

    def act() -> None:
        saves = run.open()
        for name in ("w2", "w3"):
            if saves.record(win(name)).result():
                run.wins.add(name)
            best(saves.wins())
            saves.wins()

    return act


def downgrade(run: Run) -> None:
    """Make the database one of the version before drawings."""
    with contextlib.closing(sqlite3.connect(run.folder / "games.sqlite")) as old, old:
        old.execute("DROP TABLE drawings")
        old.execute("PRAGMA user_version = 2")


def strokes(run: Run) -> Act:
    """A board that is drawn, in a database of the version before drawings."""
    run.prepare()
    downgrade(run)

    def act() -> None:
        saves, handle = run.open(), Handle("drawing")
        for count in range(1, 7):
            changes = [[n, "R", "W" * 50] for n in range(count)]
            drawn = {"board": "R" * 2000, "strokes": changes, "at": count}
            if saves.store(handle, StoredDrawing(handle.name, "kami", drawn, time.time())).result():
                run.strokes = count

    return act


def merge(run: Run) -> Act:
    """Games and wins from elsewhere, all of them or none."""
    run.prepare()

    def act() -> None:
        saves = run.open()
        wins = [win(f"m{n}") for n in range(30)]
        new = [StoredGame(f"m{n}", f"kami/m/{n}", "b", False, n, "", game(90)) for n in range(30)]
        if any(saves.merge(PlayerRecords(wins, new))):
            run.wins |= {f"m{n}" for n in range(30)}
            run.promised |= {kept.game: 90 for kept in new}

    return act


def upgrade(run: Run) -> Act:
    """A database of version 2."""
    run.prepare()
    downgrade(run)

    def act() -> None:
        run.open().all_games()

    return act


def mend(run: Run) -> Act:
    """A damaged database, which is set aside once it can be, with what it holds taken over."""
    run.prepare()
    run.sound = False
    file = run.folder / "games.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as opened:
        keep_copy(opened, file)
    file.write_bytes(b"\xff" * 4096 + file.read_bytes()[4096:])
    return lambda: play(run)


def export(run: Run) -> Act:
    """`puzzles export` over a file of before."""
    run.prepare()
    os.environ["PUZZLES_STATE_DIR"] = str(run.folder)
    file = run.folder.parent / "out" / "progress.json"
    shutil.rmtree(file.parent, ignore_errors=True)
    file.parent.mkdir()
    file.write_text("before")

    def act() -> Check:
        with contextlib.redirect_stderr(io.StringIO()) as told:
            code = command(["progress", "export", str(file)])

        def check() -> None:
            text = file.read_text()
            if code == 0:
                assert len(json.loads(text)["games"]) == len(OLD)
                assert len(json.loads(text)["wins"]) == 2
            else:
                assert code == 2
                *notices, _ = told.getvalue().splitlines()
                assert len(notices) <= 1, notices  # that none can be saved
                assert text == "before"

        return check

    return act


def settings(run: Run) -> Act:
    """A change of the settings, in a file that a person has written into."""
    os.environ["PUZZLES_CONFIG_DIR"] = str(run.folder)
    run.folder.mkdir()
    file = run.folder / "settings.toml"
    old = '# mine\npalette = "okabe-ito"  # for the evening\nkeys = "vim"\n'
    file.write_text(old)

    def act() -> Check:
        shown, _ = read_settings()
        text = old
        try:
            write_settings(replace(shown, clock=False), shown)
            text += "clock = false\n"
        except OSError:
            pass
        return lambda: same(file, text)

    return act


def pack(run: Run) -> Act:
    """Any other file of the player's."""
    run.folder.mkdir()
    file = run.folder / "levels" / "mine.toml"

    def act() -> Check:
        text = None
        for new in ("one\n" * 5000, "two\n" * 7000):
            with contextlib.suppress(OSError):
                write_file(file, new)
                text = new
        return lambda: same(file, text)

    return act


def same(file: Path, text: str | None) -> None:
    """A file holds this, or is not there."""
    assert (file.read_text() if file.exists() else None) == text


SCENARIOS = {
    scenario.__name__: scenario
    for scenario in (first, moves, wins, strokes, merge, upgrade, mend, export, settings, pack)
}


def once(name: str, fault: str, folder: Path, at: int) -> int:
    """One run; how many calls there were."""
    shutil.rmtree(folder, ignore_errors=True)
    run = Run(folder)
    act = SCENARIOS[name](run)
    with faults(fault, folder, at) as calls:
        then = act()
    if then is not None:
        then()
    if run.saves is None:
        return int(calls[0])
    found = folder.with_name("found")
    shutil.rmtree(found, ignore_errors=True)
    if folder.exists():
        # a copy that is being made is gone before it could be copied
        shutil.copytree(folder, found, ignore=shutil.ignore_patterns(".copy-*"))
        check(run, found, whole=False)
    saves = run.saves
    assert store(saves, Handle("last"), 9), saves.trouble
    assert not saves.trouble
    saves.close()
    run.promised["last"] = 9
    if name in ("first", "moves", "mend"):
        run.promised["new"] = 6  # what was refused is written later
    if name == "strokes":
        run.strokes = 6
    if name == "wins":
        run.wins |= {"w2", "w3"}
    check(run, folder, whole=True)
    return int(calls[0])


def main() -> None:
    name, folder, first, step = sys.argv[1:]
    database.WAIT = 0.01
    runs = 0
    for fault in FAULTS:
        at, left = int(first), True
        while left and at < MOST:
            try:
                left = once(name, fault, Path(folder).resolve() / "state", at) >= at
            except Exception:
                print(f"{name}, {fault}, call {at}: {traceback.format_exc()}")
            runs, at = runs + 1, at + int(step)
    print(f"{runs} runs")


if __name__ == "__main__":
    main()
