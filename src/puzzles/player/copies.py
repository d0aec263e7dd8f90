"""Daily copies of the player's database, kept for a week, for the day it is found damaged.

A copy is made when the program first opens the database on a day, in a thread of its own. A disk
that is full or read-only costs the copy, and nothing else.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import mkstemp
from threading import Thread

from puzzles.core.threads import begin

KEPT = 7
ROOM = 20  # copies must fit on the disk before one is made
DAY = 86400  # seconds


def keep_copy(file: Path, damaged: Callable[[], object]) -> Thread | None:
    """Begin to copy a database, unless today's copy is there; return the thread that does it,
    if there is one.

    A copy that is not sound is not kept, so that it drives out no good one; `damaged` is called.
    """
    copy = _folder(file) / f"{date.today()}.sqlite"
    if copy.exists():
        return None
    return begin(partial(_keep, file, copy, damaged), daemon=False)


def copies(file: Path) -> list[Path]:
    """Return the copies of a database, the newest first."""
    return sorted(_folder(file).glob("[0-9]*.sqlite"), reverse=True)


def _folder(file: Path) -> Path:
    return file.with_name("copies")


def _keep(file: Path, copy: Path, damaged: Callable[[], object]) -> None:
    with suppress(OSError, sqlite3.Error, UnicodeDecodeError):
        if shutil.disk_usage(file.parent).free < ROOM * file.stat().st_size:
            return
        copy.parent.mkdir(exist_ok=True)
        handle, name = mkstemp(dir=copy.parent, prefix=".copy-")
        os.close(handle)
        try:
            if _copied(file, name):
                os.replace(name, copy)
            else:
                damaged()
        finally:
            Path(name).unlink(missing_ok=True)
        killed = [each for each in copy.parent.glob(".copy-*") if _age(each) > DAY]
        for old in copies(file)[KEPT:] + killed:
            old.unlink(missing_ok=True)


def _age(file: Path) -> float:
    return time.time() - file.stat().st_mtime


def _copied(file: Path, name: str) -> bool:
    """Copy a database; True if the copy is sound."""
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(name)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, without a log
        return bool(target.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
