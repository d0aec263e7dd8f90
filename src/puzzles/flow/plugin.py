"""Flow as the host sees it: what it is, and the rooms it is made of."""

from __future__ import annotations

from operator import attrgetter

from puzzles.core.puzzle import Puzzle, room
from puzzles.flow.generator import wishes
from puzzles.flow.maker import editing
from puzzles.flow.rules import coding, levels, model, picture
from puzzles.flow.rules.model import FlowLevel, Move, State

RULES = """\
Join every two dots of a colour with a *pipe*. Pipes run from cell to cell, never share one, and
together **fill the whole board** (some levels let cells stay empty).

Draw from a dot, or go on from where a pipe ends; going back over a pipe shortens it, and drawing
through another pipe cuts that one. Touching each pipe only once is *perfect*.

Walls let nothing through. On a bridge one pipe passes over another, both straight. Where the rim is
open, a pipe goes out on one side and comes in on the other.
"""

VIEWS = {
    "search": "The search draws one piece of pipe at a time, and steps back at a dead end.",
    "sweep": "The sweep passes cell by cell, and counts the ways to fill the cells behind it.",
    "reasons": "A person's reasons: each step follows from the lit cells.",
}

flow = Puzzle[FlowLevel, State, Move](
    id="flow",
    title="Flow",
    blurb="Join the dots; fill the board.",
    rules=RULES,
    levels=levels,
    model=model,
    prints=picture,
    solver=room("puzzles.flow.solver.solve"),
    board="puzzles.flow.screen.board:FlowBoard",
    stepwise=False,
    moves_word=("pipe", "pipes"),
    methods=("search", "learning", "count"),
    makes=room("puzzles.flow.generator.generator", options=wishes.OPTIONS, like=wishes.like),
    certifies=room("puzzles.flow.solver.certificate"),
    grades=room("puzzles.flow.tutor.difficulty"),
    counts=room("puzzles.flow.solver.solve"),
    enumerates=room("puzzles.flow.solver.solve"),
    reasons=room("puzzles.flow.tutor.explaining"),
    advises=room("puzzles.flow.tutor.advising"),
    tells=room("puzzles.flow.tutor.telling"),
    # Its tasks are told without the solver: the letters of the colours.
    ways=room("puzzles.flow.solver.ways", tasks=attrgetter("board.symbols")),
    speaks=room("puzzles.flow.tutor.speaking"),
    traces=room("puzzles.flow.tutor.watching", views=VIEWS),
    draws=room("puzzles.flow.screen.drawing"),
    reads=room("puzzles.flow.reader.reader"),
    edits=editing,
    repairs=room("puzzles.flow.maker.repair"),
    judges=room("puzzles.flow.maker.judging"),
    assists=room("puzzles.flow.maker.assisting"),
    codes=coding,
    teaches=room("puzzles.flow.tutor.lessons"),
    introduces=room("puzzles.flow.tutor.lessons"),
    trades=room("puzzles.flow.formats"),
)
