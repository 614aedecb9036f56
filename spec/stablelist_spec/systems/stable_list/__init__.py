"""StableList as a system.

Read `state`, then `model`, which has every step of its own; `invariants` and `observer` are beside it. The shared
parts are in `stablelist_spec.parts`.

(4, 5; R1 to R15)
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.pool import OF_RELATIVES, POOL
from stablelist_spec.families.stamps import ByInsertion
from stablelist_spec.parts.crafted import ABOUT_A_KEY, BOUNDED, TWO_AT_ONCE
from stablelist_spec.parts.memory import has_room, with_room
from stablelist_spec.parts.model import Model, described
from stablelist_spec.parts.packing import able
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.picturing import cost_word, extent, layout_word
from stablelist_spec.parts.reading import repack
from stablelist_spec.parts.tracked_key import TrackedKey

from .crafted import CRAFTED
from .invariants import INVARIANTS
from .model import clear, insert, shrink_to_fit, vacate
from .observer import LABELS, classify
from .picturing import picture, variables
from .state import State, initial

__all__ = ["MODEL", "STABLE_LIST"]

MODEL: Final = Model[Parameters, State](
    name="stablelist",
    operations=frozenset(POOL.kinds) - OF_RELATIVES,
    labels=LABELS,
    classify=classify,
    invariants=INVARIANTS,
    shown={"layout": layout_word, "cost": cost_word},
    initial=initial,
    has_room=has_room,
    insert=insert,
    vacate=vacate,
    clear=clear,
    with_room=with_room,
    shrink_to_fit=shrink_to_fit,
    repack=repack,
)
"""The model of a StableList."""

STABLE_LIST: Final = described(
    MODEL,
    "stablelist",
    configuration=Parameters,
    fields=("id_bits", "index_bits"),
    promised=Promise(lambda _, bits: ByInsertion(bits)),
    noun="list",
    axes=Axes(
        stamps="one counter, advanced by insertion; wraps",
        vacancies="last in, first out; the lowest partition first",
        elements="in place",
        truncation="the upper half, when that is empty",
        bulk="clear forgets vacancies; ids go on",
        full="the element space doubles",
    ),
    able=able,
    quotient=TrackedKey,
    extent=extent,
    picture=picture,
    variables=variables,
    crafted=(*CRAFTED, *ABOUT_A_KEY, *TWO_AT_ONCE, *BOUNDED),
)
"""The system."""
