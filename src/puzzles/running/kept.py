"""Whether a puzzle's kernels all lie compiled on the disk, told without loading the compiler.

The process that has compiled them (`compiling`) leaves a mark: an empty file whose name has a
digest of what they depend on, which is the files of the plugin and of this room, the versions of
Python, numba, LLVM and numpy, and the processor. A mark says what is likely, and no more: what is
missing after all is compiled by who needs it, and what is compiled counts only if it is true
(`kernel_cache`).
"""

from __future__ import annotations

import atexit
import os
import platform
import shutil
import sys
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from puzzles.library import locations, registry

VERSIONED = ("numba", "llvmlite", "numpy")


def folder() -> Path:
    """Where compiled kernels lie."""
    return locations.cache() / "kernels"


def why_plain() -> str:
    """Why nothing can be compiled, as far as is known without trying; "" if it can."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):  # which numba heeds, too
        return "NUMBA_DISABLE_JIT is set"
    return "" if find_spec("numba") else "numba is not installed"


def is_lacking(puzzle: str) -> bool:
    """Whether the kernels of a puzzle could be compiled, and are not."""
    return not why_plain() and not is_kept(puzzle)


def is_kept(puzzle: str) -> bool:
    """Whether all kernels of a puzzle have been compiled; of one that no plugin which is installed
    offers, none can be."""
    try:
        mark = _mark(puzzle)
    except KeyError:
        return True
    with suppress(OSError):  # a disk that can only be read still serves
        os.utime(mark)
    return os.path.exists(mark)  # which is no in a folder that is closed to us


def mark(puzzle: str) -> None:
    """Note that all kernels of a puzzle have been compiled; raises OSError."""
    _mark(puzzle).touch()


def find_room() -> str:
    """See to it that compiled kernels can be kept, in a folder for this process and its children if
    the user's own cannot be written; then, why not, in a line. Raises OSError if there is none."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder()):
            return ""
    except OSError as error:
        why = error.strerror or error
        told = f"compiled code cannot be kept in {locations.cache()}: {why}"
    own = tempfile.mkdtemp(prefix="puzzles-")
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    os.environ["PUZZLES_CACHE_DIR"] = own
    folder().mkdir()
    return f"{told}; every start compiles it again"


def _mark(puzzle: str) -> Path:
    return folder() / f"all.{puzzle}-{_digest(puzzle)}"


@cache
def _digest(puzzle: str) -> str:
    """A digest of what the kernels of a puzzle depend on."""
    files = [*_files(registry.home(puzzle)), *_files("puzzles.sat"), *_files("puzzles.running")]
    stats = [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    truth = (sys.version, *map(_version, VERSIONED), _processor(), sorted(stats))
    return sha256(repr(truth).encode()).hexdigest()[:32]


def _files(module: str) -> list[Path]:
    """The source of a module, or of a package and all in it."""
    spec = find_spec(module)
    file = Path(spec.origin or "") if spec else Path()
    return list(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]


def _version(package: str) -> str:
    with suppress(PackageNotFoundError):
        return version(package)
    return ""


def _processor() -> str:
    """What code for this processor may use."""
    try:
        first = Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(line for line in first if line.startswith(("model name", "flags", "Features")))
