"""The scopes that docs/proofs.md says are exhausted, with what `stablelist explore` prints of each."""

from __future__ import annotations

from typing import Final, NamedTuple

from .scope import Keep, Scope

__all__ = ["PUBLISHED", "Published"]


class Published(NamedTuple):
    """A scope that was explored completely, in mode `iteration`, from capacity 0 and minimum 4."""

    scope: Scope
    states: int
    transitions: int
    diameter: int

    @property
    def command(self) -> str:
        """The command that explores it again.

        >>> Published(Scope(positions=8, keep=Keep.KEY, id_bits=1), 1, 1, 1).command
        'stablelist explore --positions 8 --keep key --id-bits 1'
        """
        words = ["stablelist", "explore", "--positions", str(self.scope.positions)]
        if self.scope.keep is not Keep.ORDER:
            words += ["--keep", self.scope.keep]
        if self.scope.id_bits is not None:
            words += ["--id-bits", str(self.scope.id_bits)]
        return " ".join(words)


PUBLISHED: Final = (
    Published(Scope(positions=8), 1_488, 11_904, 15),
    Published(Scope(positions=8, keep=Keep.KEY, id_bits=1), 69_876, 762_441, 23),
    Published(Scope(positions=8, keep=Keep.KEY, id_bits=2), 143_678, 1_573_091, 29),
    Published(Scope(positions=8, keep=Keep.KEY, id_bits=3), 292_442, 3_206_231, 45),
    Published(Scope(positions=10, keep=Keep.KEY, id_bits=2), 2_827_785, 30_882_293, 39),
    Published(Scope(positions=14), 6_337_800, 54_164_536, 27),
    Published(Scope(positions=22, keep=Keep.SETS), 8_124_892, 134_543_867, 50),
    Published(Scope(positions=26, keep=Keep.SETS), 133_691_868, 2_477_460_637, 51),
    Published(Scope(positions=16), 335_638_525, 2_870_075_556, 31),
)
"""The published scopes, by ascending number of states."""
