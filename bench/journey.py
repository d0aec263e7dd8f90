"""Makes the journey through the levels that ship: `levels/journey.names`.

    python bench/journey.py

Kinds of boards come in one after the other. Every step is of the kind that waited longest, and
takes the level whose difficulty is nearest to what the journey has come to; a new kind begins with
an easy one.
"""

from __future__ import annotations

from pathlib import Path

from helping import help_first
from puzzles.library.levels import read_pack, slug

LEVELS = Path(__file__).parents[1] / "levels"
STEPS = 160
EASIEST, HARDEST = 1.0, 7.5
# Kinds of boards: the packs they are in, each from where on the way its levels come, and how hard
# the first one may be.
STAGES = (
    (
        "kami",
        {
            "first-folds": 0,
            "masks": 0.1,
            "lanterns": 0.1,
            "ribbons": 0.1,
            "stacks": 0.15,
            "snowfall": 0.2,
            "pond": 0.2,
            "aviary": 0.2,
            "paper-garden": 0.25,
            "peaks": 0.3,
            "herbarium": 0.3,
            "rooftops": 0.3,
            "carpets": 0.4,
            "honeycomb": 0.4,
            "parquet": 0.5,
            "night-sky": 0.5,
            "kites": 0.6,
            "cut-stones": 0.6,
            "kaleidoscope": 0.7,
            "postcards": 0.3,
            "grand-folds": 0.9,
        },
        1.0,
    ),
    (
        "flow",
        {
            "first-pipes": 0,
            "seven-and-eight": 0.15,
            "nine-and-ten": 0.4,
            "eleven-and-twelve": 0.7,
            "corridors": 0.3,
            "half-turns": 0.35,
            "long-ways": 0.5,
        },
        1.0,
    ),
    ("kami", {"islands": 0.12}, 1.5),
    ("flow", {"gaps": 0.18, "silhouettes": 0.2}, 1.5),
    ("kami", {"squares": 0.25, "cloth-and-tiles": 0.35, "crossings": 0.85}, 1.5),
    ("flow", {"walls": 0.32, "rooms": 0.36}, 1.5),
    ("flow", {"hexes": 0.42, "beehives": 0.55, "waxworks": 0.85}, 2.0),
    ("flow", {"bridges": 0.50}, 2.0),
    ("kami", {"graphs": 0.58}, 2.5),
    ("flow", {"twins": 0.64}, 2.5),
    ("flow", {"warps": 0.72, "around-the-world": 0.8, "causeways": 0.9}, 2.5),
)
PLAIN, WEIGHT, CATCHING = 2, 3.0, 0.8  # plain stages come so often; a new kind grows harder so fast


def main() -> None:
    files = {file.stem.split("-", 1)[1]: file for file in sorted(LEVELS.glob("*/*.toml"))}
    pools = [
        {
            f"{puzzle}/{name}/{slug(level.title)}": (level.difficulty or 10.0, opens)
            for name, opens in packs.items()
            if name in files
            for level in read_pack(str(files[name])).levels
        }
        for puzzle, packs, _ in STAGES
    ]
    waited, taken = [0.0] * len(STAGES), [0] * len(STAGES)
    way: list[str] = []
    for step in range(STEPS):
        come = step / STEPS
        there = [
            {name: hard for name, (hard, opens) in pool.items() if opens <= come} for pool in pools
        ]
        open_ = [i for i in range(len(STAGES)) if there[i]]
        for i in open_:
            waited[i] += WEIGHT if i < PLAIN else 1.0
        stage = min(open_, key=lambda i: (taken[i] > 0, -waited[i], i))
        waited[stage] = 0.0
        wanted = EASIEST + (HARDEST - EASIEST) * come
        if stage >= PLAIN:
            wanted = min(wanted, STAGES[stage][2] + CATCHING * taken[stage])
        name = min(there[stage], key=lambda name: abs(there[stage][name] - wanted))
        del pools[stage][name]
        taken[stage] += 1
        way.append(name)
    (LEVELS / "journey.names").write_text("\n".join(way) + "\n", encoding="ascii")


if __name__ == "__main__":
    help_first(__doc__)
    main()
