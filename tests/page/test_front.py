"""The front of the page: what comes from elsewhere is text there, and nothing else is loaded."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files

import pytest

from puzzles.page.boards import LONGEST

STATIC = files("puzzles.page") / "static"
HTML, CODE = ((STATIC / name).read_text("utf-8") for name in ("index.html", "page.js"))


def test_no_text_can_become_markup_or_code():
    assert not re.search(r"(inner|outer)HTML|insertAdjacent|document\.write|eval|Function\(", CODE)
    assert not re.search(r"\bon\w+=", HTML)


def test_the_policy_lets_in_what_is_needed_alone():
    policy = dict(
        rule.split(maxsplit=1)
        for rule in re.search(r'content="(default-src.*?)"', HTML, re.S)[1].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self' https://cdn.jsdelivr.net"
    assert policy["connect-src"] == policy["worker-src"] == "'self'"


def test_what_the_code_speaks_of_is_on_the_page():
    assert set(re.findall(r'\$\("(\w+)"\)', CODE)) <= set(re.findall(r'\bid="(\w+)"', HTML))


def test_a_picture_is_looked_for_by_the_name_that_it_has():
    assert f"const LONGEST = {LONGEST};" in CODE


def test_every_message_of_the_protocol_is_heard():
    kinds = "loading write title notice failed copy download buttons said sound"
    assert set(re.findall(r"^  (\w+): \(", CODE, re.M)) >= set(kinds.split())


@pytest.mark.slow
def test_what_is_kept_in_memory_holds_no_machine_code(tmp_path):
    code = "import sys; from puzzles.page.start import settle; settle(sys.argv[1]);"
    code += "print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=True
    )
    assert "textual.app" in done.stdout
    assert "numpy" not in done.stdout
