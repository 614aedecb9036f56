"""The scopes that docs/proofs.md says are exhausted, with what `stablelist explore` prints of each."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from stablelist_spec.parts.parameters import Truncate

from .scope import Keep, Scope

__all__ = ["PUBLISHED", "Published"]


class Published(NamedTuple):
    """A scope that was explored completely, from minimum 4."""

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
        if self.scope.mode is not Truncate.ITERATION:
            words += ["--mode", self.scope.mode.value]
        if self.scope.capacity:
            words += ["--capacity", str(self.scope.capacity)]
        return " ".join(words)


SETS: Final = Scope(positions=16, keep=Keep.SETS)

PUBLISHED: Final = (
    Published(Scope(positions=8), 1_488, 11_904, 15),
    Published(Scope(positions=8, keep=Keep.KEY, id_bits=1), 69_876, 762_441, 23),
    Published(replace(SETS, capacity=12), 122_878, 1_539_064, 38),
    Published(replace(SETS, mode=Truncate.MEMORY), 128_959, 1_508_087, 31),
    Published(replace(SETS, mode=Truncate.MEMORY, capacity=16), 129_470, 1_511_969, 31),
    Published(SETS, 129_501, 1_512_119, 31),
    Published(replace(SETS, mode=Truncate.NEVER), 131_613, 1_529_141, 32),
    Published(replace(SETS, mode=Truncate.NEVER, capacity=12), 139_262, 1_720_066, 38),
    Published(Scope(positions=8, keep=Keep.KEY, id_bits=2), 143_678, 1_573_091, 29),
    Published(replace(SETS, mode=Truncate.MEMORY, capacity=12), 243_646, 2_960_865, 32),
    Published(Scope(positions=8, keep=Keep.KEY, id_bits=3), 292_442, 3_206_231, 45),
    Published(Scope(positions=10, keep=Keep.KEY, id_bits=2), 2_827_785, 30_882_293, 39),
    Published(Scope(positions=14), 6_337_800, 54_164_536, 27),
    Published(Scope(positions=22, keep=Keep.SETS), 8_124_892, 134_543_867, 50),
    Published(Scope(positions=26, keep=Keep.SETS), 133_691_868, 2_477_460_637, 51),
    Published(Scope(positions=16), 335_638_525, 2_870_075_556, 31),
)
"""The published scopes, by ascending number of states."""
