"""The rooms of the house: who may import whom, and who may know of whom."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import puzzles
from shipped import PUZZLES

SOURCE = Path(puzzles.__file__).parent
ROOT = SOURCE.parents[1]
HOST = [
    file
    for room in ("core", "grids", "library", "pictures", "running", "player", "ui", "cli")
    for file in sorted((SOURCE / room).rglob("*"))
    if file.suffix in (".py", ".tcss")
]
DRAWN = ("textual", "rich")


def test_the_import_contract():
    """The contracts in pyproject.toml, over indirect imports too."""
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_the_host_names_no_puzzle():
    names = [puzzle.id for puzzle in PUZZLES if puzzle.id != "loop"]
    # What is a word of programs, too, is looked for as a name.
    named = re.compile(rf"(?i:\b({'|'.join(names)})\b)|[\"']loop[\"']|\bLoop\b|puzzles\.loop")
    lines = [(file.name, line) for file in HOST for line in file.read_text().splitlines()]
    # The comment that shows what an id looks like may name one.
    assert not [
        (file, line)
        for file, line in lines
        if named.search(line) and not re.search(r'#.*puzzle = "', line)
    ]


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after `code`."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


def modules(*rooms: str) -> str:
    files = [file for room in rooms for file in (SOURCE / room).rglob("*.py")]
    dotted = [".".join(file.relative_to(SOURCE.parent).with_suffix("").parts) for file in files]
    return "import " + ", ".join(name.removesuffix(".__init__") for name in dotted)


def test_the_floors_below_the_screens_load_nothing_that_draws():
    assert not loaded_by(modules("core", "grids", "library", "running", "player")) & set(DRAWN)


def test_solving_drawing_and_line_mode_load_no_screen():
    code = """
import io, sys
from puzzles.cli import main
from puzzles.core.solving import UNLIMITED, answer
from puzzles.library.catalogue import library
from puzzles.pictures.shapes import drawing

for pack in {pack.puzzle.id: pack for pack in reversed(library().packs)}.values():
    state = pack.puzzle.start(pack.levels[0])
    answer(pack.puzzle.solver.solve(state, UNLIMITED))
    drawing(pack.puzzle.scene(state))
    sys.stdin = io.StringIO("look\\nquit\\n")
    main(["play", "--plain", f"{pack.puzzle.id}/{pack.name}/1"])
"""
    loaded = loaded_by(code)
    assert "puzzles.kami.solver.solve" in loaded
    assert not loaded & {*DRAWN, "puzzles.ui", "puzzles.kami.screen", "puzzles.flow.screen"}


def test_the_solver_of_the_page_loads_no_screen():
    """What it does for the app: `start.settle` is for the memory that both start from."""
    code = """
import asyncio
from puzzles.core.solving import Limits
from puzzles.library.catalogue import find
from puzzles.page.start import Solver
from puzzles.running import work
from puzzles.running.worker import packed, unpacked

async def ask(name):
    entry, heard = find(name), []
    asked = {"puzzle": entry.pack.puzzle, "level": entry.level, "limits": Limits()}
    solver = Solver(heard.append)
    solver.hear(packed((work.explain, asked, False)).decode())
    await solver._working
    assert unpacked(heard[-1]).steps

for name in ("kami/paper-garden/1", "flow/first-pipes/1"):
    asyncio.run(ask(name))
"""
    loaded = loaded_by(code)
    assert "puzzles.flow.tutor.reasons" in loaded
    assert not loaded & {*DRAWN, "puzzles.ui"}


def test_the_version_loads_next_to_nothing():
    code = "import contextlib, puzzles.cli\nwith contextlib.suppress(SystemExit):\n"
    loaded = loaded_by(code + '    puzzles.cli.main(["--version"])')
    assert not loaded & {*DRAWN, "numpy", "numba", "puzzles.library.catalogue"}


@pytest.mark.slow
def test_the_app_loads_no_compiler():
    """Its solvers are elsewhere: a key that asks them is not held up by what they need."""
    code = """
import asyncio
from puzzles.library.catalogue import find
from puzzles.ui.shell.app import PuzzlesApp

async def main():
    app = PuzzlesApp(find("flow/first-pipes/1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S")
        async with asyncio.timeout(60):
            while not app.screen.line.moves:
                await pilot.pause(0.1)
        app.ahead.begin(app.screen.puzzle, app.screen._game.entry.level)
        await pilot.press("6")
        assert app.screen.view.name == "paths"
asyncio.run(main())
"""
    assert not loaded_by(code) & {"numba", "puzzles.running.kernels"}


def test_a_plugin_is_cheap_to_import():
    """Solvers and widgets are imported when they are first needed."""
    loaded = loaded_by("from puzzles.library import registry; registry.plugins()")
    assert "puzzles.kami" in loaded
    assert not loaded & {*DRAWN, "numba"}


def test_screens_have_no_words_for_what_a_puzzle_draws_with():
    """Brushes are the puzzle's (`core.results.Brush`), and so is what they are called."""
    said = re.compile(r"(?<![a-z])(walls?|pipes?|bridges?)(?![a-z])", re.IGNORECASE)
    files = [file for room in ("player", "ui") for file in (SOURCE / room).rglob("*.py")]
    lines = [(file.name, line) for file in files for line in file.read_text().splitlines()]
    assert not [(file, line) for file, line in lines if said.search(line)]
