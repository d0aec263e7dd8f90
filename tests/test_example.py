"""The example of the guide: installed beside an untouched host, it is found, solved and played."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "flood_it"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Runs Python with the example installed into a folder of its own."""
    folder = tmp_path_factory.mktemp("installed")

    def run(*arguments, **options):
        environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, *map(str, arguments)], env=environment, text=True,
            capture_output=True, **options,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation",
        "--target", folder, EXAMPLE)  # fmt: skip
    return run


def test_the_command_knows_it(run, tmp_path):
    levels = [one for one in json.loads(run("-m", "puzzles", "list", "--json"))
              if one["puzzle"] == "flood_it"]  # fmt: skip
    assert [level["title"] for level in levels][:2] == ["Puddle", "Ditch"]
    for level in levels[:3]:
        solved = json.loads(run("-m", "puzzles", "solve", "--json", level["name"]))
        assert solved["proved"]
        assert solved["count"] == level["par"]
    pack = EXAMPLE / "src" / "flood_it" / "packs"
    assert run("-m", "puzzles", "check", pack) == "6 levels checked, 6 proved\n"
    run("-m", "puzzles", "convert", pack, tmp_path)
    assert "6 levels checked" in run("-m", "puzzles", "check", tmp_path)


def test_its_own_tests_pass(run, tmp_path):
    out = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "asyncio_mode=auto",
              "--rootdir", tmp_path, EXAMPLE / "tests", cwd=tmp_path)  # fmt: skip
    assert "failed" not in out


def test_the_host_does_not_know_it():
    sources = (ROOT / "src").rglob("*.py")
    assert not [file for file in sources if re.search(r"flood[_-]?it", file.read_text(), re.I)]


def test_the_guide_shows_what_is_there():
    """Code in the guide that names a file of the example is a part of that file."""
    guide = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    shown = re.findall(r"(?ms)^`([\w/.]+)`[^\n]*\n\n```(?:python|toml)\n(.*?)^```", guide)
    assert len(shown) >= 5
    for name, code in shown:
        source = (EXAMPLE / name).read_text(encoding="utf-8")
        for part in code.strip("\n").split("\n…\n"):
            assert part.strip("\n") in source, name
