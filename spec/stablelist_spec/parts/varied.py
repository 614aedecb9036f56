"""The values of usual options that programs use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from .parameters import Truncate

__all__ = ["varied"]

CHOICES: Final[Mapping[str, Sequence[object]]] = {
    "minimum": (0, 4, 4, 4, 5, 8, 12, 16),
    "capacity": (0, 0, 0, 0, 1, 2, 3, 4, 8, 12, 13, 16, 24, 40, 64),
    "truncate": (Truncate.ITERATION, Truncate.MEMORY, Truncate.ITERATION, Truncate.NEVER),
    "id_bits": (1, 2, 3, 4, 8, 16, 32, None),
    "index_bits": (3, 4, 5, 6, 8, 16, 20, 32, None, None),
    "maximum": (None, None, None, None, 1, 3, 5, 9, 16),
}
"""Small numbers, so that full containers and ids that start over are frequent. The frequent ones are there twice."""
MOST_CONFIGURED: Final = 65_536
RANGES: Final = {
    "minimum": (0, MOST_CONFIGURED),
    "capacity": (0, MOST_CONFIGURED),
    "maximum": (1, MOST_CONFIGURED),
}


def varied(configuration: type[Any], choices: Mapping[str, Sequence[object]]) -> dict[str, Any]:
    """The choices and ranges of a system with some options; *choices* has those of its own.

    >>> from stablelist_spec.parts.options import Bounded
    >>> varied(Bounded, {"capacity": (1, 2)})["ranges"]
    {'capacity': (1, 65536)}
    """
    names = [each.name for each in fields(configuration)]
    known = {name: CHOICES[name] for name in names if name in CHOICES} | {**choices}
    ranges = {name: RANGES[name] for name in names if name in RANGES}
    if 0 not in known.get("capacity", (0,)):
        ranges["capacity"] = (1, MOST_CONFIGURED)
    return {"choices": known, "ranges": ranges}
