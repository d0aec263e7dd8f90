"""Standard streams that are closed, full, or read by somebody who leaves."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.cli import listing, main, progress, reader_has_gone
from puzzles.core.solving import Progress
from puzzles.running import child_pool, compile_state
from sampling import slow

LEVEL = "kami/first-folds/1"


def shell(command, **environment):
    """What the shell's command comes to, with `$PUZZLES` as the command."""
    return subprocess.run(
        command,
        shell=True,
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"PUZZLES": f"{sys.executable} -m puzzles"} | environment,
    )


@pytest.mark.parametrize(
    "case",
    [
        (f"$PUZZLES show {LEVEL} >&-", 0),
        (f"$PUZZLES play --plain {LEVEL} <&-", 0),
        *slow(
            ("$PUZZLES <&- 2>&-", 2),
            (f"$PUZZLES show {LEVEL} <&- >&- 2>&-", 0),
            (f"$PUZZLES solve {LEVEL} 2>&-", 0),
            ("$PUZZLES show - <&-", 2),
        ),
    ],
)
def test_closed_streams_are_empty_ones(case, own_directories):
    command, code = case
    done = shell(command)
    assert done.returncode == code
    assert not (own_directories / "state" / "crashes").exists()
    assert done.stderr.count("\n") == (code == 2 and "2>&-" not in command)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
@pytest.mark.parametrize("verb", [f"show {LEVEL}", *slow("list", f"solve --json {LEVEL}")])
def test_a_full_disk_is_a_line(verb):
    done = shell(f"$PUZZLES {verb} >/dev/full")
    assert (done.returncode, done.stderr) == (2, "puzzles: the disk is full\n")


@pytest.mark.slow
def test_who_reads_may_leave():
    done = shell("{ $PUZZLES list; echo $? >&2; } | head -1")
    assert (done.stdout.count("\n"), done.stderr) == (1, "0\n")


def test_windows_says_it_otherwise(monkeypatch):
    """https://github.com/python/cpython/issues/79935"""
    gone = OSError(errno.EINVAL, "Invalid argument")
    assert not reader_has_gone(gone)
    monkeypatch.setattr(sys, "platform", "win32")
    assert reader_has_gone(gone)
    assert not reader_has_gone(OSError(errno.ENOSPC, "No space left on device"))


def test_what_is_no_terminal_gets_utf_8(tmp_path):
    level = tmp_path / "level.toml"
    level.write_text('puzzle = "kami"\ntitle = "Größe ½"\nboard = "RW"\n', encoding="utf-8")
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    assert "Größe ½" in shell(f"$PUZZLES convert {level} -", **plain).stdout


def test_an_error_of_the_system_is_a_line(monkeypatch, capsys):
    def run(arguments):
        raise PermissionError(errno.EACCES, "Permission denied", "a\nfile")

    monkeypatch.setattr(listing, "run", run)
    assert main(["list"]) == 2
    assert capsys.readouterr().err == "puzzles: a\\nfile: permission denied\n"


def test_a_first_use_is_told_if_there_is_something_to_prepare(capsys, monkeypatch):
    """Once; of a puzzle without kernels nothing is said."""
    counts: list[tuple[int, int] | None] = [None, None]

    class Pool:
        def compile(self, puzzles, show):
            for compiled in counts:
                show(Progress(preparing=True, compiled=compiled))
            return True

    monkeypatch.setattr(compile_state, "kernels_missing", lambda puzzle: True)
    monkeypatch.setattr(child_pool, "child_pool", Pool)
    progress.compile_first(["akari"])
    assert capsys.readouterr().err == ""
    counts += [(0, 11), (5, 11)]
    progress.compile_first(["akari", "kami"])
    assert capsys.readouterr().err == "puzzles: preparing the solver, this once: a minute or two\n"
