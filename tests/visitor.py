"""A server of its own, and visitors who come to it as a browser does, with a terminal in memory."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pyte
from aiohttp import web

from processes import wait_for
from puzzles.web.server import Gate, Profiles
from puzzles.web.server import Server as Site
from terminal import PRIVATE


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


# The command, with seconds until a silent browser is called: a busy machine needs more of them.
PATIENT = """
import sys
from puzzles.cli import main
from puzzles.web import server
server.HEARTBEAT = float(sys.argv.pop(1))
sys.exit(main(sys.argv[1:]))
"""


class Server:
    """`puzzles serve` with these arguments; `said` is where it is, `warned` of what."""

    def __init__(self, *arguments: str, state: str, heartbeat: float) -> None:
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-c", PATIENT, str(heartbeat), "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PUZZLES_STATE_DIR": state, "NUMBA_DISABLE_JIT": "1"},
        )
        assert self.process.stdout
        self.warned, self.said = "", self.process.stdout.readline()
        while not self.said.startswith("puzzles is at"):
            assert self.process.poll() is None, self.warned
            self.warned, self.said = self.warned + self.said, self.process.stdout.readline()
        wait_for(self._listens)

    def _listens(self) -> bool:
        assert self.process.poll() is None
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


@contextmanager
def serving(*arguments: str, state: object, heartbeat: float = 60.0) -> Iterator[Server]:
    server = Server(*arguments, state=str(state), heartbeat=heartbeat)
    try:
        yield server
    finally:
        server.process.terminate()
        print("SERVER SAID", server.process.communicate(timeout=60), server.process.returncode)


# An app that greets, says which folder it is in, and listens until it is to quit.
GREETER = (
    sys.executable,
    "-I",
    "-S",
    "-c",
    """
import os, struct, sys
said = b"Welcome to " + os.path.basename(os.getcwd()).encode()
sys.stdout.buffer.write(b"__GANGLION__\\n" + struct.pack(">cI", b"D", len(said)) + said)
sys.stdout.flush()
while b"quit" not in said and (head := sys.stdin.buffer.read(5)):
    said = sys.stdin.buffer.read(struct.unpack(">cI", head)[1])
""",
)


@asynccontextmanager
async def hall(folder: Path, token: str = "") -> AsyncIterator[SimpleNamespace]:
    """A server with three places in this process; like `Server` it has an `origin`."""
    gate = Gate("127.0.0.1", token=token)
    runner = web.AppRunner(Site(gate, Profiles(folder), 3, str(folder)).app(), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port := free_port()).start()
    try:
        yield SimpleNamespace(origin=f"http://127.0.0.1:{port}")
    finally:
        await runner.cleanup()


class Visitor:
    """Somebody who plays at 80 × 24; the browser listens all the time."""

    def __init__(self, link: aiohttp.ClientWebSocketResponse) -> None:
        self.link = link
        self._screen, self._unseen = pyte.Screen(80, 24), bytearray()
        self._stream = pyte.ByteStream(self._screen)
        self.ended = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        """Read at once and draw when asked: a call of the server must not wait behind frames."""
        async for message in self.link:
            if message.type == aiohttp.WSMsgType.BINARY:
                self._unseen += PRIVATE.sub(b"", message.data)

    async def press(self, keys: str) -> None:
        await self.link.send_str(json.dumps(["stdin", keys]))

    async def see(self, wanted: str, seconds: float = 60) -> None:
        """Wait until the screen has these words."""
        end = time.monotonic() + seconds
        while wanted not in self.text():
            assert time.monotonic() < end, self.text()
            assert not self.ended.done(), self.text()
            await asyncio.sleep(0.02)

    async def lose(self, words: str, seconds: float = 60) -> None:
        """Wait until these words are gone from the screen."""
        end = time.monotonic() + seconds
        while words in self.text():
            assert time.monotonic() < end, self.text()
            await asyncio.sleep(0.02)

    def text(self) -> str:
        self._stream.feed(bytes(self._unseen))
        self._unseen.clear()
        return "\n".join(self._screen.display)


def new_session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))  # of an address


@asynccontextmanager
async def visitor(
    server: Any, session: aiohttp.ClientSession | None = None, **options: Any
) -> AsyncIterator[Visitor]:
    """A visitor; one who comes again has the `session` of before."""
    own = session or new_session()
    try:
        async with own.get(server.origin) as page:
            assert page.status == 200, await page.text()
            address = re.search(r'websocket-url="(.*?)"', await page.text())
            assert address
        async with own.ws_connect(address[1], origin=server.origin, **options) as link:
            yield Visitor(link)
    finally:
        if session is None:
            await own.close()


async def gone_after(pids: Iterable[int], alive: Callable[[int], bool]) -> float:
    """Seconds until none of these processes is there."""
    began = time.monotonic()
    while any(map(alive, pids)):
        assert time.monotonic() - began < 60, "they stay"
        await asyncio.sleep(0.02)
    return time.monotonic() - began
