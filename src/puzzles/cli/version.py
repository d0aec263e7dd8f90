"""`puzzles --version`: the version, and which speed solvers have here, and why."""

from __future__ import annotations

from puzzles import __version__


def version() -> str:
    """Return both, in two lines."""
    return f"puzzles {__version__}\n{_speed()}"


def _speed() -> str:
    from importlib.metadata import version

    from puzzles.running import compile_state

    why = compile_state.why_plain()
    if not why and not compile_state.has_compiled():
        from puzzles.running.kernels import WHY_PLAIN as why  # numba may not go with this Python
    if why:
        return f"solvers run as plain Python: {why}"
    return f"solvers are compiled by numba {version('numba')}"
