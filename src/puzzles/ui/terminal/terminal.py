"""Which terminal this is, the finest glyphs that it is known to draw true, and how many colours.

Terminals say their name and version when they are asked (XTVERSION, `CSI > q`, in xterm's "Control
Sequences"). The answer comes among the keys, when it comes: nothing waits for it. Some tell by
variables as well, which programs between them and this one pass on or not.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic

from rich.console import Console
from textual.constants import COLOR_SYSTEM
from textual.message import Message

from puzzles.characters.glyphs import TIERS
from puzzles.characters.tones import FEW, FULL, MANY

ASK = "\x1b[>q"
PATIENCE = 1.0  # seconds that an answer may take

# From which version on glyphs are drawn by the terminal itself, without gaps and where Unicode has
# them, by what changelogs say: VTE 0.62; foot 1.9.0; kitty 0.20, and 0.34 with wedges that end at
# thirds (before that at quarters, which makes wavy edges); WezTerm 20210814, and after 20240203
# with wedges; Ghostty from the first.
TRUE: dict[str, tuple[tuple[tuple[int, ...], str], ...]] = {
    "vte": (((6200,), "wedge"),),
    "foot": (((1, 9), "wedge"),),
    "kitty": (((0, 20), "sextant"), ((0, 34), "wedge")),
    "wezterm": (((20210814,), "sextant"), ((20240204,), "wedge")),
    "ghostty": (((1, 0), "wedge"),),
}
_NAMED = re.compile(r"([A-Za-z]+)[ (]v?(\d+(?:\.\d+)*)")
_WHOLE = re.compile("\x1bP>\\|([^\x1b]{0,256})\x1b\\\\")
_BEGINS = re.compile("\x1b(?:P(?:>(?:\\|[^\x1b]*\x1b?)?)?)?\\Z")


@dataclass
class TerminalNamed(Message):
    """The terminal has said what it is."""

    name: str


class Answers:
    """Takes what a terminal says of itself out of what is typed.

    Soon after it was asked, what may begin an answer is `held` back until more comes; later, what
    can be nothing else. What does not go on is dropped, so that no part of it is taken for keys.
    """

    def __init__(self) -> None:
        self.held, self._asked = "", monotonic()
        self.name: str | None = None

    def feed(self, text: str) -> str:
        """Return what was typed; `name` is the answer, if there has been one."""
        text = self.held + text
        for match in _WHOLE.finditer(text):
            self.name = match[1]
        text = _WHOLE.sub("", text)
        begun = _BEGINS.search(text)
        soon = monotonic() < self._asked + PATIENCE  # later, Esc is a key; `Esc P >` is none
        cut = begun.start() if begun and (soon or len(begun[0]) > 2) else len(text)
        self.held = text[cut:]
        return text[:cut]

    def rest(self) -> str:
        """Return the keys that were held back, as nothing has come after them for a moment."""
        held, self.held = self.held, ""
        return "" if held.startswith("\x1bP>") else held


_said: str | None = None  # by this process's terminal


def hear(name: str | None) -> None:
    """Take what the terminal says it is."""
    global _said
    _said = name


def known_tier(env: Mapping[str, str] = os.environ) -> str | None:
    """The finest repertoire that this terminal is known to draw true; None if it is not known."""
    if env.get("TEXTUAL_DRIVER"):  # a browser stands in for it
        return "half"
    told = _said
    if told is None and not (env.get("TMUX") or env.get("STY")):  # no other program draws for it
        vte = env.get("VTE_VERSION")
        named = f"{env.get('TERM_PROGRAM', '')} {env.get('TERM_PROGRAM_VERSION', '')}"
        told = f"VTE({vte})" if vte else named
    if (match := _NAMED.match(told or "")) is None:
        return None
    version = tuple(map(int, match[2].split(".")))
    fits = [tier for least, tier in TRUE.get(match[1].casefold(), ()) if version >= least]
    return fits[-1] if fits else None


def terminal_tier(choice: str = "auto", env: Mapping[str, str] = os.environ) -> str:
    """The repertoire to draw with: PUZZLES_GLYPHS decides if set, then `choice` unless it is
    "auto"; then what the terminal is known to draw true, and blocks where that is in doubt."""
    for wish in (env.get("PUZZLES_GLYPHS", ""), choice):
        if wish in TIERS:
            return wish
    return known_tier(env) or "block"


def terminal_depth() -> str:
    """Return how many colours this terminal has: FULL, MANY or FEW."""
    system = Console(force_terminal=True, color_system=COLOR_SYSTEM).color_system  # type: ignore[arg-type]
    return system if system in (MANY, FEW) else FULL
