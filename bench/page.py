"""The page that plays, tried in Chromium and in Firefox: what it shows, keeps, and says.

    python bench/page.py [FOLDER] [PICTURES]

FOLDER is what `puzzles page -o FOLDER` wrote; without it, the parts are gathered and a page is
built under `build`. A browser that is not here is named and left out. What is wrong ends the trial
in that browser, and the status is 1. Pictures are left in a folder, if one is named. One level is
won by ear; bench/ear.py wins more.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import re
import sys
import tarfile
import time
from base64 import b64encode
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from typing import Any

import ear
from browser import PROGRAMS, Browser, Page, opened, program
from helping import help_first
from parts import gather
from puzzles.library.catalogue import find
from puzzles.page.build import APP, BOARDS, CONFIG, build

BUILD = Path(__file__).parents[1] / "build"
BOARD = "#flow.1cCiWan1eqSqzqdjM"  # First Pipes 1: a pipe can go right from where the cursor is
CHALLENGE = "#kami.1ck4Yc9e7JM5qF7vcszoM5lEINbkUrK9nzpO0Jy4ofFMvHx7E.CIMsew"  # a move wins
SHOWN = """window.over?.hidden && Array.from({length: term.rows}, (_, y) =>
    term.buffer.active.getLine(y).translateToString()).join(" ").includes(%s)"""
LINES = """document.querySelector('#told').textContent + Array.from({length: term.rows}, (_, y) =>
    "\\n" + term.buffer.active.getLine(y).translateToString(true)).join("")"""
KEY = """new Promise(done => {
    const began = performance.now(), write = heard.write;
    heard.write = message => { heard.write = write; const seen = term.onRender(() => {
        seen.dispose(); done(performance.now() - began); }); write(message); };
    setTimeout(done, 1000, 1000); // if there is nothing to draw
    input(%s); })"""
# When the saved games were last written that the browser has stored.
STORED = """new Promise(done => { const opening = indexedDB.open('/puzzles');
    opening.onsuccess = () => { const files = opening.result;
        const ask = files.transaction('FILE_DATA').objectStore('FILE_DATA')
            .get('/puzzles/state/games.sqlite');
        ask.onsuccess = () => { files.close(); done(+(ask.result?.timestamp ?? 0)); }; }; })"""
FITS = """term.cols >= 40 && term.options.fontSize >= 14 &&
    document.querySelector('nav').getBoundingClientRect().bottom <= 640"""
PHONE = """const real = self.matchMedia.bind(self);
    self.matchMedia = query => query.includes('coarse') ? {matches: true} : real(query)"""
TONES = """window.tones = 0, window.OscillatorNode = class extends OscillatorNode {
    start(at) { tones++; super.start(at); } }, 1"""
BAD = {
    "#nothing": "names no board",
    "#flow.2zCBQ79Lk7ivc": "by a newer",
    "#flow.1c" + "A" * 100_000: "too long",
    "#<img src=x onerror=document.title='hurt'>": "names no board",
}
SCREENS = {  # what each shows that is opened from the first room, by a key
    "?": "Keys",
    ",": "Settings",
    "/": "search, or paste an ID",
    "O": "or the text of a level",
    "Control+p": "Search for commands",
}
ROOMS = {"2": "done today", "3": "Draw a board", "4": "What you solve"}
YOU = {"p": "question 1 of 5"}
HOME = " packs"
# Milliseconds from the first byte of the page until the picture of the board is there.
AT_ONCE = """(() => { const [page] = performance.getEntriesByType('navigation'),
    file = performance.getEntriesByType('resource').find(each => each.name.endsWith('.svg'));
    return file && Math.round(file.responseEnd - page.responseStart); })()"""
# The page can come again without a network.
KEPT = "await navigator.serviceWorker.ready && !!await caches.match(new URL('./', location))"
DENIED = b"""Object.defineProperty(self, 'indexedDB', {get() { throw Error('denied'); }});
    let begin; Object.defineProperty(self, 'loadPyodide', {set: (given) => { begin = given; },
        get: () => typeof begin !== 'function' ? begin : async (how) => {
            const python = await begin(how);
            setInterval(() => tell('stack', python._module.stackSave()), 100);
            return python; }});
    """  # and the page is told, ten times a second, where the stack of Python's C code ends
# Ten seconds are over at once: as where the browser's storage answers late.
LATE = b"const wait = setTimeout; self.setTimeout = (f, ms) => wait(f, ms > 10_000 ? ms : 0);"
FAULTY = b"import no_such_module"  # in place of the app's first module


class Host(SimpleHTTPRequestHandler):
    """A static host, unless it is away; under `/lost/NAME/` it has no file NAME, under `/faulty/`
    the app is broken, under `/denied/` nothing is stored, under `/late/` that takes time, and under
    `/renewed/` the page is older than its parts."""

    def log_message(self, *_: object) -> None: ...

    def do_GET(self) -> None:
        if self.server.away:  # type: ignore[attr-defined]
            return  # and the connection ends
        _, trouble, *rest = self.path.split("?")[0].split("/")
        name = rest[-1] if rest else ""
        if trouble == "lost":
            lost, self.path = rest[0], "/" + "/".join(rest[1:])
            if name == CONFIG:
                self._give(_config(self._read(name), lost, {"url": f"gone/{lost}"}))
            elif name != lost:
                super().do_GET()
            else:
                self.send_error(404)
        elif trouble == "renewed" and name == CONFIG:
            self._give(_config(self._read(name), "page.js", {"url": "page.js?newer"}))
        elif trouble == "faulty" and name == CONFIG:
            digest = f"sha256-{b64encode(sha256(_faulty()).digest()).decode()}"
            change = {"integrity": digest, "size": len(_faulty())}
            self._give(_config(self._read(name), APP, change))
        elif trouble == "faulty" and name == APP:
            self._give(_faulty())
        elif trouble in ("denied", "late") and name == "worker.js":
            before = DENIED if trouble == "denied" else LATE
            self._give(before + self._read(name), "text/javascript")
        else:
            if trouble in ("faulty", "denied", "late", "renewed"):
                self.path = "/" + "/".join(rest)
            super().do_GET()

    def _read(self, name: str) -> bytes:
        return (Path(self.directory) / name).read_bytes()

    def _give(self, data: bytes, kind: str = "application/octet-stream") -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _config(data: bytes, name: str, change: dict[str, Any]) -> bytes:
    config = json.loads(data)
    if name in config["files"]:
        config["files"][name] |= change
    return json.dumps(config).encode()


def _faulty() -> bytes:
    """An archive with a module that cannot be imported."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        for name, data in (("puzzles/__init__.py", b""), ("puzzles/page/start.py", FAULTY)):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    packed = bytearray(file.getvalue())
    packed[4:8] = bytes(4)  # of no time, so that the archive is the same each time
    return bytes(packed)


def started(folder: Path) -> ThreadingHTTPServer:
    """A host of the page."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder)))
    host.away = False  # type: ignore[attr-defined]
    Thread(target=host.serve_forever, daemon=True).start()
    return host


class Campaign:
    """All that is tried in one browser."""

    def __init__(self, name: str, browser: Browser, folder: Path, pictures: Path | None) -> None:
        self.name, self.browser, self.pictures = name, browser, pictures
        self.host: Any = started(folder)
        self.home = f"http://127.0.0.1:{self.host.server_port}/"

    def check(self, what: str, holds: object, told: str = "") -> None:
        assert holds, f"{what}: {told}"
        print(f"ok    {self.name}: {what}{': ' * bool(told)}{told}", flush=True)

    async def sees(self, page: Page, what: str, words: str) -> None:
        """Wait until the terminal shows some words, or the page says that it cannot."""
        shown = SHOWN % json.dumps(words)
        await page.until(f"{shown} || !window.reload?.hidden")
        if self.pictures is not None:
            await page.picture(self.pictures / f"{self.name}-{re.sub(r'[ /]', '-', what)[:30]}.png")
        if not (seen := await page.run(shown)):
            print(await page.run(LINES), flush=True)
        self.check(what, seen, words)

    async def visit(
        self, page: Page, end: str = BOARD, words: str = "joined", pictured: bool = False
    ) -> float:
        """Open the page at `#…`, and return the seconds until it shows these words; with the
        picture of the board before."""
        await page.goes("about:blank")
        began = time.monotonic()
        await page.goes(self.home + end)
        if pictured:  # while the terminal is not there yet
            await page.until("picture.naturalWidth > 0 && !(board.hidden || over.hidden)")
            await page.until("worker && [input('')]")  # before the app is there
        await page.until(f"{SHOWN % json.dumps(words)} || window.reload && !reload.hidden")
        return time.monotonic() - began

    async def playing(self) -> None:
        page = await self.browser.page()
        cold = await self.visit(page, pictured=True)
        await self.sees(page, "the first board", "joined")
        pictured = await page.run(AT_ONCE)
        self.check("a board at once", pictured, f"after {pictured} ms")
        self.check("title", "First Drop" in (title := await page.run("document.title")), title)
        taken = [await page.run(KEY % json.dumps(f"\x1b[{'CD'[i % 2]}")) for i in range(20)]
        pressed = await page.run("Date.now()")
        await page.press("Enter", "Right", "Enter")
        await self.sees(page, "keys draw a pipe", "filled 8 %")
        self.check("the move is stored", await page.until(f"await {STORED} > {pressed}"))
        self.check("the page is kept", await page.until(KEPT))
        self.host.away = True
        began = time.monotonic()
        await page.reloads()
        await self.sees(page, "a reload without a network keeps the move", "filled 8 %")
        warm = time.monotonic() - began
        self.host.away = False
        most = quantiles(taken, n=20)[-1]
        print(
            f"      {self.name}: a board after {cold:.1f} s, at the next visit after {warm:.1f} s; "
            f"a key is seen after {median(taken):.0f} ms, 95 % within {most:.0f} ms"
        )
        await self.screens(page)
        other = await self.browser.page(380, 640, like=page)
        await self.phone(other)
        await other.goes(f"{self.home}?ear")
        self.check("by ear a level is won", (won := await ear.win(other, 1))[-1:], won[-1])

    async def leaves(self, page: Page, words: str) -> None:
        """Go back, and wait until some words are gone: a key that comes at once would be taken for
        one that is pressed with alt."""
        await page.press("Escape")
        shown = SHOWN % json.dumps(words)
        if not (gone := await page.until(f"!({shown})")):
            print(await page.run(LINES))
            await page.press("Escape")
            print("      a second esc leads back:", await page.until(f"!({shown})"), flush=True)
        self.check("esc leads back", gone, words)

    async def screens(self, page: Page) -> None:
        await page.press("S")
        await self.sees(page, "S shows a solution", "proved")
        views = find("flow/first-pipes/1").pack.puzzle.tutor.VIEWS
        for number, (view, words) in enumerate(views.items(), 2):
            await page.press(str(number))
            await self.sees(page, f"view {view}", words[:30])
        await self.leaves(page, "1 Solution")
        for words in "1 hint", "2 hints", "3 hints":
            await page.press("H")
            await self.sees(page, "key H", words)
        await page.press("Escape")
        await self.sees(page, "esc leads home", HOME)
        for key, words in SCREENS.items():
            await page.press(key)
            await self.sees(page, f"key {key}", words)
            await self.leaves(page, words)
        for key, words in ROOMS.items():
            await page.press(key)
            await self.sees(page, f"room {key}", words)
        for key, words in YOU.items():
            await page.press(key)
            await self.sees(page, f"key {key} in the last room", words)
            await self.leaves(page, words)
        await page.press("1")
        await self.sees(page, "room 1", HOME)
        await page.press("E")
        await self.sees(page, "a new board", "Draw a new board")
        await page.press("Enter")
        await self.sees(page, "the maker", "New board")
        await self.leaves(page, "New board")
        for end, told in BAD.items():
            await page.run(f"location.hash = {json.dumps(end)}")
            await self.sees(page, f"the link {end[:20]}", told)
        await page.run("heard.fault({text: 'A fault', name: 'its report'})")
        self.check("a fault has a button", await page.run("!$('report').hidden"))
        await page.run("notice('')")
        self.check("no text becomes markup", await page.run("document.title != 'hurt'"))
        await page.run(f"location.hash = {json.dumps(CHALLENGE)}")
        await self.sees(page, "a challenge", "they: ")
        await page.press(":")
        await self.sees(page, "a move in words", "Type a move")
        await page.press(*"a1 Cream", "Enter")
        await self.sees(page, "the win", "both games")
        await page.press("A")
        await self.sees(page, "both games", "They")
        await page.run(f"location.hash = {json.dumps(BOARD)}")
        await self.sees(page, "a link that is clicked", "joined")

    async def phone(self, page: Page) -> None:
        await page.begins_with(PHONE)
        await self.visit(page)
        told = await page.run("document.querySelector('#notice').textContent")
        self.check("a second tab is told", "another tab" in told, told)
        self.check("a phone has room", await page.run(FITS))
        await page.press("R")
        await self.sees(page, "a phone shows the board", "filled 0 %")
        await page.pinch((190, 220), 100)
        self.check("two fingers spread what is seen", await page.until("spread > 1.5"))
        await self.sees(page, "two fingers draw nothing", "filled 0 %")
        await page.run("(spread = 1, place())")
        await page.run(f"($('sound').click(), {TONES})")
        await page.click((190, 220), (250, 220), by="touch")  # one cell to the right
        await self.sees(page, "a finger draws a pipe", "filled 8 %")
        self.check("the move is heard", await page.until("window.tones == 1"))
        box = "[...document.querySelectorAll('#keys button')].find(b => b.textContent == 'Undo')"
        await page.run(f"{box}.click()")
        await self.sees(page, "a button is a key", "filled 0 %")

    async def failing(self) -> None:
        for trouble, told in {
            "lost/xterm.js": "xterm.js",
            f"lost/{APP}": APP,
            "renewed": "renewed",
            "faulty": "No module named 'no_such_module'",
        }.items():
            page = await self.browser.page()
            await page.goes(f"{self.home}{trouble}/")
            await page.until("window.reload && !reload.hidden")
            said = await page.run("document.querySelector('#told').textContent")
            self.check(trouble[:12], told in said, said)
        page = await self.browser.page()
        await page.begins_with("delete window.WebAssembly")
        await page.goes(self.home)
        await page.until("window.reload && !reload.hidden")
        said = await page.run("document.querySelector('#told').textContent")
        self.check("without WebAssembly", "WebAssembly" in said, said)

    async def denied(self) -> None:
        page = await self.browser.page()
        await page.goes(f"{self.home}denied/{BOARD}")
        await self.sees(page, "without storage", "joined")
        await page.run("(window.ends = new Set(), heard.stack = ({text}) => ends.add(text), 1)")
        await page.press("Enter", "Right", "Enter")
        await self.sees(page, "without storage it plays", "filled 8 %")
        await page.press("R", "S")
        await self.sees(page, "without storage it solves", "proved")
        ends = await page.run("[...ends]")
        self.check("each call leaves the stack as it was", len(ends) == 1, str(ends))
        said = await page.run("document.querySelector('#notice').textContent")
        self.check("without storage it says so", "stores nothing" in said, said)
        await page.run("(send({kind: 'import', text: null}), 1)")
        died = await page.until("!reload.hidden && told.textContent.includes('saved')")
        self.check("an error in the worker is told", died)
        page = await self.browser.page()
        await page.goes(f"{self.home}late/{BOARD}")
        await self.sees(page, "a late storage is waited for", "joined")
        said = await page.run("document.querySelector('#notice').textContent")
        self.check("and nothing is said of it", not said, said)


async def tried_in_all(folder: Path, pictures: Path | None) -> list[bool]:
    """Try the page in the browsers that are here, at once, and say for each if all is right."""
    here = [name for name in PROGRAMS if program(name)]
    for name in PROGRAMS.keys() - here:
        print(f"not tried in {name}, which is not here: the page")
    return await asyncio.gather(
        *(tried(name, folder, pictures, failing=name == here[-1]) for name in here)
    )


async def tried(name: str, folder: Path, pictures: Path | None, failing: bool) -> bool:
    """Try the page in a browser, and return True if all is right; with what fails for want of
    storage, of a file or of WebAssembly, which one browser is enough for."""
    began = time.monotonic()
    async with opened(name) as browser:
        campaign = Campaign(name, browser, folder, pictures)
        try:
            await campaign.playing()
            campaign.check("no error in the console", not browser.errors, str(browser.errors))
            if failing:
                await campaign.denied()
                await campaign.failing()
        except (AssertionError, TimeoutError) as error:
            print(f"WRONG {name}: {error!s:.500}", *browser.errors, sep="\n", flush=True)
            return False
    print(f"      {name}: {time.monotonic() - began:.0f} s", flush=True)
    return True


def built() -> Path | None:
    """The page, built of the parts that are gathered; None if some could not be had."""
    if missing := gather(BUILD / "parts"):
        print(f"not tried in any browser: the page, for these are not to be had: {missing}")
        return None
    build(BUILD / "page", BUILD / "parts", print)
    return BUILD / "page"


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else built()
    pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if folder is None:
        return 0
    loaded = (f for f in folder.rglob("*.*") if f.parent.name != BOARDS)
    size = sum(len(gzip.compress(f.read_bytes(), 6)) for f in loaded) / 1e6
    print(f"{size:.1f} MB, compressed, and one board")
    right = asyncio.run(tried_in_all(folder, pictures))
    if sys.argv[1:] and not right:
        return 1  # what is named must be tried
    return int(not all(right))


if __name__ == "__main__":
    help_first(__doc__)
    sys.exit(main())
