"""The look of the app: a warm desk under the boards, dark or light, with one accent.

Each depth of colour has its own choice, rather than what is nearest to another. Text has a contrast
of at least 4.5 : 1 on each ground; a colour alone never carries a meaning.
"""

from __future__ import annotations

from typing import NamedTuple

from textual.theme import Theme

from puzzles.ui.terminal.tones import FEW, FULL, MANY


class Look(NamedTuple):
    """The colours of a theme."""

    desk: str
    panel: str
    raised: str
    text: str
    quiet: str
    line: str
    accent: str
    good: str
    bad: str


DARK = {
    FULL: "#1c1916 #26221d #332d26 #efe6d5 #9b8f7f #4a4238 #e3a857 #93b874 #e0725c",
    MANY: "#1c1c1c #262626 #303030 #eeeeee #9e9e9e #4e4e4e #d7af5f #87af5f #ff5f5f",
    FEW: "#000000 #000000 #7f7f7f #ffffff #e5e5e5 #7f7f7f #cdcd00 #00cd00 #ff0000",
}
LIGHT = {
    FULL: "#e6dcc8 #dacdb6 #cbbda3 #2b2620 #5d5448 #b3a58c #744a0b #3a5c22 #93301f",
    MANY: "#e4e4e4 #eeeeee #d0d0d0 #262626 #5f5f5f #b2b2b2 #875f00 #005f00 #af0000",
    FEW: "#e5e5e5 #ffffff #e5e5e5 #000000 #000000 #7f7f7f #0000ee #0000ee #cd0000",
}
LOOKS = {
    (dark, depth): Look(*colours.split())
    for dark, looks in ((True, DARK), (False, LIGHT))
    for depth, colours in looks.items()
}


def themes(depth: str) -> tuple[Theme, Theme]:
    """Return the dark and the light theme for a terminal of a depth of colour."""
    return _theme("paper-dark", True, depth), _theme("paper-light", False, depth)


def _theme(name: str, dark: bool, depth: str) -> Theme:
    look = LOOKS[dark, depth]
    return Theme(
        name=name,
        dark=dark,
        background=look.desk,
        surface=look.panel,
        panel=look.panel,
        boost=look.raised,
        foreground=look.text,
        primary=look.accent,
        secondary=look.quiet,
        accent=look.accent,
        success=look.good,
        warning=look.accent,
        error=look.bad,
        variables={
            "footer-background": look.panel,
            "footer-key-foreground": look.accent,
            "footer-description-foreground": look.text,
            "block-cursor-background": look.accent,
            "block-cursor-foreground": look.desk,
            "border": look.line,
            "input-selection-background": f"{look.accent} 35%",
        },
    )
