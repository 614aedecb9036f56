"""Planting: copies of the model and the container with one edit, or none.

CrossHair is given the sources of such a copy, so it never analyses a compiled file.
"""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from stablelist_proofs.edits import Edit, EditError

__all__ = ["Defect", "sources"]

PACKAGES: Final = {"impl": "stablelist", "spec": "stablelist_spec"}
"""By storey."""


@dataclass(frozen=True, kw_only=True)
class Defect(Edit):
    """An edit of the model or the container.

    Attributes:
        contract: the contract that must detect it; so must the comparison, if its function is one of a pair.
    """

    contract: str

    def __str__(self) -> str:
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.within}: {before} -> {after or '(nothing)'}"

    @property
    def package(self) -> str:
        """The package that is changed."""
        return PACKAGES["spec" if ".spec_" in self.contract else "impl"]

    def plant(self, folder: Path) -> None:
        """Make the edit in a copy.

        Raises:
            EditError: the edit does not fit any more.
        """
        try:
            super().plant(folder / self.package)
        except EditError as error:
            raise EditError(f"a defect of {self.contract} in {self.package}: {error}") from error


@contextmanager
def sources(defect: Defect | None = None) -> Iterator[Path]:
    """A folder with the sources of both packages, with the defect, if one is given."""
    with TemporaryDirectory(prefix="stablelist-") as name:
        for package in PACKAGES.values():
            spec = importlib.util.find_spec(package)
            assert spec is not None
            assert spec.origin is not None
            shutil.copytree(
                Path(spec.origin).parent,
                Path(name) / package,
                ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"),
            )
        if defect is not None:
            defect.plant(Path(name))
        yield Path(name)
