"""Kami as the host sees it: what it is, and the rooms it is made of."""

from __future__ import annotations

from puzzles.core.puzzle import Award, Puzzle, room
from puzzles.kami import coding, editing, levels, model, wishes
from puzzles.kami.model import KamiLevel, Move, State

RULES = """\
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
    rules=RULES,
    levels=levels,
    model=model,
    prints=model,
    solver=room("puzzles.kami.solver.solve"),
    board="puzzles.kami.board:KamiBoard",
    awards={"ok": Award("ok", "good")},
    dictionary=coding.DICTIONARY,
    makes=room("puzzles.kami.generator", options=wishes.OPTIONS, like=wishes.like),
    certifies=room("puzzles.kami.solver.certificate"),
    grades=room("puzzles.kami.difficulty"),
    decides=room("puzzles.kami.solver.solve"),
    enumerates=room("puzzles.kami.solver.optima"),
    explains=room("puzzles.kami.solver.optima"),
    reasons=room("puzzles.kami.explaining"),
    advises=room("puzzles.kami.advising"),
    tells=room("puzzles.kami.telling"),
    speaks=room("puzzles.kami.speaking"),
    traces=room("puzzles.kami.watching", views=("search", "reasons", "witness")),
    draws=room("puzzles.kami.drawing"),
    reads=room("puzzles.kami.reader"),
    edits=editing,
    judges=room("puzzles.kami.judging"),
    assists=room("puzzles.kami.assisting"),
    codes=coding,
    teaches=room("puzzles.kami.lessons"),
    introduces=room("puzzles.kami.lessons"),
    trades=room("puzzles.kami.formats"),
)
