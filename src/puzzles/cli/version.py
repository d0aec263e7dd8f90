"""`puzzles --version`: the version, and which speed solvers have here, and why."""

from __future__ import annotations

from puzzles import __version__
from puzzles.running import plain


def version() -> str:
    """Return both, in two lines."""
    return f"puzzles {__version__}\n{_speed()}"


def _speed() -> str:
    why = plain.why()
    if not why and not plain.has_compiled():
        from puzzles.running.kernels import WHY_PLAIN as why  # numba may not go with this Python
    return (
        f"solvers run as plain Python: {why}"
        if why
        else f"solvers are compiled by {plain.compiler()}"
    )
