"""The panel's lines of things to draw with, and of deeds that change all of a board: each name has
its key, and can be clicked."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from puzzles.core.palettes import inks
from puzzles.core.results import Thing
from puzzles.player.draft import PIPE, WALL, Draft
from puzzles.ui.board.gridboard import Step
from puzzles.ui.widgets.guards import escape

WIDTH = 20  # characters of a line, beside a scrollbar
COLUMN = 10  # where a second name begins, if there is room
NAMED = 12  # things that are shown by their names; of more, those with a letter by that
HOW = {
    WALL: "Click near a side; or shift and an arrow. ⌫ keeps to a side for clicks and enter.",
    PIPE: "Drag a pipe; or enter, arrows, enter. Where it ends there are dots.",
}
ARROWS = {"left": "←", "right": "→", "top": "↑", "bottom": "↓"}


def brush_lines(draft: Draft, step: Step | None, palette: str) -> list[str]:
    """All there is to draw with, each in its colour in a palette, and how to draw with what was
    taken (Rich markup). `step` leads to the side that walls are built at, if one was chosen."""
    brushes, taken = draft.brushes, draft.taken
    own = [thing.ink for thing in brushes if thing.ink]
    dyes = dict(zip(own, inks(palette, own), strict=True))
    named, packed = list[str](), list[str]()
    for number, thing in enumerate(brushes):
        here, ink = "▸" if thing == taken else " ", dyes.get(thing.ink, "")
        if len(brushes) > NAMED and thing.key.isalnum():
            words, lines = _swatch(thing.key, ink), packed
        else:
            words, lines = _named(thing, number, step, ink), named
        lines.append(f"[b]{here}[/b]{_deed(words, f'take({number})')}")
    lines = _wrapped(named)
    if packed:
        lines += [*_wrapped(packed, column=0), " [b]'[/b] and its letter"]
    if taken in HOW:
        lines += ["", f"[dim]{HOW[taken]}[/]"]
    return lines


def deed_lines(draft: Draft) -> list[str]:
    """Return the lines of all deeds that change the whole board (Rich markup)."""
    symmetry = draft.symmetries[draft.symmetry] if draft.symmetry else "symmetry: none"
    add, take, move = (
        " ".join(_deed(arrow, f"whole('{action}', '{side}')") for side, arrow in ARROWS.items())
        for action in ("grow", "shrink", "move")
    )
    turn, flip = _deed("[b]o[/b] turn", "whole('turn')"), _deed("[b]M[/b] flip", "whole('mirror')")
    undo, redo = _deed("[b]u[/b] undo", "undo"), _deed("[b]U[/b] redo", "redo")
    return [
        _deed("[b]x[/b] " + symmetry, "symmetry"),
        f"{_deed('[b]f[/b] fill', 'pour')} {undo} {redo}",
        f"add  {add}  {turn}",
        f"take {take}  {flip}",
        f"move {move}  {_deed('[b]C[/b] more', 'sheets')}",
    ]


def _deed(words: str, action: str) -> str:
    return f"[@click=screen.{action}]{words}[/]"


def _swatch(key: str, ink: str) -> str:
    """A key, beside the colour that it takes, if that is one."""
    shown = f"[b]{escape(key)}[/b]"
    return f"[on {ink}]  [/]{shown}" if ink else shown


def _named(thing: Thing, number: int, step: Step | None, ink: str) -> str:
    """A thing by its name and the key that takes it."""
    key = str(number + 1) if thing not in HOW and number < 9 else thing.key
    name = thing.name
    if thing == WALL and step is not None:
        name += f", {side_words(step)}"
    return f"{_swatch(key, ink)} {escape(name)}"


def _wrapped(pieces: Iterable[str], column: int = COLUMN) -> list[str]:
    """Lines of these pieces, each in a column where that is wide enough."""
    lines, at = list[str](), 0
    for piece in pieces:
        gap = max(0, column - at)
        width = Content.from_markup(piece).cell_length
        if lines and at + gap + width <= WIDTH:
            lines[-1] += " " * gap + piece
            at += gap + width
        else:
            lines.append(piece)
            at = width
    return lines


def side_words(step: Step) -> str:
    """A side of a cell in words."""
    upright = {0: "", 1: "lower ", -1: "upper "}[(step[1] > 0) - (step[1] < 0)]
    across = {0: "", 1: "right", -1: "left"}[(step[0] > 0) - (step[0] < 0)]
    return f"{upright}{across}".strip() + " side"
