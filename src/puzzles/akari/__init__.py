"""Akari: lamps light their row and column up to the next wall, and do not shine on each other."""
