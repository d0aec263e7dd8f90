"""What there is to say of a board that is being drawn: the fewest presses, and how many ways."""

from collections.abc import Iterator, Mapping
from typing import Any

from lights_out.model import start
from lights_out.solver import solve
from puzzles.core.facets import Verdict
from puzzles.core.solving import UNLIMITED, Answer, Progress
from puzzles.grids.symbols import SymbolLevel


def judge(level: SymbolLevel, proofs: Mapping[str, Any]) -> Iterator[Progress | Verdict]:
    """What holds of one board says nothing of the next, so nothing is handed on."""
    for event in solve(start(level), UNLIMITED):
        if not isinstance(event, Answer):
            yield event
            continue
        claims = {"par": len(event.moves)} if event.proved and event.moves else {}
        yield Verdict((event.headline,), event.proved, claims=claims)
        if event.moves is not None:
            ways = event.facts["ways"]
            words = event.headline, f"{ways} way{'s' * (ways != 1)}"
            yield Verdict(words, event.proved, claims=claims)
