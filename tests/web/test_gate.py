"""Who is let in, and who is not."""

from __future__ import annotations

import socket

import pytest

from puzzles.web.server import Gate, is_beyond

OURS = [
    "localhost",
    "localhost:8000",
    "LocalHost:8000",
    "127.0.0.1:8000",
    "[::1]:8000",
    "10.1.2.3",
    socket.gethostname(),
    f"{socket.gethostname()}.local:8000",
]
OTHERS = [
    "evil.example",
    "localhost.evil.example",
    "evil.example:8000",
    "",
    "localhost:x",
    "[::1",
    'localhost:8000"><script>',
    "127.0.0.1.evil.example",
]


@pytest.mark.parametrize("host", OURS)
def test_it_is_known_by_its_names_and_addresses(host):
    assert Gate("localhost").is_meant(host)


@pytest.mark.parametrize("host", OTHERS)
def test_other_names_are_not_its_own(host):
    assert not Gate("localhost").is_meant(host)
    assert not Gate("0.0.0.0", "https://puzzles.example").is_meant(host)


def test_it_may_have_a_name_of_its_own():
    assert Gate("puzzles.lan").is_meant("Puzzles.lan:8000")
    assert Gate("localhost", "https://puzzles.example").is_meant("puzzles.example")


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "",
        "http://localhost",
        "http://localhost:3000",
        "https://localhost:8000",
        "http://localhost:8000.evil.example",
    ],
)
def test_no_other_page_opens_a_socket(origin):
    assert not Gate("localhost").is_own(origin, "localhost:8000")
    assert Gate("localhost").is_own("http://localhost:8000", "localhost:8000")


def test_behind_another_server_the_origin_is_that_server_s():
    gate = Gate("localhost", "https://puzzles.example")
    assert gate.is_own("https://puzzles.example", "127.0.0.1:8000")
    assert not gate.is_own("http://127.0.0.1:8000", "127.0.0.1:8000")


def test_the_token():
    assert Gate("localhost").admits("")
    assert not any(Gate("0.0.0.0", token="secret").admits(given) for given in ("", "Secret", "ß"))
    assert Gate("0.0.0.0", token="secret").admits("secret")


@pytest.mark.parametrize(
    ("host", "beyond"),
    [
        ("localhost", False),
        ("127.0.0.1", False),
        ("127.1.2.3", False),
        ("::1", False),
        ("0.0.0.0", True),
        ("::", True),
        ("", True),
        ("192.0.2.1", True),
    ],
)
def test_what_others_can_reach(host, beyond):
    assert is_beyond(host) == beyond
