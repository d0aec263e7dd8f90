"""Kami as the host sees it: what it is, and where the functions of its modules are."""

from puzzles.core.doors import lazy
from puzzles.core.modules import EDITING, SPEAKING
from puzzles.core.offers import COMPILER
from puzzles.core.puzzle import Award, Puzzle
from puzzles.kami.rules.coding import DICTIONARY
from puzzles.kami.rules.model import KamiLevel, Move, State

INSTRUCTIONS = """\
A *region* is a patch of one colour. A move recolours a whole region: choose a colour, choose a
region. The region then merges with every neighbour of its new colour.

Make the whole board **one colour** in as few moves as the level's *par*. Par is proved: no one can
do it in fewer. Finish at par and the result is *perfect*; one move more is *ok*; beyond that is
*over*. Some levels demand which colour comes out at the end, and some boards are islands that do
not touch but must all end in the same colour.
"""

kami = Puzzle[KamiLevel, State, Move](
    id="kami",
    title="Kami",
    blurb="Fold the paper into one colour, in the fewest moves.",
    instructions=INSTRUCTIONS,
    awards={"ok": Award("ok", "good")},
    dictionary=DICTIONARY,
    rules=lazy(
        "puzzles.kami.rules",
        coding="decode encode",
        levels="facts format parse",
        model="apply move_facts move_parse move_text start status tap",
        scene="scene text",
    ),
    solver=lazy(
        "puzzles.kami.solver",
        solve="solve check within",
        optima="solutions why",
        certificate="certify check_by",
    ),
    tutor=lazy(
        "puzzles.kami.tutor",
        difficulty="grade",
        explaining="explain",
        advising="advise",
        speaking=f"{SPEAKING} VIEWS renamed move_words",
        watching="trace",
    ),
    maker=lazy(
        "puzzles.kami.maker",
        editing=f"{EDITING} demands demand",
        judging="judge",
        assisting="wishes assist",
    ),
    # Without a compiler a level takes minutes.
    generator=lazy(
        "puzzles.kami.generator", COMPILER, generator="make canonical", wishes="OPTIONS like"
    ),
    reader=lazy("puzzles.kami.reader", reader="read"),
    formats=lazy("puzzles.kami", formats="FORMATS essence"),
    screen=lazy("puzzles.kami.screen", board="Board"),
    lessons=lazy("puzzles.kami", lessons="LESSONS KINDS kinds"),
)
