"""What a port must offer, and must not declare, so that it can take some programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stablelist_conformance.wire.handshake import Handshake
from stablelist_spec.families.documented import SAME

__all__ = ["CLEARED", "Needs"]

CLEARED: Final = "clear.stale"
"""The use of a key that is older than a ``clear``."""


@dataclass(frozen=True)
class Needs:
    """The needs of programs.

    Attributes:
        offered: operations and abilities.
        uses: operations on keys that are not live, as in ``remove.stale``, ``at.forged`` and ``pair.same``.
        id_bits: the widths of ids that are asked for; 0 is unbounded.
        index_bits: the same of indices.
        room: the most elements that are inserted.
    """

    offered: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    id_bits: frozenset[int] = frozenset()
    index_bits: frozenset[int] = frozenset()
    room: int = 0

    def __or__(self, other: Needs) -> Needs:
        """The needs of both."""
        return Needs(
            self.offered | other.offered,
            self.uses | other.uses,
            self.id_bits | other.id_bits,
            self.index_bits | other.index_bits,
            max(self.room, other.room),
        )

    def met_by(self, port: Handshake) -> bool:
        """Whether a port can take the programs: it has all of this, and declares nothing that changes an answer."""
        said = port.documented
        return (
            self.offered.isdisjoint(port.lacking)
            and (self.offered | self.uses).isdisjoint(said.panics)
            and not (said.undefined and any(not use.endswith(SAME) for use in self.uses))
            and not (said.forgets and CLEARED in self.uses)
            and self.offered.isdisjoint(said.differing)
            and self.widths_met_by(port)
            and (port.capacity in ("grows", "fixed") or int(port.capacity) >= self.room)
        )

    def widths_met_by(self, port: Handshake) -> bool:
        """Whether a port has all requested widths; where only the contract is known, ids may be wider."""
        if not port.system.exact:
            least = max(self.id_bits, default=0)
            return port.id_bits.supports(least) or all(
                bits is None or bits >= least for bits in port.id_bits.all
            )
        return all(map(port.id_bits.supports, self.id_bits)) and all(
            map(port.index_bits.supports, self.index_bits)
        )
