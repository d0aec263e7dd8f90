"""What the program says: short sentences, in the words of play."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzles import kami
from shipped import PACKS, PUZZLES

SOURCE = Path(kami.__file__).parents[1]
SAID = (
    *("ui", "cli", "player", "library", "running", "web", "pictures", "core"),
    *(f"{puzzle}/{part}" for puzzle in ("kami", "flow") for part in ("tutor", "maker", "rules")),
    *("kami/screen", "flow/screen"),
)
LONGEST = 30  # words of a sentence
UNKNOWN = re.compile(
    r"\b(slantwise|take hold|hangs? together|so many|gives? nothing away|the fold|dyed?|"
    r"there can be|what follows\.|as all of them|looked back on|a beam|what is no cell|"
    r"is known of|says? so|says the|no fewer \w+ do|called so|if not more|so (do|does|is) \w+)\b"
    # Nouns that are left out.
    r"|^(Who|What|Whatever|Whoever)\b(?!.*[?:])|\b(so does|does) none\b|\b(of|is|are) none\b"
    r"|\bleaves \d|\b[Tt]he (big|large|small) ones\b"
)
CODE = re.compile(
    r"[A-Z_ ]+$|\s*(SELECT|INSERT|CREATE|UPDATE|DELETE|PRAGMA|WHERE|ORDER|ALTER|DROP)\b|[<#.]"
)


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?:;])\s+|\n\n", text) if part]


def constants(file: Path) -> Iterator[tuple[str, str]]:
    """The texts of a module that are said: what is no docstring and has a sentence's shape; `…`
    stands for what is filled in."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    silent = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    silent |= {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
            text = "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if len(text.split()) > 3 and not CODE.match(text) and id(node) not in silent:
            yield f"{file.relative_to(SOURCE)}:{node.lineno}", text


def said() -> Iterator[tuple[str, str]]:
    for folder in SAID:
        for file in sorted((SOURCE / folder).rglob("*.py")):
            yield from constants(file)
    for puzzle in PUZZLES:
        yield puzzle.id, puzzle.instructions
        yield f"{puzzle.id} blurb", puzzle.blurb
        yield from ((f"{puzzle.id} view", text) for text in puzzle.tutor.VIEWS.values())
        for lesson in puzzle.lessons.LESSONS:
            yield f"{puzzle.id} lesson", lesson.text
            yield f"{puzzle.id} lesson, spoken", lesson.spoken or lesson.text
    for pack in PACKS:
        yield pack.file, pack.blurb


@pytest.fixture(scope="module")
def all_sentences() -> list[tuple[str, str]]:
    return [(place, sentence) for place, text in said() for sentence in sentences(text)]


def test_sentences_are_short(all_sentences):
    assert len(all_sentences) > 1000
    long = [(place, s) for place, s in all_sentences if len(s.split()) > LONGEST]
    assert not long


def test_words_are_those_of_play(all_sentences):
    odd = [(place, s) for place, s in all_sentences if UNKNOWN.search(s)]
    assert not odd


@pytest.mark.parametrize(
    "text",
    [
        "Pipes go slantwise, too.",
        "It takes so many moves.",
        "Who leaves is not told.",
        "What is wrong is refused.",
        "a pipe could not leave, so does none",
        "leaves 3; so do others",
        "The big ones.",
    ],
)
def test_odd_words_are_found(text):
    assert UNKNOWN.search(text)
