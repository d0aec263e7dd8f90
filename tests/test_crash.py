"""Faults of the program in a command: a line, a report, and a status of their own."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest

from puzzles.cli import listing, main
from puzzles.player import reports

pytestmark = pytest.mark.faulty


@pytest.fixture(autouse=True)
def fault(monkeypatch):
    def run(arguments):
        raise KeyError("a\x1b[2J\nb")

    monkeypatch.setattr(listing, "run", run)


def test_a_line_and_a_report(own_directories, capsys):
    assert main(["list", "--json"]) == 70
    (report,) = (own_directories / "state" / "crashes").iterdir()
    said = r"puzzles: this is a fault of the program (KeyError: 'a\x1b[2J\nb'); the report is "
    assert capsys.readouterr() == ("", f"{said}{report}\n")
    text = report.read_text()
    assert "arguments" in text
    assert "test_crash.py" in text


def test_where_no_report_can_be_written_it_is_printed(own_directories, capsys):
    (own_directories / "state").write_text("a file")
    assert main(["list"]) == 70
    error = capsys.readouterr().err
    assert "KeyError" in error
    assert "the report cannot be written" in error.splitlines()[-1]


def test_what_cannot_be_found_out_is_unknown_in_a_report(monkeypatch):
    def fail(*_):
        raise PackageNotFoundError

    monkeypatch.setattr(reports, "version", fail)
    monkeypatch.setattr(reports.platform, "platform", fail)
    text = reports.report_of(KeyError("a"))
    assert "puzzles unknown, textual unknown" in text
    assert "KeyError: 'a'" in text


def test_the_last_reports_are_kept(own_directories, monkeypatch):
    monkeypatch.setattr(reports, "KEPT", 3)
    folder = own_directories / "state" / "crashes"
    seen = []
    for _ in range(5):
        main(["list"])
        seen += [file for file in folder.iterdir() if file not in seen]
    assert len(seen) == 5
    assert sorted(folder.iterdir()) == seen[2:]


def test_little_memory_is_no_fault_of_the_program(own_directories, monkeypatch, capsys):
    def run(arguments):
        raise MemoryError

    monkeypatch.setattr(listing, "run", run)
    assert main(["list"]) == 2
    assert capsys.readouterr() == ("", "puzzles: not enough memory for this\n")
    assert not (own_directories / "state" / "crashes").exists()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits address space as Linux does")
def test_a_solver_without_room_says_so():
    command = [sys.executable, "-m", "puzzles", "solve", "kami/parquet/threshold", "--time", "10"]
    limited = ["prlimit", f"--as={150 << 20}", *command]
    done = subprocess.run(limited, capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1, 2)
    assert "fault" not in done.stderr
    assert done.stderr.count("\n") <= 1
