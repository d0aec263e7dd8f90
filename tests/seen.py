"""Sixty positions as boards show them, to be held against what was seen before.

`PYTHONPATH=examples/template/src python tests/seen.py` writes the digests of `seen.json` anew; look
first at what has changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from puzzles.characters import render
from puzzles.characters.ink import Look
from puzzles.core.solving import Step
from puzzles.core.tables import read_table
from puzzles.flow.rules.hand import begin
from puzzles.grids.symbols import SymbolRules, SymbolState
from puzzles.library.catalogue import find
from puzzles.library.solutions import solution_of
from puzzles.pictures.shapes import drawing
from puzzles.player.settings import Settings
from puzzles.ui.board.cellboard import board_of

FILE = Path(__file__).with_name("seen.json")
GROUND = 28, 25, 22
SIZES = (120, 40), (80, 24), (38, 16), (12, 5)
# Each with the glyphs that go with it; a Kami board of few colours takes the coarsest.
DEPTHS = ("truecolor", "wedge"), ("truecolor", "half"), ("256", "sextant"), ("standard", "block")
COINS = "title = 'Coins'\nboard = '''\noXXoXX\nXoXXoo\nooXXXX\n'''\n"
LEVELS = (
    "kami/first-folds/windmill",
    "kami/grand-folds/totem",
    "kami/islands/four-buttons",
    "kami/graphs/dodecahedron",
    "flow/first-pipes/5",
    "flow/sixteen-and-more/storm-surge",
    "flow/silhouettes/cup",
    "flow/rooms/workshop",
    "flow/bridges/wandering-spring",
    "flow/around-the-world/marseilles",
    "flow/waxworks/citadel",
    "template",
)
SHOWN = "start", "announced", "happening", "pointed out", "a thumbnail"


def position(name: str) -> tuple[Any, Any, tuple[str, ...]]:
    """A puzzle, the start of a level of it, and moves to play there."""
    if name == "template":
        from template import plugin

        # As the host shows symbols; the template has a look of its own
        # (`characters/test_marks.py`).
        rules = copy(plugin.rules)
        rules.__class__ = type("Plain", (type(rules),), {"scene": SymbolRules.scene})
        level = plugin.rules.parse(read_table("coins", COINS))
        state = SymbolState(level, level.cells)
        return replace(plugin, rules=rules), state, ("a1", "c2", "e3")
    entry = find(name)
    puzzle = entry.pack.puzzle
    return puzzle, puzzle.start(entry.level), tuple(solution_of(puzzle, entry.level))


def board(name: str, shown: str) -> Any:
    """The board of a position, in one of the ways that it is SHOWN."""
    puzzle, state, moves = position(name)
    played = list(puzzle.replay(state, moves))
    half = len(played) // 2
    middle = played[half - 1][1] if half else state
    made = board_of(puzzle)(puzzle, state if shown == "start" else middle, shown == "pointed out")
    made.restyle(Settings(letters="off"))
    if shown == "start":
        made.wish = True  # on its side, where it can be
    elif shown == "announced":
        made.announced, made.letters = played[half][0], True
    elif shown == "happening":
        move, after = played[half]
        made.state, made.happening = after, (middle, move, 0.5)
    elif shown == "pointed out":
        _point(made)
    else:
        made.state = played[-1][1]
        if "grand" in name or "storm" in name:
            made.rejoicing = 0.4
    return made


def _point(made: Any) -> None:
    """Light and label cells; of a pipe, hold it."""
    made.step = Step(lit=(0, 1, 3), struck=(2,), labels={4: "1", 5: "12"})
    made.by_pointer, made.hovered = True, 1
    if made.puzzle.id == "flow":
        dots = made.state.board.dots.tolist()
        made._stroke = begin(made.state, next(c for c, dot in enumerate(dots) if dot >= 0))
        for near in made.grid.graph.neighbours[made._stroke.cell]:
            made._stroke.reach(near)


def digests(name: str, shown: str) -> Iterator[str]:
    """A digest of each size in each depth; of a picture, of its shapes."""
    if shown == "drawn":
        puzzle, state, moves = position(name)
        (_, before), (move, after), *_ = [(None, state), *puzzle.replay(state, moves)][-2:]
        for scene in (puzzle.scene(before, move), puzzle.scene(after)):
            yield sha256(repr(drawing(scene)).encode()).hexdigest()[:8]
        return
    made = board(name, shown)
    for size in SIZES:
        for made.depth, tier in DEPTHS:
            look = Look(tier, GROUND, made.depth, made.letters, shown == "a thumbnail")
            made.box = render.layout(made.scene(), look, *size, made.wish)
            frame = render.frame(made.scene(), made.box, look, made.glows)
            yield sha256(frame.cells.tobytes()).hexdigest()[:8]


def positions() -> list[str]:
    """All positions on screen, and one of each level that has pictures as one."""
    on_screen = [f"{name} {shown}" for name in LEVELS for shown in SHOWN]
    return on_screen + [f"{name} drawn" for name in LEVELS if name != "template"]


if __name__ == "__main__":
    found = {each: " ".join(digests(*each.split(" ", 1))) for each in positions()}
    FILE.write_text(json.dumps(found, indent=0) + "\n")
