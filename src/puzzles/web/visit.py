"""A visit: an app of its own for a browser's socket, in the visitor's folder. When the socket goes,
the app and all it started go.

The app speaks to us as Textual's web driver does, in packets: a letter (D for data, M for a JSON
object), the length in four bytes, and so many bytes.
"""

from __future__ import annotations

import asyncio
import json
import os
import struct
import sys
from asyncio import IncompleteReadError, LimitOverrunError
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from aiohttp import WSMsgType, web

from puzzles.core.offers import FILES, LACKS
from puzzles.library import locations
from puzzles.running.child import kill

# -P: what lies in the visitor's folder is not taken for a module.
COMMAND = (sys.executable, "-P", "-m", "puzzles")
BEGINS = b"__GANGLION__\n"  # what a web driver says first
QUIT = 1.0  # seconds that an app may take to quit before it is ended, and a browser to hear of it
LARGEST = 1 << 16  # bytes in a message of a browser
WIDEST, HIGHEST = 400, 200  # characters


async def visit(
    socket: web.WebSocketResponse, query: Mapping[str, str], folder: Path, slots: str
) -> None:
    """Let a browser play until one of the two has had enough. `query` says how large its window is;
    `slots` is the folder of `running.slots`."""
    width, height = _size(query.get("width", "80"), query.get("height", "24"))
    # The files of a guest are in the folder that the app runs in, whose place is not named, and it
    # reads and writes no others.
    own = {
        "TEXTUAL_DRIVER": "puzzles.ui.terminal.guest:GuestDriver",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "COLORTERM": "truecolor",
        "TERM": "xterm-256color",
        "TERM_PROGRAM": "textual",
        LACKS: FILES,
        "PUZZLES_DATA_DIR": "data",
        "PUZZLES_STATE_DIR": "state",
        "PUZZLES_CONFIG_DIR": "config",
        "PUZZLES_CACHE_DIR": os.path.abspath(locations.cache()),
        "PUZZLES_SLOTS": slots,
        "COLUMNS": str(width),
        "ROWS": str(height),
    }
    app = await asyncio.create_subprocess_exec(
        *COMMAND, stdin=PIPE, stdout=PIPE, cwd=folder, env=os.environ | own
    )
    showing = asyncio.create_task(_show(app, socket))
    try:
        async for message in socket:
            if message.type == WSMsgType.TEXT:
                await _pass_on(app, socket, json.loads(message.data))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        pass  # whoever speaks another language is not listened to
    except ConnectionError:
        pass  # the app has ended
    finally:
        await _end(app)
        await asyncio.wait([showing], timeout=QUIT)
        showing.cancel()  # if it still waits for the browser


async def _show(app: Process, socket: web.WebSocketResponse) -> None:
    """Pass on what the app draws; when one of the two has ended, so has the other."""
    assert app.stdout
    try:
        await app.stdout.readuntil(BEGINS)
        while True:
            kind, length = struct.unpack(">cI", await app.stdout.readexactly(5))
            drawn = await app.stdout.readexactly(length)
            if kind == b"D":
                await socket.send_bytes(drawn)
    except (IncompleteReadError, LimitOverrunError, ConnectionError):
        await socket.close()


async def _pass_on(app: Process, socket: web.WebSocketResponse, said: list[object]) -> None:
    """Pass on a browser's message: keys and clicks as a terminal sends them, its window's size."""
    match said:
        case ["stdin", str(keys)]:
            await _send(app, b"D", keys.encode())
        case ["resize", {"width": width, "height": height}]:
            columns, rows = _size(width, height)
            await _send(app, b"M", {"type": "resize", "width": columns, "height": rows})
        case ["focus" | "blur" as kind, *_]:
            await _send(app, b"M", {"type": kind})
        case ["ping", sent]:
            await socket.send_json(["pong", sent])
        case _:
            raise ValueError(said)


async def _send(app: Process, kind: bytes, content: bytes | dict[str, object]) -> None:
    assert app.stdin
    payload = content if isinstance(content, bytes) else json.dumps(content).encode()
    app.stdin.write(struct.pack(">cI", kind, len(payload)) + payload)
    await app.stdin.drain()


async def _end(app: Process) -> None:
    """Have the app quit, as by its key; if it does not, end it, and see it gone."""
    with suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(QUIT):
            await _send(app, b"M", {"type": "quit"})
            await app.wait()
    if app.returncode is None:
        kill(app)
        await app.wait()


def _size(width: object, height: object) -> tuple[int, int]:
    """The size of a window, in characters; ValueError if it is none."""
    return min(max(int(str(width)), 1), WIDEST), min(max(int(str(height)), 1), HIGHEST)
