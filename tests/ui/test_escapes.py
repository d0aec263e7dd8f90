"""Escape sequences in file names and pasted text do not reach the terminal.

Titles and authors with control characters are refused when a level is read.
"""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from textual.content import Content

from puzzles.ui.widgets.guards import escape
from terminal import Terminal

MARK = "stranger"
EVIL = [f"\x1b]0;{MARK}\x07", f"\x1b[31m{MARK}", f"\x9b31m{MARK}", f"\x1bP{MARK}\x1b\\"]
LEVEL = 'puzzle = "kami"\n[[level]]\ntitle = "a"\nboard = """\nRW\nWR\n"""\n'


def is_harmless(data: bytes) -> bool:
    """Return True if none of the sequences is in what the app sent."""
    text = data.decode("utf-8", "replace")
    return not any(evil in text for evil in EVIL)


@pytest.mark.slow
def test_nothing_that_strangers_wrote_controls_the_terminal(own_directories, tmp_path):
    file = tmp_path / f"{''.join(EVIL).replace('/', '')}.toml"
    file.write_text(LEVEL, encoding="utf-8")
    terminal = Terminal(100, 30, [str(file)], {})
    terminal.child.logfile_read = sent = io.BytesIO()
    pastes = [f"\x1b[200~{evil}\x1b[201~" for evil in EVIL]
    try:
        assert terminal.wait_for(lambda text: bool(text.strip()))
        terminal.read(1)
        for keys in ("?", "\x1b", ":", *pastes, "\r", "\x1b", "\x1b"):
            terminal.child.send(keys)
            terminal.read(0.5)
        for keys in ("O", *pastes, "\r", "\x1b", "/", *pastes, f"{MARK}", "\r", "\x11"):
            if terminal.child.isalive():
                terminal.child.send(keys)
                terminal.read(0.5)
    finally:
        terminal.close()
    assert len(sent.getvalue()) > 1000
    assert is_harmless(sent.getvalue())


@given(st.text(alphabet=st.characters(exclude_categories=["C"]) | st.sampled_from("[]\\/$@=\"'")))
@example("[/b]")
@example("[=")
@example("\\")
def test_markup_shows_what_was_typed_as_it_is(text):
    shown = Content.from_markup(f"[b]{escape(text)}[/b] after").plain
    assert shown.replace("\u2060", "") == f"{text} after".replace("\u2060", "")
