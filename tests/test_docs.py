"""The documentation tells the truth: its examples are read, and what they claim is proved."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from puzzles.cli import main
from puzzles.core.results import FalseClaim
from puzzles.core.solving import Answer, Limits
from puzzles.library.levels import read_pack
from puzzles.player.settings import Settings, read_settings, settings_file

ROOT = Path(__file__).parents[1]
KAMI = "kami/first-folds/2"
DOCS = ROOT / "docs" / "levels.md"
EXAMPLES = re.findall(r"(?ms)^```(?:toml|json)\n(.*?)^```", DOCS.read_text(encoding="utf-8"))
PROGRAMS = [
    program
    for file in (ROOT / "README.md", ROOT / "docs" / "library.md", ROOT / "docs" / "json.md")
    for program in re.findall(r"(?ms)^```python\n(.*?)^```", file.read_text(encoding="utf-8"))
]
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.mark.parametrize("text", PROGRAMS)
def test_the_programs_of_the_documentation(text, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    exec(compile(text, "documentation", "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    "file",
    [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))],
    ids=lambda file: str(file.relative_to(ROOT)),
)
def test_links_lead_somewhere(file):
    for link in LINK.findall(file.read_text(encoding="utf-8")):
        assert (file.parent / link).exists(), link


COMMANDS = re.findall(
    r"(?ms)^\$ puzzles ([^\n]*)\n(.*?)(?=^\$ |^```)", (ROOT / "README.md").read_text("utf-8")
)


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[line for line, _ in COMMANDS])
def test_the_commands_of_the_readme(command, printed, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)) == 0
    out = capsys.readouterr()
    assert f"{out.out}{out.err}".strip() == printed.strip()


def test_the_readme_is_short():
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 120
    assert len(text.split()) <= 700


def test_the_docs_stay_short():
    generated = ROOT / "docs" / "command-line.md"  # by `make docs`
    hand_written = [file for file in (ROOT / "docs").rglob("*.md") if file != generated]
    words = sum(len(file.read_text("utf-8").split()) for file in hand_written)
    assert words <= 25_000


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_documentation(text):
    pack = read_pack("level", text)
    assert not pack.errors
    for level in pack.levels:
        events = list(pack.puzzle.check(level, Limits(seconds=20)))
        assert not [event for event in events if isinstance(event, FalseClaim)]
        assert isinstance(events[-1], Answer)
        assert events[-1].proved


# Lines of the docs that start with a command, by file; the first word of a name may be a stand-in.
RUN = re.compile(r"(?m)^(puzzles|python src/puzzles/checker\.py)\b *(.*?)(?:   .*)?$")
BY_FILE = {
    str(file.relative_to(ROOT)): [
        match.groups()
        for block in re.findall(r"(?ms)^```\n(.*?)^```", file.read_text(encoding="utf-8"))
        for match in RUN.finditer(block)
    ]
    for file in sorted((ROOT / "docs").rglob("*.md"))
}
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
# These have tests of their own: test_serve.py, page/test_page_folder.py, test_example.py.
ELSEWHERE = {"serve", "page", "coins.toml"}


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
@pytest.mark.parametrize("file", [file for file, found in BY_FILE.items() if found])
def test_the_commands_of_the_docs(file, files, capfd, monkeypatch):
    """Each does its work; those that open the app say that there is no terminal here."""
    board = Path("board.toml").read_bytes()
    for program, words in BY_FILE[file]:
        arguments = [STAND_INS.get(word, word) for word in shlex.split(words)]
        arguments = [word for word in arguments if word]
        if ELSEWHERE & {*arguments}:
            continue
        if program != "puzzles":
            found = [str(path) for path in sorted(Path("proofs").rglob("*.proof"))]
            checker = str(ROOT / "src" / "puzzles" / "checker.py")
            done = subprocess.run([sys.executable, checker, *found], timeout=60)
            assert done.returncode == 0
            continue
        if (arguments[0] == "convert" or "-o" in arguments) and Path(arguments[-1]).is_file():
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
