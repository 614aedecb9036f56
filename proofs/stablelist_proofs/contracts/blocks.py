"""Blocks of allocators: rounding, headers, chunks and canaries, for addresses and sizes of any size.

(the thesis on engine subsystems, 5.3.2, 5.3.3)
"""

from __future__ import annotations

from stablelist_spec.families.allocator import AllocatorError, aligned
from stablelist_spec.systems.allocator.checkers import Checking
from stablelist_spec.systems.allocator.double_ended import DoubleEnded, End
from stablelist_spec.systems.allocator.linear import Linear
from stablelist_spec.systems.allocator.pool import Chunks
from stablelist_spec.systems.allocator.realm import Block, Realm
from stablelist_spec.systems.allocator.space import Request
from stablelist_spec.systems.allocator.stack import Order, Stack

from . import domain

ALIGNMENTS = (1, 2, 8, 64)
"""Alignments that are asked."""

Found = int | None
"""Where a block begins; None if it is refused."""

# --- what is true ---------------------------------------------------------------------------------


def rounding_gives_the_least_aligned_address(
    address: int, alignment: int, offset: int, found: int
) -> bool:
    """The byte at the offset is aligned, and no address before would do.

    a ∣ s + o, t ≤ s < t + a
    """
    return (found + offset) % alignment == 0 and address <= found < address + alignment


def header_lies_between_the_top_and_the_block(
    header: int, top: int, alignment: int, found: Found
) -> bool:
    """The block is at the least aligned address that leaves room for its header behind the top.

    t + h ≤ s < t + h + a, a ∣ s
    """
    return found is None or rounding_gives_the_least_aligned_address(
        top + header, alignment, 0, found
    )


def block_is_refused_where_it_does_not_fit(
    end: int, behind: int, alignment: int, size: int, found: Found
) -> bool:
    """It is refused if and only if it would end behind the region.

    refused ⇔ s + n > r, where s is the least aligned address from t + h on
    """
    least = -(-behind // alignment) * alignment
    return (found is None) == (least + size > end)


def block_at_the_back_ends_before_the_last_one(
    front: int, back: int, size: int, alignment: int, header: int, found: Found
) -> bool:
    """It is at the greatest aligned address, and refused if its header would pass the front.

    b − n − a < s ≤ b − n, a ∣ s; refused ⇔ s − h < f
    """
    greatest = (back - size) // alignment * alignment
    return found == (None if greatest - header < front else greatest)


def chunk_has_room_for_block_and_pointer(size: int, alignment: int, length: int) -> bool:
    """It is the least multiple of the alignment that is not below the size and a pointer.

    a ∣ c, max(n, 8) ≤ c < max(n, 8) + a
    """
    return rounding_gives_the_least_aligned_address(max(size, 8), alignment, 0, length)


def canaries_are_the_ends_of_the_block(
    start: int, size: int, ends: tuple[int, int, int, int]
) -> bool:
    """The first four bytes, and the last four; what the user asked for is between them.

    front = [s, s + 4), back = [s + n − 4, s + n)
    """
    return ends == (start, start + 4, start + size - 4, start + size)


# --- of what --------------------------------------------------------------------------------------


def begun(placed: object) -> Found:
    """Where a block begins that was placed."""
    return None if isinstance(placed, AllocatorError) else placed.start  # type: ignore[attr-defined]


def spec_aligned(address: int, alignment: int, offset: int) -> int:
    """`stablelist_spec.families.allocator.aligned`.

    Alignments of 1, 2, 8 and 64.

    raises: domain.OutsideError
    post: rounding_gives_the_least_aligned_address(address, alignment, offset, _)
    """
    domain.within(alignment in ALIGNMENTS)
    return aligned(address, alignment, offset)


def spec_linear(region: int, top: int, size: int, alignment: int) -> Found:
    """`stablelist_spec.systems.allocator.linear.Linear.placed`.

    Alignments of 1, 2, 8 and 64.

    raises: domain.OutsideError
    post: header_lies_between_the_top_and_the_block(4, top, alignment, _)
    post: block_is_refused_where_it_does_not_fit(region, top + 4, alignment, size, _)
    """
    domain.within(0 <= top <= region, size > 0, alignment in ALIGNMENTS)
    return begun(Linear(region, top).placed(Request(size, alignment, 0)))


def spec_stack(region: int, top: int, size: int, alignment: int, header: int) -> Found:
    """`stablelist_spec.systems.allocator.stack.Stack.placed`.

    Alignments of 1, 2, 8 and 64; unchecked, and checked, with a header of 12 bytes.

    raises: domain.OutsideError
    post: header_lies_between_the_top_and_the_block(header, top, alignment, _)
    post: block_is_refused_where_it_does_not_fit(region, top + header, alignment, size, _)
    """
    domain.within(0 <= top <= region, size > 0, alignment in ALIGNMENTS, header in (8, 12))
    order = Order.CHECKED if header == 12 else Order.UNCHECKED
    return begun(Stack(region, order, top).placed(Request(size, alignment, 0)))


def spec_back(region: int, front: int, back: int, size: int, alignment: int) -> Found:
    """`stablelist_spec.systems.allocator.double_ended.DoubleEnded.placed`.

    Alignments of 1, 2, 8 and 64; unchecked.

    raises: domain.OutsideError
    post: block_at_the_back_ends_before_the_last_one(front, back, size, alignment, 8, _)
    """
    domain.within(0 <= front <= back <= region, size > 0, alignment in ALIGNMENTS)
    space = DoubleEnded(region, Order.UNCHECKED, End(front), End(back))
    return begun(space.placed(Request(size, alignment, 0, back=True)))


def spec_chunk(size: int, alignment: int) -> int:
    """`stablelist_spec.systems.allocator.pool.Chunks.length`.

    Alignments of 1, 2, 8 and 64.

    raises: domain.OutsideError
    post: chunk_has_room_for_block_and_pointer(size, alignment, _)
    """
    domain.within(size > 0, alignment in ALIGNMENTS)
    return Chunks(size, alignment, 0).length


def spec_canaries(start: int, size: int) -> tuple[int, int, int, int]:
    """`stablelist_spec.systems.allocator.realm.Realm.canaries`.

    Blocks with room for both.

    raises: domain.OutsideError
    post: canaries_are_the_ends_of_the_block(start, size, _)
    """
    domain.within(start >= 0, size >= 8)
    block = Block(start, size, size - 8, 1, 4, 0, 0)
    front, back = Realm(Linear(start + size), Checking.DEALLOC, (block,)).canaries(block)
    return front.start, front.stop, back.start, back.stop
