"""What the app remembers between runs."""

from __future__ import annotations

import pytest

from puzzles.player.memory import Memory


def test_it_is_there_in_the_next_run(tmp_path):
    memory = Memory(tmp_path)
    assert memory.last == ""
    assert not memory.seen("kami")
    memory.last = "kami/first/one"
    memory.mark_seen("kami")
    memory.mark_seen("flow")
    again = Memory(tmp_path)
    assert again.last == "kami/first/one"
    assert again.seen("kami")
    assert again.seen("flow")
    assert not again.seen("other")


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"last": 3, "seen": [1, "kami"]}', "\udcff"])
def test_a_damaged_file_is_forgotten(tmp_path, damage):
    (tmp_path / "memory.json").write_text(damage, errors="surrogateescape")
    memory = Memory(tmp_path)
    assert memory.last == ""
    memory.last = "x/y/z"
    assert Memory(tmp_path).last == "x/y/z"


def test_what_cannot_be_written_is_only_forgotten(tmp_path):
    (tmp_path / "file").write_text("in the way")
    memory = Memory(tmp_path / "file")
    memory.last = "a/b/c"
    assert memory.last == "a/b/c"
