"""The folder of the page."""

from __future__ import annotations

import json
import tarfile
from base64 import b64encode
from hashlib import sha256

import pytest

from puzzles.cli import main
from puzzles.library import locations
from puzzles.page import build

PUBLISHED = b"what others publish"


def integrity(data):
    return f"sha256-{b64encode(sha256(data).digest()).decode()}"


@pytest.fixture
def vendor(tmp_path, monkeypatch):
    """A folder with the one part that there is to be."""
    folder = tmp_path / "vendor"
    folder.mkdir()
    (folder / "one.js").write_bytes(PUBLISHED)
    url = "https://cdn.example/one.js"
    part = {"name": "one.js", "url": url, "integrity": integrity(PUBLISHED), "size": 19}
    monkeypatch.setattr(build, "_pack", lambda file, tell: file.write_bytes(b"the app"))
    monkeypatch.setattr(build, "parts", lambda: [dict(part)])
    return folder


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("host") / "page"
    assert main(["page", "-o", str(folder)]) == 0
    return folder


def files_of(folder):
    return json.loads((folder / "config.json").read_text("utf-8"))["files"]


def test_what_is_loaded_has_checksums(page):
    files = files_of(page)
    for name, part in files.items():
        assert part["integrity"].startswith("sha256-"), name
        assert part["url"].startswith("https://cdn.jsdelivr.net/") or name == "app.bin"
    assert files["app.bin"]["integrity"] == integrity((page / "app.bin").read_bytes())
    assert "pyodide.asm.wasm" in files
    assert "xterm.js" in files


def test_the_archive_holds_the_app_its_levels_and_its_plugins(page):
    with tarfile.open(page / "app.bin") as archive:
        names = set(archive.getnames())
        points = [n for n in names if n.endswith("/entry_points.txt") and "puzzles" in n]
        assert b"puzzles.plugins" in archive.extractfile(points[0]).read()
    modules = {name.removesuffix("c") for name in names}  # compiled ones, if that could be
    assert {"puzzles/ui/shell/app.py", "textual/app.py"} <= modules
    assert "puzzles/ui/shell/app.tcss" in names
    shipped = {p.name for p in locations.shipped_levels().rglob("*") if p.is_file()}
    assert shipped <= {n.rpartition("/")[2] for n in names}
    assert not [n for n in names if "/tests/" in n or n.startswith("puzzles/cli/")]


def test_a_page_is_written_anew(tmp_path, vendor):
    folder = tmp_path / "page"
    build.build(folder, None, print)
    (folder / "old").touch()
    build.build(folder, vendor, print)
    assert not (folder / "old").exists()
    assert (folder / "vendor" / "one.js").read_bytes() == PUBLISHED
    assert files_of(folder)["one.js"]["url"] == "vendor/one.js"
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
