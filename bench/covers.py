"""Makes the covers of the packs that ship: `python bench/covers.py [FILE]`.

A cover shows a solved board, so it is none of its pack's own: a small one of the same kind is made
for each pack, and solved. `levels/covers.lines` has the ID of each behind the name of its pack, and
then its moves. Where each move counts, a solved board is blank, and the first level is the cover as
it is.
"""

from __future__ import annotations

import sys
from pathlib import Path

from helping import help_first, watched
from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.library import locations
from puzzles.library.catalogue import library, ships
from puzzles.library.files import write_file
from puzzles.library.ids import make_id
from puzzles.library.levels import Pack
from puzzles.running.making import levels
from solutions import line

MOST = 8  # rows and columns
PATIENCE = 40  # seeds


def cover(pack: Pack) -> Level | None:
    """A small board like the first of a pack; None if none is found."""
    generator, wishes = pack.puzzle.generator, dict(pack.puzzle.generator.like(pack.levels[0]))
    if "size" in wishes:
        sides = [min(int(side), MOST) for side in str(wishes["size"]).split("x")]
        wishes["size"] = "x".join(map(str, sides))
    wishes = {key: value for key, value in wishes.items() if key not in ("colours", "difficulty")}
    own = {generator.canonical(level) for level in pack.levels}
    seed = sum(map(ord, pack.name))
    for at in range(seed, seed + PATIENCE):
        try:
            for made in levels(pack.puzzle, wishes, at, 1):
                if generator.canonical(made) not in own:
                    return made
        except UsageError:
            continue
    return None


def main() -> None:
    packs = [
        pack
        for pack in library().packs
        if ships(pack) and not pack.puzzle.aim.stepwise and pack.puzzle.can("generator.make")
    ]
    lines = list[str]()
    for pack in watched(packs, "covers"):
        if (made := cover(pack)) is not None and (solved := line(pack.puzzle, made)):
            _, moves = solved.split(" ", 1)
            lines.append(f"{pack.puzzle.id}/{pack.name} {make_id(pack.puzzle, made)} {moves}")
    file = Path(sys.argv[1]) if sys.argv[1:] else locations.shipped_levels() / "covers.lines"
    write_file(file, "\n".join(lines) + "\n")
    print(f"{len(lines)} of {len(packs)} covers")


if __name__ == "__main__":
    help_first(__doc__)
    main()
