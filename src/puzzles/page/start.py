"""The functions that `static/worker.js` calls, with functions of the browser."""

import asyncio
import os
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from pathlib import Path
from traceback import print_exception
from typing import TYPE_CHECKING, Any

from puzzles.core.offers import COMPILER, FILES, LACKS, LOG
from puzzles.core.solving import answer
from puzzles.player.reports import report_of
from puzzles.running.child import LONGEST, Child
from puzzles.running.worker import answers

if TYPE_CHECKING:
    from puzzles.page.app import PageApp, Send

KEPT = ("data", "state", "config")  # the folders of the player's files
ENDED = "The game has ended. Everything is saved."
LOOK = 0.1  # seconds between two looks at what has been written
GROWN = 100e6  # bytes of a worker that is ended after its task; it begins with 50 million
SOON = 3.0  # seconds that a worker has to end a task; another takes two to start
# What the app imports, with what that imports, without machine code: a browser keeps
# the memory with all of it.
EARLY = (
    *("ctypes", "gzip", "tarfile", "tomli", "textual._xterm_parser", "textual.widgets._markdown"),
    *("textual.widgets._text_area", "puzzles.player.memory"),
    *("puzzles.player.review", "puzzles.player.timeline", "puzzles.player.winning"),
    *("puzzles.running.making", "puzzles.ui.watch.bars", "puzzles.ui.widgets.keybar"),
)
_running = set[asyncio.Task[None]]()


# Starts a web worker, that tells what it answers, and the bytes that it has by then; returns what
# has it `send` a line to it, and `end` it.
Spawn = Callable[[Callable[[str, int], None]], Any]


def settle(folder: str) -> None:
    """Say what this place is, and import what comes first. The player's files are in a folder."""
    os.environ |= {
        **{f"PUZZLES_{kind.upper()}_DIR": f"{folder}/{kind}" for kind in KEPT},
        "PUZZLES_CACHE_DIR": "/tmp/puzzles",
        "COLORTERM": "truecolor",
        "ESCDELAY": "25",
        "PUZZLES_ALONE": "1",
        "PUZZLES_GLYPHS": "block",
        LACKS: f"{FILES} {COMPILER} {LOG}",
        "TERM": "xterm-256color",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TEXTUAL_DRIVER": "puzzles.page.app:PageDriver",
    }
    for name in EARLY:
        import_module(name)


def start(
    send: "Send",
    spawn: Spawn,
    sync: Callable[[], Awaitable[object]] | None,
    link: str,
    address: str,
    dark: bool,
    touch: bool,
    size: Sequence[int],
) -> "PageApp":
    """Start the app, and return it. Tasks are done by what `spawn` starts. `sync` has the browser
    keep the player's files, if it can. The terminal's `size` is its columns and rows."""
    from puzzles.page.app import PageApp

    Child.stand_in, Child.soon = lambda: WebWorker(spawn), SOON
    app = PageApp(send, link, address, dark, touch)
    app.resize(size[0], size[1])
    storage = Storage(sync, send) if sync else None
    _running.add(asyncio.ensure_future(_run(app, storage)))
    return app


def listen(send: "Send", sync: Callable[[], Awaitable[object]] | None, link: str) -> "Spoken":
    """Start a game by ear at what a link names, and return what takes the lines."""
    if sync:
        _running.add(asyncio.ensure_future(Storage(sync, send).keep()))
    return Spoken(send, link)


class Spoken:
    """A game in lines of text, each of which is answered."""

    def __init__(self, send: "Send", link: str) -> None:
        from puzzles.player.dialogue import Dialogue
        from puzzles.player.saves import Saves

        self._send = send
        self._turns = Dialogue(Saves(), True, answer).turns(None)
        self.feed(None)
        if link:
            self.feed("today" if link == "daily" else f"play {link}")

    def feed(self, line: str | None) -> None:
        """Take a line, and tell what is said to it."""
        said = StringIO()
        try:
            with redirect_stdout(said), redirect_stderr(said):
                self._turns.send(line)
        except StopIteration:
            self._send("failed", ENDED)
        self._send("said", said.getvalue())


async def _run(app: "PageApp", storage: "Storage | None") -> None:
    """Run the app until the player quits, and keep what it writes."""
    if storage is not None:
        _running.add(asyncio.ensure_future(storage.keep()))
    try:
        await app.run_async(size=app.terminal)
        error = app._exception
    except Exception as escaped:
        error = escaped
    if error is not None:
        print_exception(error)  # in the browser's console
    if storage is not None:
        await storage.flush()
    if error is None:
        app.send("failed", ENDED)
    else:
        app.send("failed", f"The app has a fault: {error}", report_of(error))


class Storage:
    """Has the browser keep the folder of the player's files, soon after each change. `sync` does it
    once; `tell` is called where that fails, and play goes on."""

    def __init__(self, sync: Callable[[], Awaitable[object]], tell: Callable[..., object]) -> None:
        self._folder = Path(os.environ["PUZZLES_STATE_DIR"]).parent
        self._sync, self._tell = sync, tell
        self._kept = self._state()
        self._failing = False
        self._turn = asyncio.Lock()

    async def keep(self) -> None:
        """Look again and again."""
        while True:
            await self.flush()
            await asyncio.sleep(LOOK)

    async def flush(self) -> None:
        """Have what has changed kept, if anything has."""
        async with self._turn:
            if (state := self._state()) == self._kept:
                return
            try:
                await self._sync()
            except Exception as error:
                if not self._failing:
                    self._tell("notice", f"The browser does not store your games now: {error}")
                self._failing = True
            else:
                if self._failing:
                    self._tell("notice", "")
                self._kept, self._failing = state, False

    def _state(self) -> dict[Path, tuple[int, int]]:
        """Return when each file was written, and its size."""
        found = {}
        for path in self._folder.rglob("*"):
            with suppress(FileNotFoundError):  # of the moment, as a journal is
                stat = path.stat()
                found[path] = stat.st_mtime_ns, stat.st_size
        return found


class WebWorker(Process):
    """A web worker in place of a process, as `running.child` needs one."""

    returncode: int | None = None
    grown = False

    def __init__(self, spawn: Spawn) -> None:
        self.stdin = self  # type: ignore[assignment]
        self.stdout = self._events = asyncio.StreamReader(LONGEST)
        self._worker = spawn(self._hear)

    def write(self, data: bytes) -> None:
        if self.returncode is None:
            self._worker.send(data.decode())

    def kill(self) -> None:
        if self.returncode is None:
            self.returncode = -9
            self._worker.end()
            self._events.feed_eof()

    async def wait(self) -> int:
        assert self.returncode is not None, "only what was ended is waited for"
        return self.returncode

    def _hear(self, line: str, size: int = 0) -> None:
        """Take an event; an empty line: the worker has died."""
        self.grown = size > GROWN
        if not line:
            self.kill()
        elif self.returncode is None:
            self._events.feed_data(line.encode())


class Solver:
    """The worker's side, which does one request after the other, until a new line comes in."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._lines = deque[str]()
        self._working: asyncio.Task[None] | None = None

    def hear(self, line: str) -> None:
        self._lines.append(line)
        if self._working is None or self._working.done():
            self._working = asyncio.ensure_future(self._work())

    async def _work(self) -> None:
        while self._lines:
            for event in answers(self._lines.popleft().encode(), lambda: bool(self._lines)):
                if event:
                    self._say(event.decode())
                await asyncio.sleep(0)  # lines come in
