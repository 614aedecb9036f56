"""The representation invariant of a StableList, one predicate per clause (5.2; R1 to R9).

Each predicate is a sentence that is true of every list between two operations. They read a picture
of the list and its three parallel lists, and change nothing. The order matters: a later clause may
rely on the earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from .errors import InvariantError
from .ids import Counter
from .key import Key
from .layout import Layout
from .parameters import Parameters

__all__ = ["CLAUSES", "Interior", "check"]


@dataclass(frozen=True)
class Interior:
    """All there is to see of a list."""

    layout: Layout
    parameters: Parameters
    elements: Sequence[object]
    keys: Sequence[Key[Any] | None]
    links: list[int]

    def __str__(self) -> str:
        return f"{self.layout}\nkeys {self.keys}\nlinks {self.links}"

    def live_positions(self) -> list[int]:
        """The positions whose cell keeps a key."""
        return [position for position, key in enumerate(self.keys) if key is not None]

    def live_ids(self) -> list[int]:
        """The ids that are in use, by ascending position."""
        return [key.id for key in self.keys if key is not None]


def check(interior: Interior) -> None:
    """Raise an `InvariantError` for the first clause that does not hold."""
    for clause in CLAUSES:
        if not clause(interior):
            raise InvariantError(clause.__name__, str(interior))


def cells_cover_the_element_space(interior: Interior) -> bool:
    """Elements, keys and links are equally long: the memory for the element space, or more."""
    allocated = interior.layout.allocated
    lengths = {len(interior.elements), len(interior.keys), len(interior.links)}
    return lengths == {allocated} and interior.layout.space <= allocated


def space_is_lawful(interior: Interior) -> bool:
    """The element space is a multiple of 4, and never below the minimum (R1)."""
    space = interior.layout.space
    return space % 4 == 0 and space >= interior.parameters.least_space


def partitions_tile_the_element_space(interior: Interior) -> bool:
    """q1, q2 and h2 are the first quarter, the second quarter and the second half."""
    quarter = interior.layout.space // 4
    expected = [(0, quarter), (quarter, quarter), (2 * quarter, 2 * quarter)]
    return [(part.start, part.size) for part in interior.layout.partitions] == expected


def counts_are_ordered(interior: Interior) -> bool:
    """No partition has more live cells than opened ones, nor more opened ones than cells."""
    return all(0 <= part.live <= part.opened <= part.size for part in interior.layout.partitions)


def opened_cells_form_a_prefix(interior: Interior) -> bool:
    """A partition has been opened only after the one before it was opened to the end."""
    pairs = pairwise(interior.layout.partitions)
    return all(before.opened == before.size or after.opened == 0 for before, after in pairs)


def free_lists_stay_in_their_partition(interior: Interior) -> bool:
    """Every free-list entry is an opened cell of the partition whose list it is in (R4)."""
    return all(
        part.start <= position < part.start + part.opened
        for part in interior.layout.partitions
        for position in part.free
    )


def free_lists_are_acyclic(interior: Interior) -> bool:
    """No free list meets a position twice."""
    return all(len(set(part.free)) == len(part.free) for part in interior.layout.partitions)


def free_lists_are_complete(interior: Interior) -> bool:
    """A free list has one entry for each vacancy of its partition, and there it ends."""
    return all(len(part.free) == part.opened - part.live for part in interior.layout.partitions)


def vacant_cells_are_the_free_and_the_untouched(interior: Interior) -> bool:
    """A cell is live if and only if it was opened and is in no free list."""
    free = {position for part in interior.layout.partitions for position in part.free}
    return interior.live_positions() == [
        position for position in range(interior.layout.opened) if position not in free
    ]


def vacant_cells_hold_nothing(interior: Interior) -> bool:
    """A removed element is not kept alive."""
    cells = zip(interior.elements, interior.keys, strict=True)
    return all(element is None for element, key in cells if key is None)


def keys_name_their_own_cell(interior: Interior) -> bool:
    """The key that a cell keeps leads to that cell (5.1)."""
    return all(key is None or key.index == at for at, key in enumerate(interior.keys))


def positions_can_be_named(interior: Interior) -> bool:
    """No element is where no index can name it (R9)."""
    return interior.layout.opened <= interior.parameters.index_end


def ids_are_in_range(interior: Interior) -> bool:
    """Every id is one that the list has given out, as far as its source tells (R8)."""
    source, next_id = interior.parameters.ids, interior.layout.next_id
    if type(source) is not Counter:
        return all(stamp >= 0 for stamp in (next_id, *interior.live_ids()))
    if source.period:
        return all(0 <= stamp < source.period for stamp in (next_id, *interior.live_ids()))
    return next_id >= 0 and all(0 <= stamp < next_id for stamp in interior.live_ids())


def unbounded_ids_are_distinct(interior: Interior) -> bool:
    """Ids that never come round again are never given twice (R8)."""
    source, stamps = interior.parameters.ids, interior.live_ids()
    if type(source) is not Counter or source.period:
        return True
    return len(set(stamps)) == len(stamps)


CLAUSES: Final[tuple[Callable[[Interior], bool], ...]] = (
    cells_cover_the_element_space,
    space_is_lawful,
    partitions_tile_the_element_space,
    counts_are_ordered,
    opened_cells_form_a_prefix,
    free_lists_stay_in_their_partition,
    free_lists_are_acyclic,
    free_lists_are_complete,
    vacant_cells_are_the_free_and_the_untouched,
    vacant_cells_hold_nothing,
    keys_name_their_own_cell,
    positions_can_be_named,
    ids_are_in_range,
    unbounded_ids_are_distinct,
)
"""The clauses, in the order in which they are checked."""
