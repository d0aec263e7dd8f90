"""The rules of Flow, its levels as text and as codes, and its boards as text."""

from puzzles.flow.rules.coding import decode, encode
from puzzles.flow.rules.levels import facts, format, parse
from puzzles.flow.rules.model import (
    apply,
    move_facts,
    move_parse,
    move_text,
    start,
    status,
)
from puzzles.flow.rules.prints import picture, ruled, text

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
