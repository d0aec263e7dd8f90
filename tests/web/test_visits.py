"""Visitors over real sockets: each has an app and a profile, and nothing of the host's."""

from __future__ import annotations

import asyncio
import os
import signal
from random import Random

import pytest

pytest.importorskip("textual_serve")

from processes import alive, children_of, wait_for
from visitor import gone_after, new_session, serving, visitor

SOON = 5.0  # seconds after which nothing is left of a visit
ENTER, ESC = "\r", "\x1b"
READ = "Stars 2 packs"  # all are, and the first door is there to be chosen
HOST_S = 'puzzle = "kami"\ntitle = "Secret"\nboard = "RW"\n'
ROWS = ["".join(Random(row).choices("RWTYBG", k=13)) for row in range(13)]
ENDLESS = "\n".join(["puzzle = 'kami'", "board = '''", *ROWS, "'''"])


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving("--clients", "3", state=tmp_path_factory.mktemp("state")) as server:
        yield server


def family(pid):
    """A process and all that come of it."""
    return [pid, *(one for child in children_of(pid) for one in family(child))]


@pytest.mark.slow
async def test_beyond_this_machine_a_token_is_asked_for(tmp_path):
    with serving("--host", "0.0.0.0", state=tmp_path) as server:
        token = server.said.split("?token=")[1].split()[0]
        async with new_session() as session:
            async with session.get(server.origin) as answer:
                assert answer.status == 403
            async with session.get(f"{server.origin}/?token={token}") as answer:
                assert answer.status == 200


@pytest.mark.slow
async def test_without_a_token_there_is_a_warning(tmp_path):
    with serving("--host", "0.0.0.0", "--open", state=tmp_path) as server:
        assert server.warned.startswith("puzzles: everyone who can reach")
        assert "token" not in server.said
        async with new_session() as session, session.get(server.origin) as answer:
            assert answer.status == 200


# Inside


async def play(guest):
    """Begin the first level, after its lesson."""
    await guest.see(READ)
    await guest.press(ENTER)
    await guest.see("Lesson")
    await guest.press(ESC)
    await guest.see("0 moves")


@pytest.mark.slow
async def test_two_visitors_have_games_of_their_own(server, tmp_path_factory):
    async with new_session() as first, new_session() as second:
        async with visitor(server, first) as alice, visitor(server, second) as bob:
            await asyncio.gather(play(alice), play(bob))
            await alice.press("H")
            await alice.see("Try")
            await alice.press("t")
            await alice.see("Trial: ")
            await bob.press("R")
            await bob.see("This is the start")
            assert "Trial: " not in bob.text()
        async with visitor(server, first) as alice:
            await alice.see("go on")
            await alice.press("c")
            await alice.see("0 moves")
            await alice.press("T")
            await alice.see("Kept")


PATHS = [
    "/etc/passwd",
    "/etc/no-such-file",
    "secret.toml",
    "~/x.toml",
    "-",
    "/dev/stdin",
    "/",
    "../../state/games.sqlite",
    "/etc/passwd:1",
]


@pytest.mark.slow
async def test_nothing_of_the_host_s_can_be_reached(server):
    """One visit sees that no path leads anywhere nor tells whether it exists, that the clipboard is
    not read, nothing is written but the visitor's own games, and nobody told where files are."""
    async with visitor(server) as guest:
        for path in PATHS:
            await guest.see(" packs")
            await guest.press("O")
            await guest.see("the text of a level")
            await guest.press(path)
            await guest.see(f"▊ {path}")
            await guest.press("\x0f")
            await guest.see("no file and no level is called")
            await guest.press(ESC)
            await guest.lose("the text of a level")  # the home shows around it
        await guest.see(" packs")
        await guest.press("O")
        await guest.see("the text of a level")
        assert "^g" not in guest.text()
        await guest.press("\x07")
        await guest.press("none")
        await guest.see("▊ none")
        await guest.press(ESC)
        await guest.lose("the text of a level")
        await guest.see(" packs")
        await guest.press("\x10")  # ^p: what commands there are
        await guest.see("Search for commands")
        await guest.press("screenshot")
        await guest.see("No matches")
        await guest.press(ESC)
        await guest.lose("No matches")
        await guest.press(",")
        await guest.see("settings.toml")
        assert "config/settings.toml" in guest.text()
        assert "/config" not in guest.text()


@pytest.mark.slow
async def test_packs_of_the_host_s_own_are_not_shown(own_directories, tmp_path):
    folder = own_directories / "data" / "levels"
    folder.mkdir(parents=True)
    (folder / "secret.toml").write_text(HOST_S)
    with serving(state=tmp_path) as server:
        async with visitor(server) as guest:
            await guest.see(" packs")
            await guest.press("/")
            while "No level" not in guest.text():  # keys are lost until they go there
                await guest.press("q")
                await asyncio.sleep(0.1)
            await guest.press("\x15")  # ^u: all of it is deleted
            await guest.see("search, or paste")
            await guest.press("secret")
            await guest.see("No level")
            await guest.press(ENTER)
            await guest.see("no level is called")
            assert str(own_directories) not in guest.text()


# Limits


@pytest.mark.slow
async def test_a_solver_that_is_busy_says_so_politely(tmp_path):
    with serving("--solvers", "1", state=tmp_path) as server:
        async with visitor(server) as alice, visitor(server) as bob:
            for guest in alice, bob:
                await guest.see(" packs")
                await guest.press("O")
                await guest.see("the text of a level")
                await guest.press(f"\x1b[200~{ENDLESS}\x1b[201~")  # as a browser pastes
                await guest.see(ROWS[-1])
                await guest.press("\x0f")
                await guest.see("Lesson")
                await guest.press(ESC)
                await guest.see("0 moves")
            await alice.press("S")
            await alice.see("Searching")
            await bob.press("S")
            await bob.see("all solvers are busy")
            await alice.press(ESC)
            await alice.see("0 moves")
            alone = lambda: len(family(server.process.pid)) == 3  # noqa: E731
            await asyncio.to_thread(wait_for, alone)  # the solver is free
            await bob.press(ESC)
            await bob.see("0 moves")
            await bob.press("S")
            await bob.see("Searching")


# The end


@pytest.mark.slow
@pytest.mark.parametrize("way", ["breaks off", "quits"])
async def test_nothing_is_left_of_a_visit(server, way):
    await asyncio.to_thread(wait_for, lambda: not children_of(server.process.pid))
    async with visitor(server) as guest:
        await play(guest)
        (app,) = children_of(server.process.pid)
        await guest.press("S")
        await guest.see("1 Solution")
        await guest.press("2")  # the solution ships with the level; the search has to be asked
        await asyncio.to_thread(wait_for, lambda: len(family(app)) > 1)
        pids = family(app)
        if way == "quits":
            await guest.press("\x11")
        else:
            guest.link._response.connection.transport.abort()
        assert await gone_after(pids, alive) < SOON


@pytest.mark.slow
async def test_who_falls_silent_has_left(tmp_path):
    with serving(state=tmp_path, heartbeat=4.0) as server:
        async with visitor(server) as guest:
            await guest.see(" packs")
            pids = children_of(server.process.pid)
            guest.link._autoping = False
            await gone_after(pids, alive)
            assert pids


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_nothing_outlives_the_server(tmp_path, how):
    with serving(state=tmp_path) as server:
        async with visitor(server) as one, visitor(server) as other:
            await play(one)
            await other.see(" packs")
            await one.press("S")
            await one.see("1 Solution")
            await one.press("2")  # the solution ships with the level; the search has to be asked
            wanted = lambda: (found := family(server.process.pid))[3:] and found  # noqa: E731
            pids = await asyncio.to_thread(wait_for, wanted)
            os.kill(server.process.pid, how)
            assert await gone_after(pids[1:], alive) < SOON
        server.process.communicate(timeout=60)
    assert not list(tmp_path.rglob("crashes"))
