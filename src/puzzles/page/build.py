"""The folder of the page: what the browser loads from it, and where it finds the rest.

`parts.json` lists what others publish (Pyodide, numpy, xterm.js), with addresses and checksums.
"""

import gzip
import json
import re
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.metadata import distribution, entry_points
from importlib.util import find_spec
from pathlib import Path
from subprocess import DEVNULL
from tarfile import TarFile, TarInfo
from tempfile import TemporaryDirectory
from typing import Any

from puzzles.core.errors import UsageError, reason_of
from puzzles.library import locations, registry
from puzzles.page import boards

CONFIG, APP, VENDOR, BOARDS = "config.json", "app.bin", "vendor", "boards"
INDEX, UNNAMED = "index.html", ("index.html", "sw.js")  # what the browser asks for by their names
# What the app imports that is Python alone. Other dependencies are parts, or do no work there.
PURE = (
    *("textual", "rich", "pygments", "markdown_it", "mdurl", "linkify_it", "typing_extensions"),
    *("platformdirs", "tomli", "tomlkit"),
)
# Nobody reads programs in the app, nor gives commands.
_LEFT_OUT = re.compile(
    r"pygments/(lexers|formatters|styles)/(?!__init__|_mapping|python\b)|/(tree-sitter|tests?|demo)/"
    r"|puzzles/(levels|cli|web|testing|api|page/(static|build|boards|parts))\b"
)
_KEPT = {".py", ".tcss", ".toml", ".txt", ".md", ".json", ".sql"}

PYTHON = 3, 12  # which the page has
COMPILE = ["-m", "compileall", "-q", "-b", "--invalidation-mode", "unchecked-hash", "."]

Part = dict[str, Any]  # name, url, integrity, size


def parts() -> list[Part]:
    """The files that others publish."""
    return list(json.loads(Path(__file__).with_name("parts.json").read_text("utf-8")))


def build(folder: Path, vendor: Path | None, tell: Callable[[str], None]) -> int:
    """Write the page into a folder, which is new, empty, or one of these already; with the files
    of `vendor`, a folder, instead of their addresses. Return the bytes that a browser loads, before
    any compression. Raises UsageError, and changes nothing."""
    is_empty = folder.is_dir() and not any(folder.iterdir())
    if folder.exists() and not (folder / CONFIG).is_file() and not is_empty:
        raise UsageError(f"{folder} is there already, and is no page of this program")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".page-", dir=folder.parent) as room:
            page = Path(room) / "page"
            files = _write(page, vendor, tell)
            if folder.exists():
                folder.replace(Path(room) / "before")
            page.replace(folder)
            return sum(part["size"] for part in files.values())
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {reason_of(error)}") from None


def _write(page: Path, vendor: Path | None, tell: Callable[[str], None]) -> dict[str, Part]:
    """Write the page, and return what it lists. Raises UsageError or OSError."""
    found = parts()
    if vendor is not None:
        found = [_copied(part, vendor, page / VENDOR) for part in found]
    else:
        page.mkdir()
    for file in Path(__file__).with_name("static").iterdir():
        if file.is_file():
            shutil.copyfile(file, page / file.name)
            if file.name not in UNNAMED:
                found.append(_part(file.name, file.read_bytes()))
    _pack(page / APP, tell)
    boards.write(page / BOARDS)
    found.append(_part(APP, (page / APP).read_bytes()))
    files = {part.pop("name"): part for part in found}
    index = (page / INDEX).read_text("utf-8")
    for name, part in files.items():
        index = index.replace(f'"{name}"', f'"{part["url"]}"')
    (page / INDEX).write_text(index, "utf-8")
    (page / CONFIG).write_text(json.dumps({"files": files}, indent=1) + "\n", "utf-8")
    return files


def _copied(part: Part, vendor: Path, folder: Path) -> Part:
    """A part whose file is in a folder of the page. Raises UsageError."""
    name = part["name"]
    try:
        data = (vendor / name).read_bytes()
    except OSError as error:
        told = f"{vendor / name} cannot be read: {reason_of(error)} (it is {part['url']})"
        raise UsageError(told) from None
    own = _part(name, data, f"{VENDOR}/{name}")
    if own["integrity"] != part["integrity"]:
        raise UsageError(f"{vendor / name} is another file than {part['url']}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    return own


def _part(name: str, data: bytes, url: str = "") -> Part:
    """A file of the page; its address changes with it, past older copies."""
    digest = sha256(data)
    integrity = f"sha256-{b64encode(digest.digest()).decode()}"
    url = f"{url or name}?{digest.hexdigest()[:12]}"
    return {"name": name, "url": url, "integrity": integrity, "size": len(data)}


def _pack(file: Path, tell: Callable[[str], None]) -> None:
    """Write all that is imported there, and the levels, as a folder `site-packages` has it."""
    points = entry_points(group=registry.GROUP)
    offered = {point.dist.name: point.dist for point in points if point.dist is not None}
    modules = {__name__, *PURE, *(point.module for point in points)}
    with TemporaryDirectory() as room:
        for module in {name.partition(".")[0] for name in modules}:
            for name, path in _files(module):
                _write_to(f"{room}/{name}", path.read_bytes())
        levels = locations.shipped_levels()
        for path in filter(Path.is_file, levels.rglob("*")):
            _write_to(f"{room}/puzzles/levels/{path.relative_to(levels)}", path.read_bytes())
        for dist in (*offered.values(), distribution("textual")):  # which says its own version
            known = re.sub("[-_.]+", "_", dist.name).lower()  # a hyphen would end the name
            for name in ("METADATA", "entry_points.txt"):
                text = dist.read_text(name) or ""
                _write_to(f"{room}/{known}-{dist.version}.dist-info/{name}", text.encode())
        _compile(room, tell)
        with (
            gzip.GzipFile(file, "wb", 9, mtime=0) as packed,
            TarFile(mode="w", fileobj=packed) as tar,
        ):
            tar.add(room, "", filter=_plain)


def _write_to(file: str, data: bytes) -> None:
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_bytes(data)


def _compile(folder: str, tell: Callable[[str], None]) -> None:
    """Leave of the modules what Python compiles, if the version that the page has is here."""
    here = sys.version_info[:2] == PYTHON
    python = sys.executable if here else shutil.which("python{}.{}".format(*PYTHON))
    if python and not subprocess.run([python, *COMPILE], cwd=folder, stderr=DEVNULL).returncode:
        for path in Path(folder).rglob("*.py"):
            path.unlink()
    else:
        tell("without Python {}.{} here, the page takes longer to start".format(*PYTHON))


def _plain(info: TarInfo) -> TarInfo:
    """A file of nobody and of no time, so that equal contents make equal archives."""
    return info.replace(mtime=0, uid=0, gid=0, uname="", gname="", mode=0o755, deep=False)


def _files(module: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of a module that is not compiled, by their names in `site-packages`. Raises
    UsageError if it is not installed."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise UsageError(f"the page needs the module {module}, which is not installed here")
    if spec.submodule_search_locations is None:
        yield f"{module}.py", Path(spec.origin)
    for folder in map(Path, spec.submodule_search_locations or ()):
        for path in folder.rglob("*"):
            name = f"{module}/{path.relative_to(folder).as_posix()}"
            if path.suffix in _KEPT and not _LEFT_OUT.search(name):
                yield name, path
