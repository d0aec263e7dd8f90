"""Which terminal this is, and the finest glyphs that it is known to draw true.

Terminals say their name and version when they are asked (XTVERSION, `CSI > q`, in xterm's "Control
Sequences"). The answer comes among the keys, when it comes: nothing waits for it. Some tell by
variables as well, which programs between them and this one pass on or not.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic

from textual.message import Message

from puzzles.ui.terminal.glyphs import TIERS

ASK = "\x1b[>q"
PATIENCE = 1.0  # seconds that an answer, or the rest of one, may take
LONG = 256  # characters of an answer; no name is as long

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
_WHOLE = re.compile("\x1bP>\\|([^\x1b]*)\x1b\\\\")
_BEGINS = re.compile("\x1bP>(?:\\|[^\x1b]*\x1b?)?\\Z")
_MAY_BEGIN = re.compile("\x1bP?\\Z|" + _BEGINS.pattern)


@dataclass
class TerminalNamed(Message):
    """The terminal has said what it is."""

    name: str


class Answers:
    """Takes what a terminal says of itself out of what is typed.

    Soon after it was asked, anything that may be the beginning of an answer is held back until more
    comes, later only what hardly can be a key. What has begun and does not end is dropped, so that
    no part of it is taken for keys.
    """

    def __init__(self) -> None:
        self._held, self._since, self._asked = "", 0.0, monotonic()
        self.heard: str | None = None

    @property
    def holding(self) -> bool:
        return bool(self._held)

    def feed(self, text: str) -> str:
        """Return what was typed; `heard` is the answer, if there has been one."""
        now, before = monotonic(), self._held
        text = before + text
        for match in _WHOLE.finditer(text):
            self.heard = match[1][:LONG]
        text = _WHOLE.sub("", text)
        begins = _MAY_BEGIN if now < self._asked + PATIENCE else _BEGINS
        found = begins.search(text)
        cut = found.start() if found else len(text)
        held = text[cut:]
        self._held = held if len(held) < LONG else held[:4] + held[-1]
        self._since = self._since if before else now
        return text[:cut]

    def rest(self) -> str:
        """Return the keys that were held back, as nothing has come after them for a moment."""
        dropped = self._held.startswith("\x1bP>")
        if dropped and monotonic() < self._since + PATIENCE:
            return ""
        held, self._held = self._held, ""
        return "" if dropped else held


_said: str | None = None  # by this process's terminal


def hear(name: str | None) -> None:
    """Take what the terminal says it is."""
    global _said
    _said = name


def known_tier(env: Mapping[str, str] = os.environ) -> str | None:
    """The finest repertoire that this terminal is known to draw true; None if it is not known."""
    if env.get("TEXTUAL_DRIVER"):  # a browser stands in for it
        return "half"
    match = _NAMED.match(_told_by(env) if _said is None else _said)
    if match is None:
        return None
    version = tuple(map(int, match[2].split(".")))
    fits = [tier for least, tier in TRUE.get(match[1].casefold(), ()) if version >= least]
    return fits[-1] if fits else None


def _told_by(env: Mapping[str, str]) -> str:
    """Return what variables say, where no other program draws the screen."""
    if env.get("TMUX") or env.get("STY"):
        return ""
    if version := env.get("VTE_VERSION"):
        return f"VTE({version})"
    return f"{env.get('TERM_PROGRAM', '')} {env.get('TERM_PROGRAM_VERSION', '')}"


def terminal_tier(choice: str = "auto", env: Mapping[str, str] = os.environ) -> str:
    """The repertoire to draw with: PUZZLES_GLYPHS decides if set, then `choice` unless it is
    "auto"; then what the terminal is known to draw true, and blocks where that is in doubt."""
    for wish in (env.get("PUZZLES_GLYPHS", ""), choice):
        if wish in TIERS:
            return wish
    return known_tier(env) or "block"
