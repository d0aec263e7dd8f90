"""What visitors cost `puzzles serve`: memory, and how long a key takes to be seen, on loopback.

    python bench/serve.py [CLIENTS]

Each of 50 visitors (or CLIENTS) opens the app and presses an arrow about every two seconds, for
half a minute. Memory is the proportional set size: what processes share is counted once.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from statistics import median, quantiles

import aiohttp

from helping import PIECE, help_first

CLIENTS = int(sys.argv[1]) if len(sys.argv) > 1 else 50
SECONDS = 3.0 * PIECE or 30.0  # of pressing keys
PAUSE = SECONDS / 15  # between two of one visitor's
ARROWS = "\x1b[C", "\x1b[D"
STILL = 0.5  # seconds without a word, after which an app has drawn all it wanted to
WAIT = 120.0  # seconds for anything


class Visitor:
    """A browser that only counts what comes in."""

    def __init__(self, link: aiohttp.ClientWebSocketResponse) -> None:
        self._link, self._heard = link, asyncio.Event()
        self.latencies: list[float] = []
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self._link:
            if message.type == aiohttp.WSMsgType.BINARY:
                self._heard.set()

    async def settle(self) -> None:
        """Wait until there is nothing more to draw."""
        try:
            while True:
                self._heard.clear()
                await asyncio.wait_for(self._heard.wait(), STILL)
        except TimeoutError:
            pass

    async def play(self) -> None:
        end = time.monotonic() + SECONDS
        for turn in range(10**6):
            await asyncio.sleep(random.uniform(0, 2 * PAUSE))
            if time.monotonic() > end:
                break
            self._heard.clear()
            began = time.monotonic()
            await self._link.send_str(json.dumps(["stdin", ARROWS[turn % 2]]))
            await asyncio.wait_for(self._heard.wait(), WAIT)
            self.latencies.append(time.monotonic() - began)


async def visitor(origin: str, stack: AsyncExitStack) -> tuple[Visitor, float]:
    """A visitor, and the seconds until the app had drawn something."""
    session = await stack.enter_async_context(
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
    )
    began = time.monotonic()
    async with session.get(origin) as page:
        found = re.search(r'websocket-url="(.*?)"', await page.text())
        assert found, page.status
    link = await session.ws_connect(f"{found[1]}?width=100&height=30", origin=origin)
    one = Visitor(link)
    await asyncio.wait_for(one._heard.wait(), WAIT)
    return one, time.monotonic() - began


def family(pid: int) -> list[int]:
    """A process and all that come of it."""
    found = [pid]
    with suppress(OSError):  # it has ended
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in (thread / "children").read_text().split():
                found += family(int(child))
    return found


def memory(pid: int) -> float:
    """The proportional set size of a process (MB)."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(r"^Pss: +(\d+)", text, re.MULTILINE)
    assert found
    return int(found[1]) / 1000


async def measure(origin: str, server: int) -> None:
    async with AsyncExitStack() as stack:
        visitors, firsts = [], []
        for _ in range(CLIENTS):  # they do not all come in the same second
            one, first = await visitor(origin, stack)
            visitors.append(one)
            firsts.append(first)
        await asyncio.gather(*(one.settle() for one in visitors))
        print(
            f"{CLIENTS} visitors; from the page to the first frame: "
            f"median {median(firsts):.2f} s, at most {max(firsts):.2f} s"
        )
        await asyncio.gather(*(one.play() for one in visitors))
        taken = [each * 1000 for one in visitors for each in one.latencies]
        print(
            f"{len(taken)} keys; from the key to what it changes: median {median(taken):.0f} ms, "
            f"95 % within {quantiles(taken, n=20)[-1]:.0f} ms, at most {max(taken):.0f} ms"
        )
        apps = [memory(pid) for pid in family(server)[1:]]
        print(
            f"memory: {memory(server):.0f} MB for the server, {sum(apps) / CLIENTS:.0f} MB for "
            f"each visitor, {sum(apps) + memory(server):.0f} MB in all"
        )
    began = time.monotonic()
    while len(family(server)) > 1 and time.monotonic() - began < WAIT:
        await asyncio.sleep(0.05)
    print(f"all gone {time.monotonic() - began:.1f} s after the last one has left")


def main() -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        words = f"-m puzzles serve --host 127.0.0.1 --port {port} --clients {CLIENTS}"
        server = subprocess.Popen(
            [sys.executable, *words.split()],
            stdout=subprocess.PIPE,
            env=os.environ | {"PUZZLES_STATE_DIR": folder},
        )
        try:
            assert server.stdout
            server.stdout.readline()
            time.sleep(0.5)  # it says where it will be just before it is there
            asyncio.run(measure(f"http://127.0.0.1:{port}", server.pid))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    help_first(__doc__)
    main()
