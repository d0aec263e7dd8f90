"""Whatever a file holds, reading it gives levels or an error with a place inside the file."""

from __future__ import annotations

import contextlib
import json
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialects import DIALECTS
from mutating import mutated
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
KEYS = [
    "puzzle",
    "title",
    "blurb",
    "level",
    "grid",
    "board",
    "nodes",
    "edges",
    "colours",
    "final",
    "par",
    "proof",
]


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


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["kami", "square", "triangle", "RW\nWR", "R>  <W\n <RW>", "Red", "Teal"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["1", "2", "R"]) | st.text(max_size=2), inner, max_size=4)
    ),
    max_leaves=8,
)
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
    settings(max_examples=40)(given(*strategies)(check))()


@pytest.mark.slow
@pytest.mark.parametrize("name", fuzzed)
def test_reading_for_long(name):
    check, strategies = fuzzed[name]
    settings(max_examples=200)(given(*strategies)(check))()


FORMATS = {form.name: form for _, form in formats.formats()}


def samples(form):
    """A few short texts in a format, and what its writer makes of levels that come with us."""
    written = []
    for pack in PACKS:
        if form in formats.formats_of(pack.puzzle):
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
    "numlin": [
        "?m+numlin/v:/9/3/1-10+010g.z%00$*",
        "https://pzv.jp/p.html?numlin/99999/9/zzzz",
        "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3",
    ],
    "pzprv3": [
        "pzprv3/numlin/2/5/. . . 1 . /2 1 . - 2 /1 1 1 0 /0 1 -1 1 /0 0 -1 0 0 /",
        "pzprv3.1\nnumlin\n2\n2\n1 1 \n2 2 \n",
    ],
    "kami2": ["01|Default|-8|-5|16|320|0g4a04X99a1b0|14||0|157C%me", "1||0|0|1|4|1X04|0|"],
    "graphml": [
        '<?xml version="1.0" encoding="latin-1"?><!DOCTYPE x [<!ENTITY a "b">]><graphml>'
        '<key id="d" attr.name="color"/><graph><node id="a"><data key="d">Red</data>'
        "<graph/></node><hyperedge/></graph></graphml>"
    ],
    "node-link": [
        '{"links": [{"source": 1, "target": [2]}], "nodes": [{"id": 1, "color": "r"}],'
        '"graph": [["par", 3]]}'
    ],
}


# Boards as people paste them.
PASTED = [
    "  1 . 2\n\n . . .\n\n 1 . 2\n",
    "R__B\n____\nR__B\n\nA..B\n....\nA..B\n",
    "AAB\nACB\nACB\n",
    "[[0 0 1]\n [2 0 1]\n [2 0 0]]\n",
    "np.array([[1., 0., 0.],\n [1., 2., 2.]], dtype=float32)",
    "a = [[1, 0], [0, 1]]\n\nb = [['A', '.', 'A'], ['.', 'B', 'B']]",
    "5 2\n1..2..1..2\n",
    "4\n1..2........1..2\n",
    "6x6\n(1, 1) (3, 4)\n(2, 1) (5, 5)\n",
    "(0,0)-(2,2)\n(0,1)-(1,2)\n",
    "1: (1, 1) (3, 3)\n2: (2,1), (2,2)",
    "5\n0 0 4 4\n1 1 2 2\n",
    "KKK_\nRRRR\n\nKKKR.\nRRRRR\n",
    "1 1 2\n1 1 3\n1 3 3\n",
    "12 12 7\n7 12 7\n",
    "# a comment\nRRW\nRTT\n",
]
SOURCES = ("TOML", "JSON", "pasted", *FORMATS)


@cache
def texts():
    """The texts of each source; some writers solve what they write."""
    return {
        "TOML": [TOML],
        "JSON": [JSON],
        "pasted": PASTED,
        **{name: samples(form) for name, form in FORMATS.items()},
    }


def is_read(text, form):
    """What can be read of a text can be written, and read again as the same."""
    pack = read(text, "level", form)
    if pack is None:
        return
    check_levels(pack)
    puzzle = pack.puzzle
    for level in pack.levels[:2]:
        for other in formats.formats_of(puzzle):
            if other.name == "flow-free":  # that one solves
                continue
            try:
                written = other.write(level)
            except UsageError:
                continue
            (first,) = read_pack("level", written, other.name).whole().levels
            (again,) = read_pack("level", other.write(first), other.name).whole().levels
            assert puzzle.format(again) == puzzle.format(first)


def spoil(source, times):
    rng, form = random.Random(source), source if source in FORMATS else ""
    everything = [text for own in texts().values() for text in own]
    for _ in range(times):
        text = mutated(rng, rng.choice(texts()[source]), everything)
        try:
            is_read(text, rng.choice((form, "")))
        except Exception as error:
            error.add_note(f"{form or 'no format'}: {text!r}")
            raise


@pytest.mark.parametrize("source", SOURCES)
def test_reading_what_is_spoilt(source):
    spoil(source, 25)


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
def test_reading_what_is_spoilt_for_long(source):
    spoil(source, 100)


@given(
    st.binary()
    | st.integers()
    .map(lambda seed: mutated(random.Random(seed), TOML, [TOML]))
    .map(lambda text: text.encode(errors="replace"))
)
def test_bytes(tmp_path_factory, data):
    any_bytes(data, tmp_path_factory.mktemp("bytes"))
