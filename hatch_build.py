"""What the package's metadata takes from where it is built.

- `PROJECT_URL`, the address of the repository, as the release has it: links and pictures of the
  README are made absolute for the index, and the links of the project are added.
- `PUZZLES_PLAIN=1` leaves numba out, where it has no wheel (Alpine, free-threaded Python): the
  solvers run as plain Python. `make` sets it when installing with numba fails.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

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


def absolute(text: str, url: str) -> str:
    """Return Markdown whose relative links and pictures point into a repository, if it is known."""
    if not url:
        return text
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:|#)", rf"\1{url}/raw/main/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!https?:|#)", rf"\1{url}/blob/main/", text)
