"""Which kernels are compiled, told without loading the compiler.

Numba keeps compiled kernels in files, and does not notice when a kernel that is called changes in
another file. So each module with kernels has a folder of its own, named after a digest of all that
decides its machine code, or whether numba finds it: its source and that of every module it imports
from the same package or that has kernels, where these lie and when they were written, the versions
of Python, numba, LLVM and numpy, numba's settings and the processor. An edit, an upgrade, another
checkout or another machine asks for another folder.

`sign` notes the checksum of each file of a folder. A puzzle is compiled when a marker lists its
folders; the files are checked once in a process, and what is damaged is deleted. What is missing is
compiled again.
"""

from __future__ import annotations

import atexit
import json
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import file_digest, sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec, resolve_name
from pathlib import Path

from puzzles.library import locations, registry
from puzzles.library.files import write_bytes
from puzzles.running import plain

VERSIONED = ("numba", "llvmlite", "numpy")
UNUSED = 90 * 24 * 3600.0  # seconds after which a folder that nobody uses goes
SUMS = "sums.json"
KERNELS = "puzzles.running.kernels"
_PLACES = ("NUMBA_DISABLE_JIT", "NUMBA_CACHE_DIR")  # settings that change no machine code
_IMPORT = re.compile(r"^from ([\w.]+) import (?:\(([^)]*)\)|(.*))|^import ([\w.]+)", re.MULTILINE)
_checked: set[Path] = set()  # markers


def is_lacking(puzzle: str) -> bool:
    """Return whether the kernels of a puzzle could be compiled, and are not."""
    return not plain.why() and not is_compiled(puzzle)


def is_compiled(puzzle: str) -> bool:
    """Return whether all kernels of a puzzle are compiled and undamaged. A puzzle that no installed
    plugin offers has none."""
    try:
        marker = _marker(puzzle)
    except KeyError:
        return True
    try:
        folders = [locations.kernels() / name for name in marker.read_text().split("\n") if name]
    except (OSError, ValueError):
        _checked.discard(marker)
        return False
    if marker in _checked:
        return True
    sound = [_is_sound(one) for one in folders]  # each of them is repaired
    if not all(sound):
        marker.unlink(missing_ok=True)
        return False
    for used in (marker, *(one.parent for one in folders)):
        with suppress(OSError):
            os.utime(used)
    _checked.add(marker)
    return True


def mark_compiled(puzzle: str, folders: Iterable[Path]) -> None:
    """Note that all kernels of a puzzle lie in these folders. Raises OSError."""
    for old in locations.kernels().iterdir():
        with suppress(OSError):  # another process does the same
            if old.stat().st_mtime < time.time() - UNUSED:
                shutil.rmtree(old) if old.is_dir() else old.unlink()
    names = [one.relative_to(locations.kernels()).as_posix() for one in sorted(folders)]
    write_bytes(_marker(puzzle), "\n".join(names).encode())


def sign(folders: Iterable[Path]) -> None:
    """Note the checksums of the files in these folders, if that can be written."""
    for one in folders:
        with suppress(OSError):
            write_bytes(one / SUMS, json.dumps(_sums(one)).encode())


def forget(puzzle: str) -> None:
    """Delete the compiled kernels of a puzzle."""
    with suppress(KeyError):
        for module in kernel_modules(puzzle):
            shutil.rmtree(code_folder(module) or "", ignore_errors=True)


def code_folder(module: str) -> Path | None:
    """The folder for the compiled kernels of a module; None if its source is not found."""
    sources = _sources(module)
    return locations.kernels() / _digest(sources) if sources else None


def repair(puzzle: str) -> None:
    """Delete what is damaged of the signed kernels of a puzzle that is not compiled."""
    for module in kernel_modules(puzzle):
        place = code_folder(module)
        for signed in place.glob(f"*/{SUMS}") if place else ():
            _is_sound(signed.parent)


def find_room() -> str:
    """See to it that compiled kernels can be kept, in a folder for this process and its children if
    the user's own cannot be written; then return why not, in a line. Raises OSError if there is
    no such folder either."""
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


def _is_sound(place: Path) -> bool:
    """Return whether the files in a folder are those that were signed, and more can be written
    there; delete those that are not."""
    try:
        signed, found = json.loads((place / SUMS).read_bytes()), _sums(place)
        bad = [name for name in found if signed.get(name) != found[name]]
    except (OSError, ValueError, AttributeError):
        shutil.rmtree(place, ignore_errors=True)
        return False
    for name in bad:
        with suppress(OSError):
            (place / name).unlink()
    return not bad and signed.keys() == found.keys() and os.access(place, os.W_OK)


def _sums(place: Path) -> dict[str, str]:
    """The checksums of numba's files in a folder."""
    sums = {}
    for file in sorted(place.iterdir()):
        if file.suffix in (".nbi", ".nbc"):
            with file.open("rb") as data:
                sums[file.name] = file_digest(data, "sha256").hexdigest()
    return sums


def _marker(puzzle: str) -> Path:
    """The file that lists the folders of a puzzle. Raises KeyError."""
    return locations.kernels() / f"{puzzle}-{_digest(frozenset(kernel_modules(puzzle)))}"


@cache
def kernel_modules(puzzle: str) -> frozenset[str]:
    """The modules with kernels that a puzzle uses. Raises KeyError."""
    home = registry.home(puzzle)
    file = _file(home)
    inside = list(file.parent.rglob("*.py")) if file and file.name == "__init__.py" else [file]
    names = {
        ".".join((home, *one.relative_to(file.parent).with_suffix("").parts))
        for one in inside
        if file and one and one != file
    } | {home}
    found: set[str] = set()
    for name in names:
        if _has_kernels(name):
            found |= {other for other in _sources(name) if _has_kernels(other)}
    return frozenset(found)


def _has_kernels(module: str) -> bool:
    return any(name.startswith(KERNELS) for name in _imports(module))


@cache
def _sources(module: str) -> frozenset[str]:
    """A module, and all that it imports, directly or not, of its own package and of modules with
    kernels; kernels use nothing else."""
    home, waiting = _home(module), [module]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in found or not _file(name):
            continue
        if _home(name) == home or name == KERNELS or _has_kernels(name):
            found.add(name)
            waiting += _imports(name)
    return frozenset(found)


def _home(module: str) -> str:
    """The package of a plugin, or one of ours."""
    return ".".join(module.split(".")[: 2 if module.startswith("puzzles.") else 1])


@cache
def _imports(module: str) -> frozenset[str]:
    """The modules that a module imports at its top; some names are no modules."""
    file, found = _file(module), set()
    package = module if file and file.name == "__init__.py" else module.rpartition(".")[0]
    for match in _IMPORT.finditer(_text(module).decode()):
        base, inside, line, whole = match.groups()
        base = whole or resolve_name(base, package)
        found.add(base)
        found |= {f"{base}.{name}" for name in re.findall(r"\w+", inside or line or "")}
    return frozenset(found)


@cache
def _file(module: str) -> Path | None:
    """The source of a module, looked for without importing it."""
    top, *rest = module.split(".")
    if top == "__main__":
        return None
    spec = find_spec(top)
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        return None
    if not rest:
        return Path(spec.origin)
    place = Path(spec.origin).parent.joinpath(*rest)
    files: Iterator[Path] = filter(
        Path.is_file, (place.with_name(f"{place.name}.py"), place / "__init__.py")
    )
    return next(files, None)


@cache
def _text(module: str) -> bytes:
    file = _file(module)
    return file.read_bytes() if file else b""


@cache
def _digest(modules: frozenset[str]) -> str:
    """A digest of what the kernels in some modules are compiled to."""
    settings = sorted(
        (name, value)
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name not in _PLACES
    )
    texts = [(name, *_stamp(name)) for name in sorted(_all_sources(modules))]
    truth = (sys.version, *map(_version, VERSIONED), settings, _processor(), texts)
    return sha256(repr(truth).encode()).hexdigest()[:24]


def _stamp(module: str) -> tuple[str, str, int]:
    """What a source says, where it lies and when it was written: by the last two numba knows it."""
    file = _file(module)
    written = file.stat().st_mtime_ns if file else 0
    return sha256(_text(module)).hexdigest(), str(file), written


def _all_sources(modules: frozenset[str]) -> set[str]:
    return set().union(*map(_sources, modules))


def _version(package: str) -> str:
    with suppress(PackageNotFoundError):
        return version(package)
    return ""


@cache
def _processor() -> str:
    """What code for this processor may use."""
    try:
        first = Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(line for line in first if line.startswith(("model name", "flags", "Features")))
