"""Pictures of boards, which the page shows at once, before Python has begun.

Each is a file of its own, called by the board's ID, or by the day whose board it is. What is drawn
once stays right: an ID is the whole board, and the board of a day that is listed does not change.
"""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from puzzles.library import registry
from puzzles.library.catalogue import Entry, journey, library, listed, ships
from puzzles.pictures.shapes import drawing
from puzzles.pictures.svg import svg
from puzzles.player.daily import PACK, daily
from puzzles.player.records import today

LONGEST = 200  # characters of an ID, from its end, that a file is called by
DAYS = 366  # from the day on which the page is built


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the SVG of each level that ships and of each day, after the name of its file."""
    drawn = dict[str, str]()

    def named(name: str, entry: Entry) -> tuple[str, str]:
        puzzle, id_ = entry.pack.puzzle, entry.id
        if id_ not in drawn:
            drawn[id_] = svg(drawing(puzzle.scene(puzzle.start(entry.level), None, "default")))
        return f"{name or id_[-LONGEST:]}.svg", drawn[id_]

    yield from (named("", entry) for entry in library().entries() if ships(entry.pack))
    puzzle = registry.plugins()[0].get(next(iter(journey()), "").partition("/")[0])
    if puzzle and (listed(f"{PACK}/{puzzle.id}.ids") or listed(f"{PACK}/{puzzle.id}.names")):
        for day in (today() + timedelta(number) for number in range(DAYS)):
            yield named(f"{day}", daily(puzzle, day))


def write(folder: Path) -> None:
    """Write them into a new folder."""
    folder.mkdir()
    for name, text in pictures():
        (folder / name).write_text(text, "utf-8")
