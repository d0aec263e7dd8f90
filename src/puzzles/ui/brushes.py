"""What there is to draw with, as lines of the panel: names to click, and their keys."""

from __future__ import annotations

from rich.markup import escape

from puzzles.player.draft import PIPE, WALL, Draft
from puzzles.ui.board import Step

SHORT = 7  # characters of a name beside which there is room for another
HOW = {
    WALL: "Click near a side; or shift and an arrow. ⌫ keeps to a side for clicks and ⏎.",
    PIPE: "Drag a pipe; or ⏎, arrows, ⏎. Where it ends there are dots.",
}


def brush_lines(draft: Draft, step: Step | None) -> list[str]:
    """All of it, short names by twos, and how to draw with what was taken (Rich markup). `step`
    leads to the side that walls are built at, if one was chosen."""
    lines, alone = list[str](), True
    for number, brush in enumerate(draft.brushes):
        short = len(brush.name) <= SHORT
        if short and not alone:
            lines[-1] += _line(draft, number, step)
        else:
            lines.append(_line(draft, number, step))
        alone = not (short and alone)
        if alone is False:
            lines[-1] += " " * (SHORT + 1 - len(brush.name))
    if draft.taken in HOW:
        lines += ["", f"[dim]{HOW[draft.taken]}[/]"]
    return lines


def _line(draft: Draft, number: int, step: Step | None) -> str:
    """A thing: the key that takes it, its name, and whether it is the brush."""
    thing = draft.brushes[number]
    key = thing.key if thing in HOW else str(number + 1) if number < 9 else " "
    here = "[b]▸[/b]" if thing == draft.taken else " "
    name = thing.name
    if thing == WALL and step is not None:
        name += f", {side_words(step)}"
    return f"{here}[@click=screen.take({number})]{escape(key)} {escape(name)}[/]"


def side_words(step: Step) -> str:
    """A side of a cell in words."""
    upright = {0: "", 1: "lower ", -1: "upper "}[(step[1] > 0) - (step[1] < 0)]
    across = {0: "", 1: "right", -1: "left"}[(step[0] > 0) - (step[0] < 0)]
    return f"{upright}{across}".strip() + " side"
