"""Packs of the player's own: taken in when all they claim is true, and set aside."""

from __future__ import annotations

import re
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from puzzles.cli import main
from puzzles.core.errors import PuzzlesError
from puzzles.core.solving import UNLIMITED, Answer, last
from puzzles.kami.plugin import kami
from puzzles.library.catalogue import called, library
from puzzles.library.download import NotLoaded, download
from puzzles.library.levels import read_pack

GOOD = (
    'puzzle = "kami"\ntitle = "From a friend"\n[[level]]\ntitle = "One"\npar = 2\n'
    'board = """\nRRW\nRWW\n.WB\n"""\n'
)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch, own_directories):
    monkeypatch.chdir(tmp_path)


def test_a_pack_is_taken_in_set_aside_and_had_back(own_directories, capsys):
    Path("friend.toml").write_text("# a word of the sender's\n" + GOOD)
    assert main(["packs", "add", "friend.toml"]) == 0
    assert "1 level added" in capsys.readouterr().out
    (pack,) = called("kami/friend")
    assert (pack.title, pack.levels[0].par) == ("From a friend", 2)
    assert "sender" not in Path(pack.file).read_text()
    assert main(["packs", "add", "friend.toml"]) == 2
    assert "called kami/friend already" in capsys.readouterr().err
    assert main(["packs", "remove", "friend"]) == 0
    back = capsys.readouterr().out.split("`")[1].split()
    assert not called("kami/friend")
    assert main(back[1:]) == 0
    assert called("kami/friend")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD.replace("par = 2", "par = 3"), "par is 3, but the optimum is 2"),
        (GOOD.replace("par = 2", "par = 2\ndifficulty = 9.0"), "difficulty is 1.3, not 9.0"),
        (GOOD.replace("RRW", "RXW"), "unknown colour 'X'"),
        (
            GOOD + GOOD.split("\n", 2)[2].replace("par = 2", "par = 7").replace("One", "Two"),
            "par is 7",
        ),
    ],
)
def test_what_is_not_what_it_claims_stays_outside(text, said, capsys):
    Path("friend.toml").write_text(text)
    assert main(["packs", "add", "friend.toml"]) != 0
    assert said in capsys.readouterr().err
    assert not called("kami/friend")


def test_only_packs_of_ones_own_are_removed(capsys):
    for name in ("kami/squares", "nothing"):
        assert main(["packs", "remove", name]) == 2
        assert "you have no pack of this name" in capsys.readouterr().err
    assert called("kami/squares")


def test_own_packs_are_listed(capsys):
    assert main(["packs", "list"]) == 0
    assert capsys.readouterr().out == ""
    Path("friend.toml").write_text(GOOD)
    main(["packs", "add", "friend.toml"])
    capsys.readouterr()
    assert main(["packs", "list"]) == 0
    assert capsys.readouterr().out == "kami/friend  From a friend  1 level\n"
    assert main(["packs", "add"]) == 2
    assert "required: FILE|URL" in capsys.readouterr().err


def certified(par=2):
    """The pack with its certificate, which is of par 2."""
    (level,) = read_pack("friend.toml", GOOD).levels
    proof = last(kami.solver.certify(level, UNLIMITED), Answer).facts["certificate"]
    told = f'par = {par}\nauthor = "A friend"\ncertificate = """\n{proof}"""'
    return GOOD.replace("par = 2", told)


def test_what_is_certified_is_taken_in_without_being_solved(monkeypatch, capsys):
    monkeypatch.setattr("puzzles.kami.solver.solve.solve", None)
    Path("friend.toml").write_text(certified())
    assert main(["packs", "add", "friend.toml"]) == 0
    (pack,) = called("kami/friend")
    assert pack.levels[0].about.author == "A friend"
    assert main(["check", pack.file]) == 0
    assert "1 by certificates" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (lambda: certified(par=3), "the optimum is 2"),
        (lambda: certified().replace("RRW", "RRB"), "of another board"),
        (lambda: certified().replace("moves", "not"), "refused"),
    ],
)
def test_a_certificate_that_proves_something_else_is_none(text, said, capsys):
    Path("friend.toml").write_text(text())
    assert main(["packs", "add", "friend.toml"]) == 2
    assert said in capsys.readouterr().err
    assert not called("kami/friend")


class Web(BaseHTTPRequestHandler):
    """Some addresses, good and bad."""

    def do_GET(self):
        moved = {
            "/moved": "/friend.toml",
            "/to-a-file": "file:///etc/hostname",
            "/to-ftp": "ftp://127.0.0.1/friend.toml",
            "/round": "/round",
        }
        with suppress(OSError):  # who asked has gone
            if self.path in moved:
                self.send_response(302)
                self.send_header("Location", moved[self.path])
                self.end_headers()
            elif self.path == "/nowhere":
                self.send_error(404)
            else:
                self.send_response(200)
                if self.path == "/part":
                    self.send_header("Content-Length", "999")
                self.end_headers()
                self.send_body()

    def send_body(self):
        if self.path in ("/slow", "/endless"):
            for _ in range(100):
                self.wfile.write(b"#" * (1 if self.path == "/slow" else 100_000))
                if self.path == "/slow":
                    time.sleep(0.1)
        elif self.path == "/no-text":
            self.wfile.write(b"\xff\xd8\xff")
        else:
            self.wfile.write(GOOD.encode())

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def web():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Web)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def direct(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize(("path", "name"), [("/friend.toml?x=1", "friend"), ("/moved", "moved")])
def test_a_pack_is_taken_in_from_the_web(web, path, name, capsys):
    assert main(["packs", "add", web + path]) == 0, capsys.readouterr().err
    assert called(f"kami/{name}")


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/nowhere", "the server answers 404"),
        ("/to-a-file", "'file:///etc/hostname' is not allowed"),
        ("/to-ftp", "leads to another scheme"),
        ("/round", "infinite loop"),
        ("/endless", "too large: such files hold at most 4,000,000 bytes"),
        ("/part", "only a part of it has come"),
        ("/no-text", "not a text file"),
    ],
)
def test_what_does_not_come_from_the_web_is_told_in_a_line(web, path, said, capsys):
    assert main(["packs", "add", web + path]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not library().notices


@pytest.mark.usefixtures("direct")
def test_a_server_that_is_slow_is_not_waited_for(web):
    with pytest.raises(NotLoaded, match="not here after"):
        download(f"{web}/slow", 1000, print, seconds=0.3)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("ftp://127.0.0.1/x.toml", "only http and https addresses are read"),
        ("http://127.0.0.1:1/x.toml", "connection refused"),
        ("http://127.0.0.1:x/x.toml", "127.0.0.1:x"),
        ("http://", "http://"),
        ("http://[", r"http://\[: Invalid IPv6 URL"),
    ],
)
@pytest.mark.usefixtures("direct")
def test_addresses_that_are_none(address, said):
    with pytest.raises(PuzzlesError, match=said):
        download(address, 1000, print, seconds=60)


@pytest.mark.usefixtures("direct")
def test_a_long_address_gives_a_name_that_a_file_can_have(web, capsys):
    assert main(["packs", "add", f"{web}/{'long' * 300}.toml"]) == 0, capsys.readouterr().err
    assert called(f"kami/{'long' * 15}")


def test_a_data_folder_that_cannot_be_written_is_told_in_a_line(own_directories, capsys):
    Path("friend.toml").write_text(GOOD)
    own_directories.joinpath("data").write_text("a file")
    assert main(["packs", "add", "friend.toml"]) == 2
    said = capsys.readouterr().err.replace(f"{own_directories}/", "")
    assert re.fullmatch(r"puzzles: data\S*: (file exists|not a directory)\n", said), said
