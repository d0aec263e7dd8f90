"""Flood-It: spread from the corner until the board has one colour."""

from flood_it.plugin import plugin as plugin
