"""Errors in the kit's input: one sentence says what is wrong, with the value, and what to do.

KitError (Exception)
+-- UsageError          the user of the kit must change something: exit status 2
|   +-- HandshakeError  a line is not a handshake
+-- PortFault           the port broke the protocol or died: a finding
"""

from __future__ import annotations

import errno
from enum import StrEnum
from typing import Final

__all__ = ["REFUSALS", "FaultKind", "HandshakeError", "KitError", "PortFault", "UsageError"]

REFUSALS: Final = frozenset({errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM})
"""The error codes of a system that has no processes, files or memory left."""


class KitError(Exception):
    """Parent of the kit's errors."""


class UsageError(KitError):
    """Bad usage or environment: an unknown option, a port that cannot be started, a damaged file."""


class HandshakeError(UsageError):
    """A line is not a handshake of this protocol."""


class FaultKind(StrEnum):
    """How a port can fail other than by a wrong answer."""

    DIED = "died"
    """It exited, or closed its output, before the last answer."""
    HUNG = "hung"
    """It did not answer in time."""
    FLOODED = "flooded"
    """Its answer line exceeded the limit, or it wrote more lines than there were programs."""
    SWOLLEN = "swollen"
    """It used more memory than it may."""
    GARBLED = "garbled"
    """Its answer does not follow the protocol."""
    UNSTEADY = "unsteady"
    """It answered the same program differently on another run."""
    BAD_EXIT = "bad-exit"
    """It answered everything, but did not end with status 0."""


class PortFault(KitError):  # noqa: N818 - the protocol page's word
    """A port broke the protocol while it was answering a program.

    Attributes:
        kind: how.
        detail: one sentence with the values.
        stderr: the first and the last lines that the port wrote to standard error.
        late: whether the port was only too slow, which a busy machine can cause.
    """

    def __init__(
        self, kind: FaultKind, detail: str, stderr: str = "", *, late: bool = False
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.stderr = stderr
        self.late = late
