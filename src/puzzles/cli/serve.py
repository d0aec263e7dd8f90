"""`puzzles serve` and `puzzles page`: the app in a browser (`puzzles.web`, `puzzles.page`)."""

import re
import socket
from argparse import Namespace
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory

from puzzles.cli import Exit
from puzzles.cli.output import tell
from puzzles.cli.progress import compile_first
from puzzles.core.errors import UsageError
from puzzles.library import locations, registry
from puzzles.running import compile_state, pool, slots


def serve(arguments: Namespace) -> int:
    try:
        from aiohttp import web

        from puzzles.web.server import Gate, Profiles, Server, is_beyond
    except ImportError:
        raise UsageError("this needs two packages: pip install textual-serve aiohttp") from None
    host, port, url = arguments.host, arguments.port, arguments.url
    if url and not re.fullmatch(r"https?://[^/?#@\s]+/?", url):
        raise UsageError(f"{url} is no origin such as https://puzzles.example.org")
    url = url.rstrip("/").lower()
    try:  # can this address be listened at?
        family, kind, _, _, at = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(at)
    except OSError as error:
        raise UsageError(f"cannot serve at {host}:{port}: {error.strerror or error}") from None
    beyond = bool(url) or is_beyond(host)
    gate = Gate(host, url, token_urlsafe(16) if beyond and not arguments.open else "")
    if beyond and not gate.token:
        tell("everyone who can reach this address can play here")
    name = socket.gethostname() if host in ("", "0.0.0.0", "::") else host
    address = url or f"http://{f'[{name}]' if ':' in name else name}:{port}"
    puzzles = registry.plugins()[0]
    if any(map(compile_state.kernels_missing, puzzles)):
        tell(f"{address} opens once the solver is prepared")
    compile_first(puzzles)  # so that no visitor's app has to
    with TemporaryDirectory(prefix="puzzles-") as folder:
        slots.make(Path(folder), arguments.solvers or 2 * pool.cores())
        profiles = Profiles(locations.state() / "visitors")
        server = Server(gate, profiles, arguments.clients, folder)
        token = f"?token={gate.token}" if gate.token else ""
        print(f"puzzles is at {address}/{token}  (ctrl-c ends it)", flush=True)
        web.run_app(
            server.app(), host=host, port=port, print=None, access_log=None, shutdown_timeout=3
        )
    return Exit.DONE


def write_page(arguments: Namespace) -> int:
    from puzzles.page.build import build

    vendor = arguments.vendor and Path(arguments.vendor)
    size = build(Path(arguments.output), vendor, tell, arguments.url)
    print(f"{arguments.output}: {size / 1e6:.1f} MB, for any static host")
    return Exit.DONE
