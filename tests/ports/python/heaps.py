"""Ports of heapdict's `heapdict` and pqdict's `pqdict` as keyed heaps; the argument selects one."""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/family/python"))
sys.path.append(str(Path(__file__).parents[1]))

import starter
from heapdict import heapdict
from pqdict import pqdict
from tables.heap.table import TABLE

__all__ = ["PORTS"]

Heap = MutableMapping[int, int]


def put(heap: Heap, key: int, priority: int) -> int | None:
    old: int | None = heap.get(key)
    heap[key] = priority
    return old


FUNCTIONS: starter.Functions = {
    "put": put,
    "change": lambda heap, key, priority: put(heap, key, priority) if key in heap else None,
    "remove": lambda heap, key: heap.pop(key, None),
    "pop": lambda heap: heap.popitem() if heap else None,
    "clear": lambda heap: heap.clear(),
    "priority": lambda heap, key: heap.get(key),
    "contains": lambda heap, key: key in heap,
    "len": len,
    "entries": lambda heap: heap.items(),
}
"""What both have; only the least entry is asked for by another name."""


PORTS: dict[str, tuple[str, starter.Functions, Any]] = {
    "heapdict": ("1.0.1", {"peek": lambda heap: heap.peekitem() if heap else None}, heapdict),
    "pqdict": ("1.5.1", {"peek": lambda heap: heap.topitem() if heap else None}, pqdict),
}
"""The ports by their names: a release, what only it has, and how a fresh one is made."""


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in PORTS:
        sys.exit("usage: python heaps.py " + "|".join(PORTS))
    version, functions, opened = PORTS[sys.argv[1]]
    fields = f"protocol=6 name={sys.argv[1]} version={version} system=heap"
    starter.Port(fields, TABLE, lambda _: opened(), {**FUNCTIONS, **functions}).serve()
