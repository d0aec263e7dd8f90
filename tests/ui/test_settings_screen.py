"""The settings screen: every entry of the schema, changed by key and by mouse, kept at once."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList, Static

from puzzles.characters.glyphs import TIERS
from puzzles.library.catalogue import find
from puzzles.player.settings import SCHEMA, read_settings
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.shell.settings import LEAST, WIDTH, SettingsScreen, tier_sample


async def opened(pilot):
    await pilot.pause()
    await pilot.press("comma")
    await pilot.pause()
    assert isinstance(pilot.app.screen, SettingsScreen)
    return pilot.app.screen.query_one(OptionList)


@pytest.mark.slow
async def test_every_setting_is_listed_and_every_value_can_be_had():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        options = await opened(pilot)
        assert [option.id for option in options.options] == [setting.name for setting in SCHEMA]
        for setting in SCHEMA:
            if setting.default == "":
                await pilot.press("down")
                continue
            seen = set()
            before = getattr(app.settings, setting.name)
            for _ in range(40):
                seen.add(getattr(app.settings, setting.name))
                await pilot.press("right")
                if getattr(app.settings, setting.name) == before:
                    break
            expected = setting.choices or (
                (True, False) if isinstance(setting.default, bool) else app.available_themes
            )
            assert seen == set(expected)
            await pilot.press("down")


@pytest.mark.parametrize("width", [80, 100, LEAST, 120])
async def test_no_label_is_cut(width):
    app = PuzzlesApp()
    async with app.run_test(size=(width, 60)) as pilot:
        options = await opened(pilot)
        room = options.scrollable_content_region.width
        assert max(len(setting.title) for setting in SCHEMA) <= room
        strips = app.screen._compositor.render_strips()
        assert not any("…" in strip.crop(0, options.region.right).text for strip in strips)


async def test_a_change_is_kept_and_can_be_taken_back():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        options = await opened(pilot)
        index = [setting.name for setting in SCHEMA].index("palette")
        options.highlighted = index
        await pilot.press("right")
        assert read_settings()[0].palette == app.settings.palette != "default"
        assert "changed" in str(options.get_option_at_index(index).prompt)
        await pilot.press("left")
        assert read_settings()[0].palette == "default"
        await pilot.press("right", "d")
        assert app.settings.palette == "default"
        await pilot.press("escape")
        assert not isinstance(app.screen, SettingsScreen)


@pytest.mark.slow
async def test_a_text_is_asked_for_and_can_be_emptied():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        options = await opened(pilot)
        options.highlighted = [setting.name for setting in SCHEMA].index("page")
        await pilot.press("enter", *"x.org/[b]", "enter")
        await pilot.pause()
        assert read_settings()[0].page == app.settings.page == "x.org/[b]"
        assert "x.org/[b]" in str(options.get_option("page").prompt)
        await pilot.press("right", "end", *["backspace"] * 9, "enter")
        await pilot.pause()
        assert read_settings()[0].page == app.settings.page == ""


@pytest.mark.slow
async def test_it_takes_effect_on_the_board_below_and_on_the_samples():
    app = PuzzlesApp(find("kami/first-folds/1"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        play = app.screen
        before = play.board.frame().back.copy()
        options = await opened(pilot)
        sample = app.screen.query_one("#boards", Static).content
        options.highlighted = [setting.name for setting in SCHEMA].index("palette")
        await pilot.press("enter")
        assert app.screen.query_one("#boards", Static).content != sample
        await pilot.press("escape")
        assert (play.board.frame().back != before).any()


async def test_by_mouse():
    app = PuzzlesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        row = 2 * [setting.name for setting in SCHEMA].index("clock")
        await pilot.click("#settings", offset=(6, row))
        assert app.settings.clock is False


@pytest.mark.parametrize("tier", TIERS)
def test_each_tier_has_a_sample_of_its_own_glyphs(tier):
    glyphs = {c for line in tier_sample(tier, (0, 0, 0)) for c in line.plain} - {" ", "A"}
    assert glyphs
    assert all(c == "▄" for c in glyphs) == (tier == "half")
    assert any(ord(c) > 0x1FB00 for c in glyphs) == (tier in ("sextant", "wedge"))
    assert any(ord(c) >= 0x1FB3C for c in glyphs) == (tier == "wedge")
    assert {line.cell_len for line in tier_sample(tier, (0, 0, 0))} == {WIDTH}
