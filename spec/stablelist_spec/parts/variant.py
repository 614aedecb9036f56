"""Variants of StableList: containers with its parameters, its keys and its operations, but another layout.

A variant is described by its model, its picture, its state variables and its crafted programs; the rest is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.picture import Picture
from stablelist_spec.core.system import System
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.pool import OF_RELATIVES, POOL
from stablelist_spec.families.stamps import ByInsertion

from .crafted import ABOUT_A_KEY, BOUNDED, TWO_AT_ONCE
from .model import Model, described
from .packing import able
from .parameters import Parameters, Truncate
from .picturing import extent
from .tracked_key import TrackedKey

__all__ = ["OPERATIONS", "variant"]

OPERATIONS: Final = frozenset(POOL.kinds) - OF_RELATIVES
"""The operations of a StableList and of its variants."""


def variant(
    model: Model[Parameters, Any],
    name: str,
    *,
    vacancies: str,
    truncation: str,
    picture: Callable[[Any], Picture],
    variables: Callable[[Any], object],
    crafted: Sequence[str],
) -> System:
    """The system of a variant. Its *crafted* programs come before those for any pool with cells.

    *vacancies* and *truncation* are its choices on these axes; on the others it is a StableList.
    """
    return described(
        model,
        name,
        fields=("id_bits", "index_bits"),
        configuration=Parameters,
        promised=Promise(lambda _, bits: ByInsertion(bits)),
        noun="list",
        axes=Axes(
            stamps="one counter, advanced by insertion; wraps",
            vacancies=vacancies,
            elements="in place",
            truncation=truncation,
            bulk="clear forgets vacancies; ids go on",
            full="the element space doubles",
        ),
        able=able,
        extent=extent,
        picture=picture,
        variables=variables,
        quotient=TrackedKey,
        scopes=tuple(Parameters(truncate=mode, id_bits=1, index_bits=2) for mode in Truncate),
        crafted=(*crafted, *ABOUT_A_KEY, *TWO_AT_ONCE, *BOUNDED),
    )
