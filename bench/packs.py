"""Makes the packs that ship; levels that were drawn by hand stay in them.

    python bench/packs.py [--jobs N] [--pool FOLDER | --regrade] [PACK …]

For each pack more levels are made than it needs, graded, and as many taken as are wanted, their
difficulty rising as evenly as can be; no two that are alike. `UGLY` names those, by pack and seed,
that were thrown out by eye. With `--pool` all that were made are written there, to look at with
`bench/sheet.py`, and the packs stay as they are; with `--regrade` the levels stay, but are graded
and put in order again. A made level is known by the seed in its proof; plain boards of
Flow that ship are older than the looks of such boards now (`like_drawn`), and come out otherwise.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from puzzles.core.facets import Grade
from puzzles.library import registry
from puzzles.library.levels import Pack, pack_text, read_pack, slug
from puzzles.running import pool, work
from puzzles.running.work import Failed

LEVELS = Path(__file__).parents[1] / "levels"


P = TypeVar("P", bound="Worded")
Keys = dict[str, Any]  # of a level, as `Puzzle.format` gives them


@dataclass(frozen=True)
class Plan:
    """A pack of `number` levels: its file, how it is called, the wishes its levels are made from
    in turn, and words that their titles are made of."""

    puzzle: str
    file: str
    number: int
    title: str
    blurb: str
    wishes: tuple[dict[str, Any], ...]
    words: tuple[str, str]
    spare: float = 2  # levels made for each that is needed
    first: int = 0  # the first seed


def kami(
    file: str,
    number: int,
    title: str,
    blurb: str,
    words: str,
    pars: str,
    spare: float = 2,
    **wishes: Any,
) -> Plan:
    """A theme: motifs and palettes in turn, and the pars to come up with."""
    motifs = wishes.pop("motifs", "").split()
    palettes = wishes.pop("palettes", "").split()
    each = []
    for i, par in enumerate(map(int, pars.split())):
        own = dict(wishes, par=par, difficulty=None)
        if motifs:
            own["motif"] = motifs[i % len(motifs)]
        if palettes:
            own["palette"] = palettes[i % len(palettes)]
        each.append(own)
    return Plan("kami", file, number, title, blurb, tuple(each), (SHADES, words), spare)


def flow(
    file: str,
    number: int,
    title: str,
    blurb: str,
    sizes: str,
    kind: str = "plain",
    spare: float = 3,
    first: int = 0,
    colours: int | None = None,
) -> Plan:
    """Boards of some sizes in turn."""
    each = tuple({"size": size, "kind": kind, "colours": colours} for size in sizes.split())
    return Plan("flow", file, number, title, blurb, each, (WATERS, WORKS), spare, first)


SHADES = """Pale Deep Quiet Early Late Folded Broken Hidden Double Narrow Wide Silent Crooked Bright
Faded Distant Second Slow Tall Low Old Young Lone Gentle Sharp"""
WATERS = """Quiet Rusty Copper Hidden Winding Narrow Muddy Upper Lower Frozen Silver Leaden Mossy
Broken Crooked Drowsy Gurgling Restless Shallow Deep Lazy Brass Tidal Twisted Northern Southern
Stony Sunken Swift Patient Dripping Iron Velvet Amber Wandering Salty"""
WORKS = """Sluice Conduit Brook Ditch Culvert Spillway Cistern Siphon Canal Ford Trough Valve
Manifold Pump Fountain Reservoir Gully Sump Tap Nozzle Elbow Junction Coupling Flume Wharf Jetty
Lock Eddy Rapids Marsh Lagoon Inlet Estuary Spring Well Basin"""

PLANS = (
    kami("01-first-folds", 16, "First Folds", "Sixteen sheets to learn the fold on.", "", ""),
    kami(
        "02-ribbons",
        8,
        "Ribbons",
        "Stripes, straight and bent.",
        "Ribbon Braid Sash Hem Thread Pennant Seam Weave",
        "2 3 3 4 4 5 5 6",
        motifs="stripes zigzags chevrons stripes",
        palettes="harbour tea lagoon",
    ),
    kami(
        "03-paper-garden",
        17,
        "Paper Garden",
        "Flowers, stars and windows, all cut from triangles.",
        "",
        "",
    ),
    kami(
        "04-peaks",
        8,
        "Peaks",
        "Up one side and down the other.",
        "Ridge Summit Pass Col Slope Crest Cairn Scree",
        "3 3 4 4 5 5 6 6",
        motifs="chevrons peaks zigzags",
        palettes="frost dusk desert",
    ),
    kami(
        "05-honeycomb",
        8,
        "Honeycomb",
        "Rings around rings.",
        "Comb Hive Queen Nectar Swarm Amber Wax Bee",
        "3 4 4 5 5 6 6 7",
        motifs="rings flowers rings kites",
        palettes="ember meadow tea",
    ),
    kami(
        "06-islands",
        13,
        "Islands",
        "Odd shapes, holes, and parts that never touch but must agree.",
        "",
        "",
    ),
    kami(
        "07-night-sky",
        8,
        "Night Sky",
        "Stars, and what is between them.",
        "Comet Meteor Nebula Pulsar Orbit Eclipse Zenith Halo",
        "4 4 5 5 6 6 7 8",
        motifs="stars stars blocks flowers",
        palettes="frost lagoon dusk orchard",
    ),
    kami(
        "08-kites",
        7,
        "Kites",
        "Paper that wants to fly.",
        "Kite Glider Gust Tailwind String Updraught Swift",
        "5 5 6 6 7 7 8",
        motifs="kites checks stripes",
        palettes="meadow harbour orchard",
    ),
    kami(
        "09-cut-stones",
        7,
        "Cut Stones",
        "Facets, each with its own light.",
        "Opal Garnet Beryl Topaz Agate Onyx Jasper",
        "5 6 6 7 7 8 9",
        motifs="blocks checks peaks",
        palettes="orchard ember lagoon",
    ),
    kami(
        "10-kaleidoscope",
        8,
        "Kaleidoscope",
        "Everything at once, and again in the mirror.",
        "Mirror Prism Lens Facet Mosaic Rosette Spiral Window",
        "6 7 8 8 9 9 10 11",
        palettes="garden desert lagoon frost ember",
    ),
    kami(
        "11-squares",
        30,
        "Squares",
        "Cloth, tiles and pictures in the square.",
        "Quilt Rug Tile Parquet Lattice Courtyard Carpet Doily Fresco Panel",
        "3 3 4 4 5 5 5 6 6 7 7",
        kind="square",
        palettes="dusk garden harbour tea frost ember meadow",
    ),
    kami("12-graphs", 4, "Graphs", "No paper at all: only which region touches which.", "", ""),
    kami(
        "26-postcards",
        18,
        "Postcards",
        "A figure, a frame, a ground, and greetings from far.",
        "Pier Bandstand Boathouse Palm Cliff Harbour Funfair Fountain Bazaar Chalet",
        "3 4 4 5 5 6 6 7",
        palettes="frost meadow lagoon orchard garden desert tea ember",
        spare=1,
    ),
    flow(
        "01-first-pipes", 52, "First Pipes", "Small boards to learn the plumbing on.", "5x5 6x6 6x6"
    ),
    flow(
        "02-seven-and-eight",
        70,
        "Seven and Eight",
        "More room, and fewer dots to hold on to.",
        "7x7 8x8",
    ),
    flow(
        "03-nine-and-ten",
        70,
        "Nine and Ten",
        "Long pipes that take the long way round.",
        "9x9 10x10",
    ),
    flow("04-eleven-and-twelve", 60, "Eleven and Twelve", "The big ones.", "11x11 12x12", spare=2),
    flow(
        "05-thirteen-and-fourteen",
        40,
        "Thirteen and Fourteen",
        "For a long evening.",
        "13x13 14x14",
        spare=1.3,
    ),
    flow("06-fifteen", 8, "Fifteen", "Fifteen a side.", "15x15", spare=1, first=100, colours=19),
    flow("07-gaps", 20, "Gaps", "Boards with cells missing.", "6x6 7x7 8x8 9x9 10x10", "gaps"),
    flow("08-walls", 20, "Walls", "Nothing goes through a wall.", "6x6 7x7 8x8 9x9 10x10", "walls"),
    flow("09-warps", 20, "Warps", "Out on one side, in on the other.", "5x5 6x6 7x7 8x8", "warps"),
    flow(
        "10-bridges",
        20,
        "Bridges",
        "One pipe over another, both straight.",
        "6x6 7x7 8x8 9x9 10x10",
        "bridges",
    ),
    flow("11-hexes", 20, "Hexes", "Six ways out of every cell.", "5x5 6x6 7x7 9x9", "hexes"),
    flow(
        "12-twins",
        20,
        "Twins",
        "Some colours have two pairs: any two dots of the colour may be joined.",
        "6x6 7x7 8x8 9x9 10x10",
        "twins",
    ),
    flow("13-classics", 2, "Classics", "Two boards that programs like to be tried on.", ""),
    # Larger than what may be wished for: made by the same steps, and counted, once. Those with
    # seeds by `_try` with 34 colours, 19×19, or 38, 20×20, and Random("20x20 38 SEED").
    flow(
        "14-sixteen-and-more",
        40,
        "Sixteen and More",
        "Forty large ones, each with one filling and no other.",
        "",
    ),
)

UGLY: dict[str, set[int]] = {
    "02-ribbons": {5, 11},
    "05-honeycomb": {1},
    "08-kites": {6},
    "09-cut-stones": {1, 4, 8},
    "11-squares": {2, 9, 13, 19, 20, 23, 27},
    "26-postcards": {0, 7, 9, 11, 14, 17, 19, 24, 5, 27},  # the last two are like two of Parquet
}


def candidates(plan: Plan, drawn: int, workers: int) -> Iterator[dict[str, Any]]:
    """Levels as the keys that `Puzzle.format` gives, with their seeds; half as many again as are
    needed beside those drawn by hand, and the ugly ones left out."""
    number = round((plan.number - drawn) * plan.spare) + len(UGLY.get(plan.file, ()))
    wishes = [{k: v for k, v in own.items() if v is not None} for own in plan.wishes]
    seeds = range(plan.first, plan.first + number)
    orders = [
        (seed, {"puzzle": plan.puzzle, "seed": seed, "wishes": wishes[seed % len(wishes)]})
        for seed in seeds
    ]
    puzzle = registry.plugin(plan.puzzle)
    for seed, made in pool.run(work.make, orders, workers):
        if isinstance(made, Failed):
            raise made
        if not made["text"]:
            print(f"  {plan.file} {seed}: {made['reason']}", flush=True)
        elif seed not in UGLY.get(plan.file, ()):
            keys = puzzle.format(read_pack("level", made["text"]).levels[0])
            keys["proof"] = {**keys["proof"], "seed": seed}
            yield keys


def graded(old: Pack | None, made: bool) -> Iterator[dict[str, Any]]:
    """The levels of a pack, graded: those drawn by hand, and those `made` if wanted."""
    for level in old.levels if old else ():
        if "seed" in level.proof and not made:
            continue
        for event in old.puzzle.grades.grade(level):
            if isinstance(event, Grade):
                level = replace(level, difficulty=event.difficulty)
        yield old.puzzle.format(level)


def chosen(made: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """That many, in even steps of difficulty as far as there are such."""
    left = sorted(made, key=lambda keys: keys["difficulty"])
    if len(left) <= number:
        return left
    low, high = (left[i]["difficulty"] for i in (0, -1))
    taken = []
    for i in range(number):
        wanted = low + (high - low) * i / max(1, number - 1)
        taken.append(min(left, key=lambda keys: abs(keys["difficulty"] - wanted)))
        left.remove(taken[-1])
    return taken


def titled(plan: Plan, made: list[dict[str, Any]], taken: set[str]) -> None:
    """Give made levels titles that are not taken, and that no other pack's have."""
    sharing = [other.file for other in PLANS if other.words == plan.words]
    firsts, seconds = (words.split() for words in plan.words)
    titles = [f"{first} {second}" for second in seconds for first in firsts]
    Random(1).shuffle(titles)
    own = (
        title
        for title in titles[sharing.index(plan.file) :: len(sharing)]
        if slug(title) not in taken
    )
    for keys in made:
        keys["title"] = next(own)


@dataclass(frozen=True)
class Worded:
    """A pack of `number` levels from seeds, and a word for the title of each, the easiest first."""

    file: str
    title: str
    blurb: str
    number: int
    words: str


def worded(pack: Worded, pool: list[Keys]) -> list[Keys]:
    """The levels of a pack, in even steps of difficulty, with their titles."""
    levels = sorted(chosen(pool, pack.number), key=lambda keys: keys["difficulty"])
    for keys, word in zip(levels, pack.words.split(), strict=True):
        keys["title"] = word.replace("-", " ")
    return levels


def make_worded(
    puzzle: str,
    packs: Sequence[P],
    pool: Callable[[P], list[Keys]],
    picked: Callable[[P, list[Keys]], list[Keys]] = worded,
) -> None:
    """Make packs of a puzzle, as the command line says: `[--pool FOLDER] [PACK …]`, all by default.

    `pool` makes more levels than are needed; those that are `picked` are written, or with `--pool`
    all of them, called by their seeds.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("packs", nargs="*")
    parser.add_argument("--pool", type=Path)
    options = parser.parse_args()
    for pack in packs:
        if options.packs and pack.file not in options.packs:
            continue
        levels = pool(pack)
        if options.pool:
            for keys in levels:
                keys["title"] = f"seed {keys['proof']['seed']}"
        else:
            levels = picked(pack, levels)
        text = pack_text(puzzle, pack.title, pack.blurb, levels)
        folder = options.pool or LEVELS / puzzle
        (folder / f"{pack.file}.toml").write_text(text, encoding="utf-8")
        hard = [keys["difficulty"] for keys in levels]
        print(f"{pack.file}: {len(levels)} of {pack.number},", min(hard), "to", max(hard))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("packs", nargs="*")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--pool", type=Path)
    parser.add_argument("--regrade", action="store_true")
    options = parser.parse_args()
    taken = {
        slug(level.title)
        for file in LEVELS.rglob("*.toml")
        for level in read_pack(str(file)).levels
        if "seed" not in level.proof
    }
    for plan in PLANS:
        if options.packs and plan.file not in options.packs:
            continue
        file = LEVELS / plan.puzzle / f"{plan.file}.toml"
        old = read_pack(str(file)) if file.exists() else None
        drawn = list(graded(old, options.regrade))
        puzzle = registry.plugin(plan.puzzle)
        seen: set[str] = set()
        made = []
        wanted = [] if options.regrade else candidates(plan, len(drawn), options.jobs)
        for keys in wanted:
            text = pack_text(plan.puzzle, plan.title, "", [keys])
            like = puzzle.makes.canonical(read_pack("level", text).levels[0])
            if like not in seen:
                seen.add(like)
                made.append(keys)
        if options.pool:
            text = pack_text(plan.puzzle, plan.title, plan.blurb, made)
            (options.pool / f"{plan.file}.toml").write_text(text)
            continue
        made = chosen(made, plan.number - len(drawn)) if made else []
        titled(plan, made, taken)
        levels = sorted(drawn + made, key=lambda keys: keys["difficulty"])
        file.write_text(pack_text(plan.puzzle, plan.title, plan.blurb, levels))
        print(f"{plan.file}: {len(levels)} of {plan.number}", flush=True)


if __name__ == "__main__":
    main()
