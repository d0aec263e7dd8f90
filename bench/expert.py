"""Looks for calm Kami boards of par 12 to 16: few papers in large, clear shapes.

    python bench/expert.py OUT.jsonl [FIRST [SECONDS]]

A board is bands, over which lie others or a figure of rings and stars; the papers of each follow in
an order of its own. The shapes stay; the order is climbed: one paper is exchanged for another,
and the change kept if a beam then needs no fewer moves. What seems to need as many as PARS
say is proved. Each find is a line: its seed (from FIRST on), its par, and its
layers, which go into `bench/sheets/` under a title if they look well.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np

from puzzles.core.errors import Place
from puzzles.core.solving import Answer, Limits
from puzzles.kami.generator.dyes import PALETTES
from puzzles.kami.generator.sheets import IMAGES, PATTERNS, board
from puzzles.kami.rules.model import Board, KamiLevel, start
from puzzles.kami.solver.solve import solve
from puzzles.kami.tutor.difficulty import greedy

PARS = range(12, 17)
# Slices of search, some 20 ms each: for a beam, and for a proof.
LOOK, PROOF = 1, 600
STEPS, EACH = 80, 2  # changes tried on a board; boards kept of the same shapes
REGIONS, AREA, TINY = 60, 5.5, 0.22  # at most, on average at least, the share of one or two cells
SIZES = (10, 29), (10, 29), (12, 35), (14, 37)  # columns and rows, of bands and of figures
LARGE = (12, 35), (14, 37), (16, 39)
BANDS = (
    "slopes 2",
    "chevrons 2",
    "zigzag 5 2",
    "zigzag 1 2",
    "zigzag 2 2",
    "parquet 5 2",
    "rings 1",
    "rays 1",
    "columns 1",
    "parquet 3 4",
)
CUTS = (
    "poly 0,0 20,20 20,60 -20,60 -20,20",
    "poly 0,0 20,-20 20,60 -20,60 -20,-20",
    "poly 0,-40 0,40 -20,60 -20,-60",
    "gem 0,0 4 12",
    "gem 0,0 4 8",
    "gem 0,0 5 10",
    "hex 0,0 4",
    "hex 0,0 5",
    "star 0,0 2",
    "gem 0,-10 3 4 by 3 0,10",
    "gem 0,-5 4 5 by 2 0,10",
)
# What stands on chevrons: points are counted from the board's middle, here and above.
FIGURES = (
    ("rings 1 in hex 0,0 5", "star 0,0 1", "hex 0,0 1"),
    ("rings 1 in gem 0,0 5 12", "star 0,0 2", "hex 0,0 1"),
    ("rays 1 in hex 0,0 5", "hex 0,0 2", "star 0,0 1"),
    ("rays 1 in gem 0,0 5 10", "star 0,0 1"),
    ("rings 1 in star 0,0 2", "hex 0,0 1"),
    ("rays 1 in star 0,0 3", "star 0,0 1"),
    *(
        (
            f"rings 1 0,{-up} in hex 0,{-up} {side}",
            f"rings 1 0,0 in hex 0,0 {side}",
            f"rings 1 0,{up} in hex 0,{up} {side}",
        )
        for up, side in ((10, 2), (10, 3))
    ),
    ("rings 1 0,-8 in hex 0,-8 4", "rings 1 0,8 in hex 0,8 4"),
    ("rings 1 0,-6 in gem 0,-6 3 6", "rings 1 0,6 in gem 0,6 3 6", "hex 0,0 1"),
    ("gem 0,0 5 12", "gem 0,0 4 10", "gem 0,0 3 8", "gem 0,0 2 6", "gem 0,0 1 4"),
    ("* gem 0,-6 2 4", "* gem 0,-6 1 2", "star 0,0 1", "hex 0,0 1"),
    ("hex 0,0 5", "* gem 0,-6 1 4", "star 0,0 1"),
)
Orders = Sequence[Sequence[str]]
GROUNDS = "chevrons 2", "zigzag 5 2", "zigzag 2 2", "zigzag 1 2", "zigzag 7 2", "columns 1"


def order(papers: Sequence[str], number: int, rng: Random) -> list[str]:
    """That many papers, each unlike the two before it: what comes again soon is merged soon."""
    found: list[str] = []
    while len(found) < number:
        found.append(rng.choice([p for p in papers if p not in found[-2:]]))
    return found


def at(field: str, size: tuple[int, int]) -> str:
    """A field with its points counted from the corner."""
    x, y = size[0] // 2, size[1] // 2
    words = field.split()
    return " ".join(
        f"{int(w.split(',')[0]) + x},{int(w.split(',')[1]) + y}"
        if "," in w and words[max(0, i - 2)] != "by"
        else w
        for i, w in enumerate(words)
    )


def banded(shape: str) -> bool:
    return shape.split()[0] in PATTERNS


def composed(rng: Random) -> tuple[tuple[int, int], list[str]]:
    """A size, and bands, bands over bands, or a figure on bands."""
    kind, size = rng.random(), rng.choice(SIZES)
    if kind < 0.05:
        return size, [rng.choice(BANDS)]
    if kind < 0.2:
        return size, [rng.choice(BANDS), at(f"{rng.choice(BANDS)} in {rng.choice(CUTS)}", size)]
    size = rng.choice(LARGE)
    return size, [rng.choice(GROUNDS), *(at(shape, size) for shape in rng.choice(FIGURES))]


def layers(shapes: Sequence[str], orders: Orders) -> str:
    lines = []
    for papers, shape in zip(orders, shapes, strict=True):
        image, _, rest = shape.partition(" ") if shape[0] in IMAGES else ("", "", shape)
        lines.append(f"{image} {''.join(papers)} {rest}".strip())
    return "\n".join(lines)


def level(made: Board) -> KamiLevel:
    return KamiLevel("", Place("made"), made, None, Place("made"))


def calm(made: Board, papers: int) -> bool:
    region = made.grid.graph.components(made.colours.tolist())
    areas = np.bincount(region)
    shares = np.bincount(made.colours) / len(made.colours)
    return bool(
        len(areas) <= REGIONS
        and areas.mean() >= AREA
        and (areas <= 2).mean() <= TINY
        and len(made.palette) == papers
        and shares.min() >= 0.04
    )


def needed(made: Board) -> int:
    """The moves of a solution that is found soon."""
    state = start(level(made))
    best = greedy(state)
    for event in solve(state, Limits(), slices=LOOK):
        best = min(
            best,
            len(event.moves or range(best)) if isinstance(event, Answer) else event.best or best,
        )
    return best


def climbed(
    make: Callable[[Orders], Board],
    lengths: Sequence[int],
    papers: Sequence[str],
    aims: Sequence[int],
    rng: Random,
) -> Board | None:
    """The board that `make` makes of orders so long for which a beam needs as many moves as one of
    `aims` says, or at least as the least of them; None if there is none soon."""
    orders: Orders = [order(papers, length, rng) for length in lengths]
    aim, best, found = rng.choice(aims), 0, None
    for _ in range(STEPS):
        changed = [list(one) for one in orders]
        one = rng.choice(changed)
        one[rng.randrange(len(one))] = rng.choice(papers)
        if any(a == b for one in changed for a, b in pairwise(one)):
            continue
        made = make(changed)
        if not calm(made, len(papers)):
            if found is None:
                orders = changed
            continue
        moves = needed(made)
        if moves >= best:
            orders, best, found = changed, moves, made
        if best >= aim:
            break
    return found if best >= min(aims) else None


def proved(made: Board) -> tuple[int, dict[str, int]] | None:
    """A board's par and the figures of its proof, if it does not take long."""
    *_, end = solve(start(level(made)), Limits(), slices=PROOF)
    assert isinstance(end, Answer)
    if not end.proved or end.moves is None:
        return None
    return len(end.moves), {"nodes": end.nodes, "bound": end.lower_bound}


def main() -> None:
    out = Path(sys.argv[1])
    first, seconds = (int(word) for word in [*sys.argv[2:], "0", "3600"][:2])
    old = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    kept = Counter(keys["shapes"] for keys in old)
    first = max([first, *(keys["seed"] + 1 for keys in old)])
    end = time.monotonic() + seconds
    for seed in range(first, sys.maxsize):
        if time.monotonic() > end:
            return
        rng = Random(f"expert {seed}")
        name = rng.choice(list(PALETTES))
        palette = rng.sample(PALETTES[name], rng.choice((4, 5, 5, 6)))
        size, shapes = composed(rng)
        if kept[str(shapes)] == EACH:
            continue
        text: dict[Board, str] = {}

        def make(orders: Orders) -> Board:
            lines = layers(shapes, orders)  # noqa: B023
            made = board(lines, palette, size)  # noqa: B023
            text[made] = lines  # noqa: B023
            return made

        lengths = [rng.randint(9, 16) if banded(shape) else 1 for shape in shapes]
        made = climbed(make, lengths, [paper.letter for paper in palette], PARS, rng)
        if made is None or (found := proved(made)) is None or found[0] not in PARS:
            continue
        kept[str(shapes)] += 1
        line = {
            "seed": seed,
            "par": found[0],
            "palette": name,
            "size": "{}x{}".format(*size),
            "shapes": str(shapes),
            "layers": text[made],
        }
        print(seed, found, shapes, flush=True)
        with out.open("a") as file:
            file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
