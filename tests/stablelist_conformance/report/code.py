"""Which lines of a port's code ran, in words."""

from __future__ import annotations

import os
from itertools import islice
from typing import Final

from stablelist_conformance.lines.result import PortLines, SourceLines
from stablelist_conformance.wire.text import count, field

__all__ = ["code", "share", "shown_path"]

MOST: Final = 8
"""The most places of a file that are named on a terminal; its page shows all."""


def code(lines: PortLines | None) -> list[str]:
    """A line for each file, and what could not be counted; nothing if nothing was to be."""
    if lines is None:
        return []
    files = (line for each in lines.files for line in field("code", f"of your {of_file(each)}"))
    return [*files, *(line for note in lines.notes for line in field("code", note))]


def of_file(file: SourceLines) -> str:
    """How many lines ran, and the first few that never did."""
    never = [*file.never()]
    told = [str(each) for each in islice(never, MOST)]
    if len(never) > MOST:
        told.append(f"and {count(len(never) - MOST, 'more place')}")
    return f"{shown_path(file)} {share(file)} lines ran" + f"; never: {', '.join(told)}" * bool(
        told
    )


def share(file: SourceLines) -> str:
    """How many of the lines that can run did, as in ``214 of 231``."""
    return f"{len(file.ran):,} of {len(file.can):,}"


def shown_path(file: SourceLines) -> str:
    """The path as seen from here."""
    return os.path.relpath(file.path)
