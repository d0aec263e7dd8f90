"""Positions that the tests of another site judge: the finished ones are won, no other is, and the
rule that we name is the one that is broken."""

from __future__ import annotations

from typing import Any

import published
import pytest

from puzzles.library.levels import read_pack
from puzzles.logic.model import faults, unfinished

RULES = {  # by their names for faults
    "nmAkariNe": "touches",
    "akariDup": "no lamp shines on another",
    "ceDark": "has to be lit",
    "starAround": "stars do not touch",
    "bkStarGt": "region",
    "bkStarLt": "region",
    "lnStarNe": "row",
}


def marks(entry: dict[str, Any], level: Any) -> dict[int, bool]:
    """What is marked, in the last rows of the file."""
    rows = entry["state"].rstrip("/").split("/")[-level.grid.rows :]
    symbols = [symbol for row in rows for symbol in row.split()]
    return {c: symbol == "#" for c, symbol in enumerate(symbols) if symbol in "#+"}


@pytest.mark.parametrize("kind", ["lightup", "starbattle"])
def test_positions_are_judged_as_a_peer_judges_them(kind: str) -> None:
    judged = [e for e in published.entries("peers", "pzpr.jsonl") if e["kind"] == kind]
    assert len({entry["fault"] for entry in judged}) > 3
    for entry in judged:
        pack = read_pack("address", f"https://puzz.link/p?{kind}/{entry['url']}")
        puzzle, level = pack.puzzle, pack.levels[0]
        state = puzzle.start(level)
        for place, is_set in marks(entry, level).items():
            state = puzzle.apply(state, (place, "1" if is_set else "0"))
        status = puzzle.status(state)
        assert status.won == (entry["fault"] is None), entry
        if not status.won:
            model = __import__(f"puzzles.{puzzle.id}.rules", fromlist=["declare"]).declare(level)
            broken = faults(model, state.known) or unfinished(model, state.known)
            assert any(RULES[entry["fault"]] in rule.words for rule in broken), entry
            assert broken[0].words in status.missing[0][0]
