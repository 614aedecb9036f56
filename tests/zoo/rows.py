"""The rows of ``tests/ports/zoo.toml``: defects of published releases."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ZOO: Final = Path(__file__).parents[1] / "ports" / "zoo.toml"


@dataclass(frozen=True, kw_only=True)
class Defect:
    """A defect of a release, as the head of the file describes its fields."""

    port: str
    language: str
    package: str
    version: str
    system: str
    program: str
    answers: str
    right: str
    finding: str
    fixed: str = ""
    declares: str = ""


def defects() -> list[Defect]:
    """Every row, in the order of the file."""
    return [Defect(**row) for row in tomllib.loads(ZOO.read_text(encoding="utf-8"))["defect"]]
