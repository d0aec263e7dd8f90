"""Files from the web, by http and https: of limited size, in limited time."""

from collections.abc import Callable
from time import monotonic
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from puzzles.core.errors import PuzzlesError, reason_of

SECONDS = 60.0  # for all of a file
PIECE = 1 << 16  # bytes that are waited for together


class NotLoaded(PuzzlesError):
    """The file does not come; the text is its address and the reason."""


def download(
    address: str, most: int, progress: Callable[[int], None], seconds: float = SECONDS
) -> bytes:
    """Load the file at an address, of `most` bytes at most; `progress` is called with the number so
    far. Raises NotLoaded."""
    until, data = monotonic() + seconds, b""
    try:
        if urlsplit(address).scheme not in ("http", "https"):
            raise NotLoaded("only http and https addresses are read")
        request = Request(address, headers={"User-Agent": "puzzles", "Accept-Encoding": "identity"})
        with build_opener(_Redirects).open(request, timeout=seconds) as response:
            while piece := response.read1(PIECE):
                data += piece
                progress(len(data))
                if len(data) > most:
                    raise NotLoaded(f"too large: such files hold at most {most:,} bytes")
                if monotonic() > until:
                    raise TimeoutError
            if response.length:
                raise NotLoaded("only a part of it has come")
    except Exception as error:  # whatever `http.client` makes of an address or an answer
        late = isinstance(error, TimeoutError)
        reason = f"not here after {seconds:g} seconds" if late else _reason(error)
        raise NotLoaded(f"{address}: {reason}") from None
    return data


class _Redirects(HTTPRedirectHandler):
    """Follows where the server sends one, but to no other scheme: only http may become https."""

    def redirect_request(self, req: Request, *more: Any) -> Request | None:
        if urlsplit(more[-1]).scheme not in (req.type, "https"):
            raise NotLoaded(f"leads to another scheme, {more[-1]}, which is not followed")
        return super().redirect_request(req, *more)


def _reason(error: object) -> str:
    if isinstance(error, HTTPError):
        return f"the server answers {error.code} {error.reason}".splitlines()[0]
    if isinstance(error, URLError):
        return _reason(error.reason)
    return reason_of(error) if isinstance(error, OSError) else str(error) or type(error).__name__
