"""Imports one module from another source; its file stays unchanged.

So no mutant is left on the disk or in a cache of compiled modules, and the files can be edited meanwhile. A process
that a test starts imports the module from the disk, so what it does says nothing about the mutant.
"""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NamedTuple

__all__ = ["Replacement", "replace"]


class Replacement(NamedTuple):
    """A module, its file, and the source that is used instead of the file."""

    module: str
    path: Path
    source: str


def replace(replacement: Replacement) -> None:
    """Make this process import the module from the source in *replacement*."""
    module, path, source = replacement
    assert module not in sys.modules, "it must not have been imported yet"
    of_the_disk = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        if fullname != module:
            return of_the_disk(loader, fullname)
        if loader.path != str(path):
            raise ImportError(f"{module} is not imported from {path}, but from {loader.path}")
        return loader.source_to_code(source.encode(), str(path))

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]
