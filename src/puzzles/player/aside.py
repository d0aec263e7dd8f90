"""Databases that cannot be used, damaged or newer: they get another name, and are never deleted.

That happens only when a new one stands ready in their place, with all that can still be read of
them and the rest from the newest daily copy; until then, on a full disk say, everything stays as
it is.
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
from puzzles.player.copies import copies
from puzzles.player.queries import record, take_over, take_over_drawing
from puzzles.player.records import Progress
from puzzles.player.recovery import joined, recover
from puzzles.player.schema import Newer, migrate, transaction


def set_aside(file: Path, why: Exception) -> str:
    """Keep a database under another name, put a new one in its place, and return what was done in
    words. Raises OSError or sqlite3.Error, and changes nothing, if that cannot be done."""
    newer = isinstance(why, Newer)
    saved, source = (Progress(), "") if newer else _recovered(file)
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
    return f"saved games cannot be read ({why}); set aside as {aside}; {saved}{source}"


def _recovered(file: Path) -> tuple[Progress, str]:
    """Return what can be read of a damaged database, with the newest sound copy, and the copy in
    words."""
    saved = recover(file)
    for copy in copies(file):
        with suppress(OSError):
            kept = recover(copy)
            if kept.games or kept.plays or kept.drawings:
                return joined(saved, kept), f", with the copy of {copy.stem}"
    return saved, ""


def files(folder: Path) -> list[Path]:
    """Return the databases that were set aside there."""
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
