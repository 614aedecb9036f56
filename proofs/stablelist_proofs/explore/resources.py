"""How much memory the machine has left, how much was used, and whether files can be written."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path

__all__ = ["ResourceError", "available_memory", "megabytes", "peak", "writing"]


class ResourceError(ValueError):
    """The machine lacks a resource; the message is one sentence."""


@contextmanager
def writing(place: Path) -> Iterator[None]:
    """Turn an error of writing to *place* into one sentence; what was written before it is valid.

    Raises:
        ResourceError: there is no room, or no permission.
    """
    try:
        yield
    except OSError as error:
        full = error.errno in (ENOSPC, EDQUOT, EFBIG)
        raise ResourceError(
            f"{place} cannot be written: {error.strerror}; "
            f"{'make room, or ' if full else ''}choose another place"
        ) from None


def available_memory() -> int:
    """Bytes of memory that can be used without swapping."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        fields = dict(line.split(":", 1) for line in lines)
        return int(fields["MemAvailable"].split()[0]) << 10
    except (OSError, KeyError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def peak() -> int:
    """The largest resident size so far of this process or of one that it started, in bytes."""
    usages = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(who).ru_maxrss for who in usages) << 10


def megabytes(amount: int) -> str:
    """An amount of bytes in MiB, or in a larger unit if there are millions of those.

    >>> megabytes(530_974_600), megabytes(2**90)
    ('506 MiB', '1,073,741,824 EiB')
    """
    for unit, bits in (("MiB", 20), ("TiB", 40)):
        if amount < 10**6 << bits:
            return f"{amount / (1 << bits):,.0f} {unit}"
    return f"{amount / (1 << 60):,.0f} EiB"
