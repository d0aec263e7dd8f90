"""Completion and the manual page say what the command says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

import puzzles
from puzzles.cli import main
from puzzles.cli.grammar import grammar
from puzzles.cli.man import page

VERBS = grammar()[1]
START = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}
LOAD = {
    "bash": "source ./script; echo REA''DY",
    "zsh": "autoload -Uz compinit; compinit -u; eval \"$(cat script)\"; echo REA''DY",
    "fish": "source ./script; echo REA''DY",
}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_verb(shell, capsys):
    assert main(["--completion", shell]) == 0
    script = capsys.readouterr().out
    for verb in VERBS:
        assert re.search(rf"\b{verb}\b", script)
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=script, text=True, check=True)


def test_bash_completes(tmp_path, capsys):
    bash = shutil.which("bash")
    if not bash:
        pytest.skip("needs bash")
    assert main(["--completion", "bash"]) == 0
    script = capsys.readouterr().out
    (tmp_path / "pack.toml").touch()

    def completed(*words):
        ask = (
            f"COMP_WORDS=({' '.join(map(repr, words))}); COMP_CWORD={len(words) - 1}\n"
            "$(complete -p puzzles | sed 's/.*-F \\([^ ]*\\).*/\\1/') puzzles "
            f'{words[-1]!r} {words[-2]!r}\nprintf "%s\\n" "${{COMPREPLY[@]}}"'
        )
        done = subprocess.run(
            [bash],
            input=f"{script}\n{ask}",
            text=True,
            capture_output=True,
            cwd=tmp_path,
            check=True,
        )
        return done.stdout.split()

    assert completed("puzzles", "con") == ["convert"]
    assert set(completed("puzzles", "solve", "--")) >= {"--json", "--time", "--steps"}
    assert "pack.toml" in completed("puzzles", "solve", "pa")
    assert completed("puzzles", "--completion", "z") == ["zsh"]
    assert completed("puzzles", "generate", "k") == ["kami"]
    assert completed("puzzles", "generate", "kami", "--pa") == ["--par"]
    assert completed("puzzles", "solve", "--method", "le") == ["learning"]
    assert completed("puzzles", "convert", "--from", "numl") == ["numlin"]
    assert completed("puzzles", "daily", "k") == ["kami"]


@pytest.mark.slow
@pytest.mark.parametrize("words", ["kami/first-folds/on", "solve kami/first-folds/on"])
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_names_of_levels(shell, words, tmp_path, capsys, monkeypatch):
    if not shutil.which(shell):
        pytest.skip(f"needs {shell}")
    assert main(["--completion", shell]) == 0
    (tmp_path / "script").write_text(capsys.readouterr().out)
    monkeypatch.chdir(tmp_path)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    child = pexpect.spawn(shell, START[shell], env={**os.environ, "PATH": path, "TERM": "vt100"})
    try:
        child.sendline(LOAD[shell])
        child.expect("READY")
        child.send(f"puzzles {words}\t")
        child.expect("e-sheet", timeout=60)
    finally:
        child.close(force=True)


def test_the_manual_page_has_every_verb_and_option():
    text = page().replace("\\-", "-").replace("\\&", "")
    for verb in VERBS:
        assert f'.SS "puzzles {verb}' in text
    assert ".B --from FORMAT" in text
    assert ".B --par N" in text, "what one puzzle only knows"
    assert "PUZZLES_DATA_DIR" in text
    assert "`" not in text


def test_the_manual_page_that_is_installed_is_that_of_the_command():
    if sys.version_info[:2] != (3, 11):
        pytest.skip("argparse puts usage into other words")
    kept = (Path(__file__).parents[1] / "docs" / "puzzles.1").read_text(encoding="utf-8")
    assert kept == page(), "python -m puzzles.cli.man > docs/puzzles.1"


def test_roff_has_no_complaint():
    if not shutil.which("groff"):
        pytest.skip("needs groff")
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z", "-K", "utf8"],
        input=page(),
        text=True,
        capture_output=True,
    )
    assert done.stderr == ""


def test_the_page_is_made_where_nothing_is_installed():
    """As it is when the package is built."""
    code = "import sys; sys.path.insert(0, sys.argv[1]); from puzzles.cli.man import page; page()"
    source = Path(puzzles.__file__).parents[1]
    subprocess.run([sys.executable, "-S", "-c", code, source], check=True)
