"""One module is imported as another source says; its file stays as it is.

So no mutant is ever left behind on the disk, nor in a cache of compiled modules, and the tree can be worked on
meanwhile. A process that a test starts imports what the disk has: the tests in it judge no mutant.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

__all__ = ["Replacement", "replace"]


class Replacement(NamedTuple):
    """A module, the file that it is imported from, and the source to be taken instead."""

    module: str
    path: Path
    source: str


class Loader(SourceFileLoader):
    """Loads a module from another source."""

    def __init__(self, replacement: Replacement) -> None:
        super().__init__(replacement.module, str(replacement.path))
        self.source = replacement.source

    def get_code(self, fullname: str) -> CodeType:
        """Compiled afresh."""
        return self.source_to_code(self.source.encode(), self.get_filename(fullname))


class Finder(MetaPathFinder):
    """Finds the one module, where it would be found anyhow."""

    def __init__(self, replacement: Replacement) -> None:
        self.replacement = replacement

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module with its other source."""
        if fullname != self.replacement.module:
            return None
        found = PathFinder.find_spec(fullname, path, target)
        expected = str(self.replacement.path)
        if found is None or found.origin != expected:
            raise ImportError(f"{fullname} is not imported from {expected}, but from {found}")
        found.loader = Loader(self.replacement)
        return found


def replace(replacement: Replacement) -> None:
    """From now on, this process imports the module as *replacement* says."""
    assert replacement.module not in sys.modules, "it must not have been imported yet"
    sys.meta_path.insert(0, Finder(replacement))
