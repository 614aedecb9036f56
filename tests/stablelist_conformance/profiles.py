"""Profiles: what kind of container a port offers, as choices on the axes of the family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from stablelist_spec.operation import OPERATIONS
from stablelist_spec.parameters import Parameters
from stablelist_spec.stamps import ByContainer, ByInsertion, BySlot, Stamps, Unstamped

from .errors import UsageError
from .handshake import Handshake
from .judge import ContractJudge, Room
from .protocol import Level

__all__ = ["PROFILES", "Profile", "known_profile", "profile_of"]


@dataclass(frozen=True)
class Profile:
    """One kind of container.

    Attributes:
        operations: what it offers; a port may leave some out.
        stamps: how it tells keys apart, given an id width from its handshake.
    """

    name: str
    operations: frozenset[str]
    stamps: Callable[[Handshake, int | None], Stamps]
    highest: Level = Level.CONTRACT

    def judge(self, handshake: Handshake) -> ContractJudge:
        """The judge that follows a port of this profile."""

        def room(parameters: Parameters) -> Room:
            bits = parameters.id_bits
            retires = not handshake.wraps and bits is not None
            versions = 1 << ((bits or 0) - handshake.parity) if retires else None
            return Room(handshake.room(parameters), versions)

        return ContractJudge(lambda p: self.stamps(handshake, p.id_bits), room)

    def offers(self, handshake: Handshake) -> frozenset[str]:
        """The operations that a port of this profile does offer."""
        return self.operations - handshake.lacking


_RELATIVE: Final = frozenset(
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

PROFILES: Final = {
    profile.name: profile
    for profile in (
        Profile(
            "stablelist",
            frozenset(OPERATIONS),
            lambda _, bits: ByInsertion(bits),
            Level.COST,
        ),
        Profile(
            "slotmap",
            _RELATIVE,
            lambda port, bits: BySlot(bits, parity=port.parity, wraps=port.wraps),
        ),
        Profile("arena", _RELATIVE, lambda _, bits: ByContainer(bits)),
        Profile("slab", _RELATIVE, lambda _, __: Unstamped()),
    )
}


def known_profile(wanted: str | None) -> None:
    """Refuse a profile that does not exist.

    Raises:
        UsageError: it does not.
    """
    if wanted is not None and wanted not in PROFILES:
        raise UsageError(f"there is no profile {wanted!r}; choose one of {', '.join(PROFILES)}")


def profile_of(handshake: Handshake, wanted: str | None = None) -> Profile:
    """The profile of a port.

    Raises:
        UsageError: the person asked for another one than the port declares, or for one that does not exist.
    """
    known_profile(wanted)
    if wanted not in (None, handshake.profile):
        raise UsageError(
            f"{handshake.name} declares the profile {handshake.profile!r}, not {wanted!r}; "
            "leave --profile out, or change the port's handshake"
        )
    return PROFILES[handshake.profile]
