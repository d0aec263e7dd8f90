"""`puzzles page -o DIR`: the app as a folder for any static host (`puzzles.page`)."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from puzzles.cli.exits import Exit
from puzzles.cli.output import tell
from puzzles.page.build import build


def run(arguments: Namespace) -> int:
    vendor = arguments.vendor
    size = build(Path(arguments.output), None if vendor is None else Path(vendor), tell)
    print(f"{arguments.output}: {size / 1e6:.1f} MB, for any static host")
    return Exit.DONE
