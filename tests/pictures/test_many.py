"""Several pictures at once, folders of them, and the picture on the clipboard."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from PIL import Image

from puzzles.cli import main
from puzzles.core.errors import LevelError, Place
from puzzles.core.reading import Reading
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from puzzles.running import blocking

LEVEL = "kami/first-folds/1"


@pytest.fixture
def shots(tmp_path, monkeypatch):
    """Three pictures, of which one shows no board."""
    monkeypatch.chdir(tmp_path)
    for name in ("shots/a.png", "shots/inner/B.JPG", "shots/none.webp", "shots/notes.txt"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("")

    def read(file):
        if "none" in file:
            raise LevelError(Place(file), "no board was found in this picture")
        entry = find(LEVEL)
        return entry.pack.puzzle, Reading(entry.level, 0.97, {3: "d1"})

    monkeypatch.setattr(blocking, "reading", read)


def test_a_folder_of_pictures(shots, capsys):
    assert main(["import", "shots"]) == 2
    out, err = capsys.readouterr()
    size = find(LEVEL).pack.puzzle.facts(find(LEVEL).level)["size"]
    said = f"Kami, {size}, 97 % sure; look at d1"
    names = ["shots/a.png", "shots/inner/B.JPG"]
    assert out == "".join(f"{name}: {said}\n" for name in names) + "2 levels read, 1 not read\n"
    assert err == "shots/none.webp:1:1: no board was found in this picture\n"
    assert main(["import", *names, "--json"]) == 0
    assert [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()] == names


def test_several_pictures_make_a_file_each(shots, capsys):
    assert main(["import", "shots", "shots/a.png", "-o", "out"]) == 2
    assert sorted(path.name for path in Path("out").iterdir()) == ["B.toml", "a.toml"]
    assert len(read_pack("out/a.toml").levels) == 1
    assert "out/a.toml would be written twice" in capsys.readouterr().err
    assert main(["import", "shots", "-o", "out"]) == 2
    assert "out/B.toml is there already" in capsys.readouterr().err
    assert main(["import", "shots/a.png", "shots/inner", "-o", "out", "--force"]) == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "puzzles: name the pictures to read, or --clipboard"),
        (["shots/a.png", "--clipboard"], "puzzles: name the pictures to read, or --clipboard"),
        (["shots", "-o", "shots/notes.txt"], "puzzles: several boards go to a folder; shots/notes"),
        (["empty"], "empty:1:1: there are no pictures in this folder"),
    ],
)
def test_what_cannot_be_meant(words, reason, shots, capsys):
    Path("empty").mkdir()
    assert main(["import", *words]) == 2
    assert capsys.readouterr().err.startswith(reason)


# The clipboard


@pytest.fixture
def xclip(tmp_path, monkeypatch):
    """Says what stands in for the clipboard: a script that is called as `xclip` would be."""
    if sys.platform != "linux":
        pytest.skip("the clipboard is read by other means here")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin")

    def holds(script):
        tool = tmp_path / "bin/xclip"
        tool.parent.mkdir(exist_ok=True)
        tool.write_text(f"#!/bin/sh\n{script}\n")
        tool.chmod(0o755)

    return holds


@pytest.mark.slow
def test_the_picture_on_the_clipboard(xclip, tmp_path, capsys):
    shot = tmp_path / "shot.png"
    assert main(["export", "kami/squares/5", str(shot)]) == 0
    xclip(f"/bin/cat {shot}")
    assert main(["import", "--clipboard", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["file"] is None
    assert found["answer"]["board"]["title"] == "clipboard"
    assert len(found["answer"]["board"]["board"].split()) == 16
    assert found["facts"]["confidence"] > 0.9


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo hello", "there is no picture on the clipboard"),
        ("echo 'Error: target image/png not available' >&2; exit 1", "there is no picture on the "),
        (
            "echo 'cannot open display' >&2; exit 1",
            "the clipboard cannot be read: xclip error: cannot",
        ),
    ],
)
def test_no_picture_on_the_clipboard(script, reason, xclip, capsys):
    xclip(script)
    assert main(["import", "--clipboard"]) == 2
    assert capsys.readouterr().err.startswith(f"puzzles: {reason}")


def test_no_way_to_the_clipboard(monkeypatch, capsys):
    def no_way():
        raise NotImplementedError

    monkeypatch.setattr("PIL.ImageGrab.grabclipboard", no_way)
    assert main(["import", "--clipboard"]) == 2
    assert "where wl-paste or xclip is installed" in capsys.readouterr().err


def test_a_file_on_the_clipboard(tmp_path, monkeypatch, capsys):
    shot = tmp_path / "blank.png"
    Image.new("RGB", (99, 99)).save(shot)
    monkeypatch.setattr("PIL.ImageGrab.grabclipboard", lambda: [str(shot)])
    assert main(["import", "--clipboard"]) == 2
    assert capsys.readouterr().err == f"{shot}:1:1: no board was found in this picture\n"
