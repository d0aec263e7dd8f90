"""The player's files in the browser's storage."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

SOON = 0.1  # seconds between two looks at what has been written


class Storage:
    """Has the browser keep a folder, soon after each change. `sync` does it once; `tell` is called
    where that fails, and play goes on."""

    def __init__(
        self, folder: Path, sync: Callable[[], Awaitable[object]], tell: Callable[..., object]
    ) -> None:
        self._folder, self._sync, self._tell = folder, sync, tell
        self._kept = self._state()
        self._failing = False
        self._turn = asyncio.Lock()

    async def keep(self) -> None:
        """Look again and again."""
        while True:
            await self.flush()
            await asyncio.sleep(SOON)

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
            stat = path.stat()
            found[path] = stat.st_mtime_ns, stat.st_size
        return found
