"""Has a puzzle's kernels compiled, as the app has: `python tests/warm.py PUZZLE`."""

from __future__ import annotations

import sys

from puzzles.running import kept, work

kept.find_room()
done = work.done(work.name_of(work.compile_all), {"puzzle": sys.argv[1]})
assert not done["notice"], done["notice"]
