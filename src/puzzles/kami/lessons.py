"""The tutorial: three sheets to learn Kami on, and one for each kind of board besides."""

from puzzles.core.results import Lesson
from puzzles.kami.rules.model import KamiLevel


def _lesson(title: str, row: str, text: str, *moves: str, spoken: str = "") -> Lesson:
    """A board of three such rows."""
    board = "\n".join([row] * 3)
    return Lesson({"title": title, "board": board, "par": len(moves)}, text, moves, spoken)


LESSONS = (
    _lesson(
        "One fold",
        "RRRWWW",
        "A patch of one colour is a region. 1 or 2 chooses a colour, the arrows go to a region, "
        "space recolours it. Or click both. Make the board one colour.",
        "a1 White",
        spoken="A patch of one colour is a region. Tab goes to the next region, a number chooses a "
        "colour, and space recolours. Or press colon and type a move: 1 White gives region 1 that "
        "colour; look says what there is. Make the board one colour.",
    ),
    _lesson(
        "Merging",
        "RRWWRR",
        "A region joins every neighbour that has its new colour. Give the middle the colour of "
        "both its sides: one move is enough.",
        "c1 Red",
    ),
    _lesson(
        "Thinking ahead",
        "RRWWBBWWRR",
        "Par is the fewest moves possible; here it is 2. Start where one move joins the most: in "
        "the middle.",
        "e1 White",
        "c1 Red",
    ),
    _lesson(
        "Watch",
        "RRBBWWRRBB",
        "Press S and watch: the solver makes the moves. Space holds it, the arrows step, and esc "
        "comes back. Then do it yourself.",
        "e1 Blue",
        "c1 Red",
        "a1 Blue",
    ),
)

KINDS = {
    "islands": Lesson(
        {"title": "Islands", "board": "RR.WW\nRR.WW\nRR.WW", "par": 1},
        "Islands do not touch. Make all of them the same colour.",
        ("a1 White",),
    ),
    "final": Lesson(
        {"title": "The last colour", "board": "RRWW\nRRWW", "final": "White", "par": 1},
        "Some boards have to end in a certain colour. The panel says which: here it is white.",
        ("a1 White",),
        "Some boards have to end in a certain colour. Press colon and type look: here it is white.",
    ),
    "graphs": Lesson(
        {
            "title": "Lines",
            "nodes": {"a": "Red", "b": "White", "c": "Red"},
            "edges": [["a", "b"], ["b", "c"]],
            "par": 1,
        },
        "Here patches are drawn as names, and lines join those that touch.",
        ("b Red",),
        "Here patches have names. Press colon and type look to hear which of them touch.",
    ),
}


def kinds(level: KamiLevel) -> tuple[str, ...]:
    """The KINDS that a level is of."""
    grid = level.board.grid
    signs = {
        "islands": grid.n > 0 and grid.graph.components().max() > 0,
        "final": level.board.final is not None,
        "graphs": grid.kind == "network",
    }
    return tuple(kind for kind, sign in signs.items() if sign)
