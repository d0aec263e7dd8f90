"""Files: what is no text says why and where; what is written is there whole or not at all."""

from __future__ import annotations

import os

import pytest

from puzzles.core.errors import LevelError, Place, printable
from puzzles.library import files


def test_text_comes_without_its_mark_and_carriage_returns(tmp_path):
    file = tmp_path / "a.toml"
    file.write_bytes("\ufeffa = 'é'\r\nb = 1\n".encode())
    assert files.read_text(str(file)) == "a = 'é'\nb = 1\n"


def test_utf_16_says_so_in_its_mark(tmp_path):
    file = tmp_path / "a.toml"
    file.write_bytes("a = 'é'\r\nb = 1\n".encode("utf-16"))
    assert files.read_text(str(file)) == "a = 'é'\nb = 1\n"
    file.write_bytes("ok\néé".encode("utf-16")[:-1])
    with pytest.raises(LevelError, match=r"not a text file \(not UTF-16\)") as caught:
        files.read_text(str(file))
    assert caught.value.place == Place(str(file), 2, 2)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
def test_the_place_of_a_bad_byte_counts_characters(tmp_path, mark):
    file = tmp_path / "a.toml"
    file.write_bytes(mark + "ok\néé".encode() + b"\xff")
    with pytest.raises(LevelError, match=r"not a text file \(not UTF-8\)") as caught:
        files.read_text(str(file))
    assert caught.value.place == Place(str(file), 2, 3)


def test_an_endless_file_is_not_read_to_its_end():
    with pytest.raises(LevelError, match="too large"):
        files.read_text("/dev/zero")


def test_the_largest_file_that_is_read(tmp_path):
    file = tmp_path / "a.toml"
    file.write_bytes(b"#" * files.MAX_BYTES)
    assert len(files.read_text(str(file))) == files.MAX_BYTES
    file.write_bytes(b"#" * (files.MAX_BYTES + 1))
    with pytest.raises(LevelError, match="too large"):
        files.read_text(str(file))


def test_writing_makes_folders_and_replaces(tmp_path):
    file = tmp_path / "new" / "a.json"
    files.write_file(file, "one")
    files.write_file(file, "two é")
    assert file.read_text(encoding="utf-8") == "two é"
    assert os.listdir(file.parent) == ["a.json"]


def test_a_write_that_fails_leaves_the_old_file(tmp_path):
    file = tmp_path / "a.json"
    files.write_file(file, "old")
    with pytest.raises(UnicodeEncodeError):
        files.write_file(file, "new \ud800")
    assert file.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.json"]


def test_what_went_wrong_first_is_what_is_told(tmp_path, monkeypatch):
    def refuse(reason):
        def fail(*_):
            raise OSError(reason)

        return fail

    monkeypatch.setattr(os, "fsync", refuse("the disk is full"))
    monkeypatch.setattr(os, "unlink", refuse("and nothing else works"))
    with pytest.raises(OSError, match="the disk is full"):
        files.write_file(tmp_path / "a.json", "text")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a b é×😀", "a b é×😀"), ("a\nb", "a\\nb"), ("\x1b[2J", "\\x1b[2J"), ("\ud800", "\\ud800")],
)
def test_printable(text, shown):
    assert printable(text) == shown


def test_an_error_is_one_line():
    error = LevelError(Place("a\nb.toml", 2, 3), "bad \x07 key")
    assert str(error) == "a\\nb.toml:2:3: bad \\x07 key"
