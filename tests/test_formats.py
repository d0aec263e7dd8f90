"""Other tools' formats: what is written is told by its text, and read back as the same level."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from puzzles.core.errors import LevelError, UsageError
from puzzles.library import formats
from puzzles.library.formats import LEVEL_FORMATS
from puzzles.library.levels import levels_text, read_pack
from sampling import sampled, slow
from shipped import PACKS, named

FORMATS = [pytest.param(*found, id=found[1].name) for found in formats.formats()]
TEXTS = ["", "x", "hello\nworld", "# graph {", "{", "a = 1", "<html>", "|"]


def test_names_are_used_once():
    names = [form.name for _, form in formats.formats()] + list(LEVEL_FORMATS)
    assert len(set(names)) == len(names)
    for puzzle, form in formats.formats():
        assert formats.named(form.name) is formats.named(form.name, puzzle) is form


@pytest.mark.parametrize("first", [2, *slow(4)])
@pytest.mark.parametrize(("puzzle", "form"), FORMATS)
def test_what_is_written_is_read_back(puzzle, form, first):
    """The levels that come with us, as far as the format has words for them."""
    levels = [level for pack in PACKS if pack.puzzle is puzzle for level in pack.levels[:first]]
    held = 0
    for level in levels:
        try:
            text = form.write(level)
        except UsageError:
            continue
        held += 1
        assert formats.looks(text) == [form]
        (again,) = read_pack("level", text).levels
        assert puzzle.facts(again)["size"]
        (twice,) = read_pack("level", form.write(again)).levels
        assert puzzle.format(twice) == puzzle.format(again)
    assert held or form.name in ("numlin", "pzprv3"), "no level of ours has this format"


@pytest.mark.parametrize("pack", sampled(PACKS, PACKS[::3]), ids=named)
@pytest.mark.parametrize("toml", [True, False], ids=["toml", "json"])
def test_packs_are_written_as_they_were_read(pack, toml):
    puzzle = pack.puzzle
    again = read_pack("pack", levels_text(puzzle, pack.levels, toml))
    assert not again.errors
    assert list(map(puzzle.format, again.levels)) == list(map(puzzle.format, pack.levels))


@pytest.mark.parametrize("pack", sampled(PACKS, PACKS[::3]), ids=named)
def test_level_files_look_like_nothing_else(pack):
    for toml in (True, False):
        assert not formats.looks(levels_text(pack.puzzle, pack.levels, toml))


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_no_level_looks_like_nothing(text):
    assert not formats.looks(text)


def test_unknown_formats():
    with pytest.raises(UsageError, match="unknown format 'chess'; known are toml, json, "):
        formats.named("chess")
    puzzle, _ = next(formats.formats())
    foreign = next(form for owner, form in formats.formats() if owner is not puzzle)
    with pytest.raises(UsageError, match=f"{puzzle.title} has no format '{foreign.name}'"):
        formats.named(foreign.name, puzzle)


@pytest.mark.parametrize("form", [form.name for _, form in formats.formats()])
@pytest.mark.parametrize("text", ["x", "{", "a = 1\n", "\n\n1", "\0", "<a/>", "é|ü"])
def test_the_wrong_reader_says_where(form, text):
    with pytest.raises(LevelError, match=r"^level:\d+:\d+: ."):
        raise read_pack("level", text, form).errors[0]


def test_a_format_that_fails_costs_its_own_files(monkeypatch):
    puzzle, form = next(formats.formats())

    def broken(fails):
        return puzzle.formats, "FORMATS", (replace(form, **fails),)

    monkeypatch.setattr(*broken({"read": lambda file, text: 1 / 0}))
    with pytest.raises(LevelError, match=f"^x:1:1: the plugin {puzzle.id} failed: ZeroDivision"):
        read_pack("x", "x", form.name)
    monkeypatch.setattr(*broken({"sniff": lambda text: 1 / 0}))
    assert len(read_pack("y", f'{{"puzzle": "{puzzle.id}", "level": [1]}}').errors) == 1


# Texts of a tenth of a megabyte and more, such as once took minutes, gigabytes, or a page of error.
N = 100_000
PATIENCE = 10  # seconds of CPU, on a busy machine too; what is quadratic takes minutes
MONSTERS = {
    "digits": "5" * N,
    "blanks": "\n" * N + "x",
    "names": 'graph { "a"' + '+"a"' * (N // 4) + "}",
    "chain": "graph { node [color=Red] a" + " -- b -- a" * (N // 11) + "}",
    "nodes": "graph {" + " ".join(f"n{i}" for i in range(N // 8)) + "}",
    "comment": "/*" + "x" * N,
    "fields": "W_5,0,1,1" + "," * N + ";0",
    "walls": "50,0,1,1,,,1|2" + ":1|2" * (N // 4) + ";0,1",
    "lies": "3,0,1,3;0,1,2;3,4,5;6,7,7\n" * (N // 200),
    "cells": "https://puzz.link/p?numlin/50/50/" + "z" * N,
    "places": "01|D|0|0|1|8|" + "1" * N + "|1",
    "entities": "<graphml>" + "&amp;" * (N // 5),
    "attributes": "<graphml " + " ".join(f'a{i}=""' for i in range(N // 10)) + ">",
    "data": '<graphml><graph><node id="a"><data key="colour">' + "R" * N,
    "objects": '{"nodes": [' + '{"id": 1},' * (N // 10) + "1]}",
    "parts": "a." * (N // 2) + "a = 1",
    "quoted parts": "['a' . " + '"a" . ' * (N // 6) + "a]",
    "tables": 'puzzle = "flow"\n' + "[[level]]\n" * (N // 10),
    "levels": 'puzzle = "flow"\nlevel = [' + "{}," * (N // 3) + "]",
    "lines": "2,0,1,1;0,1,3,2\n" * (N // 8),
    "blocks": "2 1\nAA\n" * (N // 7),
    "fields of one level": "01|D|0|0|1|8" + "|" * N,
    "palette": 'puzzle = "kami"\nboard = "RW"\n[colours]\n'
    + "".join(f'"{chr(0x4E00 + i)}" = "a{i} #000000"\n' for i in range(N // 25)),
    "edges": 'puzzle = "kami"\nnodes = {1 = "Red", 2 = "Teal"}\nedges = ['
    + "[1,2]," * 200_001
    + "]",
    "hexadecimal": 'puzzle = "kami"\nboard = "RW"\nproof = { nodes = 0x' + "f" * N + " }",
    "colours": '{"nodes": ['
    + ",".join(f'{{"id": {i}, "colour": "c{i}"}}' for i in range(19_000))
    + "]}",
    # Beside a board.
    "a long size": "1" * N + "\nAA\nAA\n",
    "a long size that is none": "1" * N + "z\nAA\nAA\n",
    "marks": "#" * N + "\nAA\nAA\n",
    "an indented word": " " * N + "abc\nAA\nAA\n",
    "blanks before": "!" + " " * N + "[[1, 2], [2, 1]]",
    "blanks after": "[[1, 2], [2, 1]]" + " " * N + "!",
    "a code": "9x9:" + "z" * N,
    "links": "https://a.b/ " * (N // 13),
    "attributes of DOT": "graph { a [" + "b=c," * (N // 4) + "]}",
    "deep GML": "graph [ " + "a [ " * (N // 4),
    "a node too often": "a b: c\n" * (N // 7),
    "a line of a graph": "a b: " + "c " * N + "!\na b: c",
    "rows of words": "1 2 3 4\n" * (N // 2),
    "rows apart": "A\n\n" * (N // 2),
    "lists": "[0]" * N,
    "arrays": "np.array([[0, 1], [1, 0]])\n\n" * (N // 4),
    "elements": "<graphml>" + "<a/>" * N,
}
SOME = ["digits", "chain", "deep GML", "lies", "parts", "tables", "data", "places"]


@pytest.mark.parametrize("name", sampled(MONSTERS, SOME))
def test_monsters_get_one_line(name):
    began = time.process_time()
    with pytest.raises(LevelError) as caught:
        raise read_pack("level", MONSTERS[name]).errors[0]
    assert len(str(caught.value)) < 600
    assert time.process_time() - began < PATIENCE


@pytest.mark.slow
def test_a_large_pack_is_read_in_good_time():
    """As many levels of Flow Free as a file can hold at this size."""
    pipes = (",".join(str(50 * row + col) for col in range(50)) for row in range(50))
    began = time.process_time()
    pack = read_pack("level", f"50,0,1,50;{';'.join(pipes)}\n" * 330)
    assert len(pack.whole().levels) == 330
    assert time.process_time() - began < PATIENCE
