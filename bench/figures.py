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
from statistics import mean, median

import campaign
import certificates
import dependencies
import difficulty
import flow_data
import flow_search
import flow_solve
import kami_bounds
import kami_proof
import read_pictures
from progress import watched
from puzzles.library.files import write_text

DOCS = Path(__file__).parents[1] / "docs"
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SECONDS = 60  # for a board of Kami, or a certificate
SLOW = 0.3  # seconds of CPU: quicker boards have no row
STUBBORN = "kami1/P38-16.txt", "kami2/Threegrid4.puz", "kami2/Threegrid6.puz"
PICTURED = {
    "kami-1": "KAMI 1 (10×16)",
    "squares": "other squares",
    "flow": "Flow",
    "flow+": "Flow with walls, bridges, holes",
    "real-flow": "Flow Free",
    "real-kami-1": "KAMI 1",
    "real-kami-2": "KAMI 2",
    "no-board": "none of these",
}

Lines = Iterator[str]


class Missing(Exception):
    """The data of a figure are not here; the text names them."""


def at_hand(path: Path) -> Path:
    if not path.exists():
        raise Missing(f"there is no {path}")
    return path


def table(*columns: str, rows: Iterable[Iterable[object]] = ()) -> Lines:
    """The head of a table, and its rows as they come."""
    yield row(*columns)
    yield "|" + "---|" * len(columns)
    for cells in rows:
        yield row(*cells)


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def bounds() -> Lines:
    yield from table(*kami_bounds.TIGHTNESS, rows=kami_bounds.tightness(10_000))


def kami_roots() -> Lines:
    files = [at_hand(DATA / name) for name in STUBBORN]
    yield from table(*kami_bounds.ROOTS, rows=kami_bounds.root_rows(files))


def kami_boards(folder: str) -> Lines:
    boards = list(kami_proof.levels(at_hand(DATA / folder)))
    rows, seconds, proved, above = list[str](), list[float](), 0, 0
    kami_proof.proved(boards[0], SECONDS)  # loads the kernels
    for level in watched(boards, folder):
        result, spent = kami_proof.proved(level, SECONDS)
        found = len(result.moves or ())
        proved += result.proved
        above += level.par is not None and found > level.par
        seconds.append(spent)
        if spent > SLOW:
            bound = "**proved**" if result.proved else result.lower_bound
            rows.append(
                row(
                    level.title,
                    result.facts["regions"],
                    len(level.board.palette),
                    level.par,
                    found,
                    bound,
                    f"{result.nodes:,}",
                    f"{result.seconds:.3g}",
                    f"{spent:.3g}",
                )
            )
    yield (
        f"Of {len(boards)} boards, {SECONDS} s each, {proved} are proved; the median takes "
        f"{median(seconds) * 1000:.0f} ms of CPU, and {above or 'none'} of the counts found are "
        f"above the published ones."
    )
    yield ""
    yield from table(
        "board",
        "regions",
        "colours",
        "published",
        "found",
        "at least",
        "positions",
        "seconds",
        "of CPU",
    )
    yield from rows


def search() -> Lines:
    at_hand(flow_data.DATA / "packs")
    yield from table("kind", "levels", "decisions: mean, median, most", "ms: mean, median, most")
    nodes, times, left = flow_search.by_kind(untouching=True, seconds=20)
    names = {"holes": "missing cells", "hexes": "hexagons", "warps": "rims that wrap"}
    for kind in nodes:
        decisions = f"{mean(nodes[kind]):.1f}, {median(nodes[kind]):g}, {max(nodes[kind])}"
        spent = f"{mean(times[kind]):.2f}, {median(times[kind]):.2f}, {max(times[kind]):.1f}"
        yield row(names.get(kind, kind), f"{len(nodes[kind]):,}", decisions, spent)
        assert not left[kind]


def solved() -> Lines:
    at_hand(flow_data.DATA / "numberlink")
    yield from table(*flow_solve.COLUMNS, rows=flow_solve.rows())


def campaigns() -> Lines:
    yield campaign.HEAD
    for name in campaign.CAMPAIGNS:
        row, failures = campaign.run(name, seed=1)
        assert not failures
        yield row


def proofs() -> Lines:
    yield from certificates.shipped([], 5, SECONDS)


def proofs_of_others() -> Lines:
    at_hand(DATA / "flow" / "packs")
    yield from certificates.published(at_hand(DATA), 8, 30)


def difficulty_ranks() -> Lines:
    yield from table("", "with the place in the pack", "with size")
    for puzzle, area in difficulty.AREA.items():
        levels, along, with_size = difficulty.correlations(puzzle)
        yield row(
            f"{puzzle.title()}, {levels} levels, size in {area}", f"{along:.2f}", f"{with_size:.2f}"
        )


def difficulty_alike() -> Lines:
    yield from table("levels", "number", "easiest", "middle", "hardest", rows=difficulty.alike())


def packages() -> Lines:
    yield from table(*dependencies.COLUMNS, rows=dependencies.rows())


def screenshots() -> Lines:
    at_hand(read_pictures.SHOTS)
    kinds = {kind: len(read_pictures.shots(kind)) for kind in read_pictures.REAL}
    yield from _pictures("screenshots", kinds)


def photographs() -> Lines:
    yield from _pictures("boards", read_pictures.COUNT)


def _pictures(what: str, kinds: dict[str, int]) -> Lines:
    yield from table(
        what,
        "pictures",
        "of the right size",
        "cells right",
        "without a fault",
        "95 % sure",
        "90 % sure in spite of a fault",
        "s: mean",
    )
    scores = list[read_pictures.Score]()
    for kind, number in kinds.items():
        some = [read_pictures.score(kind, i) for i in watched(range(number), kind)]
        scores += some
        yield _pictured(PICTURED.get(kind, kind), some)
    yield _pictured("all", scores)


def _pictured(name: str, scores: list[read_pictures.Score]) -> str:
    return row(
        name,
        len(scores),
        sum(score.sized for score in scores),
        f"{100 * mean(score.right for score in scores):.2f} %",
        sum(score.right == 1 for score in scores),
        sum(score.confidence >= 0.95 for score in scores),
        sum(score.right < 1 and score.confidence >= 0.9 for score in scores),
        f"{mean(score.seconds for score in scores):.1f}",
    )


# Where a figure is, and what recomputes it.
FIGURES: dict[str, tuple[str, Callable[[], Lines]]] = {
    "difficulty-ranks": ("difficulty.md", difficulty_ranks),
    "difficulty-alike": ("difficulty.md", difficulty_alike),
    "flow-search": ("flow-solver.md", search),
    "flow-solve": ("flow-solver.md", solved),
    "kami-bounds": ("kami-solver.md", bounds),
    "kami-roots": ("kami-solver.md", kami_roots),
    "dependencies": ("dependencies.md", packages),
    "screenshots": ("pictures.md", screenshots),
    "photographs": ("pictures.md", photographs),
    "campaign": ("trials.md", campaigns),
    "certificates": ("trials.md", proofs),
    "certificates-others": ("trials.md", proofs_of_others),
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
        file = DOCS / document
        before = file.read_text("utf-8")
        after = written(before, name, lines)
        write_text(file, after)
        print(f"{name}: {'as it was' if after == before else 'written'}", flush=True)


if __name__ == "__main__":
    main()
