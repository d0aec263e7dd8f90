"""Flow: join the dots of each colour with pipes that fill the board."""

from puzzles.flow.plugin import flow as plugin

__all__ = ["plugin"]
