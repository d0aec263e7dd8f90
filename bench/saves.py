"""Prints how quick the player's database is.

    python bench/saves.py

A move stored is measured from the change to the moment it is on disk, for a game of 1,000 moves;
beside it, how long the caller (the event loop) was held. Listing is measured with 10,000 games and
as many wins.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from child import report
from puzzles.player.records import Play, Slot
from puzzles.player.saves import Saves

MOVES, GAMES, RUNS = 1000, 10_000, 30
PLAY = Play(
    "", "", "b", 7, 6, "ok", 31.5, 0, 0, "2026-03-01T20:00:00+01:00", {"size": "10×29", "par": 6}
)


def game(moves: int) -> dict[str, object]:
    return {
        "moves": ["c4 Red"] * moves,
        "at": moves,
        "mark": None,
        "seconds": 100.0,
        "hints": 0,
        "watched": 0,
    }


def milliseconds(work: object) -> float:
    began = time.perf_counter()
    work()  # type: ignore[operator]
    return (time.perf_counter() - began) * 1000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        saves = Saves(Path(folder))
        slot, stored, held = Slot("kami/bench/0", "b", "{}", "0"), [], []
        for move in range(1, MOVES + 1):
            dump = game(move)
            began = time.perf_counter()
            done = saves.store(slot, dump, False)
            held.append((time.perf_counter() - began) * 1000)
            done.result()
            stored.append((time.perf_counter() - began) * 1000)
        report("a move is on disk (1 … 1,000 moves before)", stored, "under 5 ms")
        report("the caller is held for", held, "nothing")
        document = "x" * 500
        for number in range(GAMES):
            level = f"kami/pack-{number // 100}/level-{number}"
            saves.store(Slot(level, "b", document, str(number)), game(30), False)
        saves.merge(
            PLAY._replace(game=str(n), level=f"kami/pack-{n // 100}/level-{n}")
            for n in range(GAMES)
        )
        assert len(saves.games()) == GAMES + 1
        report(
            "10,000 games listed", [milliseconds(saves.games) for _ in range(RUNS)], "under 100 ms"
        )
        report(
            "best results of 10,000 wins",
            [milliseconds(saves.results) for _ in range(RUNS)],
            "under 100 ms",
        )
        saves.close()


if __name__ == "__main__":
    main()
