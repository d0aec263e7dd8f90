"""`python -m puzzles` is the `puzzles` command."""

import sys

from puzzles.cli import main

if __name__ == "__main__":  # not in the processes of a batch, which import this again
    sys.exit(main())
