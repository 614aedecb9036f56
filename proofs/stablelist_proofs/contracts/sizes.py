"""Sizes: how long an element space is, and how much memory it has, also where no test can allocate that much.

(5.2; R1, R3 to R6, R9)
"""

from __future__ import annotations

from itertools import accumulate, repeat
from operator import mul

from stablelist import CapacityError, StableList, Truncate
from stablelist.ids import u32
from stablelist.parameters import Parameters as Chosen
from stablelist.parameters import _rounded_up
from stablelist.partition import Partition
from stablelist_spec.parts.memory import has_room, with_room
from stablelist_spec.parts.parameters import Parameters, round_up
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.model import grown
from stablelist_spec.systems.stable_list.state import H2, Q1, Q2, partition_of, untouched

from . import domain
from .bare import Space, bare_container, bare_model
from .finite_map import MOST

WIDTHS = (3, 8, 16, 32)
"""Widths of an index, in bits."""

Borders = tuple[tuple[int, int], ...]
"""Start and size of q1, q2 and h2."""
Occupied = tuple[tuple[int, int, int, int], ...]
"""Start, size, live and opened of q1, q2 and h2."""

# --- what is true ---------------------------------------------------------------------------------


def rounding_gives_the_least_lawful_space(length: int, space: int) -> bool:
    """The result is the least multiple of 4, at least 4, that is not below the length.

    4 ∣ s, s ≥ max(4, n); s = 4 or s − 4 < n
    """
    return space % 4 == 0 and space >= max(4, length) and (space == 4 or space - 4 < length)


def partitions_tile_the_element_space(space: int, borders: Borders) -> bool:
    """The partitions are a quarter, a quarter and a half of the space, without gaps or overlap.

    q1 = [0, s/4), q2 = [s/4, s/2), h2 = [s/2, s)
    """
    (first, a), (second, b), (third, c) = borders
    tiled = first == 0 and second == a and third == second + b and third + c == space
    return tiled and a == b and c == a + b


def position_belongs_to_one_partition(space: int, position: int, which: int) -> bool:
    """A position lies between the borders of the partition that it is said to belong to.

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


def halving_leaves_a_lawful_space(minimum: int, space: int, allowed: bool) -> bool:
    """A space may be halved if and only if its half can be cut into quarters, and is not below the minimum.

    allowed ⇔ 8 ∣ s and s/2 ≥ m
    """
    return allowed == (space % 8 == 0 and space // 2 >= minimum)


def room_is_what_indices_can_name(bits: int, live: int, additional: int, room: bool) -> bool:
    """There is room for more elements if and only if every element then has a position that an index can name.

    room ⇔ live + additional ≤ 2ᵇ
    """
    return room == (live + additional <= 1 << bits)


def reserved_memory_is_enough_but_no_more(space: int, wanted: int, allocated: int) -> bool:
    """The allocated memory is the space, doubled until there is room for all, and not once more.

    a = s · 2ᵏ, a ≥ n; a = s or a/2 < n
    """
    enough = allocated >= wanted and (allocated == space or allocated < 2 * wanted)
    return enough and any(
        each == allocated for each in accumulate(repeat(2, 63), mul, initial=space)
    )


def list_is_full_at_its_maximum(most: int, count: int, found: tuple[bool, int]) -> bool:
    """More elements than the maximum are refused, and then none of them is added.

    refused ⇔ n > m; n' = 0 if refused, else n
    """
    return found == (count > most, 0 if count > most else count)


# --- of what --------------------------------------------------------------------------------------


def spec_round_up(length: int) -> int:
    """`stablelist_spec.parts.parameters.round_up`.

    post: rounding_gives_the_least_lawful_space(length, _)
    """
    return round_up(length)


def impl_round_up(length: int) -> int:
    """`stablelist.parameters._rounded_up`.

    post: rounding_gives_the_least_lawful_space(length, _)
    """
    return _rounded_up(length)


def spec_initial_space(minimum: int, capacity: int) -> int:
    """`stablelist_spec.parts.parameters.Parameters.initial_space`.

    Minimum and capacity up to 5.

    raises: domain.OutsideError
    post: rounding_gives_the_least_lawful_space(max(minimum, capacity), _)
    """
    domain.within(0 <= minimum <= 5, 0 <= capacity <= 5)
    return Parameters(minimum=minimum, capacity=capacity).initial_space


def impl_initial_space(minimum: int, capacity: int) -> int:
    """`stablelist.StableList.__init__`.

    Minimum and capacity up to 5.

    raises: domain.OutsideError
    post: rounding_gives_the_least_lawful_space(max(minimum, capacity), _)
    """
    domain.within(0 <= minimum <= 5, 0 <= capacity <= 5)
    return StableList[int](minimum=minimum, capacity=capacity).space


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
    full = filled(quarter)
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
    full = filled(quarter)
    full._grow()
    return tuple((part.start, part.size, part.live, part.opened) for part in parts(full))


def spec_may_halve(minimum: int, quarter: int) -> bool:
    """`stablelist_spec.parts.parameters.Parameters.may_halve`.

    raises: domain.OutsideError
    post: halving_leaves_a_lawful_space(minimum, 4 * quarter, _)
    """
    domain.within(minimum >= 0, quarter >= 1)
    return Parameters(minimum=minimum, index_bits=None).may_halve(4 * quarter)


def impl_may_halve(minimum: int, quarter: int) -> bool:
    """`stablelist.element_space.ElementSpace._may_halve`.

    raises: domain.OutsideError
    post: halving_leaves_a_lawful_space(minimum, 4 * quarter, _)
    """
    domain.within(minimum >= 0, quarter >= 1)
    return bare_container(minimum, quarter)._may_halve()


def spec_room(bits: int, live: int, additional: int) -> bool:
    """`stablelist_spec.parts.memory.has_room`.

    Indices of 3, 8, 16 and 32 bits.

    raises: domain.OutsideError
    post: room_is_what_indices_can_name(bits, live, additional, _)
    """
    domain.within(bits in WIDTHS, live >= 0, additional >= 0)
    state = bare_model(4, 1)._replace(parameters=Parameters(index_bits=bits))
    q1, q2, h2 = state.partitions
    return has_room(state._replace(partitions=(q1._replace(live=live), q2, h2)), additional)


def impl_room(bits: int, live: int, additional: int) -> bool:
    """`stablelist.parameters.Parameters.require_room`.

    Indices of 3, 8, 16 and 32 bits.

    raises: domain.OutsideError
    post: room_is_what_indices_can_name(bits, live, additional, _)
    """
    domain.within(bits in WIDTHS, live >= 0, additional >= 0)
    parameters = Chosen(4, 4, Truncate.ITERATION, u32, 1 << bits, bits)
    try:
        parameters.require_room(live, additional, "extend")
    except CapacityError:
        return False
    return True


def spec_reserve(quarter: int, additional: int) -> int:
    """`stablelist_spec.parts.memory.with_room`.

    Spaces of up to 12 cells, and room for up to 2 ** 44 elements.

    raises: domain.OutsideError
    post: reserved_memory_is_enough_but_no_more(4 * quarter, additional, _)
    """
    domain.within(1 <= quarter <= 3, 0 <= additional <= 2**44)
    return with_room(bare_model(4, quarter), additional).allocated


def impl_reserve(quarter: int, additional: int) -> int:
    """`stablelist.element_space.ElementSpace.reserve`.

    Spaces of up to 12 cells, and room for up to 2 ** 44 elements.

    raises: domain.OutsideError
    post: reserved_memory_is_enough_but_no_more(4 * quarter, additional, _)
    """
    domain.within(1 <= quarter <= 3, 0 <= additional <= 2**44)
    space = bare_container(4, quarter)
    space.reserve(additional)
    return space.allocated()


def spec_maximum(most: int, count: int) -> tuple[bool, int]:
    """`stablelist_spec.parts.model.Model.extend`.

    A maximum of up to 5 elements, and up to 6 elements.

    raises: domain.OutsideError
    post: list_is_full_at_its_maximum(most, count, _)
    """
    domain.within(1 <= most <= MOST, 0 <= count <= MOST + 1)
    begun = MODEL.initial(Parameters(maximum=most))
    after = MODEL.extend(begun, range(count)).state
    return after == begun and count > 0, after.live


def impl_maximum(most: int, count: int) -> tuple[bool, int]:
    """`stablelist.StableList.extend`.

    A maximum of up to 5 elements, and up to 6 elements.

    raises: domain.OutsideError
    post: list_is_full_at_its_maximum(most, count, _)
    """
    domain.within(1 <= most <= MOST, 0 <= count <= MOST + 1)
    pool = StableList[int](maximum=most)
    try:
        pool.extend(range(count))
    except CapacityError:
        return True, len(pool)
    return False, len(pool)


# --- parts ----------------------------------------------------------------------------------------


def parts(space: Space) -> tuple[Partition, ...]:
    """The container's partitions, in ascending order."""
    return space.q1, space.q2, space.h2


def filled(quarter: int) -> Space:
    """An element space of the container whose cells are all live."""
    full = bare_container(4, quarter)
    for part in parts(full):
        part.live = part.opened = part.size
    return full
