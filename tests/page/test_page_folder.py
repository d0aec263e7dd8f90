"""The folder of the page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from datetime import timedelta
from hashlib import sha256
from html import escape
from importlib.metadata import version
from pathlib import Path

import numpy
import pytest

import puzzles
from puzzles.cli import main
from puzzles.library import locations, registry
from puzzles.library.catalogue import library
from puzzles.page import boards, build
from puzzles.page.start import ENDED
from puzzles.pictures.shapes import drawing
from puzzles.pictures.svg import svg
from puzzles.player.daily import daily
from puzzles.player.records import today

PUBLISHED = b"what others publish"


def integrity(data):
    return f"sha256-{b64encode(sha256(data).digest()).decode()}"


def packed(page, vendor, tell):
    (page / build.APP).write_bytes(b"the app")
    return [build.APP]


@pytest.fixture
def vendor(tmp_path, monkeypatch):
    """A folder with the one part that there is to be."""
    folder = tmp_path / "vendor"
    folder.mkdir()
    (folder / "one.js").write_bytes(PUBLISHED)
    url = "https://cdn.example/one.js"
    part = {"name": "one.js", "url": url, "integrity": integrity(PUBLISHED), "size": 19}
    monkeypatch.setattr(build, "_pack", packed)
    monkeypatch.setattr(build, "parts", lambda: [dict(part)])
    monkeypatch.setattr(boards, "pictures", lambda: [("a.svg", "<svg/>")])
    return folder


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page of source, which any Python runs."""
    folder = tmp_path_factory.mktemp("host") / "page"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "library", lambda: library("first-folds"))
        patch.setattr(boards, "DAYS", 2)
        assert main(["page", "-o", str(folder), "--url", "https://play.example/"]) == 0
    return folder


def files_of(folder):
    return json.loads((folder / "config.json").read_text("utf-8"))["files"]


def test_what_is_loaded_has_checksums(page):
    files = files_of(page)
    for name, part in files.items():
        assert part["integrity"].startswith("sha256-"), name
        own = page / name
        published = part["url"].startswith("https://cdn.jsdelivr.net/")
        assert published or part["integrity"] == integrity(own.read_bytes())
    index = (page / "index.html").read_text("utf-8")
    for name in "page.js", "page.css", "icon.svg", "manifest.webmanifest":
        assert f'"{files[name]["url"]}"' in index
        assert f'"{name}"' not in index
    assert files["app.bin"]["integrity"] == integrity((page / "app.bin").read_bytes())
    assert "pyodide.asm.wasm" in files
    assert "xterm.js" in files


def test_a_board_is_there_at_once(page):
    """Each level of a pack, and the boards of two days, are pictures."""
    there = {file.name for file in (page / build.BOARDS).iterdir()}
    kami = registry.plugins()[0]["kami"]
    days = {f"{day}.svg": daily(kami, day) for day in (today(), today() + timedelta(1))}
    shipped = {f"{entry.id}.svg" for entry in library("first-folds").entries()}
    assert there == shipped | {*days}
    entry = next(iter(days.values()))
    drawn = svg(drawing(kami.scene(kami.start(entry.level), None, "default")))
    assert (page / build.BOARDS / next(iter(days))).read_text("utf-8") == drawn


def test_a_level_has_a_page_for_chats(page):
    """With its title, an absolute address of its picture, and a link to its board."""
    for entry in library("first-folds").entries():
        room = page / build.LINKS / entry.name
        text = (room / "index.html").read_text("utf-8")
        assert escape(entry.level.title) in re.search("<title>(.*)</title>", text)[1]
        assert f'content="https://play.example/l/{entry.name}/board.png"' in text
        assert f'href="https://play.example/#{entry.id}"' in text
        assert (room / "board.png").read_bytes().startswith(b"\x89PNG")


def test_the_archive_holds_the_app_its_levels_and_its_plugins(page):
    with tarfile.open(page / "app.bin") as archive:
        names = set(archive.getnames())
        points = [n for n in names if n.endswith("/entry_points.txt") and "puzzles" in n]
        assert b"puzzles.plugins" in archive.extractfile(points[0]).read()
    assert {"puzzles/ui/shell/app.py", "puzzles/ui/shell/app.tcss", "textual/app.py"} <= names
    shipped = {p.name for p in locations.shipped_levels().rglob("*") if p.is_file()}
    assert shipped <= {n.rpartition("/")[2] for n in names}
    assert not [n for n in names if "/tests/" in n or n.startswith("puzzles/cli/")]


def test_all_that_the_app_needs_is_in_the_archive_or_comes_in_time(page, tmp_path):
    """Every screen opens with nothing else at hand, and a fault closes one screen alone."""
    with tarfile.open(page / "app.bin") as archive:
        archive.extractall(tmp_path, filter="data")
    site = Path(numpy.__file__).parents[1]
    alone = [sys.executable, "-I", "-S", Path(__file__).with_name("alone.py"), tmp_path, site]
    done = subprocess.run(alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(f"\n{ENDED}\n")
    report, _, traceback = done.stderr.partition("Traceback")
    assert report.startswith(f"puzzles {puzzles.__version__}, textual {version('textual')}\n")
    assert traceback.count("\nRuntimeError: can't start new thread\n") == 1
    assert "Traceback" not in traceback


@pytest.mark.slow
def test_what_is_compiled_comes_as_one_archive(tmp_path, monkeypatch):
    """With the library of Python and the wheels, without source; none is asked for elsewhere."""
    parts = Path(__file__).parents[2] / "build" / "parts"
    if not (shutil.which("node") and all((parts / p["name"]).is_file() for p in build.parts())):
        pytest.skip("Node.js or the parts of the page are not here")
    monkeypatch.setattr(boards, "pictures", list)
    build.build(tmp_path / "page", parts, print)
    files = files_of(tmp_path / "page")
    assert not [name for name in files if name.endswith((".whl", ".zip"))]
    assert not [*(tmp_path / "page" / "vendor").glob("*.whl")]
    names = set()
    for archive in "app.bin", "python.bin":
        with tarfile.open(tmp_path / "page" / archive) as packed:
            names |= {*packed.getnames()}
    assert {"puzzles/ui/shell/app.pyc", "os.pyc", "site-packages/numpy/__init__.pyc"} <= names
    assert not [name for name in names if name.endswith(".py")]


def test_a_module_that_is_packed_is_not_installed(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(build, "PURE", ("no_such_module",))
    assert "the module no_such_module, which is not" in refusal(capsys, "-o", tmp_path / "page")
    assert not [*tmp_path.iterdir()]


def test_a_page_is_written_anew(tmp_path, vendor):
    folder = tmp_path / "page"
    build.build(folder, None, print)
    (folder / "old").touch()
    build.build(folder, vendor, print)
    assert not (folder / "old").exists()
    assert (folder / "vendor" / "one.js").read_bytes() == PUBLISHED
    assert files_of(folder)["one.js"]["url"].startswith("vendor/one.js?")
    assert {each.name for each in tmp_path.iterdir()} == {"page", "vendor"}


def refusal(capsys, *options):
    assert main(["page", *map(str, options)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_a_part_is_missing(tmp_path, vendor, capsys):
    (vendor / "one.js").unlink()
    said = refusal(capsys, "-o", tmp_path / "page", "--vendor", vendor)
    assert "one.js" in said
    assert "https://cdn.example/one.js" in said
    assert not (tmp_path / "page").exists()


def test_a_part_is_altered(tmp_path, vendor, capsys):
    build.build(tmp_path / "page", None, print)
    before = (tmp_path / "page" / "config.json").read_bytes()
    (vendor / "one.js").write_bytes(PUBLISHED + b" ")
    assert "one.js" in refusal(capsys, "-o", tmp_path / "page", "--vendor", vendor)
    assert (tmp_path / "page" / "config.json").read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} == {"page", "vendor"}


def test_a_folder_of_something_else_is_left_alone(tmp_path, vendor, capsys):
    assert "is there already" in refusal(capsys, "-o", vendor)
    (tmp_path / "file").touch()
    assert "is there already" in refusal(capsys, "-o", tmp_path / "file")
    assert "cannot be written" in refusal(capsys, "-o", tmp_path / "file" / "page")
