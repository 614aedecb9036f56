"""Keys: any two integers, ids of every width, and a packed key.

(5.1, 5.6.1; R8, R9, R10)
"""

from __future__ import annotations

from stablelist import Key, StableList
from stablelist.ids import Counter
from stablelist.packing import unpacked
from stablelist_spec.families.stamps import ByInsertion, Life
from stablelist_spec.parts.packing import unpack
from stablelist_spec.parts.parameters import Parameters

from . import domain
from .finite_map import MOST

WHOLE = domain.is_whole()
WIDTHS = (0, 1, 2, 3, 8, 16, 32, 64)
"""Widths in bits: those that the container offers, and the narrow ones of the explorations; 0 is unbounded."""

# --- what is true ---------------------------------------------------------------------------------


def retired_key_never_resolves(answers: tuple[bool, int | None]) -> bool:
    """ABA immunity: however many elements come after it, a removed key finds none.

    m insertions after the removal of k ⇒ k is not found
    """
    return answers == (False, None)


def only_keys_of_the_list_resolve(known: bool, among: bool) -> bool:
    """A forged key of any two integers is found if and only if it equals a key of a live element.

    found((i, n)) ⇔ (i, n) ∈ K
    """
    return known == among


def ids_count_up_and_start_over(bits: int, id: int, following: int) -> bool:
    """Ids count up; after the last id of the width comes 0, and after an unbounded id the next integer.

    id' = (id + 1) mod 2ᵇ; id' = id + 1 if unbounded
    """
    return following == ((id + 1) % (1 << bits) if bits else id + 1)


def key_revives_where_ids_are_equal(bits: int, retired: int, live: int, may: bool) -> bool:
    """The model compares two insertions by their distance, which gives the same answer as comparing their ids.

    i < j ⇒ (revives ⇔ i mod 2ᵇ = j mod 2ᵇ)
    """
    return may == (bits > 0 and retired % (1 << bits) == live % (1 << bits))


def unpacking_divides_by_the_number_of_indices(number: int, unpacked: tuple[int, int]) -> bool:
    """For every integer, also a negative one, the index is the remainder and the id the quotient.

    0 ≤ index < 2³², id · 2³² + index = n
    """
    index, above = unpacked
    return 0 <= index < 2**32 and above * 2**32 + index == number


# --- of what --------------------------------------------------------------------------------------


def impl_retired(gone: int, more: int, first: int) -> tuple[bool, int | None]:
    """`stablelist.pool.Pool.add`.

    Five elements, of which one is removed, and up to 3 more.

    raises: domain.OutsideError
    post: retired_key_never_resolves(_)
    """
    domain.within(0 <= gone < MOST, 0 <= more <= 3)
    domain.within(WHOLE or gone in {0, MOST - 1})
    pool = StableList[int]()
    keys = pool.extend([first + each for each in range(MOST)])
    pool.remove(keys[gone])
    for each in range(more):
        pool.add(first + each)
    return keys[gone] in pool, pool.at(keys[gone])


def impl_forged(count: int, index: int, id: int) -> tuple[bool, bool]:
    """`stablelist.pool.Pool.contains`.

    Up to 5 elements, and any two integers.

    raises: domain.OutsideError
    post: only_keys_of_the_list_resolve(*_)
    """
    domain.within(0 <= count <= MOST)
    domain.within(WHOLE or count in {0, MOST})
    pool = StableList[int]()
    keys = pool.extend(range(count))
    key = Key[int](index, id)
    return key in pool, key in keys


def spec_next_id(bits: int, id: int) -> int:
    """`stablelist_spec.parts.parameters.Parameters.next_id`.

    Ids of 1, 2, 3, 8, 16, 32 and 64 bits, and unbounded.

    raises: domain.OutsideError
    post: ids_count_up_and_start_over(bits, id, _)
    """
    domain.within(bits in WIDTHS, id >= 0)
    domain.within(bits == 0 or id < 1 << bits)
    return Parameters(id_bits=bits or None).next_id(id)


def impl_next_id(bits: int, id: int) -> int:
    """`stablelist.ids.Counter.next`.

    Ids of 1, 2, 3, 8, 16, 32 and 64 bits, and unbounded.

    raises: domain.OutsideError
    post: ids_count_up_and_start_over(bits, id, _)
    """
    domain.within(bits in WIDTHS, id >= 0)
    domain.within(bits == 0 or id < 1 << bits)
    return Counter(bits or None).next(id)


def spec_may_revive(bits: int, retired: int, live: int) -> bool:
    """`stablelist_spec.families.stamps.ByInsertion.may_revive`.

    Ids of 1, 2, 3, 8, 16, 32 and 64 bits, and unbounded.

    raises: domain.OutsideError
    post: key_revives_where_ids_are_equal(bits, retired, live, _)
    """
    domain.within(bits in WIDTHS, 0 <= retired < live)
    return ByInsertion(bits or None).may_revive(Life(retired, 0), Life(live, 0))


def spec_unpack(number: int) -> tuple[int, int]:
    """`stablelist_spec.parts.packing.unpack`.

    Any integer, an index of 32 bits.

    post: unpacking_divides_by_the_number_of_indices(number, _)
    """
    key = unpack(Parameters(), number)
    return key.index, key.id


def impl_unpack(number: int) -> tuple[int, int]:
    """`stablelist.packing.unpacked`.

    Any integer, an index of 32 bits.

    post: unpacking_divides_by_the_number_of_indices(number, _)
    """
    return unpacked(number, 32)
