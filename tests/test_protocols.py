"""What stands behind the door to a puzzle's modules: found when it is needed, and of the types
that the host takes it for."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from mypy import api

from puzzles.core import modules
from puzzles.core.doors import MODULES, Door, lazy, source_of
from puzzles.core.errors import UsageError
from puzzles.core.puzzle import AnyPuzzle
from shipped import PUZZLES

ROOT = Path(__file__).parents[1]


def assigned(puzzle: AnyPuzzle) -> str:
    """A module that gives each function of a puzzle to a variable of its protocol's type. `lazy`
    has only the names of functions, so no type checker sees them at the door itself."""
    model = f"puzzles.{puzzle.id}.rules.model"
    types = {"L": f"{model}.{puzzle.title}Level", "S": f"{model}.State", "M": f"{model}.Move"}
    if ":" in puzzle.rules._places["parse"]:
        model = "puzzles.logic.playing"
        types = {"L": "puzzles.grids.layers.LayeredLevel", "S": f"{model}.MarkState"}
        types["M"] = f"{model}.Move"
    lines, places = [], {model, "puzzles.grids.layers"}
    protocols = [(name, getattr(modules, name.capitalize())) for name in ("rules", *MODULES)]
    for name, protocol in [*protocols, ("rules", modules.Hand)]:
        door = getattr(puzzle, name)
        given = [types[str(one).lstrip("+-~")[0]] for one in protocol.__parameters__]
        kind = f"modules.{protocol.__name__}" + (f"[{', '.join(given)}]" if given else "")
        for function in set(door) & {*vars(protocol)}:
            place, *maker = door._places[function].split(":")
            made, has = "", place
            if maker:  # what it makes is of a class
                of = type(source_of(door._places[function]))
                place, has = of.__module__, "made"
                made = f", made: {of.__module__}.{of.__qualname__}"
            places.add(place)
            lines += [
                f"def {puzzle.id}_{name}_{function}(door: {kind}{made}) -> None:",
                f"    found = door.{function}",
                f"    found = {has}.{function}",
            ]
    return "\n".join([*(f"import {one}" for one in sorted(places)), *lines]) + "\n"


def refused(text: str, folder: Path) -> str:
    """What mypy says of a module; "" if nothing."""
    file = folder / f"door_{len(list(folder.iterdir()))}.py"  # mypy knows files by name and time
    file.write_text(f"from puzzles.core import modules\n{text}")
    out, err, code = api.run([f"--config-file={ROOT / 'pyproject.toml'}", str(file)])
    assert err == ""
    return out if code else ""


@pytest.mark.slow
def test_functions_are_of_the_types_of_their_protocols(tmp_path):
    """Of all puzzles at once, as the type checker takes most of its time for what they share."""
    assert refused("".join(map(assigned, PUZZLES)), tmp_path) == ""


EXCHANGED = """
import puzzles.flow.solver.ways
from collections.abc import Iterator
from puzzles.core.solving import Event, Limits
from puzzles.flow.rules.model import FlowLevel, State
def count_ways(state: State, {}) -> Iterator[Event]:
    return puzzles.flow.solver.ways.count_ways(state, task, limits)
def solver_count_ways(door: modules.Solver[FlowLevel, State]) -> None:
    found = door.count_ways
    found = count_ways
"""


@pytest.mark.slow
def test_exchanged_parameters_are_an_error(tmp_path):
    assert refused(EXCHANGED.format("task: str, limits: Limits"), tmp_path) == ""
    said = refused(EXCHANGED.format("limits: Limits, task: str"), tmp_path)
    assert "Incompatible types in assignment" in said


def test_a_module_that_a_function_makes_is_made_once_and_when_it_is_needed(monkeypatch):
    calls = []

    def declared():
        calls.append("made")
        return SimpleNamespace(solve="solves", check="checks")

    monkeypatch.setitem(sys.modules, "declaring", SimpleNamespace(declared=declared))
    door = Door("Akari", "solver", lazy("", **{"declaring:declared": "solve check"}))
    assert (door.offers("solve"), door.offers("count"), calls) == (True, False, [])
    assert (door.solve, door.check, calls) == ("solves", "checks", ["made"])
    door.load()
    assert calls == ["made"]
    with pytest.raises(UsageError, match="solutions of Akari are not counted"):
        door.need("count")
