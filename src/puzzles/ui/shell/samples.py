"""Samples of each repertoire of glyphs, for the player to choose by looking."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import ClassVar

import numpy as np
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from puzzles.ui.board.frame import Frame
from puzzles.ui.board.raster import mosaic
from puzzles.ui.board.sketch import as_text
from puzzles.ui.terminal.glyphs import ACROSS, DOWN, TIERS
from puzzles.ui.terminal.paint import RGB
from puzzles.ui.terminal.terminal import terminal_tier
from puzzles.ui.terminal.tones import dyes, terminal_depth
from puzzles.ui.widgets.host import ModalScreen

WIDTH, GAP = 15, 2  # characters of a sample, and between two
HEIGHT = 5  # lines of one
COLOURS = "#e3a857", "#2c7f84"  # of the dot and of the slope
TOPIC = "glyphs"  # what is remembered to have been asked


def tier_sample(tier: str, ground: RGB, width: int = WIDTH) -> list[Text]:
    """A dot with a letter on it, and a slope, drawn with the glyphs of a tier, in lines of one
    width."""
    xs, ys = np.meshgrid(
        (np.arange(width * ACROSS) + 0.5) / ACROSS / 2, (np.arange(HEIGHT * DOWN) + 0.5) / DOWN
    )  # in lines; a character is half as wide as it is high
    radius = min(HEIGHT, width / 3) / 2
    centre, slope = (radius, HEIGHT / 2), (2 * radius, width / 2)
    dot = (xs - centre[0]) ** 2 + (ys - centre[1]) ** 2 < (radius - 0.1) ** 2
    below = ys / HEIGHT > (slope[1] - xs) / (slope[1] - slope[0])
    shown = np.select([dot, below & (xs > 2 * radius)], [0, 1], -1)
    blocks = shown.reshape(HEIGHT, DOWN, width, ACROSS).transpose(0, 2, 1, 3)
    glyphs, front, back = mosaic(
        blocks.reshape(HEIGHT * width, DOWN * ACROSS).astype(np.int32), tier
    )
    colours = dyes(COLOURS, (1.0, 1.0), (ground,), terminal_depth()).inks
    dyed = np.vstack([colours, ground]).astype(np.uint8)
    shape = HEIGHT, width
    inks, grounds = dyed[front.reshape(shape)], dyed[back.reshape(shape)]
    frame = Frame(glyphs.reshape(shape), inks, grounds, np.zeros(shape, bool))
    frame.write(int(2 * centre[0]), int(centre[1]), "A", bold=False)
    return [as_text(frame.line(row), width) for row in range(HEIGHT)]


def samples(ground: RGB, width: int = WIDTH, chosen: int = -1) -> Text:
    """All tiers side by side, each under its number."""
    gap = Text(" " * GAP)
    heads = [
        Text(f"{at + 1}".ljust(width), "bold reverse" if at == chosen else "dim")
        for at in range(len(TIERS))
    ]
    rows = zip(*(tier_sample(tier, ground, width) for tier in TIERS), strict=True)
    return Text("\n", no_wrap=True).join([gap.join(heads), *map(gap.join, rows)])


class SamplesScreen(ModalScreen[None]):
    """Asks once, where it is not known what a terminal draws true."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "point(-1)", "Before", show=False, id="samples.before"),
        Binding("right,l", "point(1)", "Next", show=False, id="samples.next"),
        *(
            Binding(str(number), f"take({number - 1})", tier, show=False, id=f"samples.{number}")
            for number, tier in enumerate(TIERS, 1)
        ),
        Binding("enter,space", "take", "Take", id="samples.take"),
        Binding("escape", "dismiss", "Leave it", id="samples.leave"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(id="glyphs"):
            yield Static("[b]Which dot is roundest?[/b]\n")
            yield Static(id="choices")
            yield Static(
                "\n[b]1[/b] to [b]4[/b], [b]← →[/b] and [b]enter[/b], or a click.\n"
                "[b]esc[/b] leaves it as it is; the\nsettings ([b],[/b]) ask again."
            )

    def on_mount(self) -> None:
        self.app.run_worker(partial(self.app.memory.see, TOPIC), thread=True)
        self._point(TIERS.index(terminal_tier(self.app.settings.glyphs)))

    def on_resize(self) -> None:
        self._point(self._at)

    @property
    def _each(self) -> int:
        """Characters of one sample in this window."""
        return max(6, min(WIDTH, (self.app.size.width - 10) // len(TIERS) - GAP))

    def _point(self, at: int) -> None:
        """Show the samples, one of them pointed at."""
        self._at, shown = at, self.query_one("#choices", Static)
        shown.update(samples(shown.background_colors[1].rgb, self._each, at))

    def action_point(self, step: int) -> None:
        self._point((self._at + step) % len(TIERS))

    async def action_take(self, at: int = -1) -> None:
        """Draw with what is pointed at from now on."""
        tier = TIERS[self._at if at < 0 else at]
        self.dismiss()
        await self.app.change(replace(self.app.settings, glyphs=tier))

    async def on_click(self, event: events.Click) -> None:
        if event.widget is self.query_one("#choices"):
            await self.action_take(min(event.x // (self._each + GAP), len(TIERS) - 1))
