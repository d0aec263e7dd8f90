"""`python -m puzzles` is the `puzzles` command."""

import sys

from puzzles.cli import main

sys.exit(main())
