"""The tables of docs/proofs.md: what CrossHair confirmed of each method and function, and what it detects."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Final

from stablelist import SecondaryMap, StableList

from .catalogue import METHODS, Contract, contracts, methods
from .defects import DEFECTS

__all__ = ["UNCOVERED", "of_functions", "of_methods", "public"]

FOLDER: Final = "../proofs/stablelist_proofs/contracts"

UNCOVERED: Final = {
    "StableList.__copy__": "which calls `copy`",
    "StableList.__repr__": "which writes text",
    "StableList.__reduce__": "which saves",
    "StableList.__setstate__": "which loads, and which `copy` calls",
    "StableList.__sizeof__": "which counts bytes",
    "SecondaryMap.__copy__": "which calls `copy`",
    "SecondaryMap.__repr__": "which writes text",
    "SecondaryMap.__getstate__": "which saves",
    "SecondaryMap.__setstate__": "which loads",
    "SecondaryMap.__sizeof__": "which counts bytes",
}
"""The public methods without a contract, and why. What a map inherits from `MutableMapping` is not its own."""


def public() -> set[str]:
    """The methods and properties that the classes define for their users, with the special ones."""
    return {
        f"{kind.__name__}.{name}"
        for kind in (StableList, SecondaryMap)
        for base in kind.__mro__
        if base.__module__.startswith("stablelist.")
        for name, defined in vars(base).items()
        if (inspect.isfunction(defined) or isinstance(defined, property))
        if not name.startswith("_") or name.startswith("__")
        if name != "__new__"
    }


def of_methods() -> str:
    """Each public method, what it does to a dict, and a planted defect that its contract detects."""
    rows = (
        f"| `{_named(each.contract)}` | `{each.does}` | {_detected(each.contract)} |"
        for each in methods()
    )
    table = "\n".join(["| method | on a dict | detected |", "|---|---|---|", *rows])
    named = sum(not each.partition(".")[2].startswith("_") for each in public() - {*UNCOVERED})
    without = "; ".join(f"`{name}`, {reason}" for name, reason in UNCOVERED.items())
    return (
        f"{len(methods())} of {len(public())} public methods and properties have a contract, which is all {named} that"
        f" have a name.\nWithout one are {without}.\n\n{table}"
    )


def _named(contract: Contract) -> str:
    return f"{METHODS[contract.module]}.{contract.function}"


def of_functions() -> str:
    """Each property, and the functions that have it."""
    stated: dict[str, list[Contract]] = {}
    for each in contracts():
        for name in each.properties:
            stated.setdefault(name, []).append(each)
    rows = (_property(name, group) for name, group in stated.items())
    return "\n".join(["| property | of | detected |", "|---|---|---|", *rows])


def _property(name: str, group: list[Contract]) -> str:
    module = group[0].module
    text = inspect.getdoc(getattr(import_module(group[0].target.rpartition(".")[0]), name)) or ""
    words, _, mathematics = text.partition("\n\n")
    what = f"[`{name}`]({FOLDER}/{module}.py)<br>{' '.join(words.split())}<br>*{' '.join(mathematics.split())}*"
    of = "<br>".join(f"`{each.of}` {each.scope}".strip() for each in group)
    return f"| {what} | {of} | {'<br>'.join(map(_detected, group))} |"


def _detected(contract: Contract) -> str:
    return "<br>".join(_edits(contract))


def _edits(contract: Contract) -> Iterator[str]:
    for each in DEFECTS:
        if each.contract == contract.name:
            yield f"`{str(each).replace('|', chr(92) + '|')}`"
