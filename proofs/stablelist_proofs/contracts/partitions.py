"""Partitions: how the element space is divided, and which partition a position belongs to.

(5.2; R3)
"""

from __future__ import annotations

from stablelist.element_space import ElementSpace
from stablelist.partition import Partition
from stablelist_spec.systems.stable_list.model import grown
from stablelist_spec.systems.stable_list.state import H2, Q1, Q2, partition_of, untouched

from . import domain
from .bare import bare_container, bare_model

Borders = tuple[tuple[int, int], ...]
"""Start and size of q1, q2 and h2."""
Occupied = tuple[tuple[int, int, int, int], ...]
"""Start, size, live and opened of q1, q2 and h2."""

# --- what is true ---------------------------------------------------------------------------------


def partitions_tile_the_element_space(space: int, borders: Borders) -> bool:
    """The partitions are a quarter, a quarter and a half of the space, without gaps or overlap.

    q1 = [0, s/4), q2 = [s/4, s/2), h2 = [s/2, s)
    """
    (first, a), (second, b), (third, c) = borders
    tiled = first == 0 and second == a and third == second + b and third + c == space
    return tiled and a == b and c == a + b


def position_belongs_to_one_partition(space: int, position: int, which: int) -> bool:
    """A position lies between the borders of the partition that it is said to belong to; the partitions do not overlap.

    0 ≤ p < s ⇒ start(i) ≤ p < start(i) + size(i)
    """
    starts, ends = (0, space // 4, space // 2), (space // 4, space // 2, space)
    return starts[which] <= position < ends[which]


def growth_fills_q1_and_q2_alone(space: int, grown: Occupied) -> bool:
    """The space is doubled; the old cells, all live, are q1 and q2, and h2 is untouched.

    s' = 2s, live(q1) = opened(q1) = live(q2) = opened(q2) = s/2, live(h2) = opened(h2) = 0
    """
    tiled = partitions_tile_the_element_space(2 * space, tuple(part[:2] for part in grown))
    q1, q2, h2 = ((size, live, opened) for _, size, live, opened in grown)
    return tiled and q1 == (space // 2,) * 3 and q2 == (space // 2,) * 3 and h2 == (space, 0, 0)


# --- of what --------------------------------------------------------------------------------------


def spec_partitions(quarter: int) -> Borders:
    """`stablelist_spec.systems.stable_list.state.untouched`.

    post: partitions_tile_the_element_space(4 * quarter, _)
    """
    return tuple((part.start, part.size) for part in untouched(4 * quarter))


def impl_partitions(quarter: int) -> Borders:
    """`stablelist.element_space.ElementSpace._partition`.

    post: partitions_tile_the_element_space(4 * quarter, _)
    """
    return tuple((part.start, part.size) for part in parts(bare_container(4, quarter)))


def spec_partition_of(quarter: int, position: int) -> int:
    """`stablelist_spec.systems.stable_list.state.partition_of`.

    raises: domain.OutsideError
    post: position_belongs_to_one_partition(4 * quarter, position, _)
    """
    domain.within(0 <= position < 4 * quarter)
    return partition_of(bare_model(4, quarter), position)


def impl_partition_of(quarter: int, position: int) -> int:
    """`stablelist.element_space.ElementSpace.vacate`.

    raises: domain.OutsideError
    post: position_belongs_to_one_partition(4 * quarter, position, _)
    """
    domain.within(0 <= position < 4 * quarter)
    full = bare_container(4, quarter)
    for part in parts(full):
        part.live = part.opened = part.size
    full.elements[position] = 0
    full.vacate(position)
    return next(which for which in (Q1, Q2, H2) if parts(full)[which].head == position)


def spec_grown(quarter: int) -> Occupied:
    """`stablelist_spec.systems.stable_list.model.grown`.

    Fewer than 2 ** 62 cells; the container never has more.

    raises: domain.OutsideError
    post: growth_fills_q1_and_q2_alone(4 * quarter, _)
    """
    domain.within(1 <= quarter < 2**60)
    after = grown(bare_model(4, quarter))
    return tuple((part.start, part.size, part.live, part.opened) for part in after.partitions)


def impl_grown(quarter: int) -> Occupied:
    """`stablelist.element_space.ElementSpace._grow`.

    Fewer than 2 ** 62 cells; the container never has more.

    raises: domain.OutsideError
    post: growth_fills_q1_and_q2_alone(4 * quarter, _)
    """
    domain.within(1 <= quarter < 2**60)
    full = bare_container(4, quarter, 8 * quarter)
    for part in parts(full):
        part.live = part.opened = part.size
    full._grow()
    return tuple((part.start, part.size, part.live, part.opened) for part in parts(full))


def parts(space: ElementSpace[int]) -> tuple[Partition, ...]:
    """The container's partitions, in ascending order."""
    return space.q1, space.q2, space.h2


def canary(quarter: int) -> Borders:
    """False: the last partition is a half.

    post: _[2][1] == quarter
    """
    return spec_partitions(quarter)
