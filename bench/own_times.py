"""Plays the estimate of a player's times through, with simulated players whose skill is known.

    python bench/own_times.py

A player takes a time of their own, more with difficulty and size by slopes of their own, less with
practice, and never twice the same. After some wins on levels that ship, with help now and then, the
times of other levels are estimated; the error is of log seconds, as a share of their spread
(standard deviation) over those levels: of what a level takes on average, and of what it took in one
game.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, log
from statistics import median, pstdev
from typing import Any

import numpy as np

from progress import watched
from puzzles.library.catalogue import library
from puzzles.player.pace import paces
from puzzles.player.records import Play
from tables import show

PLAYERS, TRIED = 200, 60
AFTER = (10, 20, 30, 60, 100)
COLUMNS = ("", "wins", "error: median, nine of ten players", "of the time of one game")


def player(rng: np.random.Generator) -> Any:
    """The log seconds of a level with these facts, after so many wins, without chance."""
    start, steep, large = rng.normal(log(90), 0.8), rng.uniform(0.15, 0.55), rng.uniform(0.2, 1.0)
    practice = rng.uniform(0, 0.15)

    def takes(facts: dict[str, Any], wins: int) -> float:
        sides = [int(side) for side in str(facts["size"]).split("×")]
        return float(
            start
            + steep * (facts["difficulty"] - 3)
            - practice * log(1 + wins)
            + large * log(sides[0] * sides[1] / 100)
        )

    return takes


def rows() -> Iterator[tuple[object, ...]]:
    """The cells of the table, by COLUMNS."""
    for puzzle in ("kami", "flow"):
        levels = [
            facts
            for pack in library().packs
            if pack.puzzle.id == puzzle
            for facts in map(pack.puzzle.facts, pack.levels)
            if "×" in str(facts.get("size")) and facts.get("difficulty")
        ]
        for wins in AFTER:
            shares, single = [], []
            for seed in watched(range(PLAYERS), f"{puzzle}, {wins} wins"):
                rng = np.random.default_rng(seed)
                takes, chance = player(rng), rng.uniform(0.15, 0.4)
                plays = []
                for n in range(wins):
                    facts = levels[rng.integers(len(levels))]
                    seconds = exp(takes(facts, n) + rng.normal(0, chance))
                    day = f"2026-01-01T{n // 60:02}:{n % 60:02}:00+00:00"
                    helped = int(rng.random() < 0.1)
                    seconds = min(seconds * (0.7 if helped else 1), 3600.0)
                    plays.append(
                        Play(str(n), f"{puzzle}/a/b", "", 1, 1, "", seconds, helped, 0, day, facts)
                    )
                pace = paces(plays)[puzzle]
                some = [levels[i] for i in rng.integers(len(levels), size=TRIED)]
                true = [takes(facts, wins) for facts in some]
                errors = [
                    log(pace.seconds(facts) or 1) - t for facts, t in zip(some, true, strict=True)
                ]
                shares.append(median(map(abs, errors)) / pstdev(true))
                game = true + rng.normal(0, chance, TRIED)
                single.append(median(np.abs(errors - game + true)) / pstdev(game))
            yield puzzle.title(), wins, _quantiles(shares), _quantiles(single)


def _quantiles(shares: list[float]) -> str:
    return ", ".join(f"{100 * np.quantile(shares, q):.0f} %" for q in (0.5, 0.9))


def main() -> None:
    show(COLUMNS, rows())


if __name__ == "__main__":
    main()
