"""Plays a level by chance until it is killed.

A line for each thing it does, in a file: that it is ready, the game that it takes up, the game
whenever it is about to be stored, and what is on screen once it is on disk.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, cast

from puzzles.kami.rules.model import KamiLevel
from puzzles.library import own
from puzzles.library.catalogue import find
from puzzles.player.course import Outcome
from puzzles.player.draft import Draft, blank
from puzzles.player.game import Game
from puzzles.player.records import Handle, StoredDrawing, StoredGame
from puzzles.player.saves import Saves
from puzzles.player.session import Clock

READY, BEGAN, STORING, SCREEN = "ready", "began", "storing", "screen"


def screen(game: Game) -> list[Any]:
    """What a player sees of a game."""
    return [game.puzzle.text(game.state), game.status.moves, game.session.trying, game.status.won]


def play(level: str, folder: Path, said: Path, seed: float) -> None:
    """Play a level, with the saved games of a folder; `said` is the file to write to."""
    # Also where the tests run without a terminal, or in the background.
    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    with said.open("w") as file:

        def say(what: str, value: object) -> None:
            print(what, json.dumps(value, sort_keys=True), file=file, flush=True)

        class Told(Saves):
            def store(self, handle: Handle, record: StoredGame | StoredDrawing) -> Future[bool]:
                assert isinstance(record, StoredGame)
                say(STORING, record.history)
                return super().store(handle, record)

        entry, rng = find(level), Random(seed)
        say(READY, level)
        game = Game(entry, Told(folder))
        say(BEGAN, game.session.dump())
        while True:
            game.session.hints += rng.random() < 0.1
            game.session.clock = Clock(rng.randrange(1000))
            outcome = _verb(game, rng)()
            if outcome.stored is not None:
                assert outcome.stored.result()
                say(SCREEN, screen(game))
                time.sleep(rng.random() * 0.005)


def draw(folder: Path, said: Path) -> None:
    """Draw a board by chance; `said` has a point for each stroke that is on disk."""
    rng = Random(1)
    with said.open("w") as file:
        saves = Saves(folder)
        draft = Draft(*blank(["kami", "square", "9x9"]), saves)
        while True:
            draft.brush = rng.choice(draft.things).key
            if draft.paint(rng.randrange(draft.grid.n)):
                assert saves.drawings()
                print(".", end="", file=file, flush=True)


def _verb(game: Game, rng: Random) -> Callable[[], Outcome]:
    """Something that a player may do."""
    board = cast(KamiLevel, game.entry.level).board
    cell = board.grid.name(rng.randrange(board.grid.n))
    move = f"{cell} {rng.choice(board.palette).name}"
    return rng.choice(
        [lambda: game.play_text(move)] * 6
        + [game.undo, game.undo, game.redo, game.restart]
        + [game.begin_trial, game.keep, game.abandon]
    )


def keep(folder: Path, said: Path) -> None:
    """Put boards into a pack of one's own, one after the other."""
    os.environ["PUZZLES_DATA_DIR"] = str(folder)
    entry = find("kami/first-folds/2")
    puzzle = entry.pack.puzzle
    with said.open("a") as file:
        for number in count(sum(len(pack.levels) for pack in own.own_packs())):
            level = replace(entry.level, title=f"Board {number}")
            own.keep(puzzle, level)
            print(level.title, file=file, flush=True)
