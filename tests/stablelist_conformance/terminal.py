"""The command's standard streams: there, whatever whoever started it has closed."""

from __future__ import annotations

import io
import os
import sys

__all__ = ["nowhere", "prepare"]


def prepare() -> None:
    """Open what is closed, and let no letter that a terminal does not have be an error.

    A verdict that nobody can read is an error, so that closed standard output is one that cannot be written.
    """
    opened = (os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)
    for descriptor, flags in enumerate(opened):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, flags)  # gets the lowest number that is free, which is this one
    sys.stdin = sys.stdin or open(0, encoding="utf-8")  # noqa: SIM115 - open as long as the process
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def nowhere() -> None:
    """Whatever is still to be said on standard output goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
