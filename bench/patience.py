"""Proves, over hours, that a Kami board needs so many moves:
`python bench/patience.py FILE MOVES KEPT [--minutes M]`.

FILE has the board: one of another maker, or the first of a pack. The search is the solver's,
without the sets beside it. What it has refuted stands in its transposition table, which is written
to KEPT every ten minutes, and at the end, by ctrl-c or SIGTERM too. Started again, it goes on from
there. What is printed is the sum of all runs.
"""

from __future__ import annotations

import argparse
import io
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import kami_data
from helping import PIECE
from puzzles.kami.rules.model import KamiLevel, start
from puzzles.kami.solver.search import EXHAUSTED, FOUND, RUNNING, Search
from puzzles.kami.solver.solve import parts_of
from puzzles.kami.solver.table import Table
from puzzles.library.files import write_file

MEMORY = 1_500_000_000  # bytes for the table
TURN = 1 << 30  # positions between two looks at the clock, at most: a part of a slice has fewer
EVERY = 600  # seconds between two times that the file is written


@dataclass
class Campaign:
    """What is known of a board, and its search; the sums are over all runs."""

    level: KamiLevel
    moves: int  # that it may turn out to need

    def __post_init__(self) -> None:
        part = parts_of(start(self.level))[-1]
        self.board = np.array(part.graph.edges), np.array(part.colours)
        self.search = Search(part.graph, part.colours, -1, self.moves, MEMORY)
        self.bound, self.positions, self.seconds = part.lower, 0, 0.0

    def load(self, file: Path) -> None:
        """Go on from what a file says, which must be of this board."""
        with np.load(file) as kept:
            if not all(map(np.array_equal, self.board, (kept["edges"], kept["colours"]))):
                sys.exit(f"{file} is of another board")
            self.search.table = Table(*(kept[name] for name in Table._fields))
            self.bound, self.positions = kept["sums"].tolist()
            self.seconds = float(kept["seconds"])

    def save(self, file: Path) -> None:
        data, (edges, colours) = io.BytesIO(), self.board
        sums, table = (self.bound, self.positions), self.search.table._asdict()
        np.savez(data, edges=edges, colours=colours, sums=sums, seconds=self.seconds, **table)
        write_file(file, data.getvalue())

    def refute(self) -> Iterator[None]:
        """Raise the bound until it is `moves`; yield after each part of a slice."""
        while self.bound < self.moves:
            self.search.begin(self.bound)
            result = RUNNING
            while result == RUNNING:
                began, before = time.process_time(), self.search.nodes
                result = self.search.advance(TURN)
                self.positions += self.search.nodes - before
                self.seconds += time.process_time() - began
                if result == FOUND:
                    sys.exit(f"{self}: there is a solution of {self.bound}")
                self.bound += result == EXHAUSTED
                yield

    def __str__(self) -> str:
        tried, listed = self.search.stack.tried[0], self.search.stack.listed[0]
        return (
            f"at least {self.bound} moves: {self.positions:,} positions, "
            f"{self.seconds:,.0f} s of CPU; {tried} of {listed} first moves tried"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("moves", type=int)
    parser.add_argument("kept", type=Path)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    campaign = Campaign(next(kami_data.levels(options.file)), options.moves)
    if options.kept.exists():
        campaign.load(options.kept)
    began = written = time.monotonic()
    minutes = min(options.minutes, 0.01 * PIECE or options.minutes)
    try:
        for _ in campaign.refute():
            now = time.monotonic()
            if now > began + 60 * minutes:
                break
            if now > written + EVERY:
                print(campaign, flush=True)
                campaign.save(options.kept)
                written = now
    except KeyboardInterrupt:
        pass
    print(campaign)
    campaign.save(options.kept)


if __name__ == "__main__":
    main()
