"""Kami: recolour regions until the board has one colour, in the fewest moves."""

from puzzles.kami.plugin import kami as plugin

__all__ = ["plugin"]
