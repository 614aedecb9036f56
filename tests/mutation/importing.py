"""One module is imported as another source says; its file stays as it is.

So no mutant is ever left behind on the disk, nor in a cache of compiled modules, and the tree can be worked on
meanwhile. A process that a test starts imports what the disk has: the tests in it judge no mutant.
"""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NamedTuple

__all__ = ["Replacement", "replace"]


class Replacement(NamedTuple):
    """A module, the file that it is imported from, and the source to be taken instead."""

    module: str
    path: Path
    source: str


def replace(replacement: Replacement) -> None:
    """From now on, this process imports the module as *replacement* says."""
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
