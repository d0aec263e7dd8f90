"""What there is to draw with, and what can be done with all of a board, as lines of the panel: each
name has its key, and can be clicked."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.markup import escape

from puzzles.core.facets import Thing
from puzzles.player.draft import PIPE, WALL, Draft
from puzzles.ui.board import Step

WIDTH = 20  # characters of a line, beside a scrollbar
COLUMN = 10  # where a second name begins, if there is room
NAMED = 12  # things that are shown by their names; of more, those with a letter by that
HOW = {
    WALL: "Click near a side; or shift and an arrow. ⌫ keeps to a side for clicks and ⏎.",
    PIPE: "Drag a pipe; or ⏎, arrows, ⏎. Where it ends there are dots.",
}
ARROWS = {"left": "←", "right": "→", "top": "↑", "bottom": "↓"}


def brush_lines(draft: Draft, step: Step | None) -> list[str]:
    """All there is to draw with, and how to draw with what was taken (Rich markup). `step` leads to
    the side that walls are built at, if one was chosen."""
    brushes = draft.brushes
    packed = [thing for thing in brushes if thing.key.isalnum()] if len(brushes) > NAMED else []
    lines = _wrapped(_named(draft, thing, step) for thing in brushes if thing not in packed)
    if packed:
        letters = ((f"{_here(draft, thing)}{thing.key}", _link(draft, thing, thing.key))
                   for thing in packed)  # fmt: skip
        lines += [*_wrapped(letters, column=0), " [b]'[/b] and its letter"]
    if draft.taken in HOW:
        lines += ["", f"[dim]{HOW[draft.taken]}[/]"]
    return lines


def deed_lines(draft: Draft) -> list[str]:
    """What can be done with all of the board (Rich markup)."""
    symmetry = draft.symmetries[draft.symmetry] if draft.symmetry else "symmetry: none"
    add, take, move = (
        " ".join(_deed(arrow, f"{action}('{side}')") for side, arrow in ARROWS.items())
        for action in ("grow", "shrink", "move")
    )
    return [
        _deed("[b]x[/b] " + symmetry, "symmetry"),
        " ".join([_deed("[b]f[/b] fill", "pour"), _deed("[b]u[/b] undo", "undo"),
                  _deed("[b]U[/b] redo", "redo")]),
        f"add  {add}  {_deed('[b]o[/b] turn', 'turn')}",
        f"take {take}  {_deed('[b]M[/b] flip', 'mirror')}",
        f"move {move}  {_deed('[b]C[/b] more', 'sheets')}",
    ]  # fmt: skip


def _deed(words: str, action: str) -> str:
    return f"[@click=screen.{action}]{words}[/]"


def _named(draft: Draft, thing: Thing, step: Step | None) -> tuple[str, str]:
    """A thing by its name and the key that takes it, as plain text and as markup."""
    number = draft.brushes.index(thing) + 1
    key = str(number) if thing not in HOW and number < 10 else thing.key
    name = thing.name
    if thing == WALL and step is not None:
        name += f", {side_words(step)}"
    shown = f"[b]{escape(key)}[/b] {escape(name)}"
    return f"{_here(draft, thing)}{key} {name}", _link(draft, thing, shown)


def _here(draft: Draft, thing: Thing) -> str:
    return "▸" if thing == draft.taken else " "


def _link(draft: Draft, thing: Thing, shown: str) -> str:
    """A name to click, and whether the thing is what is drawn with."""
    here = f"[b]{_here(draft, thing)}[/b]"
    return here + _deed(shown, f"take({draft.brushes.index(thing)})")


def _wrapped(pieces: Iterable[tuple[str, str]], column: int = COLUMN) -> list[str]:
    """Lines of these pieces, each in a column where that is wide enough."""
    lines, at = list[str](), 0
    for plain, markup in pieces:
        gap = max(0, column - at)
        width = cell_len(plain)
        if lines and at + gap + width <= WIDTH:
            lines[-1] += " " * gap + markup
            at += gap + width
        else:
            lines.append(markup)
            at = width
    return lines


def side_words(step: Step) -> str:
    """A side of a cell in words."""
    upright = {0: "", 1: "lower ", -1: "upper "}[(step[1] > 0) - (step[1] < 0)]
    across = {0: "", 1: "right", -1: "left"}[(step[0] > 0) - (step[0] < 0)]
    return f"{upright}{across}".strip() + " side"
