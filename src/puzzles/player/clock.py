"""The clock of a game, which can be stopped and goes on where it was."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Clock:
    """Counts seconds while it runs; a new one stands still."""

    def __init__(self, seconds: float = 0.0, now: Callable[[], float] = monotonic) -> None:
        self._counted, self._now = seconds, now
        self._since: float | None = None

    @property
    def running(self) -> bool:
        return self._since is not None

    @property
    def seconds(self) -> float:
        return self._counted + (self._now() - self._since if self._since is not None else 0.0)

    def start(self) -> None:
        """Count from now on."""
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        """Stand still."""
        self._counted, self._since = self.seconds, None

    def set(self, seconds: float) -> None:
        """Show this many seconds, running on if it runs."""
        self._counted = seconds
        self._since = self._now() if self.running else None


def clock_text(seconds: float) -> str:
    """A time as on a watch: `4:05`, `1:00:00`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
