"""The children of a program without an event loop: they go before it does."""

from __future__ import annotations

import subprocess
import sys

import pytest
import tasks

from puzzles.running.child_pool import ChildPool

# A command whose first child does nothing when it is killed, and dies half a second later than all
# the others. It stays a second longer itself, so that whoever watched that child can complain.
LINGERING = """
import atexit, os, signal, time
from threading import Timer

from puzzles.cli import main
from puzzles.running import child

def late(process, delays=[0.5], kill=child.kill):
    os.kill(process.pid, signal.SIGSTOP)
    timer = Timer(delays.pop() if delays else 0, kill, [process])
    timer.daemon = True
    timer.start()

atexit.register(time.sleep, 1)
child.kill = late
main()
"""


@pytest.mark.slow
def test_nothing_is_said_of_a_child_that_is_slow_to_go(nothing_compiled) -> None:
    command = [sys.executable, "-c", LINGERING, "solve", "kami/first-folds/1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert "1 move" in done.stdout
    assert done.stderr == ""


def test_a_task_is_ended_when_patience_is_over():
    children = ChildPool()
    try:
        with pytest.raises(TimeoutError):
            list(children.events(tasks.endless, {"kind": ""}, patience=0))
    finally:
        children.close()
