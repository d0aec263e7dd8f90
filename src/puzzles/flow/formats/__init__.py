"""Other tools' formats for Flow; the first that a text looks like is taken."""

from puzzles.flow.formats import flow_free, numberlink, numlin, rows
from puzzles.flow.rules.model import FlowLevel

FORMATS = (numlin.URL, numlin.FILE, flow_free.FORMAT, numberlink.FORMAT, rows.FORMAT)


def essence(level: FlowLevel) -> object:
    """The passages, with dots as numbers in order; see `core.modules.Formats`."""
    board, dots = level.board, level.board.dot_at.tolist()
    order = list(dict.fromkeys([-1, *dots]))
    return board.fill, board.grid.size, [*map(order.index, dots)], board.graph.edges.tolist()
