"""The work that is done between two looks at the clock, in word operations.

What a search does between slices counts from slice to slice. A slice is done in parts, between any
two of which it can be dropped: a slice ends with a position, which may take as long as a dozen. As
plain Python a part is smaller, and the search takes the same steps.
"""

from __future__ import annotations

from puzzles.running.kernels import PLAIN

WORK = 6_000_000  # a slice: about 20 ms
PART = WORK // 64 if PLAIN else WORK // 4
EVER = 1 << 60  # as much as it takes
