"""Compiled kernels on disk, and when they are still true.

One file holds one kernel for one signature. Its name ends in a digest of all that decides what the
kernel is compiled to: the text of its module and of every module whose functions it may call, the
constants it takes from others, the versions of Python, numba, LLVM and numpy, and the processor. So
an edit, an upgrade or another machine asks for another file, and nobody has to delete any. What is
in a file counts only if its checksum is right, for damaged machine code would end the process.

The cache never breaks anything: what cannot be read is compiled again, what cannot be written is
told once (to the logger `puzzles`) and compiled again by the next process.
"""

from __future__ import annotations

import inspect
import logging
import os
import pickle
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite  # type: ignore[import-untyped]
import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from puzzles.library import locations
from puzzles.library.files import write_bytes
from puzzles.running.kept import folder

VERSIONS = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
VERSIONED = {"numba", "llvmlite", "numpy", *sys.stdlib_module_names}  # told by their versions
COMPILERS = {f"puzzles.running.{name}" for name in ("builtin", "kernels", "linking", "lowering")}
VARIANTS = 3  # of one kernel and signature that are kept: for other versions, and older sources
UNUSED = 90 * 24 * 3600.0  # seconds after which a file that nobody loaded goes
_CHECKSUM = sha256().digest_size


class KernelCache(NullCache):
    """What numba asks for the compiled code of one kernel, and gives it to."""

    FORM = ""  # of the code, where there are several; ends the kernel's name

    def __init__(self, kernel: FunctionType) -> None:
        self._kernel = kernel
        with suppress(OSError):  # the source as it is imported, should it be edited later
            _text(kernel.__module__)

    def key(self) -> tuple[str, str]:
        """What files with code for the kernel, of any signature, begin with and end in."""
        codegen = cpu_target.target_context.codegen()
        return self._name, _truth(self._kernel, codegen)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled kernel, or None if it is not there or cannot be used."""
        try:
            file = self._file(signature, context.codegen())
            data = file.read_bytes()
            if sha256(data[_CHECKSUM:]).digest() != data[:_CHECKSUM]:
                return None
            context.refresh()
            with suppress(OSError):
                os.utime(file)
            return self._rebuilt(context, *pickle.loads(memoryview(data)[_CHECKSUM:]))
        except Exception:  # whatever is wrong with it: compiling again puts it right
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the compiled kernel for other processes, if that can be done."""
        if result.library.has_dynamic_globals or result.lifted:
            return
        try:
            data = dumps(result._reduce())
            file = self._file(signature, result.codegen)
            write_bytes(file, sha256(data).digest() + data)
            _clear_away(file.parent)
        except Exception as error:  # the kernel is there all the same
            _tell(getattr(error, "strerror", None) or str(error))

    def _rebuilt(self, context: Any, *reduced: Any) -> CompileResult:
        """The result that was reduced to these."""
        return CompileResult._rebuild(context, *reduced)

    def _file(self, signature: Any, codegen: Any) -> Path:
        types = sha256(str(signature).encode()).hexdigest()[:16]
        return folder() / f"{self._name}-{types}-{_truth(self._kernel, codegen)}"

    @property
    def _name(self) -> str:
        kernel = self._kernel
        return re.sub(r"[^\w.]", "", f"{kernel.__module__}.{kernel.__qualname__}{self.FORM}")


def keys() -> set[tuple[str, str]]:
    """The keys of the kernels that are kept."""
    with suppress(OSError):
        parts = (file.name.split("-") for file in folder().iterdir())
        return {(part[0], part[-1]) for part in parts}
    return set()


def _truth(kernel: FunctionType, codegen: Any) -> str:
    """A digest of all that decides what the kernel is compiled to, but its signature."""
    truth = repr((VERSIONS, codegen.magic_tuple(), sources(kernel)))
    return sha256(truth.encode()).hexdigest()[:32]


def sources(kernel: FunctionType) -> str:
    """A digest of the modules whose code the kernel may run, and of its constants."""
    waiting, seen = [kernel], {kernel}
    modules, constants = {__name__, *COMPILERS}, set()
    while waiting:
        function = waiting.pop()
        modules.add(function.__module__)
        for name, value in _mentioned(function):
            if isinstance(value, Dispatcher) and value.py_func not in seen:
                seen.add(value.py_func)
                waiting.append(value.py_func)
            if isinstance(value, ModuleType):
                modules.add(value.__name__)
            elif callable(value):
                modules.add(value.__module__)
            else:
                constants.add(f"{function.__module__}.{name} {dumps(value).hex()}")
    texts = [(name, _text(name)) for name in sorted(modules)]
    return sha256(repr((texts, sorted(constants))).encode()).hexdigest()


def _mentioned(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The global things that a function's code names, and those in modules that it names."""
    names: set[str] = set()
    waiting = [function.__code__]
    while waiting:
        code = waiting.pop()
        names.update(code.co_names)
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    found = {name: function.__globals__[name] for name in names if name in function.__globals__}
    yield from found.items()
    for module, value in found.items():
        if isinstance(value, ModuleType) and not _versioned(value.__name__):
            yield from ((f"{module}.{n}", vars(value)[n]) for n in names if n in vars(value))


def _versioned(module: str) -> bool:
    return module.partition(".")[0] in VERSIONED


@cache
def _text(module: str) -> str:
    """A digest of a module's source; raises OSError if there is none."""
    if _versioned(module):
        return ""
    return sha256(inspect.getsource(sys.modules[module]).encode()).hexdigest()


@cache
def _clear_away(place: Path) -> None:
    """Delete what is old, once in a process: all but the newest of each kernel and signature, and
    what nobody has loaded for long."""
    variants = defaultdict(list)
    for file in place.iterdir():
        with suppress(OSError):  # another process does the same
            variants[file.name.rpartition("-")[0]].append((file.stat().st_mtime, file))
    for files in variants.values():
        for number, (used, file) in enumerate(sorted(files, reverse=True)):
            if number >= VARIANTS or used < time.time() - UNUSED:
                with suppress(OSError):
                    file.unlink()


_troubles: list[str] = []


def trouble() -> str:
    """Why this process could not keep something that it compiled; "" if it could."""
    return next(iter(_troubles), "")


def _tell(why: str) -> None:
    """One line, once in a process."""
    if not _troubles:
        _troubles.append(f"compiled code cannot be kept in {locations.cache()}: {why}")
        logging.getLogger("puzzles").warning(f"puzzles: {trouble()}; every start compiles it again")
