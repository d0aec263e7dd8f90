"""Which kernels are compiled, without loading the compiler.

Numba keeps compiled kernels in files, and does not notice when a kernel that is called changes in
another file. So the kernels of each package (a puzzle, a plugin or one of SHARED) have a folder,
named after a digest of all that decides their machine code, or whether numba finds it: of the
sources of the package and of those of SHARED that it imports.

A marker lists the files of a puzzle that is compiled, with their sizes, which are compared once in
a process. If one is not whole, the puzzle is compiled again. Puzzles of one package each have one.
"""

import atexit
import json
import os
import platform
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path

from puzzles.library import locations, registry
from puzzles.library.files import write_file
from puzzles.running import plain

VERSIONED = ("numba", "llvmlite", "numpy", "puzzles-terminal")
UNUSED = 90 * 24 * 3600.0  # seconds after which a folder that nobody uses goes
SHARED = "puzzles.sat", "puzzles.logic"  # packages whose kernels those of others may call
_PLACES = ("NUMBA_DISABLE_JIT", "NUMBA_CACHE_DIR")  # settings that change no machine code
_checked: set[Path] = set()  # markers


def kernels_missing(puzzle: str) -> bool:
    """Return True if the kernels of a puzzle could be compiled, and are not."""
    return not plain.why() and not is_compiled(puzzle)


def is_compiled(puzzle: str) -> bool:
    """Return True if a puzzle's kernels are compiled, and whole; true of one not installed."""
    try:
        own, *others = _folders(puzzle)
    except KeyError:
        return True
    marker = own / f"{puzzle}{plain.MARKER}"
    if marker in _checked:
        return marker.exists()
    try:
        sizes = json.loads(marker.read_bytes()).items()
        # Numba may add to an index later.
        whole = all((locations.kernels() / name).stat().st_size >= size for name, size in sizes)
    except (OSError, ValueError):
        return False
    if not (whole and os.access(own, os.W_OK)):
        return False
    for used in (own, *others):
        with suppress(OSError):
            os.utime(used)
    _checked.add(marker)
    return True


def mark_compiled(puzzle: str) -> None:
    """Note that all kernels of a puzzle are compiled. Raises OSError."""
    for old in locations.kernels().iterdir():
        with suppress(OSError):  # another process does the same
            if old.stat().st_mtime < time.time() - UNUSED:
                shutil.rmtree(old) if old.is_dir() else old.unlink()
    folders = _folders(puzzle)
    sizes = {
        file.relative_to(locations.kernels()).as_posix(): file.stat().st_size
        for one in folders
        for file in one.rglob("*.nb[ci]")
    }
    write_file(folders[0] / f"{puzzle}{plain.MARKER}", json.dumps(sizes))


def forget(puzzle: str) -> None:
    """Delete the compiled kernels of a puzzle."""
    with suppress(KeyError):
        for one in _folders(puzzle):
            shutil.rmtree(one, ignore_errors=True)


def package_of(module: str) -> str:
    """Return the package of a plugin, or one of ours, that a module is in."""
    return ".".join(module.split(".")[: 2 if module.startswith("puzzles.") else 1])


def folder(package: str) -> Path | None:
    """Return the folder for the compiled kernels of a package; None if it has no sources."""
    return locations.kernels() / f"{package}-{_digest(package)}" if _sources(package) else None


def ensure_cache_folder() -> str:
    """Make the folder for compiled kernels; return "", or a warning that it is a temporary one of
    this process and its children, as the user's cache cannot be written. Raises OSError."""
    try:
        locations.kernels().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=locations.kernels()):
            return ""
    except OSError as error:
        why = error.strerror or error
        notice = f"compiled code cannot be kept in {locations.cache()}: {why}"
    own = tempfile.mkdtemp(prefix="puzzles-")
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    os.environ["PUZZLES_CACHE_DIR"] = own
    locations.kernels().mkdir()
    return f"{notice}; every start compiles it again"


def packages(puzzle: str) -> tuple[str, ...]:
    """Return the package of a puzzle, and those whose kernels it shares. Raises KeyError."""
    return _used(package_of(registry.home(puzzle)))


def _folders(puzzle: str) -> list[Path]:
    """Return the folders of the `packages` of a puzzle. Raises KeyError."""
    return [place for package in packages(puzzle) if (place := folder(package))]


def _used(package: str) -> tuple[str, ...]:
    """Return a package, and those of SHARED that its sources name, or the sources of these."""
    found = [package]
    for one in found:
        found += [other for other in _read(one)[1] if other not in found]
    return tuple(found)


@cache
def _read(package: str) -> tuple[list[tuple[str, int, str]], list[str]]:
    """Return what tells the sources of a package from others, and which of SHARED they name."""
    texts = {file: file.read_bytes() for file in _sources(package)}
    told = [
        (str(file), file.stat().st_mtime_ns, sha256(text).hexdigest())
        for file, text in texts.items()
    ]
    others = (other for other in SHARED if other != package)
    return told, [one for one in others if any(one.encode() in text for text in texts.values())]


@cache
def _sources(package: str) -> tuple[Path, ...]:
    """Return the source files of a package, without importing it."""
    spec = None if package == "__main__" else find_spec(package)
    file = Path(spec.origin) if spec and spec.origin else Path()
    if file.name == "__init__.py":
        return tuple(sorted(file.parent.rglob("*.py")))
    return (file,) if file.suffix == ".py" else ()


@cache
def _digest(package: str) -> str:
    """Return a digest of all that decides what the kernels of a package are compiled to."""
    used = (*_used(package), "puzzles.running.kernels")
    sources = [source for each in used for source in _read(each)[0]]
    versions = [dist.version for name in VERSIONED for dist in distributions(name=name)]
    settings = sorted(
        (name, value)
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name not in _PLACES
    )
    truth = (sys.version, versions, settings, _processor(), sources)
    return sha256(repr(truth).encode()).hexdigest()[:24]


@cache
def _processor() -> str:
    """Return what code for this processor may use."""
    try:
        first = Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(line for line in first if line.startswith(("model name", "flags", "Features")))
