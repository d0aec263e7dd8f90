"""Processes killed while they play, one window or two: what was on screen is there afterwards.

They are forked off one that has imported all they need, so that hundreds take seconds.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from random import Random

import pytest

import player
from processes import wait_for
from puzzles.cli import main
from puzzles.library import own
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from puzzles.library.locations import state
from puzzles.player.draft import Draft
from puzzles.player.game import Game
from puzzles.player.saves import Saves
from puzzles.player.session import Session

if sys.platform == "win32":
    pytest.skip("kills by signals", allow_module_level=True)

SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGHUP, signal.SIGTERM)
LEVEL = 'puzzle = "kami"\nboard = """\nRWT\nWTR\n"""\n'

forks = multiprocessing.get_context("forkserver")
forks.set_forkserver_preload(["puzzles.kami.plugin", "puzzles.player.game"])


class Window:
    """A process that plays.

    Games are text. `began` is the one that it took up, if it came to that; `told` are those that it
    was about to store, one of `last` is its game now; `seen` is what was on screen, or None if it
    was killed while storing, or before.
    """

    def __init__(self, level, said, rng):
        self._said = said
        self._process = forks.Process(target=player.play, args=(level, state(), said, rng.random()))
        self._process.start()

    def wait(self, size):
        """Until it has said so many bytes."""
        wait_for(lambda: self._said.exists() and self._said.stat().st_size > size)

    def kill(self, how):
        os.kill(self._process.pid, how)
        self._process.join(30)
        assert self._process.exitcode == -how
        lines = [line.split(" ", 1) for line in self._said.read_text().split("\n")[:-1]]
        self._said.unlink()
        self.began = {game for what, game in lines if what == player.BEGAN}
        self.told = [game for what, game in lines if what == player.STORING]
        what, value = lines[-1]
        self.seen = json.loads(value) if what == player.SCREEN else None
        # The last change may be on disk before that is said.
        self.last = self.told[-1:] if self.seen else self.told[-2:]


def text(game):
    return json.dumps(game, sort_keys=True)


def shown(entry, window):
    """The game on a window, out of what it stored; it looks as it did."""
    game = Game(entry)
    game.session = Session.load(game.puzzle, entry.level, json.loads(window.told[-1]))
    assert player.screen(game) == window.seen
    return game


def look(entry, windows, before):
    """Open the database after a round; the games in it. Those of `before` are there as they were,
    unless a window went on with one, and then that is there."""
    with contextlib.closing(Saves()) as saves:
        kept = saves.all_games()
        won = {play.game for play in saves.wins()}
        taken_up = Game(entry, saves)
        assert saves.notices() == []
    games = {text(game.history) for game in kept}
    there = set(games)
    for _ in windows:
        there.update(*(window.began for window in windows if not there.isdisjoint(window.last)))
    assert before <= there
    assert all(game.game in won for game in kept if game.won)
    for window in windows:
        if window.seen or len(window.told) > 1:  # or else nothing was acknowledged
            assert not there.isdisjoint(window.last)
    (only,) = windows if len(windows) == 1 else [None]
    if only and only.seen and not shown(entry, only).status.won:
        assert text(taken_up.session.dump()) == only.told[-1]
    return games


def campaign(folder, kills, windows, seed):
    """Each round takes up the games that the one before it left. Trials and wins that were on
    screen at the end, and windows that were killed in the middle of something."""
    level = folder / "level.toml"
    level.write_text(LEVEL)
    entry, rng, games = find(str(level)), Random(seed), set()
    changes, trials, wins, unsaid = 0, 0, 0, 0
    for _ in range(0, kills, windows):
        players = [Window(str(level), folder / f"said {i}", rng) for i in range(windows)]
        for window in players:
            window.wait(0)
        for window in players:
            window.wait(max(0, rng.randrange(-1000, 4000)))
            time.sleep(rng.random() * 0.01)
            window.kill(rng.choice(SIGNALS))
        games = look(entry, players, games)
        screens = [shown(entry, window) for window in players if window.seen]
        changes += sum(len(window.told) for window in players)
        trials += sum(game.session.trying is not None for game in screens)
        wins += sum(game.status.won for game in screens)
        unsaid += windows - len(screens)
    assert changes > 2 * kills
    assert games
    return trials, wins, unsaid


@pytest.mark.parametrize("windows", [1, 2])
def test_a_killed_process_loses_nothing(tmp_path, windows):
    campaign(tmp_path, 4 * windows, windows, windows)


@pytest.mark.slow
@pytest.mark.parametrize("windows", [1, 2])
def test_processes_killed_a_hundred_times_lose_nothing(tmp_path, windows):
    trials, wins, unsaid = campaign(tmp_path, 100, windows, 10 + windows)
    assert trials
    assert unsaid
    assert wins or windows == 1  # one window alone seldom wins


def test_a_killed_process_loses_no_stroke(tmp_path):
    said = tmp_path / "said"
    process = forks.Process(target=player.draw, args=(state(), said))
    process.start()
    wait_for(lambda: said.exists() and said.stat().st_size > 30)
    process.kill()
    process.join(30)
    with contextlib.closing(Saves()) as saves:
        (drawing,) = saves.drawings()
        assert saves.notices() == []
    assert said.stat().st_size <= drawing.strokes["at"] <= said.stat().st_size + 1
    draft = Draft.taken_up(drawing)
    assert sum(iter(draft.undo, False)) == drawing.strokes["at"]


@pytest.mark.slow
def test_a_killed_process_loses_no_board_that_was_kept(tmp_path, monkeypatch, own_directories):
    """Eight times, at any moment; the pack is whole, and the next process goes on with it."""
    said, rng = tmp_path / "said", Random(34)
    data = own_directories / "data"
    for _ in range(8):
        process = forks.Process(target=player.keep, args=(data, said))
        process.start()
        before = said.stat().st_size if said.exists() else 0
        wait_for(lambda before=before: said.exists() and said.stat().st_size > before)
        time.sleep(rng.random() * 0.05)
        process.kill()
        process.join(30)
        told = said.read_text().splitlines()
        (pack,) = own.own_packs()
        kept = [level.title for level in pack.levels]
        assert pack.errors == ()
        assert kept[: len(told)] == told
        assert len(kept) <= len(told) + 1
        said.write_text("".join(f"{title}\n" for title in kept))


@pytest.mark.slow
def test_a_killed_import_leaves_a_whole_file_or_none(tmp_path):
    shot, out = tmp_path / "shot.png", tmp_path / "out.toml"
    assert main(["export", "kami/first-folds/9", str(shot)]) == 0
    rng, written = Random(35), 0
    for _ in range(6):
        command = [sys.executable, "-m", "puzzles", "import", str(shot), "-o", str(out)]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        time.sleep(0.2 + rng.random() * 2)
        process.kill()
        process.wait(30)
        if out.exists():
            written += 1
            assert len(read_pack(str(out)).levels) == 1
            out.unlink()
    assert written < 6
