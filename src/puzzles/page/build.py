"""The folder of the page: what the browser loads from it, and where it finds the rest.

`parts.json` lists what others publish (Pyodide, numpy, xterm.js), with addresses and checksums.
"""

import gzip
import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.metadata import distribution, entry_points
from importlib.util import find_spec
from pathlib import Path
from subprocess import DEVNULL
from tarfile import USTAR_FORMAT, TarFile, TarInfo
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

from puzzles.core.errors import UsageError, reason_of
from puzzles.library import locations, registry
from puzzles.page import boards

CONFIG, APP, LIBRARY = "config.json", "app.bin", "python.bin"
VENDOR, BOARDS, LINKS = "vendor", "boards", "l"
INDEX, UNNAMED = "index.html", ("index.html", "sw.js")  # what the browser asks for by their names
# What the app imports that is Python alone. Other dependencies are parts, or do no work there.
PURE = (
    *("textual", "rich", "pygments", "markdown_it", "mdurl", "linkify_it", "typing_extensions"),
    *("platformdirs", "tomli", "tomlkit"),
)
# Nobody reads programs in the app, nor gives commands.
_LEFT_OUT = re.compile(
    r"pygments/(lexers|formatters|styles)/(?!__init__|_mapping|python\b)|/(tree-sitter|tests?|demo)/"
    r"|puzzles/(levels|cli|web|testing|api|page/(static|build|boards|parts|compile))\b"
)
_KEPT = {".py", ".tcss", ".toml", ".txt", ".md", ".json", ".sql"}
# Of Python and numpy: tests, servers, old encodings. Pyodide asks what is installed as it begins.
_UNUSED = re.compile(
    r"^(doctest|ftplib|http|imaplib|mailbox|multiprocessing|nntplib|pdb|pickletools|pydoc|smtplib"
    r"|telnetlib|unittest|wsgiref|xmlrpc|encodings/(cp(?!437|1252)|iso(?!8859_1\b)|mac|koi|big5|euc))"
    r"|(^|/)(tests|f2py|distutils|include|[^/]+dist-info)/|\.(pyi|pxd|h|a|ini)$"
)

# What Pyodide asks for before it begins: packages of its own, of which there are none.
_LOCK = {"info": {"version": "0.27.7"}, "packages": {}}

Part = dict[str, Any]  # name, url, integrity, size


def parts() -> list[Part]:
    """The files that others publish."""
    return list(json.loads(Path(__file__).with_name("parts.json").read_text("utf-8")))


def build(folder: Path, vendor: Path | None, tell: Callable[[str], None], address: str = "") -> int:
    """Write the page into a folder, which is new, empty, or one of these already; with the files
    of `vendor`, a folder, instead of their addresses, and pages of levels if its own `address` is
    known. Return the bytes that a browser loads, before
    any compression. Raises UsageError, and changes nothing."""
    is_empty = folder.is_dir() and not any(folder.iterdir())
    if folder.exists() and not (folder / CONFIG).is_file() and not is_empty:
        raise UsageError(f"{folder} is there already, and is no page of this program")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".page-", dir=folder.parent) as room:
            page = Path(room) / "page"
            files = _write(page, vendor, tell)
            if address:
                boards.write_links(page / LINKS, address.rstrip("/"))
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
    archives = _pack(page, vendor, tell)
    for part in filter(_is_packed, [*found] if LIBRARY in archives else []):
        (page / VENDOR / part["name"]).unlink()
        found.remove(part)
    found += (_part(name, (page / name).read_bytes()) for name in archives)
    boards.write(page / BOARDS)
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


def _pack(page: Path, vendor: Path | None, tell: Callable[[str], None]) -> list[str]:
    """Write the archives, and return their names: what the app imports, and its levels, as they lie
    in `site-packages`; and, if both can be compiled, Python's own library with the wheels."""
    with TemporaryDirectory() as room:
        packed = {APP: Path(room) / "app", LIBRARY: Path(room) / "python"}
        _gather(packed[APP])
        if vendor is None or not _compiled(room, vendor, packed[LIBRARY]):
            tell("without Node.js and the files of --vendor, the page takes longer to start")
            del packed[LIBRARY]
        for name, folder in packed.items():
            files = sorted(path for path in folder.rglob("*") if path.is_file())
            with (
                gzip.GzipFile(page / name, "wb", 9, mtime=0) as file,
                TarFile(mode="w", fileobj=file, format=USTAR_FORMAT) as tar,
            ):
                for path in files:
                    tar.add(path, path.relative_to(folder), filter=_plain)
        return [*packed]


def _is_packed(part: Part) -> bool:
    """Whether it holds modules, which can be compiled."""
    return str(part["name"]).endswith((".zip", ".whl"))


def _compiled(room: str, vendor: Path, library: Path) -> bool:
    """Compile the modules of the app in a room, and those of Python and of the wheels, which are
    laid into `library`; return whether that can be done here."""
    node = shutil.which("node")
    if node is None:
        return False
    for name in (part["name"] for part in filter(_is_packed, parts())):
        folder = library if name.endswith(".zip") else library / "site-packages"
        with ZipFile(vendor / name) as archive:
            archive.extractall(folder, (n for n in archive.namelist() if not _UNUSED.search(n)))
    Path(room, "lock.json").write_text(json.dumps(_LOCK), "utf-8")
    command = [node, str(Path(__file__).with_name("compile.js")), str(vendor.resolve()), room]
    if subprocess.run(command, stdout=DEVNULL, stderr=DEVNULL, check=False).returncode:
        return False
    for path in Path(room).rglob("*.py"):
        path.unlink()
    return True


def _gather(room: Path) -> None:
    """Lay what the app imports into a folder, and its levels."""
    points = entry_points(group=registry.GROUP)
    offered = {point.dist.name: point.dist for point in points if point.dist is not None}
    modules = {__name__, *PURE, *(point.module for point in points)}
    for module in {name.partition(".")[0] for name in modules}:
        for name, path in _files(module):
            _write_to(room / name, path.read_bytes())
    levels = locations.shipped_levels()
    for path in filter(Path.is_file, levels.rglob("*")):
        _write_to(room / "puzzles" / "levels" / path.relative_to(levels), path.read_bytes())
    for dist in (*offered.values(), distribution("textual")):  # which says its own version
        known = re.sub("[-_.]+", "_", dist.name).lower()  # a hyphen would end the name
        for name in ("METADATA", "entry_points.txt"):
            text = dist.read_text(name) or ""
            _write_to(room / f"{known}-{dist.version}.dist-info" / name, text.encode())


def _write_to(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


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
