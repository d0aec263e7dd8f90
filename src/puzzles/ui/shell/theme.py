"""The look of the app: a warm desk under the boards, dark or light, with one accent.

Each depth of colour has its own choice, rather than what is nearest to another. Text has a contrast
of at least 4.5 : 1 on each ground; a colour alone never carries a meaning.
"""

from __future__ import annotations

from textual.theme import Theme

from puzzles.ui.terminal.tones import FEW, FULL, MANY

# The colours of desk, panel, text, quiet text, lines, accent, good and bad; of the dark theme and
# the light one, by the depth of colour.
LOOKS = {
    (True, FULL): "#1c1916 #26221d #efe6d5 #9b8f7f #4a4238 #e3a857 #93b874 #e0725c",
    (True, MANY): "#1c1c1c #262626 #eeeeee #9e9e9e #4e4e4e #d7af5f #87af5f #ff5f5f",
    (True, FEW): "#000000 #000000 #ffffff #e5e5e5 #7f7f7f #cdcd00 #00cd00 #ff0000",
    (False, FULL): "#e6dcc8 #dacdb6 #2b2620 #5d5448 #b3a58c #744a0b #3a5c22 #93301f",
    (False, MANY): "#e4e4e4 #eeeeee #262626 #5f5f5f #b2b2b2 #875f00 #005f00 #af0000",
    (False, FEW): "#e5e5e5 #ffffff #000000 #000000 #7f7f7f #0000ee #0000ee #cd0000",
}


def theme(dark: bool, depth: str) -> Theme:
    """Return the dark or the light theme for a terminal of a depth of colour."""
    desk, panel, text, quiet, line, accent, good, bad = LOOKS[dark, depth].split()
    return Theme(
        name="paper-dark" if dark else "paper-light",
        dark=dark,
        background=desk,
        surface=panel,
        panel=panel,
        foreground=text,
        primary=accent,
        secondary=quiet,
        success=good,
        error=bad,
        variables={
            "block-cursor-foreground": desk,
            "border": line,
            "input-selection-background": f"{accent} 35%",
        },
    )
