"""Flow as the host sees it: what it is, and where the functions of its modules are."""

from pathlib import Path

from puzzles.core.aims import ONE
from puzzles.core.doors import lazy
from puzzles.core.modules import EDITING, SPEAKING
from puzzles.core.puzzle import Puzzle
from puzzles.flow.rules.model import FlowLevel, Move, State

flow = Puzzle[FlowLevel, State, Move](
    id="flow",
    title="Flow",
    first=True,
    blurb="Join the dots; fill the board.",
    instructions=Path(__file__).with_name("instructions.md").read_text("utf-8"),
    aim=ONE,
    moves_word=("pipe", "pipes"),
    methods=("search", "learning", "count"),
    rules=lazy(
        "puzzles.flow.rules",
        model="start apply status move_text move_parse move_facts leads_to",
        levels="parse format facts",
        coding="code_move encode decode",
        scene="scene text",
        hand="begin steps content stops",
    ),
    solver=lazy(
        "puzzles.flow.solver",
        solve="solve check count solutions",
        tasks="tasks",
        ways="ways count_ways",
        certificate="certify check_by",
    ),
    tutor=lazy(
        "puzzles.flow.tutor",
        difficulty="grade",
        reasons="explain",
        advising="advise",
        speaking=f"{SPEAKING} move_spoken move_heard move_words VIEWS",
        watching="trace",
    ),
    maker=lazy(
        "puzzles.flow.maker",
        editing=f"{EDITING} keys demands demand BRUSHES",
        judging="judge",
        assisting="wishes assist",
        changes="CHANGES",
        repair="repair",
    ),
    generator=lazy("puzzles.flow.generator", generator="make canonical", shapes="OPTIONS like"),
    reader=lazy("puzzles.flow.reader", reader="read"),
    formats=lazy("puzzles.flow", formats="FORMATS essence"),
    screen=lazy("puzzles.flow.screen", board="Board"),
    lessons=lazy("puzzles.flow", lessons="LESSONS KINDS kinds"),
)
