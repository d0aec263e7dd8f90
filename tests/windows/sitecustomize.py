"""Python started with this folder on its path finds no more of POSIX than there is on Windows.

The rest stays what it is: paths, pipes, and how processes are started and killed. (What types know
of Windows is looked at by `make check`.)
"""

from __future__ import annotations

import asyncio  # noqa: F401 (which asks what system this is, like the others)
import os
import signal
import ssl
import subprocess
import sys

import numba  # noqa: F401
import rich.console  # noqa: F401
import textual.app  # noqa: F401

MODULES = (
    "curses",
    "fcntl",
    "grp",
    "posix",
    "pty",
    "pwd",
    "readline",
    "resource",
    "syslog",
    "termios",
    "tty",
)
OS = (
    "PRIO_PROCESS",
    "chown",
    "fchmod",
    "fork",
    "forkpty",
    "getegid",
    "geteuid",
    "getgid",
    "getloadavg",
    "getpgid",
    "getpriority",
    "getuid",
    "killpg",
    "mkfifo",
    "nice",
    "sched_getaffinity",
    "setpriority",
    "setsid",
    "sysconf",
    "ttyname",
)
SIGNALS = (
    "SIGALRM",
    "SIGHUP",
    "SIGQUIT",
    "SIGUSR1",
    "SIGWINCH",
    "SIG_BLOCK",
    "alarm",
    "pthread_kill",
    "pthread_sigmask",
    "setitimer",
)

for name in MODULES:
    sys.modules[name] = None  # type: ignore[assignment]
for name in OS:
    delattr(os, name)
if hasattr(os, "process_cpu_count"):  # which asks for the affinity, where that is known
    os.process_cpu_count = os.cpu_count
for name in SIGNALS:
    delattr(signal, name)
subprocess.BELOW_NORMAL_PRIORITY_CLASS = 0  # type: ignore[attr-defined]
# of which there is no store
ssl.SSLContext._load_windows_store_certs = lambda *_: None  # type: ignore[attr-defined]
sys.platform = "win32"
