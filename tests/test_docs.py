"""The documentation tells the truth: its examples are read, and what they claim is proved."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from puzzles.cli import main
from puzzles.core.results import Problem
from puzzles.core.solving import Answer, Limits
from puzzles.library.levels import read_pack

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "levels.md"
EXAMPLES = re.findall(r"(?ms)^```(?:toml|json)\n(.*?)^```", DOCS.read_text(encoding="utf-8"))
PROGRAMS = [
    program
    for file in (ROOT / "README.md", ROOT / "docs" / "library.md")
    for program in re.findall(r"(?ms)^```python\n(.*?)^```", file.read_text(encoding="utf-8"))
]
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.mark.parametrize("text", PROGRAMS)
def test_the_programs_of_the_documentation(text, capsys):
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


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_documentation(text):
    pack = read_pack("level", text)
    assert not pack.errors
    for level in pack.levels:
        events = list(pack.puzzle.check(level, Limits(seconds=20)))
        assert not [event for event in events if isinstance(event, Problem)]
        assert isinstance(events[-1], Answer)
        assert events[-1].proved
