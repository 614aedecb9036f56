"""Planted defects: textual patches to correct sources, one broken clause each.

They live in TOML files beside this module. A patch names a file of a port, a piece of text that occurs exactly once in
it, and what stands there instead; so the sources themselves stay free of switches.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from stablelist_conformance.errors import UsageError

__all__ = ["Defect", "defects"]


@dataclass(frozen=True)
class Defect:
    """One planted defect."""

    name: str
    port: str
    file: str
    find: str
    replace: str
    why: str

    def plant(self, folder: Path) -> None:
        """Patch a copy of the port's sources.

        Raises:
            UsageError: the sources have changed, so that the patch no longer fits.
        """
        path = folder / self.file
        source = path.read_text(encoding="utf-8") if path.is_file() else ""
        found = source.count(self.find)
        if found != 1:
            raise UsageError(
                f"the defect {self.name} looks for text that occurs {found} times in {self.file}; "
                "it must occur once, so bring the defect up to date"
            )
        path.write_text(source.replace(self.find, self.replace), encoding="utf-8")


def defects() -> list[Defect]:
    """All planted defects, by file and in its order."""
    found = []
    for entry in sorted(resources.files(__name__).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            listed = tomllib.loads(entry.read_text(encoding="utf-8"))["defect"]
            found += [Defect(**fields) for fields in listed]
    return found
