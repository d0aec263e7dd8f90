"""Recomputes the tables and plots that the docs print, from the data at hand:

    make figures
    python bench/figures.py [NAME …]

A figure stands between `<!-- figure NAME -->` and `<!-- end -->`, and is written there as soon
as all of it is known. A figure whose data are missing keeps its text, and the program names it.
Ctrl-C keeps the figure it interrupts as it was, and ends the program. Rows are shown as they come.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import campaign
import certificates
import dependencies
import difficulty
import flow_solve
import kami_solve
import read_pictures
from helping import DATA, PIECE
from puzzles.library.files import write_file

DOCS = Path(__file__).parents[1] / "docs"

Lines = Iterator[str]
Rows = Callable[[], Iterable[Iterable[object]]]


class Missing(Exception):
    """The data of a figure are not here; the text names them."""


def at_hand(path: Path) -> Path:
    if not path.exists():
        raise Missing(f"there is no {path}")
    return path


def table(columns: tuple[str, ...], rows: Rows, needs: str = "") -> Lines:
    """Yield the head of a table, and its rows as they come; `needs` is a path of the data."""
    at_hand(DATA / needs if needs else DOCS)
    yield row(*columns)
    yield "|" + "---|" * len(columns)
    for cells in rows():
        yield row(*cells)


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def kami_boards(folder: str) -> Lines:
    sentence, rows = kami_solve.boards(at_hand(DATA / folder))
    yield sentence
    yield ""
    yield from table(kami_solve.BOARDS, lambda: rows)


# Where a figure is, and what recomputes it.
FIGURES: dict[str, tuple[str, Callable[[], Lines]]] = {
    "difficulty-ranks": (
        "difficulty.md",
        partial(table, ("", "with the place in the pack", "with size"), difficulty.correlations),
    ),
    "difficulty-alike": (
        "difficulty.md",
        partial(table, ("levels", "number", "easiest", "middle", "hardest"), difficulty.alike),
    ),
    "flow-search": (
        "flow-solver.md",
        partial(table, flow_solve.SEARCHED, flow_solve.searched, "flow/packs"),
    ),
    "flow-solve": (
        "flow-solver.md",
        partial(table, flow_solve.SOLVED, flow_solve.solved, "flow/numberlink"),
    ),
    "kami-bounds": ("kami-solver.md", partial(table, kami_solve.TIGHTNESS, kami_solve.tightness)),
    "dependencies": ("dependencies.md", partial(table, dependencies.COLUMNS, dependencies.rows)),
    "screenshots": (
        "pictures.md",
        partial(
            table,
            ("screenshots", *read_pictures.COLUMNS),
            read_pictures.screenshots,
            "screenshots/real",
        ),
    ),
    "photographs": (
        "pictures.md",
        partial(table, ("boards", *read_pictures.COLUMNS), read_pictures.photographs),
    ),
    "campaign": ("trials.md", partial(table, campaign.COLUMNS, campaign.rows)),
    "certificates": ("trials.md", partial(table, certificates.COLUMNS, certificates.shipped)),
    "certificates-others": (
        "trials.md",
        partial(table, certificates.COLUMNS, certificates.published, "flow/packs"),
    ),
    "kami-boards-1": ("kami-solver.md", partial(kami_boards, "kami1")),
    "kami-boards-2": ("kami-solver.md", partial(kami_boards, "kami2")),
}


def written(text: str, name: str, lines: list[str]) -> str:
    """A document with a figure written anew."""
    begin, end = f"<!-- figure {name} -->", "<!-- end -->"
    pattern = re.compile(f"{begin}\n.*?{end}", re.DOTALL)
    assert len(pattern.findall(text)) == 1, name
    return pattern.sub(lambda _: "\n".join([begin, *lines, end]), text)


def shown(lines: Lines) -> Lines:
    """The lines, each told as it comes."""
    for line in lines:
        print(f"  {line}", file=sys.stderr, flush=True)
        yield line


def main() -> None:
    parser = argparse.ArgumentParser(description="Recompute the figures of the docs.")
    parser.add_argument("names", metavar="NAME", nargs="*", help=", ".join(FIGURES))
    names = parser.parse_args().names
    if unknown := set(names) - set(FIGURES):
        parser.error(f"there is no figure {', '.join(sorted(unknown))}")
    for name in names or FIGURES:
        document, recomputed = FIGURES[name]
        print(f"{name} …", file=sys.stderr, flush=True)
        try:
            lines = list(shown(recomputed()))
        except Missing as reason:
            print(f"{name}: left as it was: {reason}", flush=True)
            continue
        except KeyboardInterrupt:
            print(f"{name}: left as it was: interrupted", flush=True)
            sys.exit(130)
        if PIECE:
            print(f"{name}: left as it was: this is only a piece of it", flush=True)
            continue
        file = DOCS / document
        before = file.read_text("utf-8")
        after = written(before, name, lines)
        write_file(file, after)
        print(f"{name}: {'as it was' if after == before else 'written'}", flush=True)


if __name__ == "__main__":
    main()
