"""Puzzles of which only the rules are said: it solves them, and gives reasons. It knows none."""
