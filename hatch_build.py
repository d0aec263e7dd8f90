"""What the package takes from where it is built.

The manual page and the scripts for shells are written from the command itself, by `share/`, and
installed into `share`, where `man` and shells look.

Of the metadata:

- `PROJECT_URL`, the address of the repository, as the release has it: links and pictures of the
  README are made absolute for the index, and the links of the project are added.
- `PUZZLES_PLAIN=1` leaves numba out, where it has no wheel (Alpine, free-threaded Python): the
  solvers run as plain Python. `make` sets it when installing with numba fails.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent


class Metadata(MetadataHookInterface):
    """Completes what `pyproject.toml` lists as dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        url = os.environ.get("PROJECT_URL", "").rstrip("/")
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, url)}
        if url:
            metadata["urls"] = {
                "Source": url,
                "Issues": f"{url}/issues",
                "Changelog": f"{url}/blob/main/CHANGELOG.md",
            }
        wanted: list[str] = self.config["dependencies"]
        plain = os.environ.get("PUZZLES_PLAIN") == "1"
        metadata["dependencies"] = [
            each for each in wanted if not (plain and each.startswith("numba"))
        ]


class Manual(BuildHookInterface):  # type: ignore[type-arg]
    """Writes what the wheel installs beside the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        folder = ROOT / "build" / "share"
        known = folder / "puzzles_terminal-0.dist-info"  # its plugins are found like all others
        known.mkdir(parents=True, exist_ok=True)
        points = self.metadata.core.entry_points["puzzles.plugins"].items()
        lines = ["[puzzles.plugins]", *(f"{name} = {place}" for name, place in points)]
        (known / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
        sys.path[:0] = [str(ROOT / "src"), str(ROOT / "share"), str(folder)]
        from completion import script
        from manpage import page

        texts = {
            "man/man1/puzzles.1": page(),
            "bash-completion/completions/puzzles": script("bash"),
            "zsh/site-functions/_puzzles": script("zsh"),
            "fish/vendor_completions.d/puzzles.fish": script("fish"),
        }
        for name, text in texts.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(file)] = f"share/{name}"


def absolute(text: str, url: str) -> str:
    """Return Markdown whose relative links and pictures point into a repository, if it is known."""
    if not url:
        return text
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:|#)", rf"\1{url}/raw/main/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!https?:|#)", rf"\1{url}/blob/main/", text)
