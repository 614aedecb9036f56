"""Ids: the id after each id, and when an id repeats.

(5.1; R8)
"""

from __future__ import annotations

from stablelist.ids import Counter, unbounded
from stablelist.stamps import Stamps
from stablelist_spec.families.stamps import ByInsertion, Life
from stablelist_spec.parts.parameters import Parameters

from . import domain

WIDTHS = (1, 2, 3, 8, 16, 32, 64)
"""Widths in bits: those that the container offers, and the narrow ones of the explorations."""

# --- what is true ---------------------------------------------------------------------------------


def ids_count_up_and_start_over(bits: int, id: int, following: int) -> bool:
    """Ids count up; after the last id of the width comes 0.

    id' = (id + 1) mod 2ᵇ
    """
    return following == (id + 1) % (1 << bits)


def unbounded_ids_count_up(id: int, following: int) -> bool:
    """Unbounded ids count up without end, so no id is given twice.

    id' = id + 1
    """
    return following == id + 1


def key_revives_where_ids_are_equal(bits: int, retired: int, live: int, may: bool) -> bool:
    """The model compares two insertions by their distance, which gives the same answer as comparing their ids.

    i < j ⇒ (revives ⇔ i mod 2ᵇ = j mod 2ᵇ)
    """
    return may == (retired % (1 << bits) == live % (1 << bits))


# --- of what --------------------------------------------------------------------------------------


def spec_next_id(bits: int, id: int) -> int:
    """`stablelist_spec.parts.parameters.Parameters.next_id`.

    Ids of 1, 2, 3, 8, 16, 32 and 64 bits.

    raises: domain.OutsideError
    post: ids_count_up_and_start_over(bits, id, _)
    """
    domain.within(bits in WIDTHS)
    domain.within(0 <= id < 1 << bits)
    return Parameters(id_bits=bits).next_id(id)


def impl_next_id(bits: int, id: int) -> int:
    """`stablelist.ids.Counter.next`.

    Ids of 1, 2, 3, 8, 16, 32 and 64 bits.

    raises: domain.OutsideError
    post: ids_count_up_and_start_over(bits, id, _)
    """
    domain.within(bits in WIDTHS)
    domain.within(0 <= id < 1 << bits)
    return Counter(bits).next(id)


def impl_following(bits: int, id: int) -> int:
    """`stablelist.stamps.Stamps.following`.

    Ids of 1, 2, 3, 8, 16, 32 and 64 bits.

    raises: domain.OutsideError
    post: ids_count_up_and_start_over(bits, id, _)
    """
    domain.within(bits in WIDTHS)
    domain.within(0 <= id < 1 << bits)
    return Stamps(Counter(bits), 0).following(id)


def spec_next_unbounded_id(id: int) -> int:
    """`stablelist_spec.parts.parameters.Parameters.next_id`.

    post: unbounded_ids_count_up(id, _)
    """
    return Parameters(id_bits=None).next_id(id)


def impl_next_unbounded_id(id: int) -> int:
    """`stablelist.ids.Counter.next`.

    post: unbounded_ids_count_up(id, _)
    """
    return unbounded.next(id)


def spec_may_revive(bits: int, retired: int, live: int) -> bool:
    """`stablelist_spec.families.stamps.ByInsertion.may_revive`.

    Ids of 1, 2, 3, 8, 16, 32 and 64 bits.

    raises: domain.OutsideError
    post: key_revives_where_ids_are_equal(bits, retired, live, _)
    """
    domain.within(bits in WIDTHS)
    domain.within(0 <= retired < live)
    return ByInsertion(bits).may_revive(Life(retired, 0), Life(live, 0))


def canary(id: int) -> int:
    """False for the last id only, one among 2 ** 32.

    raises: domain.OutsideError
    post: _ > id
    """
    domain.within(0 <= id < 2**32)
    return Counter(32).next(id)
