"""Finds and counts solutions: search, sweep, and what they stand on."""
