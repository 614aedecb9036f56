"""Vacancies: the position of the next element, and whether an index can name it (R2, R9)."""

from __future__ import annotations

from stablelist.errors import CapacityError
from stablelist.ids import u32
from stablelist.parameters import Parameters as Chosen
from stablelist.partition import NONE
from stablelist.partition import Partition as Stretch
from stablelist.truncate import Truncate
from stablelist_spec.parts.cells import Partition, vacancy
from stablelist_spec.parts.memory import has_room as model_has_room
from stablelist_spec.parts.parameters import Parameters

from . import domain
from .bare import bare_model

WIDTHS = (3, 8, 16, 32)
"""Widths of an index, in bits."""

# --- what is true ---------------------------------------------------------------------------------


def next_position_lies_in_the_partition(start: int, size: int, position: int) -> bool:
    """While a partition has room, its next position lies in it.

    live < size ⇒ start ≤ p < start + size
    """
    return start <= position < start + size


def last_vacancy_is_reused_first(start: int, opened: int, head: int, position: int) -> bool:
    """The next position is the head of the free list; only if the list is empty, it is the next untouched cell.

    p = head if there is one, else p = start + opened
    """
    return position == (start + opened if head == NONE else head)


def room_is_what_indices_can_name(bits: int, live: int, additional: int, room: bool) -> bool:
    """There is room for more elements if and only if every element then has a position that an index can name.

    room ⇔ live + additional ≤ 2ᵇ
    """
    return room == (live + additional <= 1 << bits)


# --- of what --------------------------------------------------------------------------------------


def has_room(start: int, size: int, live: int, opened: int, head: int) -> bool:
    """Whether these numbers describe a partition that is not full."""
    listed = start <= head < start + opened
    return (
        0 <= live < size and live <= opened <= size and (listed if live < opened else head == NONE)
    )


def spec_next_position(start: int, size: int, live: int, opened: int, head: int) -> int:
    """`stablelist_spec.parts.cells.vacancy`.

    raises: domain.OutsideError
    post: next_position_lies_in_the_partition(start, size, _)
    post: last_vacancy_is_reused_first(start, opened, head, _)
    """
    domain.within(start >= 0, has_room(start, size, live, opened, head))
    return vacancy(Partition(start, size, live, opened, None if head == NONE else head))


def impl_next_position(start: int, size: int, live: int, opened: int, head: int) -> int:
    """`stablelist.partition.Partition.next_position`.

    raises: domain.OutsideError
    post: next_position_lies_in_the_partition(start, size, _)
    post: last_vacancy_is_reused_first(start, opened, head, _)
    """
    domain.within(start >= 0, has_room(start, size, live, opened, head))
    stretch = Stretch(start, size, opened)
    stretch.live, stretch.head = live, head
    return stretch.next_position()


def spec_room(bits: int, live: int, additional: int) -> bool:
    """`stablelist_spec.parts.memory.has_room`.

    Indices of 3, 8, 16 and 32 bits.

    raises: domain.OutsideError
    post: room_is_what_indices_can_name(bits, live, additional, _)
    """
    domain.within(bits in WIDTHS, live >= 0, additional >= 0)
    state = bare_model(4, 1)
    q1, q2, h2 = state.partitions
    filled = (q1._replace(live=live), q2, h2)
    return model_has_room(
        state._replace(parameters=Parameters(index_bits=bits), partitions=filled), additional
    )


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


def canary(start: int, opened: int) -> int:
    """False: the next untouched cell is not opened yet.

    post: _ < start + opened
    """
    return Stretch(start, opened + 1, opened).next_position()
