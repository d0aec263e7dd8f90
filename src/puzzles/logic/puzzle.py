"""Makes a whole puzzle of a declaration: all its modules, each of which can be replaced."""

from typing import Any

from puzzles.core.aims import ONE
from puzzles.core.doors import lazy
from puzzles.core.modules import EDITING, SPEAKING
from puzzles.core.puzzle import Puzzle

RULES = "start apply status move_text move_parse move_facts text scene tap said code_move leads_to"


def declared(place: str, *, formats: bool = False, **given: Any) -> Puzzle[Any, Any, Any]:
    """Return the puzzle whose `playing.Playing` is at a `place`, as in `sudoku.puzzle:Sudoku`;
    `given` is what else it is, and modules in place of these."""
    layers, module = f"{place}.layers", place.partition(":")[0]
    solver, tutor, making = (
        f"puzzles.logic.{maker} {place}"
        for maker in ("solving:Solving", "teaching:Teaching", "making:Making")
    )
    places = {
        "rules": {layers: "parse format facts encode decode", place: RULES},
        "solver": {solver: "solve check count solutions"},
        "tutor": {tutor: f"grade advise explain VIEWS trace move_words {SPEAKING}"},
        "maker": {layers: f"{EDITING} demands demand BRUSHES", making: "judge"},
        "generator": {layers: "canonical", making: "OPTIONS make like"},
        "lessons": {f"puzzles.library.lessons:Beside {module}": "LESSONS"},
        "screen": {"puzzles.ui.board.markboard": "Board"},
    }
    if formats:
        places["formats"] = {layers: "essence", place: "FORMATS"}
    modules: dict[str, Any] = {name: lazy("", **found) for name, found in places.items()}
    return Puzzle(**{"aim": ONE, **modules, **given})
