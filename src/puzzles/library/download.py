"""Files from the web, by http and https: of limited size, in limited time."""

from collections.abc import Callable
from time import monotonic
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from puzzles.core.errors import PuzzlesError, UsageError, reason_of

SCHEMES = ("http", "https")
SECONDS = 60.0  # for all of a file
PIECE = 1 << 16  # bytes that are waited for together


class NotLoaded(PuzzlesError):
    """The file does not come; the text is its address and the reason."""


def download(
    address: str,
    most: int,
    progress: Callable[[int], None] = lambda got: None,
    seconds: float = SECONDS,
) -> bytes:
    """Load the file at an address, of `most` bytes at most; `progress` is called with the number so
    far. Raises UsageError and NotLoaded."""
    try:
        scheme = urlsplit(address).scheme
    except ValueError as error:
        raise UsageError(f"{address}: {error}") from None
    if scheme not in SCHEMES:
        raise UsageError(f"{address}: only http and https addresses are read")
    request = Request(address, headers={"User-Agent": "puzzles", "Accept-Encoding": "identity"})
    until, data = monotonic() + seconds, b""
    try:
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
    except TimeoutError:
        raise NotLoaded(f"{address}: not here after {seconds:g} seconds") from None
    except Exception as error:  # whatever `http.client` makes of an address or an answer
        raise NotLoaded(f"{address}: {_reason(error)}") from None
    return data


class _Redirects(HTTPRedirectHandler):
    """Follows where the server sends one, but to no other scheme: only http may become https."""

    def redirect_request(self, req: Request, *more: Any) -> Request | None:
        address = more[-1]
        if urlsplit(address).scheme not in (urlsplit(req.full_url).scheme, "https"):
            raise NotLoaded(f"leads to another scheme, {address}, which is not followed")
        return super().redirect_request(req, *more)


def _reason(error: Exception) -> str:
    """Describe an error in a line."""
    if isinstance(error, HTTPError):
        return f"the server answers {error.code} {error.reason}".splitlines()[0]
    if isinstance(error, URLError):
        why = error.reason
        return _reason(why) if isinstance(why, Exception) else str(why)
    if isinstance(error, TimeoutError):
        return "the server does not answer"
    return reason_of(error) if isinstance(error, OSError) else str(error) or type(error).__name__
