"""Builds the manual page into the wheel, where `man` and pipx look for it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManualPage(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(Path(self.root, "src")))
        from puzzles.cli.man import page  # the command's description needs nothing else

        file = Path(self.directory, "puzzles.1")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page(), encoding="utf-8")
        build_data["shared_data"][str(file)] = "share/man/man1/puzzles.1"
