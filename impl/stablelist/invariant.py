"""The representation invariant of a StableList, one predicate per clause.

Each predicate holds for every list between two operations. The predicates read the layout of the list and its parallel
lists, and change nothing. They have the same names as the invariants of the model and the proofs, except for three
of these, which concern the history of a list: it keeps none. The order matters: a later clause may rely on the earlier
ones. (5.2; R1 to R9)
"""

# Without `from __future__ import annotations`: typing would compile the annotation of every field.

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from .errors import InvariantError
from .ids import Counter
from .key import Key
from .layout import Layout
from .parameters import Parameters
from .truncate import Truncate

__all__ = ["CLAUSES", "Interior", "check"]


class Interior(NamedTuple):
    """The whole internal state of a list."""

    layout: Layout
    parameters: Parameters
    elements: Sequence[object]
    keys: Sequence[Key[Any] | None]
    links: list[int]
    marks: Sequence[int]

    def __str__(self) -> str:
        return f"{self.layout}\nkeys {self.keys}\nlinks {self.links}\nmarks {[*self.marks]}"

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
    """Elements, keys, links and marks are equally long: as long as the allocated memory."""
    cells = interior.elements, interior.keys, interior.links, interior.marks
    return {*map(len, cells)} == {interior.layout.allocated}


def partitions_tile_the_element_space(interior: Interior) -> bool:
    """q1 is the first quarter, q2 the second, h2 the second half; the space is lawful."""
    # Source: 5.2; R1
    layout, least_space = interior.layout, interior.parameters.least_space
    quarter = layout.space // 4
    expected = [(0, quarter), (quarter, quarter), (2 * quarter, 2 * quarter)]
    tiled = [(part.start, part.size) for part in layout.partitions] == expected
    return tiled and least_space <= layout.space <= layout.allocated


def allocated_memory_is_the_space_doubled(interior: Interior) -> bool:
    """Allocated memory is the element space, doubled zero or more times."""
    # Source: 5.2; R3, R6
    doublings, rest = divmod(interior.layout.allocated, interior.layout.space)
    return rest == 0 and doublings.bit_count() == 1


def opened_cells_form_a_prefix(interior: Interior) -> bool:
    """A partition is opened only after the ones before it are opened to their end."""
    # Source: 5.2; R2
    parts = interior.layout.partitions
    return all(0 <= part.opened <= part.size for part in parts) and all(
        before.opened == before.size or after.opened == 0 for before, after in pairwise(parts)
    )


def untouched_cells_are_vacant(interior: Interior) -> bool:
    """A cell that keeps a key was opened."""
    # Source: 5.2
    return all(position < interior.layout.opened for position in interior.live_positions())


def counts_agree(interior: Interior) -> bool:
    """Each partition counts its live cells."""
    # Source: 5.2
    live = interior.live_positions()
    return all(
        part.live == sum(part.start <= position < part.start + part.size for position in live)
        for part in interior.layout.partitions
    )


def free_lists_are_disjoint(interior: Interior) -> bool:
    """No vacant cell is in two free lists."""
    # Source: 5.2; R4
    lists = [set(part.free) for part in interior.layout.partitions]
    return len(set().union(*lists)) == sum(map(len, lists))


def free_lists_stay_in_their_partition(interior: Interior) -> bool:
    """Every free list stays within its partition: the theorem of footnote 8."""
    # Source: 5.2; R4, R5
    return all(
        part.start <= position < part.start + part.opened
        for part in interior.layout.partitions
        for position in part.free
    )


def free_lists_are_acyclic(interior: Interior) -> bool:
    """Every free list ends, and runs through vacant cells only."""
    # Source: 5.2
    return all(
        len(set(part.free)) == len(part.free)
        and all(interior.keys[position] is None for position in part.free)
        for part in interior.layout.partitions
    )


def free_lists_are_complete(interior: Interior) -> bool:
    """Every vacant cell is in a free list."""
    # Source: 5.2; R4
    free = {position for part in interior.layout.partitions for position in part.free}
    opened = range(interior.layout.opened)
    return all(interior.keys[position] is not None or position in free for position in opened)


def vacant_cells_hold_nothing(interior: Interior) -> bool:
    """A removed element is not kept alive."""
    cells = zip(interior.elements, interior.keys, strict=True)
    return all(element is None for element, key in cells if key is None)


def live_cells_are_marked(interior: Interior) -> bool:
    """An iteration finds exactly the elements that keys find."""
    # Source: R12
    return [key is not None for key in interior.keys] == [mark == 1 for mark in interior.marks]


def live_key_resolves(interior: Interior) -> bool:
    """A key resolves until it is retired: its cell stores it, and its index is that cell."""
    # Source: 5.1
    return all(key is None or key.index == at for at, key in enumerate(interior.keys))


def positions_can_be_named(interior: Interior) -> bool:
    """Every element is at a position that an index can name."""
    # Source: R9
    return interior.layout.opened <= interior.parameters.index_end


def ids_are_in_range(interior: Interior) -> bool:
    """Every id was given out by the list, as far as its source can tell."""
    # Source: R8
    source, next_id = interior.parameters.ids, interior.layout.next_id
    if type(source) is not Counter:
        return all(stamp >= 0 for stamp in (next_id, *interior.live_ids()))
    if source.period:
        return all(0 <= stamp < source.period for stamp in (next_id, *interior.live_ids()))
    return next_id >= 0 and all(0 <= stamp < next_id for stamp in interior.live_ids())


def cascade_leaves_h2_live(interior: Interior) -> bool:
    """An opened, empty h2 is left only in `NEVER`, or where R1 forbids a halving."""
    # Source: 5.2; R4
    layout, parameters = interior.layout, interior.parameters
    return (
        layout.h2.live > 0
        or layout.h2.opened == 0
        or parameters.truncate is Truncate.NEVER
        or layout.space % 8 != 0
        or layout.space // 2 < parameters.least_space
    )


CLAUSES: Final[tuple[Callable[[Interior], bool], ...]] = (
    cells_cover_the_element_space,
    partitions_tile_the_element_space,
    allocated_memory_is_the_space_doubled,
    opened_cells_form_a_prefix,
    untouched_cells_are_vacant,
    counts_agree,
    free_lists_are_disjoint,
    free_lists_stay_in_their_partition,
    free_lists_are_acyclic,
    free_lists_are_complete,
    vacant_cells_hold_nothing,
    live_key_resolves,
    positions_can_be_named,
    ids_are_in_range,
    cascade_leaves_h2_live,
    live_cells_are_marked,
)
"""The clauses, in the order in which they are checked."""
