"""Kami as the host sees it: what it is, and where the functions of its modules are."""

from pathlib import Path

from puzzles.core.doors import lazy
from puzzles.core.modules import EDITING, SPEAKING
from puzzles.core.puzzle import Award, Puzzle
from puzzles.kami.rules.coding import DICTIONARY
from puzzles.kami.rules.model import KamiLevel, Move, State

kami = Puzzle[KamiLevel, State, Move](
    id="kami",
    title="Kami",
    first=True,
    blurb="Fold the paper into one colour, in the fewest moves.",
    instructions=Path(__file__).with_name("instructions.md").read_text("utf-8"),
    awards={"ok": Award("ok", "good")},
    dictionary=DICTIONARY,
    rules=lazy(
        "puzzles.kami.rules",
        coding="code_move decode encode",
        levels="facts format parse",
        model="apply move_facts move_parse move_text start status tap",
        scene="scene text",
    ),
    solver=lazy(
        "puzzles.kami.solver",
        solve="solve check within",
        optima="solutions",
        certificate="certify check_by",
    ),
    tutor=lazy(
        "puzzles.kami.tutor",
        difficulty="grade",
        explaining="explain advise",
        speaking=f"{SPEAKING} move_spoken move_heard VIEWS renamed move_words",
        watching="trace",
    ),
    maker=lazy(
        "puzzles.kami.maker",
        editing=f"{EDITING} demands demand",
        judging="judge",
        assisting="wishes assist",
    ),
    generator=lazy("puzzles.kami.generator", generator="make canonical", wishes="OPTIONS like"),
    reader=lazy("puzzles.kami.reader", reader="read"),
    formats=lazy("puzzles.kami", formats="FORMATS essence"),
    screen=lazy("puzzles.kami.screen", board="Board"),
    lessons=lazy("puzzles.kami", lessons="LESSONS KINDS kinds"),
)
