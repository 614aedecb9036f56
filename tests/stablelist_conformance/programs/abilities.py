"""Abilities: the operations, keys and configurations that programs for a port may use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2
from random import Random
from typing import Any, Final

from stablelist_conformance.wire.handshake import MAXIMUM, Handshake
from stablelist_conformance.wire.protocol import MOST_CONFIGURED, Level
from stablelist_spec.core.family import Role
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import KEY_OPERATIONS, POOL
from stablelist_spec.parts.parameters import Truncate

__all__ = ["WIDTHS", "Abilities", "log_uniform", "telling"]

WIDTHS: Final = "widths"
"""The class of programs at unusual widths."""

ID_WIDTHS: Final = (1, 2, 3, 4, 8, 32, None)
INDEX_WIDTHS: Final = (3, 4, 5, 6, 8, 16, 32, None, None)
MINIMA: Final = (0, 4, 4, 4, 5, 8, 12, 16)
FIXED_CAPACITIES: Final = (1, 2, 4, 8, 16, 64)
CAPACITIES: Final = (0, 0, 0, 4, 8, 12, 13, 16, 24, 40, 64)
AT_THE_END: Final = 0.15
"""The share of lengths that are as large as the protocol allows, or a few less."""
MAXIMA: Final = (None, None, None, None, 1, 3, 5, 9, 16)
MODES: Final = (Truncate.ITERATION, Truncate.MEMORY, Truncate.ITERATION, Truncate.NEVER)
WEIGHTS: Final = {
    "each": 4, "keys": 2, "is_empty": 1, "apply": 3, "inspect": 2, "exchange": 4, "traverse": 2, "lend": 3,
    "layout": 6, "cost": 3, "clear": 1, "drain": 1, "retain": 1, "each_mut": 2, "extend": 2, "reserve": 1,
    "shrink_to_fit": 1, "reload": 2, "pair": 3, "put": 3,
    "remove_many": 3, "sort": 3,
}  # fmt: skip
"""How often expensive operations are asked."""


def log_uniform(draw: Random, least: int, most: int) -> int:
    """A random number between two bounds, both included, with equally likely magnitudes.

    >>> sorted({log_uniform(Random(seed), 1, 8) for seed in range(99)})
    [1, 2, 3, 4, 5, 6, 7, 8]
    """
    low, high = log2(least + 1), log2(most + 2)
    return min(most, int(2 ** (low + draw.random() * (high - low))) - 1)


def telling(draw: Random, least: int, most: int) -> int:
    """A random number between two bounds; every other one is a power of two or next to one, where limits often are.

    >>> sorted({telling(Random(seed), 5, 8) for seed in range(99)})
    [5, 6, 7, 8]
    """
    number = log_uniform(draw, least, most)
    if draw.random() < 0.5:
        number = (1 << number.bit_length() >> draw.randrange(2)) + draw.choice((-1, 0, 0, 1))
    return min(most, max(least, number))


@dataclass(frozen=True)
class Abilities:
    """The operations, keys and configurations that programs for a port may use.

    Attributes:
        port: what it said of itself, with whatever was narrowed down.
        level: the level at which it is judged.
        leaving_out: a class of programs that is not drawn.
    """

    port: Handshake
    level: Level
    leaving_out: str = ""

    @property
    def system(self) -> System:
        """The kind of container."""
        return self.port.system

    @cached_property
    def operations(self) -> frozenset[str]:
        """The operations that the port can be sent at this level."""
        return self.port.offered - set(tuple(self.system.shown)[self.level :])

    @cached_property
    def forge(self) -> bool:
        """Whether the port takes forged keys."""
        return "forge" not in self.port.lacking

    @cached_property
    def negative(self) -> bool:
        """Whether the port takes forged keys with negative parts."""
        return "negative" not in self.port.lacking

    @cached_property
    def bounded(self) -> bool:
        """Whether the port takes a maximum."""
        return MAXIMUM in self.system.chosen and MAXIMUM not in self.port.lacking

    @cached_property
    def structural(self) -> list[str]:
        """The operations that are refused while elements are lent."""
        return [name for name in self.system.family.structural if name in self.operations]

    @cached_property
    def looks(self) -> list[str]:
        """Expensive operations that only read, by how often they are asked."""
        return [
            word
            for word, weight in WEIGHTS.items()
            if word in self.operations
            for _ in range(weight)
        ]

    @cached_property
    def questions(self) -> list[str]:
        """Every operation that changes nothing."""
        kinds = POOL.kinds
        asking = (Role.READ, Role.SHOW)
        return [
            n for n in kinds if n in self.operations and kinds[n].role in asking and n != "reload"
        ]

    @cached_property
    def changes(self) -> list[str]:
        """Every operation that may change something."""
        return [name for name in POOL.kinds if name in self.operations - {*self.questions}]

    @cached_property
    def keyed(self) -> list[str]:
        """The operations on one key."""
        return [name for name in KEY_OPERATIONS if name in self.operations]

    # --- Configurations

    def configuration(self, **wanted: object) -> Any:  # noqa: ANN401 - each system has its own
        """The supported configuration of the port's system that is nearest to the wanted one."""
        chosen: dict[str, Any] = {name: wanted[name] for name in self._chosen if name in wanted}
        for name, widths in (("id_bits", self.port.id_bits), ("index_bits", self.port.index_bits)):
            if name in chosen:
                chosen[name] = widths.nearest(chosen[name])
        room = 1 << (chosen.get("index_bits") or 16)
        for name in ("minimum", "capacity"):
            if name in chosen:
                chosen[name] = min(chosen[name], room)
        return self.system.configuration(**chosen)

    @cached_property
    def _chosen(self) -> tuple[str, ...]:
        """The choices of a configuration that the port is told."""
        grows = not self.system.exact and not self.port.fixed
        left_out = {"capacity"} if grows else set()
        left_out |= set() if self.bounded else {MAXIMUM}
        return tuple(name for name in self.system.chosen if name not in left_out)

    def small(self, draw: Random) -> dict[str, Any]:
        """Choices from small ranges, so that a full index range and a wrapped id are frequent."""
        capacities = FIXED_CAPACITIES if self.port.fixed else CAPACITIES
        wanted: dict[str, Any] = {
            "minimum": draw.choice(MINIMA),
            "capacity": draw.choice(capacities),
            "truncate": draw.choice(MODES),
            "id_bits": draw.choice(ID_WIDTHS),
            "index_bits": draw.choice(INDEX_WIDTHS),
        }
        if self.bounded:
            wanted["maximum"] = draw.choice(MAXIMA)
        return wanted | {name: draw.choice(each) for name, each in self.system.choices.items()}

    def any_widths(self, draw: Random) -> dict[str, Any]:
        """Widths from the whole range that the port declares; none if that class of programs is left out."""
        if self.leaving_out == WIDTHS:
            return {}
        return {
            "id_bits": draw.choice(self.port.id_bits.all),
            "index_bits": draw.choice(self.port.index_bits.all),
        }

    def any_numbers(self, draw: Random) -> dict[str, Any]:
        """Lengths of all magnitudes that the protocol allows."""
        least = {"minimum": 0, "capacity": 1 if self.port.fixed else 0}
        return {
            name: MOST_CONFIGURED - draw.randrange(4)
            if draw.random() < AT_THE_END
            else telling(draw, number, MOST_CONFIGURED)
            for name, number in least.items()
        }

    def roomy(self, draw: Random) -> dict[str, Any]:
        """Choices that leave room for as many elements as a program can add."""
        lengths: dict[str, Any] = {
            "capacity": MOST_CONFIGURED if self.port.fixed else 0,
            "maximum": None,
        }
        widest = {"index_bits": draw.choice((20, 32, None)), "id_bits": draw.choice((32, 16, None))}
        lengths |= {name: 0 for name, each in self.system.choices.items() if 0 in each}
        return self.small(draw) | lengths | widest

    def room(self, configuration: object) -> int | None:
        """How many elements a container with some configuration can hold; None if that is not bounded."""
        own: int | None = getattr(configuration, "most_live", None)
        if self.system.exact:
            said = getattr(configuration, "capacity", 0) if own is None else None
        else:
            said = self.port.room(configuration)  # type: ignore[arg-type]
        bounds: Sequence[int] = [bound for bound in (said, own) if bound]
        return min(bounds, default=None)
