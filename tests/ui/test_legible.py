"""All text on the screens can be read, in every theme."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from string import ascii_uppercase

import pytest
from rich.segment import Segment
from textual.theme import BUILTIN_THEMES

from puzzles.characters.paint import contrast, luminance, rgb
from puzzles.characters.tones import FULL, on_screen
from puzzles.flow.rules.scene import INKS
from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.settings import Settings
from puzzles.ui.shell.app import LOOKS, PuzzlesApp, theme
from puzzles.ui.terminal.filters import LEAST, Faint, faint, grey, readable, readable_theme
from puzzles.ui.terminal.styles import triple
from screens import packs_read, wait_until

THEMES = [name for name in BUILTIN_THEMES if "ansi" not in name]  # those have no colours
SOME = ["solarized-light"]
BOARDS = {
    "kami": 'puzzle = "kami"\nboard = """\nRWT\nWTR\n"""\n',
    "flow": 'puzzle = "flow"\nboard = """\nA.B\nA.B\n"""\n',
}


@pytest.mark.parametrize(("dark", "depth"), LOOKS)
def test_the_themes_of_the_app_are_legible(dark, depth):
    look = theme(dark, depth)
    for ink in (look.foreground, look.secondary, look.primary, look.success, look.error):
        for ground in (look.background, look.panel):
            assert contrast(rgb(ink), rgb(ground)) > 4.49, (ink, ground)


@pytest.mark.parametrize(("dark", "depth"), [look for look in LOOKS if look[1] != FULL])
def test_a_theme_has_the_very_colours_of_its_depth(dark, depth):
    for colour in LOOKS[dark, depth].split():
        assert on_screen(rgb(colour), depth) == rgb(colour)


def test_the_bar_of_rooms_is_legible_in_every_theme():
    inks = {"border-foreground": "border", "panel-accent": "panel", "panel-success": "panel"}
    for name in THEMES:
        shown = readable_theme(BUILTIN_THEMES[name].to_color_system().generate())
        for ink, ground in inks.items():
            assert contrast(rgb(shown[ink]), rgb(shown[ground])) > LEAST - 0.1, (name, ink)


def segments(parts) -> Iterable[Segment]:
    if isinstance(parts, Segment):
        yield parts
    else:
        for part in parts:
            yield from segments(part)


def illegible(app, least=LEAST - 0.1) -> set[tuple[str, float]]:
    """Words on the screen with less contrast than that, and how much they have."""
    found = set()
    for text, style, _ in segments(app.screen._compositor.render_update(full=True).strips):
        if style and any(char.isalnum() for char in text):
            front, back = triple(style.color), triple(style.bgcolor)
            if front and back and contrast(front, back) < least:
                found.add((text.strip(), round(contrast(front, back), 2)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("themes", [SOME + THEMES[::8]], ids=["some"])
async def test_every_screen_in_every_theme(themes):
    """The app goes through its screens once, and through all themes on each."""
    app = PuzzlesApp()
    async with app.run_test(size=(160, 45)) as pilot:
        await app.change(replace(Settings(), animations="none"))
        await packs_read(pilot)

        async def look():
            await pilot.pause(0.1)
            for theme in themes:
                app.theme = theme
                await pilot.pause()
                assert not illegible(app), (theme, app.screen)

        await look()
        await pilot.press("t")  # a filter that is on
        await look()
        for board in BOARDS.values():
            entry = Entry(read_pack("level", board), 0)
            app.memory.mark_seen(entry.pack.puzzle.id)
            app.open(entry)
            await look()
        for show in (app.action_settings, partial(app.room, "today")):
            app.go_home()
            show()
            await look()
        app.go_home()
        for room in ("make", "you"):
            app.room(room)
            await look()


def test_faint_text_is_dim_where_that_can_be_read():
    assert faint((255, 255, 255), (0, 0, 0)) == (128, 128, 128)
    for front, back in (((0, 0, 0), (255, 255, 255)), ((88, 110, 117), (253, 246, 227))):
        assert LEAST <= contrast(faint(front, back), back) < contrast(front, back)
    for back in ((0, 0, 0), (119, 119, 119), (255, 255, 255), (200, 30, 60)):
        assert contrast(readable(back, back, 4.5), back) >= 4.5


def test_the_filter_changes_dim_text_alone():
    from rich.style import Style
    from textual.color import Color

    white = Style.parse("#ffffff on #000000")
    dim = Segment("b", white + Style(dim=True))
    shown = Faint().apply([Segment("a", white), dim], Color(0, 0, 0))
    assert shown[0].style == white
    assert triple(shown[1].style.color) == (128, 128, 128)
    assert not shown[1].style.dim


async def test_letters_on_dots_are_read_where_there_are_no_colours(monkeypatch):
    """Ink is black or white by what is painted: in greys as bright as colours, that stays right."""
    monkeypatch.setenv("NO_COLOR", "1")
    board = "\n".join(f"{letter}.{letter}" for letter in ascii_uppercase[:13])
    app = PuzzlesApp(Entry(read_pack("level", f'puzzle = "flow"\nboard = """\n{board}\n"""\n'), 0))
    async with app.run_test(size=(100, 60)) as pilot:
        await wait_until(pilot, lambda: app.screen.query("GridBoard"))
        await pilot.pause(0.1)
        strips = app.screen._compositor.render_update(full=True).strips
        shown = {triple(style.bgcolor) for _, style, _ in segments(strips) if style}
        assert all(len(set(colour)) == 1 for colour in shown if colour)
        assert not [word for word, _ in illegible(app, 4.4) if len(word) == 1]


def test_a_colour_and_its_grey_are_as_bright():
    for code in (*INKS, "#000000", "#ffffff", "#0000ff", "#010101"):
        assert luminance(grey(rgb(code))) == pytest.approx(luminance(rgb(code)), abs=0.005)
