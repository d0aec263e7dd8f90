"""When a key has been dealt with, on a busy machine too."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

import pytest
from textual import app, pilot
from textual._context import active_app
from textual._wait import wait_for_idle
from textual.message_pump import MessagePump

LONGEST = 5.0  # seconds


async def wait_until_idle(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Wait as Textual's pilot does, until the process works little; and then until every widget has
    dealt with its messages: a process that is given no core works little, too."""
    await wait_for_idle(min_sleep, max_sleep)
    end = monotonic() + LONGEST
    while busy() and monotonic() < end:
        await asyncio.sleep(0.01)


def busy() -> bool:
    """Whether a widget, a screen or the app has a message in hand or waiting."""
    running = active_app.get(None)
    pumps = list[MessagePump]()
    if running is not None:
        pumps = [running, *running._registry]
    ready: list[Any] = [pump._message_queue.ready_event for pump in pumps if pump.is_running]
    return any(event.is_set() or not event._waiters for event in ready)


def use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Textual's pilots wait like that."""
    for module in app, pilot:
        monkeypatch.setattr(module, "wait_for_idle", wait_until_idle)
