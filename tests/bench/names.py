"""The names of the measurements, in the suite and in the figures."""

from __future__ import annotations

from typing import Final

__all__ = [
    "AFTERWARDS",
    "BESIDE",
    "COLLIDERS",
    "COLUMN",
    "CROSSED",
    "DICT",
    "ENTITIES",
    "ESPER",
    "INTERPRETED",
    "JUDGE",
    "LOOP",
    "MAP",
    "NATIVE",
    "OBJECTS",
    "OPERATIONS",
    "PAIRED",
    "PIVOTS",
    "SLOT_MAP",
    "SPARSE",
    "STABLE",
    "STEP",
    "STEPPED",
    "TRAVERSE",
    "WIDE",
    "join",
    "split",
]

STABLE: Final = "StableList"
WIDE: Final = "StableList, ids of 64 bits"
DICT: Final = "dict"
SLOT_MAP: Final = "slot map in Python"
JUDGE: Final = "judge"
LOOP: Final = "empty loop"
TRAVERSE: Final = f"{STABLE}: traverse"
PIVOTS: Final = f"{STABLE}: pivots"

SPARSE: Final = "values, 26 of 10,000 left"
NATIVE: Final = "native"
INTERPRETED: Final = "interpreted"
OPERATIONS: Final = (
    "add",
    "at hit",
    "[] hit",
    "at stale",
    "remove",
    "values",
    "items",
    SPARSE,
)
"""The names that the page shows. Times are per element; for the last one, per remaining element."""

MAP: Final = "secondary map"
ENTITIES: Final = "entity step"
COLUMN: Final = "step with columns"
PAIRED: Final = "colliders, each pair once"
ESPER: Final = "esper"
OBJECTS: Final = "objects in the list"
BESIDE: Final = (
    *(f"{MAP}: {name}" for name in ("[]", "[] =", "items", "join")),
    ENTITIES,
    COLUMN,
    PAIRED,
)
"""What a list has beside its elements; times are per element, and of all pairs together."""

COLLIDERS: Final = "colliders"
STEP: Final = "step with particles"
AFTERWARDS: Final = "iteration after a step"
CROSSED: Final = "step with crossing particles"
STEPPED: Final = frozenset({STEP, AFTERWARDS, CROSSED})
"""The benchmarks whose repetitions have a time for each step."""

SEPARATOR: Final = " | "


def join(what: str, size: int, peer: str) -> str:
    """The name of a benchmark."""
    return SEPARATOR.join((what, str(size), peer))


def split(benchmark: str) -> tuple[str, str, str]:
    """The operation, the size and the peer.

    >>> split(join("add", 10, "dict"))
    ('add', '10', 'dict')
    """
    what, size, peer = benchmark.split(SEPARATOR)
    return what, size, peer
