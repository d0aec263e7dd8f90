"""Faults of the program in a command: a line, a report, and a status of their own."""

from __future__ import annotations

import pytest

from puzzles.cli import crash, listing, main


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


def test_the_last_reports_are_kept(own_directories, monkeypatch):
    monkeypatch.setattr(crash, "KEPT", 3)
    folder = own_directories / "state" / "crashes"
    seen = []
    for _ in range(5):
        main(["list"])
        seen += [file for file in folder.iterdir() if file not in seen]
    assert len(seen) == 5
    assert sorted(folder.iterdir()) == seen[2:]
