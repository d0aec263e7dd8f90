"""The examples of the guide: installed beside an untouched host, they are found, solved, played."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from puzzles.library import registry
from puzzles.testing import ABILITIES

ROOT = Path(__file__).parents[1]
EXAMPLES = {name: ROOT / "examples" / name for name in ("hitori", "lights_out")}
SHOWN = EXAMPLES | {"template": ROOT / "examples" / "template"}
BUDGET = {"hitori": 100, "lights_out": 340, "template": 112}  # lines that a puzzle takes
LIMIT = 600  # seconds for a command, on a machine that has much else to do


def packs(name):
    return EXAMPLES[name] / "src" / name / "packs"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Runs Python with the examples installed into a folder of their own."""
    folder = tmp_path_factory.mktemp("installed")

    def run(*arguments, **options):
        environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, *map(str, arguments)],
            env=environment,
            text=True,
            capture_output=True,
            timeout=LIMIT,
            **options,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        "--target",
        folder,
        *EXAMPLES.values(),
    )
    return run


@pytest.mark.slow
def test_the_commands_know_them(run, tmp_path, compiled_children):
    listed = list(map(json.loads, run("-m", "puzzles", "list", "--json").splitlines()))
    levels = [[level for level in listed if level["puzzle"] == name] for name in EXAMPLES]
    assert [first["answer"]["title"] for first, *_ in levels] == ["Snow", "Spark"]
    some = [level for all_ in levels for level in all_[:3]]
    solved = run("-m", "puzzles", "solve", "--json", *(level["level"] for level in some))
    for level, line in zip(some, solved.splitlines(), strict=True):
        answer = json.loads(line)["answer"]
        assert (answer["proved"], answer["count"]) == (
            True,
            level["facts"].get("par", answer["count"]),
        )
    for name in EXAMPLES:
        run("-m", "puzzles", "convert", packs(name), tmp_path / name)
    checked = run("-m", "puzzles", "check", *map(packs, EXAMPLES), tmp_path)
    assert checked == "44 levels checked, 44 proved\n"


@pytest.mark.slow
def test_their_own_tests_pass(run, tmp_path, compiled_children):
    out = run(
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-o",
        "asyncio_mode=auto",
        "--rootdir",
        tmp_path,
        *(folder / "tests" for folder in EXAMPLES.values()),
        cwd=tmp_path,
    )
    assert re.search(r"100%", out)
    assert "failed" not in out


def test_the_host_does_not_know_them():
    sources = (ROOT / "src").rglob("*.py")
    known = re.compile(r"hitori|lights[_ -]?out", re.IGNORECASE)
    assert not [file for file in sources if known.search(file.read_text(encoding="utf-8"))]


def test_a_puzzle_is_short():
    """What the host asks for beyond the puzzle itself would show here first."""
    for name, most in BUDGET.items():
        files = (SHOWN[name] / "src").rglob("*.py")
        assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= most


def test_what_no_example_shows_is_told(monkeypatch):
    """The guide sends one to Kami and Flow for it."""
    shown = []
    for name in EXAMPLES:
        monkeypatch.syspath_prepend(EXAMPLES[name] / "src")
        (entry,) = tomllib.loads((EXAMPLES[name] / "pyproject.toml").read_text("utf-8"))["project"][
            "entry-points"
        ][registry.GROUP].values()
        module, _, value = entry.partition(":")
        shown.append(getattr(import_module(module), value))
    lacking = {ability for ability in ABILITIES if not any(each.can(ability) for each in shown)}
    assert lacking == {
        "formats.FORMATS",
        "lessons.KINDS",
        "maker.repair",
        "reader.read",
        "solver.ways",
        "solver.within",
    }
    house = [registry.plugin(name) for name in ("kami", "flow")]
    assert all(any(each.can(ability) for each in house) for ability in lacking)


def test_the_guide_shows_what_is_there():
    """Code in the guide that names a file of an example is a part of that file."""
    guide = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    shown = re.findall(r"(?ms)^`(\w+)/([\w./]+)`[^\n]*\n\n```(?:python|toml)\n(.*?)^```", guide)
    assert len(shown) >= 8
    for name, file, code in shown:
        places = [SHOWN[name] / file, SHOWN[name] / "src" / name / file]
        source = next(place for place in places if place.exists()).read_text(encoding="utf-8")
        for part in code.strip("\n").split("\n…\n"):
            assert part.strip("\n") in source, f"{name}/{file}"
