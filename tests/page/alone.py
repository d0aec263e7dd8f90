"""The packed app where nothing else is: `python -I -S alone.py FOLDER SITE`.

FOLDER is the archive of a page, unpacked; SITE has the numpy that the page's wheel brings. No
module that Pyodide lacks can be imported here, nor one of a wheel before the page unpacks it; no
thread starts, and what would be done by one is done at once. Each screen is opened once, and its
name is printed; then a fault is made on purpose, whose report goes to standard error.
"""

import _thread
import asyncio
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

# Of Python's library, what Pyodide 0.27.7 cannot import.
ABSENT = {
    *("_curses", "_curses_panel", "_dbm", "_gdbm", "_hashlib", "_lzma", "_multiprocessing"),
    *("_posixshmem", "_pydecimal", "_ssl", "_tkinter", "_uuid", "curses", "dbm", "ensurepip"),
    *("fcntl", "grp", "idlelib", "lib2to3", "lzma", "nis", "ossaudiodev", "pty", "pwd"),
    *("pydoc_data", "readline", "resource", "spwd", "ssl", "syslog", "termios", "tkinter", "tty"),
    *("turtle", "venv"),
}
WHEELS = {"numpy", "sqlite3", "_sqlite3"}
OPENED = {  # from the home screen, by a key
    "HelpScreen": "question_mark",
    "SettingsScreen": "comma",
    "StatisticsScreen": "s",
    "DailyScreen": "D",
    "OpenScreen": "O",
    "MakeScreen": "M",
    "Palette": "ctrl+p",
}
WAIT = 120  # seconds, after which what was waited for does not come

folder, site = sys.argv[1:]
ended = list[str]()  # what the page says in the end
faults = list[str]()


class Finder:
    """Finds what the page has unpacked."""

    unpacked = False

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name in ABSENT or (name in WHEELS and not self.unpacked):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return PathFinder.find_spec(name, [site]) if name == "numpy" else None


class Loop(asyncio.SelectorEventLoop):
    """An event loop without threads."""

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> Any:
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def start_no_thread(*arguments: object, **named: object) -> int:
    raise RuntimeError("can't start new thread")


for name in (ABSENT | WHEELS) & {*sys.modules}:
    del sys.modules[name]
sys.path.append(folder)
sys.meta_path.insert(0, finder := Finder())
_thread.start_new_thread = start_no_thread

from puzzles.page import start  # noqa: E402

start.settle(f"{folder}/home")
finder.unpacked = True

from textual.pilot import Pilot  # noqa: E402

from puzzles.library.catalogue import find  # noqa: E402


class Worker:
    """The second worker, in this process."""

    def __init__(self, heard: Any) -> None:
        self.send = start.Solver(heard).hear

    def end(self) -> None:
        pass


def say(*words: object) -> None:
    print(*words, file=sys.__stdout__, flush=True)


def hear(kind: str, text: str = "", name: str = "") -> None:
    if kind == "failed":
        ended.append(text)
    elif kind == "fault":
        faults.append(text)


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(WAIT):
        while not holds():
            await asyncio.sleep(0.01)


async def play() -> None:
    app: Any = start.start(hear, Worker, None, "", "https://play.example/", True, False, (80, 24))
    pilot = Pilot(app)

    async def opens(screen: str, *keys: str) -> None:
        await pilot.press(*keys)
        await until(lambda: type(app.screen).__name__ == screen)
        say(screen)

    await until(lambda: app.screen_stack)
    await opens("HomeScreen")
    for screen, key in OPENED.items():
        await opens(screen, key)
        await opens("HomeScreen", "escape", "1")
    await opens("KindScreen", "E")
    await opens("EditScreen", "enter")
    await opens("HomeScreen", "escape")
    for name in "kami/first-folds/2", "flow/first-pipes/1":
        app.follow(find(name).id)
        await opens("PlayScreen")
        for _ in range(3):
            await pilot.press("H")
            await until(lambda: not (search := app.screen._search) or search.is_finished)
        assert app.screen.game.session.hints == 3
        await opens("WatchScreen", "S")
        for _ in app.screen._views:
            await until(lambda: app.screen.ready)
            say(app.screen.view.name)
            await pilot.press("v")
        await opens("PlayScreen", "escape")
        await opens("HomeScreen", "escape")
    await opens("NewScreen", "N")
    app.screen.call_later(start_no_thread)  # a fault
    await opens("HomeScreen")
    await until(lambda: any("A report is kept." in told for told in faults))
    app.exit()
    await until(lambda: ended)
    say(*ended)


with asyncio.Runner(loop_factory=Loop) as runner:
    runner.run(play())
