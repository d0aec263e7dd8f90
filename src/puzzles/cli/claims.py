"""Checks what levels claim: by a search, or by the certificates that come with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from puzzles.cli.batch import Batch
from puzzles.cli.certify import certificate_file
from puzzles.core.errors import LevelError, Place
from puzzles.core.solving import Answer, Limits
from puzzles.core.tables import Values
from puzzles.library.catalogue import Entry
from puzzles.running import work
from puzzles.running.wire import read_event


@dataclass(frozen=True)
class Held:
    """A level's claims compared with an answer, and those that are false."""

    answer: Answer
    errors: Sequence[LevelError]
    certified: bool


def held(
    levels: Sequence[Entry], batch: Batch, limits: Limits, folder: str = ""
) -> Iterator[tuple[Entry, Held]]:
    """Yield each level's claims, in the order of the levels. Certificates are those in a `folder`
    of them, or in the levels themselves."""
    more = partial(_certificate, folder)
    found = batch.good(work.check, levels, "Checking", more, limits=asdict(limits))
    for entry, result in found:
        yield entry, _held(entry, result)


def _held(entry: Entry, found: Values) -> Held:
    answer = read_event(found["answer"])
    assert isinstance(answer, Answer)
    errors = [LevelError(Place(**told["place"]), told["reason"]) for told in found["problems"]]
    if answer.proved and answer.moves is None:  # whatever else it claims
        errors = [LevelError(entry.level.place, "this level has no solution")]
    return Held(answer, errors, found["certified"])


def _certificate(folder: str, entry: Entry) -> Values:
    """Return the certificate of a level, or ""."""
    file = Path(certificate_file(folder, entry))
    if folder and file.is_file():
        return {"certificate": file.read_text("utf-8", "replace")}
    return {"certificate": entry.level.about.certificate}
