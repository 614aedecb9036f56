"""The port of Python's `collections.deque` as a ring: one that grows, or with a `maxlen`."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/family/python"))
sys.path.append(str(Path(__file__).parents[1]))

import starter
from tables.ring.table import TABLE

__all__ = ["FUNCTIONS"]


def got(row: deque[int], place: int) -> int | None:
    try:
        return row[place]
    except IndexError:
        return None


def append(row: deque[int], other: deque[int]) -> None:
    row.extend(other)
    other.clear()


FUNCTIONS: starter.Functions = {
    "push_back": deque.append,
    "push_front": deque.appendleft,
    "extend": lambda row, count, value: row.extend(range(value, value + count)),
    "pop_back": lambda row: row.pop() if row else None,
    "pop_front": lambda row: row.popleft() if row else None,
    "clear": deque.clear,
    "peek": lambda row: got(row, 0),
    "get": got,
    "from_end": lambda row, place: got(row, -1 - place),
    "len": len,
    "is_empty": lambda row: not row,
    "is_full": lambda row: len(row) == row.maxlen,
    "each": iter,
    "each_backwards": reversed,
    "rotate": lambda row, times: row.rotate(-times),
    "each_from": lambda row, place: islice(row, place, None),
    "each_first": islice,
    "each_looking": lambda row: [(each, row[-1 - at]) for at, each in enumerate(row)],
    "copy": deque.copy,
    "equal": deque.__eq__,
    "append": append,
}
"""What a deque has of a ring; it may not be changed while it is iterated."""


OPTIONS = {"grows": "capacity=grows", "maxlen": "capacity=fixed full=overwrites"}


def opened(choices: Mapping[str, str]) -> deque[int]:
    return deque(maxlen=int(choices.get("capacity", 0)) or None)


if __name__ == "__main__":
    version = ".".join(map(str, sys.version_info[:3]))
    fields = f"protocol=6 name=deque version={version} system=ring {OPTIONS[sys.argv[1]]}"
    starter.Port(fields, TABLE, opened, FUNCTIONS).serve()
