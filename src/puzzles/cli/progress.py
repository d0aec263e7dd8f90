"""The progress of a search, on one line of standard error, if that is a terminal."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext

from puzzles.cli.output import tell
from puzzles.core.solving import Answer, Event, Known, Progress
from puzzles.running import compile_state

INTERRUPTED = "interrupted"
FIGURES = "nodes", "lower_bound", "best", "preparing", "compiled"  # of `--progress`


def on_terminal() -> bool:
    """Return True if standard error can show something that moves."""
    return bool(sys.stderr and sys.stderr.isatty()) and os.environ.get("TERM") != "dumb"


def compile_first(puzzles: Iterable[str]) -> None:
    """Wait until the kernels of some puzzles are compiled, and show how far that is. If they cannot
    be compiled, this process and its children work as plain Python from now on."""
    lacking = sorted(filter(compile_state.kernels_missing, puzzles))
    if not lacking:
        return
    from puzzles.running.child_pool import child_pool

    said = on_terminal()  # where `working` says it

    def shown(progress: Progress) -> None:
        nonlocal said
        if progress.compiled and not said:  # a plugin in plain Python has nothing to compile
            tell("preparing the solver, this once: a minute or two")
            said = True
        show(words(progress))

    with working("Solving") as show:
        if not child_pool().compile(lacking, shown):
            os.environ["NUMBA_DISABLE_JIT"] = "1"


def search(events: Iterator[Event], stream: bool = False) -> Answer:
    """Run the search to its end, or to an interrupt: then what was known until then. On the way
    that is shown, or written as a `stream`."""
    known, began = Known(), time.monotonic()
    try:
        with nullcontext() if stream else working("Solving") as show:
            for event in events:
                if isinstance(event, Answer):
                    return event
                known.add(event)
                if show is not None:
                    show(words(event))
                else:
                    seconds = round(time.monotonic() - began, 3)  # what it prepares counts, too
                    figures = {name: getattr(event, name) for name in FIGURES}
                    line = json.dumps({"seconds": seconds, **figures})
                    print(line, file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pass
    return known.answer(INTERRUPTED)


def words(progress: Progress) -> str:
    """`Progress` in a line."""
    compiled = ""
    if progress.compiled is not None:
        compiled = f" · {progress.compiled[0]} of {progress.compiled[1]} prepared"
    if progress.preparing:
        return f"Preparing the solver{compiled}"
    rate = progress.nodes / progress.seconds if progress.seconds else 0
    figures = f"{progress.seconds:.1f} s", f"{progress.nodes:,} nodes", f"{rate:,.0f}/s"
    return " · ".join(("Solving", *figures, *progress.bounds())) + compiled


@contextmanager
def working(what: str) -> Iterator[Callable[[str], None]]:
    """Show what is going on, on a line that disappears, and yield a function that changes it."""
    if not on_terminal():
        yield lambda words: None
        return
    from rich.console import Console

    with Console(stderr=True).status(what) as status:
        yield status.update


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each of `total` pieces of work; a bar shows how many."""
    if not on_terminal():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bars

    # While the bar is up, rich prints what goes to the terminal above it, and only that.
    console, shown = Console(stderr=True), sys.stdout.isatty()
    with Bars(console=console, transient=True, redirect_stdout=shown) as bars:
        task = bars.add_task(what, total=total)
        yield lambda: bars.advance(task)
