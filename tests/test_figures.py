"""The figures of the docs: each has its place, and what cannot be recomputed stays as it was."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import figures


def test_every_figure_has_its_place_and_every_place_its_figure():
    for name, (document, _) in figures.FIGURES.items():
        text = (figures.DOCS / document).read_text("utf-8")
        assert "| new |" in figures.written(text, name, ["| new |"])
    places = [line for file in figures.DOCS.glob("*.md")
              for line in file.read_text("utf-8").split("\n") if line.startswith("<!-- figure ")]
    assert sorted(places) == sorted(f"<!-- figure {name} -->" for name in figures.FIGURES)


def test_what_is_missing_is_left_and_said(tmp_path: Path, monkeypatch, capsys):
    def computed() -> figures.Lines:
        yield from figures.table("a", "b")
        yield figures.row(1, "two")

    def missing() -> figures.Lines:
        yield "not all of it"
        figures.at_hand(tmp_path / "elsewhere")

    place = "before\n<!-- figure {} -->\nold\n<!-- end -->\nafter\n"
    (tmp_path / "some.md").write_text(place.format("one") + place.format("other"), "utf-8")
    monkeypatch.setattr(figures, "DOCS", tmp_path)
    monkeypatch.setattr(figures, "FIGURES", {
        "one": ("some.md", computed), "other": ("some.md", missing)})  # fmt: skip
    monkeypatch.setattr(sys, "argv", ["figures"])
    figures.main()
    table = "| a | b |\n|---|---|\n| 1 | two |"
    assert (tmp_path / "some.md").read_text("utf-8") == (
        place.format("one").replace("old", table) + place.format("other"))  # fmt: skip
    said = capsys.readouterr().out
    assert "one: written" in said
    assert "other: left as it was: there is no" in said
    monkeypatch.setattr(sys, "argv", ["figures", "nothing"])
    with pytest.raises(SystemExit):
        figures.main()
