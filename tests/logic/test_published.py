"""Published boards are solved as they were published, and have one solution."""

from __future__ import annotations

import published
import pytest

from puzzles.akari import rules as akari
from puzzles.logic.solving import search
from sampling import slow


@pytest.mark.parametrize("every", [16, *slow(1)])
def test_akari(every: int) -> None:
    boards = [*published.akari()][::every]
    for name, level, solution in boards:
        found = published.ended(search(akari.declare(level), {}, 2))
        assert (found.solutions, found.complete) == ((solution,), True), name
    assert len(boards) >= 40
