"""Other tools' formats for Flow; the first that a text looks like is taken."""

from puzzles.flow.formats import flow_free, numberlink, numlin, rows

FORMATS = (numlin.URL, numlin.FILE, flow_free.FORMAT, numberlink.FORMAT, rows.FORMAT)
