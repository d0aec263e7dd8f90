"""`puzzles --version`: the version, and which speed solvers have here, and why."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace

from puzzles import __version__


class Version(Action):
    """An option that tells, and ends the command."""

    def __init__(self, option_strings: list[str], dest: str) -> None:
        help = "the version, and whether solvers are compiled here"
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: ArgumentParser, _space: Namespace, *_: object) -> None:
        print(f"puzzles {__version__}\n{_speed()}")
        parser.exit()


def _speed() -> str:
    from importlib.metadata import version

    from puzzles.library import registry
    from puzzles.running import compile_state

    why = compile_state.why_plain()
    if not why and any(map(compile_state.is_lacking, registry.names())):
        from puzzles.running.kernels import WHY_PLAIN as why  # numba may not go with this Python
    if why:
        return f"solvers run as plain Python: {why}"
    return f"solvers are compiled by numba {version('numba')}"
