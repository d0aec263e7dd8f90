"""Logic puzzles in the terminal, with solvers that prove their answers."""

__version__ = "0.1.0"
