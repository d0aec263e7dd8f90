"""Spoils challenges at random, and prints how many were refused, and how many of the rest are games
that won; one that is neither ends the program with exit code 1. Then how long challenges are.

    python bench/challenges.py [--seed N] [--trials N]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from challenging import challenge_of, harmless, spoilt
from helping import few, show, some, watched
from shipped import ENTRIES, PUZZLES


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trials", type=int, default=1000, help="of each puzzle")
    arguments = parser.parse_args()
    bad, rows = 0, []
    for puzzle in some(PUZZLES):
        rng = Random(f"{puzzle.id} {arguments.seed}")
        entries = [entry for entry in ENTRIES if entry.pack.puzzle is puzzle]
        good = [challenge_of(rng, entry) for entry in rng.choices(entries, k=few(40))]
        texts = [spoilt(rng, *rng.choices(good, k=2)) for _ in range(few(arguments.trials))]
        no = 0
        for text in watched(texts, puzzle.id):
            outcome = harmless(text)
            no += outcome == "refused"
            if not outcome:
                bad += 1
                print(f"neither refused nor a game: {text}", file=sys.stderr)
        lengths = [len(text) for text in good]
        rows.append((puzzle.id, len(texts), no, len(texts) - no, median(lengths), max(lengths)))
    show(("puzzle", "spoilt", "refused", "games", "median length", "most"), rows)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
