"""The mutants that cannot be told from the original, and why: `equivalents.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from .mutants import Change, Mutant, Place, mutant_at, places, text

__all__ = ["LIST", "Equivalent", "equivalents", "listed", "matches"]

LIST: Final = Path(__file__).with_name("equivalents.toml")


class Equivalent(NamedTuple):
    """A mutant that no test can notice."""

    package: str
    module: str
    change: Change
    reason: str


def equivalents(path: Path | None = None) -> list[Equivalent]:
    """All that are listed."""
    packages = tomllib.loads((path or LIST).read_text(encoding="utf-8"))
    return [
        Equivalent(package, module, Change(**entry), reason)
        for package, modules in packages.items()
        for module, entries in modules.items()
        for entry in entries
        for reason in (entry.pop("reason"),)
    ]


def listed(package: str, module: str) -> set[Change]:
    """The changes that are listed for a module."""
    return {
        entry.change
        for entry in equivalents()
        if (entry.package, entry.module) == (package, module)
    }


def matches(changes: Collection[Change], source: str) -> Iterator[Mutant]:
    """The mutants of a source that make one of these changes."""
    lines = source.split("\n")
    for place in places(source):
        if any(may_be(change, place, lines) for change in changes):
            mutant = mutant_at(source, place)
            if mutant.change in changes:
                yield mutant


def may_be(change: Change, place: Place, lines: list[str]) -> bool:
    """Whether the line that a place begins in is part of what is changed."""
    return (
        place.definition == change.definition and text([lines[place.start[0] - 1]]) in change.before
    )
