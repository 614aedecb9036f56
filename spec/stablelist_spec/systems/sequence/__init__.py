"""The sequence: every container with elements in an order that the caller decides, such as a list or a vector.

Its contract is the whole model: what a step does is said by the family, and nothing inside is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product, starmap
from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.system import System
from stablelist_spec.families.sequence import SEQUENCE as FAMILY
from stablelist_spec.families.sequence import Beyond, Removal, answered, joined
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.observable import (
    State,
    classified,
    elements_fit_the_capacity,
    initial,
    joining,
    labelled,
    pictured,
    stepping,
    variables,
)
from stablelist_spec.parts.options import Fixed

from .observer import OBSERVED

__all__ = ["INVARIANTS", "SEQUENCE", "Configuration", "step"]


@dataclass(frozen=True)
class Configuration(Fixed):
    """What `remove_at` moves, whether places beyond the end are clipped, and a capacity, or 0 if it grows.

    >>> Configuration(capacity=8).most_live, Configuration().removal
    (8, <Removal.SHIFTS: 'shifts'>)
    """

    removal: Removal = Removal.SHIFTS
    beyond: Beyond = Beyond.REFUSES


step: Final = stepping(answered)
"""The step of an operation: what the family says."""

INVARIANTS: Final = named(elements_fit_the_capacity)
"""Every invariant by its name."""

FEW: Final = 3
"""The most elements of a sequence that is explored, if it grows."""


def places(chosen: Configuration) -> range:
    """Every place of a sequence that is explored, its end, and the first place beyond."""
    return range((chosen.capacity or FEW) + 2)


def small(state: State) -> bool:
    """Whether a sequence is explored."""
    return len(state.elements) <= (state.chosen.capacity or FEW)


SEQUENCE: Final = System(
    name="sequence",
    family=FAMILY,
    operations=frozenset(FAMILY.kinds) - {"layout", "cost"},
    configuration=Configuration,
    noun="sequence",
    axes=Axes(
        elements="in the caller's order",
        truncation="there are no vacancies",
        full="refused, if there is a capacity",
    ),
    initial=initial,
    step=step,
    joined=joining(joined),
    classify=classified(OBSERVED),
    invariants=INVARIANTS,
    labels={**labelled(OBSERVED), "append_full": "there is no room, and nothing changes"},
    picture=pictured("elements"),
    variables=variables,
    operands={
        **dict.fromkeys(("place", "other", "start", "end", "length", "times"), places),
        "count": lambda _: (0, 2),
    },
    pairs=(Configuration(2),),
    within=small,
    choices={
        "removal": tuple(Removal),
        "beyond": tuple(Beyond),
        "capacity": (0, 0, 1, 2, 3, 8, 64),
    },
    ranges={"capacity": (0, 65_536)},
    witnesses={"removal": lambda _: ("remove_at",)},
    scopes=tuple(starmap(Configuration, product((2, 0), Removal, Beyond))),
    crafted=crafted("systems/sequence/crafted.programs"),
)
"""The sequence."""
