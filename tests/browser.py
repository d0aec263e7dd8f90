"""A headless Chromium, driven over its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aiohttp import ClientWebSocketResponse

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


class Page:
    """One page, in pixels from its upper left corner."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters})
        while True:
            answer = json.loads((await self._socket.receive()).data)
            if answer.get("id") == self._number:
                result: dict[str, Any] = answer.get("result", {})
                return result

    async def run(self, script: str) -> Any:
        """The value of a piece of JavaScript."""
        answer = await self.call("Runtime.evaluate", expression=script, returnByValue=True)
        return answer.get("result", {}).get("value")

    async def click(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            await self.call(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1
            )

    async def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode((await self.call("Page.captureScreenshot"))["data"]))


@asynccontextmanager
async def page(url: str, folder: Path) -> AsyncIterator[Page]:
    """A page showing `url`, in a window of 1000 × 640 pixels."""
    import aiohttp

    assert CHROMIUM
    folder.mkdir()
    process = await asyncio.create_subprocess_exec(
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--window-size=1000,640",
        "--enable-unsafe-swiftshader",
        "--remote-debugging-port=0",
        f"--user-data-dir={folder}",
        url,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        opened = folder / "DevToolsActivePort"
        for _ in range(1200):
            if opened.exists() and opened.read_text():
                break
            await asyncio.sleep(0.05)
        port = opened.read_text().split()[0]
        async with aiohttp.ClientSession() as session:
            for _ in range(1200):
                async with session.get(f"http://127.0.0.1:{port}/json") as answer:
                    pages = [tab for tab in await answer.json() if tab["type"] == "page"]
                if pages:
                    break
                await asyncio.sleep(0.05)
            async with session.ws_connect(pages[0]["webSocketDebuggerUrl"]) as socket:
                yield Page(socket)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
