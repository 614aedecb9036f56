"""Allocators as a memory realm has them: any allocator, and any bounds checker.

A system is a row: its configuration, its allocator, and the operations that not every allocator has. All else is the
realm's.

(the thesis on the engine in Rust, 5.3)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import Key
from stablelist_spec.core.states import States
from stablelist_spec.core.system import System
from stablelist_spec.families.allocator import ALLOCATOR as FAMILY
from stablelist_spec.families.allocator_contract import Allocators
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.options import Bound, Options

from .checkers import CHECKERS, Checking
from .double_ended import DoubleEnded
from .growing_pool import GrowingPool
from .invariants import INVARIANTS
from .linear import Linear
from .observer import classify, labels
from .picturing import layout_read, layout_word, picture, variables
from .pool import Chunks, Pool
from .realm import Realm, initial, step
from .refinement import refines
from .space import Space
from .stack import Order, Stack

__all__ = ["ALLOCATOR", "REALMS", "Memory", "Region"]

# --- What a user chooses --------------------------------------------------------------------------


@dataclass(frozen=True)
class Region(Options):
    """The bytes of the region, and the bounds checker."""

    bounds: ClassVar[tuple[Bound, ...]] = (Bound("region", 1),)
    smallest: ClassVar[int] = 5

    region: int = 256
    checker: Checking = Checking.NONE

    @property
    def canary(self) -> int:
        """The bytes of a canary."""
        return CHECKERS[self.checker].canary

    @property
    def most_live(self) -> int:
        """The largest number of blocks."""
        return self.region // (self.smallest + 2 * self.canary)


@dataclass(frozen=True)
class Stacked(Region):
    """The same, and whether it is checked that blocks are freed in the reverse order."""

    smallest = 9

    order: Order = Order.CHECKED


@dataclass(frozen=True)
class Pooled(Region):
    """The same, and the largest size and the largest alignment of a block.

    >>> Pooled(256, size=12, alignment=8).most_live, Pooled(256, Checking.ALWAYS, 12).most_live
    (16, 10)

    Raises:
        ValueError: when it is made, also if the alignment is no power of two.
    """

    bounds = (*Region.bounds, Bound("size", 1), Bound("alignment", 1))

    size: int = 16
    alignment: int = 8

    def __post_init__(self) -> None:
        """Reject options that no pool can have."""
        super().__post_init__()
        if self.alignment.bit_count() != 1:
            raise ValueError(f"alignment is {self.alignment}; it must be a power of two")

    @property
    def chunks(self) -> Chunks:
        """What the chunks are like."""
        return Chunks(self.size + 2 * self.canary, self.alignment, self.canary)

    @property
    def most_live(self) -> int:
        """The largest number of blocks."""
        return len(self.chunks.within(self.region))


@dataclass(frozen=True)
class Paged(Pooled):
    """The same, in memory that is reserved, and committed by pages of so many bytes."""

    bounds = (*Pooled.bounds, Bound("page", 1))

    page: int = 64

    @property
    def most_live(self) -> int:
        """The largest number of blocks."""
        return len(self.chunks.within(self.region // self.page * self.page))


# --- The systems ------------------------------------------------------------------------------------

EVERY: Final = frozenset({
    "alloc", "dealloc", "reset", "check", "size_of", "used", "write", "stomp_before", "stomp_after",
    "layout",
})  # fmt: skip
"""What every realm offers."""


class Row(NamedTuple):
    """An allocator.

    Attributes:
        space: a fresh one, in a configuration.
        more: its own operations.
        lacking: the ends of labels that it cannot reach.
        operands: what an exploration tries, by the name of an operand.
    """

    name: str
    noun: str
    configuration: type[Any]
    space: Callable[[Any], Space]
    more: frozenset[str]
    lacking: frozenset[str]
    axes: Axes
    choices: Mapping[str, Sequence[object]]
    scopes: Sequence[Any]
    operands: Mapping[str, Sequence[int]]


CHECKINGS: Final = tuple(Checking)
REGIONS: Final = (16, 64, 200, 1_000, 1 << 16)
ENDS: Final = {"order": tuple(Order), "region": REGIONS, "checker": CHECKINGS}
CHUNKED: Final[dict[str, Sequence[object]]] = {
    "region": (64, 100, 256, 1_000),
    "checker": CHECKINGS,
    "size": (1, 8, 12, 16),
    "alignment": (1, 4, 8, 16),
}

LINEAR: Final = Row(
    "linear-allocator",
    "linear allocator",
    Region,
    lambda chosen: Linear(chosen.region),
    frozenset({"alloc_at", "mark", "rewind"}),
    frozenset({"commits", "several", "order"}),
    Axes(
        vacancies="never reused before a reset",
        elements="one behind the other, with headers of 4 bytes",
        bulk="reset and rewind put the top back",
        full="refused",
    ),
    {"region": REGIONS, "checker": CHECKINGS},
    [Region(12), Region(13), *(Region(26, each) for each in CHECKINGS[1:])],
    {"size": (1, 5), "alignment": (1, 4), "offset": (1,), "distance": (0, 4)},
)
STACK: Final = Row(
    "stack-allocator",
    "stack allocator",
    Stacked,
    lambda chosen: Stack(chosen.region, chosen.order),
    frozenset({"alloc_at"}),
    frozenset({"commits", "other"}),
    Axes(
        vacancies="the last block only",
        elements="one behind the other, with headers of 8 or 12 bytes",
        bulk="reset puts the top back",
        full="refused",
    ),
    ENDS,
    [
        *(Stacked(32, order=order) for order in Order),
        *(Stacked(36, each, Order.UNCHECKED) for each in CHECKINGS[1:]),
    ],
    {"size": (1, 5), "alignment": (1, 4), "offset": (1,), "distance": (0, 4)},
)
DOUBLE_ENDED: Final = Row(
    "double-ended-allocator",
    "double-ended stack allocator",
    Stacked,
    lambda chosen: DoubleEnded.of(chosen.region, chosen.order),
    frozenset({"alloc_at", "alloc_back"}),
    frozenset({"commits"}),
    Axes(
        vacancies="the last block of each end",
        elements="one behind the other from both ends, with headers of 8 or 12 bytes",
        bulk="reset puts both ends back",
        full="refused before the front passes the back",
    ),
    ENDS,
    [
        *(Stacked(32, order=order) for order in Order),
        *(Stacked(36, each, Order.UNCHECKED) for each in CHECKINGS[1:]),
    ],
    {"size": (1, 5), "alignment": (1, 4), "offset": (1,), "distance": (0, 4)},
)
POOL: Final = Row(
    "pool-allocator",
    "pool allocator",
    Pooled,
    lambda chosen: Pool.of(chosen.region, chosen.chunks),
    frozenset(),
    frozenset({"commits", "several", "order", "gap"}),
    Axes(
        vacancies="last in, first out; linked through the free chunks",
        elements="in chunks of one size",
        bulk="reset links every chunk by ascending address",
        full="refused; so is what is larger than a chunk",
    ),
    CHUNKED,
    [
        Pooled(24, size=3, alignment=8),
        *(Pooled(22, each, size=3, alignment=1) for each in CHECKINGS[1:]),
    ],
    {"size": (1, 3), "alignment": (1,), "distance": (0, 5)},
)
GROWING_POOL: Final = Row(
    "growing-pool",
    "growing pool allocator",
    Paged,
    lambda chosen: GrowingPool.reserved(chosen.region, chosen.chunks, chosen.page),
    frozenset(),
    frozenset({"several", "order", "gap"}),
    Axes(
        vacancies="last in, first out; linked through the free chunks",
        elements="in chunks of one size, which never move",
        truncation="no page is given back",
        bulk="reset links every chunk by ascending address",
        full="pages are committed, up to the reserved ones; then refused",
    ),
    {**CHUNKED, "page": (8, 32, 50)},
    [
        Paged(32, size=3, alignment=8, page=10),
        *(Paged(22, each, size=3, alignment=1, page=11) for each in CHECKINGS[1:]),
    ],
    {"size": (1, 3), "alignment": (1,), "distance": (0, 5)},
)


def nameless(state: Realm) -> Realm:
    """A realm whose blocks are numbered anew: which numbers are behind it makes no difference."""
    numbered = (each._replace(serial=n, element=0) for n, each in enumerate(state.blocks))
    return state._replace(blocks=tuple(numbered), granted=len(state.blocks))


def live(state: Realm) -> dict[Key, int]:
    """The blocks by their keys."""
    return {state.key(each): each.element for each in state.blocks}


def started(row: Row, chosen: Region) -> Realm:
    """A fresh realm."""
    return initial(row.space(chosen), chosen.checker)


def tried(values: Sequence[int], _: object) -> Sequence[int]:
    """What an exploration tries, in any configuration."""
    return values


def realm(row: Row) -> System:
    """The system of an allocator with any bounds checker."""
    operations = EVERY | row.more
    return System(
        name=row.name,
        family=FAMILY,
        operations=operations,
        configuration=row.configuration,
        noun=row.noun,
        like="allocator",
        axes=row.axes,
        initial=partial(started, row),
        step=step,
        classify=classify,
        shown={"layout": layout_word},
        read={"layout": layout_read},
        live=live,
        invariants=INVARIANTS,
        labels=labels(operations, row.lacking),
        refines=refines,
        picture=picture,
        variables=variables,
        nameless=nameless,
        leaves_out="the numbers of blocks",
        quotient=lambda system: States(system, follow=False, asks=True),
        choices=row.choices,
        operands={name: partial(tried, values) for name, values in row.operands.items()},
        scopes=row.scopes,
        crafted=crafted(*(f"systems/allocator/{each}.programs" for each in ("every", row.name))),
    )


REALMS: Final = tuple(map(realm, (LINEAR, STACK, DOUBLE_ENDED, POOL, GROWING_POOL)))
"""Every exact system of allocators."""


@dataclass(frozen=True)
class Memory(Options):
    """The bytes of the region; 0 if there is no end."""

    bounds = (Bound("region", 0),)

    region: int = 0


ALONE: Final = frozenset({"stomp_before", "stomp_after", "layout"})
"""What only an exact system knows."""

ALLOCATOR: Final = System(
    name="allocator",
    family=FAMILY,
    operations=frozenset(FAMILY.kinds) - ALONE,
    configuration=Memory,
    promised=lambda _, chosen: Allocators(chosen.region),
    labels={name: kind.sentence for name, kind in FAMILY.kinds.items() if name not in ALONE},
    choices={"region": (0, *REGIONS)},
    covered_by=LINEAR.name,
    crafted=crafted("systems/allocator/allocator.programs"),
    noun="allocator",
    axes=Axes(elements="blocks, wherever the allocator puts them"),
)
"""Any allocator."""
