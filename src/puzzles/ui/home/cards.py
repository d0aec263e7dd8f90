"""The words of levels: what is said of one in a line, and the filters."""

from collections.abc import Callable

from textual.content import Content

from puzzles.core.words import many
from puzzles.library.levels import described
from puzzles.library.registry import plugins
from puzzles.player.overview import Item, Overview, Wish

MARKS = {"best": "✦", "good": "✓", "plain": "•"}  # by the tone of an award
BAR = 12  # columns that show how much of a pack is solved, over its cards


def about(item: Item, width: int | None = None) -> str:
    """The facts of a level in a few words: `10×29 · par 7 · difficulty 3.4`. For `width` characters
    the difficulty is `◆3.4`, and what is between it and the size, or the size, may be left out."""
    facts = item.facts
    words = described(facts)
    if width is not None and len(" · ".join(words)) > width:
        words = [
            f"◆{facts[name]}" if name == "difficulty" else word
            for name, word in zip(facts, words, strict=True)
        ]
        while len(words) > 1 and len(" · ".join(words)) > width:
            # Of a puzzle with a par, sizes are much the same.
            words.pop(0 if "par" in facts else 1 if len(words) > 2 else -1)
    return " · ".join(words)


def cut(text: str, width: int) -> str:
    """`text`, with an ellipsis if it is too long; nothing where there is no room."""
    return text if len(text) <= width else (text[: max(width - 1, 0)] + "…")[: max(width, 0)]


def filter_bar(overview: Overview, key: Callable[[str], str]) -> Content:
    """Return a line of words, a click on which changes them; `key` returns the key of a binding."""
    wish, chips = overview.wish, []
    for what in ("puzzle", "size", "difficulty"):
        if overview.choices(what):
            value = getattr(wish, what)
            name = plugins()[0][value].title if value and what == "puzzle" else value
            label = f"{key(f'home.{what}')} {what}"
            label = f"{label}: {name}" if name else label
            chips.append(_chip(label, bool(value), f"screen.cycle('{what}')"))
    chips.append(_chip(f"{key('home.unsolved')} unsolved", wish.unsolved, "screen.unsolved"))
    if wish != Wish():
        chips.append(Content.styled(f"  {many(len(overview.shown), 'level')}", "dim"))
        chips.append(_chip(f"{key('home.clear')} back", False, "screen.close"))
    return Content("").join(chips)


def _chip(label: str, on: bool, action: str) -> Content:
    look = "b $text on $primary-muted" if on else "dim"
    return Content.from_markup(f" [{look} @click={action}] $label [/]", label=label.strip())
