"""What is kept of visitors."""

from __future__ import annotations

import os

import pytest

from puzzles.web import server as profiles
from puzzles.web.server import Profiles


@pytest.fixture
def kept(tmp_path):
    return Profiles(tmp_path / "visitors")


def test_each_visitor_has_a_folder_and_finds_it_again(kept, tmp_path):
    with kept.lent("alice") as first, kept.lent("bob") as other, kept.lent("alice") as again:
        assert first == again != other
        assert (first.stat().st_mode & 0o777) == 0o700
    assert "alice" not in str(first)
    with kept.lent("../../etc") as folder:
        assert folder.parent == tmp_path / "visitors"


def test_who_came_last_is_known_by_the_folder(kept, monkeypatch):
    monkeypatch.setattr(profiles, "MOST", 2)
    folders = []
    for number, cookie in enumerate(("first", "other")):
        with kept.lent(cookie) as folder:
            folders.append(folder)
        os.utime(folder, (number, number))
    with kept.lent("first"):
        pass
    with kept.lent("newcomer"):
        assert [folder.exists() for folder in folders] == [True, False]


def test_who_stays_away_longest_goes_first_and_nobody_who_is_there(kept, monkeypatch):
    monkeypatch.setattr(profiles, "MOST", 3)
    folders = []
    with kept.lent("0") as here:
        for number in range(1, 5):
            with kept.lent(str(number)) as folder:
                folders.append(folder)
            os.utime(folder, (number, number))
            os.utime(here, (0, 0))
        assert [folder.exists() for folder in folders] == [False, False, True, True]
        assert here.exists()
        with kept.lent("4"):  # who comes again takes nobody's place
            assert folders[2].exists()
