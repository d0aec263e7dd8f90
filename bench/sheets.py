"""Makes the packs that are drawn as layers: proves each sheet's par, grades it, writes its pack.

    python bench/sheets.py [FILE …]

FILE is one of `bench/sheets/*.toml`, all of them by default: a title, a blurb, and a `[[sheet]]`
for each level with its title, palette and layers (`puzzles.kami.generator.sheets`),
and its size if that is not 10x29. The pack is named as the file is. Sheets that look like others
that ship, or are not
proved soon, are left out and told; those that have not changed since their pack was made are not
proved again.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from helping import help_first
from puzzles.core.errors import Place
from puzzles.core.results import Grade
from puzzles.core.solving import Limits, answer
from puzzles.grids.text import read_size
from puzzles.kami.generator.dyes import PALETTES
from puzzles.kami.generator.sheets import board
from puzzles.kami.rules.model import KamiLevel
from puzzles.library import registry
from puzzles.library.levels import read_pack
from puzzles.library.writing import pack_text

SHEETS = Path(__file__).parent / "sheets"
LEVELS = Path(__file__).parents[1] / "levels" / "kami"
SECONDS = 60.0
KAMI = registry.plugin("kami")


def drawn(file: Path) -> Iterator[KamiLevel]:
    """The levels of a file of sheets, without pars."""
    document = tomllib.loads(file.read_text(encoding="utf-8"))
    for number, sheet in enumerate(document["sheet"], 1):
        palette = PALETTES[sheet.get("palette", document.get("palette"))]
        final = next((c.letter for c in palette if c.name == sheet.get("final")), None)
        made = board(sheet["layers"], palette, read_size(sheet.get("size", "10x29"), "10x29"))
        if final:
            made = replace(made, final=[c.letter for c in made.palette].index(final))
        place = Place(str(file), number)
        yield KamiLevel(sheet["title"], place, made, None, place)


def proved(level: KamiLevel) -> dict[str, Any] | None:
    """A level with its par, its proof and its difficulty, as the keys of a level file."""
    found = answer(KAMI.solve(KAMI.start(level), Limits(seconds=SECONDS)))
    if not found.proved or found.moves is None:
        print(f"LEFT OUT {level.title}: {found.headline}", flush=True)
        return None
    proof = {"nodes": found.nodes, "bound": found.lower_bound}
    level = replace(level, par=len(found.moves), proof=proof)
    *_, grade = KAMI.tutor.grade(level)
    assert isinstance(grade, Grade)
    return KAMI.format(replace(level, difficulty=grade.difficulty))


def _look(level: KamiLevel) -> str:
    """A level's board and papers."""
    keys = KAMI.format(level)
    return str([keys.get(key) for key in ("board", "colours", "final")])


def main() -> None:
    files = list(map(Path, sys.argv[1:])) or sorted(SHEETS.glob("*.toml"))
    like = {
        KAMI.generator.canonical(level): f"{level.title} in {pack}"
        for pack in LEVELS.glob("*.toml")
        if pack.name not in {file.name for file in files}
        for level in read_pack(str(pack)).levels
    }
    for file in files:
        made, pack = [], LEVELS / file.name
        before = read_pack(str(pack)).levels if pack.exists() else ()
        old = {(level.title, _look(level)): KAMI.format(level) for level in before}
        for level in drawn(file):
            key = KAMI.generator.canonical(level)
            if key in like:
                print(f"LEFT OUT {level.title}: it is like {like[key]}", flush=True)
                continue
            like[key] = f"{level.title} in {file}"
            if keys := old.get((level.title, _look(level))) or proved(level):
                made.append(keys)
                print(f"{level.title}: par {keys['par']}, {keys['difficulty']}", flush=True)
        made.sort(key=lambda keys: keys["difficulty"])
        head = tomllib.loads(file.read_text(encoding="utf-8"))
        text = pack_text("kami", head["title"], head["blurb"], made)
        pack.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    help_first(__doc__)
    main()
