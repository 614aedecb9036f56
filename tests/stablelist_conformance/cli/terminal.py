"""The command's standard streams, also if the parent process closed them."""

from __future__ import annotations

import io
import os
import sys

__all__ = ["nowhere", "prepare"]


def prepare() -> None:
    """Open closed streams, and escape characters that the terminal cannot show.

    A verdict that cannot be read is an error, so a closed standard output becomes one that cannot be written.
    """
    opened = (os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)
    for descriptor, flags in enumerate(opened):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, flags)  # gets the lowest free number, which is this one
    sys.stdin = sys.stdin or open(0, encoding="utf-8")  # noqa: SIM115 - open as long as the process
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def nowhere() -> None:
    """Discard all further output on standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
