"""The gate: a request must be meant for this server, come from its own page, and have the
token where there is one."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from secrets import compare_digest
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Gate:
    """`host` is what the server listens at; `url` is the origin that visitors come by, if another
    server stands in front; without a `token` all are let in."""

    host: str
    url: str = ""
    token: str = ""

    def is_meant(self, host: str) -> bool:
        """Return True if a request's Host is this server. A browser would take a page for ours
        whose own name points here (DNS rebinding), but it sends that name."""
        name = _name(host)
        own = {"localhost", self.host.casefold(), _name(urlsplit(self.url).netloc)}
        machine = socket.gethostname().casefold()
        return bool(name) and (_is_address(name) or name in own | {machine, f"{machine}.local"})

    def is_own(self, origin: str, host: str) -> bool:
        """Return True if the page that opens a socket came from `host`, as its browser says."""
        return origin == (self.url or f"http://{host}")

    def admits(self, token: str) -> bool:
        return not self.token or compare_digest(token.encode(), self.token.encode())


def is_beyond(host: str) -> bool:
    """Return True if other machines can reach what listens there. Raises OSError."""
    found = socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return not all(
        ip_address(str(address[0]).partition("%")[0]).is_loopback for *_, address in found
    )


def _name(host: str) -> str:
    """The name in a Host header, without the port; "" if it is none."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # a ValueError, if that is no number
    except ValueError:
        return ""
    return (parts.hostname or "").casefold()


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
