"""Databases that cannot be used, damaged or newer: they get another name, and are never deleted.

That happens only when a new one stands ready in their place, with all that can still be read of
them; until then, on a full disk say, everything stays as it is.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzles.library.files import write_bytes
from puzzles.player.queries import record, take_over, take_over_drawing
from puzzles.player.records import Progress
from puzzles.player.salvage import salvage
from puzzles.player.schema import Newer, migrate, transaction


def set_aside(file: Path, why: Exception) -> str:
    """Keep a database under another name, and put a new one in its place; what was done, in words.
    Raises OSError or sqlite3.Error, and changes nothing, if that cannot be done."""
    newer = isinstance(why, Newer)
    saved = Progress() if newer else salvage(file)
    name = f"games-{'newer' if newer else 'damaged'}-{datetime.now():%Y%m%d-%H%M%S-%f}.sqlite"
    aside = file.with_name(name)
    with TemporaryDirectory(
        prefix=".games-", dir=file.parent, ignore_cleanup_errors=True
    ) as folder:
        fresh = Path(folder, file.name)
        _write(fresh, saved)
        _keep(file, aside)
        os.replace(fresh, file)
    if newer:
        return f"{why}; set aside as {aside}"
    return f"saved games cannot be read ({why}); set aside as {aside}; {saved}"


def files(folder: Path) -> list[Path]:
    """The databases that were set aside there."""
    return sorted(folder.glob("games-*-*.sqlite"))


def _write(file: Path, saved: Progress) -> None:
    """Make a database that holds this; it is on disk afterwards."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        migrate(database)
        with transaction(database):
            record(database, saved.plays)
            for game in saved.games:
                take_over(database, game)
            for drawing in saved.drawings:
                take_over_drawing(database, drawing, secrets.token_hex(8))


def _keep(file: Path, aside: Path) -> None:
    """Give a database a second name, with its log, in which what was written last stands; no new
    file may find that log."""
    kept = []
    log = Path(f"{file}-wal")
    try:
        for old, new in (file, aside), (log, Path(f"{aside}-wal")):
            if old.exists():
                kept.append(new)
                try:
                    os.link(old, new)
                except OSError:  # not every disk can do that
                    write_bytes(new, old.read_bytes())
        log.unlink(missing_ok=True)
    except OSError:
        for new in kept:
            with suppress(OSError):
                new.unlink(missing_ok=True)
        raise
    Path(f"{file}-shm").unlink(missing_ok=True)
