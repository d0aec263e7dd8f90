"""Makes a whole puzzle of a declaration: all its modules, each of which can be replaced."""

from typing import Any

from puzzles.core.aims import ONE
from puzzles.core.doors import lazy, made
from puzzles.core.modules import EDITING, SPEAKING
from puzzles.core.puzzle import Puzzle

RULES = "parse format facts start apply status move_text move_parse move_facts text scene tap said "
RULES += "code_move encode decode leads_to"
TUTOR = f"grade advise explain VIEWS trace move_words {SPEAKING}"


def declared(place: str, *, formats: bool = False, **given: Any) -> Puzzle[Any, Any, Any]:
    """Return the puzzle whose `playing.Playing` is at a `place`, as in `sudoku.puzzle:Sudoku`;
    `given` is what else it is, and modules in place of these."""
    making = "puzzles.logic.making:Making"
    modules: dict[str, Any] = {
        "rules": made(place, RULES),
        "solver": made("puzzles.logic.solving:Solving", "solve check count solutions", place),
        "tutor": made("puzzles.logic.teaching:Teaching", TUTOR, place),
        "maker": made(making, f"{EDITING} judge demands demand BRUSHES", place),
        "generator": made(making, "OPTIONS make like canonical", place),
        "lessons": made(place, "LESSONS"),
        "screen": lazy("puzzles.ui.board", markboard="Board"),
    }
    if formats:
        modules["formats"] = made(place, "FORMATS essence")
    return Puzzle(**{"aim": ONE, **modules, **given})
