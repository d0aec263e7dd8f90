"""Proves the fewest moves: bounds, search, and what they stand on."""
