"""The mutants that no test can tell from the original, with the reasons: `equivalents.toml`."""

from __future__ import annotations

import ast
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from stablelist_proofs.edits import Edit, expression, parsed

__all__ = ["LIST", "Equivalent", "equivalents", "listed"]

LIST: Final = Path(__file__).with_name("equivalents.toml")


class Equivalent(NamedTuple):
    """A mutant that no test can notice."""

    package: str
    module: str
    edit: Edit
    reason: str


def equivalents(path: Path | None = None) -> list[Equivalent]:
    """All listed mutants."""
    packages = tomllib.loads((path or LIST).read_text(encoding="utf-8"))
    return [
        Equivalent(package, module, as_mutant(Edit.listed(**entry)), reason)
        for package, modules in packages.items()
        for module, entries in modules.items()
        for entry in entries
        for reason in (entry.pop("reason"),)
    ]


def listed(package: str, module: str) -> set[Edit]:
    """The mutants that are listed for a module."""
    return {
        entry.edit for entry in equivalents() if (entry.package, entry.module) == (package, module)
    }


def as_mutant(edit: Edit) -> Edit:
    """An edit in the form of the mutant with the same effect."""
    return replace(edit, before=unparsed(edit.before), after=unparsed(edit.after))


def unparsed(text: str) -> str:
    """A piece of Python, written from its syntax tree."""
    piece = expression(text)
    return "\n".join(map(ast.unparse, parsed(text) if piece is None else [piece]))
