"""How much work is done between two looks at the clock, in word operations.

A search takes the same steps at either speed, for what it does between slices counts from slice to
slice. As plain Python a slice takes seconds, so it is done in parts, lest nothing be heard of it.
"""

from __future__ import annotations

from puzzles.running.kernels import PLAIN

WORK = 6_000_000  # a slice: about 20 ms
PART = WORK // 64 if PLAIN else WORK
