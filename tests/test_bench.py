"""Each script of `bench/` does a small real piece of its work: the first of all it goes through."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helping import DATA
from puzzles.library import catalogue
from shipped import PUZZLES

BENCH = Path(__file__).parents[1] / "bench"
FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")
PACK = BENCH.parent / "levels" / "kami" / "23-grand-folds.toml"
# What a script is called with; OUT is an empty folder.
PIECES = {
    "app": "",
    "campaign": "",
    "challenges": "",
    "cold": "",
    "covers": "OUT/covers.lines",
    "figures": "",
    "flow_rivals": "--rival RIVAL",
    "heavy_pictures": "",
    "logic": "",
    "maker": "",
    "patience": "PACK 4 OUT/kept.npz",
    "picture": "OUT/picture.gif 80x24 <right><0.3> -- kami/first-folds/2",
    "practice": "OUT akari",
    "practice_judge": "3 akari",
    "rent": "kami --off radius --rows strokes",
    "serve": "2",
    "soak": "--minutes 0.08 --seed 1",
    "solutions": "OUT",
}
# What runs the others: the page is played in browsers, its parts gathered, the site built.
ELSEWHERE = {"ear": "bench/page.py", "page": ".ci/run", "parts": "Makefile", "site": "Makefile"}
# What each needs that may not be at hand.
NEEDS = {"flow_rivals": DATA / "flow", "logic": DATA / "akari", "rent": DATA, "picture": FONT}
# A counter by other means than ours: the count of all that the search finds, one after another.
RIVAL = """
import sys
import flow_data
from puzzles.core.solving import Limits, last
from puzzles.flow.solver.settle import Query, Settled, settle

_, *rows = open(sys.argv[1]).read().splitlines()
board = [row.split() for row in rows if row]
letters = "." + "".join(map(chr, range(0x100, 0x200)))
text = "\\n".join("".join(letters[int(cell)] for cell in row) for row in board)
query = Query(flow_data.plain(text), 0, method="count")
print("#solution =", last(settle(query, Limits()), Settled).number)
"""


def scripts() -> list[str]:
    starts = 'if __name__ == "__main__":'
    return [file.stem for file in BENCH.glob("*.py") if starts in file.read_text("utf-8")]


def test_each_script_has_a_piece():
    assert sorted(scripts()) == sorted({*PIECES, *ELSEWHERE})
    for script, place in ELSEWHERE.items():
        text = (BENCH.parent / place).read_text("utf-8")
        assert f"bench/{script}.py" in text, f"{place} does not name bench/{script}.py"


def test_each_module_is_used_by_a_script():
    """What is no script is imported by one, and so is checked by mypy and run."""
    sources = {file.stem: file.read_text("utf-8") for file in BENCH.glob("*.py")}
    for name in sources.keys() - {*scripts()}:
        used = re.compile(rf"(?m)^(import {name}$|from {name} import )|f\"{name[:4]}_")
        assert [other for other, text in sources.items() if other != name and used.search(text)]


def test_the_levels_that_are_pictured_are_there():
    picture = (BENCH / "picture.py").read_text("utf-8")
    names = re.findall(r'"((?:kami|flow)/[\w/-]+)"', picture)
    assert names
    for name in names:
        catalogue.find(name)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("script", PIECES)
def test_a_piece_of_it(script, tmp_path, compiled_children):
    if (needed := NEEDS.get(script)) and not needed.exists():
        pytest.skip(f"bench/{script}.py was not tried: there is no {needed}")
    (tmp_path / "rival.py").write_text(RIVAL)
    rival = f"{sys.executable} {tmp_path / 'rival.py'}"
    text = PIECES[script].replace("OUT", str(tmp_path)).replace("PACK", str(PACK))
    words = text.split()
    command = [sys.executable, str(BENCH / f"{script}.py")]
    command += [rival if word == "RIVAL" else word for word in words]
    more = {"BENCH_PIECE": "1", "PYTHONPATH": str(BENCH)}
    if script == "rent":  # it compiles all kernels anew, for each mechanism
        more["NUMBA_DISABLE_JIT"] = "1"
    done = subprocess.run(
        command, env=os.environ | more, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    if script == "picture":
        assert (tmp_path / "picture.gif").stat().st_size > 1000
    else:
        assert re.search(r"\d", done.stdout), "it prints no figure"
    if script == "figures":  # all of them, or the data are missing
        left = re.findall(r"(?m)^(\S+): left as it was: (.*)$", done.stdout)
        assert len(left) > 10
        for name, why in left:
            assert "only a piece" in why or "there is no" in why, name
    if script == "covers":
        assert re.match(r"\w+/\S+ \S+ \S", (tmp_path / "covers.lines").read_text())
    if script == "solutions":
        assert {file.stem for file in tmp_path.glob("*.lines")} == {puzzle.id for puzzle in PUZZLES}
