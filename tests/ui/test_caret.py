"""The terminal's cursor is in the row of what is selected, which a screen reader reads."""

from __future__ import annotations

from random import Random

import pytest
from textual.geometry import Offset
from textual.widgets import Input, OptionList

from puzzles.library import own
from puzzles.library.catalogue import Entry, find
from puzzles.ui.board.drawn import DrawnBoard
from puzzles.ui.home.daily import DailyScreen
from puzzles.ui.home.gallery import Gallery
from puzzles.ui.home.make import Workshop
from puzzles.ui.shell.app import PuzzlesApp
from sampling import slow

WAYS = ["up", "down", "left", "right"]
MOVES = [*WAYS, *WAYS, "pageup", "pagedown", "home", "end", "tab", "enter", "space", "escape"]
DOORS = ["comma", "D", "M", "E", "s", "question_mark", "slash", "S", "A", "H", "O", "N", "n", "2"]
KEYS = 50
LEVELS = ["flow/walls/1", "", "kami/first-folds/3", "flow/beehives/2"]


def rows(app) -> list[str]:
    strips = app.screen._compositor.render_update(full=True).strips
    return ["".join(segment.text for segment in strip) for strip in strips]


def expected(app) -> str | None:
    """What is to stand in the row of the cursor; None where there is nothing to compare."""
    screen, widget = app.screen, app.screen.focused
    if isinstance(screen, DailyScreen):
        return f"{screen.days.day.day}"
    if isinstance(widget, Gallery):
        return None if widget.item is None else widget.item.entry.level.title[:8]
    if isinstance(widget, Workshop) and isinstance(widget.here.thing, Entry):
        return widget.here.thing.level.title[:8]
    if isinstance(widget, OptionList) and widget.highlighted is not None:
        prompt = widget.get_option_at_index(widget.highlighted).prompt
        return str(prompt).split("\n")[0].strip()[:12]
    if isinstance(widget, Input):
        return (widget.value or widget.placeholder)[:5]
    return None


def check(app) -> bool:
    """Whether there was something to check, which was so."""
    place = app.screen.outer_size.clamp_offset(app.cursor_position)
    screen, board = app.screen, getattr(app.screen, "board", None)
    if isinstance(board, DrawnBoard) and board.live:
        inside = board.content_region.contains_point(place)
        at = place - board.content_region.offset + Offset(*board.shift)
        assert not inside or board.cell_at(at.x + 0.5, at.y + 0.5) == board.cursor
        return inside
    words = expected(app)
    if words is None:
        assert place or screen.focused is None, screen
        return False
    assert words in rows(app)[place.y], (screen, place)
    return True


@pytest.mark.usefixtures("lessons_seen")
@pytest.mark.parametrize("seed", slow(1, 2))
async def test_the_cursor_is_in_the_row_of_what_is_selected_after_any_fifty_keys(seed):
    random, checked = Random(seed), 0
    level = LEVELS[seed % len(LEVELS)]
    kept = find("kami/squares/1")
    own.keep(kept.pack.puzzle, kept.level)
    app = PuzzlesApp(find(level) if level else None)
    async with app.run_test(size=(100, 32)) as pilot:
        app.animation_level = "none"
        await pilot.pause()
        for _ in range(KEYS):
            key = random.choice(MOVES if random.random() < 0.85 else DOORS)
            if key == "escape" and len(app.screen_stack) < 3:
                continue
            await pilot.press(key)
            await pilot.pause()
            checked += check(app)
    assert checked
