"""The settings screen: every entry of the schema with its values, taken at once, with samples; and
which of a player's own keys can be used."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from typing import Any

import numpy as np
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.dom import DOMNode
from textual.keys import Keys, format_key, key_to_character
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from puzzles.characters.frame import Frame
from puzzles.characters.glyphs import TIERS
from puzzles.characters.paint import RGB
from puzzles.characters.raster import mosaic, sample_points
from puzzles.characters.tones import dyes
from puzzles.library.lessons import lesson_pack, lesson_states
from puzzles.library.registry import plugins
from puzzles.player.settings import SCHEMA, Setting, settings_file
from puzzles.ui.board.cellboard import board_of
from puzzles.ui.board.sketch import as_text, sketch
from puzzles.ui.shell.help import side_by_side
from puzzles.ui.terminal.styles import line
from puzzles.ui.terminal.terminal import terminal_depth
from puzzles.ui.widgets.form import AskScreen
from puzzles.ui.widgets.host import Screen
from puzzles.ui.widgets.keybar import KeyBar
from puzzles.ui.widgets.keys import IDS

LEAST = 118  # columns from which the samples stand beside the list, whose lines are seen whole
SAMPLE = (16, 6)  # characters of the picture of a board
WIDTH, HEIGHT = 12, 5  # characters and lines of a sample of glyphs
COLOURS = "#e3a857", "#2c7f84"  # of the dot and of the slope


class SettingsScreen(Screen[None]):
    """Changes the app's settings; every change is kept at once. Left and right change the one that
    is pointed at, or ask for its text."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (LEAST, "-wide")]

    def compose(self) -> ComposeResult:
        yield Static("[b]Settings[/b]", id="title")
        with Horizontal(id="body"):
            yield OptionList(id="settings")
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
        self._show_samples()

    def _values(self, setting: Setting) -> tuple[str | bool, ...]:
        if isinstance(setting.default, bool):
            return (True, False)
        return setting.choices or tuple(sorted(self.app.available_themes))

    def _line(self, setting: Setting) -> Text:
        value = getattr(self.app.settings, setting.name)
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
        if (setting := self._pointed) is None:
            return
        value = getattr(self.app.settings, setting.name)
        if setting.default == "":
            ask = AskScreen(setting.title, value)
            self.app.ask(ask, partial(self._set, setting))
        else:
            values = self._values(setting)
            at = values.index(value) if value in values else 0
            await self._set(setting, values[(at + step) % len(values)])

    async def action_default(self) -> None:
        if (setting := self._pointed) is not None:
            await self._set(setting, setting.default)

    async def on_option_list_option_selected(self) -> None:
        await self.action_change(1)

    @property
    def _pointed(self) -> Setting | None:
        at = self.query_one(OptionList).highlighted
        return None if at is None else SCHEMA[at]

    async def _set(self, setting: Setting, value: str | bool) -> None:
        changed: Any = {setting.name: value}
        await self.app.change(replace(self.app.settings, **changed))
        self.query_one(OptionList).replace_option_prompt(setting.name, self._line(setting))
        self._show_samples()

    def _show_samples(self) -> None:
        """Boards as they look now, and what each repertoire of characters looks like here."""
        ground = self.background_colors[1].rgb
        rows: list[Text] = []
        for puzzle in plugins()[0].values():
            try:
                if not puzzle.can("lessons.LESSONS") or (pack := lesson_pack(puzzle)) is None:
                    continue
                states = lesson_states(puzzle, pack.levels[-1], puzzle.lessons.LESSONS[-1])
                pictures = [
                    sketch(puzzle, state, *SAMPLE, ground, self.app.settings)
                    for state in (states[0], states[-1])
                ]
            except Exception as error:
                self.app.blame(puzzle, error)
            else:
                rows += [Text(puzzle.title, "dim"), side_by_side(pictures), Text()]
        self.query_one("#boards", Static).update(Text("\n", no_wrap=True).join(rows))
        hint = Text("Choose the one with the roundest dot.", "dim")
        shown = Text("\n").join([samples(ground), hint])
        self.query_one("#tiers", Static).update(shown)


def tier_sample(tier: str, ground: RGB) -> list[Text]:
    """A dot with a letter, and a slope, drawn with the glyphs of a tier, in lines of one width."""
    xs, ys = sample_points(WIDTH, HEIGHT)
    xs = xs / 2  # in lines; a character is half as wide as it is high
    radius = min(HEIGHT, WIDTH / 3) / 2
    centre, slope = (radius, HEIGHT / 2), (2 * radius, WIDTH / 2)
    dot = (xs - centre[0]) ** 2 + (ys - centre[1]) ** 2 < (radius - 0.1) ** 2
    below = ys / HEIGHT > (slope[1] - xs) / (slope[1] - slope[0])
    shown = np.select([dot, below & (xs > 2 * radius)], [0, 1], -1).astype(np.int32)
    glyphs, front, back = mosaic(shown.reshape(HEIGHT, WIDTH, -1), tier)
    colours = dyes(COLOURS, (1.0, 1.0), (ground,), terminal_depth()).inks
    dyed = np.vstack([colours, ground]).astype(np.uint8)
    frame = Frame.of(glyphs, dyed[front], dyed[back])
    frame.write(int(2 * centre[0]), int(centre[1]), "A", bold=False)
    return [as_text(line(frame, row), WIDTH) for row in range(HEIGHT)]


def samples(ground: RGB) -> Text:
    """Return all tiers side by side, each under its name."""
    gap, heads = Text("  "), [Text(tier.ljust(WIDTH), "dim") for tier in TIERS]
    rows = zip(*(tier_sample(tier, ground) for tier in TIERS), strict=True)
    return Text("\n", no_wrap=True).join([gap.join(heads), *map(gap.join, rows)])


def usable(own: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return, of keys by binding id, those that can be used, and `ID: why not` for each of the
    others: there is no such binding, or no such key."""
    for puzzle in plugins()[0].values():
        board_of(puzzle)
    known, good, reasons = IDS.union(_bindings(DOMNode)), {}, []
    for name, wanted in own.items():
        alone = Binding.make_bindings([Binding(wanted, "", "")])  # one for each key
        strange = [binding.key for binding in alone if not _is_key(binding.key)]
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            reasons.append(f"{name}: there is no such binding{hint}")
        elif strange:
            reasons.append(f"{name}: there is no key {strange[0]!r}")
        else:
            good[name] = wanted
    return good, reasons


def _bindings(cls: type) -> Iterator[str]:
    """Yield the ids of all bindings of a class and of those that derive from it."""
    for binding in vars(cls).get("BINDINGS", ()):
        if isinstance(binding, Binding) and binding.id:
            yield binding.id
    kinds: list[type] = cls.__subclasses__()
    for each in kinds:
        yield from _bindings(each)


def _is_key(key: str) -> bool:
    *modifiers, base = key.split("+")
    named = len(format_key(base)) == 1 or key_to_character(base) is not None
    named = named or any(base == each.value for each in Keys)
    return named and set(modifiers) <= {"ctrl", "shift", "alt", "super", "hyper", "meta"}
