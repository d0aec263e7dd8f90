"""The reason why solvers run as plain Python here, found without loading numba."""

import math
import os
from contextlib import suppress
from importlib.util import find_spec

from puzzles.core.threads import single_process
from puzzles.library import locations

MARKER = ".sizes.json"  # after the name of a puzzle, beside its kernels, when they are compiled

_plain_here = False


def why() -> str:
    """Return why nothing can be compiled, as far as is known without trying; "" if it can."""
    if single_process():
        return "everything is done in one process"
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):  # which numba heeds, too
        return "NUMBA_DISABLE_JIT is set"
    return "" if find_spec("numba") else "numba is not installed"


def run_plain_here() -> None:
    """Have kernels that are still to be loaded run as plain Python here, but not in children."""
    global _plain_here
    _plain_here = True


def why_here() -> str:
    """Return why this process compiles nothing; "" if it does."""
    return why() or ("the process has one question" if _plain_here else "")


def has_compiled() -> bool:
    """Return True if a puzzle was compiled since numba was installed, so that numba works here."""
    spec = find_spec("numba")
    installed = os.stat(spec.origin).st_mtime if spec and spec.origin else math.inf
    with suppress(OSError):
        markers = locations.kernels().glob(f"*/*{MARKER}")
        return any(one.stat().st_mtime > installed for one in markers)
    return False
