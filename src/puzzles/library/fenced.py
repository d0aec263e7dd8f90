"""Text that comes out of Markdown: what stands between fences, lines of ``` or ~~~, is the text."""

from __future__ import annotations

import re

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[^`]*")


def inside(text: str) -> str:
    """Return the lines between fences, each in its place and all others empty; the text itself if
    it has no fence."""
    lines, kept, within = text.split("\n"), [], False
    for line in lines:
        fence = bool(_FENCE.fullmatch(line))
        within ^= fence
        kept.append(line if within and not fence else "")
    return text if not any(map(_FENCE.fullmatch, lines)) else "\n".join(kept)
