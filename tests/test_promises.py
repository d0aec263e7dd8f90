"""What views of shipped levels say at the end, and their tabs promise, is what they showed."""

from __future__ import annotations

import re

import pytest

from puzzles.core.solving import Answer, Progress
from sampling import sampled
from shipped import ENTRIES

# Every kind of sentence that any level's reasons have is among those of every third of Flow, and
# every kind of ending among every second of Kami.
FLOW, KAMI = ([e for e in ENTRIES if e.pack.puzzle.id == name] for name in ("flow", "kami"))
EASY = [entry for entry in KAMI if (entry.level.par or 99) <= 6]
LEVELS = {entry.name: entry for entry in [*FLOW[::3], *EASY[::2]]}
OFTEN = "flow/warps/lost-luggage", "flow/waxworks/foundation", "kami/islands/four-buttons"


def shown(entry, view):
    """The steps of a view, their positions, and its end."""
    puzzle = entry.pack.puzzle
    start = puzzle.start(entry.level)
    *events, end = puzzle.tutor.trace(start, view)
    assert isinstance(end, Answer)
    steps = [event for event in events if isinstance(event, Progress) and event.step]
    return start, steps, end.headline


def reasons_of_flow(entry):
    _, steps, headline = shown(entry, "reasons")
    words = [event.step.words for event in steps]
    taken = sum(said.startswith("No simple rule decides this") for said in words)
    told = f": {len(words) - taken} for a reason, {taken} taken from the solution"
    own = told if taken else ", each for a reason"
    assert headline == f"Solved in {len(words)} step{'s' * (len(words) > 1)}{own}."
    for event in steps:  # "what a step follows from is outlined"
        assert event.step.lit or event.step.words.startswith("No simple rule"), event.step.words


def views_of_kami(entry):
    puzzle, par = entry.pack.puzzle, entry.level.par
    start, steps, headline = shown(entry, "reasons")
    assert headline == f"proved optimal: {par} move{'s' * (par > 1)}"
    assert puzzle.status(puzzle.after(start, puzzle.texts(start, steps[-1].line))).won
    assert len(steps) == 2 * par
    for said, left in zip(steps[1::2], range(par - 1, -1, -1), strict=True):
        are = "is" if left == 1 else "are"
        tells = f"{left} move{'s' * (left > 1)} {are} left" if left else "the board is finished"
        assert tells in said.step.words
    _, steps, headline = shown(entry, "painting")
    assert headline.startswith(f"{len(steps) - 1 + islands(start)} strokes")
    _, steps, headline = shown(entry, "why not fewer")
    (number,) = re.findall(r"(\d+) (?:colours? ha|moves? to become|more are)", headline)
    assert int(number) + ("more are" in headline) == par
    for event in steps:
        for least in re.findall(r"alone needs? (\d+)", event.step.words):
            assert int(least) <= par
        if "=" in event.step.words:
            assert sum(map(int, re.findall(r"\d+", event.step.words.split("=")[0]))) <= par
    if "more are" in headline:
        kinds = [int(line.split()[0]) for line in steps[-1].step.lines]
        assert kinds == [par - 1, par]


def islands(state) -> int:
    return len(set(state.region_graph.components().tolist()))


@pytest.mark.parametrize("name", sampled([*LEVELS], OFTEN))
def test_a_view_ends_as_it_went(name):
    entry = LEVELS[name]
    (reasons_of_flow if entry.pack.puzzle.id == "flow" else views_of_kami)(entry)
