"""Systems: the kinds of container that ports offer, each described once.

Whatever depends on the kind of a container asks its system; nobody compares names. `SYSTEMS` is the only list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from stablelist_spec.history import History
from stablelist_spec.operation import OPERATIONS
from stablelist_spec.parameters import Parameters
from stablelist_spec.picture import Picture
from stablelist_spec.picturing import picture, variables
from stablelist_spec.stable_list import State
from stablelist_spec.stamps import ByContainer, ByInsertion, BySlot, Stamps, Unstamped

from .errors import UsageError
from .protocol import Level

__all__ = ["STABLE_LIST", "SYSTEMS", "System", "system_named"]


class Stamped(Protocol):
    """What a port says of its stamps."""

    @property
    def parity(self) -> bool:
        """Whether half of the versions mean vacant."""
        ...

    @property
    def wraps(self) -> bool:
        """Whether versions start over."""
        ...


def whole(state: State) -> State:
    """Everything."""
    return state


@dataclass(frozen=True)
class System:
    """One kind of container.

    Attributes:
        operations: what it offers; a port may leave some out.
        fields: of the handshake, those that not every system has.
        stamps: how it tells keys apart, given an id width.
        model: what begins the exact model's account of a program; without one, ports are judged by the contract alone.
        since_2: operations that version 1 of the protocol does not have.
        picture: what a state of the model looks like; without one, reports draw nothing.
        variables: what of a state is in a trace, as named fields.
    """

    name: str
    operations: frozenset[str]
    fields: tuple[str, ...]
    stamps: Callable[[Stamped, int | None], Stamps]
    model: Callable[[Parameters], History] | None = None
    since_2: frozenset[str] = frozenset()
    picture: Callable[[State], Picture] | None = None
    variables: Callable[[State], object] = whole

    @property
    def highest(self) -> Level:
        """The level up to which a port of this kind can show itself."""
        return Level.CONTRACT if self.model is None else Level.COST

    def begin(self, parameters: Parameters) -> History:
        """The model's account of a program, before its first operation."""
        assert self.model is not None, f"there is no exact model of {self.name}"
        return self.model(parameters)


RELATIVE: Final = frozenset(
    [
        "add",
        "remove",
        "at",
        "contains",
        "len",
        "is_empty",
        "clear",
        "each",
        "keys",
        "drain",
        "retain",
        "insert_with",
        "extend",
        "replace",
        "at_mut",
        "each_mut",
        "reserve",
        "shrink_to_fit",
        "repack",
        "reload",
    ]
)
SINCE_2: Final = frozenset(
    [
        "insert_with",
        "extend",
        "replace",
        "at_mut",
        "each_mut",
        "inspect",
        "reserve",
        "shrink_to_fit",
        "repack",
        "reload",
    ]
)

STABLE_LIST: Final = System(
    "stablelist",
    frozenset(OPERATIONS),
    ("id_bits", "index_bits"),
    lambda _, bits: ByInsertion(bits),
    History,
    SINCE_2 | {"drain", "retain"},
    picture,
    variables,
)

SYSTEMS: Final = {
    system.name: system
    for system in (
        STABLE_LIST,
        System(
            "slotmap",
            RELATIVE,
            ("id_bits", "parity", "wrap", "capacity"),
            lambda port, bits: BySlot(bits, parity=port.parity, wraps=port.wraps),
            since_2=SINCE_2,
        ),
        System(
            "arena",
            RELATIVE,
            ("id_bits", "capacity"),
            lambda _, bits: ByContainer(bits),
            since_2=SINCE_2,
        ),
        System("slab", RELATIVE, ("capacity",), lambda _, __: Unstamped(), since_2=SINCE_2),
    )
}


def system_named(name: str) -> System:
    """The system of that name.

    Raises:
        UsageError: there is none.
    """
    if name not in SYSTEMS:
        raise UsageError(f"there is no profile {name!r}; choose one of {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
