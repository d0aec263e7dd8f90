"""The files of visitors: a folder for each, known by a cookie, with games, wins and settings."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

MOST = 1000  # profiles; those whose visitors have been away longest go first


class Profiles:
    """The folders of all visitors."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open = Counter[str]()

    @contextmanager
    def lent(self, cookie: str) -> Iterator[Path]:
        """Yield the folder of the visitor with this cookie, whose name does not give it away."""
        name = sha256(cookie.encode()).hexdigest()[:32]
        folder = self._folder / name
        self._open[name] += 1
        try:
            self._make_room(name)
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.utime(folder)  # which says when its visitor last came
            yield folder
        finally:
            self._open[name] -= 1

    def _make_room(self, newcomer: str) -> None:
        if not self._folder.is_dir() or (self._folder / newcomer).exists():
            return
        away = [folder for folder in self._folder.iterdir() if not self._open[folder.name]]
        away.sort(key=lambda folder: folder.stat().st_mtime)
        for folder in away[: len(away) + len(+self._open) - MOST]:
            shutil.rmtree(folder, ignore_errors=True)
