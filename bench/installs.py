"""Installs the wheel and the source distribution into clean environments, in every way at hand, and
prints what works there, in seconds.

    python bench/installs.py [PYTHON…]

builds both with `python -m build`, then takes each interpreter (this one, if none is named) and
each of pip, pipx and uv that is on the PATH. Then, in the last of these environments: no home, no
PATH, no locale and, for root on Linux, another user (who must reach the interpreter) and a disk
that cannot be written to. What goes wrong is told by its last line, and the exit code is 1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pexpect

ROOT = Path(__file__).parents[1]
WAIT = 180.0  # seconds for anything
NOBODY = 65534
LEVEL = "flow/first-pipes/1"
READ_ONLY = "unshare", "-m", "sh", "-c", 'mount -o remount,bind,ro / && exec "$0" "$@"'
Check = Callable[["Place"], None]


class Wrong(Exception):
    """What did not work, in a line."""


class Place:
    """An installed command, and in what circumstances it is run."""

    def __init__(
        self,
        command: Path,
        variables: Mapping[str, str] = {},
        before: tuple[str, ...] = (),
        user: int | None = None,
    ) -> None:
        self.command, self.before, self.user = command, before, user
        self.variables = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", **variables}

    def run(self, *arguments: str, code: int = 0) -> str:
        done = subprocess.run(
            [*self.before, self.command, *arguments],
            stdin=subprocess.DEVNULL,
            text=True,
            capture_output=True,
            env=self.variables,
            user=self.user,
            timeout=WAIT,
            encoding="utf-8",
        )
        if done.returncode != code:
            raise Wrong(last_line(done.stderr or done.stdout) or f"exit {done.returncode}")
        return done.stdout + done.stderr

    def first_frame(self) -> None:
        def become() -> None:
            if self.user is not None:
                os.setuid(self.user)

        whole = [*self.before, str(self.command)]
        app = pexpect.spawn(
            whole[0],
            whole[1:],
            env=dict(self.variables),
            dimensions=(30, 100),
            timeout=WAIT,
            preexec_fn=become,
        )
        try:
            app.expect("Statistics")  # what a key does: it is drawn at once, and as a whole
            app.send("\x11")
            app.expect(pexpect.EOF)
        except pexpect.ExceptionPexpect as error:
            raise Wrong(str(error).splitlines()[0]) from error
        finally:
            app.close(force=True)


def last_line(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip()), "")[-60:]


def says(expected: str, *arguments: str, code: int = 0) -> Check:
    def check(place: Place) -> None:
        if expected not in (said := place.run(*arguments, code=code)):
            raise Wrong(last_line(said))

    return check


CHECKS: dict[str, Check] = {
    "version": says("puzzles ", "--version"),
    "solve": says("solved", "solve", LEVEL),
    "count": says("1", "count", LEVEL),
    "generate": says("puzzle", "generate", "flow", "--size", "5x5", "--seed", "1"),
    "first frame": Place.first_frame,
    "no terminal": says("terminal", code=2),
}


def row(what: str, place: Place) -> bool:
    """Print how all checks went; whether they went well."""
    cells, wrong = [], []
    for name, check in CHECKS.items():
        began = time.monotonic()
        try:
            check(place)
            cells.append(f"{time.monotonic() - began:.1f}")
        except (Wrong, OSError, subprocess.TimeoutExpired) as error:
            cells.append("-")
            wrong.append(f"  {name}: {error}")
    print(f"{what:34}" + "".join(f"{cell:>13}" for cell in cells), *wrong, sep="\n", flush=True)
    return not wrong


def install(tool: str, python: str, file: Path, folder: Path) -> Path:
    """The command, installed from a file."""
    if tool == "pip":
        call(python, "-m", "venv", folder)
        call(folder / "bin" / "python", "-m", "pip", "install", "-q", file)
    elif tool == "uv":
        call("uv", "venv", "-q", "--python", python, folder)
        call("uv", "pip", "install", "-q", "--python", folder / "bin" / "python", file)
    else:
        call(
            "pipx",
            "install",
            "--quiet",
            "--python",
            python,
            file,
            PIPX_HOME=str(folder),
            PIPX_BIN_DIR=str(folder / "bin"),
        )
    return folder / "bin" / "puzzles"


def call(*command: object, **variables: str) -> None:
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, env=os.environ | variables
    )
    if done.returncode:
        raise Wrong(last_line(done.stderr))


def circumstances(command: Path, home: Path) -> dict[str, Place]:
    """The command where something is missing. `home` may be written to."""
    kept, none = {"HOME": str(home)}, {"HOME": str(home / "none")}
    found = {
        "no home yet": Place(command, none),
        "PATH is empty": Place(command, {**kept, "PATH": ""}),
        "LANG=C, no UTF-8 mode": Place(
            command, kept | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        ),
    }
    if sys.platform == "linux" and os.geteuid() == 0:
        found["read-only disk"] = Place(command, kept, before=READ_ONLY)
    if sys.platform == "linux" and os.geteuid() == 0 and reached(command):
        own = home / "nobody"
        own.mkdir()
        os.chown(own, NOBODY, NOBODY)
        found["another user"] = Place(command, {"HOME": str(own)}, user=NOBODY)
        found["another user, no home"] = Place(command, {"HOME": "/proc/none"}, user=NOBODY)
    return found


def reached(command: Path) -> bool:
    """Whether another user can reach the command, and the interpreter it runs by."""
    try:
        return not subprocess.call([command, "--version"], user=NOBODY, stdout=subprocess.DEVNULL)
    except OSError:
        print(f"another user cannot reach {command.resolve()}, or what runs it")
        return False


def main() -> int:
    pythons = sys.argv[1:] or [sys.executable]
    tools = [tool for tool in ("pip", "pipx", "uv") if shutil.which(tool)]
    good = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        folder.chmod(0o755)  # for another user
        call(sys.executable, "-m", "build", "-o", folder / "dist", ROOT)
        files = [*(folder / "dist").glob("*.whl"), *(folder / "dist").glob("*.tar.gz")]
        print(f"{'':34}" + "".join(f"{name:>13}" for name in CHECKS))
        command = None
        for number, python in enumerate(pythons):
            version = subprocess.check_output([python, "-V"], text=True).split()[1]
            for tool in tools:
                for file in files:
                    kind = "wheel" if file.suffix == ".whl" else "sdist"
                    at, home = folder / f"{number}-{tool}-{kind}", folder / f"{number}-{kind}"
                    home.mkdir(exist_ok=True)
                    try:
                        command = install(tool, python, file, at)
                        good.append(
                            row(f"{version}, {tool}, {kind}", Place(command, {"HOME": str(home)}))
                        )
                    except Wrong as error:
                        print(f"{version}, {tool}, {kind}: not installed: {error}")
                        good.append(False)
        if command is not None:
            home = folder / "home"
            home.mkdir()
            for what, place in circumstances(command, home).items():
                good.append(row(what, place))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
