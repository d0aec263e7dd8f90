"""Making levels, one for each seed, wherever the work is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from puzzles.core.errors import UsageError
from puzzles.core.facets import required
from puzzles.core.level import Level
from puzzles.core.puzzle import Puzzle
from puzzles.core.solving import Progress, last
from puzzles.library import registry
from puzzles.library.levels import level_text, read_pack
from puzzles.running import jobs

PATIENCE = 5  # seeds in a row that give nothing


@dataclass(frozen=True)
class Order:
    """What one level is made from: the puzzle's id, the seed and the wishes."""

    puzzle: str
    seed: int
    wishes: dict[str, Any]


def make(order: Order) -> tuple[str, str]:
    """The level as text, or an empty text and the reason why there is none."""
    puzzle = registry.plugin(order.puzzle)
    maker = required(puzzle.makes, f"levels of {puzzle.title} are not generated")
    try:
        return level_text(puzzle, last(maker.make(order.seed, order.wishes), Level)), ""
    except UsageError as error:
        return "", str(error)


def levels(
    puzzle: Puzzle[Any, Any, Any],
    wishes: Mapping[str, Any],
    seed: int,
    number: int,
    workers: int = 1,
    scheduler: str = "",
) -> Iterator[Level]:
    """That many levels: of this seed, the next one and so on, without those that are like an
    earlier one or cannot be made.

    Raises UsageError at once for wishes that make no sense, and as soon as PATIENCE seeds in a row
    gave nothing.
    """
    maker = required(puzzle.makes, f"levels of {puzzle.title} are not generated")
    for event in islice(maker.make(seed, wishes), 1):
        assert isinstance(event, Progress | Level)
    orders = (Order(puzzle.id, seed + i, dict(wishes)) for i in count())
    seen: set[str] = set()
    missed = 0
    for text, reason in jobs.run(make, orders, workers, scheduler):
        level = read_pack("level", text).levels[0] if text else None
        if level is None or (canonical := maker.canonical(level)) in seen:
            missed += 1
            if missed == PATIENCE:
                raise UsageError(reason or "there are no more that are not alike")
            continue
        missed = 0
        seen.add(canonical)
        yield level
        if len(seen) == number:
            return
