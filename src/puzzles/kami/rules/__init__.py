"""The rules of Kami, its levels as text and as codes, and its boards as text."""

from puzzles.kami.rules.coding import decode, encode
from puzzles.kami.rules.levels import facts, format, parse
from puzzles.kami.rules.model import (
    apply,
    move_facts,
    move_parse,
    move_text,
    picture,
    ruled,
    start,
    status,
    text,
)

__all__ = [
    "apply",
    "decode",
    "encode",
    "facts",
    "format",
    "move_facts",
    "move_parse",
    "move_text",
    "parse",
    "picture",
    "ruled",
    "start",
    "status",
    "text",
]
