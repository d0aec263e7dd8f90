"""Every call to the file layer fails in turn, as SQLite tests itself: see `faults.c`, `faulty.py`.

What was acknowledged is there afterwards, nothing sound is set aside, a file is the old one or the
new one, and the same session goes on once the fault is over.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sampling import slow

HERE = Path(__file__).parent
SCENARIOS = (
    "first",
    "moves",
    "wins",
    "strokes",
    "merge",
    "upgrade",
    "mend",
    "export",
    "settings",
    "pack",
)


@pytest.fixture(scope="module")
def layer(tmp_path_factory):
    """The library that stands between a program and its files."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        pytest.skip("needs Linux and a C compiler")
    library = tmp_path_factory.mktemp("layer") / "faults.so"
    command = [compiler, "-O1", "-shared", "-fPIC", "-o", library, HERE / "faults.c", "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if done.returncode:
        pytest.skip(f"the file layer cannot be compiled: {done.stderr[-300:]}")
    return library


def campaign(layer, folder, monkeypatch, scenario, first, step):
    """How many runs went well; none may go wrong."""
    monkeypatch.setenv("LD_PRELOAD", str(layer))
    command = [sys.executable, HERE / "faulty.py", scenario, folder, str(first), str(step)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    *wrong, told = done.stdout.splitlines()
    assert not wrong, "\n".join(wrong)
    return int(told.partition(" ")[0])


@pytest.mark.parametrize("scenario", [*slow("first", "wins"), "settings", "pack"])
def test_calls_that_fail(layer, tmp_path, monkeypatch, scenario):
    """A sample: other calls for each of some scenarios."""
    first = 1 + SCENARIOS.index(scenario) % 4
    assert campaign(layer, tmp_path, monkeypatch, scenario, first, 11) > 6


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_thirtieth_call_that_fails(layer, tmp_path, monkeypatch, scenario):
    assert campaign(layer, tmp_path, monkeypatch, scenario, 1, 30) > 1
