"""Planted defects: edits of correct sources, one broken clause each.

They live in TOML files beside this module, so that the sources themselves stay free of switches.
`stablelist_proofs.edits` says how an edit is matched.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from stablelist_conformance.errors import UsageError
from stablelist_proofs.edits import Edit, EditError

__all__ = ["Defect", "defects"]


@dataclass(frozen=True, kw_only=True)
class Defect(Edit):
    """One planted defect, in a file of a port's sources."""

    name: str
    port: str
    file: str
    why: str

    def plant(self, folder: Path) -> None:
        """Change a copy of the port's sources.

        Raises:
            UsageError: the sources have changed, so that the edit no longer fits.
        """
        try:
            self.apply(folder / self.file)
        except EditError as error:
            raise UsageError(f"the defect {self.name} does not fit {self.file}: {error}") from error


def defects() -> list[Defect]:
    """All planted defects, by file and in its order."""
    found = []
    for entry in sorted(resources.files(__name__).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            listed = tomllib.loads(entry.read_text(encoding="utf-8"))["defect"]
            found += [Defect(**fields) for fields in listed]
    return found
