"""Positions that the tests of another site judge: the finished ones are won, no other is, and the
rule that we name is the one that is broken."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import published
import pytest

from puzzles.core.doors import source_of
from puzzles.core.tables import read_table
from puzzles.grids.sides import sides_of
from puzzles.library.levels import read_pack
from puzzles.logic.playing import OUT, SET

sys.path.append(str(Path(__file__).parents[2] / "examples" / "hitori" / "src"))
DECLARED = {
    "lightup": "puzzles.akari.puzzle:Akari",
    "starbattle": "puzzles.stars.puzzle:Stars",
    "slither": "puzzles.loop.puzzle:Loop",
    "hitori": "hitori:Hitori",
}
RULES = {  # by their names for faults
    "nmAkariNe": "touches",
    "akariDup": "no lamp shines on another",
    "ceDark": "has to be lit",
    "starAround": "stars do not touch",
    "bkStarGt": "region",
    "bkStarLt": "region",
    "lnStarNe": "row",
    "brNoLine": "the ",  # a number without its lines, and then that all are one loop
    "lnBranch": "no more than two lines meet",
    "lnCross": "no more than two lines meet",
    "nmLineNe": "the ",
    "lnPlLoop": "all lines are one loop",
    "lnDeadEnd": "a line goes on at both ends",
    "brNoShade": "has no second",
    "csAdjacent": "shaded cells do not touch",
    "cuDivideRB": "the unshaded cells hang together",
    "nmDupRow": "has no second",
}
OTHER = 2  # positions of Loop on a board with a line around it as a number, which is not ours


def rows_of(entry: dict[str, Any], rows: int) -> list[list[str]]:
    """The last rows of a file; none where nothing is drawn."""
    lines = entry["state"].rstrip("/").split("/")
    return [line.split() for line in lines[-rows:]] if len(lines) > 4 else []


def marks(entry: dict[str, Any], level: Any) -> dict[int, bool]:
    """What is marked."""
    symbols = [symbol for row in rows_of(entry, level.grid.rows) for symbol in row]
    return {c: symbol == "#" for c, symbol in enumerate(symbols) if symbol in "#+"}


def lines(entry: dict[str, Any], level: Any) -> dict[int, bool]:
    """The sides that are marked: a row of upright ones for each row of cells, then lying ones."""
    grid, rows = sides_of(level.grid), level.grid.rows
    found = {}
    for index, row in enumerate(rows_of(entry, 2 * rows + 1)):
        for col, mark in enumerate(row):
            upright = index < rows
            at = (2 * index + 1, 2 * col) if upright else (2 * (index - rows), 2 * col + 1)
            if mark != "0":
                found[grid.at(*at)] = mark == "1"
    return found


def level_of(entry: dict[str, Any]) -> Any:
    """The puzzle and the level of a position, with its own numbers."""
    if entry["kind"] == "hitori":
        cells = entry["url"].split("/")[-1]
        board = "\n".join(cells[i : i + 4] for i in range(0, 16, 4))
        puzzle, text = import_module("hitori").plugin, f'board = """\n{board}\n"""\n'
        return puzzle, puzzle.rules.parse(read_table("peers", text))
    pack = read_pack("address", f"https://puzz.link/p?{entry['kind']}/{entry['url']}")
    level = pack.levels[0]
    if entry["kind"] == "slither" and (rows := rows_of(entry, 16)[:5]):
        level = replace(level, cells="".join(symbol for row in rows for symbol in row))
    return pack.puzzle, level


@pytest.mark.parametrize("kind", ["lightup", "starbattle", "slither", "hitori"])
def test_positions_are_judged_as_a_peer_judges_them(kind: str) -> None:
    judged = [e for e in published.entries("peers", "pzpr.jsonl") if e["kind"] == kind]
    if kind == "slither":
        ours = [e for e in judged if not e["state"].startswith("pzprv3.1/")]
        assert len(judged) - len(ours) == OTHER
        judged = ours
    assert len({entry["fault"] for entry in judged}) > 3
    for entry in judged:
        puzzle, level = level_of(entry)
        state = puzzle.start(level)
        for place, is_set in (lines if kind == "slither" else marks)(entry, level).items():
            state = puzzle.apply(state, (place, SET if is_set else OUT))
        status = puzzle.status(state)
        assert status.won == (entry["fault"] is None), entry
        if not status.won:
            model = source_of(DECLARED[kind]).declare(level)
            broken = model.faults(state.marks) or model.unfinished(state.marks)
            assert any(RULES[entry["fault"]] in rule.words for rule in broken), entry
            assert broken[0].words in status.missing[0][0]
