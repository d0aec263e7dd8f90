"""The documentation tells the truth: its examples are read, and what they claim is proved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzles.core.levels import read_pack
from puzzles.core.plugin import Problem
from puzzles.core.solving import Answer, Limits

DOCS = Path(__file__).parents[1] / "docs" / "levels.md"
EXAMPLES = re.findall(r"(?ms)^```(?:toml|json)\n(.*?)^```", DOCS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_documentation(text):
    pack = read_pack("level", text)
    assert not pack.errors
    for level in pack.levels:
        events = list(pack.puzzle.check(level, Limits(seconds=20)))
        assert not [event for event in events if isinstance(event, Problem)]
        assert isinstance(events[-1], Answer)
        assert events[-1].proved
