"""A SAT solver that learns from conflicts; it knows nothing of puzzles."""
