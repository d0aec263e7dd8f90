"""Has a puzzle's kernels compiled, as the app has: `python tests/warm.py PUZZLE`. None of them is
left to be compiled when a player first needs it."""

from __future__ import annotations

import sys

from puzzles.running import compile_state, work

compile_state.ensure_cache_folder()
*_, done = work.do(work.compile_all, {"puzzle": sys.argv[1]})
if done["notice"]:
    sys.exit(done["traceback"] or done["notice"])
assert compile_state.is_compiled(sys.argv[1])
