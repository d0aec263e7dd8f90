"""The settings screen: every entry of the schema with its values, taken at once, with a sample."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from puzzles.library.lessons import lesson_pack, lesson_states
from puzzles.library.registry import plugins
from puzzles.player.settings import SCHEMA, Setting, Settings, settings_file
from puzzles.ui.board.sketch import sketch
from puzzles.ui.shell.help import side_by_side
from puzzles.ui.shell.samples import samples
from puzzles.ui.widgets.form import AskScreen
from puzzles.ui.widgets.host import Screen
from puzzles.ui.widgets.keybar import KeyBar

LEAST = 96  # columns from which the samples stand beside the list
SAMPLE = (16, 6)  # characters of the picture of a board
SMALL = 12  # characters of a sample of glyphs


class SettingsList(OptionList):
    """One setting a line; left and right change the one pointed at, or ask for its text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down", show=False, id="settings.down"),
        Binding("k", "cursor_up", "Up", show=False, id="settings.up"),
        Binding("left,h", "screen.change(-1)", "Before", id="settings.before", key_display="←"),
        Binding("right,l,space", "screen.change(1)", "Next", id="settings.next", key_display="→"),
    ]


class SettingsScreen(Screen[None]):
    """Changes the app's settings; every change is kept at once."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (LEAST, "-wide")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "default", "Default", id="settings.default"),
        Binding("escape", "dismiss", "Back", id="settings.back"),
    ]

    @property
    def help_text(self) -> str:
        return (
            "## Settings\n\nWhat you change takes effect at once. The same settings stand in "
            f"`{settings_file()}`, where keys of your own can be given, too: the id of each "
            "binding is in its table `[bindings]`."
        )

    @property
    def settings(self) -> Settings:
        return self.app.settings

    def compose(self) -> ComposeResult:
        yield Static("[b]Settings[/b]", id="title")
        with Horizontal(id="body"):
            yield SettingsList(id="settings")
            with VerticalScroll(id="samples", can_focus=False) as shown:
                shown.border_title = "As boards look now"
                yield Static(id="boards")
                yield Static(id="tiers")
        yield Static(f"[dim]{settings_file()}[/]", id="file")
        yield KeyBar()

    def on_mount(self) -> None:
        options = self.query_one(OptionList)
        options.add_options(Option(self._line(setting), id=setting.name) for setting in SCHEMA)
        options.highlighted = 0
        options.focus()
        self._show_samples()

    def _values(self, setting: Setting) -> tuple[str | bool, ...]:
        """Return the values that a setting can have."""
        if isinstance(setting.default, bool):
            return (True, False)
        return setting.choices or tuple(sorted(self.app.available_themes))

    def _line(self, setting: Setting) -> Text:
        value = getattr(self.settings, setting.name)
        shown = {True: "yes", False: "no", "": "none"}.get(value, value)
        text = Text(f"{setting.title}\n", no_wrap=True, overflow="ellipsis")
        text.append("  ‹ ", "dim").append(shown, "bold").append(" ›", "dim")
        if value != setting.default:
            text.append("  changed", "dim italic")
        others = [str(other) for other in self._values(setting) if other != value]
        if 1 < len(others) < 5:
            text.append(f"   {' · '.join(others)}", "dim")
        return text

    async def action_change(self, step: int) -> None:
        """Give the setting pointed at its next value, or ask for it."""
        if (setting := self._pointed) is not None and setting.default == "":
            ask = AskScreen(setting.title, getattr(self.settings, setting.name))
            self.app.push_screen(ask, partial(self._answered, setting))
        elif setting is not None:
            values = self._values(setting)
            value = getattr(self.settings, setting.name)
            at = values.index(value) if value in values else 0
            await self._set(setting, values[(at + step) % len(values)])

    async def action_default(self) -> None:
        if (setting := self._pointed) is not None:
            await self._set(setting, setting.default)

    async def on_option_list_option_selected(self) -> None:
        await self.action_change(1)

    async def _answered(self, setting: Setting, value: str | None) -> None:
        if value is not None:
            await self._set(setting, value)

    @property
    def _pointed(self) -> Setting | None:
        at = self.query_one(OptionList).highlighted
        return None if at is None else SCHEMA[at]

    async def _set(self, setting: Setting, value: str | bool) -> None:
        changed: Any = {setting.name: value}
        await self.app.change(replace(self.settings, **changed))
        self.query_one(OptionList).replace_option_prompt(setting.name, self._line(setting))
        self._show_samples()

    # Samples -------------------------------------------------------------------------------

    def _show_samples(self) -> None:
        """Boards as they look now, and what each repertoire of characters looks like here."""
        ground = self.background_colors[1].rgb
        rows: list[Text] = []
        for puzzle in plugins()[0].values():
            if not puzzle.can("lessons.LESSONS") or (pack := lesson_pack(puzzle)) is None:
                continue
            states = lesson_states(puzzle, pack.levels[-1], puzzle.lessons.LESSONS[-1])
            pictures = [
                sketch(puzzle, state, *SAMPLE, ground, self.settings)
                for state in (states[0], states[-1])
            ]
            rows += [Text(puzzle.title, "dim"), side_by_side(pictures), Text()]
        self.query_one("#boards", Static).update(Text("\n", no_wrap=True).join(rows))
        hint = Text("Choose the one with the roundest dot.", "dim")
        shown = Text("\n").join([samples(ground, SMALL), hint])
        self.query_one("#tiers", Static).update(shown)
