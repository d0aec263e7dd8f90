"""The base of all puzzles, which knows no screen: protocol, positions, moves, solving, errors."""
