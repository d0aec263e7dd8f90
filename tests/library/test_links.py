"""Links: the board that went into one comes out of it; whatever else is written is one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.cli import main
from puzzles.core.errors import UsageError
from puzzles.library.catalogue import find, linked
from puzzles.library.ids import DAILY, board_of, is_link, make_id, make_link
from shipped import ENTRIES

PAGE = "https://example.org/puzzles/"
GOOD = "flow.1cCBQ79Lk7ivc"
LEVELS = ENTRIES[:: len(ENTRIES) // 12]


@given(st.text(min_size=1), st.sampled_from(LEVELS))
def test_a_link_names_its_board_on_any_page(page, entry):
    link = make_link(page, entry.id)
    assert board_of(link) == entry.id
    assert is_link(link) == (not page.startswith("#"))
    assert board_of(link[link.index("#") :]) == entry.id


@given(st.text())
def test_without_a_page_a_link_is_the_id(board):
    assert make_link("", board) == board


@given(st.text() | st.text().map(lambda end: f"flow.1{end}") | st.text().map(GOOD.__add__))
def test_anything_else_is_one_sentence_that_holds_no_markup(text):
    try:
        entry = linked(text)
    except UsageError as error:
        told = str(error)
        assert len(told) < 120
        assert told.isprintable()
        assert not set("<>&[]") & set(told)
    else:
        assert make_id(entry.pack.puzzle, entry.level) == "".join(text.split()).rpartition("#")[2]


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("sudoku.1cCBQ79Lk7ivc", "no board"),
        ("", "no board"),
        ("kami/first-folds/1", "no board"),
        ("<img src=x onerror=alert(1)>", "no board"),
        ("flow.2zCBQ79Lk7ivc", "made by a newer version"),
        ("flow.1c" + "A" * 1_000_000, "missing or wrong"),
        (DAILY, "puzzles daily"),
    ],
)
def test_bad_links_are_told(board, told):
    with pytest.raises(UsageError, match=told):
        linked(f"#{board}")


def test_a_link_stands_wherever_an_id_does(capsys):
    for link in (make_link(PAGE, GOOD), f"example.org/#{GOOD}"):
        assert find(link).id == find(GOOD).id == GOOD
    assert main(["show", make_link(PAGE, GOOD), "--id"]) == 0
    assert capsys.readouterr().out.strip() == GOOD
    assert main(["show", make_link(PAGE, DAILY)]) == 2
    assert "puzzles daily" in capsys.readouterr().err
