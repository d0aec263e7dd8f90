"""`puzzles serve`: the app in a browser, by textual-serve."""

from __future__ import annotations

import shlex
import socket
import sys
from argparse import Namespace

from puzzles.cli.exits import Exit
from puzzles.core.errors import UsageError


def run(arguments: Namespace) -> int:
    try:
        from textual_serve.server import Server
    except ImportError:
        raise UsageError("this needs textual-serve: pip install 'puzzles[web]'") from None
    _need_port(arguments.host, arguments.port)
    command = shlex.join([sys.executable, "-m", "puzzles"])
    Server(command, host=arguments.host, port=arguments.port, title="puzzles").serve()
    return Exit.DONE


def _need_port(host: str, port: int) -> None:
    """UsageError unless this address can be listened at."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise UsageError(f"cannot serve at {host}:{port}: {error.strerror or error}") from None
