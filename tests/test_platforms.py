"""What the program asks of the system is there on Windows: tried where the rest is missing."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import puzzles
from sampling import slow

ROOT = Path(__file__).parents[1]
SOURCE = Path(puzzles.__file__).parent
LEVEL = "kami/first-folds/1"
SOLVED_IN_THE_APP = f"""
import asyncio
from puzzles.library.catalogue import find
from puzzles.ui.shell.app import PuzzlesApp

async def main():
    app = PuzzlesApp(find({LEVEL!r}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        for _ in range(1200):
            said = str(app.screen.query_one("#message").render())
            if "Look" in said:
                break
            await pilot.pause(0.1)
        else:
            raise SystemExit(f"no hint: {{said}}")
        await pilot.press("n", "N", "escape", "ctrl+q")

asyncio.run(main())
"""


def there(*arguments, stdin=""):
    """Python with these arguments, on Windows; what it printed."""
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).with_name("windows"))}
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        input=stdin,
        text=True,
        encoding="utf-8",
        capture_output=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_it_is_another_system():
    code = "import os, sys; print(sys.platform, hasattr(os, 'fork'))\nimport termios"
    with pytest.raises(AssertionError, match="ModuleNotFoundError"):
        there("-c", code)


@pytest.mark.slow
def test_every_module_can_be_imported():
    files = [file for file in SOURCE.rglob("*.py") if file.name not in ("__main__.py", "driver.py")]
    dotted = [".".join(file.relative_to(SOURCE.parent).with_suffix("").parts) for file in files]
    assert len(dotted) > 100
    there("-c", "import " + ", ".join(name.removesuffix(".__init__") for name in dotted))


COMMANDS = [
    *slow(
        (["play", "--plain", LEVEL], "hint\nhint\nquit\n", "the board is finished"),
        (["solve", LEVEL, LEVEL], "", "2 levels solved, 2 proved"),  # on all cores
        (["list"], "", "kami/first-folds/one-sheet"),
        (["progress", "stats"], "", "No level solved yet."),
        (["export", LEVEL, "board.svg"], "", ""),
    ),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[0]))
def test_commands(command, tmp_path, monkeypatch):
    arguments, stdin, said = command
    monkeypatch.chdir(tmp_path)
    assert said in there("-m", "puzzles", *arguments, stdin=stdin)


@pytest.mark.slow
def test_boards_are_made(compiled_children):
    """Which plain Python does for a minute."""
    arguments = ["generate", "flow", "--size", "4x4", "--seed", "1", "--count", "2"]
    assert "[[level]]" in there("-m", "puzzles", *arguments)


@pytest.mark.slow
def test_the_app_and_its_solver(monkeypatch):
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.headless_driver:HeadlessDriver")
    there("-c", SOLVED_IN_THE_APP)


@pytest.mark.parametrize(
    ("python", "implementation", "machine", "there"),
    [
        ("3.11", "CPython", "x86_64", True),
        ("3.16", "CPython", "x86_64", False),
        ("3.11", "PyPy", "x86_64", False),
        ("3.13", "CPython", "riscv64", False),
    ],
)
def test_numba_is_asked_for_where_it_can_be_installed(python, implementation, machine, there):
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    dependencies = tool["hatch"]["metadata"]["hooks"]["custom"]["dependencies"]
    numba = next(Requirement(text) for text in dependencies if text.startswith("numba"))
    assert (
        numba.marker.evaluate(
            {
                "python_version": python,
                "platform_python_implementation": implementation,
                "platform_machine": machine,
            }
        )
        == there
    )
