"""Levels, as all puzzles have them."""

from dataclasses import dataclass, field, fields
from typing import Self, TypeVar

from puzzles.core.errors import Place
from puzzles.core.tables import Table, Values

LEVEL_KEYS = ("title",)  # that every level in a file may have


@dataclass(frozen=True)
class About:
    """The facts that a file may give of a level besides its board, "" where it does not: who drew
    it, a line on it, and a proof of what it claims (`modules.Solver.certify`)."""

    author: str = ""
    remark: str = ""
    certificate: str = ""

    @classmethod
    def read(cls, table: Table) -> Self:
        """Return the facts in `table`. Raises LevelError."""
        author, remark = (table.line(key) or "" for key in ("author", "remark"))
        return cls(author, remark, (table.get("certificate", str) or "").rstrip("\n"))

    @property
    def keys(self) -> dict[str, str]:
        """Return the facts that are known, as `read` finds them."""
        return {key: text for key, text in vars(self).items() if text}


NOTHING = About()
ABOUT_KEYS = tuple(field.name for field in fields(About))  # no puzzle sees them


@dataclass(frozen=True)
class Level:
    """A plugin's own level type adds its board and the rest. The difficulty for a person is from 1
    to 10, None if it is not known."""

    title: str
    place: Place
    difficulty: float | None = field(default=None, kw_only=True)
    about: About = field(default=NOTHING, kw_only=True, compare=False)


def heading(table: Table) -> Values:
    """The title, the place and the difficulty in a table, as a Level has them; or LevelError."""
    title, difficulty = table.line("title") or "", table.difficulty()
    return {"title": title, "place": table.place(), "difficulty": difficulty}


L = TypeVar("L", bound=Level)
