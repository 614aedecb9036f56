"""StableList and its variants: containers with its parameters, its keys and its operations, but another layout.

Each is described by its model, its picture, its state variables and its crafted programs; the rest is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import Key
from stablelist_spec.core.picture import Picture
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.pool import OF_RELATIVES, POOL
from stablelist_spec.families.stamps import ByInsertion

from . import memory, reading
from .cells import P
from .crafted import crafted
from .model import Model, described
from .packing import able
from .parameters import Parameters, Truncate
from .picturing import cost_word, extent, layout_word
from .tracked_key import TrackedKey

__all__ = ["OPERATIONS", "ListModel", "variant"]

OPERATIONS: Final = frozenset(POOL.kinds) - OF_RELATIVES
"""The operations of a StableList and of its variants."""
OF_ALL: Final = tuple(f"parts/{name}.programs" for name in ("a_key", "two_keys", "maximum"))
SCOPES: Final = tuple(Parameters(truncate=mode, id_bits=1, index_bits=2) for mode in Truncate)


@dataclass(kw_only=True, eq=False)
class ListModel(Model[Parameters, P]):
    """A model with the operations of a StableList, its memory, and its packed keys."""

    operations: frozenset[str] = OPERATIONS
    shown: Mapping[str, Callable[[P], str]] = field(
        default_factory=lambda: {"layout": layout_word, "cost": cost_word}
    )
    has_room: Callable[[P, int], bool] = memory.has_room
    with_room: Callable[[P, int], P] = memory.with_room
    repack: Callable[[P, Key], StepOf[P, int | None]] = reading.repack


def variant(
    model: ListModel[Any],
    name: str,
    *,
    vacancies: str,
    truncation: str,
    picture: Callable[[Any], Picture],
    variables: Callable[[Any], object],
    programs: Sequence[str],
    scopes: Sequence[Parameters] = SCOPES,
    configuration: type[Parameters] = Parameters,
    choices: Mapping[str, Sequence[object]] = MappingProxyType({}),
    like: str = "",
) -> System:
    """The system of StableList or of a variant.

    The files *programs* have its crafted programs, beside those for any pool with cells.

    *vacancies* and *truncation* are its choices on these axes; on the others it is a StableList. If it has options of
    its own, they are the further fields of its *configuration*, with the *choices* that programs use.
    """
    return described(
        model,
        name,
        fields=("id_bits", "index_bits"),
        configuration=configuration,
        choices=choices,
        promised=Promise(lambda _, bits: ByInsertion(bits)),
        noun="list",
        like=like,
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
        scopes=scopes,
        crafted=crafted(*programs, *OF_ALL),
    )
