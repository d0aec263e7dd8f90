"""Chromium and Firefox without a window, driven over WebDriver BiDi, which both speak."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import signal
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections.abc import AsyncGenerator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

WAIT = 90.0  # seconds for anything
LARGEST = 1 << 26  # bytes in a message: a picture
KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "Right": "\ue014", "Control": "\ue009"}
# What is started for each browser: Chromium speaks BiDi through its driver.
PROGRAMS = {"chromium": ("chromedriver",), "firefox": ("firefox-esr", "firefox")}
CHROMIUM = ["--headless=new", "--no-sandbox", "--enable-unsafe-swiftshader"]  # draws in software
FIREFOX = {"dom.w3c_touch_events.enabled": 1, "app.update.disabledForTesting": True}


def program(name: str) -> str | None:
    """Return what is started for a browser; None if it is not here."""
    return next(filter(None, map(shutil.which, PROGRAMS[name])), None)


class Browser:
    """A browser that has been started, and the errors that its pages have logged."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.errors = list[str]()
        self.leaving = set[str]()  # pages that another document takes the place of
        self._socket, self._number = socket, 0
        self._asked = dict[int, asyncio.Future[dict[str, Any]]]()
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self._socket:
            said = json.loads(message.data)
            if (asked := self._asked.pop(said.get("id"), None)) and not asked.done():
                asked.set_result(said)
            elif said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self._note(said["params"])

    def _note(self, entry: dict[str, Any]) -> None:
        """Tell of an error, with the places that it came from, and keep it; but not that of a page
        that is cut off while it works."""
        frames = (entry.get("stackTrace") or {}).get("callFrames", [])
        told = [entry["text"], *(f"{each['url']}:{each['lineNumber']}" for each in frames)]
        left = entry["source"].get("context") in self.leaving
        print("      logged" + " in leaving" * left, *told, sep=": ", flush=True)
        self.errors += [" at ".join(told)] * (not left)

    async def call(self, method: str, **parameters: object) -> Any:
        self._number += 1
        asked = self._asked[self._number] = asyncio.get_running_loop().create_future()
        command = {"id": self._number, "method": method, "params": parameters}
        await self._socket.send_json(command)
        said = await asyncio.wait_for(asked, WAIT)
        assert said["type"] == "success", said
        return said["result"]

    async def page(self, width: int = 1000, height: int = 640, like: Page | None = None) -> Page:
        """A page of a visitor without a past; or another one of the visitor of a page."""
        visitor = like.visitor if like else (await self.call("browser.createUserContext"))
        visitor = visitor if isinstance(visitor, str) else visitor["userContext"]
        made = await self.call("browsingContext.create", type="tab", userContext=visitor)
        page = Page(self, made["context"], visitor)
        size = {"width": width, "height": height}
        await page.call("browsingContext.setViewport", viewport=size)
        return page


class Page:
    """One page, in pixels from its upper left corner."""

    def __init__(self, browser: Browser, context: str, visitor: str) -> None:
        self.visitor, self._browser, self._context = visitor, browser, context

    async def call(self, method: str, **parameters: object) -> Any:
        return await self._browser.call(method, context=self._context, **parameters)

    async def _turns(self, way: str, **parameters: object) -> None:
        """Have another document take the place of the one that is there."""
        self._browser.leaving.add(self._context)
        await self.call(f"browsingContext.{way}", wait="interactive", **parameters)
        self._browser.leaving.remove(self._context)

    async def goes(self, url: str) -> None:
        await self._turns("navigate", url=url)

    async def reloads(self) -> None:
        await self._turns("reload")

    async def begins_with(self, script: str) -> None:
        """Run a piece of JavaScript before all others, on each document to come."""
        await self._browser.call(
            "script.addPreloadScript",
            functionDeclaration=f"() => {{ {script} }}",
            contexts=[self._context],
        )

    async def run(self, script: str) -> Any:
        """The value of an expression of JavaScript."""
        said = await self._browser.call(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({script})))()",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert said["type"] == "success", said["exceptionDetails"]["text"]
        return json.loads(said["result"].get("value", "null"))

    async def until(self, script: str) -> bool:
        """Wait until an expression holds, and return whether it does."""
        for _ in range(int(WAIT * 20)):
            with suppress(AssertionError):  # the page is not there yet
                if await self.run(script):
                    return True
            await asyncio.sleep(0.05)
        return False

    async def _act(self, kind: str, actions: Iterable[object], **how: object) -> None:
        source = {"type": kind, "id": f"{kind}{how}", "actions": [*actions], **how}
        await self.call("input.performActions", actions=[source])

    async def press(self, *keys: str) -> None:
        """Press keys one after the other; those before a plus are held: `Control+p`."""
        actions = list[dict[str, str]]()
        for key in keys:
            held = [KEYS.get(each, each) for each in re.split(r"(?<=.)\+", key)]
            actions += [{"type": "keyDown", "value": each} for each in held]
            actions += [{"type": "keyUp", "value": each} for each in reversed(held)]
        await self._act("key", actions)

    async def click(self, *places: tuple[float, float], by: str = "mouse") -> None:
        """Press at the first of some places, move over the others, and let go."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in places]
        down, up = ({"type": f"pointer{kind}", "button": 0} for kind in ("Down", "Up"))
        await self._act("pointer", [moves[0], down, *moves[1:], up], parameters={"pointerType": by})

    async def pinch(self, place: tuple[float, float], apart: float) -> None:
        """Put two fingers at a place, and move them so many pixels apart."""
        sources = list[object]()
        for way in -1, 1:
            (x, y), down = place, {"type": "pointerDown", "button": 0}
            ends = [(round(x + way * (10 + part * apart / 2)), round(y)) for part in (0, 0.5, 1)]
            moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 50} for x, y in ends]
            actions = [moves[0], down, *moves[1:], {"type": "pointerUp", "button": 0}]
            finger = {"type": "pointer", "id": f"finger{way}", "actions": actions}
            sources.append(finger | {"parameters": {"pointerType": "touch"}})
        await self.call("input.performActions", actions=sources)

    async def picture(self, file: Path) -> None:
        taken = await self.call("browsingContext.captureScreenshot")
        file.write_bytes(base64.b64decode(taken["data"]))


async def _said(process: asyncio.subprocess.Process, pattern: str) -> str:
    """What a program says of where it listens."""
    assert process.stdout
    async for line in process.stdout:
        if found := re.search(pattern, line.decode()):
            return found[1]
    raise AssertionError(f"it has ended ({process.returncode}) before it said {pattern}")


async def _chromium(session: aiohttp.ClientSession, port: str) -> str:
    """Have the driver start Chromium, and return the address of its socket."""
    options = {"webSocketUrl": True, "goog:chromeOptions": {"args": CHROMIUM}}
    wanted = {"capabilities": {"alwaysMatch": options}}
    async with session.post(f"http://127.0.0.1:{port}/session", json=wanted) as answer:
        value = (await answer.json())["value"]
        assert answer.status == 200, value
        return str(value["capabilities"]["webSocketUrl"])


@asynccontextmanager
async def opened(name: str) -> AsyncGenerator[Browser]:
    """A browser of that name, `chromium` or `firefox`, without a past."""
    found = program(name)
    assert found, f"there is no {name} here"
    stack = AsyncExitStack()
    room = TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True)
    folder = Path(stack.enter_context(room))
    if name == "firefox":
        prefs = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in FIREFOX.items())
        (folder / "user.js").write_text("".join(prefs))
        options = ["--headless", "--remote-debugging-port=0", "--profile", str(folder)]
        pattern = r"listening on ws://[^:]+:(\d+)"
    else:
        options, pattern = ["--port=0"], r"successfully on port (\d+)"
    process = await asyncio.create_subprocess_exec(
        found,
        *options,
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=STDOUT,
        env=os.environ | {"TMPDIR": str(folder)},
        start_new_session=True,
    )
    async with stack:
        stack.push_async_callback(process.wait)
        stack.callback(_kill, process.pid)
        port = await asyncio.wait_for(_said(process, pattern), WAIT)
        reading = asyncio.create_task(_drain(process))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        url = f"ws://127.0.0.1:{port}/session"
        if name == "chromium":
            url = await _chromium(session, port)
        socket = await stack.enter_async_context(session.ws_connect(url, max_msg_size=LARGEST))
        browser = Browser(socket)
        if name == "firefox":
            await browser.call("session.new", capabilities={})
        await browser.call("session.subscribe", events=["log.entryAdded"])
        try:
            yield browser
        finally:
            with suppress(Exception):
                await asyncio.wait_for(browser.call("browser.close"), 5)
            browser.listening.cancel()
            reading.cancel()


async def _drain(process: asyncio.subprocess.Process) -> None:
    """Read what a program says, lest it waits for a reader."""
    assert process.stdout
    while await process.stdout.read(1 << 16):
        pass


def _kill(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
