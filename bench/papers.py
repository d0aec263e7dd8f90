"""Finds papers for drawn sheets, so that a calm figure takes as many moves as is wished.

    python bench/papers.py SHEETS.toml PAR [SECONDS [TITLE …]]

SHEETS are as in `bench/sheets/`, but some papers are left open: each `?` is to be one. What touches
gets unlike papers. From any such choice on one paper after the other is exchanged, and the change
kept if the sheet then needs no fewer moves; beams of rising width tell most bad changes soon. A
sheet that is proved to need PAR is printed as layers, ready for `bench/sheets/`.

Many moves do not need many pieces, but long ways: of figures cut out of nothing, whose pieces hang
together in chains, twenty take twelve moves and more, and a bound proves it at once. A ground that
touches everything brings all of it near.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from expert import level, proved
from puzzles.core.solving import Answer, Limits
from puzzles.grids.text import read_size
from puzzles.kami.generator.dyes import PALETTES
from puzzles.kami.generator.sheets import drawn
from puzzles.kami.rules.model import Board, start
from puzzles.kami.solver.beam import beam
from puzzles.kami.solver.solve import parts_of, solve
from puzzles.kami.tutor.difficulty import greedy

OPEN = 0x400  # the letters from there on stand for papers that are open
WIDTHS, LOOK = (4, 40), 40  # of beams; slices of search, some 20 ms each
STALE = 60  # changes without a gain until another beginning is tried
FEW, SPREAD = 5, 4  # papers at least; pieces that one change may take with it
Papers = list[int]  # the paper of each piece


class Sheet:
    """A sheet's pieces, those whose papers are open, and which of them touch."""

    def __init__(self, keys: dict[str, Any], palette: str) -> None:
        numbers = count(OPEN)
        self.text = "".join(chr(next(numbers)) if c == "?" else c for c in keys["layers"])
        size = read_size(keys.get("size", "10x29"), "10x29")
        self.grid, letters = drawn(self.text, size)
        self.palette = PALETTES[keys.get("palette", palette)]
        self.pieces = sorted(set(letters))
        self.piece = np.searchsorted(self.pieces, letters)
        names = [paper.letter for paper in self.palette]
        self.fixed = {i: names.index(p) for i, p in enumerate(self.pieces) if ord(p) < OPEN}
        self.open = [i for i in range(len(self.pieces)) if i not in self.fixed]
        self.near: list[set[int]] = [set() for _ in self.pieces]
        for a, b in self.piece[np.asarray(self.grid.graph.edges)].tolist():
            if a != b:
                self.near[a].add(b)
                self.near[b].add(a)

    def board(self, papers: Sequence[int]) -> Board:
        used, colours = np.unique(np.array(papers)[self.piece], return_inverse=True)
        colours = colours.astype(np.uint8)
        colours.flags.writeable = False
        return Board(self.grid, tuple(self.palette[i] for i in used), colours)

    def layers(self, papers: Sequence[int]) -> str:
        """The text with a paper for each that was open; what lies under others gets any."""
        letters = {p: self.palette[papers[i]].letter for i, p in enumerate(self.pieces)}
        return "".join(
            letters.get(c, self.palette[0].letter if ord(c) >= OPEN else c) for c in self.text
        ).strip()

    def choices(self, papers: Papers, i: int) -> list[int]:
        taken = {papers[j] for j in self.near[i]}
        return [paper for paper in range(len(self.palette)) if paper not in taken]

    def first(self, rng: Random) -> Papers | None:
        """Papers by chance, those with the fewest choices first."""
        papers, left = [self.fixed.get(i, -1) for i in range(len(self.pieces))], set(self.open)
        while left:
            i = min(left, key=lambda i: (len(self.choices(papers, i)), rng.random()))
            if not (choices := self.choices(papers, i)):
                return None
            papers[i] = rng.choice(choices)
            left.remove(i)
        return papers

    def changed(self, papers: Papers, rng: Random) -> Papers | None:
        """Another paper for a piece; those it would touch in its own take others."""
        papers, i = papers[:], rng.choice(self.open)
        papers[i] = rng.choice([p for p in range(len(self.palette)) if p != papers[i]])
        done, queue = {i}, [i]
        while queue:
            v = queue.pop()
            for w in self.near[v]:
                if papers[w] != papers[v]:
                    continue
                if w in self.fixed or w in done or len(done) > SPREAD:
                    return None
                choices = self.choices(papers, w)
                if not choices:
                    queue.append(w)
                papers[w] = rng.choice(
                    choices or [p for p in range(len(self.palette)) if p != papers[v]]
                )
                done.add(w)
        return papers


def needed(board: Board, least: int) -> tuple[int, bool]:
    """The moves of a solution, and whether fewer are proved not to do; as soon as it is less than
    `least`, any such number."""
    state = start(level(board))
    best = greedy(state)
    for width in WIDTHS:
        if best < least:
            return best, False
        lines = [
            [line for line in beam(part.graph, part.colours, width, -1) if line is not None]
            for part in parts_of(state)
        ]
        ends = [min(found, key=len)[-1][1] if found else -1 for found in lines]
        unlike = len(ends) - max(map(ends.count, ends))
        best = min(best, unlike + sum(min(map(len, found), default=0) for found in lines))
    *_, end = solve(state, Limits(), slices=LOOK)
    assert isinstance(end, Answer)
    return min(best, len(end.moves or range(best))), end.proved


def found(sheet: Sheet, par: int, seconds: float, rng: Random) -> Papers | None:
    """Papers that need `par` moves, if there are some soon."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        papers, best, stale = sheet.first(rng), 0, 0
        while papers and stale < STALE and time.monotonic() < end:
            stale += 1
            changed = sheet.changed(papers, rng)
            if changed is None:
                continue
            board = sheet.board(changed)
            if len(board.palette) < FEW:
                continue
            moves, sure = needed(board, best)
            if moves == par and sure:
                return changed
            if best <= moves <= par:
                stale = stale if moves == best else 0
                papers, best = changed, moves
    return None


def main() -> None:
    file, par, *rest = sys.argv[1:]
    seconds, titles = float(rest[0]) if rest else 60.0, rest[1:]
    document = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    for keys in document["sheet"]:
        if titles and keys["title"] not in titles:
            continue
        sheet = Sheet(keys, document.get("palette", ""))
        papers = found(sheet, int(par), seconds, Random(keys["title"]))
        if papers is None:
            print(f"NOTHING for {keys['title']}", flush=True)
        else:
            print(keys["title"], proved(sheet.board(papers)))
            print(sheet.layers(papers), flush=True)


if __name__ == "__main__":
    main()
