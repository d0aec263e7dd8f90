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

from completion import script
from manpage import page
from puzzles.cli.grammar import grammar

VERBS = grammar()[1]
START = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}
LOAD = {
    "bash": "source ./script; echo REA''DY",
    "zsh": "autoload -Uz compinit; compinit -u; eval \"$(cat script)\"; echo REA''DY",
    "fish": "source ./script; echo REA''DY",
}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_verb(shell):
    text = script(shell)
    for verb in VERBS:
        assert re.search(rf"\b{verb}\b", text)
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=text, text=True, check=True)


def test_bash_completes(tmp_path):
    bash = shutil.which("bash")
    if not bash:
        pytest.skip("needs bash")
    text = script("bash")
    (tmp_path / "pack.toml").touch()

    def completed(*words):
        ask = (
            f"COMP_WORDS=({' '.join(map(repr, words))}); COMP_CWORD={len(words) - 1}\n"
            "$(complete -p puzzles | sed 's/.*-F \\([^ ]*\\).*/\\1/') puzzles "
            f'{words[-1]!r} {words[-2]!r}\nprintf "%s\\n" "${{COMPREPLY[@]}}"'
        )
        done = subprocess.run(
            [bash],
            input=f"{text}\n{ask}",
            text=True,
            capture_output=True,
            cwd=tmp_path,
            check=True,
        )
        return done.stdout.split()

    assert completed("puzzles", "con") == ["convert"]
    assert set(completed("puzzles", "solve", "--")) >= {"--json", "--time", "--steps"}
    assert "pack.toml" in completed("puzzles", "solve", "pa")
    assert completed("puzzles", "generate", "k") == ["kami"]
    assert completed("puzzles", "generate", "kami", "--pa") == ["--par"]
    assert completed("puzzles", "convert", "--from", "numl") == ["numlin"]
    assert completed("puzzles", "daily", "k") == ["kami"]


@pytest.mark.slow
@pytest.mark.parametrize("words", ["kami/first-folds/on", "solve kami/first-folds/on"])
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_names_of_levels(shell, words, tmp_path, monkeypatch):
    if not shutil.which(shell):
        pytest.skip(f"needs {shell}")
    (tmp_path / "script").write_text(script(shell))
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
