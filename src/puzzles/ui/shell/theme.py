"""The look of the app: a warm desk under the boards, dark or light, with one accent.

Text has a contrast of at least 4.5 : 1 on each ground; a colour alone never carries a meaning.
"""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="paper-dark",
    dark=True,
    background="#1c1916",  # the desk
    surface="#26221d",
    panel="#26221d",
    boost="#332d26",
    foreground="#efe6d5",
    primary="#e3a857",
    secondary="#9b8f7f",
    accent="#e3a857",
    success="#93b874",
    warning="#e3a857",
    error="#d4644f",
    variables={
        "footer-background": "#26221d",
        "footer-key-foreground": "#e3a857",
        "footer-description-foreground": "#efe6d5",
        "block-cursor-background": "#e3a857",
        "block-cursor-foreground": "#1c1916",
        "border": "#4a4238",
        "input-selection-background": "#e3a857 35%",
    },
)
LIGHT = Theme(
    name="paper-light",
    dark=False,
    background="#efe8da",
    surface="#e5dcca",
    panel="#e5dcca",
    boost="#d8ccb5",
    foreground="#2b2620",
    primary="#8a5a12",
    secondary="#6b6154",
    accent="#8a5a12",
    success="#44692a",
    warning="#8a5a12",
    error="#a23b29",
    variables={
        "footer-background": "#e5dcca",
        "footer-key-foreground": "#8a5a12",
        "footer-description-foreground": "#2b2620",
        "block-cursor-background": "#8a5a12",
        "block-cursor-foreground": "#efe8da",
        "border": "#c4b79f",
    },
)
THEMES = DARK, LIGHT
