"""Checkable properties: those of a system that a wrong answer can break, and the operations that can show it.

The tests of a port have their names, and so are known before it is started.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from stablelist_conformance.judging.properties import (
    DISTINCT,
    FAILING,
    LENGTH,
    LISTED,
    LOCKED,
    OBSERVED,
    UNSEEN,
)
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import LEVELS, Level
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.system import System
from stablelist_spec.families.components import COMPONENTS
from stablelist_spec.families.components_contract import GONE, OWNED
from stablelist_spec.families.knowledge import LIVE, REFINEMENT, RETIRED
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.sentences import REVIVAL

__all__ = [
    "ANSWERED",
    "OTHERS",
    "REACHED",
    "RIGHT",
    "checkable",
    "names_of_tests",
    "needed",
    "visible",
]

NEEDED: Final = {
    LENGTH: ("len", "is_empty"),
    LISTED: ("each", "keys", "drain", "retain", "each_removing", "each_first", "traverse"),
    LOCKED: ("lend",),
    REVIVAL: ("layout",),
    "visits_never_exceed_removals": ("cost",),
}


ANSWERED: Final = "every_program_is_answered"
RIGHT: Final = "every_answer_is_right"
REACHED: Final = "everything_within_reach_was_reached"
OTHERS: Final = (ANSWERED, RIGHT, REACHED)
"""The tests of no property: for ports that do not answer, for all other wrong answers, and for the coverage."""


def names_of_tests(system: str, level: str | None = None) -> tuple[str, ...]:
    """The names of the tests of a port, which are known before it is started.

    Raises:
        UsageError: there is no such system or level.
    """
    known = system_named(system)
    if level not in (None, *LEVELS):
        raise UsageError(f"there is no level {level!r}; choose one of {', '.join(LEVELS)}")
    operations = visible(known, None if level is None else LEVELS[level])
    return (*checkable(known, operations), *OTHERS)


def needed(name: str) -> tuple[str, ...]:
    """The operations of which one is needed to check a property; none if the essential ones are enough."""
    inside = INVARIANTS.keys() - {LIVE, RETIRED}
    return NEEDED.get(name, ("layout",) if name in inside else ())


def visible(system: System, level: Level | None = None) -> frozenset[str]:
    """The operations of a system at a level, by default its highest."""
    return system.operations if level is None else system.operations - system.hidden(level)


def checkable(system: System, operations: Collection[str]) -> tuple[str, ...]:
    """The names of the properties that a container with these operations can be seen to break.

    >>> from stablelist_spec.systems import SYSTEMS
    >>> checkable(SYSTEMS["sparse-set"], {"insert", "remove", "len"})
    ('length_counts_the_live_elements', 'no_operation_fails_without_reason')
    """
    names = dict.fromkeys([*of_keys(system), *observed(system)])
    offered = system.operations.intersection(operations)
    return tuple(name for name in names if not needed(name) or offered.intersection(needed(name)))


def of_keys(system: System) -> Iterator[str]:
    """The properties of keys, and of the cells that they lead to."""
    if not system.family.keyed:
        return
    if system.family is COMPONENTS:
        yield from () if system.determined else (OWNED, GONE)
        yield REFINEMENT
        return
    if not system.determined:
        yield LIVE
    guarded = RETIRED in system.invariants or "id_bits" in system.fields
    if guarded:
        yield RETIRED
    if guarded and system.exact:
        yield REVIVAL
    if DISTINCT in system.invariants:
        yield DISTINCT
    if system is STABLE_LIST:
        yield from (name for name in INVARIANTS if name not in UNSEEN)
    yield REFINEMENT


def observed(system: System) -> Iterator[str]:
    """The properties that a user observes without a key."""
    keyless = {LENGTH, LISTED, FAILING}
    yield from (name for name in OBSERVED if system.family.keyed or name in keyless)
