"""The figures that chapter 6 of the thesis states in its text. A group that has only a range is given as that range."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .measured import STABLE

__all__ = ["COMPARED", "PEAKS", "SAID", "ratio", "shown"]

Range = tuple[float, float]

COMPARED: Final = (
    STABLE,
    "RefCells",
    "Slab",
    "StableGraph",
    "SlotMap",
    "HopSlotMap",
    "DenseSlotMap",
    "Arena",
)
"""The eight containers of figures 6.1 to 6.5."""


def group(low: float, high: float, *names: str) -> dict[str, Range]:
    """Containers that share a range."""
    return dict.fromkeys(names, (low, high))


SAID: Final[Mapping[str, Mapping[str, Range]]] = {
    "insert": {
        **group(1100, 1100, STABLE),
        **group(1370, 1370, "RefCells"),
        **group(2000, 2000, "HopSlotMap"),
        **group(760, 880, "DenseSlotMap", "Arena"),
        **group(280, 280, "Slab"),
        **group(470, 470, "StableGraph"),
    },
    "iterate": {
        **group(440, 440, STABLE, "SlotMap"),
        **group(420, 420, "StableGraph", "HopSlotMap"),
        **group(350, 350, "RefCells"),
        **group(290, 290, "DenseSlotMap"),
        **group(230, 240, "Slab", "Arena"),
    },
    "look-up": {
        **group(460, 460, STABLE),
        **group(360, 405, "Slab", "Arena", "StableGraph"),
        **group(555, 745, "SlotMap", "HopSlotMap", "DenseSlotMap", "RefCells"),
    },
    "remove": {
        **group(1310, 1310, STABLE),
        **group(545, 785, "Slab", "Arena", "SlotMap"),
        **group(1485, 1485, "RefCells"),
        **group(1700, 2795, "HopSlotMap", "DenseSlotMap", "StableGraph"),
    },
    "cross": {
        **group(33_000, 33_000, STABLE),
        **group(110_000, 311_000, *COMPARED[1:]),
    },
}
"""The medians of figures 6.1 to 6.5, in what the thesis calls milliseconds."""

PEAKS: Final[Mapping[str, Range]] = {
    **group(210, 210, "Vec"),
    **group(300, 400, "Slab", "HopSlotMap", "DenseSlotMap", "Arena"),
    **group(500, 500, "SlotMap"),
    **group(550, 550, STABLE),
    **group(1000, 1000, "StableGraph"),
}
"""The highest times of a step in figures 6.6 to 6.8, in microseconds."""


def ratio(said: Mapping[str, Range], name: str) -> Range | None:
    """What the thesis states for a container, divided by its median of StableList; None if it states nothing.

    >>> ratio(SAID["iterate"], "SlotMap"), ratio(SAID["insert"], "SlotMap")
    ((1.0, 1.0), None)
    """
    if name not in said:
        return None
    low, high = said[name]
    return low / said[STABLE][0], high / said[STABLE][0]


def shown(said: Range | None, form: str = ",.0f") -> str:
    """A range as the tables show it.

    >>> shown((760, 880)), shown((1100, 1100)), shown(None)
    ('760 to 880', '1,100', '-')
    """
    if said is None:
        return "-"
    low, high = (f"{each:{form}}" for each in said)
    return low if low == high else f"{low} to {high}"
