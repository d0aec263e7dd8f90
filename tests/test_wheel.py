"""The wheel has all it needs: built, installed into an empty environment, it solves a level."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*command, **options) -> str:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL"))}
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, env=environment, **options
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        folder,
        ROOT,
    )
    (built,) = folder.glob("puzzles_terminal-*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory) -> Path:
    """A new environment with the wheel installed.

    Its dependencies are lent by the environment of the tests, so that nothing is downloaded. The
    puzzles installed there stays invisible: a path listed in a .pth file is searched after the
    environment's own packages, and .pth files found along it (as of an editable install) do
    nothing.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        folder / "bin" / "python",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        wheel,
    )
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


@pytest.mark.slow
def test_it_holds_the_levels_and_nothing_that_does_not_belong(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    levels = [str(file.relative_to(ROOT)) for file in (ROOT / "levels").rglob("*.toml")]
    assert levels
    assert {f"puzzles/{name}" for name in levels} <= set(names)
    for name in names:
        assert name.startswith("puzzles"), name
        assert "__pycache__" not in name
        known = {
            ".py",
            ".html",
            ".css",
            ".js",
            ".svg",
            ".webmanifest",
            ".json",
            ".toml",
            ".md",
            ".sql",
            ".tcss",
            ".ids",
            ".names",
            ".lines",
            ".typed",
            ".1",
            ".fish",
            "",
        }
        assert Path(name).suffix in known or ".dist-info/" in name


@pytest.mark.slow
def test_the_index_gets_whole_links_and_a_place_without_numba_gets_none(tmp_path):
    """See `hatch_build.py`."""
    variables = {"PROJECT_URL": "https://example.org/here", "PUZZLES_PLAIN": "1"}
    code = "import sys; from hatchling.build import prepare_metadata_for_build_wheel as make\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}make(sys.argv[1])", tmp_path],
        cwd=ROOT,
        env={**os.environ, **variables},
        timeout=60,
    )
    assert done.returncode == 0
    (file,) = tmp_path.rglob("METADATA")
    text = file.read_text(encoding="utf-8")
    assert "Project-URL: Source, https://example.org/here\n" in text
    assert "](https://example.org/here/blob/main/docs/play.md)" in text
    assert "](docs/" not in text
    assert "Requires-Dist: numpy" in text
    assert "numba" not in text.partition("\n\n")[0]


@pytest.mark.slow
def test_it_brings_the_manual_page_and_completions(environment):
    page = (environment / "share" / "man" / "man1" / "puzzles.1").read_text(encoding="utf-8")
    assert ".B \\-\\-par N" in page, "what one puzzle only knows"
    for name in ("bash-completion/completions/puzzles", "zsh/site-functions/_puzzles"):
        assert "--par" in (environment / "share" / name).read_text(encoding="utf-8")
    fish = environment / "share" / "fish" / "vendor_completions.d" / "puzzles.fish"
    assert "-l par" in fish.read_text(encoding="utf-8")


@pytest.mark.slow
def test_it_is_the_wheel_that_runs(environment):
    code = (
        "import puzzles, puzzles.library.locations as locations\n"
        "print(puzzles.__file__, locations.shipped_levels())"
    )
    module, levels = run(environment / "bin" / "python", "-c", code, cwd=environment).split()
    assert Path(module).is_relative_to(environment)
    assert Path(levels).is_relative_to(environment)


@pytest.mark.slow
def test_it_lists_and_solves(environment, tmp_path):
    command = environment / "bin" / "puzzles"
    assert run(command, "--version").startswith("puzzles ")
    lines = run(command, "list", "--json", cwd=tmp_path).splitlines()
    levels = [json.loads(line) for line in lines]
    shipped = list((ROOT / "levels").rglob("*.toml"))
    assert {level["answer"]["pack"] for level in levels} == {
        file.stem.split("-", 1)[1] for file in shipped
    }
    answer = json.loads(run(command, "solve", levels[0]["level"], "--json", cwd=tmp_path))["answer"]
    assert answer["proved"] is True
    target = levels[0]["facts"].get("par") or levels[0]["facts"]["pairs"]
    assert answer["count"] == target == len(answer["moves"])
