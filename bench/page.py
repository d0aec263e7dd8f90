"""The page that plays, tried in Chromium: how fast it is, what it loads, and what goes wrong well.

    python bench/page.py FOLDER [PICTURES]

FOLDER is what `puzzles page -o FOLDER --vendor FILES` wrote. Playwright and Chromium are installed
where they are missing; where that fails, all is skipped.
"""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from typing import Any

from helping import help_first

BOARD = "#flow.1cCiWan1eqSqzqdjM"  # First Pipes 1: a pipe can go right from where the cursor is
DRAW = r"for (const key of ['\r', '\x1b[C', '\r']) input(key)"
WAIT = 90_000  # milliseconds for anything
SCREEN = """words => window.over.hidden && Array.from({length: term.rows}, (_, y) =>
    term.buffer.active.getLine(y).translateToString()).join(" ").includes(words)"""
FRAME = """key => new Promise(done => {
    const began = performance.now(), write = heard.write;
    heard.write = message => { heard.write = write; const seen = term.onRender(() => {
        seen.dispose(); done(performance.now() - began); }); write(message); }; input(key); })"""
FITS = "term.cols >= 60 && document.querySelector('nav').getBoundingClientRect().bottom <= 640"
BAD = {
    "#nothing": "names no board",
    "#flow.2zCBQ79Lk7ivc": "by a newer",
    "#flow.1c" + "A" * 1_000_000: "too long",
    "#<img src=x onerror=document.title='hurt'>": "names no board",
}
DENIED = "Object.defineProperty(self, 'indexedDB', {get() { throw Error('denied'); }});"


class Campaign:
    def __init__(self, browser: Any, home: str, pictures: str = "") -> None:
        self.browser, self.home, self.pictures, self.wrong = browser, home, pictures, 0

    def check(self, what: str, holds: object, told: str = "", picture: Any = None) -> None:
        self.wrong += not holds
        print(f"{'ok   ' if holds else 'WRONG'} {what}{': ' * bool(told)}{told}", flush=True)
        if picture is not None and self.pictures:
            picture.screenshot(path=f"{self.pictures}/{what.replace(' ', '-')}.png")

    def page(self, **how: Any) -> Any:
        """A page in a browser without a past."""
        how = {"viewport": {"width": 1000, "height": 700}, "color_scheme": "dark", **how}
        return self.browser.new_context(**how).new_page()

    def visit(self, page: Any, end: str = BOARD, words: str = "joined") -> float:
        """Open the page at `#…`, and return the seconds until it shows these words."""
        page.goto("about:blank")
        began = time.monotonic()
        page.goto(self.home + end)
        page.wait_for_function(SCREEN, arg=words, timeout=WAIT)
        return time.monotonic() - began

    def sees(self, page: Any, words: str) -> bool:
        """Wait until the terminal shows these words, and return whether it does."""
        look = partial(page.evaluate, SCREEN, words)
        return any(look() or page.wait_for_timeout(100) for _ in range(100))

    def playing(self) -> None:
        page = self.page()
        cold = self.visit(page)
        self.check("cold", cold <= 8, f"the first board after {cold:.1f} s (8)", page)
        page.wait_for_timeout(5000)  # the second worker loads, and what was made is kept
        self.check("title", "First Drop" in page.title(), page.title())
        taken = [page.evaluate(FRAME, f"\x1b[{'CD'[i % 2]}") for i in range(100)]
        most = quantiles(taken, n=20)[-1]
        self.check("keys", most <= 60, f"{median(taken):.0f} ms, 95 % within {most:.0f} ms (60)")
        page.evaluate(DRAW)
        page.wait_for_timeout(1000)  # until the browser has stored it
        warm = self.visit(page)
        self.check("warm", warm <= 3, f"the first board after {warm:.1f} s (3)")
        self.check("a reload keeps the move", self.sees(page, "filled 8 %"))
        self.visit(other := page.context.new_page())
        self.check("a second tab", told := other.inner_text("#notice"), told)
        page.keyboard.press("S")
        self.check("S shows a solution", self.sees(page, "proved"), picture=page)
        page.keyboard.press("Escape")
        self.check("esc leads back", self.sees(page, "Restart"))

    def failing(self) -> None:
        page = self.page()
        self.visit(page, "#daily", "of the day")
        for end, told in BAD.items():
            self.visit(page, end, "")
            self.check(end[:20], self.sees(page, told) and page.title() != "hurt", told)
        page.evaluate("end => { location.hash = end; }", BOARD)
        self.check("a link that is clicked", self.sees(page, "joined"))
        for lost in ("WebAssembly", "numpy*", "app.bin*", "xterm.js"):
            page = self.page()
            page.route(f"**/{lost}", lambda route: route.abort())
            page.add_init_script(f"delete window.{lost}" if lost.isalpha() else "")
            page.goto(self.home)
            page.wait_for_selector("#reload")
            self.check(f"without {lost}", True, page.inner_text("#told"))
        page = self.page()
        script = DENIED + page.request.get(f"{self.home}worker.js").text()
        page.context.route("**/worker.js", lambda route: route.fulfill(body=script))
        self.visit(page)
        page.evaluate(DRAW)
        told = page.inner_text("#notice")
        self.check("without storage", told and self.sees(page, "filled 8 %"), told)

    def looks(self) -> None:
        page = self.page(color_scheme="light")
        page.set_content(f'<iframe src="{self.home}{BOARD}" width=900 height=600>')
        page.frames[1].wait_for_function(SCREEN, arg="joined", timeout=WAIT)
        self.check("in a frame", True, picture=page)
        page = self.page(viewport={"width": 380, "height": 640}, has_touch=True, is_mobile=True)
        self.visit(page)
        self.check("a phone has room", page.evaluate(FITS), picture=page)
        finger = partial(page.context.new_cdp_session(page).send, "Input.dispatchTouchEvent")
        for kind, x in (("Start", 190), ("Move", 250), ("End", 0)):  # one cell to the right
            points = [{"x": x, "y": 220}] if x else []
            finger({"type": f"touch{kind}", "touchPoints": points})
        self.check("a finger draws a pipe", self.sees(page, "filled 8 %"), picture=page)
        page.tap("text=Undo")
        self.check("a button is a key", self.sees(page, "filled 0 %"))


def main() -> int:
    chromium = shutil.which("chromium")
    needed = {"pip install -q playwright": find_spec("playwright")}
    for install, there in {**needed, "playwright install chromium": chromium}.items():
        if there is None and subprocess.call([sys.executable, "-m", *install.split()]):
            print(f"skipped, all of it: `{install}` has failed")
            return 0
    from playwright.sync_api import sync_playwright

    size = sum(len(gzip.compress(f.read_bytes())) for f in Path(sys.argv[1]).rglob("*.*")) / 1e6
    serve = partial(SimpleHTTPRequestHandler, directory=sys.argv[1])
    host = ThreadingHTTPServer(("127.0.0.1", 0), serve)
    Thread(target=host.serve_forever, daemon=True).start()
    with sync_playwright() as play:
        how = ["--no-sandbox", "--enable-unsafe-swiftshader"]  # it draws without a graphics card
        browser = play.chromium.launch(executable_path=chromium, args=how)
        campaign = Campaign(browser, f"http://127.0.0.1:{host.server_port}/", *sys.argv[2:])
        campaign.check("size", size <= 14, f"{size:.1f} MB, compressed (14)")
        campaign.playing()
        campaign.failing()
        campaign.looks()
    return campaign.wrong


if __name__ == "__main__":
    help_first(__doc__)
    sys.exit(main())
