"""The figures of the docs: each has its place, and what cannot be recomputed stays as it was."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import figures
import flow_solve
import kami_solve
from puzzles.library.levels import read_pack


def test_every_figure_has_its_place_and_every_place_its_figure():
    for name, (document, _) in figures.FIGURES.items():
        text = (figures.DOCS / document).read_text("utf-8")
        assert "| new |" in figures.written(text, name, ["| new |"])
    places = [
        line
        for file in figures.DOCS.glob("*.md")
        for line in file.read_text("utf-8").split("\n")
        if line.startswith("<!-- figure ")
    ]
    assert sorted(places) == sorted(f"<!-- figure {name} -->" for name in figures.FIGURES)


def test_what_is_missing_is_left_and_said(tmp_path: Path, monkeypatch, capsys):
    def computed() -> figures.Lines:
        yield from figures.table(("a", "b"), lambda: [(1, "two")])

    def missing() -> figures.Lines:
        yield "not all of it"
        figures.at_hand(tmp_path / "elsewhere")

    place = "before\n<!-- figure {} -->\nold\n<!-- end -->\nafter\n"
    (tmp_path / "some.md").write_text(place.format("one") + place.format("other"), "utf-8")
    monkeypatch.setattr(figures, "DOCS", tmp_path)
    monkeypatch.setattr(
        figures, "FIGURES", {"one": ("some.md", computed), "other": ("some.md", missing)}
    )
    monkeypatch.setattr(sys, "argv", ["figures"])
    figures.main()
    table = "| a | b |\n|---|---|\n| 1 | two |"
    assert (tmp_path / "some.md").read_text("utf-8") == (
        place.format("one").replace("old", table) + place.format("other")
    )
    said = capsys.readouterr().out
    assert "one: written" in said
    assert "other: left as it was: there is no" in said
    monkeypatch.setattr(sys, "argv", ["figures", "nothing"])
    with pytest.raises(SystemExit):
        figures.main()


def test_what_is_interrupted_is_left_and_what_was_done_before_stays(
    tmp_path: Path, monkeypatch, capsys
):
    def done() -> figures.Lines:
        yield "new"

    def interrupted() -> figures.Lines:
        yield "not all of it"
        raise KeyboardInterrupt

    place = "<!-- figure {} -->\nold\n<!-- end -->\n"
    names = "one", "other", "third"
    (tmp_path / "some.md").write_text("".join(map(place.format, names)), "utf-8")
    monkeypatch.setattr(figures, "DOCS", tmp_path)
    monkeypatch.setattr(
        figures,
        "FIGURES",
        dict(
            zip(
                names, [("some.md", done), ("some.md", interrupted), ("some.md", done)], strict=True
            )
        ),
    )
    monkeypatch.setattr(sys, "argv", ["figures"])
    with pytest.raises(SystemExit) as end:
        figures.main()
    assert end.value.code == 130
    assert (tmp_path / "some.md").read_text("utf-8") == (
        place.format("one").replace("old", "new") + place.format("other") + place.format("third")
    )
    told = capsys.readouterr()
    assert "other: left as it was: interrupted" in told.out
    assert "not all of it" in told.err


def test_a_board_whose_cells_may_stay_empty_claims_nothing():
    (level,) = read_pack("some.txt", "4 4\n1..2\n....\n1..2\n3..3\n").levels
    assert level.untouching
    for empty in (False, True):
        asked = flow_solve.asked(level, empty)
        assert not asked.untouching
        assert asked.board.problem.fill is not empty


def test_bounds_that_are_as_tight_as_it_is_said():
    rows = {row[0]: row for row in kami_solve.tightness(10)}
    assert [row[1] for row in rows.values()] == ["10"] * 5 + ["1"]
    shares = [float(row[2].removesuffix(" %")) for row in rows.values()]
    assert shares[2:] == sorted(shares[2:])
    assert shares[-1] == 100
    assert shares[0] < shares[3]


def test_a_bound_above_the_optimum_is_no_figure(monkeypatch):
    monkeypatch.setattr(kami_solve, "optimum", lambda *_: 2)
    with pytest.raises(AssertionError, match="seed"):
        list(kami_solve.tightness(10))
