"""The documentation tells the truth: each of its examples is read, run or proved.

The language of a block says what is done with it: `toml` and `json` are read, and levels in them
solved; `sh` is run, and of `console` what it prints is compared; `python` is run, unless it is said
to be a part of an example's file (test_example.py); what a format or a certificate is called after
is read as that. `text` is for the eye. What cannot be run here has a comment before it that says
why: `<!-- not run: … -->`.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PIL import Image

from puzzles import checker
from puzzles.cli import main
from puzzles.core.results import FalseClaim
from puzzles.core.solving import UNLIMITED, Answer
from puzzles.library import registry
from puzzles.library.levels import read_pack
from puzzles.player.settings import Settings, read_settings, settings_file

ROOT = Path(__file__).parents[1]
GENERATED = ROOT / "docs" / "command-line.md"  # by `make docs`
FILES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted({*(ROOT / "docs").rglob("*.md")} - {GENERATED}),
    *sorted((ROOT / "examples").glob("*/README.md")),
]
KAMI = "kami/first-folds/2"
LINK = re.compile(r"\]\(([^)#:]+)\)")
FORMATS = {"flow-rows", "kami-rows", "numberlink", "numlin", "flow-free"}
LANGUAGES = {"text", "toml", "json", "sh", "console", "python", "certificate", *FORMATS}
FENCE = re.compile(r"(?ms)^( *)```(\S*)\n(.*?)^ *```$")
PART = re.compile(r"`\w+/[\w./]+` has")


@dataclass(frozen=True)
class Block:
    """A block of code in a document: the last line before it, its language, its text."""

    file: str
    before: str
    left: bool  # not to be run
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.file} {self.text[:30]!r}"


def blocks_of(file: Path) -> list[Block]:
    """Return the blocks of a document."""
    text, found = file.read_text("utf-8"), list[Block]()
    for fence in FENCE.finditer(text):
        indent, language, code = fence.groups()
        *_, before = text[: fence.start()].rstrip().split("\n")
        left = before.startswith("<!-- not run: ")
        code = re.sub(rf"(?m)^{indent}", "", code)
        found.append(Block(str(file.relative_to(ROOT)), before, left, language, code))
    return found


BLOCKS = [block for file in FILES for block in blocks_of(file)]


def of(*languages: str) -> list[Block]:
    return [block for block in BLOCKS if block.language in languages and not block.left]


@pytest.fixture
def examples(tmp_path, monkeypatch):
    """The examples are installed, here and for children."""
    folder, sources = tmp_path / "installed", []
    for project in sorted((ROOT / "examples").glob("*/pyproject.toml")):
        told = tomllib.loads(project.read_text("utf-8"))["project"]
        info = folder / f"{project.parent.name}-1.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: 1\n")
        points = "".join(
            f"{name} = {value}\n" for name, value in told["entry-points"][registry.GROUP].items()
        )
        (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{points}")
        sources.append(str(project.parent / "src"))
    path = [str(folder), *sources]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([*path, os.environ.get("PYTHONPATH", "")]))
    for place in path:
        monkeypatch.syspath_prepend(place)
    registry.plugins.cache_clear()
    assert {"hitori", "lights_out", "template"} <= registry.plugins()[0].keys()


def test_every_block_says_what_it_is():
    fences = sum(len(re.findall(r"(?m)^ *```", file.read_text("utf-8"))) for file in FILES)
    assert 2 * len(BLOCKS) == fences
    for block in BLOCKS:
        assert block.language in LANGUAGES, block
        assert not block.left or block.language in ("sh", "python"), block


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, marks=pytest.mark.slow if "subprocess" in block.text else ())
        for block in of("python")
        if not PART.search(block.before)
    ],
    ids=str,
)
def test_the_programs_of_the_documentation(block, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    exec(compile(block.text, block.file, "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_somewhere(file):
    for link in LINK.findall(file.read_text(encoding="utf-8")):
        if link != "command-line.md":  # `make docs` writes it, and looks at all links
            assert (file.parent / link).exists(), link


COMMANDS = [
    (command, printed)
    for block in of("console")
    for command, printed in re.findall(r"(?ms)^\$ puzzles ([^\n]*)\n(.*?)(?=^\$ |\Z)", block.text)
]


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[line for line, _ in COMMANDS])
def test_what_commands_print(command, printed, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)) == 0
    out = capsys.readouterr()
    assert f"{out.out}{out.err}".strip() == printed.strip()


def test_the_readme_is_short():
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 120
    assert len(text.split()) <= 700


def test_the_docs_stay_short():
    files = [file for file in FILES if file.is_relative_to(ROOT / "docs")]
    marks = re.compile(r"<!--.*?-->|^ *```.*|#+", re.MULTILINE)  # which are not read
    words = sum(len(marks.sub("", file.read_text("utf-8")).split()) for file in files)
    assert words <= 25_700


def is_level(block: Block) -> bool:
    return "puzzle" in (json.loads if block.language == "json" else tomllib.loads)(block.text)


@pytest.mark.parametrize("block", list(filter(is_level, of("toml", "json"))), ids=str)
def test_the_levels_of_the_documentation(block, examples):
    pack = read_pack("level", block.text)
    assert not pack.errors
    for level in pack.levels:
        events = list(pack.puzzle.solver.check(level, UNLIMITED))
        assert not [event for event in events if isinstance(event, FalseClaim)]
        assert isinstance(events[-1], Answer)
        assert events[-1].proved


@pytest.mark.parametrize("block", of(*FORMATS), ids=str)
def test_the_boards_of_other_formats(block):
    pack = read_pack("board.txt", block.text, block.language)
    assert pack.levels
    assert not pack.errors


@pytest.mark.parametrize("block", of("certificate"), ids=str)
def test_the_certificates_of_the_documentation(block):
    assert checker.check(block.text).claim


# The files and names that commands of the docs stand for.
PACK = 'puzzle = "flow"\n' + "".join(
    f'[[level]]\ntitle = "{title}"\nboard = """\nAB\n..\nAB\n"""\n'
    for title in ("a", "A title", "c")
)
STAND_INS = {
    "LEVEL": KAMI,
    "PACK": "kami/first-folds",
    "PUZZLE": "flow",
    "[GRID]": "",
    "[SIZE]": "",
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The files that the commands of the docs name."""
    monkeypatch.chdir(tmp_path)
    for folder in ("levels", "old", "SHOTS", "proofs"):
        Path(folder).mkdir()
    for name in ("pack.toml", "levels/pack.toml", "old/pack.toml"):
        Path(name).write_text(PACK)
    assert main(["convert", KAMI, "board.toml"]) == 0
    assert main(["convert", "pack.toml:1", "pack.txt", "--to", "flow-rows"]) == 0
    assert main(["convert", KAMI, "board.puz", "--to", "kami2"]) == 0
    assert main(["export", KAMI, "shot.png"]) == 0
    with Image.open("shot.png") as shot:
        shot.convert("RGB").save("more.jpg", quality=95)
        shot.save("SHOTS/one.png")


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted({block.file for block in of("sh")}))
def test_the_commands_of_the_docs(file, files, examples, capfd, monkeypatch):
    """Each does its work; those that open the app say that there is no terminal here."""
    here = [block for block in BLOCKS if block.file == file]
    for block in here:
        if named := re.search(r"`([\w-]+\.toml)` has", block.before):
            Path(named[1]).write_text(block.text, encoding="utf-8")
    board, lines = Path("board.toml").read_bytes(), list[list[str]]()
    for block in here:
        if block.language == "sh" and not block.left:
            lines += [shlex.split(line, comments=True) for line in block.text.splitlines()]
    for program, *words in filter(None, lines):
        arguments = [word for word in (STAND_INS.get(word, word) for word in words) if word]
        if program == "pip":  # which installs an example: see `examples`, and test_example.py
            assert arguments[0] == "install"
            assert (ROOT / arguments[-1] / "pyproject.toml").is_file()
            continue
        if program == "python":
            found = [str(path) for path in sorted(Path("proofs").rglob("*.proof"))]
            command = [sys.executable, str(ROOT / arguments[0]), *found]
            assert found
            assert subprocess.run(command, timeout=300).returncode == 0
            continue
        assert program == "puzzles"
        if (arguments[:1] == ["convert"] or "-o" in arguments) and Path(arguments[-1]).is_file():
            Path(arguments[-1]).unlink()  # it would stay as it is
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(board)))
        capfd.readouterr()
        code = main(arguments)
        err = capfd.readouterr().err
        assert code == 0 or "terminal" in err or "clipboard" in err, (arguments, err)


def toml_of(page: str) -> str:
    """The one snippet of TOML on a page."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (found,) = re.findall(r"(?ms)^```toml\n(.*?)^```", text)
    return found


def test_the_settings_of_the_documentation_are_the_defaults():
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(toml_of("play.md"), encoding="utf-8")
    settings, notices = read_settings()
    assert notices == ()
    assert settings == replace(Settings(), bindings={"play.undo": "u,ctrl+z"})
