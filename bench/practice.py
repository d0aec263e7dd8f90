"""Makes the boards of practice and runs, and the questions.

    python bench/practice.py [FOLDER [PUZZLE …]]

Small boards of each puzzle are made, the easy ones first, and played to the end as the tutor
advises. A position is a question if exactly one reason leads on there, in few words. All moves that
are right are known: where each move counts, those after which a move less is left; elsewhere, those
that the one solution has. `levels/practice`, or FOLDER, gets the boards as IDs, and a line for
each question. `bench/solutions.py` writes the solutions.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from helping import help_first, watched
from puzzles.core.errors import PuzzlesError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import MOVE, WHY, Advice
from puzzles.core.solving import UNLIMITED, Step, answer, last
from puzzles.core.tables import Values
from puzzles.library import locations
from puzzles.library.files import write_file
from puzzles.library.ids import make_id
from puzzles.library.registry import plugins
from puzzles.library.solutions import BETWEEN

# What boards are like, the easy ones first, and how many of each kind there are.
GROWING: dict[str, list[tuple[Values, int]]] = {
    "kami": [
        ({"size": "4x5", "kind": "square", "par": 2}, 4),
        ({"size": "5x8", "par": 2}, 8),
        ({"size": "6x10", "par": 3}, 12),
        ({"size": "8x8", "kind": "square", "par": 4}, 20),
        ({"size": "8x14", "par": 4}, 28),
        ({"size": "6x10", "par": 5}, 48),
        ({"size": "8x14", "par": 5}, 40),
    ],
    "flow": [
        ({"size": "5x5"}, 16),
        ({"size": "6x6"}, 28),
        ({"size": "7x7"}, 64),
        ({"size": "8x8"}, 52),
    ],
    "stars": [({"size": "5x5"}, 40), ({"size": "6x6"}, 60), ({"size": "7x7"}, 60)],
    "binairo": [({"size": "4x4"}, 16), ({"size": "6x6"}, 84), ({"size": "8x8"}, 60)],
}
DECLARED: list[tuple[Values, int]] = [
    ({"size": "4x4"}, 16),
    ({"size": "5x5"}, 44),
    ({"size": "6x6"}, 60),
    ({"size": "7x7"}, 40),
]
NAMED = re.compile(r"\b[a-z]{1,2}[1-9]\d?\b")  # the name of a cell
LONG, MOST_NAMED = 170, 4  # characters of a reason, and cells that it names
OF_A_KIND, FEWEST = 40, 8  # questions
EASY = 0.4  # of all moves are right where a question is too easy


def boards(puzzle: AnyPuzzle, seed: int = 1) -> Iterator[Level]:
    """Yield boards of a puzzle, the easy ones first, no two alike."""
    seen = set[str]()
    for wishes, number in GROWING.get(puzzle.id, DECLARED):
        found = 0
        while found < number:
            seed += 1
            try:
                level = last(puzzle.generator.make(seed, wishes), Level)
            except PuzzlesError:
                continue
            if (name := puzzle.generator.canonical(level)) not in seen:
                seen.add(name)
                found += 1
                yield level


def right_moves(puzzle: AnyPuzzle, state: Any, left: int) -> tuple[list[str], int]:
    """The moves after which a move less is left, one for each position; and how many moves there
    are."""
    found = list[str]()
    positions = dict[str, Any]()
    for text in moves(puzzle, state):
        positions.setdefault(puzzle.text(puzzle.after(state, [text])), text)
    for text in positions.values():
        after = answer(puzzle.solver.solve(puzzle.after(state, [text]), UNLIMITED))
        assert after.proved
        if after.moves is not None and len(after.moves) == left - 1:
            found.append(text)
    return found, len(positions)


def moves(puzzle: AnyPuzzle, state: Any) -> Iterator[str]:
    """All moves of a puzzle in which a cell is chosen for one of some inks, as texts."""
    scene = puzzle.scene(state)
    for cell in scene.firsts(range(scene.grid.n)):
        for ink in range(len(scene.inks)):
            try:
                move = puzzle.tap(state, cell, ink)
                puzzle.apply(state, move)
            except PuzzlesError:
                continue
            yield puzzle.move_text(state, move)


def questions(puzzle: AnyPuzzle, level: Level) -> Iterator[dict[str, Any]]:
    """Yield the questions that a board gives, as its solution goes on."""
    state, made = puzzle.start(level), list[str]()
    while not puzzle.status(state).won:
        advice = last(puzzle.tutor.advise(state, (), UNLIMITED), Advice)
        reasons = [hint for hint in advice.hints if hint.kind == WHY and hint.reason]
        *_, do = (hint for hint in advice.hints if hint.kind == MOVE)
        own, total = [do.move, *do.also], 0
        kinds = {hint.reason for hint in reasons}
        few = len(kinds) == 1 and (len(reasons) == 1 or puzzle.aim.stepwise)
        if few and plain(reasons[0].words):
            why, left = reasons[0], len(advice.moves or ())
            if puzzle.aim.stepwise:
                own, total = right_moves(puzzle, state, left)
            if left > puzzle.aim.stepwise and len(own) <= EASY * total + 9 * (not total):
                step = {key: value for key, value in shown(why).items() if value}
                yield {
                    "board": make_id(puzzle, level),
                    "moves": BETWEEN.join(made),
                    "kind": why.reason,
                    "left": left,
                    "where": advice.hints[0].words,
                    "at": advice.hints[0].lit,
                    "own": own,
                    "step": step,
                }
        done = [do.move] if puzzle.aim.stepwise else [do.move, *do.also]
        made += done
        state = puzzle.after(state, done)


def plain(words: str) -> bool:
    return len(words) <= LONG and len(set(NAMED.findall(words))) <= MOST_NAMED


def shown(why: Any) -> dict[str, Any]:
    """The fields of a step that a hint has."""
    fields = asdict(why)
    return {name: fields[name] for name in Step.__dataclass_fields__}


def main() -> None:
    folder = Path(sys.argv[1]) if sys.argv[1:] else locations.shipped_levels() / "practice"
    folder.mkdir(exist_ok=True)
    for name in sys.argv[2:] or plugins()[0]:
        puzzle, lines, ids = plugins()[0][name], list[dict[str, Any]](), list[str]()
        for level in watched(boards(puzzle), puzzle.id):
            ids.append(make_id(puzzle, level))
            found = [*questions(puzzle, level)]
            number, taken = Counter(line["kind"] for line in lines), set[str]()
            Random(ids[-1]).shuffle(found)
            for line in found:  # of a board one of each kind
                if line["kind"] not in taken and number[line["kind"]] < OF_A_KIND:
                    taken.add(line["kind"])
                    lines.append(line)
        number = Counter(line["kind"] for line in lines)
        kept = [line for line in lines if number[line["kind"]] >= FEWEST]
        write_file(folder / f"{name}.ids", "\n".join(ids) + "\n")
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in kept)
        write_file(folder / f"{name}.lines", text)
        print(name, len(ids), "boards", len(kept), "questions", dict(number))


if __name__ == "__main__":
    help_first(__doc__)
    main()
