"""What the scripts here say to who runs them: what they do, and what data they lack."""

from __future__ import annotations

import sys
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def help_first(text: str | None) -> None:
    """Print what a script without options says of itself, and end, if it is asked for."""
    if {"-h", "--help"} & {*sys.argv[1:]}:
        print(text)
        raise SystemExit


def need(path: Path) -> Path:
    """Return a path, or end with a line if nothing is there."""
    if not path.exists():
        sys.exit(
            f"there is no {path}: it has boards or pictures of others, which are not ours to ship"
        )
    return path
