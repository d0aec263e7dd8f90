"""Makes the lists of Kami's days, and of both puzzles' weeks, longer.

    python bench/days.py WEEKS      so many in all

What is in `levels/daily/kami.names` and `levels/weekly/` stays. Each week's days grow harder from
Monday on, as Flow's do, and its own puzzle is harder than any of them; a level comes again only
when most others were there. There are as many weeks as Kami has weeks of days.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from random import Random

from helping import help_first
from puzzles.library.levels import read_pack, slug

LEVELS = Path(__file__).parents[1] / "levels"
HARD = 5.5  # of Kami: days are easier, weeks harder
HARD_FLOW = 7.0  # of Flow, whose days are small
LARGE = ("eleven-and-twelve", "thirteen-and-fourteen", "fifteen")
DAYS = 7


def graded(puzzle: str) -> dict[str, float]:
    """The difficulty of each level that ships, by its name."""
    packs = map(read_pack, map(str, sorted((LEVELS / puzzle).glob("*.toml"))))
    return {
        f"{pack.name}/{slug(level.title)}": level.difficulty or 0.0
        for pack in packs
        for level in pack.levels
    }


def lengthen(file: str, parts: Sequence[Sequence[str]], weeks: int) -> None:
    """Add one of each part until there are so many weeks, none that was there lately."""
    path = LEVELS / file
    path.parent.mkdir(exist_ok=True)
    listed = path.read_text(encoding="ascii").split() if path.exists() else []
    rng = Random(len(listed))
    recent = [deque((n for n in listed if n in part), len(part) * 3 // 4) for part in parts]
    for _ in range(weeks - len(listed) // len(parts)):
        for part, seen in zip(parts, recent, strict=True):
            listed.append(rng.choice([name for name in part if name not in seen]))
            seen.append(listed[-1])
    path.write_text("\n".join(listed) + "\n", encoding="ascii")


def main() -> None:
    weeks = int(sys.argv[1])
    kami, flow = graded("kami"), graded("flow")
    easy = sorted((name for name in kami if kami[name] <= HARD), key=kami.__getitem__)
    each = [easy[len(easy) * i // DAYS : len(easy) * (i + 1) // DAYS] for i in range(DAYS)]
    lengthen("daily/kami.names", each, weeks)
    lengthen("weekly/kami.names", [[name for name in kami if kami[name] > HARD]], weeks)
    large = [n for n in flow if n.split("/")[0] in LARGE and flow[n] >= HARD_FLOW]
    lengthen("weekly/flow.names", [large], weeks)


if __name__ == "__main__":
    help_first(__doc__)
    main()
