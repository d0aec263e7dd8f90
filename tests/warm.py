"""Has a puzzle's kernels compiled, as the app has: `python tests/warm.py PUZZLE`. None of them is
left to be compiled when a player first needs it."""

from __future__ import annotations

import sys

from puzzles.library import registry
from puzzles.running import kept, work
from puzzles.running.kernels import KERNELS

kept.find_room()
done = work.done(work.name_of(work.compile_all), {"puzzle": sys.argv[1]})
assert not done["notice"], done["notice"]
registry.plugin(sys.argv[1]).load()
own = [
    kernel.py_func
    for kernel in KERNELS
    if kernel.py_func.__module__.startswith(f"puzzles.{sys.argv[1]}.")
]
names = {f"{kernel.__module__}.{kernel.__qualname__}" for kernel in own}
forms = {file.name.split("-")[0].removesuffix(".part") for file in kept.folder().iterdir()}
assert own
assert not names - forms, names - forms
