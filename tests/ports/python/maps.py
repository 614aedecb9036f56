"""Ports of `dict`, sortedcontainers' `SortedDict` and cachetools' `LRUCache` as maps; the argument selects one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, MutableMapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/family/python"))
sys.path.append(str(Path(__file__).parents[1]))

import starter
from cachetools import LRUCache
from sortedcontainers import SortedDict
from tables.map.table import TABLE

__all__ = ["PORTS"]

Container = MutableMapping[int, int]


def put(found: Container, key: int, value: int) -> int | None:
    other: int | None = found.get(key)
    found[key] = value
    return other


def put_if_absent(found: Container, key: int, value: int) -> int | None:
    other: int | None = found.get(key)
    found.setdefault(key, value)
    return other


def add_to(found: Container, key: int, value: int) -> int | None:
    if key not in found:
        return None
    found[key] += value
    total: int = found[key]
    return total


def append(found: Container, other: Container) -> None:
    found.update(other)
    other.clear()


ANY: starter.Functions = {
    "put": put,
    "put_if_absent": put_if_absent,
    "remove": lambda found, key: found.pop(key, None),
    "clear": lambda found: found.clear(),
    "get": lambda found, key: found.get(key),
    "add_to": add_to,
    "contains": lambda found, key: key in found,
    "len": len,
    "keys": lambda found: found.keys(),
}
"""What every mapping has."""
ORDERED: starter.Functions = {
    **ANY,
    "peek": lambda found, key: found.get(key),
    "values": lambda found: found.values(),
    "entries": lambda found: found.items(),
    "each": lambda found: found.items(),
    "each_backwards": lambda found: [(key, found[key]) for key in reversed(found)],
    "each_first": lambda found, most: islice(found.items(), most),
    "each_looking": lambda found: ((key, found[key]) for key in found),
    "first": lambda found: next(iter(found.items()), None),
    "copy": lambda found: found.copy(),
    "equal": lambda found, other: found == other,
    "append": append,
}
"""What a dictionary has whose order is documented."""
SORTED: starter.Functions = {
    **ORDERED,
    "pop_first": lambda found: found.popitem(0) if found else None,
    "pop_last": lambda found: found.popitem(-1) if found else None,
    "last": lambda found: found.peekitem(-1) if found else None,
    "entry_at": lambda found, place: found.peekitem(place) if place < len(found) else None,
    "each_from": lambda found, key: ((each, found[each]) for each in found.irange(key)),
}


class Adapted(NamedTuple):
    """A container: what it declares, what it has, and how a fresh one is made."""

    fields: str
    functions: starter.Functions
    opened: Callable[[int], Any]


PORTS = {
    "dict": Adapted(
        f"version={sys.version_info.major}.{sys.version_info.minor} order=insertion capacity=grows",
        {**ORDERED, "pop_last": lambda found: found.popitem() if found else None},
        lambda _: {},
    ),
    "SortedDict": Adapted("version=2.4.0 order=key capacity=grows", SORTED, lambda _: SortedDict()),
    "LRUCache": Adapted(
        "version=8.0.2 order=use capacity=fixed full=evicts",
        {**ANY, "pop_first": lambda found: found.popitem() if found else None},
        LRUCache,
    ),
}
"""The ports by their names."""


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in PORTS:
        sys.exit("usage: python maps.py " + "|".join(PORTS))
    adapted = PORTS[sys.argv[1]]

    def opened(choices: Mapping[str, str]) -> Any:  # noqa: ANN401 - one of several containers
        """A fresh container."""
        return adapted.opened(int(choices.get("capacity", 0)))

    fields = f"protocol=6 name={sys.argv[1]} system=map {adapted.fields}"
    starter.Port(fields, TABLE, opened, adapted.functions).serve()
