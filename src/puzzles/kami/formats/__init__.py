"""Other tools' formats for Kami; the first that a text looks like is taken."""

from puzzles.kami.formats import graph_text, graphml, kami2, node_link, rows
from puzzles.kami.rules.model import KamiLevel, start

FORMATS = (rows.FORMAT, kami2.FORMAT, node_link.FORMAT, graphml.FORMAT, graph_text.FORMAT)


def essence(level: KamiLevel) -> object:
    """The regions in order, with their colours as numbers; see `core.modules.Formats`."""
    state, final = start(level), level.board.final
    colours = state.colours[state.region_cell].tolist()
    order = list(dict.fromkeys([*colours, final]))
    number = [order.index(colour) for colour in colours]
    return number, state.region_graph.edges.tolist(), final is None or order.index(final)
