"""Pictures of boards, which the page shows at once, before Python has begun.

Each is a file of its own, called by the board's ID, or by the day whose board it is. What is drawn
once stays right: an ID is the whole board, and the board of a day that is listed does not change.

Where the page's address is known, each level that ships has a page, too, for chats and for search:
its title, what to do, and a picture, which leads to the board.
"""

from collections.abc import Iterator
from datetime import timedelta
from html import escape
from pathlib import Path
from string import Template

from puzzles.core.drawing import Drawing
from puzzles.library import registry
from puzzles.library.catalogue import Entry, journey, library, listed, ships
from puzzles.pictures.raster import png
from puzzles.pictures.shapes import drawing
from puzzles.pictures.svg import svg
from puzzles.player.daily import PACK, daily
from puzzles.player.records import today

LONGEST = 200  # characters of an ID, from its end, that a file is called by
DAYS = 366  # from the day on which the page is built
LONG = 600  # pixels of a picture that chats show


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the SVG of each level that ships and of each day, after the name of its file."""
    drawn = dict[str, str]()

    def named(name: str, entry: Entry) -> tuple[str, str]:
        id_ = entry.id
        if id_ not in drawn:
            drawn[id_] = svg(_drawn(entry))
        return f"{name or id_[-LONGEST:]}.svg", drawn[id_]

    yield from (named("", entry) for entry in library().entries() if ships(entry.pack))
    puzzle = registry.plugins()[0].get(next(iter(journey()), "").partition("/")[0])
    if puzzle and (listed(f"{PACK}/{puzzle.id}.ids") or listed(f"{PACK}/{puzzle.id}.names")):
        for day in (today() + timedelta(number) for number in range(DAYS)):
            yield named(f"{day}", daily(puzzle, day))


def _drawn(entry: Entry) -> Drawing:
    puzzle = entry.pack.puzzle
    return drawing(puzzle.scene(puzzle.start(entry.level), None, "default"))


def write_links(folder: Path, address: str) -> None:
    """Write the pages of the levels that ship into a new folder of the page at an address."""
    page = Template(Path(__file__).with_name("level.html").read_text("utf-8"))
    for entry in (entry for entry in library().entries() if ships(entry.pack)):
        puzzle, room = entry.pack.puzzle, folder / entry.name
        room.mkdir(parents=True)
        known = {
            "title": f"{entry.level.title} – {puzzle.title}",
            "text": f"{puzzle.blurb} No. {entry.index + 1} of {entry.pack.title}.",
            "name": entry.name,
            "id": entry.id,
            "address": address,
        }
        text = page.substitute({key: escape(text) for key, text in known.items()})
        (room / "index.html").write_text(text, "utf-8")
        (room / "board.png").write_bytes(png(_drawn(entry), LONG))


def write(folder: Path) -> None:
    """Write them into a new folder."""
    folder.mkdir()
    for name, text in pictures():
        (folder / name).write_text(text, "utf-8")
