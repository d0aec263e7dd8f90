"""Makes a whole puzzle of a declaration: all its modules, each of which can be replaced."""

from typing import Any

from puzzles.core.aims import ONE
from puzzles.core.doors import lazy, made
from puzzles.core.modules import EDITING, SPEAKING
from puzzles.core.puzzle import Puzzle

RULES = "parse format facts start apply status move_text move_parse move_facts text scene tap"


def declared(place: str, *, formats: bool = False, **given: Any) -> Puzzle[Any, Any, Any]:
    """Return the puzzle whose `whole.Whole` is at a `place`, as in `sudoku.puzzle:sudoku`;
    `given` is what else it is, and modules in place of these."""
    modules: dict[str, Any] = {
        "rules": made(f"{place}.playing", f"{RULES} encode decode"),
        "solver": made(f"{place}.proving", "solve check count solutions"),
        "tutor": made(
            f"{place}.teaching",
            f"grade advise explain VIEWS trace renamed move_words {SPEAKING}",
        ),
        "maker": made(f"{place}.making", f"{EDITING} judge demands demand BRUSHES"),
        "generator": made(f"{place}.making", "OPTIONS make like canonical"),
        "lessons": made(f"{place}.playing", "LESSONS"),
        "screen": lazy("puzzles.ui.board", markboard="Board"),
    }
    if formats:
        modules["formats"] = made(f"{place}.playing", "FORMATS essence")
    return Puzzle(**{"aim": ONE, **modules, **given})
