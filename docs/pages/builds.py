"""Writes the table of docs/builds.md: which methods of the public classes are native in the native build.

`python docs/pages/builds.py` writes it; a test compares, and asks the native build.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import stablelist
from stablelist import compiled
from stablelist.views import ItemsView, KeysView, ValuesView
from stablelist_proofs.marked import filled

__all__ = ["CLASSES", "PAGE", "members", "refreshed", "table"]

PAGE: Final = Path(__file__).parents[1] / "builds.md"

CLASSES: Final[tuple[type, ...]] = (
    stablelist.StableList,
    stablelist.StableAccess,
    stablelist.SecondaryMap,
    stablelist.Key,
    KeysView,
    ValuesView,
    ItemsView,
)
"""The classes whose methods a program calls often; an inspection has the methods of an access that read."""

OPERATORS: Final = {
    "__getitem__": "[key]",
    "__setitem__": "[key] =",
    "__delitem__": "del [key]",
    "__contains__": "in",
    "__len__": "len",
    "__iter__": "iter",
    "__eq__": "==",
    "__lt__": "<",
    "__hash__": "hash",
}
"""How methods with such names are called; others, such as `repr`, are left out."""


def members(kind: type) -> Iterator[tuple[str, type]]:
    """The public methods and properties of a class, with the class that defines each; operators come last."""
    names = {name for base in kind.__mro__[:-1] for name in vars(base)}
    for name in sorted(names, key=lambda name: (name[0] == "_", name)):
        (owner, *_) = (base for base in kind.__mro__ if name in vars(base))
        ours = owner.__module__.startswith("stablelist.") and vars(owner)[name] is not None
        if ours and (name in OPERATORS or name[0] != "_"):
            yield name, owner


def shown(name: str) -> str:
    """A method, as it is called."""
    return f"`{OPERATORS.get(name, name)}`"


def is_native(kind: type, owner: type) -> bool:
    """Whether a method is written in C in the native build: the class that defines it, or the whole class is."""
    return any(f"{each.__module__}.{each.__qualname__}" in compiled.TWINS for each in (kind, owner))


def table() -> str:
    """Each class, with its native methods and with those in Python."""
    rows = ["| | native | Python |", "|---|---|---|"]
    for kind in CLASSES:
        found = list(members(kind))
        parts = [
            ", ".join(shown(name) for name, owner in found if is_native(kind, owner) is native)
            or "-"
            for native in (True, False)
        ]
        rows.append(f"| `{kind.__name__}` | {parts[0]} | {parts[1]} |")
    return "\n".join(rows)


def refreshed(page: str) -> str:
    """The page, with the table as it is today."""
    return filled(page, {"methods": table})


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text("utf-8")), "utf-8")
