"""Other tools' formats for Kami; the first that a text looks like is taken."""

from puzzles.kami.formats import graphml, kami2, node_link, rows

FORMATS = (rows.FORMAT, kami2.FORMAT, node_link.FORMAT, graphml.FORMAT)
