"""Planting: a copy of the model and the container with one line wrong, or none.

CrossHair is given the sources of such a copy, so that what it analyses is never a compiled file.
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

__all__ = ["Defect", "sources"]

PACKAGES: Final = ("stablelist", "stablelist_spec")


@dataclass(frozen=True)
class Defect:
    """A piece of text that occurs once in a file, and what stands there instead.

    Attributes:
        caller: whose contracts must notice it, and the comparison, if its function is one of a pair.
        breaks: the properties that must be refuted.
    """

    caller: str
    breaks: tuple[str, ...]
    file: str
    find: str
    replace: str

    def __str__(self) -> str:
        find, replace = (" ".join(text.split()) for text in (self.find, self.replace))
        return f"{self.file}: {find} -> {replace or '(nothing)'}"

    def plant(self, folder: Path) -> None:
        """Put the wrong line in the place of the right one.

        Raises:
            ValueError: the right one is not there any more.
        """
        path = folder / self.file
        source = path.read_text(encoding="utf-8")
        found = source.count(self.find)
        if found != 1:
            raise ValueError(
                f"a defect of {self.caller} looks for {self.find!r}, which occurs {found} times in"
                f" {self.file}; it must occur once, so bring the defect up to date"
            )
        path.write_text(source.replace(self.find, self.replace), encoding="utf-8")


@contextmanager
def sources(defect: Defect | None = None) -> Iterator[Path]:
    """A folder with the sources of both packages, with the defect, if one is given."""
    with TemporaryDirectory(prefix="stablelist-") as name:
        for package in PACKAGES:
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
