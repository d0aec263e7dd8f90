"""What large arrays take goes back to the system as soon as they are gone."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import sys
import numpy as np
from puzzles.ui.shell.app import give_back

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

if {given}:
    give_back()
kept, before = [], resident()
for _ in range(200):  # large arrays that go, among small ones that stay
    large = [np.ones(60_000) for _ in range(40)]
    kept.append(np.ones(100))
    del large
print(resident() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="of glibc")
def test_large_arrays_leave_nothing_behind():
    def left(given: bool) -> int:
        code = CODE.format(given=given)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        return int(done.stdout)

    assert left(True) < 4_000_000
