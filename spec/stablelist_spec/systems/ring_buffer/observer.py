"""The labels of a ring buffer: those of a ring, how a record is added, and what goes around the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label, Provenance
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.families.ring import RingError
from stablelist_spec.parts.observable import Observed, classified, labelled
from stablelist_spec.systems.ring.observer import GROWTH, OBSERVED

from .model import SHORTEST, Buffer, record

__all__ = ["LABELS", "OPERATIONS", "classify"]

OPERATIONS: Final = frozenset(
    {"push_back", "pop_front", "clear", "peek", "len", "is_empty", "is_full", "layout"}
)


def growth(before: Buffer, operation: Operation, answer: object) -> str:
    """How a record is added."""
    room = before.room(len(record(before.store, operation["value"])))
    if answer is RingError.FULL:
        return "refused"
    if room < 0:
        return "overwrites"
    if room < SHORTEST[before.store]:
        return "fills"
    return "first" if before.empty else "more"


STORED: Final[Observed] = {**OBSERVED, "push_back": (growth, GROWTH)}
"""The observers of a ring, which see as well how many cells a record takes."""
LABELS: Final = {
    **labelled({name: observed for name, observed in STORED.items() if name in OPERATIONS}),
    "push_back_overwrites_several": "more than one record is overwritten",
    "push_back_starts_over": "the write position was before the end of the cells, and is at the first or beyond it now",
    "push_back_splits": "the record goes on at the first cell, or in the second mapping",
    "pop_front_starts_over": "the read position was before the end of the cells, and is at the first or beyond it now",
    "pop_front_joins": "the record goes on at the first cell, or in the second mapping",
}
"""Every label with its meaning."""

of_ring: Final = classified(STORED)


def classify(
    before: Buffer, operation: Operation, step: Step[Buffer, object], origin: Provenance
) -> tuple[Label, ...]:
    """The labels of a step: what is observed, and whether a position or a record goes around the end."""
    return (*of_ring(before, operation, step, origin), *around(before, operation, step))


def around(before: Buffer, operation: Operation, step: Step[Buffer, object]) -> Iterator[Label]:
    """What goes around the end, and whether it takes the place of several."""
    if operation.name == "push_back" and step.answer is None:
        if before.live > step.state.live:
            yield "push_back_overwrites_several"
        length = len(record(before.store, operation["value"]))
        behind = before.write % before.capacity + length - before.capacity
        yield from ends("push_back", "splits", behind)
    if operation.name == "pop_front" and not before.empty:
        yield from ends("pop_front", "joins", before.read + before.next_length - before.capacity)


def ends(name: str, of_record: str, behind: int) -> Iterator[Label]:
    """Whether a record ends with the last cell, or so many cells behind it."""
    if behind >= 0:
        yield f"{name}_starts_over"
    if behind > 0:
        yield f"{name}_{of_record}"
