"""The examples of the guide: installed beside an untouched host, they are found, solved, played."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from puzzles.testing import ABILITIES

ROOT = Path(__file__).parents[1]
EXAMPLES = {name: ROOT / "examples" / name for name in ("flood_it", "hitori", "lights_out")}
SHOWN = EXAMPLES | {"template": ROOT / "examples" / "template"}
BUDGET = 260  # lines that a small puzzle takes
LIMIT = 120  # seconds for a command, on a machine that has much else to do


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
def test_the_commands_know_them(run, tmp_path):
    listed = list(map(json.loads, run("-m", "puzzles", "list", "--json").splitlines()))
    levels = [[level for level in listed if level["puzzle"] == name] for name in EXAMPLES]
    assert [first["answer"]["title"] for first, *_ in levels] == ["Puddle", "Snow", "Spark"]
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
    assert checked == "56 levels checked, 56 proved\n"


@pytest.mark.slow
def test_their_own_tests_pass(run, tmp_path):
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
    known = re.compile(r"flood[_-]?it|lights[_ -]?out", re.IGNORECASE)
    assert not [file for file in sources if known.search(file.read_text(encoding="utf-8"))]


def test_a_puzzle_is_short():
    """What the host asks for beyond the puzzle itself would show here first."""
    files = (EXAMPLES["flood_it"] / "src" / "flood_it").glob("*.py")
    lines = {file.stem: len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert sum(lines.values()) <= BUDGET
    assert lines["plugin"] <= 40


def test_the_larger_one_can_do_all(monkeypatch):
    monkeypatch.syspath_prepend(EXAMPLES["lights_out"] / "src")
    plugin = import_module("lights_out.plugin").plugin
    assert not [ability for ability in ABILITIES if not plugin.can(ability)]


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
