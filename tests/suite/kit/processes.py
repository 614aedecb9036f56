"""Processes that tests look for: those that a command has started, wherever they went."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

__all__ = ["MARK", "alive", "heed", "marked", "soon"]

MARK = "STABLELIST_TEST"
"""A variable of the environment that every descendant inherits."""


def alive(process: int) -> bool:
    """Whether a process runs, and is not merely unburied."""
    with suppress(OSError):
        after = Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2]
        return after.split()[0] not in "ZX"
    return False


def marked(mark: str) -> dict[int, str]:
    """The running processes with a mark in their environment, and their command lines."""
    found, wanted = {}, f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0") and alive(int(folder.name)):
                words = (folder / "cmdline").read_bytes().split(b"\0")
                found[int(folder.name)] = b" ".join(words).decode("utf-8", "replace")[:200]
    found.pop(os.getpid(), None)
    return found


def soon(condition: Callable[[], object], seconds: float = 120.0) -> bool:
    """Whether something becomes so; a test that waits in vain fails, however long it waits."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def heed() -> None:
    """Take signals as a command in the foreground does, though these tests may run in the background."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
