"""Positions of values: every one the scanner gives is where the value really starts."""

from __future__ import annotations

import json

import pytest
import tomli
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.core.errors import LevelError
from puzzles.core.places import DocumentPlaces
from puzzles.core.tables import read_table


def pin(marked: str) -> tuple[str, tuple[int, int]]:
    """The text without its ¤, and the line and column where that stood."""
    before, _, after = marked.partition("¤")
    return before + after, (before.count("\n") + 1, len(before) - before.rfind("\n"))


TOML = {
    "a value": ("a = 1\nb = ¤2\n", ["b"]),
    "after a comment with quotes": ("# it's \"so\n\na = ¤1", ["a"]),
    "a comment behind": ("a = 1 # = 3\n  b=¤2", ["b"]),
    "a dotted key": ("a.b . c = ¤1", ["a", "b", "c"]),
    "a second dotted key": ("a.b = 1\na.c = ¤2", ["a", "c"]),
    "quoted keys": ("\"a.b\".'c d' = ¤1", ["a.b", "c d"]),
    "an escaped key": (r'"\u0061\"]" = ¤1', ['a"]']),
    "a literal key with a backslash": ("'a\\' = ¤1", ["a\\"]),
    "an empty key": ('"" = ¤1', [""]),
    "a table": ("[a]\nx = 1\n¤[b]\nx = 1", ["b"]),
    "in a table": ("[a]\nx = 1\n[b]\nx = ¤1", ["b", "x"]),
    "in a nested table": ("[ a . b ]\nx = ¤1\n[a]\nx = 2", ["a", "b", "x"]),
    "a table with a bracket in its name": ('[a."[b]"]\nx = ¤1', ["a", "[b]", "x"]),
    "the second of many tables": ("[[t]]\nx = 1\n¤[[t]]\nx = 2", ["t", 1]),
    "in the second of many tables": ("[[t]]\nx = 1\n[[t]]\nx = ¤2", ["t", 1, "x"]),
    "a table of the newest table": (
        "[[t]]\n[t.u]\nx = 1\n[[t]]\nx = 0\n[t.u]\nx = ¤2\n[[t]]",
        ["t", 1, "u", "x"],
    ),
    "tables within tables": (
        "[[t]]\n[[t.u]]\n[[t]]\n[[t.u]]\nx = 1\n[[t.u]]\nx = ¤2",
        ["t", 1, "u", 1, "x"],
    ),
    "an array": ("a = [1, [2, 3], ¤4]", ["a", 2]),
    "an array over lines": ("a = [\n  1, # one, [two\n  ¤2,\n]\nb = 1", ["a", 1]),
    "after an array over lines": ("a = [\n  1, # ]\n]\nb = ¤1", ["b"]),
    "an inline table": ("a = {b = 1, c.d = ¤2}", ["a", "c", "d"]),
    "tables in an array": ("a = [{b = 1}, {b = ¤2}]", ["a", 1, "b"]),
    "after a string of brackets": ("a = ']['\nb = ¤1", ["b"]),
    "after an escaped quote": (r'a = "\" = \\"' "\nb = ¤1", ["b"]),
    "after a long string": ('a = """\n"x"\nb = 2\\""" c"""\nb = ¤1', ["b"]),
    "after a long string that ends in quotes": ('a = """x"""""\nb = ¤1', ["b"]),
    "after a long string of one quote": ('a = """"x"""\nb = ¤1', ["b"]),
    "after an empty long string": ('a = """"""\nb = ¤1', ["b"]),
    "after a long literal": ("a = '''\n\\'x''\n'''''\nb = ¤1", ["b"]),
    "after empty strings": ("a = \"\"\nc = ''\nb = ¤1", ["b"]),
    "after a date and time": ("a = 1979-05-27 07:32:00\nb = ¤1", ["b"]),
    "after a date and a comment": ("a = 1979-05-27 # 07:32:00\nb = ¤1", ["b"]),
    "after a long string and a remark": ('a = """x""" # x\nb = """y"""\nc = ¤1', ["c"]),
    "behind a long string and a remark": ('a = """x""" # x\nb = ¤"""y"""\n', ["b"]),
    "over lines": ("a = {\n b = 1, # x\n c = ¤1,\n}\n", ["a", "c"]),
    "after numbers": ("a = [+1_0, 0xff, 1e-3, inf, -nan, 07:32:00.5]\nb = ¤1", ["b"]),
    "what is not there: its table": ("[a]\nx = 1\n¤[b]\nx = 1", ["b", "y", "z"]),
}

JSON = {
    "the document": ('\n ¤{"a": 1}', []),
    "a value": ('{"a": 1, "b": ¤2}', ["b"]),
    "over lines": ('{\n  "a" :\n    ¤true\n}', ["a"]),
    "after empty strings": ('{"a": "", "": "", "b": ¤null}', ["b"]),
    "in an array": ('{"a": [[], {}, [1, ¤"x"]]}', ["a", 2, 1]),
    "after a hash": ('{"a": "#", "b": ¤1}', ["b"]),
    "an escaped key": (r'{"\u00e9\/\ud83d\ude00": ¤1}', ["é/😀"]),
    "after escapes": (r'{"a": "\\\"}", "b": ¤-1.5e+3}', ["b"]),
    "after odd numbers": ('{"a": [NaN, -Infinity], "b": ¤1}', ["b"]),
    "a dot is no path": ('{"a.b": ¤1}', ["a.b"]),
    "a number as a key": ('{"0": ¤1}', ["0"]),
}


@pytest.mark.parametrize(("marked", "path"), TOML.values(), ids=TOML)
def test_toml(marked, path):
    text, place = pin(marked)
    tomli.loads(text)
    at = DocumentPlaces("f", text, toml=True).at(*path)
    assert (at.line, at.col) == place


@pytest.mark.parametrize(("marked", "path"), JSON.values(), ids=JSON)
def test_json(marked, path):
    text, place = pin(marked)
    json.loads(text)
    at = DocumentPlaces("f", text, toml=False).at(*path)
    assert (at.line, at.col) == place


INSIDE = {
    "a long string": ('a = """\nRR\nW¤X\n"""', 1, 1),
    "one that starts on its line": ('a = """RR\nW¤X\n"""', 1, 1),
    "a literal": ("a = '''\nR\\nR\n¤X\n'''", 1, 0),
    "line ends as escapes": (r'a = "RR\nW¤X"', 1, 1),
    "escapes as characters": (r'a = "\u0052\U00000052\t¤X"', 0, 3),
    "a short escape": (r'a = "\x41¤X"', 0, 1),
    "a line end escaped away": ('a = """\\\n   RR\nW¤X"""', 1, 1),
    "quotes inside": ('a = """\n""¤X"""', 0, 2),
    "a row that is too short: its end": ('a = """\nRR¤\nW\n"""', 0, 5),
    "a row too many: the end": ('a = """\nRR\n¤"""', 4, 0),
}


@pytest.mark.parametrize(("marked", "row", "col"), INSIDE.values(), ids=INSIDE)
def test_inside_a_string(marked, row, col):
    text, place = pin(marked)
    tomli.loads(text)
    at = DocumentPlaces("f", text, toml=True).inside(row, col, "a")
    assert (at.line, at.col) == place


def test_inside_a_json_string_stays_on_its_line():
    text, place = pin('{"a": 1,\n "board": "RR\\nW¤X",\n "c": 2}')
    at = DocumentPlaces("f", text, toml=False).inside(1, 1, "board")
    assert (at.line, at.col) == place


@pytest.mark.parametrize(
    "text",
    [
        "a." * 29 + "a = 1",
        'a = """\n' + "a." * 40 + '"""""',
        'a = "\\" ' + "a." * 40 + '"',
        "a = '" + "a." * 40 + "'",
        "# it's " + "a." * 40 + "\na = 1",
        "a = '''" + "a." * 40 + "'''''",
        "a = 1.5 # .a\nb = 1979-05-27T07:32:00.9",
    ],
)
def test_dots_that_are_no_key_of_too_many_parts(text):
    assert read_table("f", text).values == tomli.loads(text)


def test_inside_what_is_no_string_is_its_start():
    at = DocumentPlaces("f", "a = 12", toml=True).inside(3, 3, "a")
    assert (at.line, at.col) == (1, 5)


@pytest.mark.parametrize("text", ['{"a": 1, ¤"a": 2}', r'{"b": {"a": 1, ¤"\u0061": 2}, "a": 3}'])
def test_json_keys_given_twice(text):
    text, place = pin(text)
    with pytest.raises(LevelError, match="'a' is given twice") as caught:
        DocumentPlaces("f", text, toml=False)
    assert (caught.value.place.line, caught.value.place.col) == place


scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
documents = st.dictionaries(
    st.text(),
    st.recursive(
        scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12
    ),
)


fewer = settings(max_examples=settings().max_examples // 3)  # such documents take long


@fewer
@given(documents, st.sampled_from([None, 0, 1, "\t"]), st.booleans())
def test_every_json_value_is_found(document, indent, ascii_only):
    text = json.dumps(document, indent=indent, ensure_ascii=ascii_only)
    places = DocumentPlaces("f", text, toml=False)
    starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n")]

    def compare(value, path):
        place = places.at(*path)
        offset = starts[place.line - 1] + place.col - 1
        assert json.JSONDecoder().raw_decode(text, offset)[0] == value
        items = value.items() if isinstance(value, dict) else ()
        items = enumerate(value) if isinstance(value, list) else items
        for key, child in items:
            compare(child, [*path, key])

    compare(document, [])


words = st.text(st.characters(codec="utf-8", exclude_characters="\x7f", min_codepoint=32))
trees = st.recursive(
    st.integers(0, 10**6), lambda inner: st.dictionaries(words, inner, min_size=1), max_leaves=10
)


@fewer
@given(st.dictionaries(words, trees), st.data())
def test_every_toml_number_is_found(document, data):
    """Documents written in all the ways TOML has: headers, dotted keys, inline tables."""
    lines: list[str] = []

    def quoted(key):
        return json.dumps(key, ensure_ascii=False)

    def inline(value):
        if not isinstance(value, dict):
            return str(value)
        return "{ " + ", ".join(f"{quoted(k)} = {inline(v)}" for k, v in value.items()) + " }"

    def write(table, header):
        later = []
        for key, value in table.items():
            name = quoted(key)
            style = data.draw(st.sampled_from(["inline", "dotted", "header"]))
            if style == "header" and isinstance(value, dict):
                later.append((name, value))
            elif style == "dotted" and isinstance(value, dict):
                lines.extend(f"{name} . {quoted(k)}={inline(v)}  # x" for k, v in value.items())
            else:
                lines.append(f"{name} = {inline(value)}")
        for name, value in later:
            lines.append(f"[{'.'.join([*header, name])}]")
            write(value, [*header, name])

    write(document, [])
    text = "\n".join(lines)
    assert tomli.loads(text) == document
    places = DocumentPlaces("f", text, toml=True)

    def compare(value, path):
        if isinstance(value, dict):
            for key, child in value.items():
                compare(child, [*path, key])
        else:
            place = places.at(*path)
            assert lines[place.line - 1][place.col - 1 :].startswith(str(value))

    compare(document, [])
