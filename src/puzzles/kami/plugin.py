"""Kami as the host sees it: what it is, and the rooms it is made of."""

from __future__ import annotations

from puzzles.core.puzzle import Award, Puzzle, room
from puzzles.kami.generator import wishes
from puzzles.kami.maker import editing
from puzzles.kami.rules import coding, levels, model
from puzzles.kami.rules.model import KamiLevel, Move, State

RULES = """\
A *region* is a patch of one colour. A move recolours a whole region: choose a colour, choose a
region. The region then merges with every neighbour of its new colour.

Make the whole board **one colour** in as few moves as the level's *par*. Par is proved: no one can
do it in fewer. Finish at par and the result is *perfect*; one move more is *ok*; beyond that is
*over*. Some levels demand which colour comes out at the end, and some boards are islands that do
not touch but must all end in the same colour.
"""

VIEWS = {
    "search": "The solver tries moves in order, and gives up a branch that a bound rules out.",
    "reasons": "A best solution, and what each move gains.",
    "why not fewer": "A few regions that alone need as many moves as the whole board.",
}

kami = Puzzle[KamiLevel, State, Move](
    id="kami",
    title="Kami",
    blurb="Fold the paper into one colour, in the fewest moves.",
    rules=RULES,
    levels=levels,
    model=model,
    prints=model,
    solver=room("puzzles.kami.solver.solve"),
    board="puzzles.kami.screen.board:KamiBoard",
    awards={"ok": Award("ok", "good")},
    dictionary=coding.DICTIONARY,
    makes=room("puzzles.kami.generator.generator", options=wishes.OPTIONS, like=wishes.like),
    certifies=room("puzzles.kami.solver.certificate"),
    grades=room("puzzles.kami.tutor.difficulty"),
    decides=room("puzzles.kami.solver.solve"),
    enumerates=room("puzzles.kami.solver.optima"),
    explains=room("puzzles.kami.solver.optima"),
    reasons=room("puzzles.kami.tutor.explaining"),
    advises=room("puzzles.kami.tutor.advising"),
    tells=room("puzzles.kami.tutor.telling"),
    speaks=room("puzzles.kami.tutor.speaking"),
    traces=room("puzzles.kami.tutor.watching", views=VIEWS),
    draws=room("puzzles.kami.screen.drawing"),
    reads=room("puzzles.kami.reader.reader"),
    edits=editing,
    judges=room("puzzles.kami.maker.judging"),
    assists=room("puzzles.kami.maker.assisting"),
    codes=coding,
    teaches=room("puzzles.kami.tutor.lessons"),
    introduces=room("puzzles.kami.tutor.lessons"),
    trades=room("puzzles.kami.formats"),
)
