"""The page that plays, tried in Chromium: how fast it is, what it loads, and what goes wrong well.

    python bench/page.py FOLDER [PICTURES]

FOLDER is what `puzzles page -o FOLDER --vendor FILES` wrote; pictures of it go to the folder
PICTURES. It needs playwright, and Chromium on the path; without them it says what it skips.
"""

from __future__ import annotations

import gzip
import shutil
import sys
import time
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from typing import Any

from helping import help_first

BOARD = "#flow.1cCiWan1eqSqzqdjM"  # First Pipes 1: a pipe can go right from where the cursor is
WAIT = 90_000  # milliseconds for anything
SCREEN = """() => Array.from({length: term.rows}, (_, y) =>
    term.buffer.active.getLine(y).translateToString()).join(" ").replace(/ +/g, " ")"""
FRAME = """key => new Promise(done => {
    const began = performance.now(), write = heard.write;
    heard.write = message => { heard.write = write; const seen = term.onRender(() => {
        seen.dispose(); done(performance.now() - began); }); write(message); };
    input(key); })"""
BAD = {
    "none": ("#nothing", "names no board"),
    "of a newer version": ("#flow.2zCBQ79Lk7ivc", "by a newer"),
    "of 1 MB": ("#flow.1c" + "A" * 1_000_000, "too long"),
    "markup": ("#<img src=x onerror=document.title='hurt'>", "names no board"),
}
LOST = {"the network": "numpy*", "the app": "app.bin*", "the terminal": "xterm.js"}
DENIED = """Object.defineProperty(self, "indexedDB",
    {get() { throw new DOMException("denied", "SecurityError"); }});"""
FOOT = "document.querySelector('nav').getBoundingClientRect().bottom"


class Host(SimpleHTTPRequestHandler):
    """A static host, which counts what others would send: they compress."""

    sent = 0

    def send_head(self) -> Any:
        Host.sent += packed(Path(self.translate_path(self.path)))
        return super().send_head()

    def log_message(self, *_: object) -> None:
        pass


@cache
def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6)) if path.is_file() else 0


class Campaign:
    def __init__(self, browser: Any, home: str, pictures: Path | None) -> None:
        self.browser, self.home, self.pictures, self.wrong = browser, home, pictures, 0

    def check(self, what: str, holds: object, told: str = "") -> None:
        self.wrong += not holds
        print(f"{'ok   ' if holds else 'WRONG'} {what}{': ' * bool(told)}{told}", flush=True)

    def page(self, **how: Any) -> Any:
        """A page in a browser without a past."""
        size = {"width": 1000, "height": 700}
        context = self.browser.new_context(**{"viewport": size, "color_scheme": "dark", **how})
        context.set_default_timeout(WAIT)
        return context.new_page()

    def visit(self, page: Any, end: str, words: str) -> float:
        """Open the page at `#…`, and return the seconds until it shows these words."""
        page.goto("about:blank")
        began = time.monotonic()
        page.goto(self.home + end)
        self.sees(page, words, WAIT)
        return time.monotonic() - began

    def sees(self, page: Any, words: str, wait: int = 5000) -> bool:
        """Wait until the terminal shows these words, and return whether it does."""
        look = f"words => !!window.over.hidden && ({SCREEN})().includes(words)"
        try:
            return bool(page.wait_for_function(look, arg=words, timeout=wait))
        except Exception as error:
            if type(error).__name__ != "TimeoutError":
                raise
            return False

    def picture(self, page: Any, name: str) -> None:
        page.wait_for_timeout(500)
        if self.pictures is not None:
            page.screenshot(path=self.pictures / f"{name}.png")

    def playing(self) -> None:
        page, before = self.page(), Host.sent
        cold = self.visit(page, BOARD, "joined 0 of")
        page.wait_for_timeout(5000)  # the second worker loads, too
        loaded = (Host.sent - before) / 1e6
        self.check("the first board, cold", cold <= 8, f"{cold:.1f} s (at most 8)")
        self.check("loaded", loaded <= 14, f"{loaded:.1f} MB compressed (at most 14)")
        self.check("the title names the board", "First Drop" in page.title(), page.title())
        self.picture(page, "desktop")
        taken = [page.evaluate(FRAME, f"\x1b[{'CD'[i % 2]}") for i in range(100)]
        within = quantiles(taken, n=20)[-1]
        told = f"median {median(taken):.0f} ms, 95 % within {within:.0f} ms (at most 60)"
        self.check("from a key to the frame", within <= 60, told)
        for key in ("Enter", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        self.sees(page, "filled 8 %")
        page.wait_for_timeout(500)  # until the browser has stored it
        warm = self.visit(page, BOARD, "joined")
        self.check("the first board, warm", warm <= 3, f"{warm:.1f} s (at most 3)")
        self.check("a reload keeps the move", self.sees(page, "filled 8 %"))
        other = page.context.new_page()
        self.visit(other, BOARD, "joined")
        told = other.inner_text("#notice")
        self.check("a second tab plays without saving, and says so", told, told)
        page.keyboard.press("S")
        self.check("S shows a solution", self.sees(page, "proved", 30_000))
        self.picture(page, "watch")
        page.keyboard.press("Escape")
        self.check("esc leads back", self.sees(page, "Restart"))

    def links(self) -> None:
        page = self.page()
        self.visit(page, "#daily", "of the day")
        self.picture(page, "daily")
        for name, (end, told) in BAD.items():
            self.visit(page, end, "")
            seen, hurt = self.sees(page, told), page.title() == "hurt"
            self.check(f"a link: {name}", seen and not hurt and not page.locator("img").count())
        page.evaluate("end => { location.hash = end; }", BOARD)
        self.check("a link that is clicked later opens its board", self.sees(page, "joined"))

    def failing(self) -> None:
        for name, files in {"no WebAssembly": "", **LOST}.items():
            page = self.page()
            if files:
                page.route(f"**/{files}", lambda route: route.abort())
            else:
                page.add_init_script("delete window.WebAssembly")
            page.goto(self.home)
            page.wait_for_selector("#reload")
            self.check(f"lost: {name}", True, page.inner_text("#told"))
        page = self.page()
        page.goto(f"{self.home}page.css")
        body = DENIED + page.evaluate("fetch('worker.js').then(answer => answer.text())")
        script = {"content_type": "text/javascript", "body": body}
        page.context.route("**/worker.js", lambda route: route.fulfill(**script))
        self.visit(page, BOARD, "joined")
        told = page.inner_text("#notice")
        page.keyboard.press("z")
        self.check("storage is denied, and play goes on", told and self.sees(page, "Drop"), told)

    def looks(self) -> None:
        page = self.page(color_scheme="light")
        self.visit(page, BOARD, "joined")
        self.picture(page, "light")
        page.goto(f"{self.home}page.css")  # a document of the same origin, without a policy
        page.set_content(f'<iframe src="{self.home}{BOARD}" width=700 height=450>')
        page.frame_locator("iframe").locator("#over").wait_for(state="hidden")
        self.check("it can be embedded", True)
        self.picture(page, "frame")
        page = self.page(viewport={"width": 380, "height": 640}, has_touch=True, is_mobile=True)
        self.visit(page, BOARD, "joined")
        columns, rows, wide = page.evaluate("[term.cols, term.rows, document.body.scrollWidth]")
        fits = columns >= 60 and wide <= 380 and page.evaluate(FOOT) <= 640
        self.check("a phone has room", fits, f"{columns}×{rows} characters")
        self.picture(page, "phone")
        touch = page.context.new_cdp_session(page)
        for kind, x in (("Start", 190), ("Move", 220), ("Move", 250), ("End", 0)):  # one cell
            points = [{"x": x, "y": 220}] if x else []
            touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
            page.wait_for_timeout(100)
        self.check("a finger draws a pipe", self.sees(page, "filled 8 %"))
        self.picture(page, "dragged")
        page.tap("text=Undo")
        self.check("a button is a key", self.sees(page, "filled 0 %"))
        page.tap("text=Back")
        self.picture(page, "phone-home")


def main() -> int:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sync_playwright = None
    if sync_playwright is None or (chromium := shutil.which("chromium")) is None:
        print("skipped, all of it: it needs Chromium, and playwright (pip install playwright)")
        return 0
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=sys.argv[1]))
    sum(map(packed, Path(sys.argv[1]).rglob("*")))  # later it would take a visitor's time
    Thread(target=host.serve_forever, daemon=True).start()
    with sync_playwright() as play:
        how = ["--no-sandbox", "--enable-unsafe-swiftshader"]  # it draws without a graphics card
        browser = play.chromium.launch(executable_path=chromium, args=how)
        pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else None
        campaign = Campaign(browser, f"http://127.0.0.1:{host.server_port}/", pictures)
        for part in (campaign.playing, campaign.links, campaign.failing, campaign.looks):
            part()
    return campaign.wrong


if __name__ == "__main__":
    help_first(__doc__)
    sys.exit(main())
