"""What the packages weigh that are installed along, and what it costs to import them: the rows of a
table of docs/dependencies.md.

Sizes are of the files of this environment, those included that Python has compiled; start-up is CPU
time to import a package by itself, the median of five.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from statistics import median

from helping import few, some

COLUMNS = "package", "MB", "start-up, ms"
# What is imported at some time, by its module; and what that needs.
PACKAGES = {
    "llvmlite": "",
    "numba": "numba",
    "numpy": "numpy",
    "pillow": "PIL.Image",
    "textual": "textual.app",
    "rich": "rich.console",
    "tomli": "tomli",
    "tomlkit": "tomlkit",
    "platformdirs": "platformdirs",
    "pydyf": "pydyf",
}
NEEDED = "pygments markdown-it-py mdit-py-plugins linkify-it-py uc-micro-py mdurl typing-extensions"
TIMED = "import time; began = time.process_time(); import {}; print(time.process_time() - began)"


def megabytes(package: str) -> float:
    """Of its files, 0 if it is not installed."""
    files = [Path(str(f.locate())) for one in distributions(name=package) for f in one.files or ()]
    return sum(file.stat().st_size for file in files if file.exists()) / 1e6


def milliseconds(module: str) -> float:
    """To import a module in a process of its own."""
    command = [sys.executable, "-c", TIMED.format(module)]
    return 1000 * median(float(subprocess.check_output(command)) for _ in range(few(5)))


def rows() -> Iterator[tuple[object, ...]]:
    """The cells of the table, by COLUMNS."""
    for package, module in some(PACKAGES.items()):
        start = f"{milliseconds(module):.0f}" if module else ""
        yield package, f"{megabytes(package):.1f}", start
    yield NEEDED.replace(" ", ", "), f"{sum(map(megabytes, NEEDED.split())):.1f}", ""
