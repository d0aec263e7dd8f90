"""Boards look as they did: sixty positions in four sizes and four depths of colour, as digests."""

from __future__ import annotations

import json

import pytest

import seen
from sampling import sampled

KNOWN = json.loads(seen.FILE.read_text())


@pytest.mark.parametrize("position", sampled(seen.positions(), seen.positions()[::13]))
def test_a_board_is_drawn_as_it_was(position):
    """What changed is to be looked at; then `tests/seen.py` takes it down anew."""
    name, shown = position.split(" ", 1)
    assert " ".join(seen.digests(name, shown)) == KNOWN[position]


def test_all_positions_are_known():
    assert list(KNOWN) == seen.positions()
