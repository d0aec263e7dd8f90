"""Whatever a command writes takes no other file's place unasked, and leaves nothing half made."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import puzzles
from puzzles.cli import main
from puzzles.cli.output import tell
from puzzles.core.reading import Reading
from puzzles.library.catalogue import find
from puzzles.library.files import NewFile, Taken

LEVEL = 'puzzle = "kami"\ntitle = "Two"\nboard = """\nRRWW\nRRWW\nRRRR\n"""\n'
FOLDER = "of/mine"
WRITERS = {
    "board.svg": ["export", "level.toml", "-o", "FILE"],
    "board.png": ["export", "level.toml", "--solution", "-o", "FILE"],
    "board.gif": ["export", "level.toml", "-o", "FILE"],
    "board.pdf": ["export", "level.toml", "-o", "FILE"],
    "progress.json": ["progress", "export", "-o", "FILE"],
    "level.json": ["convert", "level.toml", "-o", "FILE"],
    "level.graphml": ["convert", "folder", FOLDER, "--to", "graphml"],
    "made.toml": ["generate", "kami", "--size", "4x4", "--seed", "1", "-o", "FILE"],
    "kami/level/two.proof": ["certify", "level.toml", "-o", FOLDER],
    "read.toml": ["import", "board.png", "-o", "FILE"],
}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("hard.toml").write_text('puzzle = "flow"\nboard = """\nAB\nBA\n"""\n')
    for file in (Path("level.toml"), Path("folder/level.toml")):
        file.parent.mkdir(exist_ok=True)
        file.write_text(LEVEL)
    level = find("level.toml")
    read = level.pack.puzzle, Reading(level.level, 1.0, {}, ())
    monkeypatch.setattr("puzzles.running.blocking.reading", lambda _: read)


def run(name, capsys, *more):
    """Write the file; its exit code, and what was said."""
    words = [word.replace("FILE", f"{FOLDER}/{name}") for word in WRITERS[name]]
    code = main([*words, *more])
    return code, [line for line in capsys.readouterr().err.splitlines() if "sure" not in line]


@pytest.mark.parametrize("name", WRITERS)
def test_no_file_is_replaced_unasked(name, capsys):
    file = Path(FOLDER, name)
    file.parent.mkdir(parents=True)
    file.write_text("mine")
    taken = f"puzzles: {file} is there already, and stays as it is (--force replaces it)"
    assert run(name, capsys) == (2, [taken])
    assert file.read_text() == "mine"
    assert run(name, capsys, "--force")[0] == 0
    assert file.read_bytes() != b"mine"
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("name", WRITERS)
def test_a_folder_that_is_made_is_told(name, capsys):
    code, said = run(name, capsys)
    assert code == 0
    assert f"puzzles: made the folder {Path(FOLDER, name).parent}" in said
    assert Path(FOLDER, name).stat().st_size
    Path(FOLDER, name).unlink()
    code, said = run(name, capsys)
    assert code == 0
    assert "folder" not in "".join(said)


@pytest.mark.parametrize(
    "arguments",
    [
        ["export", "nothing.toml", "new/board.svg"],
        ["export", "hard.toml", "new/board.gif", "--nodes", "1"],
        ["generate", "kami", "--size", "2x2", "--par", "30", "-o", "new/made.toml"],
        ["convert", "nothing.toml", "new/level.json"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_what_fails_leaves_nothing(arguments, force, capsys):
    before = sorted(Path().rglob("*"))
    assert main(arguments + force) in (1, 2)
    assert capsys.readouterr().err.count("\n") == 1
    assert sorted(Path().rglob("*")) == before


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("folder", "is a folder"),
        ("level.toml/x", "not a directory"),
        ("n" * 300, "file name too long"),
    ],
)
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_what_cannot_be_written_is_a_line(file, why, force, capsys):
    Path("folder.json").mkdir()
    assert main(["progress", "export", f"{file}.json", *force]) == 2
    assert capsys.readouterr().err == f"puzzles: {file}.json: {why}\n"


def test_what_fails_by_force_leaves_the_old_file(capsys):
    Path("board.svg").write_text("mine")
    assert main(["export", "nothing.toml", "board.svg", "--force"]) == 2
    assert Path("board.svg").read_text() == "mine"


def test_no_command_writes_files_by_itself():
    """One module knows how; only the report of a crash is not a file that somebody named."""
    own = re.compile(r"write_text|write_bytes|\.open\(|\bopen\(|mkdir|os\.replace")
    known = ("os.devnull", "os.open(console, ")
    for file in Path(puzzles.__file__).parent.joinpath("cli").glob("*.py"):
        if file.name == "crash.py":
            continue
        found = [line for line in file.read_text().splitlines() if own.search(line)]
        assert not [line for line in found if not any(map(line.__contains__, known))], file


def test_who_comes_second_replaces_nothing():
    """Two find a name free and write to it."""
    first, second = NewFile("new.toml", tell), NewFile("new.toml", tell)
    assert not Path("new.toml").exists()
    first.write("first")
    with pytest.raises(Taken):
        second.write("second")
    assert Path("new.toml").read_text() == "first"
    assert not [name for name in os.listdir() if name.startswith(".")]
