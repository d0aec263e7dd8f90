"""Whatever a file holds, reading it gives levels or an error with a place inside the file."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dialects import DIALECTS
from puzzles.core.errors import LevelError, UsageError
from puzzles.library import formats
from puzzles.library.files import read_text
from puzzles.library.ids import make_id, read_id
from puzzles.library.levels import level_text, read_pack
from shipped import PACKS

TOML = '''\
puzzle = "kami"
title = "A pack"  # of levels
colours = { R = "Red #c0392f", W = "White #f3e5cb", T = 'Teal' }

[[level]]
title = "Square"
board = """
RRW.
R.TW
"""
final = "Red"
par = 2
proof = { nodes = 12, lower_bound = 2 }

[[level]]
grid = "triangle"
board = \'\'\'
R>  <WT>  .
 <RR>  <W .
W>  <TT>  <W
\'\'\'

[[level]]
title = "Graph"
edges = [[1, 2], [2, "x"]]
[level.nodes]
1 = "Red"
2 = "White"
x = "Teal"
'''
JSON = json.dumps(
    {
        "puzzle": "kami",
        "level": [
            {"title": "A", "board": "RRW\nR.T", "colours": {"R": "Red", "W": "White", "T": "Teal"}},
            {"nodes": {"1": "Red", "2": "Teal", "é": "Red"}, "edges": [[1, 2], ["é", 1]], "par": 1},
        ],
    },
    indent=1,
)
KEYS = ["puzzle", "title", "blurb", "level", "grid", "board", "nodes", "edges", "colours", "final",
        "par", "proof"]  # fmt: skip
TOKENS = ["\n", " ", '"', "'", '"""', "[", "]", "[[", "]]", "{", "}", "=", ",", ".", "#", ":", "\\",
          "\\u0000", "\r", "\r\n", "\x00", "\ud800", "é", "😀", "true", "-1", "1e999", "9" * 5000,
          "1979-05-27 07:32:00", "[level.nodes]\n", "4294967296", "0x" + "f" * 5000,
          "[[level]]\n", "<", ">", *KEYS]  # fmt: skip


def read(text, file="level", form=""):
    """The pack in a text; checks every error it gives."""
    errors = []
    try:
        pack = read_pack(file, text, form)
        errors += pack.errors
    except LevelError as error:
        pack = None
        errors.append(error)
    lines = text.split("\n")
    for error in errors:
        assert str(error).isprintable()
        assert error.reason
        assert "the plugin" not in error.reason, "a fault of the parser, not of the file"
        assert 1 <= error.place.line <= len(lines)
        assert 1 <= error.place.col <= len(lines[error.place.line - 1]) + 1
    return pack


def check_levels(pack):
    """Levels that could be read can be started, written, sent as an ID, and read again."""
    puzzle = pack.puzzle
    for level in pack.levels:
        puzzle.start(level)
        (again,) = read_pack("level", level_text(puzzle, level)).levels
        assert puzzle.format(again) == puzzle.format(level)
        board = make_id(puzzle, level)
        assert make_id(puzzle, read_id(board).levels[0]) == board


@st.composite
def edited(draw, document):
    """A document after a few edits of the kind that people and disks make."""
    text = document
    for _ in range(draw(st.integers(1, 4))):
        a = draw(st.integers(0, len(text)))
        b = draw(st.integers(a, min(a + draw(st.sampled_from([1, 5, 50])), len(text))))
        c = draw(st.integers(0, len(text)))
        token = draw(st.sampled_from(TOKENS) | st.text(max_size=3))
        text = draw(
            st.sampled_from([
                text[:a] + token + text[a:],  # put something in
                text[:a] + text[b:],  # lose a piece
                text[:a] + token + text[b:],  # replace a piece
                text[:c] + text[a:b] + text[c:],  # copy a piece to another place
                text[:a],  # break off
            ])
        )
    return text


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text()
    | st.sampled_from(["kami", "square", "triangle", "RW\nWR", "R>  <W\n <RW>", "Red", "Teal"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["1", "2", "R"]) | st.text(max_size=2), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip
tables = st.dictionaries(st.sampled_from(KEYS[1:]) | st.text(max_size=3), values, max_size=5)


def anything(text):
    for file in ("level", "level.json"):
        pack = read(text, file)
        if pack:
            check_levels(pack)


def wrong_types(document, levels):
    if levels is not None:
        document = {**document, "level": levels}
    anything(json.dumps({"puzzle": "kami", **document}))


def any_bytes(data, folder):
    file = folder / "level.toml"
    file.write_bytes(data)
    try:
        text = read_text(str(file))
    except LevelError as error:
        line = error.place.line
    else:
        read(text, str(file))
        line = 1
    assert line <= data.count(b"\n") + 1


fuzzed = {
    "text": (anything, [st.text()]),
    "TOML": (anything, [edited(TOML)]),
    "JSON": (anything, [edited(JSON)]),
    "types": (wrong_types, [tables, st.none() | st.lists(tables | values, max_size=3)]),
}


def test_the_documents_that_are_edited_are_right():
    for text, count in ((TOML, 3), (JSON, 2)):
        pack = read(text)
        assert not pack.errors
        assert len(pack.levels) == count
        check_levels(pack)


@pytest.mark.parametrize("name", fuzzed)
def test_reading(name):
    check, strategies = fuzzed[name]
    settings(max_examples=150)(given(*strategies)(check))()


@pytest.mark.slow
@pytest.mark.parametrize("name", fuzzed)
def test_reading_for_long(name):
    check, strategies = fuzzed[name]
    settings(max_examples=2500)(given(*strategies)(check))()


FORMATS = {form.name: form for _, form in formats.formats()}


def samples(form):
    """A few short texts in a format, and what its writer makes of levels that come with us."""
    written = []
    for pack in PACKS:
        if form in pack.puzzle.trades.FORMATS:
            for level in pack.levels[:1]:
                with contextlib.suppress(UsageError):
                    written.append(form.write(level))
    shortest = sorted(written, key=len)[:1]
    graphs = [text for text in DIALECTS.values() if form.sniff(text)]
    return [*shortest, *[2 * text for text in shortest], *SAMPLES.get(form.name, []), *graphs]


# What the writers do not write.
SAMPLES = {
    "numberlink": ["# two\n5 2\na...b\n...ab\n\n3 3\n@..\n...\n..@\n0 0\n"],
    "flow-free": ["W_5+B:I,3,57,5,,24_1B,0|4;1,0,5;7,2,3;9,8,13,12,17;6,11;24"],
    "numlin": ["?m+numlin/v:/9/3/1-10+010g.z%00$*", "https://pzv.jp/p.html?numlin/99999/9/zzzz",
               "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"],
    "pzprv3": ["pzprv3/numlin/2/5/. . . 1 . /2 1 . - 2 /1 1 1 0 /0 1 -1 1 /0 0 -1 0 0 /",
               "pzprv3.1\nnumlin\n2\n2\n1 1 \n2 2 \n"],
    "kami2": ["01|Default|-8|-5|16|320|0g4a04X99a1b0|14||0|157C%me", "1||0|0|1|4|1X04|0|"],
    "dot": ['strict digraph "a" { node [color=red] a:n -> {b; c [fillcolor="#ff0000"]} -> a // x\n'
            "/* y */ subgraph z { d; e = 1 } -- subgraph { f } [a=b; c, d] }"],
    "graphml": ['<?xml version="1.0" encoding="latin-1"?><!DOCTYPE x [<!ENTITY a "b">]><graphml>'
                '<key id="d" attr.name="color"/><graph><node id="a"><data key="d">Red</data>'
                "<graph/></node><hyperedge/></graph></graphml>"],
    "gexf": ['<gexf><meta><title>a</title></meta><graph name="b"><attributes class="node">'
             '<attribute id="0" title="color"><default>Red</default></attribute></attributes>'
             '<nodes><node id="a"><attvalues><attvalue id="0" value="1"/></attvalues>'
             '<nodes><node id="b"/></nodes></node></nodes>'
             '<edges><edge source="a" target="b"/></edges></graph></gexf>'],
    "gml": ['# x\nVersion 1\ngraph [ par 2 final "a" node [ id 0 label "&amp;" color 1.0e3 x NAN ] '
            'node [ id -1 colour red ] edge [ source 0 target -1 ] a [ b [ c "" ] ] ]'],
    "node-link": ['{"links": [{"source": 1, "target": [2]}], "nodes": [{"id": 1, "color": "r"}],'
                  '"graph": [["par", 3]]}'],
}  # fmt: skip


def in_format(form, data, text):
    text = data.draw(edited(text))
    for named in (form.name, ""):
        pack = read(text, "level", named)
        if pack:
            check_levels(pack)
            for level in pack.levels:
                # that one solves
                if form.name != "flow-free" and form in pack.puzzle.trades.FORMATS:
                    with contextlib.suppress(UsageError):
                        form.write(level)


def fuzz_format(name, examples):
    form = FORMATS[name]

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(st.data(), st.sampled_from(samples(form)))
    def fuzz(data, text):
        in_format(form, data, text)

    fuzz()


@pytest.mark.parametrize("name", FORMATS)
def test_reading_other_formats(name):
    fuzz_format(name, 80)


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_reading_other_formats_for_long(name):
    fuzz_format(name, 3000)


@given(st.binary() | edited(TOML).map(lambda text: text.encode(errors="replace")))
def test_bytes(tmp_path_factory, data):
    any_bytes(data, tmp_path_factory.mktemp("bytes"))
