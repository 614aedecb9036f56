"""StableList as a system.

Read `state`, then `model` and `restoring`, which have every step of its own; `invariants` and `observer` are beside
them. The shared parts are in `stablelist_spec.parts`.

(4, 5; R1 to R16)
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.families.pool import RESTORING
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.variant import OPERATIONS, ListModel, variant

from .invariants import INVARIANTS
from .model import clear, insert, shrink_to_fit, vacate
from .observer import LABELS, classify
from .picturing import picture, variables
from .restoring import restore
from .state import State, initial

__all__ = ["MODEL", "STABLE_LIST"]

MODEL: Final = ListModel[State](
    name="stablelist",
    operations=OPERATIONS | {RESTORING},
    labels=LABELS,
    classify=classify,
    invariants=INVARIANTS,
    initial=initial,
    insert=insert,
    vacate=vacate,
    clear=clear,
    shrink_to_fit=shrink_to_fit,
    restore=restore,
)
"""The model of a StableList."""

STABLE_LIST: Final = variant(
    MODEL,
    "stablelist",
    vacancies="last in, first out; the lowest partition first",
    truncation="the upper half, when that is empty",
    picture=picture,
    variables=variables,
    programs=("systems/stable_list/crafted.programs", "systems/stable_list/restoring.programs"),
    scopes=tuple(Parameters(truncate=mode, id_bits=1, index_bits=3) for mode in Truncate),
)
"""The system."""
