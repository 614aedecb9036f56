"""Packing: a key as one integer, and back (R9, R10)."""

from __future__ import annotations

from stablelist import Key as ListKey
from stablelist import StableList
from stablelist.ids import Counter, _stamped
from stablelist.packing import packed, unpacked
from stablelist_spec.core.key import Key
from stablelist_spec.parts.packing import pack, unpack
from stablelist_spec.parts.parameters import Parameters

from . import domain

# --- what is true ---------------------------------------------------------------------------------


def packing_puts_the_id_above_the_index(bits: int, index: int, id: int, number: int) -> bool:
    """The integer is the id times the number of indices, plus the index.

    n = id · 2ᵇ + index
    """
    return number == (id << bits) + index


def unpacking_divides_by_the_number_of_indices(
    bits: int, number: int, unpacked: tuple[int, int]
) -> bool:
    """For every integer, also a negative one, the index is the remainder and the id the quotient.

    0 ≤ index < 2ᵇ, id · 2ᵇ + index = n
    """
    index, above = unpacked
    return 0 <= index < 1 << bits and (above << bits) + index == number


def uuid_bears_version_and_variant(version: int, number: int) -> bool:
    """Version and variant are where RFC 9562 puts them.

    ⌊n / 2⁷⁶⌋ mod 16 = v, ⌊n / 2⁶²⌋ mod 4 = 2
    """
    return number // 2**76 % 16 == version and number // 2**62 % 4 == 2


# --- of what --------------------------------------------------------------------------------------


def spec_pack_narrow(index: int, id: int) -> int:
    """`stablelist_spec.parts.packing.pack`.

    An index of 3 bits, an id of 2.

    raises: domain.OutsideError
    post: packing_puts_the_id_above_the_index(3, index, id, _)
    """
    domain.within(0 <= index < 2**3, 0 <= id < 2**2)
    return pack(Parameters(index_bits=3, id_bits=2), Key(index, id))


def impl_pack_narrow(index: int, id: int) -> int:
    """`stablelist.packing.packed`.

    An index of 3 bits, an id of 2.

    raises: domain.OutsideError
    post: packing_puts_the_id_above_the_index(3, index, id, _)
    """
    domain.within(0 <= index < 2**3, 0 <= id < 2**2)
    return packed(index, id, 3)


def spec_pack(index: int, id: int) -> int:
    """`stablelist_spec.parts.packing.pack`.

    Index and id of 32 bits.

    raises: domain.OutsideError
    post: packing_puts_the_id_above_the_index(32, index, id, _)
    """
    domain.within(0 <= index < 2**32, 0 <= id < 2**32)
    return pack(Parameters(), Key(index, id))


def impl_pack(index: int, id: int) -> int:
    """`stablelist.packing.packed`.

    Index and id of 32 bits.

    raises: domain.OutsideError
    post: packing_puts_the_id_above_the_index(32, index, id, _)
    """
    domain.within(0 <= index < 2**32, 0 <= id < 2**32)
    return packed(index, id, 32)


def spec_unpack(number: int) -> tuple[int, int]:
    """`stablelist_spec.parts.packing.unpack`.

    Any integer, an index of 32 bits.

    post: unpacking_divides_by_the_number_of_indices(32, number, _)
    """
    key = unpack(Parameters(), number)
    return key.index, key.id


def impl_unpack(number: int) -> tuple[int, int]:
    """`stablelist.packing.unpacked`.

    Any integer, an index of 32 bits.

    post: unpacking_divides_by_the_number_of_indices(32, number, _)
    """
    return unpacked(number, 32)


def impl_stamped(number: int) -> int:
    """`stablelist.ids._stamped`.

    Version 7, any number of 128 bits.

    raises: domain.OutsideError
    post: uuid_bears_version_and_variant(7, _)
    """
    domain.within(0 <= number < 2**128)
    return _stamped(7, number)


def impl_pack_key(index: int, id: int) -> int:
    """`stablelist.stable_list.StableList.pack`.

    An index of 3 bits, an id of 2.

    raises: domain.OutsideError
    post: packing_puts_the_id_above_the_index(3, index, id, _)
    """
    domain.within(0 <= index < 2**3, 0 <= id < 2**2)
    return StableList[int](index_bits=3, ids=Counter(2)).pack(ListKey(index, id))


def impl_unpack_key(number: int) -> tuple[int, int]:
    """`stablelist.stable_list.StableList.unpack`.

    An index of 3 bits, a number of up to 5 bits.

    raises: domain.OutsideError
    post: unpacking_divides_by_the_number_of_indices(3, number, _)
    """
    domain.within(0 <= number < 2**5)
    key = StableList[int](index_bits=3, ids=Counter(2)).unpack(number)
    return key.index, key.id


def canary(number: int) -> tuple[int, int]:
    """False for every integer whose id is not 0.

    post: _[0] == number
    """
    return unpacked(number, 32)
