"""Flow's rules: levels, positions, moves, and their text forms."""
